"""How many nodes does it take to answer the first line of Dots and Boxes? The counts of the Padova report, and ours.

R. Angius, Algoritmo Minimax, varianti ed euristiche: applicazione al gioco Dots and Boxes (2014): on 3 by 3 dots, after
one line, plain minimax visits 108,505,112 nodes. That number is counted here exactly, ply by ply; walking them all
would take Python some minutes. The other searches are run.
"""

from __future__ import annotations

from dataclasses import replace

from rich.console import Console
from rich.table import Table

from pyengine import Options, Result, minimax, perft, solve
from pyengine.native import twin
from pyengine.native.dots_and_boxes import DotsAndBoxes
from pyengine.search import PLAIN

FIRST_LINE = "100000000000 b 0"
LINES_LEFT = 11


def main() -> None:
    """Print the report's counts next to ours."""
    console = Console(highlight=False)
    game: DotsAndBoxes = twin("dots_and_boxes", rows=2, columns=2)  # type: ignore[assignment]
    state = game.parse_state(FIRST_LINE)
    console.print(game.show(state), markup=False)
    every = sum(perft(game, plies, state) for plies in range(LINES_LEFT + 1))
    found: list[tuple[str, int | None, Result[object]]] = [
        ("alpha-beta", 405_294, solve(game, state, options=PLAIN)),
        ("alpha-beta, boxes to close first", None, solve(game, state, options=replace(PLAIN, order=True))),
        ("minimax with a table", 14_300, minimax(game, state, options=Options(canonical=False))),
        ("minimax with a table, symmetric positions as one", None, minimax(game, state, options=Options())),
        ("alpha-beta with a table", 6_331, solve(game, state, options=Options(canonical=False))),
        ("alpha-beta with a table, symmetric positions as one", None, solve(game, state)),
    ]
    table = Table("search", "nodes in the report", "nodes here", "margin")
    table.add_row("minimax", f"{108_505_112:,}", f"{every:,}", "")
    for name, reported, result in found:
        table.add_row(name, "" if reported is None else f"{reported:,}", f"{result.nodes:,}", str(result.value))
    console.print(table)


if __name__ == "__main__":
    main()
