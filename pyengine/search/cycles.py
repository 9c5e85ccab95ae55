"""Games with cycles, by the procedure of the lecture notes; `retrograde` has the exact answer."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

from pyengine.errors import RuleRuntimeError, SearchError
from pyengine.game import Game, M, S
from pyengine.quoting import show_value
from pyengine.search.alliances import Alliance
from pyengine.search.arguments import Window
from pyengine.search.expansion import END, expander
from pyengine.search.faults import stuck
from pyengine.search.known import Store
from pyengine.search.result import Bound, Result, StopReason
from pyengine.search.retrograde import require_cyclic_sense
from pyengine.search.trace import Event, EventKind, Sink
from pyengine.search.watch import NO_LIMIT, Clock, Limit, Stopped, StopSignal, Watch
from pyengine.terms import Number
from pyengine.texts import position_of

Cycles = Literal["retrograde", "visiting"]
VISITING: Final = object()
"""What the array of the notes holds for a position that is being visited."""


def require_cycles(
    cycles: Cycles | None, store: Store | None, alliance: Alliance | None, window: Window | None, all_best: bool
) -> None:
    """Refuse ways to treat cycles that there are not, and what they do not go with."""
    if window is not None and (all_best or cycles is not None):
        raise SearchError("a window is for the one value of alpha-beta: it goes neither with all_best nor with cycles")
    if cycles is None:
        return
    if cycles not in get_args(Cycles):
        raise SearchError(f"no way {show_value(cycles)} to treat cycles; there are: {', '.join(get_args(Cycles))}")
    if cycles == "visiting" and store is not None:
        raise SearchError("the visiting procedure values every position by itself: it takes no store")
    if alliance is not None:
        raise SearchError("cycles are solved for two opponents: there can be no alliance as well")


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
    procedure = _Visiting(game, watch, trace)
    reason = procedure.run(root)
    return _result(game, root, procedure, reason, watch)


@dataclass(slots=True)
class _Frame:
    """A position that is being visited: the best value so far, and the successor that gave it, END where none has."""

    state: Any
    mover: int
    best: Number
    choice: Any
    successors: Iterator[Any]


class _Visiting:
    """One run of the procedure: `known` has the values found so far, `chosen` the successors that gave them."""

    def __init__(self, game: Game[Any, Any], watch: Watch, trace: Sink | None) -> None:
        self.game, self.watch, self.trace, self.opener = game, watch, trace, expander(game)
        self.known: dict[Any, Any] = {}
        self.chosen: dict[Any, Any] = {}
        self.ignored = 0
        self.frames: list[_Frame] = []

    def run(self, root: Any) -> StopReason | None:
        """Value the root; give the reason where it has to stop before that."""
        reason = None
        try:
            if self.value_position(root) is None:
                self.search_frame(self.frames[0])
        except Stopped as stopped:
            reason = stopped.reason
        except KeyboardInterrupt:
            reason = StopReason.INTERRUPTED
        if reason is not None and self.frames and self.frames[0].choice is not END:
            self.chosen[root] = self.frames[0].choice  # the best of the root's moves that were done
        return reason

    def search_frame(self, root: _Frame) -> None:
        """Value the successors of a position, one after the other, until it is done."""
        frames, frame = self.frames, root
        value: Any
        while True:
            value = END
            for child in frame.successors:
                value = self.value_position(child)
                if value is None:
                    break
                if value is not VISITING:
                    take_value(frame, child, value)
            if value is None:
                frame = frames[-1]
                continue
            self.finish_frame(frame)
            if frame is root:
                return
            frames.pop()
            done, frame = frame, frames[-1]
            take_value(frame, done.state, done.best)

    def value_position(self, state: Any) -> Any:
        """Give the value of a position; None where its frame is the last now, VISITING where it is ignored."""
        value = self.known.get(state, END)
        if value is not END:
            if self.trace is not None:
                told = None if value is VISITING else value
                self.trace(Event(EventKind.HIT, len(self.frames), state, None, None, None, told))
            if value is VISITING:
                self.ignored += 1
            else:
                self.watch.hits += 1
            return value
        self.watch.stop_if_due(self.watch.nodes)
        expansion = self.opener(state)
        self.watch.nodes += 1
        if expansion.utilities is None:
            self.open_frame(state, expansion)
            return None
        self.watch.leaves += 1
        self.known[state] = value = expansion.utilities[0]
        if self.trace is not None:
            self.trace(Event(EventKind.LEAF, len(self.frames), state, None, None, None, value, Bound.EXACT))
        return value

    def open_frame(self, state: Any, expansion: Any) -> None:
        """Begin to visit a position."""
        if not expansion.children:
            raise RuleRuntimeError(stuck(self.game, state))
        self.known[state] = VISITING
        best = -math.inf if expansion.mover == 0 else math.inf
        self.frames.append(_Frame(state, expansion.mover, best, END, iter(expansion.children)))
        if self.trace is not None:
            self.trace(Event(EventKind.ENTER, len(self.frames) - 1, state, expansion.mover))

    def finish_frame(self, frame: _Frame) -> None:
        """Keep the value of a position that is done."""
        self.known[frame.state] = frame.best
        if frame.choice is not END:
            self.chosen[frame.state] = frame.choice
        if self.trace is not None:
            ply = len(self.frames) - 1
            self.trace(Event(EventKind.LEAVE, ply, frame.state, frame.mover, None, None, frame.best, Bound.EXACT))


def take_value(frame: _Frame, child: Any, value: Number) -> None:
    """Take the value of a successor to that of the position."""
    if frame.choice is END or (value > frame.best if frame.mover == 0 else value < frame.best):
        frame.best, frame.choice = value, child


def _result(
    game: Game[S, M],
    root: S,
    procedure: _Visiting,
    reason: StopReason | None,
    watch: Watch,
) -> Result[M]:
    """Put a result together. Each position was done before the one that chose it, so the line comes to an end.

    It is cut short where there is no more time for it.
    """
    opener, chosen = expander(game), procedure.chosen
    value: Number | None = None if reason is not None else procedure.known[root]
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
        reason=reason or (StopReason.UNPROVED if procedure.ignored else StopReason.SOLVED),
        **watch.figures,
    )
