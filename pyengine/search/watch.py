"""The counters of a search, and the eye it keeps on its limits."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import Any, Final

from pyengine.errors import SearchError
from pyengine.quoting import show_value
from pyengine.search.limits import Clock, Limit, StopSignal
from pyengine.search.result import StopReason

ENDLESS: Final = sys.maxsize


class Stopped(Exception):  # noqa: N818 - no error: it never leaves the search
    """A limit was reached between two positions."""

    def __init__(self, reason: StopReason) -> None:
        self.reason = reason
        super().__init__(reason.value)


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

    def __post_init__(self) -> None:
        if not isinstance(self.limit, Limit):
            raise SearchError(f"limit must be a Limit, such as Limit(seconds=1), not {show_value(self.limit)}")
        if self.signal is not None and not hasattr(self.signal, "stopped"):
            raise SearchError(f"stop must be a StopSignal, not {show_value(self.signal)}")
        self.started = self.clock() if callable(self.clock) else None
        if not isinstance(self.started, int | float):
            raise SearchError(f"clock must be a function that gives seconds, not {show_value(self.clock)}")
        self.deadline = None if self.limit.seconds is None else self.started + self.limit.seconds
        self.max_nodes = ENDLESS if self.limit.nodes is None else self.limit.nodes
        self.limited = self.deadline is not None or self.limit.nodes is not None or self.signal is not None

    def due(self, nodes: int) -> StopReason | None:
        """Give the reason to stop before the next position is entered.

        The clock is read every time: it costs less than any expansion, and an interval between readings could not
        know that the next expansions will be slow ones.
        """
        if nodes >= self.max_nodes:
            return StopReason.NODES
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
        return {**counted, "seconds": self.seconds}

    @property
    def seconds(self) -> float:
        """The time used so far."""
        return self.clock() - self.started
