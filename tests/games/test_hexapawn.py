"""Hexapawn: what its figures do not say."""

from __future__ import annotations

from typing import Any

import pytest

import pyengine
from pyengine import PyengineError
from pyengine.errors import InvalidStateError, ParameterError
from pyengine.native import twin
from tests.games.lockstep import go_together

from .sides import SIDES, python


@SIDES
def test_gardners_board(make: Any) -> None:
    """The second player wins, by moves that Gardner's matchboxes learn."""
    game = make("hexapawn")
    assert game.text(game.initial) == "ppp/3/PPP w"
    state = game.result(game.initial, game.parse_move("b1b2"))
    assert [game.move_text(move, state) for move in game.actions(state)] == ["c3xb2", "a3xb2", "a3a2", "c3c2"]
    assert pyengine.solve(game).value == -1


@SIDES
@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("P1p/3/3 b", 1),  # white has arrived
        ("3/3/p1P w", -1),  # black has arrived
        ("3/p2/P2 w", -1),  # blocked
        ("p2/P2/2P b", 1),
        ("3/1P1/3 b", 1),  # nothing left to move
    ],
)
def test_ends(make: Any, text: str, value: int) -> None:
    game = make("hexapawn")
    state = game.parse_state(text)
    assert game.is_terminal(state)
    assert not game.actions(state)
    assert [game.utility(state, player) for player in game.players] == [value, -value]


@SIDES
def test_mirror_images_are_alike(make: Any) -> None:
    game = make("hexapawn")
    assert game.canonical(game.parse_state("pp1/2P/P2 b")) == game.canonical(game.parse_state("1pp/P2/2P b"))
    assert pyengine.count_states(game, symmetric=True) < pyengine.count_states(game)


@SIDES
@pytest.mark.parametrize("text", ["ppp/PPP w", "ppp/3/PPP", "ppp/3/PPK w", "ppp/4/PPP w"])
def test_what_is_no_position(make: Any, text: str) -> None:
    with pytest.raises(InvalidStateError):
        make("hexapawn").parse_state(text)


@SIDES
@pytest.mark.parametrize("wrong", [{"width": 0}, {"height": 1}, {"width": 2.5}])
def test_wrong_parameters(make: Any, wrong: dict[str, object]) -> None:
    with pytest.raises(ParameterError if make is twin else PyengineError):
        make("hexapawn", **wrong)


@pytest.mark.parametrize("parameters", [{}, {"width": 6, "height": 5}, {"width": 1, "height": 4}])
@pytest.mark.parametrize("seed", range(4))
def test_rules_and_twin_together(parameters: dict[str, Any], seed: int) -> None:
    go_together(python("hexapawn", **parameters), twin("hexapawn", **parameters), seed)
