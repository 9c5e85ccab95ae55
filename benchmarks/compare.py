"""How fast every shipped game is as rules, by each reasoner, against its twin written by hand in Python.

python benchmarks/compare.py [GAME ...]

A ratio says how many times as fast as a reasoner the twin is. A few seconds a game.
"""

from __future__ import annotations

import sys

from rich.console import Console
from rich.table import Table

import pyengine
from pyengine import Effort
from pyengine.compare.comparison import Comparison
from pyengine.native import TWINS

EFFORT = Effort(positions=100, games=5, plies=100, values=0, nodes=1_000)


def table_of(comparisons: dict[str, Comparison]) -> Table:
    """Put what was measured below each other; all games have the same contestants."""
    measured = [found for found in comparisons.values() if found.speeds]
    reasoners = [name.rpartition(" (")[2].rstrip(")") for name in measured[0].contestants[:-1]]
    table = Table("game", "per second", box=None)
    for head in (*reasoners, "native", *(f"native / {name}" for name in reasoners)):
        table.add_column(head, justify="right")
    for game, found in comparisons.items():
        for speed in found.speeds:
            *rules, native = speed.per_second
            rates = [f"{rate:,.0f}" for rate in speed.per_second]
            table.add_row(game, speed.measure, *rates, *(f"{native / rate:.2f}" for rate in rules))
            game = ""
    return table


def main(names: list[str]) -> int:
    """Print the table, and what does not agree with its twin."""
    comparisons = {name: pyengine.compare(name, effort=EFFORT) for name in names}
    Console(width=120).print(table_of(comparisons))
    wrong = [found for found in comparisons.values() if not found.agree]
    for found in wrong:
        print(f"\n{found}")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or [name for name in pyengine.games() if name in TWINS]))
