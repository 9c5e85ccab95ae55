"""Games that are small enough to be solved as a whole: the value of every move, and how far the end is."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from pyengine.errors import SearchError
from pyengine.game import expand
from pyengine.search import Limit, retrograde
from pyengine.search.expansion import opposed
from pyengine.search.solution import Solution, best_line
from pyengine.search.watch import NO_LIMIT, StopSignal, Watch
from pyengine.studio.loaded_game import LoadedGame
from pyengine.terms import Number

MOST_POSITIONS: Final = 400_000
"""Positions of a game that is solved as a whole."""
ENDING_SECONDS: Final = 0.2
"""How long it is tried with what can be reached from one position of a large game."""


class Verdict(NamedTuple):
    """What a position is worth for good, the plies to the end, None where nobody can force one, and the best line."""

    values: tuple[Number, ...]
    distance: int | None
    line: tuple[Any, ...]


def verdicts(loaded: LoadedGame, state: Any, seconds: float, stop: StopSignal) -> Mapping[Any, Verdict] | None:
    """Give what each successor of a position is worth for good; None where that cannot be told in so many seconds.

    The whole game is tried first, once: what is known then answers for all its positions.
    """
    solution = solution_of(loaded, state, seconds, stop)
    if solution is None:
        return None
    return {child: _verdict(solution, child) for child in expand(loaded.game, state).children}


def solution_of(loaded: LoadedGame, state: Any, seconds: float, stop: StopSignal) -> Solution[Any, Any] | None:
    """Solve what can be reached from a position, or find it solved; None where that is too much."""
    for known in loaded.solutions:
        if state in known:
            return known
    if not opposed(loaded.game):
        return None
    if not loaded.is_large:
        solution = _solve(loaded, loaded.game.initial, Limit(seconds=seconds, nodes=MOST_POSITIONS), stop)
        if solution is not None and state in solution:
            return solution
        loaded.is_large = solution is None and not stop.stopped
    return _solve(loaded, state, Limit(seconds=min(seconds, ENDING_SECONDS), nodes=MOST_POSITIONS), stop)


def _solve(loaded: LoadedGame, root: Any, limit: Limit, stop: StopSignal) -> Solution[Any, Any] | None:
    try:
        solution: Solution[Any, Any] = retrograde(loaded.game, root, limit=limit, stop=stop)
    except SearchError:  # this game cannot be solved so, or is none of two opponents after all
        return None
    if not solution.labels.complete:
        return None
    loaded.solutions.append(solution)
    return solution


def _verdict(solution: Solution[Any, Any], state: Any) -> Verdict:
    game, value, left = solution.game, solution.value(state), solution.distance(state)
    utilities = expand(game, state).utilities
    line = best_line(game.expand, state, solution.labels, Watch(NO_LIMIT, time.perf_counter))  # type: ignore[attr-defined]
    values = (value, -value) if utilities is None else utilities
    return Verdict(values, None if left is None else left + 1, line)
