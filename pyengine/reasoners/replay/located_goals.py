"""Clauses as goals that know their places: what the machine runs.

Terms here are patterns: values as at run time, in which a `Slot` stands for a variable of the clause, and a `Struct`
for a compound term with slots in it. A goal that only the run knows is made of a value in the same way, without slots.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from pyengine.compiler.normal_form.goals import Pattern
from pyengine.compiler.runtime.terms import NIL, Functor, Value, Var, functor
from pyengine.compiler.runtime.unify import Trail, bind, deref, unify
from pyengine.language.checking.clauses import Part, Rule

Env: TypeAlias = list[Any]
"""The values of the slots of one call of a clause; None where there is none yet."""

AT: Final = functor("$at", 2)
"""`$at(Part, Goal)` is a closure that was given to library text, and where it stands in the rules."""


class Slot:
    """A variable of a clause."""

    __slots__ = ("index",)

    def __init__(self, index: int) -> None:
        self.index = index


class Struct:
    """A compound term with slots in it."""

    __slots__ = ("args", "functor")

    def __init__(self, name: Functor, args: tuple[Pattern, ...]) -> None:
        self.functor = name
        self.args = args


class LocatedGoal:
    """A goal; `part` is where it stands in the rules, None in library text."""

    __slots__ = ("part",)

    def __init__(self, part: Part | None = None) -> None:
        self.part = part


class CallGoal(LocatedGoal):
    """A call of a predicate; `callee` is what the machine has found for it."""

    __slots__ = ("args", "callee", "closures", "in_library", "name")

    def __init__(self, name: str, args: tuple[Pattern, ...], part: Part | None, in_library: bool) -> None:
        super().__init__(part)
        self.name = name
        self.args = args
        self.in_library = in_library
        self.callee: Any = None
        self.closures: tuple[tuple[int, Part], ...] = ()


class ApplyGoal(LocatedGoal):
    """`call(closure, extra...)`."""

    __slots__ = ("closure", "closure_part", "extra", "in_library")

    def __init__(
        self,
        closure: Pattern,
        closure_part: Part | None,
        extra: tuple[Pattern, ...],
        part: Part | None,
        in_library: bool,
    ) -> None:
        super().__init__(part)
        self.closure = closure
        self.closure_part = closure_part
        self.extra = extra
        self.in_library = in_library


class ConjGoal(LocatedGoal):
    """Goals one after the other."""

    __slots__ = ("goals",)

    def __init__(self, *goals: LocatedGoal) -> None:
        super().__init__()
        self.goals = goals


class OrGoal(LocatedGoal):
    """One goal, and on backtracking the other."""

    __slots__ = ("left", "right")

    def __init__(self, left: LocatedGoal, right: LocatedGoal) -> None:
        super().__init__()
        self.left, self.right = left, right


class IfGoal(LocatedGoal):
    """`( condition -> then ; otherwise )`; a soft one, `*->`, goes through all solutions of its condition."""

    __slots__ = ("condition", "is_soft", "otherwise", "then")

    def __init__(
        self, condition: LocatedGoal, then: LocatedGoal, otherwise: LocatedGoal, is_soft: bool = False
    ) -> None:
        super().__init__()
        self.condition, self.then, self.otherwise, self.is_soft = condition, then, otherwise, is_soft


class CutGoal(LocatedGoal):
    """`!`."""

    __slots__ = ()


class ScopeGoal(LocatedGoal):
    """A goal whose cuts are local to it."""

    __slots__ = ("goal",)

    def __init__(self, goal: LocatedGoal) -> None:
        super().__init__()
        self.goal = goal


class CollectGoal(LocatedGoal):
    """findall/3,4 or, with an `aggregate`, aggregate_all/3."""

    __slots__ = ("aggregate", "goal", "rest", "result", "template")

    def __init__(
        self, template: Pattern, goal: LocatedGoal, result: Pattern, part: Part | None, rest: Pattern, aggregate: bool
    ) -> None:
        super().__init__(part)
        self.template, self.goal, self.result, self.rest, self.aggregate = template, goal, result, rest, aggregate


class GroupGoal(LocatedGoal):
    """bagof/3 or setof/3: what its goal is, with `^` before it, only the run knows."""

    __slots__ = ("goal", "goal_part", "in_library", "name", "result", "template")

    def __init__(
        self, name: str, args: tuple[Pattern, ...], goal_part: Part | None, part: Part | None, in_library: bool
    ) -> None:
        super().__init__(part)
        self.name = name
        self.template, self.goal, self.result = args
        self.goal_part = goal_part
        self.in_library = in_library


class CatchGoal(LocatedGoal):
    """catch/3."""

    __slots__ = ("ball", "goal", "recovery")

    def __init__(self, goal: LocatedGoal, ball: Pattern, recovery: LocatedGoal, part: Part | None) -> None:
        super().__init__(part)
        self.goal, self.ball, self.recovery = goal, ball, recovery


class PhraseGoal(LocatedGoal):
    """phrase/2,3: a grammar body on a list."""

    __slots__ = ("body", "body_part", "in_library", "rest", "text")

    def __init__(self, args: tuple[Pattern, ...], body_part: Part | None, part: Part | None, in_library: bool) -> None:
        super().__init__(part)
        self.body, self.text = args[:2]
        self.rest = args[2] if len(args) == 3 else NIL
        self.body_part = body_part
        self.in_library = in_library


TRUE: Final = ConjGoal()
FAILURE: Final = LocatedGoal()
CUT: Final = CutGoal()


class LocatedClause:
    """A clause: the patterns of its head, how many slots it has, and its body. `rule` is None for library text.

    `key` is what a first argument must be for the head to match, as `key_of` gives it; None where anything may be.
    """

    __slots__ = ("args", "body", "is_matching", "key", "rule", "size")

    def __init__(
        self, args: tuple[Pattern, ...], body: LocatedGoal, size: int, rule: Rule | None, is_matching: bool
    ) -> None:
        self.args = args
        self.body = body
        self.size = size
        self.rule = rule
        self.is_matching = is_matching
        first = args[0] if args else None
        self.key = first.functor if first.__class__ is Struct else None if first.__class__ is Slot else key_of(first)


def key_of(value: Value) -> Any:
    """Give what tells apart which heads a first argument can match; None for a variable."""
    if value.__class__ is tuple:
        return value[0]
    return None if value.__class__ is Var else value


def build(pattern: Pattern, env: Env) -> Value:
    """Make the value that a pattern stands for in one call of its clause."""
    kind = pattern.__class__
    if kind is Slot:
        value = env[pattern.index]
        if value is None:
            value = env[pattern.index] = Var()
        return value
    if kind is not Struct:
        return pattern
    if pattern.args[-1].__class__ is not Struct:
        return (pattern.functor, *[build(argument, env) for argument in pattern.args])
    spine = []
    while pattern.__class__ is Struct:  # lists are long: their tails are no recursion
        spine.append((pattern.functor, [build(argument, env) for argument in pattern.args[:-1]]))
        pattern = pattern.args[-1]
    value = build(pattern, env)
    for name, firsts in reversed(spine):
        value = (name, *firsts, value)
    return value


def match(patterns: tuple[Pattern, ...], args: tuple[Value, ...], env: Env, trail: Trail) -> bool:
    """Unify the head of a clause with the arguments of a call."""
    stack = list(zip(patterns, args, strict=True))
    stack.reverse()
    while stack:
        pattern, value = stack.pop()
        if pattern.__class__ is Slot:
            known = env[pattern.index]
            if known is None:
                env[pattern.index] = value
            elif not unify(known, value, trail):
                return False
        elif pattern.__class__ is Struct:
            value = deref(value)
            if value.__class__ is Var:
                bind(value, build(pattern, env), trail)
            elif value.__class__ is tuple and value[0] is pattern.functor:
                stack.extend(zip(pattern.args[::-1], value[:0:-1], strict=True))
            else:
                return False
        elif not unify(pattern, value, trail):
            return False
    return True
