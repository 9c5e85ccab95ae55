"""What is left of a search: a guess where there is a basis for one, and nothing where there is none.

How long a search takes is known when it is over. Before that there are two things to go by. One that plays every line
to its end tries the successors of the positions on its path one after the other, and so shows which part of the tree is
behind it, as Knuth estimated trees: every successor of a position counts the same. Of the work it is more: at every
other ply alpha-beta looks at one successor alone, and what comes later finds more in the table. One that deepens shows
how much longer each depth took than the one before. Both are wrong by factors at times, so a guess counts only where
those that could have been made a while ago come to about the same.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

PRUNING: Final = 0.4
"""The power of its part of the tree that is a part of the work; where pruning is perfect it is a half (Knuth, Moore).

Measured with a table: for Connect Four 6x5 and 7x4 and tic-tac-toe 5x4, of half a minute, it gives 0.5 to 1.7 times the
time that they took in the end; for tic-tac-toe 4x4, of ten seconds, up to four times."""
LEAST_SHARE: Final = 0.15
"""The part of the work that must be behind a search before anything is said of the rest."""
LEAST_SECONDS: Final = 3.0
"""How long a search must have taken before that."""
FACTOR: Final = 2.0
"""By how much guesses may differ that come to about the same."""
MOMENTS: Final = (0.3, 0.5, 0.75, 1.0)
"""When those guesses could have been made, as parts of the time so far."""
SAMPLES: Final = 128
"""How many moments are remembered; where there are more, every other is forgotten."""
STEADY: Final = 3.0
"""By how much the growth from depth to depth may differ."""
AHEAD: Final = 2
"""Depths beyond the current one that are guessed at."""


def share_of(stages: Sequence[tuple[int, int]]) -> float:
    """Say which part of a tree is behind a path: of each position on it how many successors are, and of how many.

    It ends where it is not known how many there are.

    >>> share_of([(1, 2), (1, 4)]), share_of([(0, 7), (0, 0), (1, 2)]), share_of([])
    (0.625, 0.0, 0.0)
    """
    share, width = 0.0, 1.0
    for done, count in stages:
        if count < 1:
            break
        share += width * min(done, count) / count
        width /= count
    return min(share, 1.0)


def work_of(share: float) -> float:
    """Say which part of the work of alpha-beta a part of its tree stands for.

    >>> work_of(0.0), round(work_of(0.01), 2), work_of(1.0)
    (0.0, 0.16, 1.0)
    """
    return float(share**PRUNING)


class Remaining:
    """The guesses of one search that goes through its tree once, from samples of how far it was when.

    >>> guesses = Remaining()
    >>> for second in range(1, 41):
    ...     guesses.note(second, second / 100)
    >>> guesses.seconds_left
    60.0
    """

    def __init__(self) -> None:
        self._samples: list[tuple[float, float]] = []

    def note(self, seconds: float, share: float) -> None:
        """Note which part is done after so many seconds; where a search has begun again, what was noted is void."""
        if self._samples and (seconds < self._samples[-1][0] or share < self._samples[-1][1] * 0.999):
            self._samples.clear()
        self._samples.append((seconds, share))
        if len(self._samples) > SAMPLES:
            del self._samples[-2::-2]

    @property
    def seconds_left(self) -> float | None:
        """What is left; None where nobody can tell."""
        if not self._samples:
            return None
        seconds, share = self._samples[-1]
        if seconds < LEAST_SECONDS or share < LEAST_SHARE:
            return None
        totals = [self._total_at(seconds * part) for part in MOMENTS]
        if any(total is None for total in totals):
            return None
        known = [total for total in totals if total is not None]
        if max(known) > FACTOR * min(known):
            return None
        return max(0.0, known[-1] - seconds)

    def _total_at(self, moment: float) -> float | None:
        """Give what the whole would have been guessed to take at a moment, by the last sample up to then."""
        found = None
        for seconds, share in self._samples:
            if seconds > moment + 1e-9:
                break
            found = seconds / share if share > 0 else None
        return found


def depth_left(counts: Sequence[int], done: int, per_second: float, further: int = 0) -> float | None:
    """Guess the seconds left for the depth that is under way, and for `further` ones; None where nobody can tell.

    `counts` has the nodes of each completed depth, `done` those of the one under way. Odd and even depths differ, so
    the growth is that over two.

    >>> depth_left([10, 100, 1000, 10_000], 20_000, 1000.0)
    80.0
    >>> depth_left([10, 11, 1000], 0, 1000.0) is None, depth_left([10, 100, 1000], 12_000, 1000.0) is None
    (True, True)
    """
    if len(counts) < 3 or min(counts[-3:]) < 1 or per_second <= 0 or further > AHEAD:
        return None
    first, second, third = counts[-3:]
    steps = sorted((second / first, third / second))
    if steps[1] > STEADY * steps[0] or steps[0] < 1:
        return None
    growth = math.sqrt(third / first)
    expected = third * growth
    if done >= expected:
        return None
    ahead = sum(expected * growth**more for more in range(1, further + 1))
    return (expected - done + ahead) / per_second


def roughly(seconds: float) -> str:
    """Write a time as roughly as it is known: with one digit.

    >>> [roughly(seconds) for seconds in (0.3, 7.4, 47, 100, 1700, 6000, 200_000, 90 * 86_400)]
    ['1 s', '7 s', '50 s', '2 min', '30 min', '2 h', '2 days', '90 days']
    """
    for size, unit in ((86_400, "days"), (3_600, "h"), (60, "min"), (1, "s")):
        if seconds >= size * (1.5 if size > 1 else 0):
            number = max(1, round(float(f"{seconds / size:.1g}")))
            return f"{number:,} {unit if number != 1 or unit != 'days' else 'day'}"
    raise AssertionError("every time is long enough for seconds")
