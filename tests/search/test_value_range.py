"""Where the values of a game are known: the same values with fewer nodes, and no trust in what is untrue."""

from __future__ import annotations

from typing import Any

import pytest

import pyengine
from pyengine.errors import SearchError
from pyengine.search import PLAIN, Limit, Options, minimax, search, solve

GAMES: dict[str, dict[str, Any]] = {
    "tictactoe": {},
    "connect_four": {"width": 4, "height": 3},
    "breakthrough": {"width": 3, "height": 4},
    "hexapawn": {},
    "kayles": {},
    "even_wins": {},
    "nim": {},
}
PLAINER = Options(value_range=False, finals=False)


def test_values_that_rules_write_out_are_known() -> None:
    assert pyengine.load("tictactoe").values == {-1, 0, 1}
    assert pyengine.load("nim").values == {0, 1}
    assert pyengine.load("othello").values is None  # the margin is computed


@pytest.mark.parametrize("reasoner", ["python", "c"])
@pytest.mark.parametrize("name", GAMES)
def test_the_value_and_the_move_are_those_of_plain_minimax(name: str, reasoner: Any) -> None:
    game = pyengine.load(name, reasoner=reasoner, **GAMES[name])
    plainer = solve(game, options=PLAINER)
    for options in (Options(), Options(finals=False), Options(long_search=0), Options(long_search=0, killers=2)):
        found = solve(game, options=options)
        assert (found.value, found.best, found.bound, found.solved) == (
            plainer.value,
            plainer.best,
            plainer.bound,
            True,
        )
        assert len(found.line) > 0
    assert solve(game).nodes <= plainer.nodes


def test_a_final_win_is_tried_first() -> None:
    game = pyengine.load("breakthrough", width=4, height=4)
    assert [solve(game, options=options).nodes for options in (PLAINER, Options(finals=False), Options())] == [
        20501,
        14819,
        1696,
    ]


def test_estimates_may_be_anything() -> None:
    game = pyengine.load("connect_four", width=4, height=4)
    for depth in range(1, 6):
        found = search(game, limit=Limit(depth=depth), options=Options())
        assert found.value == minimax(game, depth=depth).value


def test_a_window_outside_of_the_range_is_answered() -> None:
    game = pyengine.load("tictactoe")
    for window, told in (((5, 9), "UPPER"), ((-9, -5), "LOWER"), ((-1, 1), "EXACT")):
        assert solve(game, window=window).bound.name == told
        assert solve(game, window=window, options=PLAIN).bound.name == told


def test_a_game_that_is_wrong_about_its_values_is_told_so() -> None:
    class Wrong:
        players = ("max", "min")
        initial = 0
        values = frozenset({0, 1})

        def to_move(self, state: int) -> str:
            return "max"

        def actions(self, state: int) -> list[int]:
            return [1, 2]

        def result(self, state: int, move: int) -> int:
            return move

        def is_terminal(self, state: int) -> bool:
            return state > 0

        def utility(self, state: int, player: object) -> int:
            return 5 if player == "max" else -5

    with pytest.raises(SearchError, match="worth 5, but the game says that its values go from 0 to 1"):
        solve(Wrong())
