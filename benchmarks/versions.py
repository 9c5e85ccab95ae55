"""This version against an earlier one, on the same work: loads, expansion, search, playouts.

python benchmarks/versions.py 94d6b3f             a revision of this repository, a branch or a tag
python benchmarks/versions.py v0.1 --rounds 7
python benchmarks/versions.py v0.1 --solve        how long each takes to the exact values of games

Each round starts a process of either version, one after the other, so that whatever else the machine does disturbs both
alike; what is compared is the least processor time of each work. Ends with status 1 where the two do not search the
same number of nodes, or with --solve where the values differ.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from revisions import CHECKOUT, environment, unpack

SEARCHES: Final = {"tictactoe": 9, "connect_four": 6, "dots_and_boxes": 6, "italian_draughts": 5, "othello": 4}
"""Games, and the depth of alpha-beta on rules in Python and in SWI-Prolog; in C it is two plies more."""

PLAYOUTS: Final = {"tictactoe": 20_000, "connect_four": 10_000, "breakthrough": 1_500, "english_draughts": 1_500}
PERFT: Final = {"tictactoe": 6, "breakthrough": 3, "italian_draughts": 5}

SOLVED: Final[dict[str, dict[str, dict[str, Any]]]] = {
    "python": {
        "tictactoe": {},
        "connect_four": {"width": 4, "height": 4},
        "dots_and_boxes": {},
        "breakthrough": {"width": 3, "height": 5},
        "hexapawn": {"width": 3, "height": 4},
        "othello": {"size": 4},
        "nim": {"piles": [5, 6, 7]},
        "kayles": {"pins": 10},
        "even_wins": {},
        "mu_torere": {},
        "chess_ending": {"size": 5},
        "nim_three_players": {},
        "tree_aima": {},
    },
    "c": {
        "tictactoe": {"columns": 4, "rows": 3},
        "connect_four": {"width": 5, "height": 5},
        "dots_and_boxes": {"rows": 2, "columns": 3},
        "breakthrough": {"width": 4, "height": 5},
        "hexapawn": {"width": 5, "height": 5},
        "othello": {"size": 4},
        "nim": {"piles": [7, 8, 9]},
        "kayles": {"pins": 16},
        "even_wins": {},
        "mu_torere": {},
        "chess_ending": {},
        "nim_three_players": {"piles": [3, 4, 5]},
        "tree_aima": {},
    },
}
"""Games to be solved by the rules in Python and in C, on boards on which that takes up to some seconds."""


class Measured(NamedTuple):
    """Processor seconds of some work done once, and what it counted: nodes, leaves, plies."""

    seconds: float
    count: int


def processor_seconds() -> float:
    """Give the processor time of this process and of the compilers that it has started."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def measure(run: Callable[[], Any], least_seconds: float = 0.3) -> Measured:
    """Do some work again and again, and give the least time of one run."""
    best, end = float("inf"), processor_seconds() + least_seconds
    while True:
        start = processor_seconds()
        found = run()
        best = min(best, (stop := processor_seconds()) - start)
        if stop >= end:
            return Measured(best, found if isinstance(found, int) else getattr(found, "nodes", 0))


def works() -> Iterator[tuple[str, Measured]]:
    """Do everything with the version that is imported here."""
    began = processor_seconds()
    import pyengine
    from pyengine.native import twin
    from pyengine.search import PLAIN

    yield "import pyengine", Measured(processor_seconds() - began, 0)
    for reasoner in ("python", "c", "swi"):
        for name, depth in SEARCHES.items():
            yield f"load {name}, {reasoner}", measure(partial(pyengine.load, name, reasoner=reasoner), 0)
            game = pyengine.load(name, reasoner=reasoner)
            limit = pyengine.Limit(depth=depth + 2 * (reasoner == "c"))
            yield f"search {name}, {reasoner}", measure(partial(pyengine.search, game, limit=limit))
        for name, depth in PERFT.items():
            game = pyengine.load(name, reasoner=reasoner)
            yield f"perft {name}, {reasoner}", measure(partial(pyengine.perft, game, depth + (reasoner == "c")))
    for name, depth in SEARCHES.items():
        yield f"search {name}, native", measure(partial(pyengine.search, twin(name), limit=pyengine.Limit(depth=depth)))
    game = pyengine.load("tictactoe", reasoner="c")
    yield "minimax tictactoe, c", measure(partial(pyengine.minimax, game, options=PLAIN))
    for name, games in PLAYOUTS.items():
        yield f"playouts {name}, c", measure(partial(play, pyengine, pyengine.load(name, reasoner="c"), games))


def solves() -> Iterator[tuple[str, Measured]]:
    """Solve the games with the version that is imported here; what is counted is the value."""
    import pyengine

    for reasoner, games in SOLVED.items():
        for name, parameters in games.items():
            game = pyengine.load(name, reasoner=reasoner, **parameters)
            value = int(pyengine.solve(game).values[0])
            yield f"solve {name}, {reasoner}", measure(partial(pyengine.solve, game))._replace(count=value)


def play(pyengine: Any, game: Any, games: int) -> int:
    """Play games at random, always the same ones."""
    return int(pyengine.playouts(game, games, seed=1).plies)


def run_version(checkout: Path, what: str) -> dict[str, Measured]:
    """Measure a checkout in a process of its own, with nothing kept from before."""
    with tempfile.TemporaryDirectory() as cache:
        command = [sys.executable, __file__, what]
        ran = subprocess.run(command, env=environment(checkout, cache), stdout=subprocess.PIPE, text=True, check=True)
    return {name: Measured(*measured) for name, measured in json.loads(ran.stdout).items()}


def best(rounds: list[dict[str, Measured]]) -> dict[str, Measured]:
    """Give the least time of each work."""
    return {name: min(found[name] for found in rounds) for name in rounds[0]}


def main() -> int:
    """Print one table of both versions."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("revision", nargs="?", help="what to measure against")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--measure", action="store_true", help="measure the version on the path, as JSON")
    parser.add_argument("--solve", action="store_true", help="compare how long exact values take")
    parser.add_argument("--measure-solve", action="store_true", help="measure that of the version on the path, as JSON")
    asked = parser.parse_args()
    if asked.measure or asked.measure_solve:
        print(json.dumps(dict(solves() if asked.measure_solve else works())))
        return 0
    if asked.revision is None:
        parser.error("which revision is it to be measured against?")
    before, after = [], []
    what = "--measure-solve" if asked.solve else "--measure"
    with tempfile.TemporaryDirectory() as folder:
        unpack(asked.revision, Path(folder))
        for _ in range(asked.rounds):
            before.append(run_version(Path(folder), what))
            after.append(run_version(CHECKOUT, what))
    return show(asked.revision, best(before), best(after))


def show(revision: str, before: dict[str, Measured], after: dict[str, Measured]) -> int:
    """Print the table, and say by the status whether both searched the same."""
    from rich.console import Console
    from rich.table import Table as Sheet

    sheet = Sheet(title=f"processor seconds: {revision} and this version")
    for column in ("work", "nodes, leaves, plies or value", revision, "now", "now / then"):
        sheet.add_column(column, justify="left" if column == "work" else "right")
    differ = [name for name in after if name in before and before[name].count != after[name].count]
    for name, (seconds, count) in after.items():
        then = before[name].seconds if name in before else float("nan")
        sheet.add_row(name, f"{count:,}" if count else "", f"{then:.4f}", f"{seconds:.4f}", f"{seconds / then:.2f}")
    Console(width=100).print(sheet)
    for name in differ:
        print(f"{name}: {before[name].count:,} then, {after[name].count:,} now")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
