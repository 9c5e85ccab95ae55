"""How fast each side is: expansions, positions of perft and alpha-beta nodes a second, measured in turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pyengine.compare.effort import Effort
from pyengine.compare.search_results import alphabeta, deepest
from pyengine.compare.sides import ComparedSide, Failure, attempt
from pyengine.search import Limit, StopReason, perft
from pyengine.search.expansion import expander

PERFT_LINES: Final = 20_000
"""Lines of play that one perft counts at most."""

PERFT_PLIES: Final = 30

SAMPLE: Final = 300
"""Positions that are expanded, from random games."""

Work = Callable[[], int]
"""Does something once, and gives how much it was."""


@dataclass(frozen=True, slots=True)
class Speed:
    """How many of something each contestant does in a second; the names are in `Comparison.contestants`."""

    measure: str
    per_second: tuple[float, ...]

    @property
    def ratios(self) -> tuple[float, ...]:
        """How many times as fast as the first each is."""
        return tuple(rate / self.per_second[0] for rate in self.per_second)

    def as_json(self) -> dict[str, Any]:
        """Give the speeds as JSON."""
        return {"measure": self.measure, "per_second": list(self.per_second), "ratios": list(self.ratios)}


def measure_speeds(
    contestants: Sequence[ComparedSide], lines: Sequence[tuple[str, ...]], effort: Effort, clock: Callable[[], float]
) -> tuple[Speed, ...]:
    """Measure everything on every contestant; what one of them cannot do is left out.

    `lines` are games, as texts of moves, whose positions are expanded.
    """
    return tuple(
        Speed(measure, rates)
        for measure, works in (
            ("expansions", [attempt(_expansions, side, lines) for side in contestants]),
            *_perft_works(contestants),
            *_search_works(contestants, effort),
        )
        if not isinstance(rates := attempt(_race, works, effort, clock), Failure) and rates
    )


def _race(works: Sequence[Work | Failure], effort: Effort, clock: Callable[[], float]) -> tuple[float, ...]:
    """Let all work in turn, in several short rounds; the best round of each counts."""
    ready = [work for work in works if not isinstance(work, Failure)]
    if len(ready) < len(works):
        return ()
    best = [0.0] * len(ready)
    for _ in range(effort.rounds):
        for place, work in enumerate(ready):
            best[place] = max(best[place], _rate(work, effort.round_seconds, clock))
    return tuple(best) if all(best) else ()


def _rate(work: Work, seconds: float, clock: Callable[[], float]) -> float:
    done = 0
    began = clock()
    while True:
        done += work()
        taken = clock() - began
        if taken >= seconds:
            return done / taken


def _expansions(side: ComparedSide, lines: Iterable[tuple[str, ...]]) -> Work:
    opener = expander(side.game)
    states = along(side, lines)

    def work() -> int:
        for state in states:
            opener(state)
        return len(states)

    return work


def along(side: ComparedSide, lines: Iterable[tuple[str, ...]]) -> list[Any]:
    """Give the positions that games pass, `SAMPLE` at most."""
    states = [side.game.initial]
    for line in lines:
        state = side.game.initial
        for text in line:
            if len(states) >= SAMPLE:
                return states
            answers = side.answers(state)
            state = answers.children[answers.moves.index(text)]
            states.append(state)
    return states


def _perft_works(contestants: Sequence[ComparedSide]) -> list[tuple[str, list[Work | Failure]]]:
    counts = attempt(_perft_counts, contestants[0])
    if isinstance(counts, Failure) or not counts:
        return []
    works: list[Work | Failure] = [_perft(side, len(counts), sum(counts)) for side in contestants]
    return [(f"perft({len(counts)}) positions", works)]


def _perft(side: ComparedSide, depth: int, positions: int) -> Work:
    def work() -> int:
        perft(side.game, depth, merge=False)
        return positions

    return work


def _perft_counts(side: ComparedSide) -> list[int]:
    """Count the lines of one ply, of two and so on, as far as that is a moderate number."""
    counts: list[int] = []
    while len(counts) < PERFT_PLIES and 0 < (lines := perft(side.game, len(counts) + 1)) <= PERFT_LINES:
        counts.append(lines)
    return counts


def _search_works(contestants: Sequence[ComparedSide], effort: Effort) -> list[tuple[str, list[Work | Failure]]]:
    found = deepest(contestants[0], effort.nodes)
    if found is None or found.depth is None:
        return []
    limit = Limit(depth=found.depth)
    works: list[Work | Failure] = [_search(side, limit) for side in contestants]
    return [(f"alpha-beta({found.depth}) nodes", works)]


def _search(side: ComparedSide, limit: Limit) -> Work:
    def work() -> int:
        found = alphabeta(side, limit)
        if found.reason is StopReason.INTERRUPTED:  # the search keeps Ctrl-C to itself
            raise KeyboardInterrupt
        return found.nodes

    return work
