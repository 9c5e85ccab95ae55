"""What proof-number search takes to solve a game, beside alpha-beta: nodes and processor time, both in C.

python benchmarks/proof.py                   all positions
python benchmarks/proof.py --seconds 600     for each of them at most
"""

from __future__ import annotations

import argparse
import time
from typing import Any, Final

from rich.console import Console
from rich.table import Table as Sheet

from pyengine import Limit, load, solve
from pyengine.search import Options

CONSOLE: Final = Console(width=120)
POSITIONS: Final[tuple[tuple[str, dict[str, int], str | None], ...]] = (
    ("tictactoe", {}, None),
    ("hexapawn", {}, None),
    ("hexapawn", {"width": 5, "height": 5}, None),
    ("breakthrough", {"width": 4, "height": 4}, None),
    ("breakthrough", {"width": 5, "height": 4}, None),
    ("breakthrough", {"width": 5, "height": 5}, None),
    ("kayles", {"pins": 30}, None),
    ("connect_four", {"width": 5, "height": 4}, None),
    ("connect_four", {}, "45461667"),
    ("connect_four", {}, "35333571"),
    ("connect_four", {}, "13333111"),
)
"""Games with their parameters, and where they begin: columns that were played."""
TABLE: Final = 4_000_000


def measured(game: Any, columns: str | None, options: Options, seconds: float) -> tuple[str, str, str]:
    """Solve a position; tell its value, the nodes and the seconds that it took."""
    start = time.process_time()
    found = solve(game, columns, options=options, limit=Limit(seconds=seconds))
    taken = time.process_time() - start
    return str(found.value) if found.solved else "not found", f"{found.nodes:,}", f"{taken:.2f}"


def main() -> None:
    """Print a row for each position."""
    parser = argparse.ArgumentParser(description="Proof-number search beside alpha-beta.")
    parser.add_argument("--seconds", type=float, default=60.0, help="for each search at most")
    seconds: float = parser.parse_args().seconds
    sheet = Sheet("game", "alpha-beta: value", "nodes", "s", "proof: value", "nodes", "s")
    for name, parameters, columns in POSITIONS:
        game = load(name, reasoner="c", **parameters)
        told = " ".join([name, *(f"{key}={value}" for key, value in parameters.items()), columns or ""])
        usual = measured(game, columns, Options(table=TABLE), seconds)
        sheet.add_row(told, *usual, *measured(game, columns, Options(algorithm="proof", table=TABLE), seconds))
    CONSOLE.print(sheet)


if __name__ == "__main__":
    main()
