"""Breakthrough: what its figures do not say."""

from __future__ import annotations

from typing import Any

import pytest

from pyengine import PyengineError
from pyengine.errors import InvalidStateError, ParameterError
from pyengine.native import twin
from tests.games.lockstep import go_together

from .sides import SIDES, python


def moves(game: Any, text: str) -> list[str]:
    state = game.parse_state(text)
    return [game.move_text(move, state) for move in game.actions(state)]


@SIDES
def test_the_board_at_the_start(make: Any) -> None:
    game = make("breakthrough", width=3, height=5)
    assert game.text(game.initial) == "ppp/ppp/3/PPP/PPP w"
    assert game.parse_state("ppp/ppp/3/PPP/PPP w") == game.initial


@SIDES
def test_captures_are_diagonal_and_come_first_then_what_gets_farthest(make: Any) -> None:
    game = make("breakthrough", width=3, height=5)
    assert moves(game, "3/1pp/1P1/P2/3 w") == ["b3xc4", "a2a3", "b3a4"]
    assert moves(game, "1p1/3/PPP/3/1P1 b") == ["b5b4", "b5a4", "b5c4"]
    assert moves(game, "3/1p1/PPP/3/1P1 b") == ["b4xa3", "b4xc3"]


@SIDES
@pytest.mark.parametrize(
    ("text", "value"),
    [("P2/pp1/3/3/1P1 b", 1), ("ppp/3/3/3/p1P w", -1), ("3/3/1P1/3/3 b", 1), ("3/3/1p1/3/3 w", -1)],
)
def test_who_arrives_or_takes_all_has_won(make: Any, text: str, value: int) -> None:
    game = make("breakthrough", width=3, height=5)
    state = game.parse_state(text)
    assert game.is_terminal(state)
    assert [game.utility(state, player) for player in game.players] == [value, -value]
    assert game.staticval(state) == value


@SIDES
def test_the_estimate_by_hand(make: Any) -> None:
    """Two white pieces that have passed 2 rows and none, a black one that has passed 1: 7 + 5 against 6."""
    game = make("breakthrough", width=3, height=5)
    assert game.staticval(game.initial) == 0
    assert game.staticval(game.parse_state("3/1p1/P2/3/2P w")) == (12 - 6) / (12 + 6)


@SIDES
def test_mirror_images_are_alike(make: Any) -> None:
    game = make("breakthrough", width=4, height=4)
    for left, right in (("p1pp/1P2/4/PPP1 w", "pp1p/2P1/4/1PPP w"), ("4/p3/4/P3 b", "4/3p/4/3P b")):
        one, other = game.parse_state(left), game.parse_state(right)
        assert game.canonical(one) == game.canonical(other) in (one, other)
        assert game.canonical(game.parse_state(left[:-1] + ("b" if left[-1] == "w" else "w"))) != game.canonical(one)


@SIDES
@pytest.mark.parametrize("text", ["ppp/3/PPP w", "ppp/ppp/3/PPP/PPX w", "ppp/ppp/3/PPP/PPP", "ppp/ppp/4/PP/PPP w"])
def test_what_is_no_position(make: Any, text: str) -> None:
    with pytest.raises(InvalidStateError):
        make("breakthrough", width=3, height=5).parse_state(text)


@SIDES
@pytest.mark.parametrize("wrong", [{"width": 1}, {"height": "tall"}, {"ranks": 5}, {"height": 3}])
def test_wrong_parameters(make: Any, wrong: dict[str, object]) -> None:
    with pytest.raises(ParameterError if make is twin else PyengineError):
        make("breakthrough", **wrong)


@pytest.mark.parametrize(
    "parameters", [{}, {"width": 5, "height": 6}, {"width": 2, "height": 4}, {"width": 9, "ranks": 1}]
)
@pytest.mark.parametrize("seed", range(3))
def test_rules_and_twin_together(parameters: dict[str, Any], seed: int) -> None:
    go_together(python("breakthrough", **parameters), twin("breakthrough", **parameters), seed)
