"""Tail calls: recursive calls that a target can write as jumps to the start of the procedure.

Tail recursion modulo cons is one, too: a procedure may give back what its own call gives as it is, or with items in
front of a list, as in `squares([_|T], [S|Rest]) :- ..., squares(T, Rest)`. A target keeps the items until there is a
solution.
"""

from __future__ import annotations

from typing import NamedTuple

from pyengine.compiler.procedures import ir
from pyengine.compiler.runtime.terms import CONS


class Tail(NamedTuple):
    """What follows a tail call: which output gets items in front, if one does, and which items."""

    wrapped: int | None
    items: tuple[ir.Expr, ...]


def are_outs(statement: ir.Statement | None, outs: tuple[str | None, ...]) -> bool:
    """Tell whether a statement gives back these outputs as they are."""
    return isinstance(statement, ir.Succeed) and statement.outs == tuple(ir.Local(name or "") for name in outs)


def tail_of(rest: list[ir.Statement], outs: tuple[str | None, ...]) -> Tail | None:
    """Read what follows a call as that of a tail call, given its outputs; None where it is not one."""
    assigned: dict[str, ir.Expr] = {}
    for statement in rest:
        if isinstance(statement, ir.Comment):
            continue
        if isinstance(statement, ir.Assign) and isinstance(statement.value, ir.Build):
            assigned[statement.name] = statement.value
            continue
        if isinstance(statement, ir.Succeed):
            return _tail(statement.outs, outs, assigned)
        return None
    return None


def _tail(given: tuple[ir.Expr, ...], outs: tuple[str | None, ...], assigned: dict[str, ir.Expr]) -> Tail | None:
    wrapped: int | None = None
    items: list[ir.Expr] = []
    used: set[str] = set()
    for index, (expr, name) in enumerate(zip(given, outs, strict=False)):
        if expr == ir.Local(name or ""):
            continue
        while isinstance(expr, ir.Local) and expr.name in assigned:
            used.add(expr.name)
            expr = assigned[expr.name]
        if wrapped is not None:
            return None
        wrapped = index
        while isinstance(expr, ir.Build) and expr.functor is CONS:
            items.append(expr.args[0])
            expr = expr.args[1]
            while isinstance(expr, ir.Local) and expr.name in assigned:
                used.add(expr.name)
                expr = assigned[expr.name]
        if expr != ir.Local(name or "") or not items:
            return None
    if len(given) != len(outs) or set(assigned) - used or any(_depends(item, outs) for item in items):
        return None
    return Tail(wrapped, tuple(items))


def _depends(expr: ir.Expr, names: tuple[str | None, ...]) -> bool:
    match expr:
        case ir.Local(name=name):
            return name in names
        case ir.Build(args=args) | ir.IntOp(args=args):
            return any(_depends(argument, names) for argument in args)
        case ir.Field(base=base):
            return base.name in names
        case ir.Const():
            return False
    return True
