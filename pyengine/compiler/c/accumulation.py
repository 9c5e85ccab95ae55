"""Recursion that combines what each call has by an operation whose order does not matter: C goes round in a loop.

As in `squares([_-Some|Rest], Squares) :- squares(Rest, Others), Squares is Some \\/ Others`.
"""

from __future__ import annotations

from typing import Final

from pyengine.compiler.procedures import ir
from pyengine.compiler.procedures.callees import Callee
from pyengine.compiler.procedures.procedure import Procedure

UNITS: Final = {"\\/": 0, "xor": 0, "/\\": -1}
"""The operations, which take no more room than their operands, and what changes nothing in each of them."""


def accumulated(procedure: Procedure) -> str | None:
    """Name the operation that all calls of a procedure by itself are followed by; None where there is no such thing."""
    if procedure.summary.is_many or procedure.is_tabled or procedure.key.pattern.count("f") != 1:
        return None
    found: set[str | None] = set()
    _look(procedure.body, procedure.key, found)
    return next(iter(found)) if len(found) == 1 else None


def _look(statements: list[ir.Statement], key: Callee, found: set[str | None]) -> None:
    for index, statement in enumerate(statements):
        if isinstance(statement, ir.Invoke | ir.Loop) and statement.callee == key:
            combined = combined_after(statements[index + 1 :], statement.outs)
            found.add(combined[0] if combined is not None else None)
        for body in ir.bodies(statement):
            _look(body, key, found)


def combined_after(rest: list[ir.Statement], outs: tuple[str | None, ...]) -> tuple[str, ir.Expr] | None:
    """Give the operation that follows a call, and the other operand, where the result is the output."""
    steps = [statement for statement in rest if not isinstance(statement, ir.Comment)]
    if len(steps) != 2 or len(outs) != 1 or outs[0] is None:
        return None
    combining, end = steps
    if not isinstance(combining, ir.Assign) or end != ir.Succeed((ir.Local(combining.name),)):
        return None
    value, given = combining.value, ir.Local(outs[0])
    if not isinstance(value, ir.IntOp) or value.op not in UNITS or len(value.args) != 2:
        return None
    others = [argument for argument in value.args if argument != given]
    if len(others) != 1 or not isinstance(others[0], ir.Local | ir.Const):
        return None
    return value.op, others[0]
