"""What a long search has worked out, taken out of its table from time to time and given to the next one.

A search to the end is stopped after a while, the positions of which its table knows most are gathered from the root on,
whoever keeps them does so, and the search goes on: it comes back to where it was at once, over the same table. Only
what rests on final positions alone is gathered, so that it is true whatever the next search is.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final, Protocol

from pyengine.search.kernel_search import KernelSearch, SearchEngine
from pyengine.search.proved import Proved, keep_entry, path_positions, proved_entry
from pyengine.search.result import StopReason
from pyengine.search.watch import Watch

FIRST_SECONDS: Final = 5.0
"""How long the first part of a search is; each is twice as long as the one before, until they are as long as asked."""
MOST_KEPT: Final = 20_000
"""Positions that are gathered at a time, those first that took most work."""
LEAST_RANK: Final = 4
"""Where the table ranks by work: what is below is not worth to be kept, to work it out again takes some nodes."""
GATHERING: Final = 0.05
"""The part of the time that gathering them may take, but for half a second."""
LEAST_SECONDS: Final = 0.5
LAST_SECONDS: Final = 3.0
"""What it may take when the search is over."""


class Checkpoint(Protocol):
    """Where what is proved of positions is kept; positions are those of the game that is asked about."""

    seconds: float
    """How long a part of the search is."""

    def known(self, game: Any) -> Iterable[tuple[Any, Proved]]:
        """Give what was kept."""

    def keep(self, game: Any, found: Iterable[tuple[Any, Proved]]) -> None:
        """Keep what was found, all of it or nothing."""


def gather(engine: SearchEngine, root: Any, seconds: float, most: int = MOST_KEPT) -> dict[Any, Proved]:
    """Gather what the table of a search knows for good of positions near the root, and near where it was stopped.

    The way goes from the positions on the path, of which nothing is known yet, to those that took most work, for so
    many seconds.
    """
    end = time.perf_counter() + seconds
    proved: Callable[[Any], Proved | None]
    if isinstance(engine, KernelSearch):
        proved, paths = engine.proved, engine.paths()
    else:
        proved, paths = partial(proved_entry, engine), [path_positions(engine)]
    found: dict[Any, Proved] = {}
    heap: list[tuple[int, int, Any]] = []
    least = LEAST_RANK if engine.options.replacement == "work" else 0

    def look(state: Any) -> None:
        if state in found:
            return
        known = proved(state)
        if known is not None and known.rank >= least:
            found[state] = known
            heapq.heappush(heap, (-known.rank, len(found), state))

    look(root)
    for state in dict.fromkeys(state for path in paths for state in path):
        for child in engine.opener.expand(state).children:
            look(child)
    while heap and len(found) < most and time.perf_counter() < end:
        for child in engine.opener.expand(heapq.heappop(heap)[2]).children:
            look(child)
    return found


def give(engine: SearchEngine, checkpoint: Checkpoint) -> None:
    """Give the table of a search what was kept; the time that takes is none of the search."""
    began = engine.watch.clock()
    keep = engine.keep if isinstance(engine, KernelSearch) else partial(keep_entry, engine)
    for state, known in checkpoint.known(engine.game):
        keep(state, known)
    engine.watch.put_off(engine.watch.clock() - began)


class Parts:
    """The parts of one search over a table, and what is kept between them."""

    def __init__(self, engine: SearchEngine, root: Any, checkpoint: Checkpoint) -> None:
        self._engine, self._root, self._checkpoint = engine, root, checkpoint
        self._seconds = min(FIRST_SECONDS, checkpoint.seconds)
        self._gathering = LAST_SECONDS
        self._deadline = engine.watch.deadline

    def open(self) -> None:
        """Begin the next part: it ends when its time is up."""
        watch = self._engine.watch
        end = watch.clock() + self._seconds
        watch.deadline = end if self._deadline is None else min(end, self._deadline)
        watch.limited = True
        self._gathering = max(LEAST_SECONDS, GATHERING * self._seconds)
        self._seconds = min(2 * self._seconds, self._checkpoint.seconds)

    def close(self, reason: StopReason) -> StopReason | None:
        """Keep what is known by now; give why the search is over, None where only this part of it is."""
        watch = self._engine.watch
        watch.deadline = self._deadline
        goes_on = reason is StopReason.SECONDS and not _is_up(watch)
        seconds, interrupted = self._gathering if goes_on else LAST_SECONDS, False
        while True:
            try:
                self._checkpoint.keep(self._engine.game, gather(self._engine, self._root, seconds).items())
                break
            except KeyboardInterrupt:
                if interrupted:
                    raise
                interrupted = True  # once more: what is known is to be kept
        if interrupted:
            return StopReason.INTERRUPTED
        return None if goes_on else reason


def _is_up(watch: Watch) -> bool:
    return watch.deadline is not None and watch.clock() >= watch.deadline
