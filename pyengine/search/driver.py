"""The searches that people call: `minimax`, `solve` and `search`."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, get_args

from pyengine.errors import CyclicGameError, SearchError
from pyengine.game import Game, M, S
from pyengine.quoting import show_value
from pyengine.search.alliances import Alliance
from pyengine.search.arguments import (
    options_of,
    require_callable,
    require_flags,
    require_store,
    require_table,
    window_of,
)
from pyengine.search.checkpoint import Checkpoint, Parts, give
from pyengine.search.cycles import Cycles, visiting
from pyengine.search.deepening import deepen
from pyengine.search.expansion import NotOpposedError, opposed, require_two_players
from pyengine.search.kernel_search import choose_engine
from pyengine.search.known import Known, Store, answer, known_of
from pyengine.search.mcts_search import refuse_for_mcts, search_by_playouts
from pyengine.search.memory import has_memory
from pyengine.search.multiplayer import search_players, solve_players
from pyengine.search.options import PLAIN, Algorithm, Options
from pyengine.search.outcome import Outcome
from pyengine.search.proof_solve import prove, require_proof
from pyengine.search.result import Result, StopReason
from pyengine.search.retrograde import retrograde
from pyengine.search.root import reason_of, result_of, solve_every_move, solve_root
from pyengine.search.table import Table
from pyengine.search.tiers import Carry, Retold, in_tiers, signed
from pyengine.search.trace import Sink
from pyengine.search.variation import complete_line, steps_of
from pyengine.search.watch import NO_LIMIT, ONE_SECOND, Clock, Limit, StopSignal, Watch
from pyengine.terms import Number
from pyengine.texts import position_of

Progress = Callable[[Result[Any]], None]
Window = tuple[Number, Number]
"""Alpha and beta."""
TABLED: Final = ("table", "table_bytes", "replacement", "table_leaves", "reuse", "canonical", "unknown")
"""The options that count for plain minimax."""


def minimax(
    game: Game[S, M],
    state: S | None = None,
    depth: int | None = None,
    *,
    window: Window | None = None,
    options: Options = PLAIN,
    limit: Limit = NO_LIMIT,
    trace: Sink | None = None,
    stop: StopSignal | None = None,
    clock: Clock = time.perf_counter,
) -> Result[M]:
    """Value a position by plain minimax: every line of play, to its end or to a depth.

    Of the options, those of the table count, `unknown`, and with a depth `cutoff`. The result has the value of every
    root move. On a game with a cycle it raises `CyclicGameError` unless there is a depth.

    A `window` (alpha, beta) asks only for values inside, and prunes by it, in the author's order: a value that is no
    more than alpha, or no less than beta, is a bound, as `bound` says, and no root move has a value of its own.
    """
    root = position_of(game, state)
    require_two_players(game)
    require_callable(trace=trace)
    options = options_of(options)
    inside = window_of(window)
    watch = Watch(limit, clock, stop)
    depth = limit.depth if depth is None else Limit(depth=depth).depth
    options = replace(_at_root(options), cutoff=options.cutoff and depth is not None)

    def work(game: Game[Any, M], carry: Carry, watch: Watch) -> Result[M]:
        return signed(_minimax(game, carry(root), depth, inside, options, watch, trace), game)

    return in_tiers(game, watch, work, plain=trace is None)


def _at_root(options: Options) -> Options:
    """Leave out what plain minimax does not do."""
    return replace(options, quiescence=0, extensions=0, reductions=False, threads=1)


def _for_play(options: Options, limit: Limit, window: Window | None, store: Store | None) -> Options:
    """Search late moves less deep at first, where a clock alone ends the search and the options leave it open.

    A window and a store of solved positions ask for values that are exact.
    """
    if options.reductions is not None:
        return options
    is_play = limit.seconds is not None and limit.depth is None and window is None and store is None
    return replace(options, reductions=is_play)


def _minimax(
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


def solve(
    game: Game[S, M],
    state: S | None = None,
    *,
    all_best: bool = False,
    cycles: Cycles | None = None,
    alliance: Alliance | None = None,
    window: Window | None = None,
    options: Options | None = None,
    algorithm: Algorithm | None = None,
    limit: Limit = NO_LIMIT,
    table: Table | None = None,
    store: Store | None = None,
    trace: Sink | None = None,
    stop: StopSignal | None = None,
    clock: Clock = time.perf_counter,
) -> Result[M]:
    """Give the exact value of a position by the best means; the game's `cutoff` counts only within a limit of depth.

    Two opponents: alpha-beta to the end of every line, with a table; where a line comes back to a position on it, the
    game has cycles, and retrograde analysis gives the answer. `cycles` asks for a treatment of cycles from the start:
    `retrograde`, or `visiting`, the procedure of the lecture notes. Other numbers of players, and two who are not
    opponents: max^n, or what `alliance` says; of the options, the size of the table counts for them. `all_best` also
    values every root move, and so finds all the best ones. A table given is used and left filled. Positions that a
    `store` knows are not searched; where it knows all that a move leads to, it gives the whole answer. A `window`
    (alpha, beta) asks two opponents only for a value inside; one outside is a bound, as `bound` says. `algorithm`
    stands for `Options(algorithm=...)`; `"proof"` finds the value of two opponents by proof-number search.
    """
    root = position_of(game, state)
    watch = Watch(limit, clock, stop)
    how = options_of(options, algorithm)
    if how.algorithm == "mcts":
        raise SearchError("solve gives exact values, and mcts samples: it is for search, and pyengine best")
    how = replace(how, cutoff=how.cutoff and limit.depth is not None, reductions=False)
    require_table(table)
    require_store(store)
    require_callable(trace=trace)
    require_flags(all_best=all_best)
    inside = window_of(window)
    _require_opponents(game, alliance, inside)
    _require_cycles(cycles, store, alliance, inside, all_best)
    known, searched = known_of(store, game, alliance)
    if (stored := answer(game, root, known, clock)) is not None:
        return stored
    if cycles == "visiting":
        return signed(visiting(game, root, limit=limit, trace=trace, stop=stop, clock=clock), game)
    if cycles == "retrograde":
        return retrograde(game, root, limit=limit, trace=trace, stop=stop, clock=clock).result
    if how.algorithm == "proof":
        given = {"alliance": alliance, "window": inside, "all_best": all_best, "table": table, "store": store}
        require_proof(game, limit, trace=trace, **given)

    def work(game: Game[Any, M], carry: Carry, watch: Watch) -> Result[M]:
        here = carry(root)
        found: Result[M] | None = None
        if how.algorithm == "proof":
            found = _solve_by_proof(game, here, how, watch)
        elif alliance is None and opposed(game):
            found = _solve_opponents(game, here, how, watch, table, known, trace, all_best, inside, searched)
        if found is None:
            found = _solve_players(game, here, how, watch, alliance, trace, all_best)
        return found if found.reasoner else signed(found, game)

    return in_tiers(game, watch, work, plain=trace is None and known is None, table=table)


def solve_on(
    game: Game[S, M],
    state: S | None,
    checkpoint: Checkpoint,
    *,
    options: Options | None = None,
    limit: Limit = NO_LIMIT,
    stop: StopSignal | None = None,
    clock: Clock = time.perf_counter,
) -> Result[M]:
    """Solve a position of two opponents by alpha-beta, from what a checkpoint has, and keep there what is found.

    It is kept from time to time, and where the search ends for whatever reason: the next call goes on from there.
    Raises `CyclicGameError` where a position comes back on its own path.
    """
    root = position_of(game, state)
    # What history learns of moves is lost between processes, and another order would go other ways.
    how = replace(options_of(options), cutoff=False, reductions=False, history=False)

    def work(game: Game[Any, M], carry: Carry, watch: Watch) -> Result[M]:
        here = carry(root)
        engine = choose_engine(game, how, watch)
        give(engine, checkpoint)
        parts = Parts(engine, here, checkpoint)
        while True:
            parts.open()
            try:
                result = solve_root(engine, here, None)
            except KeyboardInterrupt:  # outside the engine, which sees to it itself
                result = result_of(game, here, None, StopReason.INTERRUPTED, watch)
            if (reason := parts.close(result.reason)) is not None:
                return signed(replace(result, reason=reason), game)

    return in_tiers(game, Watch(limit, clock, stop), work)


def _solve_players(
    game: Game[S, M],
    root: S,
    options: Options,
    watch: Watch,
    alliance: Alliance | None,
    trace: Sink | None,
    all_best: bool,
) -> Result[M]:
    """Solve a game of other than two opponents; where two players meet a cycle, by retrograde analysis."""
    try:
        return solve_players(game, root, options, watch, alliance or "maxn", prune=not all_best, trace=trace)
    except CyclicGameError:
        if alliance is not None or len(game.players) != 2 or has_memory(game):
            raise
        return _solve_rest(game, root, watch, trace)


def _require_cycles(
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


def _solve_opponents(
    game: Game[S, M],
    root: S,
    options: Options,
    watch: Watch,
    table: Table | None,
    known: Known | None,
    trace: Sink | None,
    all_best: bool,
    window: Window | None,
    searched: Checkpoint | None,
) -> Result[M] | None:
    """Solve a game of two opponents; None where it turns out that they have an interest in common."""
    limit = watch.limit
    try:
        if limit.depth == 0:
            return _minimax(game, root, 0, None, _at_root(options), watch, trace)
        engine = choose_engine(game, options, watch, table=table, trace=trace, known=known)
        if searched is not None:
            give(engine, searched)
        return solve_every_move(engine, root) if all_best else solve_root(engine, root, limit.depth, window)
    except CyclicGameError:
        if has_memory(game):
            raise
        return _solve_rest(game, root, watch, trace)
    except NotOpposedError:
        return None
    except KeyboardInterrupt:  # outside the engine, which sees to it itself
        return result_of(game, root, None, StopReason.INTERRUPTED, watch)


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


def search(
    game: Game[S, M],
    state: S | None = None,
    *,
    limit: Limit = ONE_SECOND,
    options: Options | None = None,
    algorithm: Algorithm | None = None,
    alliance: Alliance | None = None,
    window: Window | None = None,
    table: Table | None = None,
    store: Store | None = None,
    trace: Sink | None = None,
    progress: Progress | None = None,
    stop: StopSignal | None = None,
    clock: Clock = time.perf_counter,
) -> Result[M]:
    """Search deeper and deeper until a limit is reached or the game is solved; one second, unless told otherwise.

    `progress` is called with the result of every completed depth. Ctrl-C, and `stop.stop()` from another thread, end
    the search with the best found so far. A table given is used and left filled, for the next move of the same game.
    Where a clock alone ends the search, late moves are searched less deep at first (`Options.reductions`). Where other
    than two opponents play, or an `alliance` is named, the search is that of `solve` for them, in depths.
    A `store` of solved positions answers as it does for `solve`, and a `window` is that of every depth. `algorithm`
    stands for `Options(algorithm=...)`; with `"mcts"` there are no depths, and `progress` is told of every doubling;
    with `"proof"` of every question that is answered, and a bound is known where the time is up.
    """
    root = position_of(game, state)
    watch = Watch(limit, clock, stop)
    how = options_of(options, algorithm)
    require_table(table)
    require_store(store)
    require_callable(trace=trace, progress=progress)
    inside = window_of(window)
    how = _for_play(how, limit, inside, store)
    _require_opponents(game, alliance, inside)
    known, searched = known_of(store, game, alliance)
    if how.algorithm == "mcts":
        if searched is not None:
            raise SearchError("mcts takes solved positions from a store, and this one has only those of a search")
        refuse_for_mcts(limit, alliance, window=inside, table=table, trace=trace)
    if how.algorithm == "proof":
        require_proof(game, limit, alliance=alliance, window=inside, table=table, store=store, trace=trace)
    if (stored := answer(game, root, known, clock)) is not None:
        return stored
    told = None if progress is None else Retold(progress)

    def work(game: Game[Any, M], carry: Carry, watch: Watch) -> Result[M]:
        if told is not None:
            told.begin()
        return signed(
            _search(game, carry(root), how, watch, table, known, trace, alliance, inside, told, searched), game
        )

    return in_tiers(game, watch, work, plain=trace is None and known is None, table=table)


def _search(
    game: Game[S, M],
    root: S,
    options: Options,
    watch: Watch,
    table: Table | None,
    known: Known | None,
    trace: Sink | None,
    alliance: Alliance | None,
    window: Window | None,
    progress: Progress | None,
    searched: Checkpoint | None,
) -> Result[M]:
    """Search deeper and deeper: two opponents, or other players; or by playouts."""
    limit = watch.limit
    told = _telling(game, watch, progress)
    if options.algorithm == "mcts":
        return search_by_playouts(game, root, options, watch, known=known, progress=told)

    if options.algorithm == "proof":
        return prove(game, root, options, watch, told)

    def completed(outcome: Outcome) -> None:
        if told is not None:
            told(result_of(game, root, outcome, StopReason.DEPTH, watch))

    if alliance is None and opposed(game):
        try:
            if limit.depth == 0:
                return _minimax(game, root, 0, None, _at_root(options), watch, trace)
            engine = choose_engine(game, options, watch, table=table, trace=trace, known=known)
            if searched is not None:
                give(engine, searched)
            outcome, reason = deepen(engine, root, limit.depth, completed, window)
            return result_of(game, root, outcome, reason, watch)
        except NotOpposedError:
            pass
    return search_players(game, root, options, watch, alliance or "maxn", trace=trace, progress=told)


def _telling(game: Game[Any, Any], watch: Watch, progress: Progress | None = None) -> Progress | None:
    """Give what takes results on the way: it tells who asked, and who watches; None where there is nobody."""
    if progress is None and watch.signal is None:
        return None

    def tell(result: Result[Any]) -> None:
        watch.stand.result = signed(result, game)
        if progress is not None:
            progress(watch.stand.result)

    return tell


def _require_opponents(game: Game[Any, Any], alliance: Alliance | None, window: Window | None) -> None:
    if window is not None and (alliance is not None or not opposed(game)):
        raise SearchError("a window is for two opponents: the values of others are several numbers each")
