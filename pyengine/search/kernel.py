"""The kernel that a game may bring: what it is asked, how it stops, who looks after its limits; and whole games for it.

Counting, numbering and labelling positions is handed to it here. Where it gives up, the functions give None, and the
loops in Python do the work.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any, Final

from pyengine.game import Game
from pyengine.kernel.endings import Ending
from pyengine.search.faults import not_opposed
from pyengine.search.result import StopReason
from pyengine.search.solution import Labels
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


def kernel_of(game: Any, *positions: Any) -> Any:
    """Give the `Kernel` of a game; None where there is none, or where something is no position that it could take.

    There is none for games of more players than it has room for.
    """
    kernel = getattr(game, "kernel", None)
    if kernel is not None and kernel.players > kernel.most_players:
        return None
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


Labelling = tuple[Labels, dict[Number, tuple[Number, ...]], StopReason | None]
"""The labels, the utilities by what they are for MAX, and why it was stopped."""

FIRST_CHUNK: Final = 16
LARGEST_CHUNK: Final = 1 << 16
"""Positions that are expanded ahead of whoever asks for one after the other."""


def count_by_kernel(
    game: Any, root: Any, depth: int, *, split: bool, merge: bool, threads: int
) -> Sequence[int] | None:
    """Count move sequences as `perft` does: one count, or one for each of the root's moves."""
    kernel = kernel_of(game, root)
    if kernel is None or depth >= 1 << 32:
        return None
    ending, counts = kernel.perft(root, depth, split=split, merge=merge, threads=threads)
    if ending == Ending.STOPPED_BY_USER:
        raise KeyboardInterrupt
    return counts if ending == Ending.DONE else None


def count_states_by_kernel(game: Any, root: Any, *, symmetric: bool, threads: int) -> int | None:
    """Count the positions that can be reached."""
    reached = _open(game, [root], moves=False, symmetric=symmetric)
    if reached is None:
        return None
    ending = reached.expand([root], threads=threads)
    if ending == Ending.STOPPED_BY_USER:
        raise KeyboardInterrupt
    return len(reached) if ending == Ending.DONE else None


def states_by_kernel(game: Any, root: Any, *, symmetric: bool) -> Generator[Any, None, int | None]:
    """Give every position, nearest first; where the kernel gives up, return how many it gave, else None."""
    reached = _open(game, [root], moves=False, symmetric=symmetric)
    if reached is None:
        return 0
    ending = reached.expand([root], 0)
    chunk, number = FIRST_CHUNK, 0
    while number < reached.expanded or (number < len(reached) and ending in (Ending.DONE, Ending.STOPPED_BY_NODES)):
        yield reached.position(number, first=True)  # before anything more is asked of the rules
        if number == reached.expanded:
            ending = reached.expand((), number + chunk)
            chunk = min(2 * chunk, LARGEST_CHUNK)
            if ending == Ending.STOPPED_BY_USER:
                break
        number += 1
    if ending == Ending.STOPPED_BY_USER:
        raise KeyboardInterrupt
    return None if ending in (Ending.DONE, Ending.STOPPED_BY_NODES) else number


def label_by_kernel(
    game: Game[Any, Any],
    roots: Sequence[Any],
    key_of: Callable[[Any], Any] | None,
    endless: Number,
    watch: Watch,
    threads: int,
) -> Labelling | None:
    """Reach all positions from some roots and label them, as `retrograde` does."""
    if not keeps_usual_time(watch):
        return None
    reached = _open(game, roots, moves=True, symmetric=key_of is not None)
    if reached is None:
        return None
    look = looking(watch, 0)
    try:
        ending = _reach(reached, roots, watch, look, threads)
        if ending != Ending.DONE and ending not in STOPS:
            return None
        labels = Labels(reached, key_of, endless)
        worth: dict[Number, tuple[Number, ...]] = {}
        if ending == Ending.DONE:
            found = reached.label(endless, look)
            ending = found.ending
            if ending == Ending.NOT_OPPOSED:
                _count(reached, watch)
                raise not_opposed(*found.clash)
            if ending != Ending.DONE and ending not in STOPS:
                return None
            labels = Labels(reached, key_of, endless, reached.values(endless), reached.distances(), found.complete)
            for utilities in reached.ends():
                worth.setdefault(utilities[0], utilities)
    except OverflowError:
        return None
    _count(reached, watch)
    return labels, worth, STOPS.get(ending)


def _reach(reached: Any, roots: Iterable[Any], watch: Watch, look: Look | None, threads: int) -> int:
    most = None if watch.limit.nodes is None else min(watch.limit.nodes, MOST_NODES)
    if watch.limited and (reason := watch.due(0)) is not None:
        return ENDINGS[reason]
    ending: int = reached.expand(list(roots), most, look, threads)
    return ending


def _count(reached: Any, watch: Watch) -> None:
    watch.nodes += reached.expanded
    watch.leaves += reached.finals


def _open(game: Any, roots: Sequence[Any], *, moves: bool, symmetric: bool) -> Any:
    """Begin; None where the game has no kernel for such roots, or no memory is left."""
    kernel = kernel_of(game, *roots)
    if kernel is None:
        return None
    try:
        return kernel.reach(moves=moves, symmetric=symmetric)
    except MemoryError:
        return None
