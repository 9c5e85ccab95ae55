"""The kernel that a game may bring: what it is asked, how it stops, and who looks after its limits."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from pyengine.kernel.endings import Ending
from pyengine.search.result import StopReason
from pyengine.search.watch import Watch
from pyengine.terms import Number

STOPS: Final[dict[int, StopReason]] = {
    Ending.STOPPED_BY_USER: StopReason.INTERRUPTED,
    Ending.STOPPED_BY_CLOCK: StopReason.SECONDS,
    Ending.STOPPED_BY_SIGNAL: StopReason.STOPPED,
    Ending.STOPPED_BY_NODES: StopReason.NODES,
}
"""Why a kernel stopped."""
ENDINGS: Final[dict[StopReason, int]] = {reason: ending for ending, reason in STOPS.items()}
MOST_NODES: Final = (1 << 64) - 1

Look = Callable[[int, int, int], tuple[int, float]]


class Runs(Protocol):
    """Searches with the same techniques; what they learn is kept from one to the next."""

    def run(
        self,
        root: Any,
        draft: int | None,
        window: tuple[Number, Number],
        first: Any,
        ply: int,
        most_nodes: int,
        counted: tuple[int, int, int, int],
        total: Number | None,
        look: Look | None,
    ) -> Any:
        """Search a position within a window; OverflowError where a number is none of the kernel's."""

    def minimax(self, root: Any, plies: int | None, most_nodes: int, look: Look | None) -> Any:
        """Value a position by the definition."""

    def next_iteration(self) -> None:
        """Let the values noted so far decide the order from now on."""

    def known_best(self, state: Any, draft: int | None, value: Number, ply: int) -> int | None:
        """Give the successor that the table has for the best, where it has a value of this very search."""


class Kernel(Protocol):
    """What a game has that can search itself; the game has it as `kernel`.

    `answers` names the questions that its rules answer, `optional` those that rules need not.
    """

    answers: frozenset[str]
    optional: frozenset[str]

    def table(self, entries: int | None, size: int | None, replacement: str, *, shared: bool) -> Any:
        """Make a table."""

    def open(self, settings: Mapping[str, Any], table: Any, threads: int) -> Runs:
        """Begin searches; OverflowError or MemoryError where they cannot be done."""


def kernel_of(game: Any, *positions: Any) -> Any:
    """Give the kernel of a game; None where there is none, or where something is no position that it could take."""
    kernel = getattr(game, "kernel", None)
    return kernel if all(type(position) is bytes for position in positions) else None


def keeps_usual_time(watch: Watch) -> bool:
    """Tell whether a kernel can keep the time limit: it does not ask a clock of one's own."""
    return watch.deadline is None or watch.clock is time.perf_counter


def looking(watch: Watch, ply: int) -> Look | None:
    """Make what looks at the clock and at the signal while a kernel works; None where there is nothing to look at."""
    if watch.deadline is None and watch.signal is None:
        return None
    signal, deadline = watch.signal, watch.deadline

    def look(nodes: int, tried: int, of: int) -> tuple[int, float]:
        if signal is not None and ply == 0 and of:
            signal.tried = tried, of
        reason = watch.due(min(nodes, watch.max_nodes - 1))
        left = math.inf if deadline is None else deadline - watch.clock()
        return (Ending.DONE if reason is None else ENDINGS[reason]), left

    return look
