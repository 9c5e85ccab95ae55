"""Whole games whose values are published, solved by rules in C; the larger of them take their time."""

from __future__ import annotations

import pytest

import pyengine
from pyengine.search import Options, solve

PUBLISHED = [
    ("connect_four", {"width": 5, "height": 4}, 0),
    ("connect_four", {"width": 6, "height": 4}, -1),
    ("connect_four", {"width": 5, "height": 5}, 0),
    ("hexapawn", {"width": 4, "height": 4}, 1),
    ("hexapawn", {"width": 5, "height": 5}, 1),
    ("othello", {"size": 4}, -8),
    ("dots_and_boxes", {"rows": 2, "columns": 4}, 2),
]
LARGE = [
    ("connect_four", {"width": 6, "height": 5}, 0),
    ("dots_and_boxes", {"rows": 3, "columns": 3}, -3),
]


@pytest.mark.parametrize(
    ("name", "sizes", "value"), [*PUBLISHED, *(pytest.param(*game, marks=pytest.mark.hunt) for game in LARGE)]
)
def test_the_value_of_a_game(name: str, sizes: dict[str, int], value: int) -> None:
    found = solve(pyengine.load(name, reasoner="c", **sizes), options=Options(table_bytes=1 << 30))
    assert (found.value, found.solved, found.reasoner) == (value, True, "c")


@pytest.mark.hunt
@pytest.mark.parametrize(("name", "size"), [("connect_four", 6), ("breakthrough", 5)])
def test_games_that_the_second_player_wins_by_two_threads(name: str, size: int) -> None:
    game = pyengine.load(name, reasoner="c", width=size, height=size)
    found = solve(game, options=Options(table_bytes=2 << 30, threads=2))
    assert (found.value, found.solved) == (-1, True)


def test_positions_that_solvers_of_connect_four_are_compared_by() -> None:
    game = pyengine.load("connect_four", reasoner="c")
    found = solve(game, "45461667")
    assert (found.value, found.solved) == (1, True)
    assert found.nodes < 200_000
    assert solve(game, "45461667", algorithm="proof").nodes < 10_000
