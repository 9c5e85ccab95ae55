"""Mu torere: what its figures do not say."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

import pyengine
from pyengine import PyengineError
from pyengine.errors import ParameterError
from pyengine.native import twin
from pyengine.native.mu_torere import Position
from pyengine.search import retrograde

from .sides import SIDES, python


@SIDES
def test_first_only_the_outer_pieces_may_enter_the_centre(make: Any) -> None:
    game = make("mu_torere")
    assert [str(move) for move in game.actions(game.initial)] == ["1", "4"]
    assert game.show(game.initial) == "x to move: x x x x o o o o on the ring, e in the centre"
    assert game.text(game.result(game.initial, game.parse_move("4"))) == "s(o,[x,x,x,x,e,o,o,o,o])"


def test_every_position_on_both_sides() -> None:
    """All that can be reached: the same moves in the same order, the same ends, the same values and distances."""
    rules, native = python("mu_torere"), twin("mu_torere")
    logic, plain = retrograde(rules), retrograde(native)
    labels = {native.text(label.state): label for label in plain}  # type: ignore[attr-defined]
    assert len(labels) == len(logic) == 1180
    for state, value, distance in logic:
        twin_state, *rest = labels[rules.text(state)]
        assert rest == [value, distance]
        assert [str(move) for move in rules.actions(state)] == [str(move) for move in native.actions(twin_state)]
        assert rules.text(rules.canonical(state)) == native.text(native.canonical(twin_state))  # type: ignore[attr-defined]


def test_who_is_stuck_has_lost() -> None:
    game = pyengine.load("mu_torere")
    stuck = game.parse_state("s(o,[x,x,o,o,o,o,x,x,e])")
    assert game.is_terminal(stuck)
    assert [game.utility(stuck, player) for player in game.players] == [1, -1]
    native = twin("mu_torere")
    assert native.is_terminal(Position("o", "x", "xooooxxe"))


@pytest.mark.parametrize(("half", "positions"), [(1, 6), (2, 12), (3, 30), (4, 92)])
def test_positions_up_to_symmetry(half: int, positions: int) -> None:
    """Ascher's numbers count every arrangement, also those that play does not reach."""
    game: Any = twin("mu_torere", points=2 * half)
    arrangements = set(permutations("e" + "x" * half + "o" * half))
    assert positions == len(
        {
            game.canonical(Position(player, cells[0], "".join(cells[1:])))
            for cells in arrangements
            for player in game.players
        }
    )


@SIDES
@pytest.mark.parametrize("points", [0, 7, "many"])
def test_wrong_parameters(make: Any, points: object) -> None:
    with pytest.raises(ParameterError if make is twin else PyengineError):
        make("mu_torere", points=points)
