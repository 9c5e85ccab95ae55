"""How far a search may go: by depth, by nodes, by time, and until somebody stops it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from pyengine.errors import SearchError
from pyengine.quoting import show_value

Clock = Callable[[], float]
"""Gives seconds from some fixed point; `time.perf_counter` unless a test brings its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """Where a search stops; whichever comes first. Without any, it goes on until the game is solved.

    >>> Limit(seconds=-1)
    Traceback (most recent call last):
    ...
    pyengine.errors.SearchError: seconds must be a number from 0, not -1
    """

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and not (isinstance(self.seconds, int | float | Fraction) and self.seconds >= 0):
            raise SearchError(f"seconds must be a number from 0, not {show_value(self.seconds)}")
        for name, least in (("depth", 0), ("nodes", 1)):
            value = getattr(self, name)
            if value is not None and (not isinstance(value, int) or value < least):
                raise SearchError(f"{name} must be a whole number from {least}, not {show_value(value)}")


NO_LIMIT: Final = Limit()
ONE_SECOND: Final = Limit(seconds=1.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchClock:
    """The time one side has left for a whole game; `limit` says how much of it to use for the next move.

    `moves_to_go` is the number of moves that `seconds` must last for; without it, the game is taken to last
    `EXPECTED_MOVES` more. A reserve is kept back for what happens outside the search.

    >>> clock = MatchClock(seconds=60, moves_to_go=20)
    >>> clock.limit().seconds
    2.95
    >>> clock.after(10).moves_to_go
    19
    """

    seconds: float
    increment: float = 0.0
    moves_to_go: int | None = None
    reserve: float = 1.0

    EXPECTED_MOVES = 30

    def __post_init__(self) -> None:
        for name in ("seconds", "increment", "reserve"):
            if not 0 <= getattr(self, name) < math.inf:
                raise SearchError(f"{name} must be a number from 0, not {getattr(self, name)}")
        if self.moves_to_go is not None and self.moves_to_go < 1:
            raise SearchError(f"moves_to_go must be at least 1, not {self.moves_to_go}")

    def limit(self) -> Limit:
        """Give an even share of what is left, and the increment that the move will earn, never more than there is."""
        left = max(0.0, self.seconds - min(self.reserve, self.seconds / 2))
        share = left / (self.moves_to_go or self.EXPECTED_MOVES)
        return Limit(seconds=min(left, share + self.increment))

    def after(self, used: float) -> MatchClock:
        """Give the clock after a move that took `used` seconds; at 0 the flag has fallen."""
        left = max(0.0, self.seconds - used)
        if left > 0:
            left += self.increment
        to_go = self.moves_to_go
        return replace(self, seconds=left, moves_to_go=to_go - 1 if to_go and to_go > 1 else None)


@dataclass(slots=True, eq=False)
class StopSignal:
    """Ends the searches it was given to, from any thread; they return the best they have.

    For who wants to watch: `nodes` is how many positions a search had entered when it last looked, and `tried` how many
    of the first moves it is done with, and of how many; None where it does not go by moves.
    """

    stopped: bool = False
    nodes: int = 0
    tried: tuple[int, int] | None = None

    def stop(self) -> None:
        """Ask for the end; a search looks before every position it enters."""
        self.stopped = True
