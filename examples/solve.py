"""Who wins at Chomp, and with which first bite? A game solved from Python, for many sizes of the bar.

That the first player wins is known without solving anything: if the second had a good answer to the smallest bite, the
first could have made it. By which bite, nobody can say in general. `chomp.pl` beside this script has the rules.
"""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.table import Table

import pyengine

RULES = Path(__file__).parent / "chomp.pl"
SIZES = range(1, 6)


def main() -> None:
    """Solve every size, and print the winning first bites in a table."""
    console = Console(highlight=False)
    table = Table("rows", *(f"{columns} columns" for columns in SIZES), title="Winning first bites (row, column)")
    nodes = 0
    for rows in SIZES:
        cells = []
        for columns in SIZES:
            game = pyengine.load(RULES, rows=rows, columns=columns)
            result = pyengine.solve(game, all_best=True)
            nodes += result.nodes
            wins = [str(move).removeprefix("bite") for move in result.all_best] if result.value == 1 else ["none"]
            cells.append(" ".join(wins))
        table.add_row(str(rows), *cells)
    console.print(table)
    console.print(f"\nThe first wins all of them but the bar of one square: {nodes:,} nodes.")


if __name__ == "__main__":
    main()
