"""Control that compiled rules call: catching, collecting, tables, and the errors of the contract."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any

from pyengine.compiler.runtime.arithmetic import evaluate, is_greater, is_less
from pyengine.compiler.runtime.errors import PrologError, type_error
from pyengine.compiler.runtime.order import are_small, distinct, msorted
from pyengine.compiler.runtime.terms import FAIL, Float, Value, Var, functor, list_of
from pyengine.compiler.runtime.unify import Trail, copy_term, deref, resolve, undo, unify


def catching(
    attempt: Callable[[], Iterable[object]], ball: Value, recovery: Callable[[], Iterable[object]], trail: Trail
) -> Iterator[object]:
    """Go through the solutions of a goal; a thrown term that unifies with the ball leads to those of the recovery.

    It must unify where it is thrown, with what is bound there, and once more when that is undone: so does SWI-Prolog.
    The end of a budget and a refused call cannot be caught, as in `reasoners/swi/prolog/guard.pl`.
    """
    mark = len(trail)
    try:
        yield from attempt()
        return
    except PrologError as error:
        if error.is_final:
            raise
        fits = unify(ball, error.ball, trail)
        undo(trail, mark)
        if not fits or not unify(ball, error.ball, trail):
            raise
    yield from recovery()


def undeclared(name: Value, *declared: Value) -> PrologError:
    """Make the error for a parameter that is not declared."""
    return PrologError((functor("pyengine", 1), (functor("parameter", 2), name, list_of(list(declared)))))


def fold_sum(found: list[Value]) -> Value:
    """Add up the numbers that aggregate_all/3 has found."""
    if {*map(type, found)} == {int}:
        return sum(found)
    total: Any = 0
    for item in found:
        total = evaluate((functor("+", 2), total, item))
    return total


def fold_max(found: list[Value]) -> Value:
    """Give the largest number that aggregate_all/3 has found."""
    return _extreme(found, "max")


def fold_min(found: list[Value]) -> Value:
    """Give the smallest number that aggregate_all/3 has found."""
    return _extreme(found, "min")


def fold_max_list(found: list[Value]) -> Value:
    """Give the largest number in a list, which is empty if there is none."""
    return list_of([_extreme(found, "max")] if found else [])


def fold_min_list(found: list[Value]) -> Value:
    """Give the smallest number in a list, which is empty if there is none."""
    return list_of([_extreme(found, "min")] if found else [])


def _extreme(found: list[Value], name: str) -> Value:
    if not found:
        return FAIL
    if {*map(type, found)} == {int}:
        return max(found) if name == "max" else min(found)
    best = found[0]
    for item in found[1:]:
        best = evaluate((functor(name, 2), best, item))
    return best


def keep_max_witness(found: list[Value], pair: Value) -> None:
    """Keep the first pair with the largest number."""
    _keep(found, pair, is_greater)


def keep_min_witness(found: list[Value], pair: Value) -> None:
    """Keep the first pair with the smallest number."""
    _keep(found, pair, is_less)


def _keep(found: list[Value], pair: Value, is_better: Callable[[Value, Value], bool]) -> None:
    value = resolve(pair[1])
    if not found:
        if value.__class__ not in (int, Float, Fraction):
            raise type_error("number", value)
    elif not is_better(value, found[0][1]):
        return
    witness = deref(pair[2])  # a variable stays the same one, a term is copied
    found[:] = [(pair[0], value, witness if witness.__class__ is Var else copy_term(witness))]


def fold_max_witness(found: list[Value]) -> Value:
    """Give the pair that was kept."""
    return (functor("max", 2), *found[0][1:]) if found else FAIL


def fold_min_witness(found: list[Value]) -> Value:
    """Give the pair that was kept."""
    return (functor("min", 2), *found[0][1:]) if found else FAIL


def fold_least(found: list[Value]) -> Value:
    """Give the first one in the standard order."""
    if not found:
        return FAIL
    try:
        return min(found)
    except (TypeError, RecursionError):  # Python does not say what comes first
        return msorted(found)[0]


def fold_least_by_order(found: list[Value]) -> Value:
    """Give the first one in the standard order, of values that may share parts."""
    return fold_least(found) if are_small(found) else msorted(found)[0]


def fold_set(found: list[Value]) -> Value:
    """Sort what aggregate_all/3 has found, without duplicates."""
    return list_of(distinct(msorted(found)))
