"""Limits, clocks, interruption and progress; the clock is the test's own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from pyengine.errors import SearchError
from pyengine.game import Expansion
from pyengine.search import (
    PLAIN,
    Bound,
    Limit,
    MatchClock,
    Options,
    Result,
    StopReason,
    StopSignal,
    minimax,
    search,
    solve,
)

from .positions import Dots, TicTacToe, WholeGraph


class Ticking(TicTacToe):
    """Every expansion takes as long as `cost` says, by a clock of its own, and may do something besides."""

    def __init__(self, cost: Callable[[int], float] = lambda count: 0.001, at: int = 0, do: Any = None) -> None:
        self.now = 0.0
        self.count = 0
        self.cost, self.at, self.do = cost, at, do

    def clock(self) -> float:
        return self.now

    def expand(self, state: str) -> Expansion[str, int]:
        self.tick()
        if super().is_terminal(state):
            return Expansion(0, (), (), (self.utility(state, "x"), self.utility(state, "o")))
        moves = self.actions(state)
        mover = self.players.index(self.to_move(state))
        return Expansion(mover, tuple(self.result(state, move) for move in moves), moves)

    def is_terminal(self, state: str) -> bool:
        self.tick()
        return super().is_terminal(state)

    def tick(self) -> None:
        self.count += 1
        self.now += self.cost(self.count)
        if self.count == self.at:
            self.do()


@pytest.mark.parametrize("seconds", [0.0, 0.003, 0.05, 0.5, 3.0])
@pytest.mark.parametrize("cost", [0.0001, 0.001, 0.015])
@pytest.mark.parametrize("algorithm", ["alphabeta", "pvs", "mtdf"])
def test_time_is_kept_to_one_expansion(seconds: float, cost: float, algorithm: Any) -> None:
    game = Ticking(lambda count: cost)
    options = Options(table=0, algorithm=algorithm)
    result = search(game, limit=Limit(seconds=seconds), options=options, clock=game.clock)
    if not result.completed:
        assert result.reason is StopReason.SECONDS
        assert seconds <= result.seconds <= seconds + max(0.05 * seconds, 0.02)
    assert result.best in range(9)


def test_time_is_kept_where_expansions_turn_slow() -> None:
    game = Ticking(lambda count: 1e-6 if count < 3000 else 0.019)
    result = search(game, limit=Limit(seconds=1.0), options=PLAIN, clock=game.clock)
    assert result.reason is StopReason.SECONDS
    assert result.seconds <= 1.0 + 0.05


@pytest.mark.parametrize("nodes", [1, 2, 9, 10, 11, 500, 5000])
def test_a_node_limit_is_exact(nodes: int) -> None:
    for result in (
        search(TicTacToe(), limit=Limit(nodes=nodes), options=PLAIN),
        solve(TicTacToe(), limit=Limit(nodes=nodes), options=PLAIN),
        minimax(TicTacToe(), limit=Limit(nodes=nodes)),
    ):
        assert result.nodes == nodes
        assert result.reason is StopReason.NODES
        assert not result.completed
        assert result.best in range(9)


def test_nothing_is_known_before_the_first_root_move() -> None:
    result = search(TicTacToe(), limit=Limit(nodes=1))
    assert (result.value, result.values, result.line, result.best) == (None, None, (), 0)
    assert str(result).startswith("value unknown (depth 0, node limit), best 0\n1 nodes")


def test_more_seconds_than_any_clock_has_are_no_limit() -> None:
    assert search(TicTacToe(), limit=Limit(seconds=10**400)).solved


def test_the_deepest_completed_depth_is_told() -> None:
    told: list[Result[Any]] = []
    result = search(Dots(2, 2), limit=Limit(nodes=2000), progress=told.append)
    assert [one.depth for one in told] == list(range(1, len(told) + 1))
    assert result.depth == told[-1].depth
    assert all(one.line and one.best == one.line[0] for one in told)
    assert [one.nodes for one in told] == sorted(one.nodes for one in told)


def test_what_an_unfinished_depth_has_found_better_is_used() -> None:
    """The last depth alone sees that the first move loses; it is stopped after it has found the second to be better."""
    game = Dots(1, 2)
    full = search(game, limit=Limit(depth=4), options=PLAIN)
    before = search(game, limit=Limit(depth=3), options=PLAIN)
    found = set()
    for nodes in range(before.nodes + 1, full.nodes):
        result = search(game, limit=Limit(nodes=nodes), options=PLAIN)
        assert result.depth == 3
        if result.bound is Bound.LOWER:
            found.add(result.value)
    assert found


@pytest.mark.parametrize("call", [search, solve, minimax])
def test_control_c_returns_the_best_so_far(call: Any) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    for at in (1, 2, 40, 3000):
        game = Ticking(at=at, do=interrupt)
        result = call(game, limit=Limit(), options=PLAIN)
        assert result.reason is StopReason.INTERRUPTED
        assert not result.completed
        assert result.best in range(9)


class Interrupted:
    """A game that is interrupted when a position is expanded for the `at`-th time; the table answers on its best line.

    The first move from 0 gives MIN the choice between 3 and an end, the others lead to 3 as well and are worth the
    same; the last of them is tried first.
    """

    def __init__(self, at: int) -> None:
        last = 9
        edges: dict[Any, tuple[Any, ...]] = {0: (1, 2, 20), 1: (3, -1), 2: (3,), 20: (3,)}
        edges |= {place: (place + 1, place + 1) for place in range(3, last)}
        movers: dict[Any, int] = {place: int(place in (1, 2)) for place in edges}
        ends: dict[Any, Any] = {-1: -1, last: 1}
        self.graph = WholeGraph(0, movers, edges, ends, dict.fromkeys(edges, 1), scores={(0, 0): 2, (0, 2): 1})
        self.at = at
        self.count = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.graph, name)

    def expand(self, state: Any) -> Expansion[Any, int]:
        self.count += 1
        if self.count == self.at:
            raise KeyboardInterrupt
        return self.graph.expand(state)


@pytest.mark.parametrize("how", [Options(), Options(table=3)])
def test_control_c_at_any_moment_ends_deepening(how: Options) -> None:
    """Also while the line is put together, or equal moves are looked at, when a depth has been searched."""
    limit = Limit(depth=6)
    quiet: Any = Interrupted(at=0)
    assert search(quiet, limit=limit, options=how).line
    for at in range(1, quiet.count):
        game: Any = Interrupted(at)
        seen: list[int] = []  # when each depth was completed
        result = search(game, limit=limit, options=how, progress=lambda _: seen.append(game.count))  # noqa: B023
        assert sum(when >= at for when in seen) <= 1, at
        assert result.reason is (StopReason.DEPTH if len(seen) == limit.depth else StopReason.INTERRUPTED), at


def test_control_c_in_the_progress_callback_returns_the_last_depth() -> None:
    def interrupt(result: Result[Any]) -> None:
        if result.depth == 3:
            raise KeyboardInterrupt

    result = search(TicTacToe(), limit=Limit(), progress=interrupt)
    assert (result.depth, result.reason) == (3, StopReason.INTERRUPTED)
    assert len(result.line) == 3


@pytest.mark.parametrize("call", [search, solve, minimax])
def test_a_signal_tells_how_far_the_search_is(call: Any) -> None:
    signal, seen = StopSignal(), []
    result = call(Ticking(at=500, do=lambda: seen.append(signal.nodes)), limit=Limit(depth=6), stop=signal)
    assert 0 < seen[0] < signal.nodes <= result.nodes
    assert signal.tried == (None if call is minimax else (9, 9))


@pytest.mark.parametrize("call", [search, solve, minimax])
def test_stop_from_another_thread(call: Any) -> None:
    signal = StopSignal()
    reached, stopped = threading.Event(), threading.Event()

    def wait() -> None:
        reached.set()
        assert stopped.wait(30)

    def stop() -> None:
        assert reached.wait(30)
        signal.stop()
        stopped.set()

    thread = threading.Thread(target=stop)
    thread.start()
    game = Ticking(at=2000, do=wait)
    result = call(game, limit=Limit(), options=PLAIN, stop=signal)
    thread.join()
    assert result.reason is StopReason.STOPPED
    assert game.count <= 2001


def test_errors_of_the_game_come_through() -> None:
    def fail() -> None:
        raise LookupError("no such thing")

    with pytest.raises(LookupError, match="no such thing"):
        search(Ticking(at=100, do=fail), limit=Limit())


def test_a_match_clock_turns_into_limits() -> None:
    clock = MatchClock(seconds=10, increment=1, reserve=0)
    limit = clock.limit().seconds
    assert limit is not None
    assert 1 < limit < 2
    assert MatchClock(seconds=10, moves_to_go=1, reserve=0).limit().seconds == 10
    assert MatchClock(seconds=0.1, increment=5).limit().seconds == pytest.approx(0.05)
    assert MatchClock(seconds=0).limit().seconds == 0
    assert clock.after(4).seconds == 7
    assert clock.after(11).seconds == 0
    assert MatchClock(seconds=10, moves_to_go=2).after(1).moves_to_go == 1
    assert MatchClock(seconds=10, moves_to_go=1).after(1).moves_to_go is None


def test_a_whole_game_never_runs_out_of_time() -> None:
    clock = MatchClock(seconds=10, increment=0.1, moves_to_go=40)
    for _ in range(200):
        limit = clock.limit().seconds
        assert limit is not None
        assert limit > 0
        clock = clock.after(limit + 0.002)
        assert clock.seconds > 0


@pytest.mark.parametrize(
    "make",
    [
        lambda: Limit(seconds=-1),
        lambda: Limit(seconds=float("nan")),
        lambda: Limit(depth=-1),
        lambda: Limit(nodes=0),
        lambda: Limit(depth=1.5),  # type: ignore[arg-type]
        lambda: MatchClock(seconds=-1),
        lambda: MatchClock(seconds=1, moves_to_go=0),
        lambda: Options(algorithm="alfabeta"),  # type: ignore[arg-type]
        lambda: Options(table=-1),
        lambda: Options(aspiration=0),
        lambda: Options(table_bytes=0),
        lambda: Options(extend=frozenset({"double"})),  # type: ignore[arg-type]
        lambda: Options(quiescence=-1),
        lambda: minimax(TicTacToe(), depth=-1),
        lambda: Limit(seconds="1"),  # type: ignore[arg-type]
        lambda: Options(table_bytes="1"),  # type: ignore[arg-type]
        lambda: Options(aspiration="1"),  # type: ignore[arg-type]
        lambda: Options(unknown="1"),  # type: ignore[arg-type]
        lambda: Options(unknown=float("nan")),
        lambda: Options(extend="single"),  # type: ignore[arg-type]
        lambda: search(TicTacToe(), limit=1),  # type: ignore[arg-type]
        lambda: solve(TicTacToe(), limit=None),  # type: ignore[arg-type]
        lambda: solve(TicTacToe(), alliance=5),  # type: ignore[arg-type]
        lambda: solve(TicTacToe(), alliance="maxn", cycles="retrograde"),
    ],
)
def test_what_makes_no_sense_is_refused(make: Callable[[], Any]) -> None:
    with pytest.raises(SearchError):
        make()
