"""Tables: the solutions of tabled predicates, each given once.

A call that meets itself again takes the solutions found so far, and the outermost call of such a ring is repeated until
a round finds nothing new, as tabling in SWI-Prolog would. The order of solutions is not defined there; here it is that
of finding.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial, wraps
from typing import Final

from pyengine.compiler.runtime.folded_terms import table_key
from pyengine.compiler.runtime.terms import FAIL, Functor, Value
from pyengine.compiler.runtime.unify import is_ground, resolve
from pyengine.compiler.unsupported import UnsupportedError

_LARGEST: Final = 200_000
"""How many calls a table remembers; one that is full starts anew."""


Answers = dict[Value, Value]
"""The solutions of a call, each by itself as a key."""


@dataclass(slots=True, eq=False)
class _Entry:
    """A call that is being evaluated: its depth, its solutions so far, and the outermost call that it met again."""

    depth: int
    answers: Answers
    lowest: int
    was_met: bool = False


class _Evaluation(threading.local):
    """The calls that a thread is evaluating, outermost first."""

    def __init__(self) -> None:
        self.stack: list[_Entry] = []
        self.active: dict[object, _Entry] = {}
        self.waiting: dict[object, Answers] = {}
        """The solutions so far of calls that wait for an outer one; its next round begins with them."""
        self.found = 0


_EVALUATION: Final = _Evaluation()


def _kept(solution: Value) -> Value:
    """Give outputs without the variables that were bound on the way; several stand in a plain tuple."""
    if solution.__class__ is tuple and solution[0].__class__ is not Functor:
        return tuple([_known(part) for part in solution])
    return _known(solution)


def _known(output: Value) -> Value:
    """Give an output that later calls can share; variables in it would have to be new in each of them."""
    if not is_ground(output):
        raise UnsupportedError("an answer with variables in a table")
    return resolve(output)


Key = Callable[[tuple[Value, ...]], tuple[Value, ...]]
"""Gives the key by which a table knows the arguments of a call."""


def _many(key_of: Key | None, generate: Callable[..., Iterator[Value]]) -> Callable[..., Iterable[Value]]:
    table: dict[tuple[Value, ...], tuple[Value, ...]] = {}

    @wraps(generate)
    def lookup(*args: Value) -> Iterable[Value]:
        key = args if key_of is None else key_of(args)
        found = table.get(key)
        return _evaluate(table, key, args, generate) if found is None else found

    return lookup


def _single(missing: Value, key_of: Key | None, compute: Callable[..., Value]) -> Callable[..., Value]:
    table: dict[tuple[Value, ...], tuple[Value, ...]] = {}
    results: dict[tuple[Value, ...], Value] = {}

    def generate(*args: Value) -> Iterator[Value]:
        found = compute(*args)
        if found is not missing:
            yield found

    @wraps(compute)
    def lookup(*args: Value) -> Value:
        key = args if key_of is None else key_of(args)
        try:
            return results[key]
        except KeyError:
            found = _evaluate(table, key, args, generate)
            result = found[0] if found else missing
            if key in table:
                if len(results) >= _LARGEST:
                    results.clear()
                results[key] = result
            return result

    return lookup


def _evaluate(
    table: dict[tuple[Value, ...], tuple[Value, ...]],
    call: tuple[Value, ...],
    args: tuple[Value, ...],
    generate: Callable[..., Iterator[Value]],
) -> tuple[Value, ...]:
    """Evaluate a call with its arguments, which is known by a key `call`."""
    state = _EVALUATION
    key = (id(table), call)
    entry = state.active.get(key)
    if entry is not None:
        entry.was_met = True
        for other in state.stack[entry.depth :]:
            other.lowest = min(other.lowest, entry.depth)
        return tuple(entry.answers.values())
    entry = state.active[key] = _Entry(depth := len(state.stack), state.waiting.get(key) or {}, depth)
    state.stack.append(entry)
    try:
        while True:
            before = state.found
            for solution in generate(*args):
                kept = _kept(solution)
                is_single = kept.__class__ is not tuple or kept[0].__class__ is Functor
                own = table_key((kept,) if is_single else kept)
                if own not in entry.answers:
                    entry.answers[own] = kept
                    state.found += 1
            if not entry.was_met or state.found == before:
                break
    finally:
        state.stack.pop()
        del state.active[key]
        if not state.stack:
            state.waiting.clear()
    answers = tuple(entry.answers.values())
    if entry.lowest == entry.depth:  # it does not wait for an outer call
        if len(table) >= _LARGEST:
            table.clear()
        table[call] = answers
        state.waiting.pop(key, None)
    else:
        state.waiting[key] = entry.answers
    return answers


tabled_many, tabled_many_deep = partial(_many, None), partial(_many, table_key)
"""Remember the solutions of a procedure; the arguments of the first are never deep."""
tabled, tabled_deep = partial(_single, FAIL, None), partial(_single, FAIL, table_key)
"""Remember the result of one that has at most one solution."""
tabled_test, tabled_test_deep = partial(_single, False, None), partial(_single, False, table_key)
"""Remember whether one without outputs succeeds."""
