"""What each technique is for, on games where it shows; and games that are hard on a search."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import factorial
from typing import Any

import pytest

from pyengine.errors import CyclicGameError, RuleRuntimeError, SearchError
from pyengine.game import Expansion
from pyengine.search import PLAIN, Bound, Limit, Options, StopReason, minimax, perft, search, solve

from .positions import Corridor, Dots, Graph, TicTacToe, tree

AFTER_ONE_LINE = (1, 0, 1)


def test_tic_tac_toe_by_plain_minimax() -> None:
    result = minimax(TicTacToe())
    assert (result.value, result.nodes, result.leaves) == (0, 549_946, 255_168)
    assert result.reason is StopReason.SOLVED
    assert result.moves == tuple((cell, 0) for cell in range(9))


def test_tic_tac_toe_with_a_table_meets_every_position_once() -> None:
    result = minimax(TicTacToe(), options=Options())
    assert (result.value, result.nodes, result.leaves) == (0, 5_478, 958)


@pytest.mark.parametrize(("rows", "columns", "margin"), [(1, 1, -1), (1, 2, 0), (1, 3, -1), (2, 2, 2)])
def test_dots_and_boxes(rows: int, columns: int, margin: int) -> None:
    for algorithm in ("alphabeta", "pvs", "mtdf"):
        assert solve(Dots(rows, columns), options=Options(algorithm=algorithm)).value == margin  # type: ignore[arg-type]


def test_dots_and_boxes_by_plain_minimax_takes_the_nodes_of_the_report() -> None:
    """Every line of play is one node: of n lines to draw, n!/k! ways leave k; 3x3 dots have 11 after the first."""
    for game, state in ((Dots(1, 1), (0, 0, 0)), (Dots(1, 2), AFTER_ONE_LINE), (Dots(1, 2), (0, 0, 0))):
        lines = game.lines - state[0].bit_count()
        ways = [factorial(lines) // factorial(left) for left in range(lines + 1)]
        assert minimax(game, state).nodes == sum(perft(game, depth, state) for depth in range(lines + 1)) == sum(ways)
    assert sum(perft(Dots(), depth, AFTER_ONE_LINE) for depth in range(12)) == 108_505_112


def test_dots_and_boxes_needs_fewer_nodes_than_the_report() -> None:
    game = Dots()
    assert solve(game, AFTER_ONE_LINE, options=PLAIN).nodes < 405_294
    table = minimax(game, AFTER_ONE_LINE, options=Options())
    assert table.visits < 14_300
    both = solve(game, AFTER_ONE_LINE)
    assert both.visits < 6_331


def test_the_value_of_each_first_line() -> None:
    outside, interior = 2, 0
    game = Dots()
    result = solve(game, all_best=True)
    counts = [worth for _, worth in result.moves]
    assert sorted(counts) == [interior] * 4 + [outside] * 8
    assert set(result.all_best) == {move for move, worth in result.moves if worth == outside}


def test_quiescence_sees_past_the_horizon() -> None:
    """At depth 1 the first move looks like a gain of 9; it is followed by a loss, which only quiescence sees."""
    game = Graph(
        "root",
        {"root": 0, "grab": 1, "wait": 1, "again": 0},
        {"root": ("grab", "wait"), "grab": ("lost", "again"), "wait": ("even",), "again": ("lost",)},
        {"lost": -5, "even": 1},
        {"grab": 9, "wait": 1, "again": 4},
        frozenset({"grab"}),
    )
    assert search(game, limit=Limit(depth=1), options=Options(quiescence=0)).best == 0
    assert search(game, limit=Limit(depth=1)).best == 1  # two plies, unless told otherwise
    calm = search(game, limit=Limit(depth=1), options=Options(quiescence=1))
    assert (calm.best, calm.value) == (1, 1)
    assert search(game, limit=Limit(depth=3)).best == 1


def test_extensions_follow_forced_moves() -> None:
    """The threat lies behind three forced moves, beyond a depth of 2."""
    forced = {f"f{i}": (f"f{i + 1}",) for i in range(3)} | {"f3": ("lost",)}
    game = Graph(
        "root",
        {"root": 0, "safe": 1} | {f"f{i}": i % 2 for i in range(4)},
        {"root": ("f0", "safe"), "safe": ("even", "even")} | forced,
        {"lost": -9, "even": 1},
        {"f1": 5, "f2": 5, "f3": 5},
    )
    assert search(game, limit=Limit(depth=2)).best == 0
    extended = search(game, limit=Limit(depth=2), options=Options(extensions=4, extend=frozenset({"single"})))
    assert extended.best == 1
    assert search(game, limit=Limit(depth=2), options=Options(extensions=4, extend=frozenset({"noisy"}))).best == 0


def test_a_bad_order_costs_and_techniques_make_up_for_it() -> None:
    game = Dots(2, 2)
    limit = Limit(depth=6)
    nodes = {
        name: search(game, limit=limit, options=replace(PLAIN, **how)).nodes  # type: ignore[arg-type]
        for name, how in {
            "plain": {},
            "pvs": {"algorithm": "pvs"},
            "killers": {"killers": 2},
            "static": {"static_order": True},
            "previous": {"previous_order": True},
            "table": {"table": 100_000, "table_move": True},
            "strict": {"strict_cut": True},
        }.items()
    }
    for better in ("pvs", "killers", "static", "previous", "table"):
        assert nodes[better] < nodes["plain"], better
    assert nodes["strict"] > nodes["plain"]


def test_the_game_s_order_is_followed() -> None:
    game = tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    best_last = replace(game, scores={((), 1): 2, ((), 2): 1})
    plain = solve(game, options=PLAIN)
    ordered = solve(best_last, options=replace(PLAIN, order=True))
    assert (ordered.value, ordered.best) == (plain.value, plain.best)
    assert ordered.nodes > plain.nodes


def test_a_root_where_all_moves_tie_takes_the_first() -> None:
    game = replace(tree([[1, 2], [2, 1], [1, 1]]), scores={((), 2): 5})
    for algorithm in ("alphabeta", "pvs", "mtdf"):
        result = solve(game, options=Options(algorithm=algorithm))  # type: ignore[arg-type]
        assert (result.value, result.best) == (1, 0)


@pytest.mark.parametrize("unit", [1, 0.1, Fraction(1, 3), 10**30])
@pytest.mark.parametrize("guess", [-100, 0, 100])
def test_mtdf_ends_for_every_kind_of_number(unit: Any, guess: int) -> None:
    leaves = [[[n * 7 % 11 * unit for n in range(k, k + 3)] for k in range(j, j + 3)] for j in range(4)]
    game = tree(leaves)
    want = minimax(game)
    result = solve(game, options=Options(algorithm="mtdf", unknown=guess))
    assert (result.value, result.best, result.bound) == (want.value, want.best, Bound.EXACT)


@pytest.mark.parametrize("swing", [-50, 50])
def test_aspiration_fails_and_recovers_on_both_sides(swing: int) -> None:
    """The value jumps far out of the window from one depth to the next, and back."""
    names = [f"p{i}" for i in range(8)]
    game = Graph(
        "p0",
        {name: i % 2 for i, name in enumerate(names[:-1])},
        {name: (names[i + 1], names[i + 1]) for i, name in enumerate(names[:-1])},
        {"p7": 3},
        {name: swing * (-1) ** i for i, name in enumerate(names)},
    )
    for algorithm in ("alphabeta", "pvs"):
        how = Options(aspiration=1, algorithm=algorithm, table=0)  # type: ignore[arg-type]
        told: list[Any] = []
        result = search(game, limit=Limit(), options=how, progress=told.append)
        assert [one.value for one in told] == [swing * (-1) ** depth for depth in range(1, 7)] + [3]
        assert result.value == 3


def test_a_game_of_50_000_plies() -> None:
    plies = 50_000
    game = Corridor(plies)
    for result in (
        minimax(game),
        solve(game),
        solve(game, options=PLAIN),
        solve(game, options=Options(algorithm="mtdf", table=100)),
        solve(game, options=Options(algorithm="pvs", killers=1, long_search=0)),
        solve(game, all_best=True),
    ):
        assert result.value == 7
        assert len(result.line) == plies
    assert minimax(game, depth=plies - 1).reason is StopReason.DEPTH


class Roundabout:
    """Go round three positions for ever, or leave from the last."""

    players = ("max", "min")
    initial = 0

    def expand(self, state: int) -> Expansion[int, str]:
        if state == 3:
            return Expansion(0, (), (), (1, -1))
        children = (0, 3) if state == 2 else (state + 1,)
        return Expansion(state % 2, children, ("on", "out")[: len(children)])

    def to_move(self, state: int) -> str:
        return self.players[state % 2]

    def actions(self, state: int) -> Sequence[str]:
        return self.expand(state).moves

    def result(self, state: int, move: str) -> int:
        return self.expand(state).children[self.expand(state).moves.index(move)]

    def is_terminal(self, state: int) -> bool:
        return state == 3

    def utility(self, state: int, player: object) -> int:
        return 1 if player == "max" else -1


@pytest.mark.parametrize("options", [PLAIN, Options(), Options(algorithm="pvs"), Options(algorithm="mtdf")])
def test_a_cycle_is_told_and_not_followed(options: Options) -> None:
    with pytest.raises(CyclicGameError, match=r"0 leads back to itself; solve\(game, cycles='retrograde'\)"):
        minimax(Roundabout(), options=options)
    assert minimax(Roundabout(), depth=30, options=options).completed
    assert search(Roundabout(), limit=Limit(depth=30), options=options).completed


def test_a_position_without_moves_that_is_not_final_is_told() -> None:
    game = Graph("a", {"a": 0, "b": 1}, {"a": ("b", "c"), "b": ()}, {"c": 1})
    for call in (minimax, solve, search):
        with pytest.raises(RuleRuntimeError, match="'b' is not final, yet it has no move"):
            call(game)  # type: ignore[operator]


class Three(TicTacToe):
    """Somebody else plays too, and never has a turn or wins."""

    players = ("x", "o", "z")  # type: ignore[assignment]

    def utility(self, state: str, player: object) -> int:
        return 0 if player == "z" else super().utility(state, player)


def test_three_players() -> None:
    with pytest.raises(SearchError, match="two players"):
        minimax(Three())
    assert solve(Three()).values == (0, 0, 0)
    assert search(Three(), limit=Limit(depth=3)).values == (0, 0, 0)


@dataclass(frozen=True)
class Cooperative(Graph):
    """Both players get what the position is worth."""

    def utility(self, state: Any, player: object) -> Any:
        return self.worth[state]


def test_two_who_are_not_opponents_play_max_n() -> None:
    both = tree([[1, 5], [2, 4]])
    game = Cooperative(both.start, both.movers, both.edges, both.worth)
    assert solve(both).value == 2
    assert solve(game).values == (5, 5)
    assert search(game, limit=Limit(depth=2)).values == (5, 5)
    with pytest.raises(SearchError, match=r"max\^n"):
        minimax(game)


class WinOrNothing(TicTacToe):
    """Points as in chess: one for a win, a half for a draw."""

    values: Any = frozenset({1, 0.5, 0})

    def utility(self, state: str, player: object) -> Any:
        return (super().utility(state, player) + 1) / 2


def test_a_constant_sum_is_as_good_as_zero() -> None:
    how = Options(algorithm="alphabeta")  # the narrow windows of scouts are narrower around floats
    result = solve(WinOrNothing(), options=how)
    assert result.values == (0.5, 0.5)
    assert result.nodes == solve(TicTacToe(), options=how).nodes


@dataclass(frozen=True)
class Shares(Graph):
    """Each player gets a share of 1."""

    def utility(self, state: Any, player: object) -> Any:
        return self.worth[state] if player == "max" else 1 - self.worth[state]


def test_shares_of_a_whole_need_not_add_up_to_the_last_digit() -> None:
    given = tree([[0.1, 0.7], [0.3, 0.9]])
    game = Shares(given.start, given.movers, given.edges, given.worth)
    assert len({Fraction(v) + Fraction(1 - v) for v in game.worth.values() if isinstance(v, float)}) > 1
    assert (minimax(game).value, solve(game).value) == (0.3, 0.3)
    assert solve(game).values == (0.3, 0.7)


def test_what_is_not_a_number_is_refused() -> None:
    for call in (minimax, solve, search):
        with pytest.raises(RuleRuntimeError, match="worth nan"):
            call(tree([[float("nan"), 1], [2, 3]]))  # type: ignore[operator]


def test_a_cyclic_game_is_solved_all_the_same() -> None:
    assert solve(Roundabout()).value == 1
    assert solve(Roundabout(), cycles="retrograde").value == 1
    assert solve(Roundabout(), cycles="visiting").value == 1


def test_a_final_position_has_a_value_and_no_move() -> None:
    over = "xxxoo...."
    for result in (minimax(TicTacToe(), over), solve(TicTacToe(), over), search(TicTacToe(), over)):
        assert (result.value, result.values, result.best, result.line) == (1, (1, -1), None, ())
        assert result.solved
    assert solve(TicTacToe(), over, all_best=True).moves == ()


def test_without_an_estimate_a_cut_off_position_is_worth_what_the_options_say() -> None:
    assert minimax(TicTacToe(), depth=1).value == 0
    assert search(TicTacToe(), limit=Limit(depth=2), options=Options(unknown=5)).value == 5


def test_a_result_as_text_and_as_json() -> None:
    result = solve(tree([[Fraction(1, 3), 5], [0.5, 2]]), all_best=True)
    assert str(result).startswith("value 0.5 (solved), best 1, line 1 0\n")
    told = json.loads(json.dumps(result.as_json()))
    assert told["value"] == 0.5
    assert told["moves"] == [{"move": "0", "value": "1/3"}, {"move": "1", "value": 0.5}]
    assert told["reason"] == "solved"
    with pytest.raises(AttributeError):
        result.value = 0  # type: ignore[misc]
