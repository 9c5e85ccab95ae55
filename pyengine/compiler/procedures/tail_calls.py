"""Tail calls: recursive calls that a target can write as jumps to the start of the procedure.

Tail recursion modulo cons is one, too: a procedure may give back what its own call gives as it is, or with items in
front of a list, as in `squares([_|T], [S|Rest]) :- ..., squares(T, Rest)`. A target keeps the items until there is a
solution.
"""

from __future__ import annotations

from typing import NamedTuple

from pyengine.compiler.procedures import Assign, Build, Comment, Const, Expr, Field, IntOp, Local, Statement, Succeed
from pyengine.compiler.runtime.terms import CONS


class Tail(NamedTuple):
    """What follows a tail call: which output gets items in front, if one does, and which items."""

    wrapped: int | None
    items: tuple[Expr, ...]


def tail_of(rest: list[Statement], outs: tuple[str | None, ...]) -> Tail | None:
    """Read what follows a call as that of a tail call, given its outputs; None where it is not one."""
    assigned: dict[str, Expr] = {}
    for statement in rest:
        if isinstance(statement, Comment):
            continue
        if isinstance(statement, Assign) and isinstance(statement.value, Build):
            assigned[statement.name] = statement.value
            continue
        if isinstance(statement, Succeed):
            return _tail(statement.outs, outs, assigned)
        return None
    return None


def _tail(given: tuple[Expr, ...], outs: tuple[str | None, ...], assigned: dict[str, Expr]) -> Tail | None:
    wrapped: int | None = None
    items: list[Expr] = []
    used: set[str] = set()
    for index, (expr, name) in enumerate(zip(given, outs, strict=False)):
        if expr == Local(name or ""):
            continue
        while isinstance(expr, Local) and expr.name in assigned:
            used.add(expr.name)
            expr = assigned[expr.name]
        if wrapped is not None:
            return None
        wrapped = index
        while isinstance(expr, Build) and expr.functor is CONS:
            items.append(expr.args[0])
            expr = expr.args[1]
            while isinstance(expr, Local) and expr.name in assigned:
                used.add(expr.name)
                expr = assigned[expr.name]
        if expr != Local(name or "") or not items:
            return None
    if len(given) != len(outs) or set(assigned) - used or any(_depends(item, outs) for item in items):
        return None
    return Tail(wrapped, tuple(items))


def _depends(expr: Expr, names: tuple[str | None, ...]) -> bool:
    match expr:
        case Local(name=name):
            return name in names
        case Build(args=args) | IntOp(args=args):
            return any(_depends(argument, names) for argument in args)
        case Field(base=base):
            return base.name in names
        case Const():
            return False
    return True
