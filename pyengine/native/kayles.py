"""Kayles: bowl at rows of pins, one or two neighbours at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pyengine.errors import ParameterError
from pyengine.native.base import SIZES, WIN_OR_LOSS, ZeroSumGame, read_form, read_sizes, require_heap


class Bowl(NamedTuple):
    """Leave a row of `length` pins with so many on the left of the gap and so many on the right."""

    length: int
    left: int
    right: int

    def __str__(self) -> str:
        return f"bowl({self.length},{self.left},{self.right})"


class Position(NamedTuple):
    """Whose turn it is, and how many pins stand in each row, the shortest first."""

    player: str
    rows: tuple[int, ...]

    def __str__(self) -> str:
        return f"kayles({self.player},[{','.join(map(str, self.rows))}])"


class Kayles(ZeroSumGame[Position, Bowl]):
    """Who takes the last pin wins. `pins` is the length of a row, or a list for several rows."""

    players = ("max", "min")
    layout = "plain"
    values = WIN_OR_LOSS

    def __init__(self, pins: int | Sequence[int] = 7) -> None:
        rows = tuple(pins) if isinstance(pins, Sequence) and not isinstance(pins, str) else (pins,)
        if not rows:
            raise ParameterError(f"pins is the length of a row, or a list of at least one, not {pins!r}")
        for length in rows:
            require_heap(pins=length)
        self.initial = Position("max", tuple(sorted(rows)))

    def actions(self, state: Position) -> list[Bowl]:
        """List the moves; rows of the same length are alike, and so are the ends of a row."""
        return [
            Bowl(length, left, standing - left)
            for length in sorted(set(state.rows))
            for standing in (length - 1, length - 2)
            for left in range(standing // 2 + 1)
        ]

    def result(self, state: Position, move: Bowl) -> Position:
        """Give the position after a move."""
        rows = list(state.rows)
        rows.remove(move.length)
        rows += [side for side in (move.left, move.right) if side]
        return Position("min" if state.player == "max" else "max", tuple(sorted(rows)))

    def is_terminal(self, state: Position) -> bool:
        """Tell whether no pin is left."""
        return not state.rows

    def value(self, state: Position) -> int:
        """Give 1 where MAX has won, -1 where it is left without a pin."""
        return -1 if state.player == "max" else 1

    def parse_state(self, text: str) -> Position:
        """Read a position as it is written, such as kayles(max,[1,4])."""
        found = read_form(rf"kayles\((max|min),\[{SIZES}\]\)", text, self.initial)
        return Position(found[1], read_sizes(found[2]))

    def board(self, state: Position) -> tuple[tuple[str, ...], ...]:
        """Give the pins of each row."""
        return tuple(("!",) * length for length in state.rows)

    def look(self, cell: str) -> str:
        """Tell how a pin looks."""
        return "pin"

    def show(self, state: Position) -> str:
        """Draw the pins."""
        pins = "   ".join(" ".join("!" * length) for length in state.rows)
        return f"{pins}\n{state.player} to bowl"
