"""Predicates made for the shape of an argument: what is known of its parts is known to the predicate.

In `select(cell(X, Y, empty), Board, Rest)` the first argument is partly known: passed as it is, it would be unified in
general, with a trail. A predicate `select` of the parts X, Y and `empty` and of the other arguments is the same, and
each part is an input or an output of its own; a new variable that stands there twice is one. Clauses keep their order,
cuts and tests: each is the clause as it would be after its head was unified with the call. Facts are so chosen and
taken apart when they are compiled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from pyengine.compiler.analysis.unification import Context, Unification
from pyengine.compiler.normal_form import goals as nf
from pyengine.compiler.normal_form.rules import Rules

Shape = None | int | tuple[object, ...]
"""None for a part that is passed as it is, the number of the part that it repeats; else a functor, and the shapes of
its arguments."""

_MOST_PARTS: Final = 8
"""How many arguments may come out of one."""
_MOST_SHAPES: Final = 6
"""For how many shapes one predicate is made, so that terms that grow from call to call come to an end."""


class ArgumentShapes:
    """The predicates that were made for shapes."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._made: dict[tuple[str, tuple[Shape, ...]], str | None] = {}
        self._counts: Counter[tuple[str, int]] = Counter()

    def apart(
        self, unification: Unification, ctx: Context, name: str, args: tuple[nf.Pattern, ...], are_facts: bool
    ) -> tuple[str, tuple[nf.Pattern, ...]] | None:
        """Give a predicate and its arguments in place of a call; None where no argument is partly known.

        Of facts, arguments that are known are taken apart as well: these are looked up by their parts.
        """
        parts = _Parts(unification, ctx, are_facts)
        shapes = tuple(parts.shape_of(argument) for argument in args)
        if all(shape is None for shape in shapes):
            return None
        made = self._predicate(name, shapes, len(parts.leaves), are_facts)
        return None if made is None else (made, tuple(parts.leaves))

    def _predicate(self, name: str, shapes: tuple[Shape, ...], arity: int, are_facts: bool) -> str | None:
        key = name, shapes
        if key in self._made:
            return self._made[key]
        found = name, len(shapes)
        predicate = self._rules.predicate(found)
        if predicate is None or predicate.is_tabled or (self._counts[found] >= _MOST_SHAPES and not are_facts):
            return None
        self._counts[found] += 1
        made = f"{name}/{len(shapes)} of shape {self._counts[found]}"
        self._made[key] = made
        self._rules.add(nf.Predicate(made, arity, (), predicate.origin))  # while it is made
        try:
            clauses = [self._clause(clause, shapes, arity) for clause in predicate.clauses]
        except (_EndlessError, RecursionError):
            self._made[key] = None
            return None
        kept = tuple(clause for clause in clauses if clause is not None)
        self._rules.add(nf.Predicate(made, arity, kept, predicate.origin))
        return made

    def _clause(self, clause: nf.NormalClause, shapes: tuple[Shape, ...], arity: int) -> nf.NormalClause | None:
        """Give a clause for the parts of arguments; None where its head does not fit."""
        head = _Head(self._rules)
        for shape, argument in zip(shapes, clause.args, strict=True):
            if not head.fit(shape, argument):
                return None
        assert len(head.args) == arity
        bindings = head.bindings
        if not bindings:
            return nf.NormalClause(tuple(head.args), clause.body, clause.place)
        whole = {variable: head.resolved(variable) for variable in bindings}
        heads = tuple(nf.substitute(argument, whole) for argument in head.args)
        return nf.NormalClause(heads, substituted(clause.body, whole), clause.place)


class _EndlessError(Exception):
    """A head that would only fit a term that is a part of itself."""


class _Head:
    """The head of a clause while it is unified with a call."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self.args: list[nf.Pattern] = []
        self.bindings: dict[nf.Variable, nf.Pattern] = {}

    def fit(self, shape: Shape, pattern: nf.Pattern) -> bool:
        """Unify an argument of the head with one of the call; its parts become arguments."""
        if shape is None:
            self.args.append(pattern)
            return True
        pattern = self._walk(pattern)
        if isinstance(shape, int):
            return self._unify(self.args[shape], pattern)
        if pattern.__class__ is nf.Variable:
            self.bindings[pattern] = pattern = (shape[0], *[self._rules.fresh() for _ in shape[1:]])
        if pattern.__class__ is not tuple or pattern[0] is not shape[0]:
            return False
        pairs = zip(shape[1:], pattern[1:], strict=True)
        return all(self.fit(inner, part) for inner, part in pairs)  # type: ignore[arg-type]

    def _walk(self, pattern: nf.Pattern) -> nf.Pattern:
        while pattern.__class__ is nf.Variable and pattern in self.bindings:
            pattern = self.bindings[pattern]
        return pattern

    def _unify(self, left: nf.Pattern, right: nf.Pattern) -> bool:
        left, right = self._walk(left), self._walk(right)
        if left.__class__ is nf.Variable or right.__class__ is nf.Variable:
            if left != right:
                variable, other = (left, right) if left.__class__ is nf.Variable else (right, left)
                if variable in nf.pattern_variables(self.resolved(other)):
                    raise _EndlessError
                self.bindings[variable] = other
            return True
        if left.__class__ is not tuple or right.__class__ is not tuple:
            return left.__class__ is right.__class__ and bool(left == right)
        return left[0] is right[0] and all(map(self._unify, left[1:], right[1:]))

    def resolved(self, pattern: nf.Pattern) -> nf.Pattern:
        """Give a pattern with all that its variables are bound to."""
        pattern = self._walk(pattern)
        if pattern.__class__ is not tuple:
            return pattern
        return (pattern[0], *[self.resolved(part) for part in pattern[1:]])


class _Parts:
    """The arguments of a call taken apart, as deep as they are written."""

    def __init__(self, unification: Unification, ctx: Context, are_facts: bool) -> None:
        self._unification = unification
        self._ctx = ctx
        self._are_facts = are_facts
        self.leaves: list[nf.Pattern] = []
        """The parts that are passed."""
        self._numbers: dict[nf.Variable, int] = {}
        """Which of them are new variables."""

    def shape_of(self, argument: nf.Pattern) -> Shape:
        """Give the shape of an argument, and note its parts."""
        self._room = _MOST_PARTS
        return self._shape(argument)

    def _shape(self, pattern: nf.Pattern) -> Shape:
        unification, ctx = self._unification, self._ctx
        walked = unification.walk(ctx, pattern)
        if unification.is_unseen(ctx, walked):
            if walked in self._numbers:
                return self._numbers[walked]
            self._numbers[walked] = len(self.leaves)
        is_whole = walked.__class__ is not tuple or self._room < len(walked) - 2
        if is_whole or (not self._are_facts and unification.is_clean(ctx, walked)):
            self.leaves.append(pattern)
            return None
        self._room -= len(walked) - 2
        return (walked[0], *[self._shape(part) for part in walked[1:]])


def substituted(goal: nf.Goal, bindings: Mapping[nf.Variable, nf.Pattern]) -> nf.Goal:
    """Put patterns in the place of variables of a goal."""

    def put(pattern: nf.Pattern) -> nf.Pattern:
        return nf.substitute(pattern, bindings)

    def inside(inner: nf.Goal) -> nf.Goal:
        return substituted(inner, bindings)

    match goal:
        case nf.Call(name=name, args=args):
            return nf.Call(name, tuple(map(put, args)))
        case nf.Conj(goals=goals):
            return nf.Conj(tuple(map(inside, goals))) if goals else goal
        case nf.Or(left=left, right=right):
            return nf.Or(inside(left), inside(right))
        case nf.If(condition=condition, then=then, otherwise=otherwise):
            return nf.If(inside(condition), inside(then), inside(otherwise))
        case nf.SoftIf(condition=condition, then=then, otherwise=otherwise):
            return nf.SoftIf(inside(condition), inside(then), inside(otherwise))
        case nf.Not(goal=inner):
            return nf.Not(inside(inner))
        case nf.Scope(goal=inner):
            return nf.Scope(inside(inner))
        case nf.Findall(how=how, template=template, goal=inner, result=result):
            return nf.Findall(how, put(template), inside(inner), put(result))
        case nf.Catch(goal=inner, ball=ball, recovery=recovery):
            return nf.Catch(inside(inner), put(ball), inside(recovery))
        case nf.Dynamic(closure=closure, extra=extra):
            return nf.Dynamic(put(closure), tuple(map(put, extra)))
        case nf.Cut():
            return goal
