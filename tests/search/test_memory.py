"""Games with memory: the way to a position counts, and cycles then make no sense."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pyengine.api import load
from pyengine.errors import CyclicGameError, SearchError
from pyengine.search import PLAIN, Limit, Options, count_states, minimax, search, solve

from .rule_texts import TURNS, write

PICKS = """
player(max). player(min).
initial(0).
to_move(N, P) :- turn(N, P).
move(N, M, N1) :- N < 4, member(M, [a, b]), N1 is N + 1.
terminal(4).
outcome(4, Mem, V) :- aggregate_all(count, member(a, Mem), C), nth0(C, [2, 3, 1, 5, 4], V).
"""
COUNTED = PICKS + "memory([], a, [a]). memory([], b, []). memory([a|T], a, [a,a|T]). memory([a|T], b, [a|T]).\n"
ROUND = """
player(max). player(min).
initial(in).
to_move(in, max). to_move(mid, min).
move(in, on, mid). move(mid, back, in). move(in, out, done).
outcome(done, Mem, V) :- length(Mem, V).
"""
LAST_ONLY = ROUND + "terminal(done). memory(_, M, [M]).\n"
THRICE = ROUND + "terminal(done, _). terminal(in, Mem) :- length(Mem, 6).\noutcome(in, _, -1).\n"
NEVER = ROUND + "terminal(done, _).\n"
THREE = """
player(a). player(b). player(c).
initial(0).
to_move(N, P) :- nth0(N, [a, b, c], P).
move(N, M, N1) :- N < 3, member(M, [l, r]), N1 is N + 1.
terminal(3).
outcome(3, [C, B, A], P, V) :- nth0(I, [a, b, c], P), nth0(I, [A, B, C], M), ( M == A -> V = 1 ; V = 2 ).
"""


def by_hand(count: int, taken: int) -> int:
    if count == 4:
        return [2, 3, 1, 5, 4][taken]
    return (min if count % 2 else max)(by_hand(count + 1, taken + 1), by_hand(count + 1, taken))


@pytest.mark.parametrize(("rules", "positions"), [(PICKS, 31), (COUNTED, 15)])
def test_the_outcome_depends_on_the_moves_made(tmp_path: Path, rules: str, positions: int) -> None:
    game = load(write(tmp_path, rules + TURNS))
    assert count_states(game) == positions  # a state with two memories is two positions
    for result in (
        minimax(game),
        minimax(game, options=Options()),
        solve(game),
        solve(game, options=PLAIN),
        solve(game, options=Options(algorithm="mtdf")),
        solve(game, all_best=True),
        search(game),
    ):
        assert (result.value, result.solved) == (by_hand(0, 0), True)
        state = game.initial
        for move in result.line:
            state = game.result(state, move)
        assert game.utility(state, game.players[0]) == result.value


def test_a_summary_of_the_moves_lets_positions_be_met_again(tmp_path: Path) -> None:
    everything = minimax(load(write(tmp_path, COUNTED + TURNS)), options=Options())
    assert (everything.nodes, everything.hits > 0) == (15, True)


@pytest.mark.parametrize("rules", [ROUND + "terminal(done).", LAST_ONLY, NEVER])
@pytest.mark.parametrize("call", [minimax, solve, lambda game: solve(game, all_best=True), lambda game: maxn(game)])
def test_a_cyclic_game_with_memory_is_refused_with_the_reason(tmp_path: Path, rules: str, call: Any) -> None:
    """With the list of moves for a memory no position ever comes back, though its state does."""
    game = load(write(tmp_path, rules))
    with pytest.raises(CyclicGameError, match=r"cyclic and has memory .* going round a cycle once more changes it"):
        call(game)
    assert search(game, limit=Limit(depth=4)).completed


def maxn(game: Any) -> Any:
    return solve(game, alliance="maxn")


@pytest.mark.parametrize("cycles", ["retrograde", "visiting"])
def test_so_are_the_ways_to_treat_cycles(tmp_path: Path, cycles: Any) -> None:
    with pytest.raises(SearchError, match="a game with memory cannot be solved as a cyclic game"):
        solve(load(write(tmp_path, LAST_ONLY)), cycles=cycles)


def test_a_memory_that_ends_the_game_lets_states_come_back(tmp_path: Path) -> None:
    result = solve(load(write(tmp_path, THRICE)))
    assert (result.value, result.solved) == (5, True)
    assert [str(move) for move in result.line] == ["on", "back", "on", "back", "out"]


def test_three_players_with_memory(tmp_path: Path) -> None:
    result = solve(load(write(tmp_path, THREE)))
    assert result.values == (1, 2, 2)


class Walk:
    """Go on or stop; the worth is the number of moves made, and the state comes back every other move."""

    players = ("max", "min")
    initial = (0, 0)
    has_memory = True

    def without_memory(self, position: tuple[int, int]) -> int:
        return position[0]

    def to_move(self, position: tuple[int, int]) -> str:
        return self.players[position[0]]

    def actions(self, position: tuple[int, int]) -> list[str]:
        return ["on", "stop"]

    def result(self, position: tuple[int, int], move: str) -> tuple[int, int]:
        return (1 - position[0] if move == "on" else 2), position[1] + 1

    def is_terminal(self, position: tuple[int, int]) -> bool:
        return position[0] == 2

    def utility(self, position: tuple[int, int], player: object) -> int:
        return position[1] if player == "max" else -position[1]


@pytest.mark.parametrize("call", [minimax, solve])
def test_a_native_game_tells_the_state_from_the_memory(call: Any) -> None:
    with pytest.raises(CyclicGameError, match="cyclic and has memory"):
        call(Walk())
