"""Statements of the intermediate language.

Control is structured: a statement that fails goes on after the innermost `Block`, or to the next round of the innermost
loop; with `is_final` it ends the whole procedure. Where control comes to the end of a list of statements, the search
goes on behind it: there is nothing after success but the search for more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from pyengine.compiler.procedures.conditions import Condition
from pyengine.compiler.procedures.expressions import Expr, Local
from pyengine.compiler.procedures.targets import Key, Target
from pyengine.compiler.runtime.terms import Functor, Value
from pyengine.errors import Place


@dataclass(slots=True)
class Comment:
    """Which clause the following comes from."""

    place: Place

    @property
    def text(self) -> str:
        """The clause for people: where it stands, and its first line, as it was written."""
        return f"{self.place.file}:{self.place.line}: {self.place.text.strip()}"


@dataclass(slots=True)
class Assign:
    """Give a local variable a value."""

    name: str
    value: Expr | bool


@dataclass(slots=True)
class Check:
    """Fail unless a condition holds."""

    condition: Condition
    is_final: bool


@dataclass(slots=True)
class Open:
    """Take a term apart that may be a variable: then it is bound to a new term of the functor."""

    value: Expr
    functor: Functor
    names: tuple[str | None, ...]
    is_final: bool


@dataclass(slots=True)
class Invoke:
    """Call a procedure or built-in that has at most one solution; `outs` get its outputs (None: not needed)."""

    target: Target
    args: tuple[Expr, ...]
    outs: tuple[str | None, ...]
    can_fail: bool
    is_final: bool
    is_hopeless: bool = False
    """No solution of it is known: what follows is not reached."""


@dataclass(slots=True)
class Require:
    """Make a clean value of a local variable's; where that is not ground, the rules must be compiled without this."""

    value: Local
    label: str


@dataclass(slots=True)
class Argument:
    """Take an argument of a term by its number, as arg/3 with both known."""

    name: str
    index: Expr
    term: Expr
    is_final: bool


@dataclass(slots=True)
class Loop:
    """Go through the solutions of a procedure or built-in."""

    target: Target
    args: tuple[Expr, ...]
    outs: tuple[str | None, ...]
    body: list[Statement]


@dataclass(slots=True)
class Range:
    """Go through the integers between two, both included; None is no upper end."""

    name: str
    low: Expr
    high: Expr | None
    body: list[Statement]


@dataclass(slots=True)
class Items:
    """Go through the items of a clean list, up to whatever ends it; `is_list` means that this is `[]`."""

    name: str
    value: Expr
    body: list[Statement]
    is_list: bool


@dataclass(slots=True)
class Block:
    """An alternative: what fails inside goes on after it."""

    body: list[Statement]


@dataclass(slots=True)
class Branch:
    """Go one way or the other."""

    condition: Condition
    then: list[Statement]
    otherwise: list[Statement]


@dataclass(slots=True)
class Switch:
    """Go to the case of a clean value; no case at all is failure. A case is an atomic value or a functor."""

    value: Local
    cases: list[tuple[Value | Functor, list[Statement]]]
    default: list[Statement]


@dataclass(slots=True)
class Succeed:
    """A solution: these are the outputs."""

    outs: tuple[Expr, ...]


@dataclass(slots=True)
class Fail:
    """Fail."""

    is_final: bool


@dataclass(slots=True)
class Mark:
    """Remember how far the trail is."""

    name: str


@dataclass(slots=True)
class Undo:
    """Unbind what was bound since a mark."""

    name: str


@dataclass(slots=True)
class Collect:
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
class Gather:
    """Add a solution to a collection; it is copied if it is not clean."""

    how: str
    collection: str
    value: Expr
    is_clean: bool


@dataclass(slots=True)
class Catching:
    """Call a procedure; where a term is thrown that unifies with the ball, call the recovery. There are no outputs."""

    target: Key
    args: tuple[Expr, ...]
    ball: Expr
    recovery: Key
    recovery_args: tuple[Expr, ...]
    body: list[Statement]


@dataclass(slots=True)
class Solve:
    """Call a goal that only the run knows."""

    goal: Expr
    extra: tuple[Expr, ...]
    body: list[Statement]


@dataclass(slots=True)
class Raise:
    """Raise an error: a call of what nobody defines, or an undeclared parameter."""

    kind: str
    args: tuple[Expr, ...]


Statement: TypeAlias = (
    Comment
    | Assign
    | Check
    | Open
    | Invoke
    | Argument
    | Require
    | Loop
    | Range
    | Items
    | Block
    | Branch
    | Switch
    | Succeed
    | Fail
    | Mark
    | Undo
    | Collect
    | Gather
    | Catching
    | Solve
    | Raise
)


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
