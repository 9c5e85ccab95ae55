"""Arithmetic predicates besides `is/2` and the comparisons, which the compiler writes out."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from pyengine.compiler.builtins.registry import det, nondet, semidet, test
from pyengine.compiler.runtime.errors import instantiation_error, type_error
from pyengine.compiler.runtime.terms import FAIL, Value, Var
from pyengine.compiler.runtime.unify import Trail, bind, deref, undo


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


def _integer(x: Value) -> int:
    x = deref(x)
    if x.__class__ is Var:
        raise instantiation_error()
    if x.__class__ is not int:
        raise type_error("integer", x)
    return x  # type: ignore[no-any-return]


def _last(high: Value) -> int | None:
    """The upper end of between/3, None for infinity."""
    high = deref(high)
    return None if high in ("inf", "infinite") else _integer(high)


@test("between/3", "ggg")
def is_between(low: Value, high: Value, x: Value) -> bool:
    """An integer is between two others."""
    first, last = _integer(low), _last(high)
    return first <= _integer(x) and (last is None or x <= last)


@nondet("between/3", "ggf", types="i")
def between(low: Value, high: Value) -> Iterator[Value]:
    """The integers from one to another."""
    first, last = _integer(low), _last(high)
    return itertools.count(first) if last is None else iter(range(first, last + 1))


@nondet("between/3", "aaa", trail=True)
def between_any(low: Value, high: Value, x: Value, trail: Trail) -> Iterator[Value]:
    """Either of the two."""
    first, last = _integer(low), _last(high)
    x = deref(x)
    if x.__class__ is not Var:
        if first <= _integer(x) and (last is None or x <= last):
            yield None
        return
    mark = len(trail)
    for value in itertools.count(first) if last is None else range(first, last + 1):
        undo(trail, mark)
        bind(x, value, trail)
        yield None
