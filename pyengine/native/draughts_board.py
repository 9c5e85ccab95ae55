"""The 32 squares of a draughts board as bits, and the ways between them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

Squares = int
"""A set of squares, a bit for each."""

LEFT: Final = 4
RIGHT: Final = 5
"""How many bits a square is from its neighbours in the next row.

There is a bit that no square has after every second row, so that these are the same on the whole board, and a way that
leads off the board leads to no square.
"""


class Board:
    """Squares 1 to 32 row by row, White at the bottom; `dark_corner` tells that square 1 is in the upper left corner.

    A table of ways gives, for the bit of a square, where a man of each player or a `king` can go from there.
    """

    def __init__(self, dark_corner: bool) -> None:
        self.dark_corner = dark_corner
        unused = 4 if dark_corner else 0  # the row before the first, so that the first is shifted as it should be
        places = {square: square - 1 + unused for square in range(1, 33)}
        self.bits: Final = {square: 1 << place + place // 8 for square, place in places.items()}
        self.squares: Final = {bit: square for square, bit in self.bits.items()}
        self.all: Final = sum(self.squares)
        self.last_rows: Final = {"white": self.between(1, 4), "black": self.between(29, 32)}
        self.centre: Final = sum(self.bits[square] for square in (14, 15, 18, 19))
        rows = [self.between(first, first + 3) for first in range(1, 33, 4)]
        self.rows_passed: Final = {"white": list(enumerate(reversed(rows))), "black": list(enumerate(rows))}
        ways = {"white": (-RIGHT, -LEFT), "black": (LEFT, RIGHT), "king": (-RIGHT, -LEFT, LEFT, RIGHT)}
        self.steps: Final = {
            mover: {bit: tuple(to for way in going if (to := _shift(bit, way)) & self.all) for bit in self.squares}
            for mover, going in ways.items()
        }
        self.jumps: Final = {
            mover: {bit: tuple(self._jumps(bit, going)) for bit in self.squares} for mover, going in ways.items()
        }
        """Pairs of the square jumped over and the one jumped to."""
        self.jumped: Final = {(bit, to): over for bit, pairs in self.jumps["king"].items() for over, to in pairs}

    def _jumps(self, bit: Squares, ways: tuple[int, ...]) -> Iterator[tuple[Squares, Squares]]:
        for way in ways:
            over = _shift(bit, way) & self.all
            to = _shift(over, way) & self.all
            if to:
                yield over, to

    def between(self, first: int, last: int) -> Squares:
        """Give the squares from one number to another."""
        return sum(self.bits[square] for square in range(first, last + 1))

    def numbers(self, squares: Squares) -> list[int]:
        """List a set of squares by number, the least first."""
        return [square for square, bit in self.bits.items() if bit & squares]


def _shift(squares: Squares, way: int) -> Squares:
    return squares << way if way > 0 else squares >> -way
