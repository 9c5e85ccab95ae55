"""Lists: the versions that are worth writing in Python; the others are in `library/lists.pl`."""

from __future__ import annotations

from pyengine.compiler.builtins.registry import det, semidet, test
from pyengine.compiler.runtime.errors import type_error
from pyengine.compiler.runtime.terms import CONS, FAIL, NIL, Value, Var, list_of


def proper(x: Value) -> list[Value] | None:
    """Give the items of a clean list, None for what is not a list."""
    items = []
    while x.__class__ is tuple and x[0] is CONS:
        items.append(x[1])
        x = x[2]
    return items if x is NIL else None


@semidet("length/2", "gf", types="i")
def list_length(x: Value) -> Value:
    """The number of items."""
    count, rest = 0, x
    while rest.__class__ is tuple and rest[0] is CONS:
        count += 1
        rest = rest[2]
    if rest is not NIL:
        raise type_error("list", x)
    return count


@test("memberchk/2", "gg")
def is_member(item: Value, items: Value) -> bool:
    """An item is in a list."""
    while items.__class__ is tuple and items[0] is CONS:
        if items[1] == item:
            return True
        items = items[2]
    return False


@semidet("selectchk/3", "ggf")
def without_first(item: Value, items: Value) -> Value:
    """A list without the first occurrence of an item."""
    before = []
    while items.__class__ is tuple and items[0] is CONS:
        if items[1] == item:
            return list_of(before, items[2])
        before.append(items[1])
        items = items[2]
    return FAIL


@semidet("append/3", "ggf")
def appended(first: Value, second: Value) -> Value:
    """Two lists, one after the other."""
    items = proper(first)
    return FAIL if items is None else list_of(items, second)


@semidet("reverse/2", "gf")
def reversed_list(x: Value) -> Value:
    """A list from its end to its start."""
    made: Value = NIL
    while x.__class__ is tuple and x[0] is CONS:
        made = (CONS, x[1], made)
        x = x[2]
    return made if x is NIL else FAIL


@det("length/2", "fg", types="t")
def fresh_list(count: Value) -> Value:
    """A list of so many variables."""
    return list_of([Var() for _ in range(count)])
