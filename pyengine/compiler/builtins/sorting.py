"""Sorting by the standard order."""

from __future__ import annotations

from pyengine.compiler.builtins.registry import det
from pyengine.compiler.runtime.errors import instantiation_error, type_error
from pyengine.compiler.runtime.order import distinct, msorted
from pyengine.compiler.runtime.terms import CONS, NIL, Value, Var, list_of
from pyengine.compiler.runtime.unify import deref, resolve


def items_to_sort(x: Value) -> list[Value]:
    """Give the items of a proper list, whatever is in them."""
    items = []
    rest = deref(x)
    while rest.__class__ is tuple and rest[0] is CONS:
        items.append(rest[1])
        rest = deref(rest[2])
    if rest.__class__ is Var:
        raise instantiation_error()
    if rest is not NIL:
        raise type_error("list", resolve(x))
    return items


@det("msort/2", "af", types="m")
def msort(x: Value) -> Value:
    """Sort a list."""
    return list_of(msorted(items_to_sort(x)))


@det("sort/2", "af", types="m")
def sort(x: Value) -> Value:
    """Sort a list, without duplicates."""
    return list_of(distinct(msorted(items_to_sort(x))))
