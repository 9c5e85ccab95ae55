"""Draughts as people write it: positions and moves in PDN, on the rules and natively."""

from __future__ import annotations

from typing import Any

import pytest

from pyengine import IllegalMoveError, InvalidStateError
from pyengine.native import twin

from .draughts import all_sides, both_games, texts


@all_sides
@both_games
class TestNotation:
    def test_positions_are_read_in_any_form(self, make: Any, name: str) -> None:
        game = make(name)
        first = "W" if name == "italian_draughts" else "B"
        for text in (f"{first}:W21-32:B1-12", f"{first}:B1-12:W21-32.", f" {first} : W21-24, 25-32 : B1,2,3-12"):
            assert game.parse_state(text) == game.initial
        assert game.text(game.parse_state("B:BK3-4,1:WK32:H5")) == "B:WK32:B1,K3,K4:H5"
        assert game.text(game.parse_state("W:W:B")) == "W:W:B"

    @pytest.mark.parametrize(
        "wrong",
        [
            "W:W33:B1",
            "W:W0:B1",
            "W:W30,30:B1",
            "W:W30:BK30",
            "W:W28-27:B1",
            "W:W4:B5",
            "W:W30:B29",
            "X:W30:B1",
            "W:W30",
            "W:W30:W29",
            "W:W30:B27:B26",
            "W:W3x:B27",
            "W:W30:B27:H-1",
            "W:W30:B27:Hx",
            "W:W30:B27:H1:H2",
            "",
            "W",
        ],
    )
    def test_wrong_positions(self, make: Any, name: str, wrong: str) -> None:
        with pytest.raises(InvalidStateError) as caught:
            make(name).parse_state(wrong)
        assert str(caught.value).startswith(wrong)

    def test_moves_are_read_with_zeros_and_with_all_squares(self, make: Any, name: str) -> None:
        game = make(name)
        position = "W:W31:B12,20,28" if name == "italian_draughts" else "W:W31:B11,19,27"
        state = game.parse_state(position)
        [move] = game.actions(state)
        assert game.move_text(move, state) == "31x8"
        for text in ("31x8", "31x08", " 31x24x15x8", "capture([31,24,15,8])"):
            assert game.parse_move(text, state) == move
        for wrong in ("31x24", "31x15x8", "31x9", "31", "x", ""):
            with pytest.raises(IllegalMoveError, match="is not a legal move"):
                game.parse_move(wrong, state)

    def test_two_ways_between_the_same_squares(self, make: Any, name: str) -> None:
        game = make(name)
        position = "W:W22:B10,11,18,19" if name == "italian_draughts" else "W:W23:B10,11,18,19"
        first, second = texts(game, position)
        assert (first.count("x"), second.count("x")) == (2, 2)
        state = game.parse_state(position)
        for text in (first, second):
            assert game.move_text(game.parse_move(text, state), state) == text
        squares = first.split("x")
        with pytest.raises(IllegalMoveError, match="fits several moves"):
            game.parse_move(f"{squares[0]}x{squares[-1]}", state)


def test_native_positions_say_what_is_wrong() -> None:
    game: Any = twin("italian_draughts")
    for text, reason in (
        ("W:W33:B1", "squares are numbered from 1 to 32, not 33"),
        ("W:W30:B30", "two pieces on 30"),
        ("W:W4:B5", "a white man cannot stand on 4"),
        ("W30", "a position begins with W: or B:"),
    ):
        with pytest.raises(InvalidStateError, match=reason):
            game.parse_state(text)
