"""Games with cycles: the choice between the procedure of the lecture notes and the exact answer."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from typing import Any, Final, Literal, get_args

from pyengine.errors import RuleRuntimeError, SearchError
from pyengine.game import Game, M, S
from pyengine.search.expanding import END, expander
from pyengine.search.faults import stuck
from pyengine.search.limits import NO_LIMIT, Clock, Limit, StopSignal
from pyengine.search.result import Bound, Result, StopReason
from pyengine.search.retrograde import require_cyclic_sense, retrograde
from pyengine.search.trace import Event, EventKind, Sink
from pyengine.search.watch import Watch
from pyengine.terms import Number
from pyengine.texts import position_of

Cycles = Literal["retrograde", "visiting"]
VISITING: Final = object()
"""What the array of the notes holds for a position that is being visited."""


def solve_cyclic(
    game: Game[S, M],
    state: S | None = None,
    *,
    cycles: Cycles = "retrograde",
    limit: Limit = NO_LIMIT,
    trace: Sink | None = None,
    stop: StopSignal | None = None,
    clock: Clock = time.perf_counter,
) -> Result[M]:
    """Give the value of a position of a game that may have cycles: exact, or as the lecture notes have it."""
    if cycles not in get_args(Cycles):
        raise SearchError(f"no way {cycles!r} to treat cycles; there are: {', '.join(get_args(Cycles))}")
    if cycles == "visiting":
        return visiting(game, state, limit=limit, trace=trace, stop=stop, clock=clock)
    return retrograde(game, state, limit=limit, trace=trace, stop=stop, clock=clock).result


def visiting(
    game: Game[S, M],
    state: S | None = None,
    *,
    limit: Limit = NO_LIMIT,
    trace: Sink | None = None,
    stop: StopSignal | None = None,
    clock: Clock = time.perf_counter,
) -> Result[M]:
    """Value a position by minimax that ignores successors which are being visited, and keeps every value it finds.

    This is the procedure of Boldi's notes, and not always right. A value found while others are being visited leaves
    out the moves back to these, and is kept all the same for when the position is reached another way, where the
    moves count. And a move back is never chosen, even where endless play would be the better choice. If all
    successors are ignored, the value is minus infinity for MAX, plus infinity for MIN. The result is `solved` only
    where nothing was ignored. In the trace, a HIT without a value is a successor that is ignored.
    """
    root = position_of(game, state)
    require_cyclic_sense(game)
    watch = Watch(limit, clock, stop)
    if limit.depth is not None:
        raise SearchError("the visiting procedure plays every line to its end: it has no depth limit")
    opener = expander(game)
    limited, due = watch.limited, watch.due
    known: dict[Any, Any] = {}
    chosen: dict[Any, Any] = {}  # the successor that gave a position its value
    nodes = leaves = hits = ignored = 0
    reason: StopReason | None = None
    stack: list[tuple[Any, int, Number, Any, Iterator[Any]]] = []
    # A frame above the root, whose only successor is the root.
    here: Any = END
    best: Number = -math.inf
    choice: Any = END
    mover = 0
    successors: Iterator[Any] = iter((root,))
    child: Any
    value: Any
    try:
        while True:
            child = next(successors, END)
            if child is END:
                if not stack:
                    break
                known[here] = value = best
                if choice is not END:
                    chosen[here] = choice
                if trace is not None:
                    trace(Event(EventKind.LEAVE, len(stack) - 1, here, mover, None, None, best, Bound.EXACT))
                child = here
                here, mover, best, choice, successors = stack.pop()
            elif (value := known.get(child, END)) is not END:
                if trace is not None:
                    told = None if value is VISITING else value
                    trace(Event(EventKind.HIT, len(stack), child, None, None, None, told))
                if value is VISITING:
                    ignored += 1
                    continue
                hits += 1
            else:
                if limited and (reason := due(nodes)) is not None:
                    break
                expansion = opener(child)
                nodes += 1
                if expansion.utilities is None:
                    if not expansion.children:
                        raise RuleRuntimeError(stuck(game, child))
                    known[child] = VISITING
                    stack.append((here, mover, best, choice, successors))
                    here, mover, choice = child, expansion.mover, END
                    best = -math.inf if mover == 0 else math.inf
                    successors = iter(expansion.children)
                    if trace is not None:
                        trace(Event(EventKind.ENTER, len(stack) - 1, child, mover))
                    continue
                leaves += 1
                known[child] = value = expansion.utilities[0]
                if trace is not None:
                    trace(Event(EventKind.LEAF, len(stack), child, None, None, None, value, Bound.EXACT))
            if choice is END or (value > best if mover == 0 else value < best):
                best, choice = value, child
    except KeyboardInterrupt:
        reason = StopReason.INTERRUPTED
    finally:
        watch.nodes, watch.leaves, watch.hits = nodes, leaves, hits
    if reason is not None and stack:
        choice = stack[1][3] if len(stack) > 1 else choice  # the best of the root's moves that were done
        if choice is not END:
            chosen[root] = choice
    return _result(game, root, known, chosen, reason, ignored, watch)


def _result(
    game: Game[S, M],
    root: S,
    known: dict[Any, Any],
    chosen: dict[Any, Any],
    reason: StopReason | None,
    ignored: int,
    watch: Watch,
) -> Result[M]:
    """Put a result together. Each position was done before the one that chose it, so the line comes to an end.

    It is cut short where there is no more time for it.
    """
    opener = expander(game)
    value: Number | None = None if reason is not None else known[root]
    expansion = opener(root)
    best = next(iter(expansion.moves), None)
    line: list[M] = []
    here: Any = root
    while here in chosen:
        here = chosen[here]
        line.append(expansion.moves[expansion.children.index(here)])
        if reason is not None or (watch.limited and watch.due(0) is not None):
            break
        expansion = opener(here)
    values: tuple[Number, ...] | None = None
    if value is not None:
        values = expansion.utilities or (value, *[-value] * (len(game.players) - 1))
    return Result(
        value=value,
        values=values,
        best=line[0] if line else best,
        line=tuple(line),
        depth=None,
        # The procedure did all it does, which is no proof of the value where it ignored a successor.
        reason=reason or (StopReason.UNPROVED if ignored else StopReason.SOLVED),
        nodes=watch.nodes,
        leaves=watch.leaves,
        hits=watch.hits,
        seconds=watch.seconds,
    )
