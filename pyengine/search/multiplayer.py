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
import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, Final

from pyengine.errors import CyclicGameError, RuleRuntimeError, SearchError
from pyengine.game import Game, M, S, estimates
from pyengine.search.alliances import Alliance, Interest, Vector, interests
from pyengine.search.expanding import END, ask, expander
from pyengine.search.faults import cyclic, stuck
from pyengine.search.limits import NO_LIMIT, ONE_SECOND, Clock, Limit, StopSignal
from pyengine.search.memory import line_of
from pyengine.search.result import Json, Result, StopReason, number_as_json
from pyengine.search.trace import Event, EventKind, Sink
from pyengine.search.watch import Watch
from pyengine.terms import Number
from pyengine.texts import position_of

ENTRIES: Final = 1_000_000
Way = tuple[Any, Any] | None
"""The numbers of the chosen moves, as nested pairs."""


@dataclass(frozen=True, slots=True)
class PlayersEvent(Event):
    """An event of a game of several players: `value` is that of the first, `values` has them all."""

    values: Vector | None = None

    def text(self, write: Callable[[Any], str] = str) -> str:
        """Tell the event in a line, with the values for all players."""
        if self.values is None:
            return super(PlayersEvent, self).text(write)
        told = ", ".join(map(str, self.values))
        return f"{'  ' * self.ply}{self.kind.value} {write(self.state)} = ({told})"


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
            {"move": str(move), "value": number_as_json(vector[0]), "values": [number_as_json(v) for v in vector]}
            for move, vector in self.vectors
        ]
        return shown


@dataclass(frozen=True, slots=True)
class _Found:
    """What one search to a depth gave; `scores` has the root moves that were done, by number."""

    values: Vector | None
    line: tuple[Any, ...]
    exact: bool
    scores: dict[int, Vector]
    stopped: StopReason | None


def solve_players(
    game: Game[S, M],
    state: S | None = None,
    *,
    alliance: Alliance = "maxn",
    depth: int | None = None,
    table: int = ENTRIES,
    prune: bool = True,
    limit: Limit = NO_LIMIT,
    trace: Sink | None = None,
    stop: StopSignal | None = None,
    clock: Clock = time.perf_counter,
    watch: Watch | None = None,
) -> PlayersResult[M]:
    """Give the values of a position for all players, every line played to its end or to a depth.

    `alliance` says what the players want: see `interests`. At a depth limit the game's `staticval` counts, one value
    for each player (for two players one for MAX will do), or 0 for all without it. `table` positions are kept, so that
    one reached several ways is searched once; 0 for none. With `prune`, paranoid play is searched by alpha-beta, and
    the values of the root moves are not known. A search that is stopped has no values, and the best of the root
    moves done so far. Without a depth, a cycle raises `CyclicGameError`. A `watch` that another search has used goes
    on counting, and stands for the limit, the stop and the clock.
    """
    watch = watch or Watch(limit, clock, stop)
    depth = watch.limit.depth if depth is None else Limit(depth=depth).depth
    engine = _Engine(game, position_of(game, state), alliance, watch, table, prune, trace)
    found = engine.run(depth)
    return engine.result(found, depth, found.stopped or (StopReason.SOLVED if found.exact else StopReason.DEPTH))


def search_players(
    game: Game[S, M],
    state: S | None = None,
    *,
    alliance: Alliance = "maxn",
    table: int = ENTRIES,
    prune: bool = True,
    limit: Limit = ONE_SECOND,
    trace: Sink | None = None,
    progress: Callable[[Result[Any]], None] | None = None,
    stop: StopSignal | None = None,
    clock: Clock = time.perf_counter,
    watch: Watch | None = None,
) -> PlayersResult[M]:
    """Search deeper and deeper until a limit is reached or the game is solved; the deepest completed search counts.

    The `watch` is as `solve_players` has it.
    """
    watch = watch or Watch(limit, clock, stop)
    limit = watch.limit
    engine = _Engine(game, position_of(game, state), alliance, watch, table, prune, trace)
    last: tuple[_Found, int] | None = None
    reason: StopReason | None = None
    try:
        for depth in count(min(1, 1 if limit.depth is None else limit.depth)):
            found = engine.run(depth)
            reason = found.stopped
            if reason is not None:
                if last is None:
                    last = found, 0
                break
            last = found, depth
            reason = StopReason.SOLVED if found.exact else StopReason.DEPTH if depth == limit.depth else None
            if progress is not None:
                progress(engine.result(found, depth, StopReason.DEPTH))
            if reason is not None:
                break
    except KeyboardInterrupt:  # between two depths
        reason = StopReason.INTERRUPTED
    found, depth = last or (_Found(None, (), False, {}, reason), 0)
    return engine.result(found, depth, reason or StopReason.INTERRUPTED)


class _Engine:
    """One game, one root, and what its players want."""

    __slots__ = ("estimate", "game", "interests", "opened", "opener", "pruning", "room", "root", "trace", "watch")

    def __init__(
        self, game: Game[S, M], root: S, alliance: Alliance, watch: Watch, table: int, prune: bool, trace: Sink | None
    ) -> None:
        self.game: Game[Any, Any] = game
        self.root: Any = root
        self.watch = watch
        self.room = table
        self.trace = trace
        self.opener: Callable[[Any], Any] = expander(game)
        self.opened = self.opener(root)
        self.interests: tuple[Interest, ...] = interests(tuple(game.players), self.opened.mover, alliance)
        self.estimate = estimator(game)
        self.pruning = prune and alliance == "paranoid"

    def run(self, depth: int | None) -> _Found:
        """Search to a depth, None for the end of the game, over an explicit stack."""
        opener, wants, estimate, trace, room = self.opener, self.interests, self.estimate, self.trace, self.room
        is_terminal, pruning, first = self.game.is_terminal, self.pruning, self.opened.mover
        watch, limited, due = self.watch, self.watch.limited, self.watch.due
        nodes, leaves, cutoffs, hits, estimates = watch.nodes, watch.leaves, watch.cutoffs, watch.hits, 0
        reason: StopReason | None = None
        left = -1 if depth is None else depth  # below zero it never comes to zero
        path = line_of(self.game) if depth is None else None
        known: dict[Any, tuple[Vector, Way, bool]] = {}
        scores: dict[int, Vector] = {}
        stack: list[tuple[Any, ...]] = []
        # A frame above the root, whose only successor is the root: it ends up with the values and the way.
        here: Any = END
        key: Any = END
        mover = mark = number = 0
        best: Any = None
        most: Any = None
        way: Way = None
        low: Number = -math.inf
        high: Number = math.inf
        alpha, beta = low, high  # the window so far, for the player at the root; low and high are what it was at first
        successors: Iterator[tuple[int, Any]] = iter(((0, self.root),))
        try:
            while True:
                number, child = next(successors, (0, END))
                if child is END:
                    if not stack:
                        break
                    values, tail = best, way
                    if len(known) < room and (not pruning or low < best[first] < high):
                        known[key] = best, way, estimates == mark
                    if path is not None:
                        path.discard(here)
                    if trace is not None:
                        trace(PlayersEvent(EventKind.LEAVE, len(stack) - 1, here, mover, value=best[0], values=best))
                    left += 1
                    here, key, mover, mark, best, most, way, low, high, alpha, beta, successors, number = stack.pop()
                else:
                    child_key = child if depth is None else (child, left)
                    entry = known.get(child_key) if room else None
                    if entry is not None:
                        hits += 1
                        values, tail, exact = entry
                        if not exact:
                            estimates += 1
                        if trace is not None:
                            trace(PlayersEvent(EventKind.HIT, len(stack), child, value=values[0], values=values))
                    else:
                        if limited and (reason := due(nodes)) is not None:
                            break
                        nodes += 1
                        if left == 0 and not is_terminal(child):
                            values = estimate(child)
                            estimates += 1
                        elif (expansion := opener(child)).utilities is not None:
                            values = expansion.utilities
                        else:
                            if not expansion.children:
                                raise RuleRuntimeError(stuck(self.game, child))
                            if path is not None:
                                if child in path:
                                    raise CyclicGameError(cyclic(self.game, child, instead=""))
                                path.add(child)
                            stack.append(
                                (here, key, mover, mark, best, most, way, low, high, alpha, beta, successors, number)
                            )
                            here, key, mover, mark, best, way = child, child_key, expansion.mover, estimates, None, None
                            low, high = alpha, beta
                            successors = enumerate(expansion.children)
                            left -= 1
                            if trace is not None:
                                trace(PlayersEvent(EventKind.ENTER, len(stack) - 1, child, mover))
                            continue
                        leaves += 1
                        tail = None
                        if trace is not None:
                            trace(PlayersEvent(EventKind.LEAF, len(stack), child, value=values[0], values=values))
                if len(stack) == 1:
                    scores[number] = values
                liking = wants[mover](values)
                if best is None or liking > most:
                    best, most, way = values, liking, (number, tail)
                    if pruning and stack:
                        if mover == first:
                            alpha = max(alpha, values[first])
                        else:
                            beta = min(beta, values[first])
                        if alpha >= beta and (skipped := tuple(child for _, child in successors)):
                            cutoffs += 1
                            if trace is not None:
                                cut = EventKind.CUT
                                trace(PlayersEvent(cut, len(stack) - 1, here, mover, alpha, beta, skipped=skipped))
        except KeyboardInterrupt:
            reason = StopReason.INTERRUPTED
        finally:
            watch.nodes, watch.leaves, watch.cutoffs, watch.hits = nodes, leaves, cutoffs, hits
        if reason is not None:
            if len(stack) > 1:
                way = stack[1][6]
            done = () if way is None or not stack else (self.opened.moves[way[0]],)
            return _Found(None, done, False, scores, reason)
        assert way is not None
        return _Found(best, self._line(way[1]), estimates == 0, scores, None)

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
            nodes=self.watch.nodes,
            leaves=self.watch.leaves,
            cutoffs=self.watch.cutoffs,
            hits=self.watch.hits,
            seconds=self.watch.seconds,
            moves=tuple((move, vector[0]) for move, vector in vectors),
            vectors=vectors,
            liked=tuple(move for move, vector in vectors if wants(vector) == most),
        )


def estimator(game: Game[Any, Any]) -> Callable[[Any], Vector]:
    """Give the estimates for all players of a position where the search is cut off."""
    players = len(game.players)
    if not estimates(game):
        nothing: Vector = (0,) * players
        return lambda state: nothing
    staticval = ask(game, "staticval")

    def estimate(state: Hashable) -> Vector:
        value = staticval(state)
        if isinstance(value, Sequence) and len(value) == players:
            return tuple(value)
        if players <= 2 and not isinstance(value, Sequence):
            return (value, -value)[:players]
        raise SearchError(
            f"staticval gives {value!r}, and a search with a depth needs a value for each of the {players} players: "
            "without any staticval, positions that are cut off are worth 0 to all; solve(game) needs none"
        )

    return estimate
