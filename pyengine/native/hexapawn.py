"""Hexapawn: pawns that go straight ahead and capture diagonally."""

from __future__ import annotations

from pyengine.native.pawns import PawnGame, Position


class Hexapawn(PawnGame):
    """Who reaches the last row wins, and so does who leaves the other without a move."""

    def __init__(self, width: int = 3, height: int = 3) -> None:
        super().__init__(width, height, 1)

    def _targets(self, state: Position) -> list[tuple[tuple[int, int], int]]:
        straight, left, right = self._ways[state.player]
        free = self.squares & ~(state.mine | state.theirs)
        return [(left, state.theirs), (right, state.theirs), (straight, free)]

    def _is_lost(self, state: Position) -> bool:
        return bool(state.theirs & self._arrived[state.player])
