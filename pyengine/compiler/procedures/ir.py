"""The intermediate representation of a procedure: expressions, conditions, statements.

Expressions give a value, and have no choice; conditions hold or do not hold. Control is structured: a statement that
fails goes on after the innermost `Block`, or to the next round of the innermost loop; with `is_final` it ends the whole
procedure. Where control comes to the end of a list of statements, the search goes on behind it: there is nothing after
success but the search for more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from pyengine.compiler.procedures.callees import Callee, Key
from pyengine.compiler.runtime.terms import Functor, Value
from pyengine.errors import Place

# Expressions


@dataclass(frozen=True, slots=True)
class Const:
    """A clean value known when rules are compiled."""

    value: Value


@dataclass(frozen=True, slots=True)
class Local:
    """A local variable of the procedure."""

    name: str


@dataclass(frozen=True, slots=True)
class Build:
    """A compound term made of its parts."""

    functor: Functor
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """An argument of a compound term, from 1; `functor` is the one that the term has."""

    base: Local
    index: int
    functor: Functor


@dataclass(frozen=True, slots=True)
class NewVar:
    """A new unbound variable."""


@dataclass(frozen=True, slots=True)
class IntOp:
    """Arithmetic on operands that are integers, with an integer for a result and no error."""

    op: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Evaluate:
    """General arithmetic on a term."""

    term: Expr


Expr: TypeAlias = Const | Local | Build | Field | NewVar | IntOp | Evaluate


# Conditions


@dataclass(frozen=True, slots=True)
class IsValue:
    """A value is this atomic one."""

    value: Expr
    other: Value


@dataclass(frozen=True, slots=True)
class IsFunctor:
    """A value is a compound term of this functor."""

    value: Expr
    functor: Functor
    is_compound: bool = False


@dataclass(frozen=True, slots=True)
class Same:
    """Two clean values are equal; it may take long to see where both may share parts."""

    left: Expr
    right: Expr
    is_long: bool = False


@dataclass(frozen=True, slots=True)
class IntCompare:
    """A comparison of integers."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Compare:
    """An arithmetic comparison of terms that may be anything; if `integers` are, `fast` says the same."""

    op: str
    left: Expr
    right: Expr
    integers: tuple[Expr, ...] = ()
    fast: IntCompare | None = None


@dataclass(frozen=True, slots=True)
class AreIntegers:
    """Some values are all integers."""

    values: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class HasType:
    """A type test of a clean value; `kind` is the name of the predicate."""

    kind: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Holds:
    """A built-in test, or a procedure without outputs."""

    callee: Callee
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Unifies:
    """General unification succeeds, and leaves its bindings."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Negated:
    """A condition does not hold."""

    inner: Condition


@dataclass(frozen=True, slots=True)
class All:
    """Some conditions hold, looked at from left to right."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Flag:
    """A truth value in a local variable."""

    name: str


Condition: TypeAlias = (
    IsValue | IsFunctor | Same | IntCompare | Compare | AreIntegers | HasType | Holds | Unifies | Negated | All | Flag
)


def tests(condition: Condition) -> Iterator[Condition]:
    """Go through what a condition is made of by negation and conjunction."""
    if isinstance(condition, Negated):
        yield from tests(condition.inner)
    elif isinstance(condition, All):
        for part in condition.parts:
            yield from tests(part)
    else:
        yield condition


# Statements


class Statement:
    """A step of a procedure."""

    __slots__ = ()


@dataclass(slots=True)
class Comment(Statement):
    """Which clause the following comes from."""

    place: Place

    @property
    def text(self) -> str:
        """The clause for people: where it stands, and its first line, as it was written."""
        return f"{self.place.file}:{self.place.line}: {self.place.text.strip()}"


@dataclass(slots=True)
class Assign(Statement):
    """Give a local variable a value."""

    name: str
    value: Expr | bool


@dataclass(slots=True)
class Check(Statement):
    """Fail unless a condition holds."""

    condition: Condition
    is_final: bool


@dataclass(slots=True)
class Open(Statement):
    """Take a term apart that may be a variable: then it is bound to a new term of the functor."""

    value: Expr
    functor: Functor
    names: tuple[str | None, ...]
    is_final: bool


@dataclass(slots=True)
class Invoke(Statement):
    """Call a procedure or built-in that has at most one solution; `outs` get its outputs (None: not needed)."""

    callee: Callee
    args: tuple[Expr, ...]
    outs: tuple[str | None, ...]
    can_fail: bool
    is_final: bool
    is_hopeless: bool = False
    """No solution of it is known: what follows is not reached."""


@dataclass(slots=True)
class Require(Statement):
    """Make a clean value of a local variable's; where that is not ground, the rules must be compiled without this."""

    value: Local
    label: str


@dataclass(slots=True)
class Argument(Statement):
    """Take an argument of a term by its number, as arg/3 with both known."""

    name: str
    index: Expr
    term: Expr
    is_final: bool


@dataclass(slots=True)
class Loop(Statement):
    """Go through the solutions of a procedure or built-in."""

    callee: Callee
    args: tuple[Expr, ...]
    outs: tuple[str | None, ...]
    body: list[Statement]


@dataclass(slots=True)
class Range(Statement):
    """Go through the integers between two, both included; None is no upper end."""

    name: str
    low: Expr
    high: Expr | None
    body: list[Statement]


@dataclass(slots=True)
class Items(Statement):
    """Go through the items of a clean list, up to whatever ends it; `is_list` means that this is `[]`."""

    name: str
    value: Expr
    body: list[Statement]
    is_list: bool


@dataclass(slots=True)
class Block(Statement):
    """An alternative: what fails inside goes on after it."""

    body: list[Statement]


@dataclass(slots=True)
class Branch(Statement):
    """Go one way or the other."""

    condition: Condition
    then: list[Statement]
    otherwise: list[Statement]


@dataclass(slots=True)
class Switch(Statement):
    """Go to the case of a clean value; no case at all is failure. A case is an atomic value or a functor."""

    value: Local
    cases: list[tuple[Value | Functor, list[Statement]]]
    default: list[Statement]

    def test(self, case: Value | Functor) -> Condition:
        """Give the condition of a case."""
        return IsFunctor(self.value, case) if isinstance(case, Functor) else IsValue(self.value, case)


@dataclass(slots=True)
class Succeed(Statement):
    """A solution: these are the outputs."""

    outs: tuple[Expr, ...]


@dataclass(slots=True)
class Fail(Statement):
    """Fail."""

    is_final: bool


@dataclass(slots=True)
class Mark(Statement):
    """Remember how far the trail is."""

    name: str


@dataclass(slots=True)
class Undo(Statement):
    """Unbind what was bound since a mark."""

    name: str


@dataclass(slots=True)
class Collect(Statement):
    """Gather solutions: `body` adds to the collection; afterwards `result` has its sum, as `how` says.

    It may take long to compare solutions that may share parts.
    """

    how: str
    collection: str
    body: list[Statement]
    result: str
    mark: str
    can_fail: bool
    is_final: bool
    is_long: bool = False


@dataclass(slots=True)
class Gather(Statement):
    """Add a solution to a collection; it is copied if it is not clean."""

    how: str
    collection: str
    value: Expr
    is_clean: bool


@dataclass(slots=True)
class Catching(Statement):
    """Call a procedure; where a term is thrown that unifies with the ball, call the recovery. There are no outputs."""

    callee: Key
    args: tuple[Expr, ...]
    ball: Expr
    recovery: Key
    recovery_args: tuple[Expr, ...]
    body: list[Statement]


@dataclass(slots=True)
class Solve(Statement):
    """Call a goal that only the run knows."""

    goal: Expr
    extra: tuple[Expr, ...]
    body: list[Statement]


@dataclass(slots=True)
class Raise(Statement):
    """Raise an error: a call of what nobody defines, or an undeclared parameter."""

    kind: str
    args: tuple[Expr, ...]


def bodies(statement: Statement) -> Iterator[list[Statement]]:
    """Give the lists of statements inside a statement."""
    match statement:
        case Loop(body=body) | Range(body=body) | Items(body=body) | Block(body=body):
            yield body
        case Collect(body=body) | Catching(body=body) | Solve(body=body):
            yield body
        case Branch(then=then, otherwise=otherwise):
            yield then
            yield otherwise
        case Switch(cases=cases, default=default):
            for _, body in cases:
                yield body
            yield default


def walk(statements: list[Statement]) -> Iterator[Statement]:
    """Go through all statements of any depth, outer ones first."""
    waiting = [iter(statements)]
    while waiting:
        for statement in waiting[-1]:
            yield statement
            if inner := [iter(body) for body in bodies(statement)]:
                waiting.extend(reversed(inner))
                break
        else:
            waiting.pop()
