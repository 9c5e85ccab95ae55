"""Control that compiled rules call: catching, collecting, tables, and the errors of the contract."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial
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


def _extreme(name: str, found: list[Value]) -> Value:
    if not found:
        return FAIL
    if {*map(type, found)} == {int}:
        return max(found) if name == "max" else min(found)
    best = found[0]
    for item in found[1:]:
        best = evaluate((functor(name, 2), best, item))
    return best


def _extreme_list(name: str, found: list[Value]) -> Value:
    return list_of([_extreme(name, found)] if found else [])


fold_max: Callable[[list[Value]], Value] = partial(_extreme, "max")
fold_min: Callable[[list[Value]], Value] = partial(_extreme, "min")
"""Give the largest, or smallest, number that aggregate_all/3 has found."""
fold_max_list, fold_min_list = (partial(_extreme_list, name) for name in ("max", "min"))
"""Give it in a list, which is empty if there is none."""


def _keep(is_better: Callable[[Value, Value], bool], found: list[Value], pair: Value) -> None:
    value = resolve(pair[1])
    if not found:
        if value.__class__ not in (int, Float, Fraction):
            raise type_error("number", value)
    elif not is_better(value, found[0][1]):
        return
    witness = deref(pair[2])  # a variable stays the same one, a term is copied
    found[:] = [(pair[0], value, witness if witness.__class__ is Var else copy_term(witness))]


def _witness(name: str, found: list[Value]) -> Value:
    return (functor(name, 2), *found[0][1:]) if found else FAIL


keep_max_witness, keep_min_witness = partial(_keep, is_greater), partial(_keep, is_less)
"""Keep the first pair with the largest, or smallest, number."""
fold_max_witness, fold_min_witness = partial(_witness, "max"), partial(_witness, "min")
"""Give the pair that was kept."""


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
