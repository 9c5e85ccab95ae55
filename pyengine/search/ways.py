"""The ways to solve a position, or to search it: which one a game and what is asked of it call for."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from pyengine.errors import CyclicGameError
from pyengine.game import Game, M, S
from pyengine.search.alliances import Alliance
from pyengine.search.arguments import Window
from pyengine.search.checkpoint import Checkpoint, give
from pyengine.search.deepening import deepen
from pyengine.search.expansion import NotOpposedError, opposed
from pyengine.search.kernel_search import SearchEngine, choose_engine
from pyengine.search.known import Known
from pyengine.search.lines import steps_of
from pyengine.search.mcts_search import search_by_playouts
from pyengine.search.memory import has_memory
from pyengine.search.multiplayer import search_players, solve_players
from pyengine.search.options import PLAIN, Options
from pyengine.search.outcome import Outcome
from pyengine.search.proof_solve import prove
from pyengine.search.result import Result, StopReason
from pyengine.search.retrograde import retrograde
from pyengine.search.root import reason_of, result_of, solve_every_move, solve_root
from pyengine.search.table import Table
from pyengine.search.tiers import signed
from pyengine.search.trace import Sink
from pyengine.search.variation import complete_line
from pyengine.search.watch import NO_LIMIT, Limit, Watch

Progress = Callable[[Result[Any]], None]
TABLED: Final = ("table", "table_bytes", "replacement", "table_leaves", "reuse", "canonical", "unknown")
"""The options that count for plain minimax."""


@dataclass(frozen=True, slots=True)
class Request:
    """What a search is asked for besides its position and its limits; `known` and `searched` are what a store has."""

    options: Options
    alliance: Alliance | None
    window: Window | None
    table: Table | None
    known: Known | None
    searched: Checkpoint | None
    trace: Sink | None
    all_best: bool = False


def solve_as_asked(game: Game[S, M], root: S, request: Request, watch: Watch) -> Result[M]:
    """Solve a position by what the request names, else by what the players of its game call for."""
    found: Result[M] | None = None
    if request.options.algorithm == "proof":
        found = _solve_by_proof(game, root, request.options, watch)
    elif request.alliance is None and opposed(game):
        found = _solve_opponents(game, root, request, watch)
    return _solve_players(game, root, request, watch) if found is None else found


def search_as_asked(game: Game[S, M], root: S, request: Request, watch: Watch, progress: Progress | None) -> Result[M]:
    """Search deeper and deeper: two opponents, or other players; or by playouts."""
    options, told = request.options, _telling(game, watch, progress)
    if options.algorithm == "mcts":
        return search_by_playouts(game, root, options, watch, known=request.known, progress=told)
    if options.algorithm == "proof":
        return prove(game, root, options, watch, told)

    def completed(outcome: Outcome) -> None:
        if told is not None:
            told(result_of(game, root, outcome, StopReason.DEPTH, watch))

    def search(engine: SearchEngine) -> Result[M]:
        outcome, reason = deepen(engine, root, watch.limit.depth, completed, request.window)
        return result_of(game, root, outcome, reason, watch)

    if request.alliance is None and opposed(game):
        with suppress(NotOpposedError):
            return _by_alpha_beta(game, root, request, watch, search)
    return search_players(game, root, options, watch, request.alliance or "maxn", trace=request.trace, progress=told)


def _by_alpha_beta(
    game: Game[S, M], root: S, request: Request, watch: Watch, way: Callable[[SearchEngine], Result[M]]
) -> Result[M]:
    """Have the engine of two opponents value a position in some way; without any depth there is nothing to search."""
    options, trace = request.options, request.trace
    if watch.limit.depth == 0:
        return value_by_minimax(game, root, 0, None, at_root(options), watch, trace)
    engine = choose_engine(game, options, watch, table=request.table, trace=trace, known=request.known)
    if request.searched is not None:
        give(engine, request.searched)
    return way(engine)


def _solve_opponents(game: Game[S, M], root: S, request: Request, watch: Watch) -> Result[M] | None:
    """Solve a game of two opponents; None where it turns out that they have an interest in common."""

    def solve(engine: SearchEngine) -> Result[M]:
        if request.all_best:
            return solve_every_move(engine, root)
        return solve_root(engine, root, watch.limit.depth, request.window)

    try:
        return _by_alpha_beta(game, root, request, watch, solve)
    except CyclicGameError:
        if has_memory(game):
            raise
        return _solve_rest(game, root, watch, request.trace)
    except NotOpposedError:
        return None
    except KeyboardInterrupt:  # outside the engine, which sees to it itself
        return result_of(game, root, None, StopReason.INTERRUPTED, watch)


def _solve_players(game: Game[S, M], root: S, request: Request, watch: Watch) -> Result[M]:
    """Solve a game of other than two opponents; where two players meet a cycle, by retrograde analysis."""
    alliance, trace = request.alliance, request.trace
    try:
        return solve_players(
            game, root, request.options, watch, alliance or "maxn", prune=not request.all_best, trace=trace
        )
    except CyclicGameError:
        if alliance is not None or len(game.players) != 2 or has_memory(game):
            raise
        return _solve_rest(game, root, watch, trace)


def _solve_by_proof(game: Game[S, M], root: S, options: Options, watch: Watch) -> Result[M]:
    """Solve a game by proof-number search, and where it turns out to have cycles by retrograde analysis."""
    try:
        return prove(game, root, options, watch, _telling(game, watch))
    except CyclicGameError:
        if has_memory(game):
            raise
        return _solve_rest(game, root, watch, None)
    except KeyboardInterrupt:  # outside the search, which sees to it itself
        return result_of(game, root, None, StopReason.INTERRUPTED, watch)


def _solve_rest(game: Game[S, M], root: S, watch: Watch, trace: Sink | None) -> Result[M]:
    """Solve a game in which a cycle was met, with what is left of the limits."""
    if watch.limited and (reason := watch.due(watch.nodes)) is not None:
        return result_of(game, root, None, reason, watch)
    limit = watch.limit
    rest = Limit(
        seconds=None if limit.seconds is None else max(0.0, limit.seconds - watch.seconds),
        depth=limit.depth,
        nodes=None if limit.nodes is None else limit.nodes - watch.nodes,
    )
    found = retrograde(game, root, limit=rest, trace=trace, stop=watch.signal, clock=watch.clock).result
    return replace(found, nodes=found.nodes + watch.nodes, seconds=watch.seconds)


def _telling(game: Game[Any, Any], watch: Watch, progress: Progress | None = None) -> Progress | None:
    """Give what takes results on the way: it tells who asked, and who watches; None where there is nobody."""
    if progress is None and watch.signal is None:
        return None

    def tell(result: Result[Any]) -> None:
        watch.stand.result = signed(result, game)
        if progress is not None:
            progress(watch.stand.result)

    return tell


def value_by_minimax(
    game: Game[S, M],
    root: S,
    depth: int | None,
    inside: Window | None,
    options: Options,
    watch: Watch,
    trace: Sink | None,
) -> Result[M]:
    """Value a position by plain minimax, or within a window."""
    if inside is not None and depth != 0:
        tabled = {name: getattr(options, name) for name in TABLED}
        engine = choose_engine(game, replace(PLAIN, cutoff=options.cutoff, **tabled), watch, trace=trace)
        return solve_root(engine, root, depth, inside)
    engine = choose_engine(game, options, watch, trace=trace)
    outcome = engine.minimax(root, depth)
    found, goes_on = steps_of(engine.opener, outcome.line)
    outcome = replace(outcome, depth=depth, steps=tuple(found))
    cut_short = None
    if goes_on and outcome.stopped is None:
        rest = Watch(NO_LIMIT, watch.clock, watch.signal)
        rest.look_out(watch.lookout)
        follower = engine.follower(rest)  # the rest of the line does not count as nodes
        steps, cut_short = complete_line(follower, root, follower.horizon.draft(depth), outcome)
        outcome = replace(outcome, steps=steps)
    reason = outcome.stopped or cut_short or reason_of(outcome)
    return result_of(game, root, outcome, reason, watch, scores=outcome.scores)


def at_root(options: Options) -> Options:
    """Leave out what plain minimax does not do."""
    return replace(options, quiescence=0, extensions=0, reductions=False, threads=1)
