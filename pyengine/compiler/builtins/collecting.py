"""What bagof/3 and setof/3 do with the solutions that were found, and throw/1."""

from __future__ import annotations

from collections.abc import Iterator

from pyengine.compiler.builtins.registry import det, nondet
from pyengine.compiler.runtime.errors import PrologError, instantiation_error, type_error
from pyengine.compiler.runtime.order import ORDER_KEY, distinct, msorted
from pyengine.compiler.runtime.terms import CONS, NIL, Value, Var, items_of, list_of
from pyengine.compiler.runtime.unify import Trail, deref, identical, resolve, undo, unify


@det("throw/1", "a")
def throw(ball: Value) -> None:
    """Raise a term."""
    if deref(ball).__class__ is Var:
        raise instantiation_error()
    raise PrologError(ball)


@nondet("$bagof/3", "aaa", trail=True)
def bagof(witness: Value, pairs: Value, result: Value, trail: Trail) -> Iterator[None]:
    """Group solutions `Witness-Template` by the free variables of the goal, which the witness holds."""
    found = list(items_of(resolve(pairs)))
    if deref(witness).__class__ is not tuple:
        if found and unify(result, list_of([pair[2] for pair in found]), trail):
            yield None
        return
    found.sort(key=lambda pair: ORDER_KEY(pair[1]))
    yield from _groups(witness, found, result, trail, is_set=False)


@nondet("$setof/3", "aaa", trail=True)
def setof(witness: Value, pairs: Value, result: Value, trail: Trail) -> Iterator[None]:
    """The same, each group sorted and without duplicates."""
    found = list(items_of(resolve(pairs)))
    if deref(witness).__class__ is not tuple:
        if found and unify(result, list_of(distinct(msorted([pair[2] for pair in found]))), trail):
            yield None
        return
    yield from _groups(witness, distinct(msorted(found)), result, trail, is_set=True)


def _groups(witness: Value, found: list[Value], result: Value, trail: Trail, is_set: bool) -> Iterator[None]:
    mark = len(trail)
    while found:
        first = found[0][1]
        own = [pair[2] for pair in found if identical(pair[1], first)]
        found = [pair for pair in found if not identical(pair[1], first)]
        undo(trail, mark)
        values = list_of(distinct(msorted(own)) if is_set else own)
        if unify(witness, first, trail) and unify(result, values, trail):
            yield None


@det("$list_or_partial/1", "a")
def check_list_or_partial(x: Value) -> None:
    """What phrase/2 and /3 go through is a list, or may become one."""
    rest = deref(x)
    while rest.__class__ is tuple and rest[0] is CONS:
        rest = deref(rest[2])
    if rest is not NIL and rest.__class__ is not Var:
        raise type_error("list", x)
