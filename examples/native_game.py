"""Does my own Python game follow the same rules as my Prolog? Chomp written twice, walked side by side.

The class below is all it takes to be a game. Then one rule is broken on purpose, to see how that is reported.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from rich.console import Console

import pyengine

RULES = Path(__file__).parent / "chomp.pl"


class Bite(NamedTuple):
    """Bite off a square with all that is below it and to its right."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"bite({self.row},{self.column})"


class Bar(NamedTuple):
    """Whose turn it is, and how many squares each row still has."""

    player: str
    rows: tuple[int, ...]


class Chomp:
    """Who eats the first square, which is poisoned, loses."""

    players = ("first", "second")

    def __init__(self, rows: int = 3, columns: int = 4) -> None:
        self.initial = Bar("first", (columns,) * rows)

    def to_move(self, state: Bar) -> str:
        """Give the player whose turn it is."""
        return state.player

    def actions(self, state: Bar) -> Sequence[Bite]:
        """List every square that is left."""
        return [Bite(row, column + 1) for row, length in enumerate(state.rows, 1) for column in range(length)]

    def result(self, state: Bar, move: Bite) -> Bar:
        """Shorten this row and those below."""
        rows = (min(length, move.column - 1) if row >= move.row else length for row, length in enumerate(state.rows, 1))
        return Bar("second" if state.player == "first" else "first", tuple(length for length in rows if length))

    def is_terminal(self, state: Bar) -> bool:
        """Tell whether nothing is left."""
        return not state.rows

    def utility(self, state: Bar, player: str) -> int:
        """Give 1 to the player to move: the other one has eaten the poison."""
        return 1 if player == state.player else -1


class Misread(Chomp):
    """Chomp by somebody who thinks that a bite takes only what is to the right, in its own row."""

    def result(self, state: Bar, move: Bite) -> Bar:
        """Shorten one row, and let the rows below hang in the air."""
        rows = (min(length, move.column - 1) if row == move.row else length for row, length in enumerate(state.rows, 1))
        return Bar("second" if state.player == "first" else "first", tuple(length for length in rows if length))


def main() -> None:
    """Compare the rule file with both classes."""
    console = Console(highlight=False, markup=False, soft_wrap=True)
    rules = pyengine.load(RULES)
    console.print(str(pyengine.compare(rules, Chomp())))
    console.print("\nand with a rule misread:\n")
    console.print(str(pyengine.compare(rules, Misread(), speed=False)))


if __name__ == "__main__":
    main()
