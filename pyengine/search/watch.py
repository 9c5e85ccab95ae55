"""How far a search may go: by depth, nodes and time, and until somebody stops it; its counters, and the eye on them."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final, Protocol

from pyengine.errors import SearchError
from pyengine.quoting import show_value
from pyengine.search.headway import Headway, Stand
from pyengine.search.result import StopReason, TableUse
from pyengine.terms import Number

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
    of the first moves it is done with, and of how many; None where it does not go by moves. `headway` tells all that
    can be told: the best move so far and its line, the depth, how full the table is, what is left. `led` is called
    with that line whenever there is another, in the thread that searches, which alone may ask the rules.

    >>> StopSignal().headway.nodes
    0
    """

    stopped: bool = False
    nodes: int = 0
    tried: tuple[int, int] | None = None
    led: Callable[[tuple[Any, ...]], None] | None = field(default=None, repr=False)
    watch: Watch | None = field(default=None, repr=False)

    def stop(self) -> None:
        """Ask for the end; a search looks before every position it enters."""
        self.stopped = True

    @property
    def headway(self) -> Headway:
        """How far the search is; any thread may ask. Guesses get better where it is asked now and then."""
        if self.watch is None:
            return Headway(nodes=self.nodes, tried=self.tried)
        return self.watch.stand.headway(self.watch, self.nodes, self.tried)


ENDLESS: Final = sys.maxsize


class Stopped(Exception):  # noqa: N818 - no error: it never leaves the search
    """A limit was reached between two positions."""

    def __init__(self, reason: StopReason) -> None:
        self.reason = reason
        super().__init__(reason.value)


class Tabled(Protocol):
    """The transposition table of a search, as far as it is watched."""

    @property
    def use(self) -> TableUse:
        """Say how full it is."""


class Lookout(Protocol):
    """What is asked before each position whether the search is to go on elsewhere; it raises an exception if so."""

    def look(self) -> None:
        """Raise an exception that ends the search."""


@dataclass(slots=True)
class Watch:
    """What one search has used so far, and when it must end.

    A search asks `due` before each position that it enters, but only where `limited`: without limits it pays one test.
    """

    limit: Limit
    clock: Clock
    signal: StopSignal | None = None
    nodes: int = 0
    leaves: int = 0
    cutoffs: int = 0
    hits: int = 0
    started: float = field(init=False)
    deadline: float | None = field(init=False)
    max_nodes: int = field(init=False)
    limited: bool = field(init=False)
    lookout: Lookout | None = field(init=False, default=None)
    stand: Stand = field(init=False, default_factory=Stand)
    table: Tabled | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        if not isinstance(self.limit, Limit):
            raise SearchError(f"limit must be a Limit, such as Limit(seconds=1), not {show_value(self.limit)}")
        if self.signal is not None and not hasattr(self.signal, "stopped"):
            raise SearchError(f"stop must be a StopSignal, not {show_value(self.signal)}")
        self.started = self.clock() if callable(self.clock) else None
        if not isinstance(self.started, int | float):
            raise SearchError(f"clock must be a function that gives seconds, not {show_value(self.clock)}")
        seconds = self.limit.seconds
        self.deadline = None if seconds is None else self.started + min(seconds, sys.float_info.max)
        self.max_nodes = ENDLESS if self.limit.nodes is None else self.limit.nodes
        self.limited = self.deadline is not None or self.limit.nodes is not None or self.signal is not None
        if isinstance(self.signal, StopSignal):
            self.signal.watch = self

    def look_out(self, lookout: Lookout | None) -> None:
        """Have a lookout asked from now on, or none any more."""
        self.lookout = lookout
        limits = self.deadline, self.limit.nodes, self.signal, lookout
        self.limited = any(limit is not None for limit in limits)

    def anew(self) -> Watch:
        """Begin to count again, under the same limits and within the same time."""
        fresh = Watch(self.limit, self.clock, self.signal)
        fresh.started, fresh.deadline = self.started, self.deadline
        return fresh

    def lead(self, line: tuple[Any, ...], value: Number, mover: int) -> None:
        """Tell who watches of the best line so far."""
        is_new = line != self.stand.line
        self.stand.lead(line, value, mover)
        if is_new and isinstance(self.signal, StopSignal) and self.signal.led is not None:
            self.signal.led(line)

    def put_off(self, seconds: float) -> None:
        """Begin so many seconds later."""
        self.started += seconds
        if self.deadline is not None:
            self.deadline += seconds

    def due(self, nodes: int) -> StopReason | None:
        """Give the reason to stop before the next position is entered.

        The clock is read every time: it costs less than any expansion, and an interval between readings could not
        know that the next expansions will be slow ones.
        """
        if nodes >= self.max_nodes:
            return StopReason.NODES
        if self.lookout is not None:
            self.lookout.look()
        if self.deadline is not None and self.clock() >= self.deadline:
            return StopReason.SECONDS
        if self.signal is not None:
            if nodes:  # 0 asks about the other limits alone
                self.signal.nodes = nodes
            if self.signal.stopped:
                return StopReason.STOPPED
        return None

    def enter_node(self) -> None:
        """Count the next position, which may be entered now; `Stopped` where it may not."""
        if self.limited and (reason := self.due(self.nodes)) is not None:
            raise Stopped(reason)
        self.nodes += 1

    def stop_if_due(self, nodes: int = 0) -> None:
        """Raise `Stopped` where a limit is reached; that of nodes counts where they are given."""
        if self.limited and (reason := self.due(nodes)) is not None:
            raise Stopped(reason)

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """The nodes, leaves, cut-offs and table hits so far."""
        return self.nodes, self.leaves, self.cutoffs, self.hits

    @counts.setter
    def counts(self, counts: tuple[int, int, int, int]) -> None:
        self.nodes, self.leaves, self.cutoffs, self.hits = counts

    @property
    def figures(self) -> dict[str, Any]:
        """All that was counted, and the time, under the names that a `Result` has for them."""
        counted = {name: getattr(self, name) for name in ("nodes", "leaves", "cutoffs", "hits")}
        return {**counted, "seconds": self.seconds, "table": None if self.table is None else self.table.use}

    @property
    def seconds(self) -> float:
        """The time used so far."""
        return self.clock() - self.started
