"""Searches that begin in Python at once, and go on in C when they take long.

A game may bring a `second_tier`: the same game with a kernel, or by another reasoner that is faster, which is made
ready aside once searches in Python have taken a while. When it is there, a search is begun again in it, within the
limits that it was given. Both go through the same positions in the same order, so that values, moves and counts are
those of the one or the other alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from pyengine.errors import BuildError, InvalidStateError, SearchError
from pyengine.game import Expansion
from pyengine.search.kernel import keeps_usual_time
from pyengine.search.result import Result
from pyengine.search.solution import Labels, Solution
from pyengine.search.table import Table
from pyengine.search.watch import NO_LIMIT, Watch

T = TypeVar("T")
Carry = Callable[[Any], Any]
"""Takes a position to the game that is searched."""
Work = Callable[[Any, Carry, Watch], T]
"""What is done: in a game, with what takes positions to it, under a watch."""


class OvertakenError(Exception):
    """The second tier is there; it never leaves this module."""


class TierLookout:
    """Looks after the second tier of a game while its search is in Python."""

    __slots__ = ("_begin_at", "_started", "_tier", "_watch")

    def __init__(self, tier: Any, watch: Watch) -> None:
        self._tier, self._watch = tier, watch
        self._started = time.perf_counter()
        self._begin_at = self._started + tier.patience - tier.spent

    def look(self) -> None:
        """Have the second tier built once it is time; OvertakenError where it is there."""
        tier = self._tier
        if tier.game is not None:
            if self._is_worth_while():
                raise OvertakenError
        elif time.perf_counter() >= self._begin_at:
            self._begin_at = float("inf")
            tier.begin()

    def _is_worth_while(self) -> bool:
        deadline = self._watch.deadline
        if deadline is None:
            return True
        now = time.perf_counter()
        # Begun again, it must come farther in what is left than it would if it went on.
        return bool((deadline - now) * (self._tier.speed_up - 1) >= now - self._started)

    def end(self) -> None:
        """Note how long the search has taken."""
        self._tier.spent += time.perf_counter() - self._started


def in_tiers(game: Any, watch: Watch, work: Work[T], *, plain: bool = True, table: Table | None = None) -> T:
    """Do some work in a game: in its second tier where that is there, or as soon as it is.

    What is not `plain` (it is traced, or asks a store) stays in Python, as does a table that has entries from there.
    """
    tier = getattr(game, "second_tier", None)
    if tier is None or not plain or not keeps_usual_time(watch) or _is_in_use(table, game):
        return work(game, _same, watch)
    if tier.game is None:
        if tier.is_over:
            return work(game, _same, watch)
        lookout = TierLookout(tier, watch)
        watch.look_out(lookout)
        try:
            return work(game, _same, watch)
        except OvertakenError:
            watch.look_out(None)
        finally:
            lookout.end()
    try:
        return work(tier.game, tier.into, watch.anew())
    except BuildError:  # there is no memory for it
        return work(game, _same, watch.anew())


def count_in_tiers(game: Any, work: Work[T]) -> T:
    """Do some work that has no limits, in the tiers of a game."""
    return in_tiers(game, Watch(NO_LIMIT, time.perf_counter), work)


def _same(state: Any) -> Any:
    return state


def _is_in_use(table: Table | None, game: Any) -> bool:
    """Tell whether a table has entries of a game: they would be lost in another."""
    return table is not None and len(table) > 0 and table._owner[0] is game


def watched(expand: Callable[[Any], Expansion[Any, Any]], watch: Watch) -> Callable[[Any], Expansion[Any, Any]]:
    """Make what expands positions look out for the second tier, for loops that have no limits to look at."""
    lookout = watch.lookout
    if lookout is None:
        return expand
    look = lookout.look

    def expand_watched(state: Any) -> Expansion[Any, Any]:
        look()
        return expand(state)

    return expand_watched


def reasoner_of(game: Any) -> str | None:
    """Name who answers for a game; None where it has no rule file."""
    tier = getattr(game, "second_tier", None)
    name: str | None = getattr(game, "reasoner", None) if tier is None else tier.first_reasoner
    return name


def signed(result: Result[Any], game: Any) -> Result[Any]:
    """Say in a result who answered for the rules."""
    return replace(result, reasoner=reasoner_of(game))


class Retold:
    """Tells of completed depths, of each once: a search that is begun again comes to them again."""

    def __init__(self, progress: Callable[[Any], None]) -> None:
        self._progress = progress
        self._told = self._come_to = 0

    def begin(self) -> None:
        """Begin at the first depth."""
        self._come_to = 0

    def __call__(self, result: Any) -> None:
        """Tell of the next depth, unless that was done."""
        self._come_to += 1
        if self._come_to > self._told:
            self._told = self._come_to
            self._progress(result)


class _CarriedNumbers(Mapping[Any, int]):
    """Numbers of positions of a second tier, by positions of the game that it is of."""

    def __init__(self, numbers: Mapping[Any, int], tier: Any) -> None:
        self._numbers, self._tier = numbers, tier

    def __getitem__(self, state: Any) -> int:
        return self._numbers[self._tier.into(state)]

    def __iter__(self) -> Iterator[Any]:
        return map(self._tier.back, self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)


class _CarriedLabels(Labels):
    """Labels that a second tier has found, for positions of the game that it is of."""

    def __init__(self, labels: Labels, tier: Any) -> None:
        super().__init__(
            _CarriedNumbers(labels.numbers, tier),
            labels.key_of,
            labels.infinite,
            labels.values,
            labels.distances,
            labels.complete,
        )
        self._inner, self._into = labels, tier.into

    def find(self, state: Any) -> int:
        """Give the number of a position."""
        try:
            return self._inner.find(self._into(state))
        except InvalidStateError:
            raise SearchError("that position cannot be reached from where the solution starts") from None


def carried(solution: Solution[Any, Any], game: Any, root: Any) -> Solution[Any, Any]:
    """Give a solution of the second tier of a game, or of the game itself, as one of the game."""
    if solution.game is game:
        return solution
    labels = _CarriedLabels(solution.labels, game.second_tier)
    return Solution(game, root, labels, solution.result)
