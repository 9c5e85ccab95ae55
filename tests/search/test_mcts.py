"""Monte-Carlo tree search: against exact values, and what it does with limits, interrupts and wrong arguments."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pyengine
from pyengine.errors import RuleRuntimeError, SearchError
from pyengine.game import Expansion
from pyengine.search import (
    Limit,
    Options,
    PlayersResult,
    Result,
    StopReason,
    StopSignal,
    Table,
    retrograde,
    search,
    solve,
)

from ..layers import examples
from .cyclic_games import cyclic
from .positions import Corridor, Graph, TicTacToe, plain
from .random_games import graphs

SMALL = ("hexapawn", "kayles", "nim", "tree_aima", "tree_boldi", "tree_bratko", "tree_ucla", "visiting_trap")
PLAYERS = ("nim_three_players", "tree_three_players")


def sample(game: Any, nodes: int, *, limit: Limit | None = None, **how: Any) -> Result[Any]:
    return search(game, limit=limit or Limit(nodes=nodes), options=Options(algorithm="mcts", **how))


def follow(game: Any, line: Any) -> Any:
    """The position that a line leads to."""
    state = game.initial
    for move in line:
        state = game.result(state, move)
    return state


@pytest.mark.parametrize("name", [*SMALL, *PLAYERS])
def test_small_games_are_proved(name: str) -> None:
    game = pyengine.load(name, reasoner="python")
    found, exact = sample(game, 5000), solve(game)
    assert (found.values, found.solved, found.reason) == (exact.values, True, StopReason.SOLVED)
    end = follow(game, found.line)
    assert game.is_terminal(end)
    assert tuple(game.utility(end, player) for player in game.players) == exact.values
    assert found.best == found.line[0]


def test_tic_tac_toe_after_two_moves() -> None:
    game = TicTacToe()
    state = game.result(game.result(game.initial, 0), 4)
    found = search(game, state, limit=Limit(nodes=60_000), algorithm="mcts")
    assert (found.value, found.solved, len(found.line)) == (0, True, 7)


@given(graphs(), st.integers(0, 5))
@examples(150)
def test_what_is_solved_is_exact(game: Graph, seed: int) -> None:
    found = sample(game, 3000, seed=seed)
    wanted = plain(game)(game.initial)
    assert found.solved
    assert found.value == wanted
    assert type(found.value) is type(wanted) or isinstance(wanted, bool)
    end = follow(game, found.line)
    assert game.is_terminal(end)
    assert game.utility(end, "max") == wanted


@given(cyclic(8), st.integers(0, 5))
@examples(150)
def test_cyclic_games(game: Graph, seed: int) -> None:
    """What is solved is what retrograde analysis says; a playout that goes round and round is cut off."""
    found = sample(game, 200, seed=seed, playout_plies=20)
    if found.solved:
        assert found.value == retrograde(game).value(game.initial)
    else:
        assert found.nodes == 200
        assert found.reason is StopReason.NODES


@dataclass(frozen=True)
class Endless:
    """Round and round, until MAX ends it; endless play is worth more than the ends are."""

    players = ("max", "min")
    initial = 0
    values = frozenset({-1})

    def expand(self, state: int) -> Expansion[int, str]:
        if state == 2:
            return Expansion(0, (), (), (-1, 1))
        return Expansion(0, (1 - state, 2), ("on", "end"))

    def is_terminal(self, state: int) -> bool:
        return state == 2

    def utility(self, state: int, player: object) -> int:
        return self.expand(state).utilities[player == "min"]  # type: ignore[index, return-value]


def test_endless_play_may_be_worth_more_than_any_end() -> None:
    found = sample(Endless(), 50, playout_plies=10)
    assert not found.solved
    assert retrograde(Endless()).value(0) == 0


def test_a_playout_that_is_cut_off_is_worth_the_estimate_or_unknown() -> None:
    game = pyengine.load("hexapawn", reasoner="python")
    assert sample(game, 2, playout_plies=0, unknown=5).value == 5
    dots = pyengine.load("dots_and_boxes", reasoner="python")
    assert sample(dots, 30, playout_plies=0, unknown=5).value != 5


@pytest.mark.parametrize("name", ["connect_four", "breakthrough", "mu_torere", "english_draughts", "nim_three_players"])
def test_statistics(name: str) -> None:
    game = pyengine.load(name, reasoner="python", **({"piles": [5, 6, 7]} if name == "nim_three_players" else {}))
    found = sample(game, 200)
    assert found.nodes == sum(found.tried) == 200
    assert [move for move, _ in found.moves] == list(game.actions(game.initial))
    tried, values = dict(zip([move for move, _ in found.moves], found.tried, strict=True)), dict(found.moves)
    assert tried[found.best] == max(tried.values())
    assert found.value == values[found.best]
    assert found.value is not None
    assert found.value in found.values
    assert json.dumps(found.as_json())
    assert found.as_json()["moves"][0]["tried"] == found.tried[0]  # type: ignore[index, call-overload]
    assert found.depth is None


def test_a_seed_gives_the_same_search() -> None:
    game = pyengine.load("connect_four", reasoner="python")
    found = [replace(sample(game, 100, seed=seed), seconds=0) for seed in (1, 1, 2)]
    assert found[0] == found[1]
    assert found[0].moves != found[2].moves


def test_more_exploration_spreads_the_visits() -> None:
    game = pyengine.load("connect_four", reasoner="python")
    greedy, curious = (max(sample(game, 400, exploration=c).tried) for c in (0, 10))
    assert curious < 80 < greedy


def test_a_full_tree_goes_on_from_its_leaves() -> None:
    game = TicTacToe()
    found = sample(game, 2000, tree_size=1)
    assert found.nodes == 2000
    assert not found.solved
    assert len(found.line) == 1
    assert found.best == 4
    assert len(sample(game, 2000, tree_size=60).line) <= 3


def test_a_win_at_once_is_played_at_once() -> None:
    class Valued(TicTacToe):
        values = frozenset({-1, 0, 1})

    found = search(Valued(), "xx.oo....", limit=Limit(nodes=100), algorithm="mcts")
    assert (found.value, found.best, found.solved, found.nodes) == (1, 2, True, 1)


def test_the_end_of_a_game() -> None:
    game = TicTacToe()
    found = search(game, "xxxoo....", algorithm="mcts")
    assert (found.value, found.best, found.line, found.solved, found.nodes) == (1, None, (), True, 1)


def test_long_games() -> None:
    assert sample(Corridor(300), 1000).solved


def test_one_player() -> None:
    @dataclass(frozen=True)
    class Climb:
        players = ("one",)
        initial = ()

        def to_move(self, state: Any) -> str:
            return "one"

        def actions(self, state: Any) -> list[int]:
            return [0, 1, 2]

        def result(self, state: Any, move: int) -> Any:
            return (*state, move)

        def is_terminal(self, state: Any) -> bool:
            return len(state) == 3

        def utility(self, state: Any, player: object) -> int:
            return state[0] * 3 + state[1] - state[2]  # type: ignore[no-any-return]

    found = sample(Climb(), 500)
    assert isinstance(found, PlayersResult)
    assert (found.values, found.line, found.solved) == ((8,), (2, 2, 0), True)


def test_two_who_are_not_opponents() -> None:
    """A native game does not say that they are none: its ends do."""

    class Friends(TicTacToe):
        values = frozenset({1, 2})

        def utility(self, state: str, player: object) -> int:
            return 1 + (self.winner(state) is None)

    found = search(Friends(), "xoxxoo...", limit=Limit(nodes=500), algorithm="mcts")
    assert isinstance(found, PlayersResult)
    assert found.solved
    assert found.values == (2, 2)


def test_worths_beyond_all_bounds() -> None:
    edges: dict[Any, Any] = {0: (1, 2, 3), 1: (4, 5), 2: (6, 7), 3: (4, 7)}
    worth: dict[Any, Any] = {4: math.inf, 5: -math.inf, 6: 10**400, 7: -(10**400)}
    found = sample(Graph(0, {0: 0, 1: 1, 2: 1, 3: 0}, edges, worth), 100)
    assert (found.value, found.solved) == (math.inf, True)
    with pytest.raises(RuleRuntimeError, match="nan"):
        sample(Graph(0, {0: 0}, {0: (1, 2)}, {1: math.nan, 2: 1}), 10)


def test_limits_and_interrupts() -> None:
    assert sample(TicTacToe(), 0, limit=Limit(seconds=0)).value is None
    assert sample(TicTacToe(), 0, limit=Limit(seconds=0)).best == 0
    signal = StopSignal()
    signal.stop()
    assert search(TicTacToe(), algorithm="mcts", stop=signal).reason is StopReason.STOPPED


@pytest.mark.parametrize("at", [*range(1, 30), 400, 3000])
def test_control_c_returns_the_best_so_far(at: int) -> None:
    class Interrupted(TicTacToe):
        asked = 0

        def result(self, state: str, move: int) -> str:
            self.asked += 1
            if self.asked == at:
                raise KeyboardInterrupt
            return super().result(state, move)

    result = sample(Interrupted(), 0, limit=Limit())
    assert result.reason is StopReason.INTERRUPTED
    assert result.best in range(9)
    assert result.nodes <= at


def test_a_store_of_solved_positions_counts(tmp_path: Path) -> None:
    game = pyengine.load("hexapawn", reasoner="python")
    with pyengine.SolvedStore(tmp_path / "hexapawn.db", create=True) as store:
        store.solve(game, game.result(game.initial, game.actions(game.initial)[0]))
        found = search(game, limit=Limit(nodes=1000), algorithm="mcts", store=store)
    assert (found.value, found.solved) == (-1, True)
    assert found.nodes < sample(game, 1000).nodes


def test_progress() -> None:
    seen: list[int] = []
    game = pyengine.load("connect_four", reasoner="python")
    limit = Limit(nodes=2500)
    search(game, algorithm="mcts", limit=limit, progress=lambda result: seen.append(result.nodes))
    assert seen == [1024, 2048]


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ({"limit": Limit(depth=3)}, "not by depth"),
        ({"alliance": "paranoid"}, "no alliance"),
        ({"window": (-1, 1)}, "takes no window"),
        ({"table": Table(10)}, "takes no table"),
        ({"trace": lambda event: None}, "takes no trace"),
        ({"algorithm": "uct"}, "no algorithm 'uct'; there are: .*mcts"),
    ],
)
def test_what_does_not_go_with_it_is_refused(how: dict[str, Any], told: str) -> None:
    with pytest.raises(SearchError, match=told):
        search(TicTacToe(), **{"algorithm": "mcts", **how})


def test_it_is_no_way_to_solve() -> None:
    with pytest.raises(SearchError, match="mcts samples"):
        solve(TicTacToe(), algorithm="mcts")


@pytest.mark.parametrize(
    ("name", "value"),
    [("exploration", -1), ("exploration", math.nan), ("seed", -1), ("tree_size", 0), ("playout_plies", -1)],
)
def test_wrong_options(name: str, value: Any) -> None:
    with pytest.raises(SearchError, match=f"{name} must be"):
        Options(**{name: value})
