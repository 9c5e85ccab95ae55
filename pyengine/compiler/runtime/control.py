"""Control that compiled rules call: catching, collecting, tables, and the errors of the contract."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import Any

from pyengine.compiler.runtime.arithmetic import evaluate, evaluate_number
from pyengine.compiler.runtime.errors import PrologError
from pyengine.compiler.runtime.order import distinct, msorted
from pyengine.compiler.runtime.terms import FAIL, Value, functor, list_of, number_value
from pyengine.compiler.runtime.unify import Trail, resolve, undo, unify


def catching(
    attempt: Callable[[], Iterable[object]], ball: Value, recovery: Callable[[], Iterable[object]], trail: Trail
) -> Iterator[object]:
    """Go through the solutions of a goal; a thrown term that unifies with the ball leads to those of the recovery."""
    mark = len(trail)
    try:
        yield from attempt()
        return
    except PrologError as error:
        undo(trail, mark)
        if not unify(ball, error.ball, trail):
            raise
    yield from recovery()


def undeclared(name: Value, *declared: Value) -> PrologError:
    """Make the error for a parameter that is not declared."""
    return PrologError((functor("pyengine", 1), (functor("parameter", 2), name, list_of(list(declared)))))


def fold_sum(found: list[Value]) -> Value:
    """Add up what aggregate_all/3 has found."""
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


def _extreme(found: list[Value], name: str) -> Value:
    if not found:
        return FAIL
    best = evaluate(found[0])
    for item in found[1:]:
        best = evaluate((functor(name, 2), best, item))
    return best


def fold_max_witness(found: list[Value]) -> Value:
    """Give the first pair with the largest number."""
    return _witness(found, "max", 1)


def fold_min_witness(found: list[Value]) -> Value:
    """Give the first pair with the smallest number."""
    return _witness(found, "min", -1)


def _witness(found: list[Value], name: str, sign: int) -> Value:
    best: Any = None
    witness: Value = None
    for item in found:
        value = evaluate_number(item[1])
        if best is None or (value - best) * sign > 0:
            best, witness = value, item[2]
    return FAIL if best is None else (functor(name, 2), number_value(best), witness)


def fold_set(found: list[Value]) -> Value:
    """Sort what aggregate_all/3 has found, without duplicates."""
    return list_of(distinct(msorted(found)))


def _kept(solution: Value) -> Value:
    """Give outputs without the variables that were bound on the way; several stand in a plain tuple."""
    if solution.__class__ is tuple and solution and solution[0].__class__ is not Functor:
        return tuple([resolve(part) for part in solution])
    return resolve(solution)


def tabled_many(generate: Callable[..., Iterator[Value]]) -> Callable[..., Iterable[Value]]:
    """Remember the solutions of a procedure; each is given once."""
    table: dict[tuple[Value, ...], tuple[Value, ...]] = {}

    @wraps(generate)
    def lookup(*args: Value) -> Iterable[Value]:
        found = table.get(args)
        if found is None:
            found = table[args] = tuple(dict.fromkeys([_kept(solution) for solution in generate(*args)]))
        return found

    return lookup


def tabled(compute: Callable[..., Value]) -> Callable[..., Value]:
    """Remember the result of a procedure that has at most one solution."""
    table: dict[tuple[Value, ...], Value] = {}

    @wraps(compute)
    def lookup(*args: Value) -> Value:
        try:
            return table[args]
        except KeyError:
            table[args] = found = _kept(compute(*args))
            return found

    return lookup
