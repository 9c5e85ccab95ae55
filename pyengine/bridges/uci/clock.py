"""How long to think about a move: from the clocks of an interface to the limit of a search."""

from __future__ import annotations

from typing import Final

from pyengine.bridges.uci.commands import Go
from pyengine.search import Limit, MatchClock

LEAST_SECONDS: Final = 0.001
"""What a search gets even where no time is left."""


def limit_of(go: Go, mover: int, overhead: int) -> Limit:
    """Give what a search may use: for the first player the clock of white counts, for others that of black.

    `overhead` is in milliseconds: what passes outside the search is kept back from the time of the move.

    >>> limit_of(Go({"wtime": 60000, "winc": 1000, "movestogo": 20}), 0, 0).seconds
    4.0
    >>> limit_of(Go({"movetime": 100}), 1, 30).seconds, limit_of(Go({"mate": 2}), 0, 0)
    (0.07, Limit(seconds=None, depth=3, nodes=None))
    """
    numbers = go.numbers
    depths = [max(1, depth) for depth in (numbers.get("depth"), _plies(numbers.get("mate"))) if depth is not None]
    return Limit(
        seconds=_seconds(numbers, mover, overhead),
        depth=min(depths, default=None),
        nodes=max(1, numbers["nodes"]) if "nodes" in numbers else None,
    )


def _plies(mate: int | None) -> int | None:
    return None if mate is None else 2 * mate - 1


def _seconds(numbers: dict[str, int], mover: int, overhead: int) -> float | None:
    times = []
    left, increment = ("wtime", "winc") if mover == 0 else ("btime", "binc")
    if left in numbers:
        to_go = numbers.get("movestogo", 0)
        clock = MatchClock(
            seconds=max(0, numbers[left]) / 1000,
            increment=max(0, numbers.get(increment, 0)) / 1000,
            moves_to_go=to_go if to_go > 0 else None,
            reserve=overhead / 1000,
        )
        times.append(clock.limit().seconds or 0.0)
    if "movetime" in numbers:
        given = max(0, numbers["movetime"])
        times.append(max(given - overhead, given / 2) / 1000)
    return max(LEAST_SECONDS, min(times)) if times else None
