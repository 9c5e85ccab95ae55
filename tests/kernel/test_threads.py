"""Several threads search at once over one table: other positions, the same values."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pyengine
from pyengine.errors import SearchError
from pyengine.kernel.endings import Ending
from pyengine.search import Limit, Options, StopReason, Table, count_states, perft, retrograde, search, solve

from ..search.positions import Graph, WholeGraph
from .graphs import PackedGraph, examples
from .test_counts import GAMES, options_of_kernel, same
from .test_limits import endless, interrupted_after

THREADED = options_of_kernel(reuse=st.just("equal"), threads=st.integers(2, 3), table=st.sampled_from([1, 3, 1000]))


@given(GAMES, THREADED)
@examples(200)
def test_solve(game: Graph, how: Options) -> None:
    found = solve(PackedGraph(game, kernel=True), options=how)
    wanted = solve(PackedGraph(game, kernel=False), options=how)
    assert (found.value, found.best, found.solved, found.bound) == (
        wanted.value,
        wanted.best,
        wanted.solved,
        wanted.bound,
    )


@given(GAMES, THREADED, st.integers(0, 6))
@examples(200)
def test_search_to_a_depth(game: Graph, how: Options, depth: int) -> None:
    found = search(PackedGraph(game, kernel=True), limit=Limit(depth=depth), options=how)
    wanted = search(PackedGraph(game, kernel=False), limit=Limit(depth=depth), options=how)
    assert found.value == wanted.value
    assert found.completed


def test_limits_and_interrupts() -> None:
    how = Options(threads=2, table_leaves=False)
    game = endless(plies=5000)
    result = search(game, limit=Limit(seconds=0.5), options=how)
    assert result.reason is StopReason.SECONDS
    assert result.value is not None
    started = time.perf_counter()
    with interrupted_after(0.3):
        result = search(game, limit=Limit(), options=how)
    assert result.reason is StopReason.INTERRUPTED
    assert time.perf_counter() - started < 60  # it would take years
    result = search(game, limit=Limit(nodes=1000), options=how)
    assert result.reason is StopReason.NODES


def test_interrupts_at_any_moment_leave_no_thread_behind() -> None:
    game, how, left = endless(2, 10), Options(threads=2), 0

    def interrupt(number: int, frame: FrameType | None) -> None:
        nonlocal left
        if frame is not None and frame.f_code.co_name == "run" and "kernel" in frame.f_code.co_filename:
            left -= 1
            if not left:
                signal.setitimer(signal.ITIMER_REAL, 0)
            raise KeyboardInterrupt

    threads, kept = os.listdir("/proc/self/task"), signal.signal(signal.SIGALRM, interrupt)
    try:
        for attempt in range(300):
            left = 1 + attempt % 3  # others come while the first is seen to
            signal.setitimer(signal.ITIMER_REAL, 1e-4 + attempt * 3e-6, 1e-4)
            with contextlib.suppress(KeyboardInterrupt):
                search(game, limit=Limit(depth=12), options=how)
                perft(game, 10, merge=False, threads=2)
            signal.setitimer(signal.ITIMER_REAL, 0)
            waited = 0
            while (
                os.listdir("/proc/self/task") != threads and waited < 60_000
            ):  # one that has ended is there for a moment
                time.sleep(0.001)
                waited += 1
            assert waited < 60_000
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, kept)


def test_a_table_of_the_other_kind_starts_anew() -> None:
    game = endless(2, 20)
    table = Table(1000)
    first = solve(game, table=table)
    assert len(table) == 21
    shared = solve(game, table=table, options=Options(threads=2))
    assert shared.value == first.value
    assert 0 < len(table) <= 1000
    assert solve(game, table=table).nodes == first.nodes


def test_an_entry_that_two_threads_write_at_once_counts_once() -> None:
    game, how = pyengine.load("connect_four", reasoner="c", width=5, height=5), Options(threads=2, table_bytes=1 << 20)
    for _ in range(8):
        use = solve(game, options=how, limit=Limit(nodes=600_000)).table
        assert use is not None
        assert 0.99 * use.room < use.entries <= use.room


def test_no_number_of_threads() -> None:
    for threads in (0, -1, 1.5, 1000):
        wrong: Any = threads
        with pytest.raises(SearchError, match="threads must be a whole number"):
            Options(threads=wrong)


def grid(side: int = 40) -> Graph:
    """A game with many positions at each distance, and with cycles."""
    cells = [(row, column) for row in range(side) for column in range(side)]
    final = {(side - 1, 0): 1, (0, side - 1): -1}
    movers: dict[Any, int] = {cell: sum(cell) % 2 for cell in cells if cell not in final}
    edges: dict[Any, tuple[Any, ...]] = {}
    for row, column in movers:
        steps = ((row + 1, column), (row, column + 1), (row * 7 % side, column * 11 % side), (column, row))
        edges[row, column] = tuple((r % side, c % side) for r, c in steps)
    mirror: dict[Any, Any] = {(row, column): min((row, column), (column, row)) for row, column in cells}
    return WholeGraph((1, 2), movers, edges, dict(final), keys=mirror)


@pytest.mark.parametrize("threads", [2, 3])
@pytest.mark.parametrize("symmetric", [False, True])
def test_retrograde(threads: int, symmetric: bool) -> None:
    game = PackedGraph(grid(), kernel=True)
    found = retrograde(game, threads=threads, symmetric=symmetric)
    wanted = retrograde(PackedGraph(grid(), kernel=False), symmetric=symmetric)
    same(found.result, wanted.result)
    assert list(found) == list(wanted)
    assert count_states(game, threads=threads, symmetric=symmetric) == len(wanted)
    stopped = retrograde(game, threads=threads, symmetric=symmetric, limit=Limit(nodes=700))
    assert stopped.result.nodes == 700
    assert stopped.result.reason is StopReason.NODES


def test_retrograde_where_the_rules_stop() -> None:
    graph = grid()
    game = PackedGraph(graph, kernel=True, beyond=frozenset({(35, 35)}))
    before = game.kernel.escapes.total()
    same(retrograde(game, threads=2).result, retrograde(PackedGraph(graph, kernel=False)).result)
    assert game.kernel.escapes.total() == before + 1


def test_threads_that_expand_positions_are_looked_after_soon() -> None:
    """Whoever leads them gives way after a slice of time, in the midst of a round that all take part in."""
    game: Any = pyengine.load("connect_four", reasoner="c")
    reach = game.kernel.reach(moves=False, symmetric=False)
    looks = iter((Ending.DONE, Ending.STOPPED_BY_SIGNAL))
    assert reach.expand([game.initial], look=lambda *_: (next(looks), 1.0), threads=2) == Ending.STOPPED_BY_SIGNAL
    assert reach.expanded < 100_000
