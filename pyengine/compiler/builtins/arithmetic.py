"""Arithmetic predicates besides `is/2` and the comparisons, which the compiler writes out."""

from __future__ import annotations

from pyengine.compiler.builtins.registry import det, semidet
from pyengine.compiler.runtime.errors import instantiation_error, type_error
from pyengine.compiler.runtime.terms import FAIL, Value, Var
from pyengine.compiler.runtime.unify import deref


def natural(x: Value) -> int:
    """Refuse what is not an integer from 0."""
    x = deref(x)
    if x.__class__ is Var:
        raise instantiation_error()
    if x.__class__ is not int:
        raise type_error("integer", x)
    if x < 0:
        raise type_error("not_less_than_zero", x)
    return x  # type: ignore[no-any-return]


@semidet("succ/2", "fg", types="i")
def predecessor(y: Value) -> Value:
    """The number before a natural number; 0 has none."""
    return natural(y) - 1 if natural(y) else FAIL


@det("succ/2", "gf", types="i")
def successor(x: Value) -> Value:
    """The number after a natural number."""
    return natural(x) + 1
