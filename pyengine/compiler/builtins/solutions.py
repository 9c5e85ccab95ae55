"""What bagof/3 and others need of Python to collect solutions: groups, counters, free variables, lambda expressions."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Final

from pyengine.compiler.builtins.registry import det, named, nondet, semidet, test
from pyengine.compiler.builtins.variables import is_variant
from pyengine.compiler.runtime.arguments import items_of, known
from pyengine.compiler.runtime.dcg import translate_body
from pyengine.compiler.runtime.errors import PrologError, instantiation_error, type_error
from pyengine.compiler.runtime.order import ORDER_KEY, distinct, msorted, serial
from pyengine.compiler.runtime.terms import CONS, FAIL, NIL, Float, Text, Value, Var, cells, extended, functor, list_of
from pyengine.compiler.runtime.unify import Trail, copy_term, deref, resolve, undo, unify, variables_of
from pyengine.compiler.unsupported import UnsupportedError
from pyengine.terms import Var as Variable

_CARET: Final = functor("^", 2)
_SLASH: Final = functor("/", 2)
_BRACES: Final = functor("{}", 1)
_PAIR: Final = functor("-", 2)
_COLON: Final = functor(":", 2)
_THROW: Final = (_COLON, "system", (_SLASH, "throw", 1))


@dataclass(slots=True, eq=False)
class _Counter:
    """Counts solutions, or remembers them; part of no term that rules see."""

    number: int = 0
    found: list[Value] = field(default_factory=list)


@nondet("repeat/0", "")
def repeat() -> Iterator[None]:
    """Succeed again and again."""
    return itertools.repeat(None)


@det("$counter/1", "f", types="ground")
def new_counter() -> Value:
    """A new counter, at 0."""
    return _Counter()


@det("$count/2", "af", types="integer")
def count(counter: Value) -> Value:
    """Count one more."""
    counter = deref(counter)
    counter.number += 1
    return counter.number


@test("$is_new/2", "aa")
def is_new(counter: Value, x: Value) -> bool:
    """A term is no variant of one that was there before."""
    found = deref(counter).found
    if any(is_variant(x, other) for other in found):
        return False
    found.append(copy_term(x))
    return True


@det("$refuse/1", "a")
def refuse(x: Value) -> None:
    """Say at run time that something is not compiled."""
    raise UnsupportedError(str(known(x)))


@det("$keyed/3", "aaf")
def keyed(found: Value, place: Value) -> Value:
    """Each solution `Specs-Variables` with the value of one specification before it."""
    index = known(place) - 1
    pairs = []
    for pair in items_of(found):
        specification = known(items_of(known(pair)[1])[index])
        pairs.append((_PAIR, specification[1], pair))
    return list_of(pairs)


@det("$quantified/3", "aff", types="term term")
def quantified(goal: Value) -> Value:
    """The terms before `^` in a goal, and the goal without them."""
    terms = []
    goal = deref(goal)
    while goal.__class__ is tuple and goal[0] is _CARET:
        terms.append(goal[1])
        goal = deref(goal[2])
    return list_of(terms), goal


@det("$free_variables/3", "aaf", types="term")
def free_variables(bound: Value, goal: Value) -> Value:
    """The variables of a goal that the template of bagof/3 does not have, as one term."""
    known_ = set(map(id, variables_of(bound)))
    free = [variable for variable in variables_of(goal) if id(variable) not in known_]
    return (functor("v", len(free)), *free) if free else "v"


@semidet("$lambda/4", "aaaf", types="term", trail=True)
def applied_lambda(parameters: Value, body: Value, args: Value, trail: Trail) -> Value:
    """The goal that a lambda expression is for some arguments: its variables are renamed, all but those in `{...}/`."""
    given = items_of(args)
    parameters = deref(parameters)
    shared: dict[Var, Var] = {}
    if parameters.__class__ is tuple and parameters[0] is _SLASH:
        free = known(parameters[1])
        if free != "{}" and (free.__class__ is not tuple or free[0] is not _BRACES):
            raise type_error("lambda_free", resolve(free))
        shared = {variable: variable for variable in variables_of(free)}
        parameters = parameters[2]
    copy = copy_term((_PAIR, parameters, body), shared)
    names, end = cells(copy[1])
    if end is not NIL:
        raise instantiation_error() if end.__class__ is Var else type_error("list", resolve(parameters))
    if len(names) > len(given):
        raise UnsupportedError("a lambda expression called with too few arguments")
    for name, argument in zip(names, given, strict=False):
        if not unify(name, argument, trail):
            return FAIL
    return _extended(copy[2], given[len(names) :])


def _extended(goal: Value, extra: list[Value]) -> Value:
    goal = known(goal)
    if goal.__class__ is tuple and goal[0] in (_COLON, CONS):
        raise UnsupportedError("a lambda expression whose body is no plain goal")
    if goal.__class__ in (int, Float, Text):
        raise type_error("callable", resolve(goal))
    return extended(goal, extra)


@det("$grammar_goal/4", "aaaf", types="term")
def grammar_goal(body: Value, before: Value, after: Value) -> Value:
    """The goal that a grammar body is, as phrase/2,3 call it."""
    body = known(body)
    if body.__class__ in (int, Float, Fraction):
        raise type_error("callable", body)
    goal = translate_body(resolve(body), before, after)
    return _with_variables(goal, {})


def _with_variables(goal: Value, made: dict[Variable, Var]) -> Value:
    """Put variables of the run in the place of those that the translation has made."""
    if goal.__class__ is Variable:
        return made.setdefault(goal, Var())
    if goal.__class__ is tuple:
        return (goal[0], *[_with_variables(argument, made) for argument in goal[1:]])
    return goal


@det("throw/1", "a")
def throw(ball: Value) -> None:
    """Raise a term; for a variable, the error that SWI-Prolog has, with its context."""
    if deref(ball).__class__ is Var:
        raise PrologError((functor("error", 2), "instantiation_error", (functor("context", 2), _THROW, Var())))
    raise PrologError(ball)


def _grouped(is_set: bool, witness: Value, pairs: Value, result: Value, trail: Trail) -> Iterator[None]:
    """Group solutions `Witness-Template` by the free variables of the goal, which the witness holds."""
    found = items_of(resolve(pairs))
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


for _name, _is_set in (("bagof", False), ("setof", True)):  # the groups of setof/3 are sorted, without duplicates
    nondet(f"${_name}/3", "aaa", trail=True)(named(partial(_grouped, _is_set), _name, globals()))
