"""Monte-Carlo tree search: iterations a second, and how it plays against alpha-beta.

python benchmarks/mcts.py                        both, in some minutes
python benchmarks/mcts.py --games 400            of each match
python benchmarks/mcts.py --exploration          its constant, measured by play

Iterations a second of processor time are counted with the rules in Python, with the rules and the tree in C, and, where
it is installed, with the MCTS of OpenSpiel, which is in C++ and solves positions too. The matches have the same nodes a
move, or the same seconds; without an estimate means that `staticval/2` is left out of the rules, for both sides.
"""

from __future__ import annotations

import argparse
import importlib.util
import re
import tempfile
import time
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.table import Table as Sheet

from pyengine import Limit, load, search
from pyengine.arena.crew import LocalCrew
from pyengine.arena.players import Player
from pyengine.arena.rulebook import Rulebook
from pyengine.arena.schedule import Plan
from pyengine.arena.standings import Standing
from pyengine.arena.tournament import hold
from pyengine.language.shipped import shipped

CONSOLE: Final = Console(width=120)
NAMES: Final = {
    "tictactoe": "tic_tac_toe",
    "connect_four": "connect_four",
    "breakthrough": "breakthrough",
    "othello": "othello",
}
"""Games, and how OpenSpiel calls them."""
ITERATIONS: Final = 10_000
MATCHES: Final = (
    ("connect_four", False, "mcts:nodes=1000", "alphabeta:nodes=1000"),
    ("connect_four", False, "mcts:seconds=0.02", "alphabeta:seconds=0.02"),
    ("connect_four", True, "mcts:seconds=0.02", "alphabeta:seconds=0.02"),
    ("breakthrough", False, "mcts:nodes=1000", "alphabeta:nodes=1000"),
    ("breakthrough", False, "mcts:seconds=0.1", "alphabeta:seconds=0.1"),
    ("breakthrough", True, "mcts:seconds=0.02", "alphabeta:seconds=0.02"),
)
"""The game, whether it has its estimate, and the players."""
CONSTANTS: Final = ("0.3", "0.5", "0.7", "1", "1.4")


def speed(name: str, reasoner: Any, seconds: float) -> float:
    """Give the iterations a second from the first position, of a tree that begins empty."""
    game = load(name, reasoner=reasoner)
    search(game, algorithm="mcts", limit=Limit(nodes=1))
    began, done = time.process_time(), 0
    while time.process_time() - began < seconds:
        done += search(game, algorithm="mcts", limit=Limit(nodes=ITERATIONS if reasoner == "c" else 500)).nodes
    return done / (time.process_time() - began)


def open_spiel_speed(name: str, seconds: float) -> float | None:
    """Give the same of OpenSpiel's search in C++; None where it is not installed."""
    if importlib.util.find_spec("pyspiel") is None:
        return None
    import pyspiel

    game = pyspiel.load_game(NAMES[name])
    began, done = time.process_time(), 0
    while time.process_time() - began < seconds:
        evaluator = pyspiel.RandomRolloutEvaluator(1, done)
        bot = pyspiel.MCTSBot(game, evaluator, 1.4, ITERATIONS, 1000, True, done, False)
        done += bot.mcts_search(game.new_initial_state()).explore_count
    return done / (time.process_time() - began)


def print_speed(seconds: float) -> None:
    """Print a row for each game."""
    sheet = Sheet("iterations a second", "python", "c", "OpenSpiel")
    for name in NAMES:
        other = open_spiel_speed(name, seconds)
        own = [speed(name, reasoner, seconds) for reasoner in ("python", "c")]
        sheet.add_row(name, *(f"{rate:,.0f}" for rate in own), "not installed" if other is None else f"{other:,.0f}")
    CONSOLE.print(sheet)


def rules_of(name: str, estimated: bool, folder: Path) -> str:
    """Give a game by its name, or a copy of its rules that has no estimate."""
    if estimated:
        return name
    text = (shipped("rules") / f"{name}.pl").read_text(encoding="utf-8")
    path = folder / f"{name}.pl"
    path.write_text(re.sub(r"^staticval\(.*?\.\n(?=\n)", "", text, flags=re.MULTILINE | re.DOTALL), encoding="utf-8")
    return str(path)


def play(rules: str, players: tuple[str, ...], games: int) -> Standing:
    """Hold a tournament."""
    plan = Plan(Rulebook.of(rules, reasoner="c"), tuple(map(Player.parse, players)), games=games, opening_plies=4)
    with LocalCrew(1) as crew:
        return hold(plan, crew)


def print_matches(games: int) -> None:
    """Print a row for each match."""
    sheet = Sheet("game", "estimate", "players", "won", "drawn", "lost", "score")
    with tempfile.TemporaryDirectory() as folder:
        for name, estimated, *players in MATCHES:
            tally = play(rules_of(name, estimated, Path(folder)), tuple(players), games).pairings[0].tally
            numbers = map(str, (tally.wins, tally.draws, tally.losses))
            sheet.add_row(name, "yes" if estimated else "no", " – ".join(players), *numbers, f"{tally.score:.1%}")
    CONSOLE.print(sheet)


def print_constants(games: int) -> None:
    """Print what each constant scores against all others."""
    for name, nodes in (("connect_four", 1000), ("breakthrough", 300)):
        players = tuple(f"{text}=mcts:nodes={nodes},exploration={text}" for text in CONSTANTS)
        standing = play(name, players, games)
        sheet = Sheet(f"{name}, {nodes} nodes a move", "score")
        for number, text in enumerate(CONSTANTS):
            sheet.add_row(text, f"{standing.tally(number).score:.1%}")
        CONSOLE.print(sheet)


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description="Monte-Carlo tree search: speed, and play against alpha-beta.")
    parser.add_argument("--games", type=int, default=40, help="of each match")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each speed")
    parser.add_argument("--exploration", action="store_true", help="measure the constant in place of all else")
    given = parser.parse_args()
    if given.exploration:
        print_constants(given.games)
        return
    print_speed(given.seconds)
    print_matches(given.games)


if __name__ == "__main__":
    main()
