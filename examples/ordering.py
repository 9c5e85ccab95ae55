"""How much does the order of moves matter to alpha-beta? The same search of the same game, in eight orders.

The value is the same in every row; only the work differs. The report on Dots and Boxes calls ordering by the evaluation T1
and ordering by the values of the last iteration T2.
"""

from __future__ import annotations

from dataclasses import replace

from rich.console import Console
from rich.table import Table

from pyengine import Limit, search
from pyengine.native import twin
from pyengine.search import PLAIN, Options

ORDERS: dict[str, Options] = {
    "the author's order": PLAIN,
    "the game's own score (order/3)": replace(PLAIN, order=True),
    "static values (T1)": replace(PLAIN, static_order=True),
    "values of the last iteration (T2)": replace(PLAIN, previous_order=True),
    "killer moves": replace(PLAIN, killers=2),
    "history": replace(PLAIN, history=True),
    "the table's move": replace(PLAIN, table=100_000, table_move=True),
    "all together (the default)": Options(),
}

TASKS = (("connect_four", {}, 6), ("dots_and_boxes", {"rows": 2, "columns": 2}, 6), ("othello", {}, 4))


def main() -> None:
    """Print the nodes of each order, and how many times fewer they are than without any."""
    console = Console(highlight=False)
    table = Table("order", *(f"{name}, depth {depth}" for name, _, depth in TASKS))
    counts = {name: [count_nodes(task, how) for task in TASKS] for name, how in ORDERS.items()}
    plain = counts["the author's order"]
    for name, nodes in counts.items():
        cells = [f"{count:,} ({most / count:.1f}x)" for count, most in zip(nodes, plain, strict=True)]
        table.add_row(name, *cells)
    console.print(table)


def count_nodes(task: tuple[str, dict[str, int], int], how: Options) -> int:
    """Search to a depth by iterative deepening, and count the nodes."""
    name, parameters, depth = task
    return search(twin(name, **parameters), limit=Limit(depth=depth), options=how).nodes


if __name__ == "__main__":
    main()
