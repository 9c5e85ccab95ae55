"""How many solutions statements can have: read off their structure."""

from __future__ import annotations

from typing import Final, NamedTuple

from pyengine.compiler.builtins.registry import Version
from pyengine.compiler.procedures import (
    All,
    Argument,
    Assign,
    Block,
    Branch,
    Catching,
    Check,
    Collect,
    Comment,
    Compare,
    Condition,
    Evaluate,
    Fail,
    Holds,
    Invoke,
    Items,
    Loop,
    Mark,
    Negated,
    Open,
    Raise,
    Range,
    Solve,
    Statement,
    Succeed,
    Switch,
    Undo,
)

_HARMLESS: Final = frozenset({"var", "nonvar", "atom", "atomic", "integer", "number", "compound", "==", "\\==", "\\="})
"""Built-in tests that raise no error."""


class Outcome(NamedTuple):
    """At most how many solutions (2 for many), and whether control goes on behind the statements after one."""

    solutions: int
    goes_on: bool


def outcome(statements: list[Statement]) -> Outcome:
    """Count the solutions of statements along the path that has most.

    An error, or an endless search, behind a solution counts as another: who asks for more must meet it.
    """
    best = so_far = 0
    for statement in statements:
        if so_far and not _is_harmless(statement):
            best = 2
        if isinstance(statement, Fail | Raise):
            return Outcome(best, isinstance(statement, Fail) and not statement.is_final and so_far > 0)
        found = _outcome(statement)
        best = min(2, max(best, so_far + found.solutions))
        if found.goes_on:
            so_far = min(2, so_far + found.solutions)
    return Outcome(best, so_far > 0)


def _outcome(statement: Statement) -> Outcome:
    match statement:
        case Succeed():
            return Outcome(1, True)
        case Block(body=body):
            return outcome(body)
        case Loop(body=body) | Range(body=body) | Items(body=body) | Solve(body=body) | Catching(body=body):
            inner = outcome(body)
            return Outcome(2, True) if inner.goes_on else inner
        case Branch(then=then, otherwise=otherwise):
            return _either([outcome(then), outcome(otherwise)])
        case Switch(cases=cases, default=default):
            return _either([*[outcome(body) for _, body in cases], outcome(default)])
    return Outcome(0, False)


def _either(parts: list[Outcome]) -> Outcome:
    return Outcome(max(part.solutions for part in parts), any(part.goes_on for part in parts))


def _is_harmless(statement: Statement) -> bool:
    """Tell whether a statement ends without an error, as far as can be seen."""
    match statement:
        case Comment() | Mark() | Undo() | Succeed() | Fail() | Open():
            return True
        case Assign(value=value):
            return not isinstance(value, Evaluate)
        case Check(condition=condition):
            return _is_harmless_test(condition)
        case Block(body=body):
            return all(map(_is_harmless, body))
        case Branch(condition=condition, then=then, otherwise=otherwise):
            return _is_harmless_test(condition) and all(map(_is_harmless, [*then, *otherwise]))
        case Switch(cases=cases, default=default):
            return all(map(_is_harmless, [*default, *[inner for _, body in cases for inner in body]]))
    return False


def _is_harmless_test(condition: Condition) -> bool:
    match condition:
        case Compare():
            return False
        case Holds(target=target):
            return isinstance(target, Version) and target.name in _HARMLESS
        case Negated(inner=inner):
            return _is_harmless_test(inner)
        case All(parts=parts):
            return all(map(_is_harmless_test, parts))
    return True


def is_certain(statements: list[Statement], is_settled: bool) -> bool:
    """Tell whether statements have a solution for certain, unless an error is raised.

    A call of which no solution is known fails; but as long as more may become known, it is nothing to go by.
    """
    for statement in statements:
        match statement:
            case Succeed() | Raise():
                return True
            case Invoke(is_hopeless=True):
                return not is_settled
            case Check() | Open() | Argument() | Fail():
                return False
            case Invoke(can_fail=can_fail) | Collect(can_fail=can_fail) if can_fail:
                return False
            case Block(body=body) if is_certain(body, is_settled):
                return True
            case Block() | Loop() | Range() | Items() | Solve() | Catching() if _may_end([statement], is_settled):
                return False
            case Branch(then=then, otherwise=otherwise):
                if is_certain(then, is_settled) and is_certain(otherwise, is_settled):
                    return True
                if _may_fail(then) or _may_fail(otherwise):
                    return False
            case Switch(cases=cases, default=default):
                return all(is_certain(body, is_settled) for _, body in cases) and is_certain(default, is_settled)
    return False


def _may_end(statements: list[Statement], is_settled: bool) -> bool:
    """Tell whether statements can fail for good, behind a cut."""
    for statement in statements:
        match statement:
            case Invoke(is_hopeless=True) if not is_settled:
                return False
            case Check(is_final=True) | Open(is_final=True) | Argument(is_final=True) | Fail(is_final=True):
                return True
            case Invoke(can_fail=True, is_final=True) | Collect(can_fail=True, is_final=True):
                return True
            case Succeed():
                return False
            case (
                Block(body=body)
                | Loop(body=body)
                | Range(body=body)
                | Items(body=body)
                | Solve(body=body)
                | Catching(body=body)
            ):
                if _may_end(body, is_settled):
                    return True
            case Branch(then=then, otherwise=otherwise):
                if _may_end(then, is_settled) or _may_end(otherwise, is_settled):
                    return True
            case Switch(cases=cases, default=default):
                if any(_may_end(body, is_settled) for body in [default, *[body for _, body in cases]]):
                    return True
    return False


def _may_fail(statements: list[Statement]) -> bool:
    """Tell whether a branch can fail, rather than go on behind it."""
    for statement in statements:
        match statement:
            case (
                Check()
                | Open()
                | Argument()
                | Fail()
                | Loop()
                | Range()
                | Items()
                | Solve()
                | Catching()
                | Succeed()
                | Switch()
            ):
                return True
            case Invoke(can_fail=can_fail) | Collect(can_fail=can_fail) if can_fail:
                return True
            case Branch(then=then, otherwise=otherwise) if _may_fail(then) or _may_fail(otherwise):
                return True
            case Block():
                return True
    return False
