"""The positions that can be reached, by number, and the moves between them backwards."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import accumulate, islice
from typing import Any

from pyengine.errors import RuleRuntimeError
from pyengine.game import Expansion, Game
from pyengine.search.faults import stuck
from pyengine.search.result import StopReason
from pyengine.search.trace import Event, EventKind, Sink
from pyengine.search.watch import Watch
from pyengine.terms import Number

FINAL = 255
"""Stands in for the mover where the game is over."""


@dataclass(slots=True)
class Reached:
    """A game as a graph of numbers; 0 is the first root, and what is nearer to a root has the smaller number.

    `numbers` goes from positions (or from the keys that stand for several) to numbers. `degrees` has the moves out of
    each, `successors` where they lead, one position after the other; `arrivals` has the moves into each. `utilities`
    has those of the final positions.
    """

    numbers: dict[Any, int] = field(default_factory=dict)
    movers: bytearray = field(default_factory=bytearray)
    degrees: array[int] = field(default_factory=lambda: array("q"))
    successors: array[int] = field(default_factory=lambda: array("q"))
    arrivals: array[int] = field(default_factory=lambda: array("q"))
    utilities: dict[int, tuple[Number, ...]] = field(default_factory=dict)

    def backwards(self, watch: Watch) -> tuple[array[int], array[int]]:
        """Give where the predecessors of each position start in a list of them all, and that list.

        Raises `Stopped` where a limit is reached.
        """
        starts = array("q", accumulate(self.arrivals, initial=0))
        fill = starts[:]
        predecessors = array("q", bytes(8 * len(self.successors)))
        following = iter(self.successors)
        for position, degree in enumerate(self.degrees):
            if watch.limited:
                stop_if_due(watch)
            for successor in islice(following, degree):
                predecessors[fill[successor]] = position
                fill[successor] += 1
        return starts, predecessors


class Stopped(Exception):  # noqa: N818 - no error: it never leaves the search
    """A limit was reached between two positions."""

    def __init__(self, reason: StopReason) -> None:
        self.reason = reason
        super().__init__(reason.value)


def stop_if_due(watch: Watch) -> None:
    """Raise `Stopped` where a limit is reached that does not count positions."""
    if (reason := watch.due(0)) is not None:
        raise Stopped(reason)


def reach(
    game: Game[Any, Any],
    opener: Callable[[Any], Expansion[Any, Any]],
    roots: Iterable[Any],
    key_of: Callable[[Any], Any] | None,
    watch: Watch,
    trace: Sink | None = None,
) -> tuple[Reached, StopReason | None]:
    """Expand every position that can be reached from one of the roots, each once, until a limit says stop."""
    graph = Reached()
    numbers, utilities, arrivals = graph.numbers, graph.utilities, graph.arrivals
    number_of, enter = numbers.get, graph.successors.append
    add_mover, add_degree = graph.movers.append, graph.degrees.append
    waiting: deque[Any] = deque()
    following, take = waiting.append, waiting.popleft
    for root in roots:
        key = root if key_of is None else key_of(root)
        if key not in numbers:
            numbers[key] = len(numbers)
            arrivals.append(0)
            following(root)
    plies = dict.fromkeys(waiting, 0) if trace is not None else {}
    limited, due = watch.limited, watch.due
    nodes = 0
    reason: StopReason | None = None
    try:
        while waiting:
            if limited and (reason := due(nodes)) is not None:
                break
            state = take()
            expansion = opener(state)
            nodes += 1
            final = expansion.utilities is not None
            if trace is not None:
                worth = None if expansion.utilities is None else expansion.utilities[0]
                kind, mover = (EventKind.LEAF, None) if final else (EventKind.ENTER, expansion.mover)
                trace(Event(kind, plies[state], state, mover, None, None, worth))
                for child in expansion.children:
                    plies.setdefault(child, plies[state] + 1)
            add_degree(len(expansion.children))
            if expansion.utilities is not None:
                add_mover(FINAL)
                utilities[nodes - 1] = expansion.utilities
                continue
            if not expansion.children:
                raise RuleRuntimeError(stuck(game, state))
            add_mover(expansion.mover)
            for child in expansion.children:
                key = child if key_of is None else key_of(child)
                number = number_of(key)
                if number is None:
                    number = numbers[key] = len(numbers)
                    arrivals.append(0)
                    following(child)
                arrivals[number] += 1
                enter(number)
    except KeyboardInterrupt:
        reason = StopReason.INTERRUPTED
    finally:
        watch.nodes, watch.leaves = watch.nodes + nodes, watch.leaves + len(utilities)
    return graph, reason
