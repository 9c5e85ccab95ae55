"""English draughts (checkers): whoever can capture must, and chooses freely among captures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pyengine.native.draughts import ROWS, Jumps
from pyengine.native.draughts_board import Board, Squares
from pyengine.native.draughts_notation import Draughts


class EnglishDraughts(Draughts):
    """Black begins."""

    players = ("black", "white")
    board_squares: ClassVar[Board] = Board(dark_corner=False)
    weights: ClassVar[Mapping[str, int]] = {
        "men": 20,
        "kings": 30,
        "advance": 1,
        "mobility": 1,
        "centre": 2,
        "guard": 3,
        **ROWS,
    }

    def prey(self, enemy: Squares, kings: Squares) -> Squares:
        """Give all pieces."""
        return enemy

    def allowed(self, captures: list[Jumps], kings: Squares) -> list[Jumps]:
        """Keep them all."""
        return captures
