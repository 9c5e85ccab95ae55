"""What people call, as they call it: games of several players, all best moves, depths at their ends."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import pyengine
from pyengine.errors import SearchError
from pyengine.search import PLAIN, Bound, Limit, Options, StopReason, StopSignal

from .positions import Corridor, Graph, TicTacToe, tree
from .rule_texts import write

AIMA_THREE = """
player(a). player(b). player(c).
initial([]).
to_move(Path, P) :- length(Path, N), nth0(N, [a, b, c], P).
move(Path, M, [M|Path]) :- length(Path, N), N < 3, member(M, [l, r]).
utility([C, B, A], P, V) :- worth(A, B, C, Values), nth0(I, [a, b, c], P), nth0(I, Values, V).
worth(l, l, l, [1, 2, 6]). worth(l, l, r, [4, 2, 3]). worth(l, r, l, [6, 1, 2]). worth(l, r, r, [7, 4, 1]).
worth(r, l, l, [5, 1, 1]). worth(r, l, r, [1, 5, 2]). worth(r, r, l, [7, 7, 1]). worth(r, r, r, [5, 4, 5]).
"""
COMMON = """
player(a). player(b).
initial(r).
to_move(r, a). to_move(x, b). to_move(y, b).
move(r, x, x). move(r, y, y).
move(x, one, x1). move(x, two, x2). move(y, one, y1). move(y, two, y2).
utility(S, P, V) :- worth(S, A, B), ( P == a -> V = A ; V = B ).
worth(x1, 3, -3). worth(x2, 4, -4). worth(y1, 2, -2). worth(y2, 9, 9).
"""
ROUND_TWO = """
player(a). player(b).
initial(in).
to_move(in, a). to_move(mid, b).
move(in, on, mid). move(mid, back, in). move(mid, out, end).
utility(end, a, -1). utility(end, b, 1).
"""


def test_two_players_with_utilities_of_their_own_play_max_n(tmp_path: Path) -> None:
    """Alpha-beta would cut off the end that is best for both, and never see that they are not opponents."""
    game = pyengine.load(write(tmp_path, COMMON))
    for result in (pyengine.solve(game), pyengine.search(game), pyengine.solve(game, all_best=True)):
        assert (result.values, result.solved, [str(move) for move in result.line]) == ((9, 9), True, ["y", "two"])
    assert pyengine.solve(game, alliance="paranoid").values == (3, -3)
    assert str(pyengine.solve(game)).startswith("values 9, 9 (solved), best y, line y two\n")
    with pytest.raises(SearchError, match=r"max\^n"):
        pyengine.minimax(game)


class Common(Graph):
    opposed = False

    def utility(self, state: Any, player: object) -> Any:
        return self.worth[state] if player == "max" or self.worth[state] == 9 else -self.worth[state]


def test_a_native_game_says_that_its_players_are_not_opposed() -> None:
    given = tree([[3, 4], [2, 9]])
    game = Common(given.start, given.movers, given.edges, given.worth)
    assert pyengine.solve(game).values == (9, 9)


def test_two_players_with_utilities_of_their_own_in_a_cycle(tmp_path: Path) -> None:
    game = pyengine.load(write(tmp_path, ROUND_TWO))
    assert pyengine.solve(game).value == -1
    assert pyengine.solve(game).values == (-1, 1)


def test_three_players_through_the_facade(tmp_path: Path) -> None:
    game = pyengine.load(write(tmp_path, AIMA_THREE))
    assert pyengine.solve(game).values == (1, 2, 6)
    assert pyengine.search(game).values == (1, 2, 6)
    assert str(pyengine.solve(game)).startswith("values 1, 2, 6 (solved), best l, line l l l\n")
    by_name = pyengine.solve(game, alliance={"a", "b"})
    assert by_name.values == pyengine.solve(game, alliance=set(game.players[:2])).values == (5, 4, 5)
    assert pyengine.solve(game, alliance=[{"b", "c"}]).values == pyengine.solve(game, alliance={"b", "c"}).values
    pruned = pyengine.solve(game, alliance="paranoid")
    everything = pyengine.solve(game, alliance="paranoid", all_best=True)
    assert pruned.values == everything.values == (1, 2, 6)
    assert pruned.nodes < everything.nodes
    assert [str(move) for move in everything.all_best] == ["l", "r"]
    told = json.loads(json.dumps(pyengine.solve(game, all_best=True).as_json()))
    assert told["moves"] == [
        {"move": "l", "value": 1, "values": [1, 2, 6]},
        {"move": "r", "value": 1, "values": [1, 5, 2]},
    ]
    with pytest.raises(SearchError, match="d is not a player of this game; there are: a, b, c"):
        pyengine.solve(game, alliance={"d"})


def test_one_static_value_is_not_enough_for_three(tmp_path: Path) -> None:
    game = pyengine.load(write(tmp_path, AIMA_THREE + "staticval(_, 3).\n"))
    with pytest.raises(SearchError, match=r"staticval gives 3, .* a value for each of the 3 players"):
        pyengine.search(game)
    assert pyengine.solve(game).values == (1, 2, 6)


@pytest.mark.parametrize("game", [TicTacToe(), Corridor(5), tree([[3, 5], [2, 9]])])
@pytest.mark.parametrize("all_best", [False, True])
def test_the_depth_is_told_as_it_was(game: Any, all_best: bool) -> None:
    zero = pyengine.solve(game, all_best=all_best, limit=Limit(depth=0))
    assert (zero.value, zero.depth, zero.reason, zero.nodes) == (0, 0, StopReason.DEPTH, 1)
    one = pyengine.solve(game, all_best=all_best, limit=Limit(depth=1))
    assert (one.depth, one.reason, len(one.line)) == (1, StopReason.DEPTH, 1)
    assert one.nodes == one.leaves + 1 == len(pyengine.expand(game, game.initial).moves) + 1
    beyond = pyengine.solve(game, all_best=all_best, limit=Limit(depth=100))
    assert beyond.solved


def test_rules_at_depths_and_at_the_end() -> None:
    game = pyengine.load("nim")
    for depth in (0, 1, 2, 50):
        values = {
            pyengine.minimax(game, depth=depth).value,
            pyengine.solve(game, limit=Limit(depth=depth)).value,
            pyengine.solve(game, all_best=True, limit=Limit(depth=depth)).value,
            pyengine.search(game, limit=Limit(depth=depth)).value,
        }
        assert values == {1 if depth == 50 else 0}
    over = pyengine.load("nim", piles=[1])
    for result in (
        pyengine.minimax(over),
        pyengine.solve(over),
        pyengine.solve(over, all_best=True),
        pyengine.solve(over, cycles="visiting"),
        pyengine.solve(over, alliance="maxn"),
        pyengine.search(over),
        pyengine.search(over, limit=Limit(depth=0)),
    ):
        assert (result.value, result.best, result.line, result.solved) == (0, None, (), True)


def test_every_root_move_as_far_as_there_was_time() -> None:
    """The moves done by then have their values, and the best of them is a bound."""
    game = tree([[1, 2], [4, 5], [3, 9]])
    result = pyengine.solve(game, all_best=True, options=PLAIN, limit=Limit(nodes=7))
    assert (result.moves, result.value, result.bound) == (((0, 1), (1, 4)), 4, Bound.LOWER)
    assert result.reason is StopReason.NODES
    signal = StopSignal()
    signal.stop()
    nothing = pyengine.solve(game, all_best=True, stop=signal)
    assert (nothing.value, nothing.best, nothing.reason) == (None, 0, StopReason.STOPPED)


@pytest.mark.parametrize("replacement", ["work", "recency", "use"])
def test_a_table_of_one_entry(replacement: Any) -> None:
    for how in (Options(table=1, replacement=replacement), Options(table=0, table_bytes=1, replacement=replacement)):
        for game in (tree([[3, 5], [2, 9]]), pyengine.load("nim")):
            assert pyengine.solve(game, options=how).value == pyengine.minimax(game).value  # type: ignore[type-var]
            assert pyengine.minimax(game, options=how).value == pyengine.minimax(game).value  # type: ignore[type-var]
            assert pyengine.search(game, options=how).value == pyengine.minimax(game).value  # type: ignore[type-var]


def test_the_procedure_of_the_notes_says_that_it_proves_nothing() -> None:
    game = pyengine.load("visiting_trap")
    result = pyengine.solve(game, cycles="visiting")
    assert (result.value, result.reason, result.completed, result.solved) == (-1, StopReason.UNPROVED, True, False)
    assert str(result).startswith("value -1 (done, but not proved), best show(cellar)")
    assert pyengine.solve(game).value == 1


def test_rules_of_50_000_plies(tmp_path: Path) -> None:
    game = pyengine.load(
        write(
            tmp_path,
            "player(max). player(min). initial(0). terminal(50000). utility(_, 7). move(N, on, M) :- M is N + 1.\n"
            "to_move(N, P) :- ( 0 is N // 3 mod 2 -> P = max ; P = min ).\n",
        )
    )
    for result in (
        pyengine.solve(game),
        pyengine.solve(game, cycles="retrograde"),
        pyengine.solve(game, alliance="maxn"),
    ):
        assert (result.value, len(result.line)) == (7, 50_000)
