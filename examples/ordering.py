"""How much does the order of moves matter to alpha-beta? The same search of the same games, in many orders.

The value is the same in every row; only the work differs. The report on Dots and Boxes calls ordering by the
evaluation T1, and ordering by the values of the last iteration T2.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from rich.console import Console
from rich.table import Table

from pyengine import Limit, search
from pyengine.native import twin
from pyengine.search import PLAIN, Options

Arrange = Callable[[Sequence[Any]], Sequence[Any]]


class Rearranged:
    """A game whose moves come in another order; all else is asked of the game itself."""

    def __init__(self, game: Any, arrange: Arrange) -> None:
        self._game = game
        self._arrange = arrange

    def __getattr__(self, name: str) -> Any:
        if name == "expand":  # it would give the moves as the game has them
            raise AttributeError(name)
        return getattr(self._game, name)

    def actions(self, state: Any) -> Sequence[Any]:
        """List the moves in the new order."""
        return self._arrange(self._game.actions(state))


def shuffle(moves: Sequence[Any]) -> Sequence[Any]:
    """Put moves in a random order, always the same one."""
    return random.Random(1).sample(moves, len(moves))


def reverse(moves: Sequence[Any]) -> Sequence[Any]:
    """Put the last move first."""
    return moves[::-1]


def keep(moves: Sequence[Any]) -> Sequence[Any]:
    """Leave the moves as they are."""
    return moves


EVERY: dict[str, Any] = {"order": True, "previous_order": True, "killers": 2, "history": True}

ORDERS: dict[str, tuple[Options, Arrange]] = {
    "no order (shuffled)": (PLAIN, shuffle),
    "the author's order": (PLAIN, keep),
    "the author's order, reversed": (PLAIN, reverse),
    "the game's own score (order/3)": (replace(PLAIN, order=True), shuffle),
    "static values (T1)": (replace(PLAIN, static_order=True), shuffle),
    "values of the last iteration (T2)": (replace(PLAIN, previous_order=True), shuffle),
    "killer moves": (replace(PLAIN, killers=2), shuffle),
    "history": (replace(PLAIN, history=True), shuffle),
    "all of these together": (replace(PLAIN, **EVERY), shuffle),
    "the same with a table and its moves": (replace(Options(), **EVERY), shuffle),
}
"""All but the author's start from shuffled moves."""

TASKS = (("connect_four", 6), ("dots_and_boxes", 6), ("othello", 5))


def main() -> None:
    """Print the nodes of each order, and how many times fewer they are than without any."""
    console = Console(highlight=False)
    table = Table("order", *(f"{name}, depth {depth}" for name, depth in TASKS))
    counts = {label: [count_nodes(*task, *order) for task in TASKS] for label, order in ORDERS.items()}
    shuffled = counts["no order (shuffled)"]
    for label, nodes in counts.items():
        cells = [f"{count:,} ({most / count:.1f}x)" for count, most in zip(nodes, shuffled, strict=True)]
        table.add_row(label, *cells)
    console.print(table)


def count_nodes(name: str, depth: int, how: Options, arrange: Arrange) -> int:
    """Search a game to a depth by iterative deepening, and count the nodes."""
    return search(Rearranged(twin(name), arrange), limit=Limit(depth=depth), options=how).nodes


if __name__ == "__main__":
    main()
