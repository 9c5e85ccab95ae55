"""The same searches on rule files: the driver does not know the difference."""

from __future__ import annotations

from typing import Any

import pytest

from pyengine.api import load
from pyengine.search import PLAIN, Limit, Options, minimax, search, solve

from .positions import TicTacToe


def test_nim_as_in_the_notes() -> None:
    game = load("nim", piles=[1, 2, 2])
    for result in (minimax(game), solve(game), search(game)):
        assert result.value == 1
        assert str(result.best) == "take(1,1)"
        assert result.solved
    everything = solve(game, all_best=True)
    assert [(str(move), value) for move, value in everything.moves] == [
        ("take(1,1)", 1),
        ("take(2,1)", 0),
        ("take(2,2)", 0),
    ]


def test_the_tree_of_the_romanian_notes() -> None:
    result = solve(load("tree_bratko"), options=PLAIN)
    assert (result.value, result.nodes, result.leaves) == (4, 11, 5)
    assert [str(move) for move in result.line] == ["b", "d", "i"]


@pytest.mark.parametrize("algorithm", ["alphabeta", "pvs", "mtdf"])
def test_a_static_value_of_leaves_alone_will_do(algorithm: Any) -> None:
    """As in the textbook vocabulary, where it stands for the utility."""
    game = load("tree_bratko")
    how = Options(algorithm=algorithm)
    assert solve(game, options=how).value == 4
    assert solve(game, options=how, limit=Limit(depth=3)).value == 4
    assert solve(game, options=how, all_best=True).value == 4


def test_tic_tac_toe_by_rules_and_natively_takes_the_same_nodes() -> None:
    rules, native = load("tictactoe"), TicTacToe()
    how = Options(canonical=False)
    ours, theirs = solve(rules, options=how), solve(native, options=how)
    for name in ("value", "nodes", "leaves", "cutoffs", "hits", "visits"):
        assert getattr(ours, name) == getattr(theirs, name)
    table = minimax(rules, options=how)
    assert (table.value, table.nodes) == (0, 5_478)
    moves: Any = tuple(int(str(move)) - 1 for move in ours.line)
    assert moves == theirs.line


def test_symmetric_positions_are_met_once() -> None:
    result = minimax(load("tictactoe"), options=Options())
    assert (result.value, result.nodes) == (0, 765)


@pytest.mark.parametrize("algorithm", ["alphabeta", "pvs", "mtdf"])
def test_deepening_on_rules(algorithm: Any) -> None:
    result = search(load("tictactoe"), limit=Limit(), options=Options(algorithm=algorithm))
    assert (result.value, result.solved) == (0, True)
    assert len(result.line) == 9
