"""Random games of rules in C, against the same games by hand, in C, and against an earlier revision.

python benchmarks/playouts.py                       the five games that `benchmarks/playouts` has
python benchmarks/playouts.py --against 0ec6406     a revision of this repository, too
python benchmarks/playouts.py othello

Programs that stand alone play, so that Python has no part in it; they alternate, and the least time of the processor
counts. Ends with status 1 where a bar is missed.
"""

from __future__ import annotations

import argparse
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

from revisions import CHECKOUT, environment, unpack
from rich.console import Console
from rich.table import Table as Sheet

from pyengine.building.toolchain import find_toolchain

BY_HAND: Final = Path(__file__).parent / "playouts"
GAMES: Final = {
    "tictactoe": 400_000,
    "connect_four": 200_000,
    "breakthrough": 15_000,
    "english_draughts": 15_000,
    "othello": 8_000,
}
"""How many random games are played of each."""
BARS: Final = {"tictactoe": 2.5, "connect_four": 3.0, "breakthrough": 1.3, "english_draughts": 2.0, "othello": 3.0}
"""How many times as fast they are to be as at the revision 0ec6406."""
SHARE: Final = 1 / 3
"""Which part of the speed by hand is to be reached."""


class Program(NamedTuple):
    """A program that plays random games, and how many plies each of them takes."""

    path: Path
    plies: float


def built(source: Path, made: Path) -> Path:
    """Compile a program, as libraries of rules are compiled."""
    command = [*find_toolchain().command, "-std=gnu11", "-O2", "-w", str(source), "-o", str(made), "-lm", "-lpthread"]
    subprocess.run(command, check=True)
    return made


def of_rules(game: str, checkout: Path, folder: Path) -> Program:
    """Compile the rules of a game by the compiler of a checkout."""
    source = folder / f"{game}.c"
    command = [sys.executable, "-m", "pyengine", "compile", game, "--standalone", "-o", str(source)]
    subprocess.run(command, check=True, cwd=checkout, env=environment(checkout, folder / "cache"))
    path = built(source, folder / game)
    told = subprocess.run([str(path), "playouts", "2000"], capture_output=True, text=True, check=True).stdout
    plies = re.search(r"([\d.]+) plies", told)
    assert plies is not None, told
    return Program(path, float(plies[1]))


def by_hand(game: str, folder: Path) -> Program:
    """Compile a game that is written by hand."""
    path = built(BY_HAND / f"{game}.c", folder / game)
    told = subprocess.run([str(path), "playouts", "2000"], capture_output=True, text=True, check=True).stdout
    games, plies, *_ = told.split()
    return Program(path, int(plies) / int(games))


def seconds(program: Program, games: int) -> float:
    """Play random games; gives the time of the processor."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run([str(program.path), "playouts", str(games)], check=True, capture_output=True)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def rates(programs: dict[str, Program], games: int, rounds: int) -> dict[str, float]:
    """Give the random games a second of each program."""
    best = dict.fromkeys(programs, float("inf"))
    for _ in range(rounds):
        for name, program in programs.items():
            times = 8 if name == "by hand" else 1
            best[name] = min(best[name], seconds(program, games * times) / times)
    return {name: games / least for name, least in best.items()}


def compared(games: list[str], against: str | None, rounds: int = 5) -> int:
    """Print the table of some games; gives how many bars are missed."""
    sheet = Sheet(title="random games a second, one thread")
    for column in ("game", "rules in C", "moves/s", "by hand", "ratio", "bar", against or "-", "ratio", "bar"):
        sheet.add_column(column, justify="left" if column == "game" else "right")
    missed = 0
    with tempfile.TemporaryDirectory() as name:
        folders = {part: Path(name) / part for part in ("ours", "hand", "other", "checkout")}
        for folder in folders.values():
            folder.mkdir()
        if against:
            unpack(against, folders["checkout"])
        for game in games:
            programs = {"ours": of_rules(game, CHECKOUT, folders["ours"]), "by hand": by_hand(game, folders["hand"])}
            if against:
                programs["other"] = of_rules(game, folders["checkout"], folders["other"])
            found = rates(programs, GAMES[game], rounds)
            ours, hand = found["ours"], found["by hand"]
            missed += ours / hand < SHARE
            row = [game, f"{ours:,.0f}", f"{ours * programs['ours'].plies:,.0f}", f"{hand:,.0f}", f"{ours / hand:.2f}"]
            row.append(f"{SHARE:.2f}")
            if against:
                missed += ours / found["other"] < BARS[game]
                row += [f"{found['other']:,.0f}", f"{ours / found['other']:.2f}", f"{BARS[game]:g}"]
            sheet.add_row(*row)
    Console(width=132).print(sheet)
    return missed


def main() -> int:
    """Print the table; status 1 where a bar is not reached."""
    parser = argparse.ArgumentParser(description="Random games of rules in C, against the same games by hand.")
    parser.add_argument("games", nargs="*", default=list(GAMES), metavar="GAME")
    parser.add_argument("--against", metavar="REVISION", help="an earlier revision, whose rules play, too")
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    return 1 if compared(asked.games, asked.against, asked.rounds) else 0


if __name__ == "__main__":
    sys.exit(main())
