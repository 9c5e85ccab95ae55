"""Tic-tac-toe beyond its published figures: lines, symmetries, and the rule file against its twin."""

from __future__ import annotations

from typing import Any

import pytest

import pyengine
from pyengine.errors import ParameterError, PyengineError
from pyengine.native import twin
from pyengine.native.tictactoe import Marks
from pyengine.texts import drawing

from .lockstep import go_together
from .sides import SIDES, python

BOARDS: list[dict[str, Any]] = [
    {},
    {"misere": True},
    {"columns": 4, "rows": 2, "length": 2},
    {"columns": 3, "rows": 5, "length": 4, "misere": True},
    {"columns": 2, "rows": 2, "length": 1},
    {"columns": 2, "rows": 2, "length": 3},
]


@pytest.mark.parametrize("parameters", BOARDS, ids=str)
def test_rules_and_twin_go_together(parameters: dict[str, Any]) -> None:
    for seed in range(5):
        go_together(python("tictactoe", **parameters), twin("tictactoe", **parameters), seed)


@SIDES
class TestBothSides:
    def test_a_line_ends_the_game(self, make: Any) -> None:
        game = make("tictactoe")
        state = game.initial
        for cell in "14253":
            state = game.result(state, game.parse_move(cell, state))
        assert game.is_terminal(state)
        assert [game.utility(state, player) for player in game.players] == [1, -1]
        assert list(game.actions(state)) == []

    def test_only_who_has_just_moved_can_have_won(self, make: Any) -> None:
        """A position that play does not reach: x is to move and has a line. Both sides play on."""
        game = make("tictactoe")
        if make is twin:
            state: Any = Marks(x=0b000000111, o=0b001011000)
            assert game.text(state) == "s(x,[x,x,x,o,o,e,o,e,e])"
        else:
            state = game.parse_state("s(x,[x,x,x,o,o,e,o,e,e])")
        assert not game.is_terminal(state)
        assert [game.move_text(move, state) for move in game.actions(state)] == ["6", "8", "9"]

    def test_the_board_is_shown(self, make: Any) -> None:
        game = make("tictactoe")
        state = game.result(game.initial, game.parse_move("5"))
        assert drawing(game, state) == ". . .\n. x .\n. . ."

    def test_a_square_board_has_eight_symmetries_and_others_four(self, make: Any) -> None:
        """Corner, edge and centre of the square; the two kinds of cell of a board of two rows and four columns."""
        for parameters, classes in (({}, 3), ({"columns": 4, "rows": 2}, 2), ({"columns": 3, "rows": 5}, 6)):
            game = make("tictactoe", **parameters)
            assert len({game.canonical(child) for child in pyengine.expand(game, game.initial).children}) == classes

    @pytest.mark.parametrize("wrong", [{"columns": 0}, {"rows": -1}, {"length": "3"}, {"misere": 1}, {"size": 3}])
    def test_wrong_parameters(self, make: Any, wrong: dict[str, Any]) -> None:
        with pytest.raises(ParameterError if make is twin else PyengineError):
            make("tictactoe", **wrong)
