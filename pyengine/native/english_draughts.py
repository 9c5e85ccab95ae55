"""English draughts (checkers): whoever can capture must, and chooses freely among captures."""

from __future__ import annotations

from pyengine.native.draughts import Jumps
from pyengine.native.draughts_board import Board, Squares
from pyengine.native.draughts_notation import Draughts


class EnglishDraughts(Draughts):
    """Black begins."""

    players = ("black", "white")
    board_squares = Board(dark_corner=False)
    king_weight = 30

    def prey(self, enemy: Squares, kings: Squares) -> Squares:
        """Give all pieces."""
        return enemy

    def allowed(self, captures: list[Jumps], kings: Squares) -> list[Jumps]:
        """Keep them all."""
        return captures
