"""Wrong parameters: refused on both sides, with a message that says what is wrong."""

from __future__ import annotations

from typing import Any

import pytest

import pyengine
from pyengine import ParameterError, PyengineError
from pyengine.native import twin

WRONG: list[tuple[str, dict[str, object], str]] = [
    ("breakthrough", {"height": 3}, "3"),
    ("breakthrough", {"width": 1}, "1"),
    ("breakthrough", {"ranks": 0}, "0"),
    ("chess", {"draw_after": -1}, "-1"),
    ("chess", {"draw_after": 100.0}, "100.0"),
    ("chess_ending", {"pieces": "kbk"}, "kbk"),
    ("chess_ending", {"size": 3}, "3"),
    ("connect_four", {"length": 0}, "0"),
    ("dots_and_boxes", {"eval": 4.0}, "4.0"),
    ("dots_and_boxes", {"eval": [1]}, r"\[1\]"),
    ("english_draughts", {"draw_after": 80.0}, "80.0"),
    ("english_draughts", {"evaluation": "best"}, "best"),
    ("even_wins", {"marbles": 10}, "10"),
    ("hexapawn", {"height": 1}, "1"),
    ("italian_draughts", {"draw_after": -1}, "-1"),
    ("kayles", {"pins": []}, r"\[\]"),
    ("kayles", {"pins": 0}, "0"),
    ("mu_torere", {"points": 7}, "7"),
    ("nim", {"piles": []}, r"\[\]"),
    ("nim", {"piles": 5}, "5"),
    ("nim", {"piles": [1, 2.0]}, "2.0"),
    ("nim", {"misere": 1}, "1"),
    ("nim_three_players", {"piles": []}, r"\[\]"),
    ("nim_three_players", {"piles": 5}, "5"),
    ("othello", {"size": 5}, "5"),
    ("othello", {"size": 8.0}, "8.0"),
    ("tictactoe", {"rows": 0}, "0"),
    ("tictactoe", {"misere": "perhaps"}, "perhaps"),
    ("tree_three_players", {"edition": 2.0}, "2.0"),
    ("tree_three_players", {"edition": 4}, "4"),
]


@pytest.mark.parametrize(("name", "given", "found"), WRONG)
def test_rules(name: str, given: dict[str, Any], found: str) -> None:
    with pytest.raises(PyengineError, match=rf"expected, found `?{found}"):
        pyengine.load(name, **given)


@pytest.mark.parametrize(("name", "given", "found"), WRONG)
def test_twin(name: str, given: dict[str, Any], found: str) -> None:
    with pytest.raises(ParameterError, match=found) as caught:
        twin(name, **given)
    assert "does not take" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("breakthrough", {"width": 10**5, "height": 10**5}),
        ("connect_four", {"width": 10**5, "height": 10**5}),
        ("dots_and_boxes", {"rows": 10**3, "columns": 10**3}),
        ("even_wins", {"marbles": 10**30 + 1, "most": 10**30}),
        ("hexapawn", {"width": 10**9}),
        ("kayles", {"pins": 10**30}),
        ("mu_torere", {"points": 10**12}),
        ("nim", {"piles": [1, 10**30]}),
        ("nim_three_players", {"piles": [10**30]}),
        ("tictactoe", {"columns": 10**5, "rows": 10**5}),
    ],
)
def test_a_twin_says_how_large_it_can_be(name: str, given: dict[str, Any]) -> None:
    with pytest.raises(ParameterError, match=r"is at most [0-9,]+, not [0-9,]+"):
        twin(name, **given)
