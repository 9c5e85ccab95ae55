"""Games of any number of players and any sums: max^n, paranoid, and coalitions.

Every position gets one value for each player: where the game is over its utilities, elsewhere the values of the
successor that its mover likes best. Of several that it likes equally, the first in the author's order counts, at every
position. With more than two players that choice matters to the others, so the order is part of the answer, and
symmetric positions are not taken for one another: the values are those of the plain definition. Only paranoid play is
pruned, as there all that counts is one number, the utility of the player at the root. A position inside its window has
the very values, and the very first best move, that it has without pruning; only such positions go into the table.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any, Final

from pyengine.errors import CyclicGameError, RuleRuntimeError
from pyengine.game import Game, M, S, offers
from pyengine.search.alliances import Alliance, Interest, Vector, interests
from pyengine.search.expansion import ask, expander
from pyengine.search.faults import cyclic, stuck
from pyengine.search.horizon import estimator
from pyengine.search.memory import path_of
from pyengine.search.options import Options
from pyengine.search.result import Json, Result, StopReason, number_as_json
from pyengine.search.table import LIMITED, PROVED, SETTLED
from pyengine.search.trace import Event, EventKind, Sink
from pyengine.search.watch import Stopped, Watch
from pyengine.terms import Number

USUAL_ROOM: Final = 1_000_000
"""Positions of several players that are kept where nobody says how many."""

REASONS: Final = {LIMITED: StopReason.DEPTH, PROVED: StopReason.SOLVED, SETTLED: StopReason.UNPROVED}
"""Why a search that came to its end has ended, by what its values rest on."""
Way = tuple[Any, Any] | None
"""The numbers of the chosen moves, as nested pairs."""


@dataclass(frozen=True, slots=True)
class PlayersEvent(Event):
    """An event of a game of several players: `value` is that of the first, `values` has them all."""

    values: Vector | None = None

    @property
    def cut(self) -> str:
        """Nothing: alpha and beta are those of two opponents."""
        return ""

    def text(self, write: Callable[[Any], str] = str) -> str:
        """Tell the event in a line, with the values for all players."""
        if self.values is None:
            return super(PlayersEvent, self).text(write)
        told = ", ".join(map(str, self.values))
        return f"{'  ' * self.ply}{self.kind.value} {write(self.state)} = ({told}){' (cut off)' * self.cut_off}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersResult(Result[M]):
    """The result for several players: `moves` has what each root move is worth to the first, `vectors` to all of them.

    The best moves are those that the player to move likes best.
    """

    vectors: tuple[tuple[M, Vector], ...] = ()
    liked: tuple[M, ...] = ()

    @property
    def all_best(self) -> tuple[M, ...]:
        """Every root move that its player likes as much as the best one, in the author's order."""
        return self.liked

    def _worth(self) -> str:
        return "values unknown" if self.values is None else f"values {', '.join(map(str, self.values))}"

    def as_json(self) -> dict[str, Json]:
        """Give the same as JSON; each root move has its value for every player."""
        shown = super(PlayersResult, self).as_json()
        shown["moves"] = [
            {
                "move": str(move),
                "value": number_as_json(vector[0]),
                "values": [number_as_json(v) for v in vector],
                **self._effort(number),
            }
            for number, (move, vector) in enumerate(self.vectors)
        ]
        return shown


@dataclass(frozen=True, slots=True)
class _Found:
    """What one search to a depth gave; `scores` has the root moves that were done, by number.

    `proof` is what the values rest on, as `search/table.py` has it.
    """

    values: Vector | None
    line: tuple[Any, ...]
    proof: int
    scores: dict[int, Vector]
    stopped: StopReason | None


def solve_players(
    game: Game[S, M],
    root: S,
    options: Options,
    watch: Watch,
    alliance: Alliance = "maxn",
    *,
    prune: bool = True,
    trace: Sink | None = None,
) -> PlayersResult[M]:
    """Give the values of a position for all players, every line played to its end or to the depth of the limit.

    `alliance` says what the players want: see `interests`. At a depth limit the game's `staticval` counts, one value
    for each player (for two players one for MAX will do), or 0 for all without it. Of the options, the size of the
    table counts, and with a depth `cutoff`. With `prune`, paranoid play is searched by alpha-beta, and the values of
    the root moves are not known. A search that is stopped has no values, and the best of the root moves done so far.
    Without a depth, a cycle raises `CyclicGameError`. A `watch` that another search has used goes on counting.
    """
    depth = watch.limit.depth
    engine = _PlayersSearch(game, root, alliance, watch, options, prune, trace)
    found = engine.run(depth)
    return engine.result(found, depth, found.stopped or REASONS[found.proof])


def search_players(
    game: Game[S, M],
    root: S,
    options: Options,
    watch: Watch,
    alliance: Alliance = "maxn",
    *,
    trace: Sink | None = None,
    progress: Callable[[Result[Any]], None] | None = None,
) -> PlayersResult[M]:
    """Search deeper and deeper until a limit is reached or the game is solved; the deepest completed search counts."""
    deepest = watch.limit.depth
    engine = _PlayersSearch(game, root, alliance, watch, options, True, trace)
    last: tuple[_Found, int] | None = None
    reason: StopReason | None = None
    try:
        for depth in count(min(1, 1 if deepest is None else deepest)):
            found = engine.run(depth)
            reason = found.stopped
            if reason is not None:
                last = last or (found, 0)
                break
            last = found, depth
            reason = REASONS[found.proof] if found.proof != LIMITED or depth == deepest else None
            if progress is not None:
                progress(engine.result(found, depth, StopReason.DEPTH))
            if reason is not None:
                break
    except KeyboardInterrupt:  # between two depths
        reason = StopReason.INTERRUPTED
    found, depth = last or (_Found(None, (), LIMITED, {}, reason), 0)
    return engine.result(found, depth, reason or StopReason.INTERRUPTED)


@dataclass(slots=True)
class _Frame:
    """A position that has been opened, and what its mover likes best so far.

    `most` is how much it likes that, `way` the moves that lead there. The window is for the player at the root: `low`
    and `high` are what it was at first, `alpha` and `beta` what it is by now.
    """

    state: Any
    key: Any
    mover: int
    number: int
    ply: int
    left: int
    mark: int
    cut_mark: int
    low: Number
    high: Number
    alpha: Number
    beta: Number
    successors: Iterator[tuple[int, Any]]
    best: Any = None
    most: Any = None
    way: Way = None


class _PlayersSearch:
    """One game, one root, and what its players want."""

    def __init__(
        self,
        game: Game[S, M],
        root: S,
        alliance: Alliance,
        watch: Watch,
        options: Options,
        prune: bool,
        trace: Sink | None,
    ) -> None:
        self.game: Game[Any, Any] = game
        self.root: Any = root
        self.watch = watch
        self.room = USUAL_ROOM if options.table is None else options.table
        self.trace = trace
        self.opener: Callable[[Any], Any] = expander(game)
        self.opened = self.opener(root)
        self.interests: tuple[Interest, ...] = interests(tuple(game.players), self.opened.mover, alliance)
        self.estimate = estimator(game)
        self.may_cut = options.cutoff and offers(game, "cutoff")
        self.pruning = prune and alliance == "paranoid"
        self.first = self.opened.mover
        self.begin_run(None)

    def begin_run(self, depth: int | None) -> None:
        """Forget the last run."""
        self.endless = depth is None
        self.cutoff = ask(self.game, "cutoff") if self.may_cut and depth is not None else None
        self.frames: list[_Frame] = []
        self.path: Any = path_of(self.game) if depth is None else None
        self.known: dict[Any, tuple[Vector, Way, int]] = {}
        self.scores: dict[int, Vector] = {}
        self.estimates = self.rule_cuts = 0  # positions valued by estimate, at the depth limit and elsewhere

    def proof(self, mark: int, cut_mark: int) -> int:
        """Say what the values that were found since rest on."""
        return LIMITED if self.estimates != mark else SETTLED if self.rule_cuts != cut_mark else PROVED

    def run(self, depth: int | None) -> _Found:
        """Search to a depth, None for the end of the game, with frames on a list."""
        self.begin_run(depth)
        left = -1 if depth is None else depth  # below zero it never comes to zero
        try:
            found = self.value_position(self.root, 0, left, 0, (-math.inf, math.inf))
            values, way = found or self.search_frame(self.frames[0])
        except Stopped as stopped:
            return self.finish_early(stopped.reason)
        except KeyboardInterrupt:
            return self.finish_early(StopReason.INTERRUPTED)
        return _Found(values, self._line(way), self.proof(0, 0), self.scores, None)

    def finish_early(self, reason: StopReason) -> _Found:
        """Give the best of the root moves that were done."""
        way = self.frames[0].way if self.frames else None
        return _Found(None, () if way is None else (self.opened.moves[way[0]],), LIMITED, self.scores, reason)

    def search_frame(self, root: _Frame) -> tuple[Vector, Way]:
        """Value the successors of a position, one after the other, until it is done.

        A successor that has to be searched is the next frame; when it is done its values are taken to the frame before.
        """
        frames, frame = self.frames, root
        found: tuple[Vector, Way] | None
        while True:
            found = (), None
            for number, child in frame.successors:
                window = frame.alpha, frame.beta
                found = self.value_position(child, number, frame.left, frame.ply + 1, window)
                if found is None:
                    break
                self.take_values(frame, number, *found)
            if found is None:
                frame = frames[-1]
                continue
            self.finish_frame(frame)
            if frame is root:
                return frame.best, frame.way
            frames.pop()
            done, frame = frame, frames[-1]
            self.take_values(frame, done.number, done.best, done.way)

    def value_position(
        self, state: Any, number: int, left: int, ply: int, window: tuple[Number, Number]
    ) -> tuple[Vector, Way] | None:
        """Find the values of a position and the way they come about; None: its frame is the last now."""
        key = state if self.endless else (state, left)
        entry = self.known.get(key) if self.room else None
        if entry is not None:
            self.watch.hits += 1
            values, way, proof = entry
            self.estimates += proof == LIMITED
            self.rule_cuts += proof == SETTLED
            if self.trace is not None:
                self.trace(PlayersEvent(EventKind.HIT, ply, state, value=values[0], values=values))
            return values, way
        self.watch.enter_node()
        cut_off = False
        if left == 0 and not self.game.is_terminal(state):
            values = self.estimate(state)
            self.estimates += 1
        elif (expansion := self.opener(state)).utilities is not None:
            values = expansion.utilities
        elif self.cutoff is not None and ply and self.cutoff(state, ply):
            values, cut_off = self.estimate(state), True
            self.rule_cuts += 1
        else:
            self.open_frame(state, key, expansion, number, left, ply, window)
            return None
        self.watch.leaves += 1
        if self.trace is not None:
            self.trace(PlayersEvent(EventKind.LEAF, ply, state, value=values[0], values=values, cut_off=cut_off))
        return values, None

    def open_frame(
        self,
        state: Any,
        key: Any,
        expansion: Any,
        number: int,
        left: int,
        ply: int,
        window: tuple[Number, Number],
    ) -> None:
        """Go to a position whose successors are to be valued."""
        if not expansion.children:
            raise RuleRuntimeError(stuck(self.game, state))
        if self.path is not None:
            if state in self.path:
                raise CyclicGameError(cyclic(self.game, state, instead=""))
            self.path.add(state)
        marks = self.estimates, self.rule_cuts
        successors = enumerate(expansion.children)
        frame = _Frame(state, key, expansion.mover, number, ply, left - 1, *marks, *window, *window, successors)
        self.frames.append(frame)
        if self.trace is not None:
            self.trace(PlayersEvent(EventKind.ENTER, ply, state, expansion.mover))

    def take_values(self, frame: _Frame, number: int, values: Vector, way: Way) -> None:
        """Take the values of a successor to those of the position; the rest is cut off where it does not matter."""
        if frame.ply == 0:
            self.scores[number] = values
        liking = self.interests[frame.mover](values)
        if frame.best is not None and not liking > frame.most:
            return
        frame.best, frame.most, frame.way = values, liking, (number, way)
        if not self.pruning:
            return
        if frame.mover == self.first:
            frame.alpha = max(frame.alpha, values[self.first])
        else:
            frame.beta = min(frame.beta, values[self.first])
        if frame.alpha >= frame.beta and (skipped := tuple(child for _, child in frame.successors)):
            self.watch.cutoffs += 1
            if self.trace is not None:
                window = frame.alpha, frame.beta
                self.trace(PlayersEvent(EventKind.CUT, frame.ply, frame.state, frame.mover, *window, skipped=skipped))

    def finish_frame(self, frame: _Frame) -> None:
        """Keep the values of a position that is done, where they are those of the definition, and come back from it."""
        best = frame.best
        if len(self.known) < self.room and (not self.pruning or frame.low < best[self.first] < frame.high):
            self.known[frame.key] = best, frame.way, self.proof(frame.mark, frame.cut_mark)
        if self.path is not None:
            self.path.discard(frame.state)
        if self.trace is not None:
            event = PlayersEvent(EventKind.LEAVE, frame.ply, frame.state, frame.mover, value=best[0], values=best)
            self.trace(event)

    def _line(self, way: Way) -> tuple[Any, ...]:
        """Name the moves of a way; it is cut short where there is no more time for it."""
        line: list[Any] = []
        expansion = self.opened
        while way is not None:
            number, way = way
            line.append(expansion.moves[number])
            if way is None or (self.watch.limited and self.watch.due(0) is not None):
                break
            expansion = self.opener(expansion.children[number])
        return tuple(line)

    def result(self, found: _Found, depth: int | None, reason: StopReason) -> PlayersResult[Any]:
        """Put a result together; a search that was stopped names the best move so far and no line."""
        moves = self.opened.moves
        vectors = tuple((moves[number], values) for number, values in found.scores.items() if not self.pruning)
        wants = self.interests[self.opened.mover]
        most = None if found.values is None else wants(found.values)
        return PlayersResult(
            value=None if found.values is None else found.values[0],
            values=found.values,
            best=found.line[0] if found.line else next(iter(moves), None),
            line=found.line,
            depth=depth,
            reason=reason,
            **self.watch.figures,
            moves=tuple((move, vector[0]) for move, vector in vectors),
            vectors=vectors,
            liked=tuple(move for move, vector in vectors if wants(vector) == most),
        )
