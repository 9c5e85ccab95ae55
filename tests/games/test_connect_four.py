"""Connect Four beyond its published figures: lines, notation, estimates, and the rule file against its twin."""

from __future__ import annotations

from typing import Any

import pytest

import pyengine
from pyengine.errors import InvalidStateError, ParameterError, PyengineError
from pyengine.native import twin

from .lockstep import go_together
from .sides import SIDES, python

BOARDS: list[dict[str, Any]] = [
    {},
    {"width": 4, "height": 4},
    {"width": 5, "height": 2, "length": 3},
    {"width": 9, "height": 9, "length": 5},
    {"width": 2, "height": 2, "length": 3},
    {"width": 1, "height": 3, "length": 1},
]


@pytest.mark.parametrize("parameters", BOARDS, ids=str)
def test_rules_and_twin_go_together(parameters: dict[str, Any]) -> None:
    rules, native = python("connect_four", **parameters), twin("connect_four", **parameters)
    for seed in range(4):
        go_together(rules, native, seed)


@SIDES
class TestBothSides:
    @pytest.mark.parametrize(
        ("columns", "value"),
        [
            ("1122334", 1),  # along the bottom
            ("1213141", 1),  # up the first column
            ("12233434474", 1),  # rising to the right
            ("76655454414", 1),  # rising to the left
            ("71122334", -1),  # o along the bottom, over the disc of x
        ],
    )
    def test_lines_win_in_every_direction(self, make: Any, columns: str, value: int) -> None:
        game = make("connect_four")
        before, after = game.parse_state(columns[:-1]), game.parse_state(columns)
        assert (game.is_terminal(before), game.is_terminal(after)) == (False, True)
        assert game.utility(after, game.players[0]) == game.staticval(after) == value

    def test_no_line_runs_over_the_edge(self, make: Any) -> None:
        """Three discs on top of one column and one at the bottom of the next are no line."""
        game = make("connect_four", width=2, height=4, length=4)
        assert not game.is_terminal(game.parse_state("x./xo/xo/ox"))

    def test_columns_in_the_middle_come_first_and_full_ones_not_at_all(self, make: Any) -> None:
        game = make("connect_four")
        state = game.parse_state("444444")
        assert [game.move_text(move, state) for move in game.actions(state)] == list("536271")

    def test_a_position_is_read_as_it_is_written(self, make: Any) -> None:
        game = make("connect_four")
        state = game.parse_state("4435")
        assert game.text(state) == "......./......./......./......./...o.../..xxo.."
        assert game.parse_state(game.text(state)) == state == game.parse_state("3544")
        assert game.parse_state("......./......./......./......./......./.......") == game.initial

    @pytest.mark.parametrize(
        "text",
        [
            "...o.../.......",  # too small
            "......./......./......./......./...o.../.......",  # in the air
            "......./......./......./......./......./..oo...",  # o has made both moves
            "......./......./......./......./......./..xy...",
            "......./......./......./......./......./..xo....",
        ],
    )
    def test_what_is_no_position_is_refused(self, make: Any, text: str) -> None:
        with pytest.raises(InvalidStateError):
            make("connect_four").parse_state(text)

    def test_the_estimate_counts_open_lines(self, make: Any) -> None:
        """Of 69 lines, x in the corner closes three to o; in the middle of the bottom row, seven."""
        game = make("connect_four")
        assert game.staticval(game.initial) == 0
        assert game.staticval(game.parse_state("1")) == 3 / 70
        assert game.staticval(game.parse_state("4")) == 7 / 70
        assert game.staticval(game.parse_state("14")) == -4 / 70

    def test_a_position_and_its_mirror_image_are_one(self, make: Any) -> None:
        game = make("connect_four")
        assert game.canonical(game.parse_state("1234")) == game.canonical(game.parse_state("7654"))
        assert game.canonical(game.parse_state("1234")) != game.canonical(game.parse_state("1235"))
        assert pyengine.count_states(make("connect_four", width=3, height=2), symmetric=True) < 170

    def test_a_search_sees_the_double_threat(self, make: Any) -> None:
        """Three in the middle with both ends free cannot be stopped."""
        game = make("connect_four")
        found = pyengine.search(game, game.parse_state("4433"), limit=pyengine.Limit(depth=3))
        assert (found.value, str(found.best)) == (1, "5")

    @pytest.mark.parametrize("wrong", [{"width": 0}, {"height": 2.5}, {"length": "four"}, {"columns": 7}])
    def test_wrong_parameters(self, make: Any, wrong: dict[str, Any]) -> None:
        with pytest.raises(ParameterError if make is twin else PyengineError):
            make("connect_four", **wrong)


def test_the_twin_says_which_column_cannot_be_played() -> None:
    with pytest.raises(InvalidStateError, match="48 cannot be played: 8 is not a legal move"):
        twin("connect_four").parse_state("48")  # type: ignore[attr-defined]
