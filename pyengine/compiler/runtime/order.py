"""The standard order of terms: variables, numbers, strings, `[]`, atoms, compound terms."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from fractions import Fraction
from functools import cmp_to_key
from math import copysign
from typing import Final

from pyengine.compiler.runtime.operations import nearest_float
from pyengine.compiler.runtime.terms import CONS, NIL, Float, Functor, Text, Value, Var, list_of
from pyengine.compiler.runtime.unify import MANY_PAIRS, Pairs, deref, is_first, is_small, variables_of

_RANKS: Final[dict[type, int]] = {Var: 0, Float: 1, int: 1, Fraction: 1, Text: 2, type(NIL): 3, str: 4, tuple: 5}
_SERIAL: Final = itertools.count()
"""Variables are ordered by when they were first compared: the first in a list to be sorted comes first."""


def compare(x: Value, y: Value) -> int:
    """Compare two terms: negative, zero or positive as the first is before, the same as, or after the second.

    >>> compare(Float(1.0), 1), compare("b", "a"), compare(1, "a")
    (-1, 1, -1)
    """
    waiting: list[tuple[Value, Value]] = []
    left = MANY_PAIRS
    met: Pairs | None = None
    while True:
        if x.__class__ is Var:
            x = deref(x)
        if y.__class__ is Var:
            y = deref(y)
        if x is not y:
            rank, other = _RANKS[x.__class__], _RANKS[y.__class__]
            if rank != other:
                return -1 if rank < other else 1
            if rank != 5:
                if difference := _compare_atomic(x, y, rank):
                    return difference
            elif x[0] is not y[0]:
                return _compare_functors(x[0], y[0])
            else:
                left -= 1
                if left < 0:
                    met = set() if met is None else met
                if met is None or is_first(x, y, met):
                    size = len(x)
                    for first in range(1, size):
                        a, b = x[first], y[first]
                        if a is b:
                            continue
                        if a.__class__ is int and b.__class__ is int:  # what most positions differ in
                            if a != b:
                                return -1 if a < b else 1
                            continue
                        for i in range(size - 1, first - 1, -1):
                            if x[i] is not y[i]:
                                waiting.append((x[i], y[i]))
                        break
        if not waiting:
            return 0
        x, y = waiting.pop()


def _compare_functors(a: Functor, b: Functor) -> int:
    if a.arity != b.arity:
        return -1 if a.arity < b.arity else 1
    return -1 if a.name < b.name else 1


def _compare_atomic(x: Value, y: Value, rank: int) -> int:
    if rank == 1:
        return compare_numbers(x, y)
    if rank == 0:
        a, b = serial(x), serial(y)
        return (a > b) - (a < b)
    if rank == 2:
        x, y = x.text, y.text
    return int(x > y) - int(x < y)


def serial(variable: Var) -> int:
    """Give the number by which a variable is ordered."""
    try:
        return variable.serial
    except AttributeError:
        variable.serial = number = next(_SERIAL)
        return number


def compare_numbers(x: Value, y: Value) -> int:
    """Compare by value, beside a float as floats; of equal ones, a float is before others. NaN is before all."""
    if x.__class__ is not Float and y.__class__ is not Float:
        return int(x > y) - int(x < y)
    a = x.value if x.__class__ is Float else nearest_float(x)
    b = y.value if y.__class__ is Float else nearest_float(y)
    if a != a or b != b:
        return (b != b) - (a != a)
    if a != b:
        return -1 if a < b else 1
    if x.__class__ is not y.__class__:
        return -1 if x.__class__ is Float else 1
    return (copysign(1.0, a) > copysign(1.0, b)) - (copysign(1.0, a) < copysign(1.0, b))


ORDER_KEY: Final = cmp_to_key(compare)


class _UnkeyedError(Exception):
    """A term whose order Python's own comparison does not know: one with variables, floats or rationals."""


def plain_key(value: Value) -> tuple[object, ...]:
    """Give a key that Python's comparison puts into the standard order."""
    kind = value.__class__
    if kind is str:
        return (4, value)
    if kind is int:
        return (1, value)
    if kind is tuple:
        if value[0] is not CONS:
            return (5, value[0].arity, value[0].name, *[plain_key(part) for part in value[1:]])
        key: list[object] = []
        while value.__class__ is tuple and value[0] is CONS:
            _, item, value = value
            key += _CELL
            key.append((4, item) if item.__class__ is str else plain_key(item))
        key += plain_key(value)
        return tuple(key)
    if value is NIL:
        return (3,)
    if kind is Text:
        return (2, value.text)
    raise _UnkeyedError


_CELL: Final = (5, 2, "[|]")


def msorted(items: Iterable[Value]) -> list[Value]:
    """Sort by the standard order; duplicates stay.

    Where Python can compare two values at all, it finds the standard order: numbers by value, atoms by their text,
    compound terms of one functor by their arguments from the left. It knows no order of functors, nor of what is of
    different kinds.
    """
    items = list(items)
    if len(items) < 2:
        return items
    if are_small(items):
        try:
            return sorted(items)
        except (TypeError, RecursionError):  # Python does not say what comes first
            pass
        try:
            keys = [plain_key(item) for item in items]
            return [items[i] for i in sorted(range(len(items)), key=keys.__getitem__)]
        except (_UnkeyedError, RecursionError):
            pass
    for variable in variables_of(list_of(items)):
        serial(variable)
    items.sort(key=ORDER_KEY)
    return items


def are_small(items: list[Value]) -> bool:
    """Tell whether Python may compare the items, which nothing stops."""
    return tuple not in set(map(type, items)) or all(is_small(item) for item in items)


def sorted_set(items: list[Value]) -> list[Value]:
    """Sort clean values by the standard order, without duplicates."""
    ordered = msorted(items)
    if not are_small(ordered):
        return distinct(ordered)
    try:
        return [item for item, before in zip(ordered, [None, *ordered], strict=False) if item != before]
    except RecursionError:
        return distinct(ordered)


def distinct(ordered: Iterable[Value]) -> list[Value]:
    """Leave out what is the same as the item before it."""
    found: list[Value] = []
    for item in ordered:
        if not found or not _same(found[-1], item):
            found.append(item)
    return found


def _same(x: Value, y: Value) -> bool:
    if x is y:
        return True
    if x.__class__ is int or x.__class__ is str:
        return bool(x.__class__ is y.__class__ and x == y)
    return compare(x, y) == 0
