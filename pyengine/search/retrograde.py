"""Games with cycles, exactly: every position labelled by going backwards from the ends of the game.

What endless play is worth divides the values. A position is worth at least some v above it just where MAX can force an
end that is worth v or more, for otherwise MIN can play on for ever or end below v; and the other way round for
values below it. So MAX's ends are taken from the highest down to endless play, MIN's from the lowest up to it. From
each, the labels go back along the moves: a position of the player who forces gets the label as soon as one of its
successors has one, a position of the other player when all of them have. What no label reaches is worth as much as
endless play. Each move is looked at once on either side, whatever the number of different values, and the order in
which labels arrive is the distance to the end.
"""

from __future__ import annotations

import time
from array import array
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, islice, pairwise
from typing import Any

from pyengine.errors import RuleRuntimeError, SearchError
from pyengine.game import Expansion, Game, M, S, is_number, offers
from pyengine.search.arguments import refuse, require_callable, require_flags
from pyengine.search.expansion import expander, remembered
from pyengine.search.faults import NO_VALUE, not_opposed, stuck
from pyengine.search.kernel import Labelling, label_by_kernel
from pyengine.search.memory import has_memory
from pyengine.search.options import require_threads
from pyengine.search.perft import canonical_key
from pyengine.search.result import Result, StopReason
from pyengine.search.solution import UNFORCED, Labels, Solution, best_line
from pyengine.search.tiers import Carry, carried, in_tiers, signed
from pyengine.search.trace import Event, EventKind, Sink
from pyengine.search.watch import NO_LIMIT, Clock, Limit, Stopped, StopSignal, Watch
from pyengine.terms import Number
from pyengine.texts import position_of

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


MAX, MIN = 0, 1


def retrograde(
    game: Game[S, M],
    state: S | None = None,
    *,
    also: Iterable[S] = (),
    infinite: Number | None = None,
    symmetric: bool = False,
    threads: int = 1,
    limit: Limit = NO_LIMIT,
    trace: Sink | None = None,
    stop: StopSignal | None = None,
    clock: Clock = time.perf_counter,
) -> Solution[S, M]:
    """Solve a game that may have cycles: exact values of all positions that can be reached.

    `also` are positions to label besides, with what can be reached from them. Endless play is worth `infinite`, else
    what the game says, else 0. Turns need not alternate and values may be any numbers. `symmetric` labels one position
    for all that the game's `canonical` says are alike: less memory, and right only where alike positions have alike
    successors, as they do under true symmetries. The trace has ENTER or LEAF as positions are met, and LEAVE as they
    are labelled, so it is not nested. A search that is stopped leaves a solution of what had been labelled by then,
    which is right as far as it goes. `threads` expand positions where the game has a kernel in C.
    """
    require_threads(threads)
    root = position_of(game, state)
    require_cyclic_sense(game)
    require_callable(trace=trace)
    require_flags(symmetric=symmetric)
    watch = Watch(limit, clock, stop)
    if limit.depth is not None:
        raise SearchError("retrograde analysis labels whole games: it has no depth limit")
    if infinite is not None and not is_number(infinite):
        refuse("infinite", infinite, "a number")
    if not isinstance(also, Iterable) or isinstance(also, str):
        refuse("also", also, "positions, as in also=[state]")
    if symmetric:
        canonical_key(game)
    endless = endless_worth(game) if infinite is None else infinite
    roots = (root, *(position_of(game, other) for other in also))

    def work(game: Game[Any, M], carry: Carry, watch: Watch) -> Solution[Any, M]:
        return _labelled(game, [carry(state) for state in roots], symmetric, endless, threads, watch, trace)

    return carried(in_tiers(game, watch, work, plain=trace is None), game, root)


def _labelled(
    game: Game[S, M],
    roots: Sequence[S],
    symmetric: bool,
    endless: Number,
    threads: int,
    watch: Watch,
    trace: Sink | None,
) -> Solution[S, M]:
    key_of = canonical_key(game) if symmetric else None
    found = label_by_kernel(game, roots, key_of, endless, watch, threads) if trace is None else None
    labels, worth, reason = found or _label_all(game, expander(game), roots, key_of, endless, watch, trace)
    return Solution(game, roots[0], labels, signed(_result(game, roots[0], labels, worth, reason, watch), game))


def _result(
    game: Game[S, M],
    root: S,
    labels: Labels,
    worth: dict[Number, tuple[Number, ...]],
    reason: StopReason | None,
    watch: Watch,
) -> Result[M]:
    """Put the result of the root together, as far as it is labelled."""
    opener = expander(game)
    known = labels.known(0)
    value = labels.values[0] if known else None
    line: tuple[M, ...] = best_line(opener, root, labels, watch) if known else ()
    opened = opener(root)
    best = line[0] if line else next(iter(opened.moves), None)  # a player under time pressure needs some move
    children = opened.children if reason is None else ()
    moves = tuple(
        (move, labels.values[labels.find(child)]) for move, child in zip(opened.moves, children, strict=False)
    )
    others = (-value,) * (len(game.players) - 1) if value is not None else ()
    return Result(
        value=value,
        values=None if value is None else worth.get(value, (value, *others)),
        best=best,
        line=line,
        depth=None,
        reason=reason or StopReason.SOLVED,
        moves=moves,
        **watch.figures,
    )


def _label_all(
    game: Game[S, M],
    opener: Callable[[S], Expansion[S, M]],
    roots: Iterable[S],
    key_of: Callable[[Any], Any] | None,
    endless: Number,
    watch: Watch,
    trace: Sink | None,
) -> Labelling:
    """Reach all positions and label them, until a limit says stop."""
    graph, reason = reach(game, opener, roots, key_of and remembered(key_of), watch, trace)
    labels = Labels(graph.numbers, key_of, endless)
    worth: dict[Number, tuple[Number, ...]] = {}
    if reason is None:
        try:
            _label(graph, labels, worth, watch, trace)
        except Stopped as stopped:
            reason = stopped.reason
        except KeyboardInterrupt:
            reason = StopReason.INTERRUPTED
    return labels, worth, reason


def endless_worth(game: Game[Any, Any]) -> Number:
    """Give what a game says that endless play is worth to MAX, 0 where it says nothing."""
    if not offers(game, "infinite"):
        return 0
    worth: Any = game.infinite  # type: ignore[attr-defined]
    value: Number = worth() if callable(worth) else worth
    return value


def require_cyclic_sense(game: Game[Any, Any]) -> None:
    """Refuse games for which cycles make no sense: those with memory, and those of more than two players."""
    if has_memory(game):
        raise SearchError(
            f"a game with memory cannot be solved as a cyclic game: {NO_VALUE}; without cycles, solve(game) will do"
        )
    if len(game.players) > 2:
        raise SearchError(f"cyclic games are solved for two players, and this game has {len(game.players)}")


def _label(
    graph: Reached, labels: Labels, worth: dict[Number, tuple[Number, ...]], watch: Watch, trace: Sink | None
) -> None:
    """Label every position, and fill `worth` with the utilities by what they are for MAX."""
    endless = labels.infinite
    ends = _ends(graph, labels, worth, watch)
    starts, predecessors = graph.backwards(watch)
    names = list(graph.numbers) if trace is not None else []
    for winner, values in (
        (MAX, sorted((value for value in ends if value > endless), reverse=True)),
        (MIN, sorted(value for value in ends if value < endless)),
    ):
        for value in values:
            _spread(graph, labels, ends[value], value, winner, starts, predecessors, watch)
            if trace is not None:
                for number in ends[value]:
                    if graph.movers[number] != FINAL:
                        trace(Event(EventKind.LEAVE, 0, names[number], graph.movers[number], None, None, value))
    labels.complete = True
    if trace is not None:
        for name, mover, distance in zip(names, graph.movers, labels.distances, strict=True):
            if distance == UNFORCED:
                trace(Event(EventKind.LEAVE, 0, name, mover, None, None, endless))


def _ends(
    graph: Reached, labels: Labels, worth: dict[Number, tuple[Number, ...]], watch: Watch
) -> dict[Number, list[int]]:
    """Label the final positions and give them by value; refuse a game in which MIN would not mind what MAX gets."""
    ends: dict[Number, list[int]] = {}
    for number, utilities in graph.utilities.items():
        watch.stop_if_due()
        value = utilities[0]
        if worth.setdefault(value, utilities) != utilities:
            raise not_opposed(worth[value], utilities)
        labels.distances[number], labels.values[number] = 0, value
        ends.setdefault(value, []).append(number)
    for less, more in pairwise(worth[value] for value in sorted(worth)):
        if len(less) > 1 and not more[1] < less[1]:
            raise not_opposed(less, more)
    return ends


def _spread(
    graph: Reached,
    labels: Labels,
    labelled: list[int],
    value: Number,
    winner: int,
    starts: array[int],
    predecessors: array[int],
    watch: Watch,
) -> None:
    """Carry one value back from its ends as far as its winner can force it; `labelled` grows, nearest first.

    `degrees` counts down the successors, without a label, of the player who is forced.
    """
    movers, degrees, values, distances = graph.movers, graph.degrees, labels.values, labels.distances
    limited = watch.limited
    follow = labelled.append
    for number in labelled:
        if limited:
            watch.stop_if_due()
        distance = distances[number] + 1
        for before in predecessors[starts[number] : starts[number + 1]]:
            if distances[before] != UNFORCED:
                continue
            if movers[before] != winner:
                degrees[before] -= 1
                if degrees[before]:
                    continue
            distances[before], values[before] = distance, value
            follow(before)
