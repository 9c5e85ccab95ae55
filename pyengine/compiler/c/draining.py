"""Loops that push the bits of a set out under a mask, as in `Longer is (Run << 7) /\\ Other, beyond(Longer, …)`.

They come to an end by themselves, after no more rounds than the mask has bits, so that no step is counted; so do those
that take one bit after the other away (`bit_sets`). Where
a round changes nothing once the set is empty, C does some rounds before it looks whether that is so.
"""

from __future__ import annotations

from typing import Final

from pyengine.compiler.c.bit_sets import bit_set
from pyengine.compiler.c.module import Module
from pyengine.compiler.procedures import ir
from pyengine.compiler.procedures.procedure import Procedure

ROUNDS: Final = 3
"""How many rounds are done between two looks."""
_ZERO: Final = ir.Const(0)
_SHIFTS: Final = ("<<", ">>")
_SAFE: Final = ("/\\", "\\/", "xor", "\\", *_SHIFTS)
"""Operations without errors."""


class Draining:
    """What is known of the set that a procedure's calls of itself push bits out of."""

    def __init__(self, module: Module, procedure: Procedure) -> None:
        self._module = module
        self._procedure = procedure
        assigned = [s for s in ir.walk(procedure.body) if isinstance(s, ir.Assign)]
        self._values = {s.name: s.value for s in assigned}
        self._is_plain = len(self._values) == len(assigned)

    def ends(self, args: tuple[ir.Expr, ...]) -> bool:
        """Tell whether so few calls follow one another that nobody need count them."""
        bits = bit_set(self._procedure)
        if bits is not None and self._is_short(bits.name):
            return True
        set_ = self._set(args)
        return set_ is not None and (self._stops_before(set_) or self._stops_at(args, set_))

    def repeats(self, args: tuple[ir.Expr, ...]) -> bool:
        """Tell whether rounds may follow the last one, as they change nothing."""
        set_ = self._set(args)
        if set_ is None or not self._stops_before(set_):
            return False
        after = [s for s in self._procedure.body if not isinstance(s, ir.Comment | ir.Mark | ir.Undo)][1:]
        if not all(isinstance(s, ir.Assign | ir.Invoke | ir.Succeed) for s in after):
            return False
        if not all(_is_safe(s.value) for s in after if isinstance(s, ir.Assign)):
            return False
        if any(isinstance(s, ir.Invoke) and s.callee != self._procedure.key for s in after):
            return False
        return all(
            self._when_empty(argument, set_) == (_ZERO if name == set_ else ir.Local(name))
            for name, argument in zip(self._procedure.params, args, strict=True)
        )

    def _set(self, args: tuple[ir.Expr, ...]) -> str | None:
        """Name the parameter that becomes itself, shifted, under a mask that stays."""
        if not self._is_plain:
            return None
        given = dict(zip(self._procedure.params, args, strict=True))
        for name, argument in given.items():
            value = self._resolved(argument)
            if not isinstance(value, ir.IntOp) or value.op != "/\\":
                continue
            for shifted, mask in (value.args, value.args[::-1]):
                if self._is_shifted(self._resolved(shifted), name, given) and self._is_mask(mask, given):
                    return name
        return None

    def _resolved(self, expr: ir.Expr) -> ir.Expr:
        while isinstance(expr, ir.Local) and isinstance(value := self._values.get(expr.name), ir.IntOp):
            expr = value
        return expr

    def _is_shifted(self, expr: ir.Expr, name: str, given: dict[str, ir.Expr]) -> bool:
        """Tell whether an expression is the set, shifted by a number other than 0."""
        if not isinstance(expr, ir.IntOp) or expr.op not in _SHIFTS or expr.args[0] != ir.Local(name):
            return False
        by = expr.args[1]
        return isinstance(by, ir.Const) and by != _ZERO

    def _is_mask(self, expr: ir.Expr, given: dict[str, ir.Expr]) -> bool:
        """Tell whether an expression is the same in each round, and has no more than 64 bits."""
        if not isinstance(expr, ir.Local) or given.get(expr.name) != expr:
            return False
        return self._is_short(expr.name)

    def _is_short(self, name: str) -> bool:
        """Tell whether a variable has no more than 64 bits."""
        bounds = self._module.variable_bounds(self._procedure, name)
        return bounds is not None and bounds[0] >= 0 and bounds[1] < 1 << 64

    def _stops_before(self, name: str) -> bool:
        """Tell whether a procedure begins with its end for the empty set."""
        steps = [s for s in self._procedure.body if not isinstance(s, ir.Comment | ir.Mark | ir.Undo)]
        if not steps or not isinstance(steps[0], ir.Block):
            return False
        first = [s for s in steps[0].body if not isinstance(s, ir.Comment)]
        return (
            len(first) > 1
            and isinstance(first[0], ir.Check)
            and isinstance(first[1], ir.Succeed)
            and _is_empty(first[0].condition, ir.Local(name))
        )

    def _stops_at(self, args: tuple[ir.Expr, ...], name: str) -> bool:
        """Tell whether a procedure calls itself only where the set is not going to be empty."""
        rest = args[self._procedure.params.index(name)]
        branches = [s for s in self._procedure.body if isinstance(s, ir.Branch)]
        return (
            len(branches) == 1
            and _is_empty(branches[0].condition, rest)
            and not any(
                isinstance(s, ir.Invoke | ir.Loop) and s.callee == self._procedure.key
                for s in ir.walk(branches[0].then)
            )
        )

    def _when_empty(self, expr: ir.Expr, name: str) -> ir.Expr:
        """Give what an expression is where the set is empty."""
        if expr == ir.Local(name):
            return _ZERO
        if isinstance(expr, ir.Local):
            value = self._values.get(expr.name)
            return expr if value is None or isinstance(value, bool) else self._when_empty(value, name)
        if not isinstance(expr, ir.IntOp):
            return expr
        args = tuple(self._when_empty(argument, name) for argument in expr.args)
        if expr.op in ("/\\", *_SHIFTS) and (args[0] == _ZERO or (expr.op == "/\\" and args[1] == _ZERO)):
            return _ZERO
        if expr.op in ("\\/", "xor") and _ZERO in args:
            return args[1] if args[0] == _ZERO else args[0]
        return ir.IntOp(expr.op, args)


def _is_safe(expr: ir.Expr | bool) -> bool:
    """Tell whether an expression has a value for any set, the empty one included."""
    if isinstance(expr, ir.IntOp):
        return expr.op in _SAFE and all(map(_is_safe, expr.args))
    return isinstance(expr, ir.Local | ir.Const)


def _is_empty(condition: ir.Condition, set_: ir.Expr) -> bool:
    """Tell whether a condition says that a set has no bits."""
    return condition in (ir.IsValue(set_, 0), ir.IntCompare("=:=", set_, _ZERO), ir.IntCompare("=:=", _ZERO, set_))
