"""How many nodes does it take to answer the first line of Dots and Boxes, and which evaluation plays better?

R. Angius, Algoritmo Minimax, varianti ed euristiche: applicazione al gioco Dots and Boxes (2014): on 3 by 3 dots, after
one line, plain minimax visits 108,505,112 nodes. That number is counted here exactly, ply by ply; the other searches
are run. Then two of the report's players meet on a larger board. `pyengine experiment dots-and-boxes` walks all those
nodes, holds all eleven pairings of the report, and what it leaves as future work.
"""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from pyengine.arena.crew import HereCrew
from pyengine.arena.report import Rows
from pyengine.experiments.concluding import remarks
from pyengine.experiments.holding import hold_trial
from pyengine.experiments.node_counts import reported_counts
from pyengine.experiments.tables import count_table, trial_table
from pyengine.experiments.trials import Trial

CONSOLE = Console(highlight=False)


def main() -> None:
    """Print the report's counts next to ours, and a match."""
    show("the reply to a first line, on 3x3 dots", count_table(reported_counts("native", walk=False)))
    match = Trial("match", "4x4 dots, 100 nodes a move", 4, "nodes=100", 4, (("C6", "C4"),))
    held = hold_trial(match, games=20, seed=0, reasoner="native", crew=HereCrew())
    show(match.title, trial_table(held))
    for remark in remarks(held):
        CONSOLE.print(remark)


def show(title: str, rows: Rows) -> None:
    """Print a table."""
    table = Table(*(head.lstrip(">") for head in rows.heads), title=title)
    for row in rows.rows:
        table.add_row(*row)
    CONSOLE.print(table)


if __name__ == "__main__":
    main()
