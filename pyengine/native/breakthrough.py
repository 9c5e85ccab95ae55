"""Breakthrough: go ahead, straight or diagonally, and capture diagonally only."""

from __future__ import annotations

from pyengine.errors import ParameterError
from pyengine.native.pawns import PawnGame, Position


class Breakthrough(PawnGame):
    """Who reaches the last row wins, and so does who captures everything; `ranks` rows of pieces a side."""

    def __init__(self, width: int = 8, height: int = 8, ranks: int = 2) -> None:
        super().__init__(width, height, ranks)
        if width == 1:
            raise ParameterError("width is at least 2, not 1: on one column all would be stuck")

    def _targets(self, state: Position) -> list[tuple[tuple[int, int], int]]:
        straight, left, right = self._ways[state.player]
        theirs, free = state.theirs, self.squares & ~(state.mine | state.theirs)
        return [(left, theirs), (right, theirs), (straight, free), (left, free), (right, free)]

    def _is_lost(self, state: Position) -> bool:
        return not state.mine or bool(state.theirs & self._arrived[state.player])

    def is_terminal(self, state: Position) -> bool:
        """Tell whether the game is over; the piece farthest back can always move."""
        return self._is_lost(state)

    def staticval(self, state: Position) -> float:
        """Compare the strengths of the sides; a piece counts the rows of the board and those that it has passed."""
        if self.is_terminal(state):
            return self.value(state)
        white, black = state.sides
        up = sum(self.height + square // self.width for square in _bits(white))
        down = sum(2 * self.height - 1 - square // self.width for square in _bits(black))
        return (up - down) / (up + down)


def _bits(squares: int) -> list[int]:
    return [square for square in range(squares.bit_length()) if squares >> square & 1]
