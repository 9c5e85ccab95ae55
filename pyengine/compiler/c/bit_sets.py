"""Procedures whose solutions are the bits of an integer, one by one: how many there are is seen at once.

As in `element(Set, Square) :- Set =\\= 0, First is lsb(Set), (Square = First ; Rest is …, element(Rest, Square))`.
"""

from __future__ import annotations

from typing import NamedTuple

from pyengine.compiler.procedures import ir
from pyengine.compiler.procedures.procedure import Procedure
from pyengine.compiler.procedures.tail_calls import are_outs

_ZERO, _ONE = ir.Const(0), ir.Const(1)


class BitSet(NamedTuple):
    """The parameter that has a bit for each solution, whether the lowest bit comes first, or the highest, and whether
    a solution is the number of its bit."""

    name: str
    from_lowest: bool
    is_number: bool


def bit_set(procedure: Procedure) -> BitSet | None:
    """Give what a procedure's solutions are the bits of; None where the procedure is not of this kind."""
    body = [s for s in procedure.body if not isinstance(s, ir.Comment | ir.Mark | ir.Undo)]
    assigned = {s.name: s.value for s in ir.walk(body) if isinstance(s, ir.Assign)}
    steps = [s for s in body if not isinstance(s, ir.Assign)]
    if len(procedure.params) != 1 or len(steps) != 3:
        return None
    check, block, loop = steps
    whole = ir.Local(procedure.params[0])
    if not isinstance(check, ir.Check) or check.condition != ir.IntCompare("=\\=", whole, _ZERO):
        return None
    if not isinstance(block, ir.Block) or not isinstance(loop, ir.Loop) or loop.callee != procedure.key:
        return None
    if len(loop.body) != 1 or not are_outs(loop.body[0], loop.outs):
        return None
    solution = [s for s in block.body if not isinstance(s, ir.Comment)]
    if len(solution) != 1 or not isinstance(solution[0], ir.Succeed) or len(solution[0].outs) != 1:
        return None
    first, rest = (_resolved(expr, assigned) for expr in (solution[0].outs[0], loop.args[0]))
    if not _is_rest(rest, first, whole):
        return None
    return BitSet(whole.name, first != ir.IntOp("msb", (whole,)), not _is_lowest(first, whole))


def _is_lowest(expr: ir.Expr, whole: ir.Local) -> bool:
    """Tell whether something is the lowest bit of the whole, by itself."""
    return expr == ir.IntOp("/\\", (whole, ir.IntOp("-", (whole,))))


def _resolved(expr: ir.Expr, assigned: dict[str, ir.Expr | bool]) -> ir.Expr:
    """Put what local variables are assigned in their place."""
    if isinstance(expr, ir.Local) and not isinstance(value := assigned.get(expr.name, True), bool):
        return _resolved(value, assigned)
    if isinstance(expr, ir.IntOp):
        return ir.IntOp(expr.op, tuple(_resolved(argument, assigned) for argument in expr.args))
    return expr


def _is_rest(rest: ir.Expr, first: ir.Expr, whole: ir.Local) -> bool:
    """Tell whether the first solution is a bit of the whole, or its number, and the rest the whole without it."""
    lowest = ir.IntOp("/\\", (whole, ir.IntOp("-", (whole,))))
    numbers = [ir.IntOp("lsb", (whole,)), ir.IntOp("msb", (lowest,))]
    if first in (lowest, *numbers) and rest == ir.IntOp("/\\", (whole, ir.IntOp("-", (whole, _ONE)))):
        return True
    if first != lowest and first not in (*numbers, ir.IntOp("msb", (whole,))):
        return False
    bit = lowest if first == lowest else ir.IntOp("<<", (_ONE, first))
    without: tuple[ir.Expr, ...] = (
        ir.IntOp("xor", (whole, bit)),
        ir.IntOp("-", (whole, bit)),
        ir.IntOp("/\\", (whole, ir.IntOp("\\", (bit,)))),
    )
    return rest in without
