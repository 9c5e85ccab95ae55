"""How many solutions statements can have: read off their structure."""

from __future__ import annotations

from typing import Final, NamedTuple

from pyengine.compiler.builtins.registry import Version
from pyengine.compiler.procedures import ir

_HARMLESS: Final = frozenset({"var", "nonvar", "atom", "atomic", "integer", "number", "compound", "==", "\\==", "\\="})
"""Built-in tests that raise no error."""


class SolutionCount(NamedTuple):
    """At most how many solutions (2 for many), and whether control goes on behind the statements after one."""

    solutions: int
    goes_on: bool


def outcome(statements: list[ir.Statement]) -> SolutionCount:
    """Count the solutions of statements along the path that has most.

    An error, or an endless search, behind a solution counts as another: who asks for more must meet it.
    """
    best = so_far = 0
    for statement in statements:
        if so_far and not _is_harmless(statement):
            best = 2
        if isinstance(statement, ir.Fail | ir.Raise):
            return SolutionCount(best, isinstance(statement, ir.Fail) and not statement.is_final and so_far > 0)
        found = _outcome(statement)
        best = min(2, max(best, so_far + found.solutions))
        if found.goes_on:
            so_far = min(2, so_far + found.solutions)
    return SolutionCount(best, so_far > 0)


def _outcome(statement: ir.Statement) -> SolutionCount:
    if isinstance(statement, ir.Succeed | ir.Collect):
        return SolutionCount(1, True) if isinstance(statement, ir.Succeed) else SolutionCount(0, False)
    parts = [outcome(body) for body in ir.bodies(statement)]
    goes_on = any(part.goes_on for part in parts)
    if goes_on and isinstance(statement, ir.Loop | ir.Range | ir.Items | ir.Solve | ir.Catching):
        return SolutionCount(2, True)
    return SolutionCount(max((part.solutions for part in parts), default=0), goes_on)


def _is_harmless(statement: ir.Statement) -> bool:
    """Tell whether a statement ends without an error, as far as can be seen."""
    match statement:
        case ir.Comment() | ir.Mark() | ir.Undo() | ir.Succeed() | ir.Fail() | ir.Open():
            return True
        case ir.Assign(value=value):
            return not isinstance(value, ir.Evaluate)
        case ir.Check(condition=condition):
            return _is_harmless_test(condition)
        case ir.Branch(condition=condition) if not _is_harmless_test(condition):
            return False
        case ir.Block() | ir.Branch() | ir.Switch():
            return all(_is_harmless(inner) for body in ir.bodies(statement) for inner in body)
    return False


def _is_harmless_test(condition: ir.Condition) -> bool:
    for test in ir.tests(condition):
        if isinstance(test, ir.Compare):
            return False
        if isinstance(test, ir.Holds) and not (isinstance(test.callee, Version) and test.callee.name in _HARMLESS):
            return False
    return True


def is_certain(statements: list[ir.Statement], is_settled: bool) -> bool:
    """Tell whether statements have a solution for certain, unless an error is raised.

    A call of which no solution is known fails; but as long as more may become known, it is nothing to go by.
    """
    for statement in statements:
        match statement:
            case ir.Succeed() | ir.Raise():
                return True
            case ir.Invoke(is_hopeless=True):
                return not is_settled
            case ir.Check() | ir.Open() | ir.Argument() | ir.Fail():
                return False
            case ir.Invoke(can_fail=can_fail) | ir.Collect(can_fail=can_fail) if can_fail:
                return False
            case ir.Block(body=body) if is_certain(body, is_settled):
                return True
            case ir.Branch():
                branches = list(ir.bodies(statement))
                if all(is_certain(body, is_settled) for body in branches):
                    return True
                if any(_may_fail(body, is_settled) for body in branches):
                    return False
            case ir.Switch():
                return all(is_certain(body, is_settled) for body in ir.bodies(statement))
            case _ if _may_end([statement], is_settled):
                return False
    return False


def _may_end(statements: list[ir.Statement], is_settled: bool) -> bool:
    """Tell whether statements can fail for good, behind a cut."""
    for statement in statements:
        match statement:
            case ir.Invoke(is_hopeless=True) if not is_settled:
                return False
            case ir.Check(is_final=True) | ir.Open(is_final=True) | ir.Argument(is_final=True) | ir.Fail(is_final=True):
                return True
            case ir.Invoke(can_fail=True, is_final=True) | ir.Collect(can_fail=True, is_final=True):
                return True
            case ir.Succeed():
                return False
        if not isinstance(statement, ir.Collect) and any(_may_end(body, is_settled) for body in ir.bodies(statement)):
            return True
    return False


def _may_fail(statements: list[ir.Statement], is_settled: bool) -> bool:
    """Tell whether a branch can fail, rather than go on behind it."""
    for statement in statements:
        match statement:
            case ir.Invoke(is_hopeless=True) if not is_settled:
                return False
            case ir.Invoke(can_fail=can_fail) | ir.Collect(can_fail=can_fail):
                if can_fail:
                    return True
            case ir.Branch():
                if any(_may_fail(body, is_settled) for body in ir.bodies(statement)):
                    return True
            case ir.Comment() | ir.Assign() | ir.Require() | ir.Mark() | ir.Undo() | ir.Gather() | ir.Raise():
                continue
            case _:
                return True
    return False
