"""The searches that people call: `minimax`, `solve` and `search`."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from pyengine.errors import SearchError
from pyengine.game import Game, M, S
from pyengine.search.alliances import Alliance
from pyengine.search.arguments import (
    Window,
    options_of,
    require_callable,
    require_flags,
    require_opponents,
    require_store,
    require_table,
    window_of,
)
from pyengine.search.checkpoint import Checkpoint, Parts, give
from pyengine.search.cycles import Cycles, require_cycles, visiting
from pyengine.search.expansion import require_two_players
from pyengine.search.kernel_search import choose_engine
from pyengine.search.known import Store, answer, known_of
from pyengine.search.mcts_search import refuse_for_mcts
from pyengine.search.options import PLAIN, Algorithm, Options
from pyengine.search.proof_solve import require_proof
from pyengine.search.result import Result, StopReason
from pyengine.search.retrograde import retrograde
from pyengine.search.root import result_of, solve_root
from pyengine.search.table import Table
from pyengine.search.tiers import Carry, Retold, in_tiers, signed
from pyengine.search.trace import Sink
from pyengine.search.watch import NO_LIMIT, ONE_SECOND, Clock, Limit, StopSignal, Watch
from pyengine.search.ways import Progress, Request, at_root, search_as_asked, solve_as_asked, value_by_minimax
from pyengine.texts import position_of


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
    options = replace(at_root(options), cutoff=options.cutoff and depth is not None)

    def work(game: Game[Any, M], carry: Carry, watch: Watch) -> Result[M]:
        return signed(value_by_minimax(game, carry(root), depth, inside, options, watch, trace), game)

    return in_tiers(game, watch, work, plain=trace is None)


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
    require_opponents(game, alliance, inside)
    require_cycles(cycles, store, alliance, inside, all_best)
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
    request = Request(how, alliance, inside, table, known, searched, trace, all_best)

    def work(game: Game[Any, M], carry: Carry, watch: Watch) -> Result[M]:
        found = solve_as_asked(game, carry(root), request, watch)
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
    # Each part counts its nodes anew, and yet all of them are parts of one long search.
    how = replace(options_of(options), cutoff=False, reductions=False, history=False, long_search=0)

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
    require_opponents(game, alliance, inside)
    known, searched = known_of(store, game, alliance)
    if how.algorithm == "mcts":
        if searched is not None:
            raise SearchError("mcts takes solved positions from a store, and this one has only those of a search")
        refuse_for_mcts(limit, alliance, window=inside, table=table, trace=trace)
    if how.algorithm == "proof":
        require_proof(game, limit, alliance=alliance, window=inside, table=table, store=store, trace=trace)
    if (stored := answer(game, root, known, clock)) is not None:
        return stored
    request = Request(how, alliance, inside, table, known, searched, trace)
    told = None if progress is None else Retold(progress)

    def work(game: Game[Any, M], carry: Carry, watch: Watch) -> Result[M]:
        if told is not None:
            told.begin()
        return signed(search_as_asked(game, carry(root), request, watch, told), game)

    return in_tiers(game, watch, work, plain=trace is None and known is None, table=table)


def _for_play(options: Options, limit: Limit, window: Window | None, store: Store | None) -> Options:
    """Search late moves less deep at first, where a clock alone ends the search and the options leave it open.

    A window and a store of solved positions ask for values that are exact.
    """
    if options.reductions is not None:
        return options
    is_play = limit.seconds is not None and limit.depth is None and window is None and store is None
    return replace(options, reductions=is_play)
