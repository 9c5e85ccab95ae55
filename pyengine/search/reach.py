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

    def number(self, key: Any) -> int:
        """Give the next number to a position that is met for the first time."""
        number = self.numbers[key] = len(self.numbers)
        self.arrivals.append(0)
        return number

    def add(self, expansion: Expansion[Any, Any], key_of: Callable[[Any], Any] | None) -> list[Any]:
        """Add what the next position leads to, or is worth; give the successors that are new."""
        place = len(self.degrees)
        self.degrees.append(len(expansion.children))
        if expansion.utilities is not None:
            self.movers.append(FINAL)
            self.utilities[place] = expansion.utilities
            return []
        self.movers.append(expansion.mover)
        numbers, arrivals, enter = self.numbers, self.arrivals, self.successors.append
        met: list[Any] = []
        for child in expansion.children:
            key = child if key_of is None else key_of(child)
            number = numbers.get(key)
            if number is None:
                number = self.number(key)
                met.append(child)
            arrivals[number] += 1
            enter(number)
        return met

    def backwards(self, watch: Watch) -> tuple[array[int], array[int]]:
        """Give where the predecessors of each position start in a list of them all, and that list.

        Raises `Stopped` where a limit is reached.
        """
        starts = array("q", accumulate(self.arrivals, initial=0))
        fill = starts[:]
        predecessors = array("q", bytes(8 * len(self.successors)))
        following = iter(self.successors)
        for position, degree in enumerate(self.degrees):
            watch.stop_if_due()
            for successor in islice(following, degree):
                predecessors[fill[successor]] = position
                fill[successor] += 1
        return starts, predecessors


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
    waiting: deque[Any] = deque()
    for root in roots:
        key = root if key_of is None else key_of(root)
        if key not in graph.numbers:
            graph.number(key)
            waiting.append(root)
    plies = dict.fromkeys(waiting, 0) if trace is not None else {}
    reason: StopReason | None = None
    nodes = 0
    try:
        while waiting:
            if watch.limited and (reason := watch.due(nodes)) is not None:
                break
            state = waiting.popleft()
            expansion = opener(state)
            nodes += 1
            if trace is not None:
                _tell(trace, state, expansion, plies)
            if expansion.utilities is None and not expansion.children:
                raise RuleRuntimeError(stuck(game, state))
            waiting.extend(graph.add(expansion, key_of))
    except KeyboardInterrupt:
        reason = StopReason.INTERRUPTED
    finally:
        watch.nodes, watch.leaves = watch.nodes + nodes, watch.leaves + len(graph.utilities)
    return graph, reason


def _tell(trace: Sink, state: Any, expansion: Expansion[Any, Any], plies: dict[Any, int]) -> None:
    """Tell of a position that was met, and note the ply of its successors."""
    worth = None if expansion.utilities is None else expansion.utilities[0]
    kind, mover = (EventKind.ENTER, expansion.mover) if expansion.utilities is None else (EventKind.LEAF, None)
    trace(Event(kind, plies[state], state, mover, None, None, worth))
    for child in expansion.children:
        plies.setdefault(child, plies[state] + 1)
