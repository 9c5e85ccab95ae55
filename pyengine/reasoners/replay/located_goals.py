"""Clauses as goals that know their places, and how the machine runs each of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from pyengine.compiler.builtins.registry import versions
from pyengine.compiler.builtins.solutions import applied_lambda
from pyengine.compiler.normal_form.goals import Pattern
from pyengine.compiler.runtime import control
from pyengine.compiler.runtime.errors import instantiation_error, type_error
from pyengine.compiler.runtime.solver import check_callable, with_arguments
from pyengine.compiler.runtime.terms import FAIL, NIL, Text, Value, Var, functor, list_of
from pyengine.compiler.runtime.unify import copy_term, deref, resolve, unify, variables_of
from pyengine.compiler.unsupported import UnsupportedError
from pyengine.language.checking.clauses import Part, Rule
from pyengine.reasoners.replay.frames import END, Alternative, AnyFrame, CatchFrame, Todo
from pyengine.reasoners.replay.patterns import Env, Slot, Struct, build, key_of
from pyengine.terms import Var as Variable

if TYPE_CHECKING:
    from pyengine.reasoners.replay.machine import Machine

AT: Final = functor("$at", 2)
"""`$at(Part, Goal)` is a closure that was given to library text, and where it stands in the rules."""
_LAMBDA, _CARET, _PAIR, _MODULE = (functor(name, 2) for name in (">>", "^", "-", ":"))
_NO_SLOTS: Final[Env] = []


@dataclass(slots=True, eq=False)
class LocatedGoal:
    """A goal; `part` is where it stands in the rules, None in library text. One of no other kind fails."""

    part: Part | None = field(default=None, kw_only=True)

    def run(self, machine: Machine, env: Env, frame: AnyFrame | None, height: int, rest: Todo) -> Todo:
        """Run the goal: give what is to be done then, None where it has failed.

        `env` has the slots of its clause, which `frame` is a call of; a cut leaves `height` alternatives.
        """
        return None


@dataclass(slots=True, eq=False)
class CallGoal(LocatedGoal):
    """A call of a predicate; `callee` is what the machine has found for it."""

    name: str
    args: tuple[Pattern, ...]
    in_library: bool
    callee: Any = None
    closures: tuple[tuple[int, Part], ...] = ()

    def run(self, machine: Machine, env: Env, frame: AnyFrame | None, height: int, rest: Todo) -> Todo:
        """Call it."""
        return machine.call(self, env, frame, rest)


# Control


@dataclass(slots=True, eq=False)
class ConjGoal(LocatedGoal):
    """Goals one after the other."""

    goals: tuple[LocatedGoal, ...] = ()

    def run(self, machine: Machine, env: Env, frame: AnyFrame | None, height: int, rest: Todo) -> Todo:
        """Have all of them run."""
        for inner in reversed(self.goals):
            rest = (inner, env, frame, height, rest)
        return rest


@dataclass(slots=True, eq=False)
class CutGoal(LocatedGoal):
    """`!`."""

    def run(self, machine: Machine, env: Env, frame: AnyFrame | None, height: int, rest: Todo) -> Todo:
        """Leave no alternatives of the clause."""
        del machine.alternatives[height:]
        return rest


@dataclass(slots=True, eq=False)
class ScopeGoal(LocatedGoal):
    """A goal whose cuts are local to it."""

    goal: LocatedGoal

    def run(self, machine: Machine, env: Env, frame: AnyFrame | None, height: int, rest: Todo) -> Todo:
        """Have it cut to what there is now."""
        return self.goal, env, frame, len(machine.alternatives), rest


@dataclass(slots=True, eq=False)
class OrGoal(LocatedGoal):
    """One goal, and on backtracking the other."""

    left: LocatedGoal
    right: LocatedGoal

    def run(self, machine: Machine, env: Env, frame: AnyFrame | None, height: int, rest: Todo) -> Todo:
        """Leave the right one for later."""
        other = (self.right, env, frame, height, rest)
        machine.alternatives.append(Alternative(len(machine.trail), self, frame, other))
        return self.left, env, frame, height, rest


@dataclass(slots=True, eq=False)
class IfGoal(LocatedGoal):
    """`( condition -> then ; otherwise )`; a soft one, `*->`, goes through all solutions of its condition."""

    condition: LocatedGoal
    then: LocatedGoal
    otherwise: LocatedGoal
    is_soft: bool = False

    def run(self, machine: Machine, env: Env, frame: AnyFrame | None, height: int, rest: Todo) -> Todo:
        """Run the condition, and leave the else for later."""
        here = len(machine.alternatives)
        other = Alternative(len(machine.trail), self, frame, (self.otherwise, env, frame, height, rest))
        machine.alternatives.append(other)
        commit = _Commit(here, other, self.is_soft, self.then)
        return self.condition, env, frame, here + 1, (commit, env, frame, height, rest)


@dataclass(slots=True, eq=False)
class _Commit(LocatedGoal):
    """The end of a condition: what was left of it is given up; of a soft one, only the way to its else."""

    height: int
    alternative: Alternative
    is_soft: bool
    then: LocatedGoal

    def run(self, machine: Machine, env: Env, frame: AnyFrame | None, height: int, rest: Todo) -> Todo:
        """Go on with the then."""
        if not self.is_soft:
            del machine.alternatives[self.height :]
        elif machine.alternatives[self.height] is self.alternative:
            machine.alternatives[self.height] = Alternative(self.alternative.mark, self, frame, FAILED)
        return self.then, env, frame, height, rest


@dataclass(slots=True, eq=False)
class CatchGoal(LocatedGoal):
    """catch/3."""

    goal: LocatedGoal
    ball: Pattern
    recovery: LocatedGoal

    def run(self, machine: Machine, env: Env, frame: AnyFrame | None, height: int, rest: Todo) -> Todo:
        """Run the goal in a frame that catches."""
        here, recovery = len(machine.alternatives), (self.recovery, env, frame, rest)
        inside = CatchFrame(frame, self, build(self.ball, env), recovery, len(machine.trail), here)
        return self.goal, env, inside, here, rest


# Solutions collected


@dataclass(slots=True, eq=False)
class CollectGoal(LocatedGoal):
    """findall/3,4 or, with an `aggregate`, aggregate_all/3."""

    template: Pattern
    goal: LocatedGoal
    result: Pattern
    rest: Pattern
    aggregate: bool

    def run(self, machine: Machine, env: Env, frame: AnyFrame | None, height: int, rest: Todo) -> Todo:
        """Go through the solutions of the goal."""
        machine.goal, machine.frame = self, frame
        template, result = build(self.template, env), build(self.result, env)
        how = "bag"
        if self.aggregate:
            how, template = _aggregate(deref(template))
        collector = _Collector(how, template, result, build(self.rest, env), part=self.part)
        return collector.gather(machine, self.goal, env, frame, rest)


@dataclass(slots=True, eq=False)
class _Collector(LocatedGoal):
    """What one findall/3 has found, and how that is folded."""

    how: str
    template: Value
    result: Value
    rest: Value
    found: list[Value] = field(default_factory=list)

    def gather(self, machine: Machine, goal: LocatedGoal, env: Env, frame: AnyFrame | None, rest: Todo) -> Todo:
        """Go through the solutions of a goal."""
        machine.alternatives.append(_Gathering(len(machine.trail), machine.goal, frame, rest, self))
        return goal, env, frame, len(machine.alternatives), (self, _NO_SLOTS, frame, 0, END)

    def run(self, machine: Machine, env: Env, frame: AnyFrame | None, height: int, rest: Todo) -> Todo:
        """Keep a solution, and look for the next."""
        self.found.append(copy_term(self.template))
        return None

    def fold(self) -> Value:
        """Give what the solutions come to, FAIL where they come to nothing."""
        return list_of(self.found, self.rest) if self.how == "bag" else _FOLDS[self.how](self.found)


@dataclass(slots=True, eq=False)
class _Gathering(Alternative):
    """The end of findall/3 and its like: all solutions were found."""

    collector: _Collector

    def resume(self, machine: Machine) -> Todo:
        """Give what was found."""
        machine.alternatives.pop()
        machine.goal, machine.frame = self.goal, self.frame
        value = self.collector.fold()
        if value is FAIL or not unify(self.collector.result, value, machine.trail):
            return None
        machine.watch()
        return self.todo


def _best(keep: Callable[[list[Value], Value], None], fold: Fold, found: list[Value]) -> Value:
    kept: list[Value] = []
    for pair in found:
        keep(kept, pair)
    return fold(kept)


Fold = Callable[[list[Value]], Value]
_FOLDS: Final[Mapping[str, Fold]] = {
    "count": len,
    "sum": control.fold_sum,
    "max": control.fold_max,
    "min": control.fold_min,
    "set": control.fold_set,
    "max_witness": partial(_best, control.keep_max_witness, control.fold_max_witness),
    "min_witness": partial(_best, control.keep_min_witness, control.fold_min_witness),
}


def _aggregate(template: Value) -> tuple[str, Value]:
    """Say how the solutions of aggregate_all/3 are folded, and of what."""
    if template == "count":
        return "count", 1
    if template.__class__ is tuple:
        name, arity = template[0].name, template[0].arity
        if arity == 1 and name in ("sum", "max", "min", "bag", "set"):
            return name, template[1]
        if arity == 2 and name in ("max", "min"):
            return f"{name}_witness", (_PAIR, template[1], template[2])
    raise UnsupportedError("aggregate_all/3 with this template")


# Goals that only the run knows


@dataclass(slots=True, eq=False)
class LateGoal(LocatedGoal):
    """A goal whose first argument that is called, `closure`, only the run knows; `closure_part` is where it stands."""

    closure: Pattern
    closure_part: Part | None
    args: tuple[Pattern, ...]
    in_library: bool


@dataclass(slots=True, eq=False)
class ApplyGoal(LateGoal):
    """`call(closure, args...)`."""

    def run(self, machine: Machine, env: Env, frame: AnyFrame | None, height: int, rest: Todo) -> Todo:
        """Run what is called."""
        machine.goal, machine.frame = self, frame
        part = self.closure_part
        if part is not None and isinstance(part.term, Variable):
            part = self.part
        closure, part = _closure(build(self.closure, env), part)
        extra = tuple([build(argument, env) for argument in self.args])
        if closure.__class__ is tuple and closure[0] is _LAMBDA and not machine.defines((">>", 2 + len(extra))):
            made = applied_lambda(closure[1], closure[2], list_of(extra), machine.trail)
            if made is FAIL:
                return None
            if part is not None and part.is_call(">>", 2):
                part = part.parts()[1]
        else:
            made = with_arguments(closure, extra)
        check_callable(made, made)
        called = machine.translation(self, part).goal(made, part or self.part)
        return called, _NO_SLOTS, frame, len(machine.alternatives), rest


@dataclass(slots=True, eq=False)
class GroupGoal(LateGoal):
    """bagof/3 or setof/3 of a template and a result: the goal may have `^` before it."""

    name: str

    def run(self, machine: Machine, env: Env, frame: AnyFrame | None, height: int, rest: Todo) -> Todo:
        """Go through the solutions of the goal, to be grouped then."""
        machine.goal, machine.frame = self, frame
        template, result = (build(argument, env) for argument in self.args)
        bound = [template]
        inner, part = _closure(build(self.closure, env), self.closure_part)
        while inner.__class__ is tuple and inner[0] is _CARET:
            bound.append(inner[1])
            if part is not None and part.is_call("^", 2):
                part = part.parts()[1]
            inner, part = _closure(inner[2], part)
        if inner.__class__ is Var:
            raise instantiation_error()
        known = set(variables_of(list_of(bound)))
        free = [variable for variable in variables_of(inner) if variable not in known]
        witness = (functor("v", len(free)), *free) if free else "v"
        pairs = Var()
        collector = _Collector("bag", (_PAIR, witness, template), pairs, NIL, part=self.part)
        grouping = _Grouping(f"${self.name}", (witness, pairs, result), part=self.part)
        called = machine.translation(self, part).goal(inner, part or self.part)
        return collector.gather(machine, called, _NO_SLOTS, frame, (grouping, _NO_SLOTS, frame, 0, rest))


@dataclass(slots=True, eq=False)
class _Grouping(LocatedGoal):
    """The end of bagof/3: what was found is grouped."""

    name: str
    args: tuple[Value, ...]

    def run(self, machine: Machine, env: Env, frame: AnyFrame | None, height: int, rest: Todo) -> Todo:
        """Give one group after the other."""
        machine.goal, machine.frame = self, frame
        mark = len(machine.trail)
        groups = versions(self.name, 3)[0].function(*self.args, machine.trail)
        return machine.answer((True for _ in groups), mark, rest)


@dataclass(slots=True, eq=False)
class PhraseGoal(LateGoal):
    """phrase/2,3: a grammar body on a list, up to the rest of it."""

    def run(self, machine: Machine, env: Env, frame: AnyFrame | None, height: int, rest: Todo) -> Todo:
        """Run what the body is translated to."""
        machine.goal, machine.frame = self, frame
        body, part = _closure(build(self.closure, env), self.closure_part)
        text, left = (build(argument, env) for argument in self.args)
        if body.__class__ is Var:
            raise instantiation_error()
        if body.__class__ not in (str, tuple, Text) and body is not NIL:
            raise type_error("callable", resolve(body))
        for argument in (text, left):
            versions("$list_or_partial", 1)[0].function(argument)
        called = machine.translation(self, part).grammar(body, part or self.part, text, left)
        return called, _NO_SLOTS, frame, len(machine.alternatives), rest


def _closure(closure: Value, part: Part | None) -> tuple[Value, Part | None]:
    """Take a closure out of what says where it stands, and out of its module."""
    closure = deref(closure)
    while closure.__class__ is tuple and (closure[0] is AT or closure[0] is _MODULE):
        if closure[0] is AT:
            part = closure[1]
        elif part is not None and part.is_call(":", 2):
            part = part.parts()[1]
        closure = deref(closure[2])
    return closure, part


TRUE: Final = ConjGoal()
FAILURE: Final = LocatedGoal()
CUT: Final = CutGoal()
FAILED: Final = (FAILURE, _NO_SLOTS, None, 0, END)


@dataclass(slots=True, eq=False)
class LocatedClause:
    """A clause: the patterns of its head, how many slots it has, and its body. `rule` is None for library text.

    `key` is what a first argument must be for the head to match, as `key_of` gives it; None where anything may be.
    """

    args: tuple[Pattern, ...]
    body: LocatedGoal
    size: int
    rule: Rule | None
    is_matching: bool
    key: Any = field(init=False)

    def __post_init__(self) -> None:
        first = self.args[0] if self.args else None
        self.key = first.functor if first.__class__ is Struct else None if first.__class__ is Slot else key_of(first)
