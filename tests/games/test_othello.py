"""Othello beyond its published figures: brackets, passes, notation, estimates, and the rule file against its twin."""

from __future__ import annotations

from typing import Any

import pytest

import pyengine
from pyengine.errors import InvalidStateError, ParameterError, PyengineError
from pyengine.native import twin

from .lockstep import go_together
from .sides import ALL, SIDES, python


@pytest.mark.parametrize(("size", "seeds"), [(4, 8), (6, 4), (8, 4), (10, 1)])
def test_rules_and_twin_go_together(size: int, seeds: int) -> None:
    rules, native = python("othello", size=size), twin("othello", size=size)
    for seed in range(seeds):
        go_together(rules, native, seed)


def test_rules_and_twin_search_alike() -> None:
    for size, depth in ((4, 12), (6, 4), (8, 4)):
        sides = [make("othello", size=size) for make in ALL]
        found = [pyengine.search(game, limit=pyengine.Limit(depth=depth)) for game in sides]
        assert len({(result.value, str(result.best), result.nodes) for result in found}) == 1


def texts(game: Any, state: Any) -> list[str]:
    return [game.move_text(move, state) for move in game.actions(state)]


def play(game: Any, state: Any, text: str) -> Any:
    return game.result(state, game.parse_move(text, state))


@SIDES
class TestBothSides:
    def test_the_first_moves(self, make: Any) -> None:
        """White on d4 and e5; Black begins, and each of its moves turns over one disc."""
        game = make("othello")
        assert game.text(game.initial) == f"{'-' * 27}OX------XO{'-' * 27} X"
        assert texts(game, game.initial) == ["d3", "c4", "f5", "e6"]
        state = play(game, game.initial, "d3")
        assert game.text(state) == f"{'-' * 19}X-------XX------XO{'-' * 27} O"
        assert texts(game, state) == ["c3", "e3", "c5"]

    def test_a_disc_turns_over_what_it_brackets_in_all_eight_directions(self, make: Any) -> None:
        game = make("othello", size=6)
        state = game.parse_state("X--X---O-O-X--OOO-XOO-OX--OOO--X-X-X X")
        after = play(game, state, "d4")
        assert game.text(after) == "X--X---X-X-X--XXX-XXXXXX--XXX--X-X-X O"

    def test_a_run_does_not_go_on_at_the_other_edge(self, make: Any) -> None:
        """X on c1, O on d1 and on a2; b2 is next to a2, but d1 is not."""
        game = make("othello", size=4)
        assert texts(game, game.parse_state("--XOO----------- X")) == ["pass"]
        assert texts(game, game.parse_state("-XO-O----------- X")) == ["d1"]

    def test_corners_come_first(self, make: Any) -> None:
        game = make("othello", size=4)
        assert texts(game, game.parse_state("XO-----------XO- X")) == ["d4", "c1"]

    def test_who_cannot_place_a_disc_passes(self, make: Any) -> None:
        game = make("othello", size=4)
        state = game.parse_state("XO-------------- O")
        assert texts(game, state) == ["pass"]
        after = play(game, state, "pass")
        assert game.text(after) == "XO-------------- X"
        final = play(game, after, "c1")
        assert game.is_terminal(final)
        assert texts(game, final) == []

    def test_empty_squares_are_nobody_s(self, make: Any) -> None:
        game = make("othello", size=4)
        final = game.parse_state("XXX------------- O")
        assert [game.utility(final, player) for player in game.players] == [3, -3]
        assert game.staticval(final) == 3

    def test_the_estimate_weighs_mobility_and_corners(self, make: Any) -> None:
        """X holds a1 and can play c1; O can play nowhere."""
        game = make("othello", size=4)
        assert game.staticval(game.initial) == 0
        assert game.staticval(game.parse_state("XO-------------- O")) == 2 * 1 + 10 * 1

    def test_the_four_first_moves_are_one(self, make: Any) -> None:
        game = make("othello")
        children = pyengine.expand(game, game.initial).children
        assert len({game.canonical(child) for child in children}) == 1

    @pytest.mark.parametrize("text", ["-----OX--XO----- B", "-----OX--XO---- X", "-----OX--XY----- X", "X O"])
    def test_what_is_no_position_is_refused(self, make: Any, text: str) -> None:
        with pytest.raises(InvalidStateError):
            make("othello", size=4).parse_state(text)

    @pytest.mark.parametrize("wrong", [{"size": 5}, {"size": 2}, {"size": "8"}, {"size": 8.0}, {"width": 8}])
    def test_wrong_parameters(self, make: Any, wrong: dict[str, Any]) -> None:
        with pytest.raises(ParameterError if make is twin else PyengineError):
            make("othello", **wrong)
