"""Arithmetic predicates besides `is/2` and the comparisons, which the compiler writes out."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from pyengine.compiler.builtins.registry import det, nondet, semidet, test
from pyengine.compiler.runtime.errors import domain_error, instantiation_error, type_error
from pyengine.compiler.runtime.terms import FAIL, Value, Var
from pyengine.compiler.runtime.unify import Trail, bind, deref, resolve, undo, unify


def natural(x: Value) -> int:
    """Refuse what is not an integer from 0."""
    number = _integer(x)
    if number < 0:
        raise domain_error("not_less_than_zero", number)
    return number


@test("succ/2", "gg")
def is_successor(x: Value, y: Value) -> bool:
    """One number follows another."""
    return natural(x) + 1 == natural(y)


@semidet("succ/2", "ng", types="integer")
def predecessor(y: Value) -> Value:
    """The number before a natural number; 0 has none."""
    return natural(y) - 1 if natural(y) else FAIL


@det("succ/2", "gn", types="integer")
def successor(x: Value) -> Value:
    """The number after a natural number."""
    return natural(x) + 1


@semidet("succ/2", "aa", trail=True)
def any_successor(x: Value, y: Value, trail: Trail) -> Value:
    """One number follows another; one of them may be unknown."""
    x, y = deref(x), deref(y)
    if x.__class__ is not Var:
        number = natural(x)
        if y.__class__ is not Var:
            natural(y)
        return None if unify(y, number + 1, trail) else FAIL
    return None if natural(y) and unify(x, y - 1, trail) else FAIL


@semidet("plus/3", "aaa", trail=True)
def plus(x: Value, y: Value, z: Value, trail: Trail) -> Value:
    """The third is the sum of the other two; one of them may be unknown."""
    x, y, z = deref(x), deref(y), deref(z)
    for number in (x, y, z):
        if number.__class__ not in (Var, int):
            raise type_error("integer", resolve(number))
    if z.__class__ is Var:
        made, unknown = _integer(x) + _integer(y), z
    elif y.__class__ is Var:
        made, unknown = _integer(z) - _integer(x), y
    else:
        made, unknown = _integer(z) - _integer(y), x
    return None if unify(unknown, made, trail) else FAIL


def _integer(x: Value) -> int:
    x = deref(x)
    if x.__class__ is Var:
        raise instantiation_error()
    if x.__class__ is not int:
        raise type_error("integer", resolve(x))
    return x


def _last(high: Value) -> int | None:
    """The upper end of between/3, None for infinity."""
    high = deref(high)
    return None if high in ("inf", "infinite") else _integer(high)


@test("between/3", "ggg")
def is_between(low: Value, high: Value, x: Value) -> bool:
    """An integer is between two others."""
    first, last = _integer(low), _last(high)
    return first <= _integer(x) and (last is None or x <= last)


@nondet("between/3", "ggf", types="integer")
def between(low: Value, high: Value) -> Iterator[Value]:
    """The integers from one to another."""
    first, last = _integer(low), _last(high)
    return itertools.count(first) if last is None else iter(range(first, last + 1))


@nondet("between/3", "aaa", trail=True)
def between_any(low: Value, high: Value, x: Value, trail: Trail) -> Iterator[Value]:
    """An integer is between two others, or each that is, where it is a variable."""
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
