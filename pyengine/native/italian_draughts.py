"""Italian draughts (dama): men may not capture kings, and the greatest capture must be made."""

from __future__ import annotations

from pyengine.native.draughts import Jumps
from pyengine.native.draughts_board import Board, Squares
from pyengine.native.draughts_notation import Draughts


class ItalianDraughts(Draughts):
    """The rules of the Italian federation; White begins."""

    players = ("white", "black")
    board_squares = Board(dark_corner=True)
    king_weight = 50

    def prey(self, enemy: Squares, kings: Squares) -> Squares:
        """Give the men: a man may not capture a king."""
        return enemy & ~kings

    def allowed(self, captures: list[Jumps], kings: Squares) -> list[Jumps]:
        """Keep those that take most, with a king, the most kings, and kings first."""
        if len(captures) == 1:
            return captures
        ranks = [_rank(jumps, kings) for jumps in captures]
        highest = max(ranks)
        return [jumps for jumps, rank in zip(captures, ranks, strict=True) if rank == highest]


def _rank(jumps: Jumps, kings: Squares) -> tuple[int, bool, int, tuple[bool, ...]]:
    met = tuple(bool(taken & kings) for taken in jumps.taken)
    return len(met), jumps.is_king, sum(met), met
