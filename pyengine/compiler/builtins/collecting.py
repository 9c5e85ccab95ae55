"""What bagof/3 and setof/3 do with the solutions that were found, and throw/1."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Final

from pyengine.compiler.builtins.registry import det, nondet
from pyengine.compiler.runtime.errors import PrologError
from pyengine.compiler.runtime.order import ORDER_KEY, distinct, msorted, serial
from pyengine.compiler.runtime.terms import Value, Var, functor, items_of, list_of
from pyengine.compiler.runtime.unify import Trail, deref, resolve, undo, unify, variables_of

_THROW: Final = (functor(":", 2), "system", (functor("/", 2), "throw", 1))


@det("throw/1", "a")
def throw(ball: Value) -> None:
    """Raise a term; for a variable, the error that SWI-Prolog has, with its context."""
    if deref(ball).__class__ is Var:
        raise PrologError((functor("error", 2), "instantiation_error", (functor("context", 2), _THROW, Var())))
    raise PrologError(ball)


@nondet("$bagof/3", "aaa", trail=True)
def bagof(witness: Value, pairs: Value, result: Value, trail: Trail) -> Iterator[None]:
    """Group solutions `Witness-Template` by the free variables of the goal, which the witness holds."""
    return _grouped(witness, pairs, result, trail, False)


@nondet("$setof/3", "aaa", trail=True)
def setof(witness: Value, pairs: Value, result: Value, trail: Trail) -> Iterator[None]:
    """The same, each group sorted and without duplicates."""
    return _grouped(witness, pairs, result, trail, True)


def _grouped(witness: Value, pairs: Value, result: Value, trail: Trail, is_set: bool) -> Iterator[None]:
    found = list(items_of(resolve(pairs)))
    if deref(witness).__class__ is not tuple:
        if found and unify(result, _values([pair[2] for pair in found], is_set), trail):
            yield None
        return
    _share_variables([pair[1] for pair in found])
    for variable in variables_of(pairs):
        serial(variable)
    found.sort(key=lambda pair: ORDER_KEY(pair[1]))
    mark = len(trail)
    for _, group in itertools.groupby(found, key=lambda pair: ORDER_KEY(pair[1])):
        own = list(group)
        undo(trail, mark)
        values = _values([resolve(pair[2]) for pair in own], is_set)
        if unify(witness, own[0][1], trail) and unify(result, values, trail):
            yield None


def _share_variables(witnesses: list[Value]) -> None:
    """Give all witnesses the same variables, from left to right: those that are variants are equal then."""
    shared: list[Var] = []
    for witness in witnesses:
        for place, variable in enumerate(variables_of(witness)):
            if place == len(shared):
                shared.append(Var())
                serial(shared[-1])
            variable.ref = shared[place]  # the solutions are copies of their own


def _values(found: list[Value], is_set: bool) -> Value:
    return list_of(distinct(msorted(found)) if is_set else found)
