"""Sorting by the standard order."""

from __future__ import annotations

from functools import reduce
from typing import Final

from pyengine.compiler.builtins.lists import proper
from pyengine.compiler.builtins.registry import det
from pyengine.compiler.runtime.arguments import items_of, known
from pyengine.compiler.runtime.errors import domain_error, error, type_error
from pyengine.compiler.runtime.order import ORDER_KEY, compare, distinct, msorted, sorted_set
from pyengine.compiler.runtime.terms import NIL, Value, cells, functor, list_of
from pyengine.compiler.runtime.unify import deref, resolve

_PAIR: Final = functor("-", 2)
_ORDERS: Final = {"@<": (False, True), "@=<": (False, False), "@>": (True, True), "@>=": (True, False)}
"""For each order: whether it goes down, and whether it leaves out duplicates."""


@det("msort/2", "gf", types="list_of_items")
def msort_known(x: Value) -> Value:
    """Sort a list without variables."""
    items = proper(x)
    return msort(x) if items is None else list_of(msorted(items))


@det("sort/2", "gf", types="list_of_items")
def sort_known(x: Value) -> Value:
    """Sort a list without variables, without duplicates."""
    items = proper(x)
    return sort(x) if items is None else list_of(sorted_set(items))


@det("msort/2", "af", types="list_of_items")
def msort(x: Value) -> Value:
    """Sort a list."""
    return list_of(msorted(items_of(x)))


@det("sort/2", "af", types="list_of_items")
@det("list_to_ord_set/2", "af", types="list_of_items")
def sort(x: Value) -> Value:
    """Sort a list, without duplicates."""
    return list_of(distinct(msorted(items_of(x))))


@det("sort/4", "aaaf")
def sort_by(key: Value, order: Value, x: Value) -> Value:
    """Sort a list by an argument of its items, up or down, with or without duplicates."""
    place, direction = known(key), known(order)
    path = _path(place)
    if direction not in _ORDERS:
        is_atom = direction.__class__ is str or direction is NIL
        raise domain_error("order", direction) if is_atom else type_error("atom", resolve(direction))
    items = items_of(x)
    goes_down, is_set = _ORDERS[direction]
    if place == 0:
        ordered = sorted(items, key=ORDER_KEY, reverse=True) if goes_down else msorted(items)
        return list_of(distinct(ordered) if is_set else ordered)
    keyed = [(reduce(_argument, path, item), item) for item in items]
    keyed.sort(key=lambda pair: ORDER_KEY(pair[0]), reverse=goes_down)
    if is_set:
        kept: list[tuple[Value, Value]] = []
        for pair in keyed:
            if not kept or compare(kept[-1][0], pair[0]):
                kept.append(pair)
        keyed = kept
    return list_of([item for _, item in keyed])


def _path(place: Value) -> list[Value]:
    """Give the places that lead to what an item is sorted by: an argument, one of that, and so on."""
    places, end = ([place], NIL) if place.__class__ in (int, str) else cells(place)
    if end is not NIL or (not places and place is not NIL):
        raise type_error("sort_key", resolve(place))
    path = [deref(step) for step in places] or [NIL]
    for step in path:
        least = 0 if step is place else 1  # alone it may be 0, for the whole item
        if step.__class__ is int and step < least:
            raise domain_error("not_less_than_one", step)
    return path


def _argument(item: Value, place: Value) -> Value:
    item = known(item)
    if item.__class__ is not tuple:
        raise type_error("compound", resolve(item))
    if place.__class__ is not int:
        raise type_error("dict", resolve(item))
    if place >= len(item):
        raise error((functor("existence_error", 3), "argument", place, resolve(item)))
    return item[place]


@det("keysort/2", "af")
def keysort(x: Value) -> Value:
    """Sort pairs by their keys; equal ones stay in order."""
    items = items_of(x)
    for item in items:
        pair = known(item)
        if pair.__class__ is not tuple or pair[0] is not _PAIR:
            raise type_error("pair", resolve(pair))
    return list_of(sorted(items, key=lambda pair: ORDER_KEY(deref(pair)[1])))
