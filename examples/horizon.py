"""What lies beyond the horizon? A position of Dots and Boxes in which a search of two plies gives all boxes away.

At its depth limit it counts the boxes taken so far, although the next line will take more. Quiescence goes on where a
box has three lines, and sees them. The exact values say who is right.
"""

from __future__ import annotations

from dataclasses import replace

from rich.console import Console
from rich.table import Table

from pyengine import Limit, load, search, solve
from pyengine.search import PLAIN

POSITION = "110001101100 a 0"
WAYS = (("depth 2", 2, 0), ("depth 2 with quiescence", 2, 6), ("depth 4", 4, 0))
"""What it is called, the depth, and the plies that quiescence may add."""


def main() -> None:
    """Show the position, and what each way to search it chooses."""
    console = Console(highlight=False, markup=False, soft_wrap=True)
    game = load("dots_and_boxes")
    state = game.parse_state(POSITION)
    exact = {str(move): value for move, value in solve(game, state, all_best=True).moves}
    console.print(f"{game.show(state)}\n")
    table = Table("search", "move", "it hopes for", "true margin", "nodes")
    for name, depth, quiescence in WAYS:
        how = replace(PLAIN, quiescence=quiescence)
        result = search(game, state, limit=Limit(depth=depth), options=how)
        move = str(result.best)
        table.add_row(name, move, str(result.value), str(exact[move]), str(result.nodes))
    console.print(table)


if __name__ == "__main__":
    main()
