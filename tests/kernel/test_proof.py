"""Proof-number search in the kernel: the answers and the counts of the one in Python."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pyengine
from pyengine.errors import CyclicGameError
from pyengine.search import Limit, Options, Result, StopReason, StopSignal, minimax, search, solve
from pyengine.search.expansion import NotOpposedError

from ..layers import hunted_but
from ..search.positions import Graph
from .graphs import PackedGraph, cyclic_graphs, examples
from .test_counts import GAMES, KINDS, nothing_is_left_to_python, same, twins
from .test_giving_up import LATE
from .test_limits import interrupted_after

__all__ = ["nothing_is_left_to_python"]

HOW = st.builds(
    Options,
    algorithm=st.just("proof"),
    table=st.sampled_from([0, 1, 2, 5, 20, 1000]),
    canonical=st.booleans(),
    finals=st.booleans(),
    value_range=st.booleans(),
)
SMALL: dict[str, dict[str, Any]] = {
    "breakthrough": {"width": 3, "height": 4},
    "chess_ending": {"pieces": "kqk", "size": 4},
    "connect_four": {"width": 4, "height": 3},
    "dots_and_boxes": {"rows": 1, "columns": 2},
    "english_draughts": {"draw_after": 6},
    "even_wins": {},
    "hexapawn": {},
    "italian_draughts": {"draw_after": 6},
    "kayles": {},
    "mu_torere": {"points": 4},
    "nim": {},
    "othello": {"size": 4},
    "tictactoe": {},
    "tree_aima": {},
    "tree_boldi": {},
    "tree_bratko": {},
    "tree_ucla": {},
    "visiting_trap": {},
}
QUICK = ("breakthrough", "hexapawn", "nim", "tictactoe", "tree_ucla", "visiting_trap")
NODES = 3000


def known(game: PackedGraph) -> PackedGraph:
    """Let a game say which values it has."""
    game.values = frozenset(game.graph.worth.values())  # type: ignore[attr-defined]
    return game


@given(GAMES, HOW)
@examples(600)
def test_solve(game: Graph, how: Options) -> None:
    fast, slow = twins(game)
    same(solve(fast, options=how), solve(slow, options=how))
    same(solve(known(fast), options=how), solve(known(slow), options=how))


@given(GAMES, HOW, st.integers(1, 60))
@examples(300)
def test_a_limit_of_nodes_stops_at_the_same_one(game: Graph, how: Options, nodes: int) -> None:
    fast, slow = twins(game)
    limit = Limit(nodes=nodes)
    same(solve(fast, options=how, limit=limit), solve(slow, options=how, limit=limit))


def told(game: Any, how: Options) -> Any:
    try:
        return replace(search(game, options=how, limit=Limit()), seconds=0)
    except CyclicGameError as error:
        return str(error)


@given(cyclic_graphs(KINDS), HOW)
@examples(300)
def test_cycles(game: Graph, how: Options) -> None:
    fast, slow = twins(game)
    assert told(fast, how) == told(slow, how)
    same(solve(fast, options=how), solve(slow, options=how))


WAYS = {
    "usual": Options(algorithm="proof"),
    "small table": Options(algorithm="proof", table=50),
    "plain": Options(algorithm="proof", finals=False, canonical=False, value_range=False),
}


def figures(result: Result[Any]) -> tuple[Any, ...]:
    counts = (result.nodes, result.leaves, result.cutoffs, result.hits)
    return result.value, result.values, result.bound, result.reason, [*map(str, result.line)], counts


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", hunted_but(QUICK.__contains__, sorted(SMALL)))
def test_every_game_by_every_reasoner(name: str, way: str) -> None:
    games = [pyengine.load(name, reasoner=reasoner, **SMALL[name]) for reasoner in ("c", "python", "swi")]
    fast, *others = (solve(game, options=WAYS[way], limit=Limit(nodes=NODES)) for game in games)
    for other in others:
        assert figures(fast) == figures(other)
    assert not games[0].kernel.escapes
    if fast.solved and name not in ("chess_ending", "mu_torere", "visiting_trap"):
        assert fast.value == minimax(games[0], options=Options()).value


@pytest.mark.parametrize("way", WAYS)
def test_larger_games_in_c(way: str) -> None:
    for name in ("breakthrough", "connect_four", "hexapawn"):
        game = pyengine.load(name, reasoner="c", width=4, height=4)
        assert solve(game, options=WAYS[way]).value == solve(game).value


def test_seconds_and_signals_end_it() -> None:
    game = pyengine.load("breakthrough", reasoner="c", width=6, height=6)
    result = solve(game, algorithm="proof", limit=Limit(seconds=0.3))
    assert result.reason is StopReason.SECONDS
    assert result.seconds < 5
    assert result.nodes > 100
    signal = StopSignal()
    signal.stop()
    assert solve(game, algorithm="proof", stop=signal).reason is StopReason.STOPPED


def test_ctrl_c_ends_it() -> None:
    game = pyengine.load("breakthrough", reasoner="c", width=6, height=6)
    with interrupted_after(0.3):
        result = solve(game, algorithm="proof", limit=Limit(seconds=60))
    assert result.reason is StopReason.INTERRUPTED
    assert result.best is not None


def test_players_who_are_no_opponents_are_found_out() -> None:
    graph = Graph(0, {0: 0}, {0: (1, 2)}, {1: 1, 2: 2})
    for game in twins(graph, others={1: -1, 2: 5}):
        with pytest.raises(NotOpposedError):
            solve(game, algorithm="proof")


def test_what_c_gives_up_python_does_from_the_start(tmp_path: Any) -> None:
    path = tmp_path / "late.pl"
    path.write_text(LATE)
    fast, slow = (pyengine.load(path, reasoner=reasoner) for reasoner in ("c", "python"))
    assert figures(solve(fast, algorithm="proof")) == figures(solve(slow, algorithm="proof"))
    assert fast.kernel.escapes


def test_a_long_line() -> None:
    plies = 3000
    movers: dict[Any, int] = {ply: ply % 2 for ply in range(plies)}
    edges: dict[Any, tuple[Any, ...]] = {ply: (ply + 1,) for ply in range(plies)}
    fast, slow = twins(Graph(0, movers, edges, {plies: 1}))
    same(solve(fast, algorithm="proof"), solve(slow, algorithm="proof"))
