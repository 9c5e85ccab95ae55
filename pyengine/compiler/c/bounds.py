"""The bounds of integers throughout a program: of variables, of what procedures give back, of the parts of terms.

What flows where is followed to a fix-point: from calls to parameters, from solutions to who asked for them, and into
parts of compound terms, which are told apart by functor and place alone. Bounds that go on growing are set to the next
of a few thresholds. A position from outside is admitted only if its integers are within the bounds of their places,
so that what is inferred from the start of the game on holds of every position.

Where a built-in may make terms of its own, or variables are bound later, nothing is known of the places in question.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from pyengine.compiler.analysis.entries import key_of
from pyengine.compiler.builtins.registry import Version
from pyengine.compiler.c import integers
from pyengine.compiler.c.forms import Bounds
from pyengine.compiler.c.integers import LEAST_LARGE, MOST_LARGE, MOST_UNSIGNED, Integer
from pyengine.compiler.c.module import Module
from pyengine.compiler.c.names import LEAST_INT, MOST_INT, BeyondError
from pyengine.compiler.procedures import domain, ir
from pyengine.compiler.procedures.callees import Callee, FactTable, Key
from pyengine.compiler.procedures.domain import Type
from pyengine.compiler.procedures.procedure import Procedure
from pyengine.compiler.runtime.terms import CONS, Functor, Value
from pyengine.language.contract import SPLIT

_WIDEST: Final = (LEAST_LARGE, MOST_LARGE)
_SMALL: Final = (LEAST_INT, MOST_INT)
_SIZES: Final = (3, 4, 6, 8, 16, 32, 48, 60, 64, 80, 120)
_HIGHS: Final = [0, 1, *((1 << bits) - 1 for bits in _SIZES)]
_LOWS: Final = [*(-((1 << bits) - (bits == 120)) for bits in reversed(_SIZES)), -1, 0]
_PATIENCE: Final = 3
"""How often bounds may grow before they are set to a threshold."""

_OF_STATES: Final = ((0, MOST_INT), _SMALL, (0, MOST_UNSIGNED), _WIDEST)
"""The bounds of places of positions: no closer, so that positions that are not met from the start are admitted, too."""
_MOVING: Final = frozenset(
    {
        *("append", "reverse", "member", "memberchk", "select", "selectchk", "last", "msort", "sort", "permutation"),
        *("list_to_set", "list_to_ord_set", "delete", "subtract"),
    }
)
"""Built-ins that give back items of the lists that they get, and lists of such items."""

_MEASURING: Final = frozenset({"nth0", "nth1", "sum_list", "sumlist", "max_list", "min_list", "length"})
"""Those that give back other integers, too."""

Slot: TypeAlias = "tuple[Key, str | int] | tuple[Functor, int, bool]"
"""A variable of a procedure, an output of it by number, or a place of compound terms: of those apart, or the others."""

_LEGAL, _RESULT = (key_of(entry) for entry in SPLIT)
"""Moves of the second come from the first alone."""


class IntegerBounds:
    """The bounds of integers in some procedures."""

    def __init__(
        self,
        module: Module,
        keys: Iterable[Key],
        entries: Sequence[Key],
        states: Sequence[Value],
        state_type: Type,
        apart: frozenset[Key],
    ) -> None:
        """Positions come from outside, and are of that type; without a state to begin with, they may be anything.

        Terms that the procedures `apart` make never become positions, unless they are given to other procedures.
        """
        self._module = module
        self._apart = apart
        self._found: dict[Slot, Bounds] = {}
        self._grown: dict[Slot, int] = {}
        self._open: set[Functor] = set()
        """The functors that have places of which nothing is known."""
        self._all_open = not states or _has_unknown(state_type)
        self._in_states = frozenset(_functors(state_type))
        self._changed = True
        procedures = [module.procedure(key) for key in keys]
        for state in states:
            self._value(state, False)
        fed = [(key, param) for key in entries if key == _RESULT for param in module.procedure(key).params[1:]]
        for key in entries:
            for param in module.procedure(key).params:
                if (key, param) not in fed:
                    self._grow((key, param), _WIDEST)
        while self._changed:
            self._changed = False
            for slot in fed:
                self._grow(slot, self._found.get((_LEGAL, 0)))
            for procedure in procedures:
                for statement in ir.walk(procedure.body):
                    self._follow(procedure, statement)

    def of_variable(self, procedure: Procedure, name: str) -> Bounds:
        """Give the bounds of an integer variable."""
        return self._within(procedure.types.get(name, domain.ANY), self._found.get((procedure.key, name)))

    def of_output(self, key: Key, index: int, type_: Type) -> Bounds:
        """Give the bounds of an integer that a procedure gives back."""
        return self._within(type_, self._found.get((key, index)))

    def of_place(self, functor: Functor, index: int, key: Key | None = None) -> Bounds:
        """Give the bounds of the integers in a place of compound terms: of positions, or as a procedure sees them."""
        return self._place(functor, index, key is not None and key in self._apart) or _WIDEST

    def _place(self, functor: Functor, index: int, is_apart: bool) -> Bounds | None:
        if self._all_open or functor in self._open:
            return _WIDEST
        found, own = self._found.get((functor, index, False)), self._found.get((functor, index, True))
        if not is_apart or own is None:
            return found
        return own if found is None else (min(own[0], found[0]), max(own[1], found[1]))

    def _within(self, type_: Type, found: Bounds | None) -> Bounds:
        """Cut bounds to what a variable can hold: where a value does not fit, the code stops."""
        widest = _SMALL if type_ == domain.INTEGER else _WIDEST
        if found is None:
            return widest
        low, high = max(found[0], widest[0]), min(found[1], widest[1])
        return (low, high) if low <= high else widest

    # Growing

    def _grow(self, slot: Slot, bounds: Bounds | None) -> None:
        """Let a slot hold more."""
        if bounds is None:
            return
        old = self._found.get(slot)
        low, high = max(bounds[0], LEAST_LARGE), min(bounds[1], MOST_LARGE)
        if slot[0] in self._in_states and slot[-1] is False:
            low, high = next(wide for wide in _OF_STATES if wide[0] <= low and high <= wide[1])
        if old is not None:
            low, high = min(old[0], low), max(old[1], high)
            if (low, high) == old:
                return
            count = self._grown[slot] = self._grown.get(slot, 0) + 1
            if count > _PATIENCE:
                low = low if low == old[0] else _LOWS[bisect_right(_LOWS, low) - 1]
                high = high if high == old[1] else _HIGHS[bisect_left(_HIGHS, high)]
        self._found[slot] = (low, high)
        self._changed = True

    def _value(self, value: Value, is_apart: bool) -> Bounds | None:
        """Take a value that is known, and let the places of its parts hold theirs."""
        stack = [value]
        while stack:
            inner = stack.pop()
            if inner.__class__ is tuple:
                for index, argument in enumerate(inner[1:], 1):
                    if argument.__class__ is int:
                        self._grow((inner[0], index, is_apart), (argument, argument))
                    elif argument.__class__ is tuple:
                        stack.append(argument)
        return (value, value) if value.__class__ is int else None

    def _expression(self, procedure: Procedure, expr: ir.Expr | bool) -> Bounds | None:
        """Give the bounds of the integers that an expression can be, and let the places of its parts hold theirs."""
        match expr:
            case bool():
                return None
            case ir.Const(value=value):
                return self._value(value, procedure.key in self._apart)
            case ir.Local(name=name):
                found = self._found.get((procedure.key, name))
                return None if found is None else self._within(procedure.types.get(name, domain.ANY), found)
            case ir.Field(index=index, functor=functor):
                return self._place(functor, index, procedure.key in self._apart)
            case ir.IntOp(op=op, args=args):
                return _computed(op, tuple(self._expression(procedure, argument) for argument in args))
            case ir.Build(functor=functor, args=args):
                for index, argument in enumerate(args, 1):
                    place = functor, index, procedure.key in self._apart
                    self._grow(place, self._expression(procedure, argument))
                return None
        return _WIDEST

    def _open_places(self, type_: Type) -> None:
        """Take note that terms of a type come from where nothing is known."""
        if type_.structs is None:
            self._changed |= not self._all_open
            self._all_open = True
            return
        for functor, args in type_.structs:
            self._open_functor(functor)
            for argument in args:
                self._open_places(argument)
        if type_.items is not None and type_.items != domain.NOTHING:
            self._open_functor(CONS)
            self._open_places(type_.items)

    def _open_functor(self, functor: Functor) -> None:
        self._changed |= functor not in self._open
        self._open.add(functor)

    # Statements

    def _follow(self, procedure: Procedure, statement: ir.Statement) -> None:
        key = procedure.key
        match statement:
            case ir.Assign(name=name, value=value):
                self._grow((key, name), self._expression(procedure, value))
            case ir.Check(condition=condition) | ir.Branch(condition=condition):
                self._test(procedure, condition)
            case ir.Open(functor=functor, names=names):
                self._open_functor(functor)
                for part in names:
                    if part is not None:
                        self._grow((key, part), _WIDEST)
            case ir.Invoke(callee=callee, args=args, outs=outs) | ir.Loop(callee=callee, args=args, outs=outs):
                self._call(procedure, callee, args, outs)
            case ir.Argument(name=name):
                self._grow((key, name), _WIDEST)
            case ir.Require(value=local):
                self._grow((key, local.name), _WIDEST)
            case ir.Range(name=name, low=low, high=high):
                first = self._expression(procedure, low)
                last = _SMALL if high is None else self._expression(procedure, high)
                if first is not None and last is not None:
                    self._grow((key, name), (first[0], max(first[0], last[1])))
            case ir.Items(name=name, value=value):
                self._expression(procedure, value)
                self._grow((key, name), self._place(CONS, 1, key in self._apart))
            case ir.Succeed(outs=outs):
                for index, out in enumerate(outs):
                    self._grow((key, index), self._expression(procedure, out))
            case ir.Collect(result=result):
                self._grow((key, result), _WIDEST)
            case ir.Gather(value=value, how=how):
                found = self._expression(procedure, value)
                if how.endswith("witness"):
                    self._open_places(domain.ANY)
                self._grow((CONS, 1, key in self._apart), found if how in ("bag", "set") else _WIDEST)
            case ir.Catching(callee=callee, args=args, recovery=recovery, recovery_args=others):
                self._call(procedure, callee, args, ())
                self._call(procedure, recovery, others, ())
                self._open_places(domain.ANY)
            case ir.Solve():
                self._open_places(domain.ANY)

    def _test(self, procedure: Procedure, condition: ir.Condition) -> None:
        for test in ir.tests(condition):
            if isinstance(test, ir.Holds):
                self._call(procedure, test.callee, test.args, ())
            elif isinstance(test, ir.Unifies | ir.Same | ir.Compare):
                self._expression(procedure, test.left)
                self._expression(procedure, test.right)

    def _call(
        self, procedure: Procedure, callee: Callee, args: tuple[ir.Expr, ...], outs: tuple[str | None, ...]
    ) -> None:
        given = [self._expression(procedure, argument) for argument in args]
        resolved = self._module.resolve(callee)
        if isinstance(resolved, Key):
            if procedure.key in self._apart and resolved not in self._apart and not self._are_atomic(procedure, args):
                self._apart = frozenset()
                self._changed = True
            for param, bounds in zip(self._module.procedure(resolved).params, given, strict=True):
                self._grow((resolved, param), bounds)
            for index, out in enumerate(outs):
                if out is not None:
                    self._grow((procedure.key, out), self._found.get((resolved, index)))
        elif isinstance(resolved, FactTable):
            self._look_up(procedure, resolved, outs)
        else:
            self._built_in(procedure, resolved, outs)

    def _are_atomic(self, procedure: Procedure, args: tuple[ir.Expr, ...]) -> bool:
        """Tell whether no compound term is among the values of expressions."""
        for argument in args:
            type_ = domain.ANY
            match argument:
                case ir.IntOp():
                    continue
                case ir.Const(value=value):
                    type_ = domain.of_value(value)
                case ir.Local(name=name):
                    type_ = procedure.types.get(name, domain.ANY)
            if type_.structs != () or type_.items not in (None, domain.NOTHING):
                return False
        return True

    def _look_up(self, procedure: Procedure, facts: FactTable, outs: tuple[str | None, ...]) -> None:
        positions = [i for i, letter in enumerate(facts.pattern) if letter == "f"]
        for out, position in zip(outs, positions, strict=False):
            for value in {row[position] for row in facts.rows} if out is not None else ():
                self._grow((procedure.key, out or ""), self._value(value, procedure.key in self._apart))

    def _built_in(self, procedure: Procedure, version: Version, outs: tuple[str | None, ...]) -> None:
        for out in outs:
            if out is None:
                continue
            if version.name in _MOVING and "a" not in version.pattern:
                self._grow((procedure.key, out), self._place(CONS, 1, procedure.key in self._apart))
                continue
            self._grow((procedure.key, out), _WIDEST)
            if version.name not in _MOVING | _MEASURING:
                self._open_places(procedure.types.get(out, domain.ANY))
        if "a" in version.pattern and version.trail:  # it may make terms with variables
            self._open_places(domain.list_type(domain.INTEGER) if version.name in _MOVING | _MEASURING else domain.ANY)


@lru_cache(maxsize=10_000)
def _computed(op: str, args: tuple[Bounds | None, ...]) -> Bounds | None:
    """Give the bounds of the result of an operation; None where an operand has no value yet."""
    operands = [Integer("", *bounds) for bounds in args if bounds is not None]
    if len(operands) < len(args):
        return None
    try:
        made = integers.operation(op, operands)
    except BeyondError:
        return _WIDEST
    return made.low, made.high


def _has_unknown(type_: Type) -> bool:
    """Tell whether values of a type can have parts of which nothing is known."""
    if type_.structs is None:
        return True
    parts = [argument for _, args in type_.structs for argument in args]
    return any(map(_has_unknown, [*parts, *([type_.items] if type_.items is not None else [])]))


def _functors(type_: Type) -> Iterator[Functor]:
    """Go through the functors of the values of a type."""
    for functor, args in type_.structs or ():
        yield functor
        for argument in args:
            yield from _functors(argument)
    if type_.items is not None and type_.items != domain.NOTHING:
        yield CONS
        yield from _functors(type_.items)
