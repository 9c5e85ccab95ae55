"""The normal form of rules: clauses whose control is explicit.

Terms here are patterns: values as at run time (`runtime.terms`), in which a compile-time `Variable` may stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from pyengine.compiler.runtime.terms import Text, Value, functor, list_of, number_value
from pyengine.errors import Place
from pyengine.terms import Atom, Compound, List, String, Term
from pyengine.terms import Var as Variable

__all__ = ["Variable"]

Pattern: TypeAlias = Value


@dataclass(frozen=True, slots=True, eq=False)
class Call:
    """A call of a predicate, the file's own or built-in."""

    name: str
    args: tuple[Pattern, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Conj:
    """Goals one after the other; none at all is `true`."""

    goals: tuple[Goal, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Or:
    """One goal, and on backtracking the other."""

    left: Goal
    right: Goal


@dataclass(frozen=True, slots=True, eq=False)
class If:
    """`( condition -> then ; otherwise )`."""

    condition: Goal
    then: Goal
    otherwise: Goal


@dataclass(frozen=True, slots=True, eq=False)
class SoftIf:
    """`( condition *-> then ; otherwise )`."""

    condition: Goal
    then: Goal
    otherwise: Goal


@dataclass(frozen=True, slots=True, eq=False)
class Not:
    """`\\+ goal`."""

    goal: Goal


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """`!`: it cuts the clause that it stands in."""


@dataclass(frozen=True, slots=True, eq=False)
class Scope:
    """A goal whose cuts are local to it."""

    goal: Goal


@dataclass(frozen=True, slots=True, eq=False)
class Findall:
    """`findall(template, goal, result)`; the values are folded by `how`, `bag` being findall itself.

    `how` is one of `bag`, `count`, `sum`, `max`, `min`, `max_witness`, `min_witness`, `set`, `least`.
    """

    how: str
    template: Pattern
    goal: Goal
    result: Pattern


@dataclass(frozen=True, slots=True, eq=False)
class Catch:
    """`catch(goal, ball, recovery)`."""

    goal: Goal
    ball: Pattern
    recovery: Goal


@dataclass(frozen=True, slots=True, eq=False)
class Dynamic:
    """`call(closure, extra...)` where only the run knows the closure."""

    closure: Pattern
    extra: tuple[Pattern, ...]


Goal: TypeAlias = Call | Conj | Or | If | SoftIf | Not | Cut | Scope | Findall | Catch | Dynamic

TRUE: Final = Conj(())
FAILURE: Final = Call("fail", ())
UNIFY: Final = "="


@dataclass(frozen=True, slots=True, eq=False)
class RawClause:
    """A clause as it was written, as patterns, and where; `body` is None for a fact."""

    args: tuple[Pattern, ...]
    body: Pattern | None
    place: Place | None
    is_matching: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class NormalClause:
    """A clause in normal form."""

    args: tuple[Pattern, ...]
    body: Goal
    place: Place | None


@dataclass(eq=False, slots=True)
class Predicate:
    """A predicate in normal form; `origin` is how people call it, `serial` counts the auxiliary ones."""

    name: str
    arity: int
    clauses: tuple[NormalClause, ...]
    origin: str
    is_tabled: bool = False
    auxiliaries: int = field(default=0)

    def __repr__(self) -> str:
        return f"{self.name}/{self.arity}"


def to_pattern(term: Term) -> Pattern:
    """Turn a Term into a pattern: its variables stay."""
    if isinstance(term, Atom):
        return term.name
    if isinstance(term, List):
        if not term.items:
            return list_of(())
        tail = list_of(()) if term.is_proper else to_pattern(term.tail)
        return list_of([to_pattern(item) for item in term.items], tail)
    if isinstance(term, Compound):
        return (functor(term.name, len(term.args)), *[to_pattern(argument) for argument in term.args])
    if isinstance(term, String):
        return Text(term.text)
    if isinstance(term, Variable):
        return term
    return number_value(term)


def pattern_variables(pattern: Pattern) -> Iterator[Variable]:
    """Go through the variables of a pattern, each time one stands there, from left to right."""
    stack = [pattern]
    while stack:
        item = stack.pop()
        if item.__class__ is Variable:
            yield item
        elif item.__class__ is tuple:
            stack.extend(item[:0:-1])


def are_ground(patterns: tuple[Pattern, ...]) -> bool:
    """Tell whether there is no variable in some patterns."""
    return all(next(pattern_variables(pattern), None) is None for pattern in patterns)


def goal_variables(goal: Goal) -> Iterator[Variable]:
    """Go through the variables of a goal, each time one stands there, from left to right."""
    stack: list[object] = [goal]
    while stack:
        part = stack.pop()
        if part.__class__ is Variable:
            yield part
        elif isinstance(part, tuple):
            stack.extend(part[::-1])
        elif isinstance(part, Goal):
            stack.extend([getattr(part, name) for name in reversed(part.__slots__)])


def has_cut(goal: Goal) -> bool:
    """Tell whether a goal cuts its clause; conditions and the like have cuts of their own."""
    match goal:
        case Cut():
            return True
        case Conj(goals=goals):
            return any(has_cut(inner) for inner in goals)
        case Or(left=left, right=right):
            return has_cut(left) or has_cut(right)
        case If() | SoftIf():
            return has_cut(goal.then) or has_cut(goal.otherwise)
    return False


def substitute(pattern: Pattern, bindings: Mapping[Variable, Pattern]) -> Pattern:
    """Put patterns in the place of variables."""
    if pattern.__class__ is Variable:
        return bindings.get(pattern, pattern)
    if pattern.__class__ is tuple:
        return (pattern[0], *[substitute(argument, bindings) for argument in pattern[1:]])
    return pattern


def conjunction(*goals: Goal) -> Goal:
    """Put goals one after the other, without conjunctions inside conjunctions."""
    flat: list[Goal] = []
    for goal in goals:
        flat.extend(goal.goals if isinstance(goal, Conj) else (goal,))
    return flat[0] if len(flat) == 1 else Conj(tuple(flat))
