"""Monte-Carlo tree search in the kernel: visits, means and solved values are those of the one in Python."""

from __future__ import annotations

import threading
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pyengine
from pyengine.search import Limit, Options, PlayersResult, Result, StopReason, StopSignal, search

from ..layers import hunted_but
from ..search.positions import Graph, WholeGraph
from .graphs import PackedGraph, cyclic_graphs, examples, graph_kernel
from .test_counts import GAMES, KINDS, same, twins
from .test_limits import endless, interrupted_after

HOW = st.builds(
    Options,
    algorithm=st.just("mcts"),
    seed=st.sampled_from([0, 1, 2**64 - 1]),
    exploration=st.sampled_from([0, 0.3, 1, Fraction(4, 3), 1000]),
    tree_size=st.sampled_from([1, 5, 20, 10**6]),
    playout_plies=st.integers(0, 12),
    unknown=st.sampled_from([0, 2, -0.5]),
    value_range=st.booleans(),
)
QUICK = ("connect_four", "dots_and_boxes", "hexapawn", "kayles", "nim_three_players", "tictactoe", "visiting_trap")


def sample(game: Any, how: Options, nodes: int) -> Result[Any]:
    return search(game, limit=Limit(nodes=nodes), options=how)


@given(GAMES, HOW, st.integers(1, 300))
@examples(300)
def test_random_games(game: Graph, how: Options, nodes: int) -> None:
    before = graph_kernel().escapes.total()
    fast, slow = twins(game)
    found, wanted = sample(fast, how, nodes), sample(slow, how, nodes)
    same(found, wanted)
    assert graph_kernel().escapes.total() == before


@given(cyclic_graphs(KINDS), HOW, st.integers(1, 100))
@examples(150)
def test_games_with_cycles(game: Graph, how: Options, nodes: int) -> None:
    fast, slow = twins(game)
    same(sample(fast, how, nodes), sample(slow, how, nodes))


@given(GAMES, HOW, st.integers(1, 100), st.data())
@examples(100)
def test_where_c_gives_up_python_does_it_all(game: Graph, how: Options, nodes: int, data: st.DataObject) -> None:
    beyond = data.draw(st.frozensets(st.sampled_from(sorted({*game.movers, *game.worth})), max_size=3))
    fast, slow = twins(game, beyond=beyond)
    same(sample(fast, how, nodes), sample(slow, how, nodes))


@given(GAMES, HOW, st.integers(1, 100), st.data())
@examples(100)
def test_players_who_turn_out_to_be_no_opponents(game: Graph, how: Options, nodes: int, data: st.DataObject) -> None:
    others = {end: data.draw(st.integers(-2, 2)) for end in game.worth}
    fast, slow = twins(game, others=others)
    same(sample(fast, how, nodes), sample(slow, how, nodes))


@pytest.mark.parametrize("name", hunted_but(QUICK.__contains__, sorted(pyengine.games())))
def test_shipped_games_whoever_answers_for_them(name: str) -> None:
    how, found = Options(algorithm="mcts", seed=3, playout_plies=60), {}
    nodes = 120 if name in QUICK else 40
    for reasoner in ("python", "c", "swi"):
        game = pyengine.load(name, reasoner=reasoner)  # type: ignore[arg-type]
        found[reasoner] = sample(game, how, nodes)
    wanted = replace(found["python"], seconds=0)
    assert replace(found["c"], seconds=0) == replace(found["swi"], seconds=0) == wanted
    assert wanted.tried
    assert repr(found["c"].moves) == repr(wanted.moves)


@pytest.mark.parametrize("name", hunted_but(QUICK.__contains__, sorted(pyengine.games())))
def test_shipped_games_by_hand(name: str) -> None:
    """A game by hand does not say which values there are."""
    how = Options(algorithm="mcts", seed=4, playout_plies=60, value_range=False)
    nodes = 300 if name in QUICK else 50
    twin, wanted = sample(pyengine.twin(name), how, nodes), sample(pyengine.load(name, reasoner="c"), how, nodes)
    for field in ("values", "tried", "nodes", "leaves", "reason"):
        assert getattr(twin, field) == getattr(wanted, field), field


@pytest.mark.parametrize("name", hunted_but(QUICK.__contains__, sorted(pyengine.games())))
def test_larger_trees(name: str) -> None:
    how = Options(algorithm="mcts", tree_size=3000, playout_plies=100)
    slow, fast = pyengine.load(name, reasoner="python"), pyengine.load(name, reasoner="c")
    same(sample(fast, how, 1500), sample(slow, how, 1500))


def test_tic_tac_toe_is_proved() -> None:
    game = pyengine.load("tictactoe", reasoner="c")
    found = search(game, limit=Limit(), algorithm="mcts")
    assert (found.value, found.solved, len(found.line)) == (0, True, 9)


@pytest.mark.parametrize("name", ["nim", "kayles", "even_wins"])
def test_larger_games_are_proved(name: str) -> None:
    parameters = {"nim": {"piles": [3, 4, 5]}, "kayles": {}, "even_wins": {"marbles": 15}}[name]
    game = pyengine.load(name, reasoner="c", **parameters)
    found = search(game, limit=Limit(nodes=3_000_000), algorithm="mcts")
    assert (found.value, found.solved) == (pyengine.solve(game).value, True)


def test_games_of_three_players() -> None:
    game = pyengine.load("nim_three_players", reasoner="c", piles=[3, 4, 5])
    slow = pyengine.load("nim_three_players", reasoner="python", piles=[3, 4, 5])
    found, wanted = (search(each, limit=Limit(nodes=2000), algorithm="mcts") for each in (game, slow))
    assert isinstance(found, PlayersResult)
    assert replace(found, seconds=0) == replace(wanted, seconds=0)
    assert sum(found.tried) == 2000


def test_seconds_signals_and_ctrl_c() -> None:
    game, stop = endless(), StopSignal()
    result = search(game, limit=Limit(seconds=0.3), algorithm="mcts")
    assert result.reason is StopReason.SECONDS
    assert result.nodes == sum(result.tried) > 100
    assert result.seconds < 3
    timer = threading.Timer(0.3, stop.stop)
    timer.start()
    result = search(game, limit=Limit(), stop=stop, algorithm="mcts")
    timer.join()
    assert result.reason is StopReason.STOPPED
    assert 0 < stop.nodes <= result.nodes
    with interrupted_after(0.3):
        result = search(game, limit=Limit(), algorithm="mcts")
    assert result.reason is StopReason.INTERRUPTED
    assert result.value is not None
    assert search(game, limit=Limit(seconds=0), algorithm="mcts").value is None


def test_a_long_playout_is_stopped_too() -> None:
    """Nobody can get out: only the plies of a playout end it."""
    game = PackedGraph(WholeGraph(0, {0: 0, 1: 1}, {0: (1, 1), 1: (0, 0)}, {2: 1}), kernel=True)
    how = Options(algorithm="mcts", playout_plies=10**12)
    result = search(game, limit=Limit(seconds=0.2), options=how)
    assert (result.nodes, result.value, result.reason) == (0, None, StopReason.SECONDS)
    assert result.best is not None
