"""How far a search is, as another thread sees it: the best so far, the table, what is left; in Python and in C."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

import pyengine
from pyengine import Bound, Limit, Options
from pyengine.search import Headway, StopSignal

SIZE = {"width": 6, "height": 4}


def watch(call: Callable[..., Any], game: Any, enough: Callable[[Headway], bool], **how: Any) -> list[Headway]:
    """Search in a thread, look again and again, and stop when what is seen is enough."""
    signal, results = StopSignal(), []
    thread = threading.Thread(target=lambda: results.append(call(game, stop=signal, **how)))
    thread.start()
    seen, deadline = [], time.monotonic() + 60
    while thread.is_alive() and time.monotonic() < deadline:
        seen.append(signal.headway)
        if enough(seen[-1]):
            break
        time.sleep(0.01)
    signal.stop()
    thread.join(60)
    assert results
    return [*seen, signal.headway]


@pytest.mark.parametrize(("side", "threads"), [("python", 1), ("c", 1), ("c", 2)])
def test_a_search_to_the_end_shows_its_best_move(side: Any, threads: int) -> None:
    size = SIZE if side == "c" else {"width": 5, "height": 4}
    game = pyengine.load("connect_four", reasoner=side, **size)
    seen = watch(pyengine.solve, game, lambda now: now.best is not None, options=Options(threads=threads, table=20_000))
    last = next(now for now in seen if now.best is not None)
    assert last.best in game.actions(game.initial)
    assert last.line[0] == last.best
    state = game.initial
    for move in last.line:
        assert move in game.actions(state)
        state = game.result(state, move)
    assert (last.value, last.bound) in [(value, Bound.LOWER) for value in (-1, 0, 1)]
    assert last.depth is None
    assert last.tried is not None
    assert last.tried[0] >= 1
    shares = [now.share for now in seen if now.share is not None]
    assert shares
    assert all(0 <= share <= 1 for share in shares)
    fills = [now.table for now in seen if now.table is not None]
    assert 0 < max(fills) <= 1
    rates = [now.nodes_per_second for now in seen if now.nodes]
    assert rates[-1]
    assert rates[-1] > 100


def test_min_moves_first_in_some_positions() -> None:
    game = pyengine.load("connect_four", reasoner="c", **SIZE)
    state = game.result(game.initial, game.actions(game.initial)[0])
    signal = StopSignal()
    result = pyengine.solve(game, state, stop=signal)
    assert signal.headway.bound is Bound.UPPER
    assert signal.headway.value == result.value
    assert signal.headway.best in game.actions(state)


@pytest.mark.parametrize("side", ["python", "c"])
def test_both_tell_the_same_at_the_end(side: Any) -> None:
    game = pyengine.load("connect_four", reasoner=side, width=4, height=4)
    signal = StopSignal()
    result = pyengine.solve(game, stop=signal)
    now = signal.headway
    assert (now.value, now.result, now.depth) == (result.value, None, None)
    assert now.line
    assert now.line == result.line[: len(now.line)]
    assert now.table is None, "nothing is held on to"
    signal = StopSignal()
    result = pyengine.search(game, limit=Limit(depth=6), stop=signal)
    now = signal.headway
    assert now.depth == 6
    assert now.result is not None
    assert (now.result.depth, now.result.line, now.result.value) == (6, result.line, result.value)


def test_every_move_by_itself_tells_the_best_so_far() -> None:
    game, signal = pyengine.load("connect_four", reasoner="c", width=4, height=4), StopSignal()
    found = pyengine.solve(game, all_best=True, stop=signal)
    now = signal.headway
    assert (now.best, now.value, now.bound) == (found.best, found.value, Bound.LOWER)


@pytest.mark.parametrize("side", ["python", "c"])
def test_deepening_guesses_the_depth_under_way(side: Any) -> None:
    game = pyengine.load("othello", reasoner=side)
    seen = watch(pyengine.search, game, lambda now: now.depth_left is not None, limit=Limit(depth=60))
    told = next(now for now in seen if now.depth_left is not None)
    assert told.depth is not None
    assert told.depth >= 4
    assert told.seconds_left is None, "depth 60 is too far away"


def test_a_limit_of_time_is_what_is_left_at_most() -> None:
    game = pyengine.load("connect_four", reasoner="python")
    seen = watch(pyengine.solve, game, lambda now: now.nodes > 100, limit=Limit(seconds=50))
    assert seen[-1].seconds_left is not None
    assert 0 < seen[-1].seconds_left <= 50


@pytest.mark.parametrize(("algorithm", "call"), [("mcts", pyengine.search), ("proof", pyengine.solve)])
@pytest.mark.parametrize("side", ["python", "c"])
def test_playouts_and_proofs_tell_their_results(side: Any, algorithm: Any, call: Any) -> None:
    game = pyengine.load("connect_four", reasoner=side, width=4, height=4)
    options = {"limit": Limit(nodes=20_000)} if algorithm == "mcts" else {}
    seen = watch(call, game, lambda now: now.result is not None, algorithm=algorithm, **options)
    assert seen[-1].result is not None
    assert seen[-1].result.best in game.actions(game.initial)


@pytest.mark.parametrize("side", ["python", "c"])
def test_a_proof_tells_how_full_its_table_is(side: Any) -> None:
    game = pyengine.load("connect_four", reasoner=side, width=5, height=4)
    seen = watch(pyengine.solve, game, lambda now: bool(now.table), options=Options(algorithm="proof", table=50_000))
    told = next(now for now in seen if now.table)
    assert told.table is not None
    assert 0 < told.table <= 1
    assert told.share is told.seconds_left is None


def test_whole_games_count_positions() -> None:
    game = pyengine.load("connect_four", reasoner="c", **SIZE)
    seen = watch(pyengine.retrograde, game, lambda now: now.nodes > 1000)
    assert seen[-1].nodes > 1000


def test_a_signal_that_nobody_uses() -> None:
    assert StopSignal().headway == Headway()
    assert str(Headway(nodes=7)) == "7 nodes"


@pytest.mark.parametrize("side", ["python", "c"])
def test_who_watches_is_told_of_every_line(side: Any) -> None:
    game = pyengine.load("tictactoe", reasoner=side)
    told: list[tuple[Any, ...]] = []
    threads: set[int] = set()

    def note(line: tuple[Any, ...]) -> None:
        told.append(line)
        threads.add(threading.get_ident())
        game.text(game.initial)  # it may ask the rules

    signal = StopSignal(led=note)
    result = pyengine.solve(game, stop=signal)
    assert told[-1] == signal.headway.line == result.line[: len(told[-1])]
    assert threads == {threading.get_ident()}
