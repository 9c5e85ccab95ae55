"""Shared prefixes: lists that begin with the items of an input, as in `p([X|Xs], …, [X|Ys]) :- p(Xs, …, Ys)`.

A procedure with many solutions that calls itself modulo cons (`procedures.tail_calls`) need not keep the items in front
of its output where they are the prefix of an input that it has traversed.
"""

from __future__ import annotations

from pyengine.compiler.procedures import ir
from pyengine.compiler.procedures.procedure import Procedure
from pyengine.compiler.procedures.tail_calls import tail_of
from pyengine.compiler.runtime.terms import CONS


def shared_list(procedure: Procedure) -> str | None:
    """Name the parameter whose prefix is that of the output; None where that is not so of every call."""
    found: set[str | None] = set()
    _look(procedure, procedure.body, found)
    return next(iter(found)) if len(found) == 1 else None


def _look(procedure: Procedure, statements: list[ir.Statement], found: set[str | None]) -> None:
    for index, statement in enumerate(statements):
        if isinstance(statement, ir.Loop | ir.Invoke) and statement.callee == procedure.key:
            rest = statement.body if isinstance(statement, ir.Loop) else statements[index + 1 :]
            tail = tail_of(rest, statement.outs)
            is_one = tail is not None and tail.wrapped is not None and len(tail.items) == 1
            found.add(_param(procedure, tail.items[0], statement.args) if is_one and tail is not None else None)
        for body in ir.bodies(statement):
            _look(procedure, body, found)


def _param(procedure: Procedure, item: ir.Expr, args: tuple[ir.Expr, ...]) -> str | None:
    """Give the parameter that a call takes the rest of, where the item is its first."""
    head = _field(procedure, item)
    if head is None or head.functor is not CONS or head.index != 1:
        return None
    for param, argument in zip(procedure.params, args, strict=True):
        tail = _field(procedure, argument)
        if param == head.base.name and tail == ir.Field(head.base, 2, CONS):
            return param
    return None


def _field(procedure: Procedure, expr: ir.Expr) -> ir.Field | None:
    """Give what a local variable has, if it is part of a term wherever it is assigned."""
    if not isinstance(expr, ir.Local):
        return None
    found = {s.value for s in ir.walk(procedure.body) if isinstance(s, ir.Assign) and s.name == expr.name}
    only = next(iter(found)) if len(found) == 1 else None
    return only if isinstance(only, ir.Field) else None
