"""Lines of play and positions counted, on native games and on rule files."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given

import pyengine
from pyengine.errors import RuleRuntimeError, SearchError
from pyengine.game import Expansion
from pyengine.search import count_states, perft, playout, states

from .positions import Corridor, Dots, Graph, TicTacToe
from .random_games import graphs

LINES = [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
"""Tic-tac-toe: games that last at least so many moves (A061526 has those that end: 1440 after 5, 5328 after 6 ...)."""


class Twins:
    """The same move, twice; then the end."""

    players = ("max", "min")
    initial = 0

    def expand(self, state: int) -> Expansion[int, str]:
        if state == 2:
            return Expansion(0, (), (), (0, 0))
        return Expansion(0, (state + 1, state + 1), ("go", "go"))


class Stuck:
    """Not over, and no move."""

    players = ("max", "min")
    initial = 0

    def expand(self, state: int) -> Expansion[int, str]:
        return Expansion(0, (), ())


class Mirrored(TicTacToe):
    """Tic-tac-toe that knows its eight symmetries."""

    CELLS = tuple((row, column) for row in range(3) for column in range(3))
    TURNS = (
        [3 * r + c for r, c in CELLS],
        [3 * r + 2 - c for r, c in CELLS],
        [6 - 3 * r + c for r, c in CELLS],
        [6 - 3 * r + 2 - c for r, c in CELLS],
        [3 * c + r for r, c in CELLS],
        [3 * c + 2 - r for r, c in CELLS],
        [6 - 3 * c + r for r, c in CELLS],
        [6 - 3 * c + 2 - r for r, c in CELLS],
    )

    def canonical(self, state: str) -> str:
        return min("".join(state[cell] for cell in turn) for turn in self.TURNS)


@pytest.fixture(scope="module")
def rules() -> Any:
    return pyengine.load("tictactoe")


def test_lines_of_tic_tac_toe(rules: Any) -> None:
    for game in (TicTacToe(), rules):
        assert [perft(game, depth) for depth in range(10)] == LINES
        assert perft(game, 10) == 0
    assert sum(LINES) == 549_946  # the nodes of the whole tree


def test_every_line_walked_gives_the_same_count() -> None:
    assert [perft(TicTacToe(), depth, merge=False) for depth in range(7)] == LINES[:7]


def test_split_by_root_move(rules: Any) -> None:
    parts = perft(rules, 6, split=True)
    assert [str(move) for move in parts] == list("123456789")
    assert sum(parts.values()) == LINES[6]
    assert perft(TicTacToe(), 6, split=True) == dict(enumerate(parts.values()))
    assert perft(TicTacToe(), 6, split=True, merge=False) == dict(enumerate(parts.values()))
    assert perft(TicTacToe(), 2, "xx.oo....") == 4 * 4  # one of the five moves wins at once


def test_a_move_offered_twice_counts_twice() -> None:
    for merge in (True, False):
        assert [perft(Twins(), depth, merge=merge) for depth in range(4)] == [1, 2, 4, 0]
        assert perft(Twins(), 2, split=True, merge=merge) == {"go": 4}


@given(graphs())
def test_perft_is_the_number_of_paths(game: Graph) -> None:
    @cache
    def paths(state: Any, left: int) -> int:
        if left == 0:
            return 1
        return sum(paths(child, left - 1) for child in game.edges.get(state, ()))

    for depth in range(5):
        assert perft(game, depth) == perft(game, depth, merge=False) == paths(game.start, depth)
    whole = perft(game, 3, split=True)
    assert whole == {move: paths(game.result(game.start, move), 2) for move in whole}


@pytest.mark.parametrize("depth", [-1, 1.5, "2"])
def test_a_depth_that_is_none_is_refused(depth: Any) -> None:
    with pytest.raises(SearchError, match="depth must be"):
        perft(TicTacToe(), depth)


def test_a_split_needs_a_move() -> None:
    with pytest.raises(SearchError, match="from 1"):
        perft(TicTacToe(), 0, split=True)


def test_positions_of_tic_tac_toe(rules: Any) -> None:
    """5,478 positions, 765 up to symmetry."""
    found = list(states(TicTacToe()))
    assert len(found) == len(set(found)) == 5478
    assert found[0] == "." * 9
    assert [9 - state.count(".") for state in found] == sorted(9 - state.count(".") for state in found)
    assert count_states(rules) == 5478
    assert count_states(Mirrored(), symmetric=True) == count_states(rules, symmetric=True) == 765
    assert count_states(TicTacToe(), "xoxoxo...") == len(set(states(TicTacToe(), "xoxoxo...")))


def test_positions_without_symmetries_are_not_merged() -> None:
    with pytest.raises(SearchError, match="canonical"):
        count_states(TicTacToe(), symmetric=True)


def test_long_games_are_counted() -> None:
    assert count_states(Corridor(50_000)) == 50_001
    assert perft(Corridor(50_000), 50_000) == perft(Corridor(50_000), 50_000, merge=False) == 1


def test_playouts_are_legal_and_repeatable(rules: Any) -> None:
    for game in (TicTacToe(), Dots(), rules):
        one: Any = playout(game, 7)
        assert one == playout(game, 7)
        assert len({playout(game, seed).moves for seed in range(20)}) > 10
        state = game.initial
        for move, after in zip(one.moves, one.states[1:], strict=True):
            assert move in game.actions(state)
            state = game.result(state, move)
            assert state == after
        assert game.is_terminal(one.final)
        assert one.utilities == tuple(game.utility(state, player) for player in game.players)
        assert one.plies == len(one.moves) == len(one.states) - 1


def test_a_playout_is_broken_off() -> None:
    loop = Graph("a", {"a": 0}, {"a": ("a",)}, {})
    assert playout(loop, 1, plies=5).moves == (0,) * 5
    assert playout(loop, 1).utilities is None
    with pytest.raises(RuleRuntimeError, match="no move"):
        playout(Stuck(), 1)
