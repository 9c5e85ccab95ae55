"""Steps a second through each bridge, beside OpenSpiel's own game and PettingZoo's classic of that name.

    python benchmarks/bridges.py [SECONDS]

A step is a legal move made at random; games that end begin again. MCTS is OpenSpiel's, in Python, with one random game
an evaluation, on ours, on its C++ game, and on its game in Python.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from pyengine.bridges.openspiel import register
from pyengine.bridges.pettingzoo import env

PAIRS = {"tictactoe": "tic_tac_toe", "connect_four": "connect_four", "breakthrough": "breakthrough"}
CLASSICS = {"tictactoe": "tictactoe_v3", "connect_four": "connect_four_v3"}


def steps_of_openspiel(game: Any) -> Iterator[None]:
    """Play at random for ever, a step at a time."""
    chance = random.Random(1)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
            yield


def steps_of_pettingzoo(table: Any) -> Iterator[None]:
    """Play at random for ever, with what each agent observes looked at."""
    chance = random.Random(1)
    while True:
        table.reset(seed=1)
        while table.agents and not any((*table.terminations.values(), *table.truncations.values())):
            mask = table.observe(table.agent_selection)["action_mask"]
            table.step(chance.choice(np.flatnonzero(mask).tolist()))
            yield


def rate(steps: Iterator[None], seconds: float) -> float:
    """Count steps a second of the processor."""
    next(steps)
    began, count = time.process_time(), 0
    while time.process_time() - began < seconds:
        next(steps)
        count += 1
    return count / (time.process_time() - began)


def simulations(game: Any) -> Iterator[None]:
    """Run MCTS from the start, 10 simulations at a time; a step is one of them."""
    chance = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2, 10, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)
    state = game.new_initial_state()
    while True:
        bot.mcts_search(state)
        for _ in range(10):
            yield


def classic(name: str) -> Any:
    """Make a classic of PettingZoo; None where what it needs is not installed."""
    try:
        return import_module(f"pettingzoo.classic.{name}").env()
    except Exception:
        return None


def tell(what: str, steps: Callable[[], Iterator[None]], seconds: float) -> None:
    """Print a rate."""
    print(f"    {what:34}{rate(steps(), seconds):>12,.0f}", flush=True)


def main(seconds: float) -> None:
    """Print everything."""
    for ours, theirs in PAIRS.items():
        game = register(ours, f"benchmark_{ours}")
        print(f"{ours}, steps a second")
        tell("through OpenSpiel", lambda game=game: steps_of_openspiel(game), seconds)
        tell("OpenSpiel's own, in C++", lambda theirs=theirs: steps_of_openspiel(pyspiel.load_game(theirs)), seconds)
        tell("through PettingZoo", lambda ours=ours: steps_of_pettingzoo(env(ours)), seconds)
        if (table := classic(CLASSICS.get(ours, ""))) is not None:
            tell("PettingZoo's own", lambda table=table: steps_of_pettingzoo(table), seconds)
        print(f"{ours}, simulations of MCTS a second")
        tell("ours", lambda game=game: simulations(game), seconds)
        tell("OpenSpiel's own, in C++", lambda theirs=theirs: simulations(pyspiel.load_game(theirs)), seconds)
    import_module("open_spiel.python.games.tic_tac_toe")  # registers the game
    print("tic-tac-toe of OpenSpiel in Python")
    tell("steps", lambda: steps_of_openspiel(pyspiel.load_game("python_tic_tac_toe")), seconds)
    tell("simulations of MCTS", lambda: simulations(pyspiel.load_game("python_tic_tac_toe")), seconds)


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 2.0)
