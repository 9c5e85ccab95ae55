"""Which clauses exclude each other, and on which argument to switch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pyengine.compiler.normal_form.goals import Call, Conj, Goal, NormalClause, Pattern, Variable
from pyengine.compiler.runtime.terms import Functor, Value

_PAIRS: Final = (("<", ">="), (">", "=<"), ("=:=", "=\\="), ("==", "\\=="))
_OPPOSITES: Final = {one: other for pair in _PAIRS for one, other in (pair, pair[::-1])}
_DISJOINT: Final = {("<", ">"), (">", "<"), ("<", "=:="), (">", "=:="), ("=:=", "<"), ("=:=", ">")}
_MOST_REPEATED: Final = 2
"""How many times the clauses may grow where those for any value stand in every case of a switch."""

Label = Value | Functor


def label(pattern: Pattern) -> Label | None:
    """Give what a switch sees of a head argument: its functor or atomic value, None for a variable."""
    if pattern.__class__ is Variable:
        return None
    return pattern[0] if pattern.__class__ is tuple else pattern


def choose_switch(clauses: Sequence[NormalClause], inputs: Sequence[int]) -> int | None:
    """Choose the argument to switch on among those that come in clean; the first that tells clauses apart."""
    for position in inputs:
        labels = [label(clause.args[position]) for clause in clauses]
        kinds = dict.fromkeys((found.__class__, found) for found in labels if found is not None)
        open_ = labels.count(None)
        if len(kinds) < 2:
            continue
        size = len(labels) + open_ * len(kinds)
        if size <= _MOST_REPEATED * len(clauses):
            return position
    return None


def clash(a: Pattern, b: Pattern) -> bool:
    """Tell whether no clean value can match both patterns.

    >>> from pyengine.compiler.runtime.terms import functor
    >>> clash((functor("f", 1), "a"), (functor("f", 1), "b"))
    True
    """
    if a.__class__ is Variable or b.__class__ is Variable:
        return False
    if a.__class__ is tuple and b.__class__ is tuple:
        return a[0] is not b[0] or any(clash(x, y) for x, y in zip(a[1:], b[1:], strict=True))
    return a.__class__ is not b.__class__ or a != b


def excludes(clause: NormalClause, other: NormalClause, inputs: Sequence[int]) -> int | None:
    """Tell after how many goals of a clause it is certain that the other one does not match; None if never."""
    if any(clash(clause.args[i], other.args[i]) for i in inputs):
        return 0
    paths, others = _paths(clause, inputs), _paths(other, inputs)
    guards = _guards(other.body)[:1]  # what stands before another one could raise an error
    for count, guard in enumerate(_guards(clause.body), 1):
        own = _placed(guard, paths)
        if own is not None and any(_opposed(own, _placed(theirs, others)) for theirs in guards):
            return count
    return None


Test = tuple[str, tuple[object, ...]]


def _guards(body: Goal) -> list[Call]:
    """The comparisons that a body begins with."""
    tests: list[Call] = []
    for goal in body.goals if isinstance(body, Conj) else (body,):
        if not isinstance(goal, Call) or goal.name not in _OPPOSITES:
            break
        tests.append(goal)
    return tests


def _paths(clause: NormalClause, inputs: Sequence[int]) -> dict[Variable, tuple[int, ...]]:
    """Where each variable of the head stands in the clean arguments."""
    found: dict[Variable, tuple[int, ...]] = {}
    stack: list[tuple[Pattern, tuple[int, ...]]] = [(clause.args[i], (i,)) for i in inputs]
    while stack:
        pattern, path = stack.pop()
        if pattern.__class__ is Variable:
            found.setdefault(pattern, path)
        elif pattern.__class__ is tuple:
            stack.extend((argument, (*path, i)) for i, argument in enumerate(pattern[1:]))
    return found


def _placed(guard: Call, paths: dict[Variable, tuple[int, ...]]) -> Test | None:
    """A test with places of the head for variables, so that the tests of two clauses can be compared."""
    args = []
    for argument in guard.args:
        placed = _place(argument, paths)
        if placed is None:
            return None
        args.append(placed)
    return guard.name, tuple(args)


def _place(pattern: Pattern, paths: dict[Variable, tuple[int, ...]]) -> object | None:
    if pattern.__class__ is Variable:
        path = paths.get(pattern)
        return None if path is None else ("at", path)
    if pattern.__class__ is tuple:
        parts = [_place(argument, paths) for argument in pattern[1:]]
        return None if None in parts else (pattern[0], *parts)
    return (pattern.__class__, pattern)


def _opposed(a: Test, b: Test | None) -> bool:
    if b is None:
        return False
    if a[1] == b[1]:
        return _OPPOSITES.get(a[0]) == b[0] or (a[0], b[0]) in _DISJOINT
    mirrored = {"<": ">", ">": "<", "=<": ">=", ">=": "=<"}.get(b[0], b[0])
    return a[1] == b[1][::-1] and (_OPPOSITES.get(a[0]) == mirrored or (a[0], mirrored) in _DISJOINT)
