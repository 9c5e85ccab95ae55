"""Rule files as games of OpenSpiel, held to its own tests and algorithms; and games of OpenSpiel as games here."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts, minimax

import pyengine
from pyengine import Effort, compare
from pyengine.bridges.openspiel import register
from pyengine.errors import DomainError, GameNotFoundError, IllegalMoveError, ParameterError

SMALL: list[tuple[str, dict[str, Any]]] = [
    ("nim", {}),
    ("kayles", {}),
    ("tree_three_players", {}),
    ("nim_three_players", {}),
    ("even_wins", {"marbles": 7}),
    ("connect_four", {}),
]


@pytest.mark.parametrize(("game", "parameters"), SMALL)
def test_random_simulations(game: str, parameters: dict[str, Any]) -> None:
    made = register(game, f"sim_{game}", **parameters)
    pyspiel.random_sim_test(made, num_sims=2, serialize=True, verbose=False)


LARGER = [
    name for name in pyengine.games() if name not in ("chess", "english_draughts", "italian_draughts", "chess_ending")
]


@pytest.mark.hunt
@pytest.mark.parametrize("game", [name for name in LARGER if name != "tree_bratko"])
def test_random_simulations_of_every_game(game: str) -> None:
    made = register(game, f"all_{game}", longest=200)
    pyspiel.random_sim_test(made, num_sims=3, serialize=True, verbose=False)


def test_what_openspiel_is_told() -> None:
    game = register("tictactoe", "told_tictactoe")
    assert (game.num_distinct_actions(), game.max_game_length(), game.utility_sum()) == (9, 9, 0.0)
    assert (game.min_utility(), game.max_utility(), game.num_players()) == (-1.0, 1.0, 2)
    state = game.new_initial_state()
    state.apply_action(4)
    assert (state.action_to_string(1, 0), str(state)) == ("1", ". . .\n. x .\n. . .")
    assert (len(state.observation_tensor()), sum(state.observation_tensor())) == (31, 11)
    assert state.information_state_tensor() == state.observation_tensor()
    assert state.legal_actions() == [0, 1, 2, 3, 5, 6, 7, 8]
    wide = pyspiel.load_game("told_tictactoe(columns=4,rows=3)")
    assert wide.num_distinct_actions() == 12
    nim = register("nim", "told_nim")
    assert nim.get_parameters()["piles"] == "[1;2;2]"
    assert len(pyspiel.load_game("told_nim(piles=[1;3])").new_initial_state().legal_actions()) == 4
    with pytest.raises(IllegalMoveError, match="4 is not a legal move"):
        state.position.after(4)


def test_its_algorithms() -> None:
    game = register("nim", "solved_nim")
    assert minimax.alpha_beta_search(game)[0] == pyengine.solve(pyengine.load("nim")).value
    chance = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2, 30, mcts.RandomRolloutEvaluator(1, chance), solve=True, random_state=chance)
    assert bot.step(game.new_initial_state()) in game.new_initial_state().legal_actions()


def test_pickles() -> None:
    """In this process, and in one that has not heard of the game."""
    game = register("nim", "pickled_nim", piles=[1, 2])
    state = game.new_initial_state()
    state.apply_action(0)
    assert pickle.loads(pickle.dumps(state)).history() == [0]
    assert state.clone().position is state.position
    code = "import pickle, sys; print(pickle.loads(sys.stdin.buffer.read()).history())"
    done = subprocess.run([sys.executable, "-c", code], input=pickle.dumps(state), capture_output=True, check=False)
    assert (done.stdout.split(), done.returncode) == ([b"[0]"], 0), done.stderr


def test_what_is_wrong_is_said(tmp_path: Path) -> None:
    with pytest.raises(GameNotFoundError, match="no rule file"):
        register(tmp_path / "nothing.pl")
    with pytest.raises(DomainError, match="no bound is known of the moves"):
        register("english_draughts", "unbounded")
    with pytest.raises(ParameterError, match="a name for OpenSpiel"):
        register("nim", "a b")
    register("nim", "taken_nim")
    with pytest.raises(ParameterError, match="another game taken_nim already"):
        register("nim", "taken_nim", piles=[1])


# The other way: games of OpenSpiel here


def test_a_game_of_openspiel_here() -> None:
    game: Any = pyengine.load("openspiel:tic_tac_toe")
    assert game.start.solve().value == 0
    after = game.start.play("x(1,1)")
    assert str(after) == "...\n.x.\n..."
    assert game.position(after.text) == after
    assert pickle.loads(pickle.dumps(game)).initial == game.initial
    assert pyengine.perft(game, 3) == 504


@pytest.mark.parametrize(
    ("name", "error", "told"),
    [
        ("kuhn_poker", ParameterError, "has chance"),
        ("goofspiel", ParameterError, "has simultaneous moves"),
        ("dark_hex", ParameterError, "has hidden information"),
        ("breakthrogh", GameNotFoundError, "did you mean 'breakthrough'"),
        ("breakthrough(depth=3)", ParameterError, "Unknown parameter 'depth'"),
    ],
)
def test_games_that_are_refused(name: str, error: type[Exception], told: str) -> None:
    with pytest.raises(error, match=told):
        pyengine.load(f"openspiel:{name}")


def test_a_rule_file_beside_openspiels_game() -> None:
    """The column is named from 1 in the rule file, and as x0 in OpenSpiel: the games are one but for the names."""
    theirs: Any = pyengine.load("openspiel:connect_four(rows=3,columns=3,x_in_row=3)")
    ours: Any = pyengine.load("connect_four", width=3, height=3, length=3)
    assert [pyengine.perft(ours, depth) for depth in (1, 3, 5)] == [
        pyengine.perft(theirs, depth) for depth in (1, 3, 5)
    ]
    assert pyengine.solve(ours).value == pyengine.solve(theirs).value
    found = compare("openspiel:tic_tac_toe", "openspiel:tic_tac_toe", effort=Effort(positions=20, games=1), speed=False)
    assert found.agree
