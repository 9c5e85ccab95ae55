"""Where the values of a game are known: the same values with fewer nodes, and no trust in what is untrue."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import pyengine
from pyengine.errors import SearchError
from pyengine.search import PLAIN, Limit, Options, minimax, search, solve

from .positions import TicTacToe

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


@pytest.mark.parametrize("reasoner", ["python", "c"])
def test_a_final_win_is_tried_first_where_a_search_takes_long(reasoner: Any) -> None:
    game = pyengine.load("breakthrough", width=4, height=4, reasoner=reasoner)
    whole = Options(long_search=0, etc=False, history=False)
    later = Options(long_search=16 * 1000)
    found = [
        solve(game, options=options) for options in (PLAINER, replace(whole, finals=False), Options(), later, whole)
    ]
    assert len({(each.value, str(each.best)) for each in found}) == 1
    assert [each.nodes for each in found] == [20501, 14819, 14819, 2366, 1704]


@pytest.mark.parametrize("nodes", [1, 2, 37, 500, 1001])
def test_python_and_c_try_final_wins_from_the_same_node_on(nodes: int) -> None:
    for name, parameters in GAMES.items():
        games = [pyengine.load(name, reasoner=reasoner, **parameters) for reasoner in ("python", "c")]
        for algorithm in ("alphabeta", "pvs", "mtdf"):
            options = Options(algorithm=algorithm, long_search=16 * nodes)
            found = [solve(game, options=options) for game in games]
            assert len({(each.value, each.nodes, each.leaves, each.cutoffs, each.hits) for each in found}) == 1


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


@pytest.mark.parametrize("algorithm", ["alphabeta", "pvs", "mtdf", "proof"])
@pytest.mark.parametrize("values", [[1, math.nan], [1j], ["a"], "abc", 3, [], {"a": 1}, [None, 1], range, iter([1])])
def test_what_is_no_collection_of_numbers_says_nothing(values: Any, algorithm: Any) -> None:
    class Told(TicTacToe):
        pass

    Told.values = values
    assert solve(Told(), "xoxo.....", algorithm=algorithm).value == solve(TicTacToe(), "xoxo.....").value


LARGE = """player(max). player(min).
initial(0).
to_move(S, P) :- ( S < 3 -> P = max ; P = min ).
move(0, a, 3). move(0, b, 4). move(3, a, 5). move(3, b, 6). move(4, a, 5). move(4, b, 7).
utility(5, 9007199254740992). utility(6, 9007199254740991). utility(7, 9007199254740992).
"""


def test_scouts_around_large_numbers_are_the_same_in_c(tmp_path: Path) -> None:
    (tmp_path / "large.pl").write_text(LARGE, encoding="utf-8")
    found = [solve(pyengine.load(tmp_path / "large.pl", reasoner=reasoner)) for reasoner in ("python", "c")]
    assert len({(each.value, each.nodes, each.leaves, each.cutoffs) for each in found}) == 1


@pytest.mark.parametrize("nodes", range(2, 12))
def test_what_is_known_when_the_nodes_are_up_is_told_by_both(nodes: int) -> None:
    games = [pyengine.load("tree_boldi", reasoner=reasoner) for reasoner in ("python", "c")]
    for options in (PLAINER, Options(), Options(algorithm="alphabeta")):
        found = [solve(game, limit=Limit(nodes=nodes), options=options) for game in games]
        assert len({(each.value, each.bound, each.nodes, tuple(map(str, each.line))) for each in found}) == 1
