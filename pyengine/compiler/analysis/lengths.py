"""Lists that are as long as others: what follows for the outputs of a call from the lengths of its inputs.

`replace([_|T], 1, X, [X|T])` and `replace([H|T], N, X, [H|R]) :- …, replace(T, N1, X, R)` give back a list of the same
length, however long it is: each clause gives one item back for each that it takes, and what is left is the same list,
or one by a call of which the same holds. What holds of each clause if it holds of the calls in it holds of all
solutions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pyengine.compiler.builtins.registry import versions
from pyengine.compiler.normal_form import goals as nf
from pyengine.compiler.normal_form.goals import Pattern, Variable
from pyengine.compiler.normal_form.rules import Rules
from pyengine.compiler.procedures import domain
from pyengine.compiler.procedures.domain import Type
from pyengine.compiler.runtime.terms import CONS, NIL
from pyengine.compiler.techniques import techniques

_MOST_ASSUMED: Final = 60
"""How many pairs of arguments are looked at to find out about one."""
_MOST_PATHS: Final = 8
"""How many ways there may be through the branches of a clause."""

Pair = tuple[str, int, int, int, int]
"""A predicate, by name and arity, two of its arguments, and how much longer the second is if the first is a list."""
_DIFFERENCES: Final = (0, -1, 1)

_BUILT_IN: Final[Mapping[tuple[str, int], tuple[tuple[int, int, int], ...]]] = {
    ("nth0", 4): ((1, 3, -1), (3, 1, 1)),
    ("nth1", 4): ((1, 3, -1), (3, 1, 1)),
    ("select", 3): ((1, 2, -1), (2, 1, 1)),
    ("selectchk", 3): ((1, 2, -1), (2, 1, 1)),
    ("select", 4): ((1, 3, 0), (3, 1, 0)),
    ("reverse", 2): ((0, 1, 0), (1, 0, 0)),
    ("same_length", 2): ((0, 1, 0), (1, 0, 0)),
    ("msort", 2): ((0, 1, 0),),
    ("permutation", 2): ((0, 1, 0), (1, 0, 0)),
}
"""Built-ins that know how long a list is: from which argument, to which, and how much longer."""


class Lengths:
    """What is known of the lengths of the arguments of predicates."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._known: dict[Pair, bool] = {}
        self._has_refuted = False
        """Whether something that was assumed is wrong, so that what followed from it is looked at again."""

    def of_outputs(
        self, found: tuple[str, int], given: Mapping[int, Type], pattern: str, types: Sequence[Type]
    ) -> Sequence[Type]:
        """Give the types of the outputs of a call, with the lengths of lists that follow from the inputs."""
        known = {position: domain.length_of(type_) for position, type_ in given.items()}
        lengths = {position: length for position, length in known.items() if length is not None}
        if not lengths or not techniques().keeps_lengths:
            return types
        positions = [position for position, letter in enumerate(pattern) if letter == "f"]
        return [
            self._with_length(found, lengths, position, type_) for position, type_ in zip(positions, types, strict=True)
        ]

    def _with_length(self, found: tuple[str, int], lengths: Mapping[int, int], output: int, type_: Type) -> Type:
        if not domain.is_list(type_) or domain.length_of(type_) is not None:
            return type_
        length = self.follows(found, lengths, output)
        return domain.list_type(domain.items_type(type_), length) if length else type_

    def follows(self, found: tuple[str, int], lengths: Mapping[int, int], output: int) -> int | None:
        """Give the length of an output, where it follows from those of some inputs."""
        for given, length in lengths.items():
            for start, end, more in self._built_in(found):
                if (start, end) == (given, output):
                    return length + more
            for more in _DIFFERENCES:
                if self._holds((*found, given, output, more)):
                    return length + more
        return None

    def _built_in(self, found: tuple[str, int]) -> tuple[tuple[int, int, int], ...]:
        return () if self._rules.sources.defines(found) else _BUILT_IN.get(found, ())

    def _holds(self, pair: Pair) -> bool:
        """Tell whether an argument is as long as another after each call."""
        while pair not in self._known:
            assumed: dict[Pair, None] = {}
            self._has_refuted = False
            is_kept = self._is_kept(pair, assumed)
            if not self._has_refuted:  # nothing that was assumed has turned out to be wrong
                self._known.update(dict.fromkeys(assumed, True) if is_kept else {pair: False})
        return self._known[pair]

    def _is_kept(self, pair: Pair, assumed: dict[Pair, None]) -> bool:
        if pair in self._known or pair in assumed:
            return self._known.get(pair, True)
        found = pair[:2]
        predicate = self._rules.predicate(found)
        if predicate is None or not predicate.clauses or len(assumed) >= _MOST_ASSUMED:
            return False
        if versions(*found) and not self._rules.sources.defines(found):
            return False
        assumed[pair] = None
        if all(self._fits(clause, pair, assumed) for clause in predicate.clauses):
            return True
        self._known[pair] = False
        self._has_refuted = True
        return False

    def _fits(self, clause: nf.NormalClause, pair: Pair, assumed: dict[Pair, None]) -> bool:
        """Tell whether a clause keeps the length, if the calls in it do so that are assumed to."""
        paths = _paths(clause.body)
        return len(paths) <= _MOST_PATHS and all(self._leads(clause, path, pair, assumed) for path in paths)

    def _leads(self, clause: nf.NormalClause, path: Sequence[nf.Goal], pair: Pair, assumed: dict[Pair, None]) -> bool:
        """Tell whether one list is as long as the other where some goals of a clause have succeeded."""
        _, _, start, end, more = pair
        values = dict(_equations(path))
        count, rest = _opened(clause.args[start], values)
        own_count, own_rest = _opened(clause.args[end], values)
        if nf.FAILURE in path:
            return True
        if rest is NIL or own_rest is NIL:
            return rest is own_rest and own_count - count == more
        if rest.__class__ is not Variable or own_rest.__class__ is not Variable:
            return False
        seen, waiting = {rest: count}, [rest]
        while waiting and own_rest not in seen:
            here = waiting.pop()
            for goal in path:
                for other, less in self._steps(goal, here, values, assumed):
                    if other not in seen:
                        seen[other] = seen[here] + less
                        waiting.append(other)
        return own_rest in seen and own_count - seen[own_rest] == more

    def _steps(
        self, goal: nf.Goal, here: Variable, values: Mapping[Variable, Pattern], assumed: dict[Pair, None]
    ) -> Iterator[tuple[Variable, int]]:
        """Give the lists that follow from one where a goal has succeeded, and how much shorter they are."""
        if not isinstance(goal, nf.Call):
            return
        found = goal.name, len(goal.args)
        opened = [_opened(argument, values) for argument in goal.args]
        for start, (before, rest) in enumerate(opened):
            if rest != here:
                continue
            for end, (after, other) in enumerate(opened):
                if end == start or other.__class__ is not Variable or other == here:
                    continue
                more = [m for s, e, m in self._built_in(found) if (s, e) == (start, end)]
                more = more or [m for m in _DIFFERENCES if self._is_kept((*found, start, end, m), assumed)]
                for by in more[:1]:
                    yield other, after - before - by


def _paths(goal: nf.Goal) -> list[tuple[nf.Goal, ...]]:
    """Give the goals that have succeeded where a goal has, for each way through its branches; too many are cut off."""
    match goal:
        case nf.Conj(goals=goals):
            paths: list[tuple[nf.Goal, ...]] = [()]
            for inner in goals:
                ways = _paths(inner)
                paths = [(*path, *way) for path in paths for way in ways]
                paths = paths[: _MOST_PATHS + 1]
            return paths
        case nf.If(condition=condition, then=then, otherwise=otherwise):
            return [*_paths(nf.Conj((condition, then))), *_paths(otherwise)][: _MOST_PATHS + 1]
        case nf.Or(left=left, right=right):
            return [*_paths(left), *_paths(right)][: _MOST_PATHS + 1]
    return [(goal,)]


def _equations(path: Sequence[nf.Goal]) -> Iterator[tuple[Variable, Pattern]]:
    """Give what variables are where some goals have succeeded."""
    for goal in path:
        if isinstance(goal, nf.Call) and goal.name == nf.UNIFY and len(goal.args) == 2:
            one, other = goal.args if goal.args[0].__class__ is Variable else goal.args[::-1]
            if one.__class__ is Variable:
                yield one, other


def _opened(pattern: Pattern, values: Mapping[Variable, Pattern]) -> tuple[int, Pattern]:
    """Give the number of the items that a list begins with, and the rest."""
    count, followed = 0, 0
    while followed <= len(values) + count:
        if pattern.__class__ is tuple and pattern[0] is CONS:
            pattern, count = pattern[2], count + 1
        elif pattern.__class__ is Variable and pattern in values:
            pattern, followed = values[pattern], followed + 1
        else:
            break
    return count, pattern
