"""Limits, signals, Ctrl-C, and rules that stop, while the kernel searches."""

from __future__ import annotations

import _thread
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pyengine
from pyengine.errors import CyclicGameError
from pyengine.search import (
    PLAIN,
    Limit,
    Options,
    StopReason,
    StopSignal,
    Table,
    count_states,
    minimax,
    perft,
    playouts,
    retrograde,
    search,
    solve,
)
from pyengine.search.expansion import NotOpposedError

from ..search.positions import Graph, WholeGraph
from .graphs import PackedGraph, examples
from .test_counts import GAMES, options_of_kernel, same


def endless(width: int = 3, plies: int = 60) -> PackedGraph:
    """A game whose tree nobody can search to its end."""
    movers: dict[Any, int] = {ply: ply % 2 for ply in range(plies)}
    edges: dict[Any, tuple[Any, ...]] = {ply: (ply + 1,) * width for ply in range(plies)}
    return PackedGraph(WholeGraph(0, movers, edges, {plies: 1}), kernel=True)


@contextmanager
def interrupted_after(seconds: float) -> Iterator[None]:
    ready = threading.Event()

    def interrupt() -> None:
        ready.wait()
        time.sleep(seconds)
        _thread.interrupt_main()

    thread = threading.Thread(target=interrupt)
    thread.start()
    ready.set()  # on a busy machine a thread may take longer to start than the seconds
    try:
        yield
    finally:
        thread.join()


def test_seconds_end_a_search() -> None:
    game = endless()
    result = minimax(game, limit=Limit(seconds=0.5))
    assert result.reason is StopReason.SECONDS
    assert result.nodes > 1000
    result = search(game, limit=Limit(seconds=0.5), options=PLAIN)
    assert result.reason is StopReason.SECONDS
    assert result.value is not None
    assert result.depth is not None
    assert result.depth > 3


def test_no_seconds_at_all() -> None:
    result = search(endless(), limit=Limit(seconds=0))
    assert result.reason is StopReason.SECONDS
    assert result.value is None
    assert result.nodes == 0


def test_a_signal_ends_a_search_and_tells_how_far_it_is() -> None:
    game, stop = endless(), StopSignal()
    timer = threading.Timer(0.3, stop.stop)
    timer.start()
    result = minimax(game, stop=stop)
    timer.join()
    assert result.reason is StopReason.STOPPED
    assert 0 < stop.nodes <= result.nodes
    assert search(game, stop=stop).reason is StopReason.STOPPED


def test_ctrl_c_ends_a_search_with_what_was_found() -> None:
    game = endless()
    with interrupted_after(0.3):
        result = minimax(game)
    assert result.reason is StopReason.INTERRUPTED
    assert result.nodes > 1000
    with interrupted_after(0.3):
        result = search(game, limit=Limit(), options=PLAIN)
    assert result.reason is StopReason.INTERRUPTED
    assert result.value is not None


ENDLESS_WORK: dict[str, Callable[[Any, int], Any]] = {
    "perft": lambda game, threads: perft(game, 40, merge=False, threads=threads),
    "playouts": lambda game, threads: playouts(game, 10**12, threads=threads),
    "count_states": lambda game, threads: count_states(game, threads=threads),
}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("work", ENDLESS_WORK)
def test_ctrl_c_ends_counting_and_the_game_goes_on(work: str, threads: int) -> None:
    game = pyengine.load("connect_four", reasoner="c")
    for _ in range(2):
        with interrupted_after(0.2), pytest.raises(KeyboardInterrupt):
            ENDLESS_WORK[work](game, threads)
    assert perft(game, 4) == 7**4


@pytest.mark.parametrize("threads", [1, 2])
def test_labelling_ends_in_time(threads: int) -> None:
    game, stop = pyengine.load("connect_four", reasoner="c"), StopSignal()
    with interrupted_after(0.2):
        assert retrograde(game, threads=threads).result.reason is StopReason.INTERRUPTED
    assert retrograde(game, threads=threads, limit=Limit(seconds=0.2)).result.reason is StopReason.SECONDS
    timer = threading.Timer(0.2, stop.stop)
    timer.start()
    assert retrograde(game, threads=threads, stop=stop).result.reason is StopReason.STOPPED
    timer.join()


def test_other_threads_run_meanwhile() -> None:
    stop = StopSignal()

    def count() -> None:
        for _ in range(10):
            time.sleep(0.005)
        stop.stop()

    thread = threading.Thread(target=count)
    thread.start()
    assert minimax(endless(), limit=Limit(seconds=60), stop=stop).reason is StopReason.STOPPED
    thread.join()


def test_two_searches_at_once() -> None:
    game = endless(2, 14)
    found: list[Any] = []
    threads = [threading.Thread(target=lambda: found.append(minimax(game))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({replace(result, seconds=0) for result in found}) == 1
    assert found[0].nodes == 2**15 - 1


def test_a_clock_of_ones_own_is_left_to_python() -> None:
    ticks = iter(range(1_000_000))
    result = search(endless(), limit=Limit(seconds=50), clock=lambda: next(ticks))
    assert result.reason is StopReason.SECONDS


def test_a_trace_is_left_to_python() -> None:
    events: list[Any] = []
    game = endless(2, 3)
    assert minimax(game, trace=events.append).nodes == 15
    assert len(events) == 15 + 7


@given(GAMES, options_of_kernel(), st.data())
@examples(200)
def test_where_the_rules_stop_python_goes_on(game: Graph, how: Options, data: st.DataObject) -> None:
    beyond = data.draw(st.sets(st.sampled_from(sorted([*game.edges, *game.worth])), min_size=1))
    fast = PackedGraph(game, kernel=True, beyond=frozenset(beyond))
    slow = PackedGraph(game, kernel=False)
    same(solve(fast, options=how), solve(slow, options=how))
    found, wanted = (search(each, limit=Limit(depth=5), options=how) for each in (fast, slow))
    assert (found.value, found.solved) == (wanted.value, wanted.solved)
    same(minimax(fast), minimax(slow))


def test_players_who_are_not_opposed() -> None:
    game = WholeGraph(0, {0: 0, 1: 1}, {0: (1, 2), 1: (3, 4)}, {2: 1, 3: 2, 4: 0})
    for others in ({2: -1, 3: -1, 4: 0}, {2: -0.5, 3: -2}, {2: 4}):
        fast, slow = (PackedGraph(game, kernel=kernel, others=others) for kernel in (True, False))
        same(solve(fast), solve(slow))
        told = []
        for each in (fast, slow):
            with pytest.raises(NotOpposedError) as caught:
                minimax(each)
            told.append(str(caught.value))
        assert told[0] == told[1]


def test_a_cycle_is_told_with_its_position() -> None:
    game = WholeGraph(0, {0: 0, 1: 1}, {0: (1, 2), 1: (0, 2)}, {2: 1})
    told = []
    for kernel in (True, False):
        with pytest.raises(CyclicGameError) as caught:
            minimax(PackedGraph(game, kernel=kernel))
        told.append(str(caught.value))
    assert told[0] == told[1]


def test_a_table_is_kept_between_searches() -> None:
    game = endless(2, 20)
    table = Table(1000)
    first = solve(game, table=table)
    assert len(table) == 21
    assert solve(game, table=table).nodes < first.nodes
    assert solve(game, options=Options(quiescence=1), table=table).nodes == first.nodes
    table.clear()
    assert len(table) == 0
    assert solve(game, table=table).nodes == first.nodes
    assert solve(endless(2, 20), table=table).nodes == first.nodes


def test_a_table_of_bytes() -> None:
    game = endless(2, 40)
    table = Table(bytes=6_400)
    solve(game, table=table)
    assert 30 <= len(table) <= 100
    same(solve(game, options=Options(table=2, table_bytes=10**6)), solve(game))


def test_deep_lines() -> None:
    plies = 20_000
    movers: dict[Any, int] = {ply: ply // 3 % 2 for ply in range(plies)}
    edges: dict[Any, tuple[Any, ...]] = {ply: (ply + 1,) for ply in range(plies)}
    game = WholeGraph(0, movers, edges, {plies: 7})
    fast, slow = (PackedGraph(game, kernel=kernel) for kernel in (True, False))
    before = fast.kernel.escapes.total()
    same(solve(fast), solve(slow))
    same(minimax(fast), minimax(slow))
    assert fast.kernel.escapes.total() == before
    assert retrograde(fast).distance(fast.initial) == plies
    assert count_states(fast) == plies + 1


def test_memory_is_given_back() -> None:
    game = endless(2, 10)

    def used_bytes() -> int:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * 4096

    for _ in range(50):
        solve(game)
    before, started = used_bytes(), time.perf_counter()
    rounds = 0
    while rounds < 2000 and time.perf_counter() - started < 20:
        solve(game)
        retrograde(game)
        rounds += 1
    assert used_bytes() - before < 8_000_000


def test_an_interrupt_that_comes_while_a_task_ends_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    game = endless()
    finish = game.kernel.library.kernel_finish

    def finish_and_interrupt(*jobs: Any) -> None:
        finish(*jobs)
        raise KeyboardInterrupt

    monkeypatch.setattr(game.kernel.library, "kernel_finish", finish_and_interrupt)
    result = minimax(game, limit=Limit(nodes=1000))
    assert (result.reason, result.nodes) == (StopReason.INTERRUPTED, 1000)
    assert minimax(game, depth=2).reason is StopReason.INTERRUPTED
    assert search(game, limit=Limit(nodes=1000)).reason is StopReason.INTERRUPTED
