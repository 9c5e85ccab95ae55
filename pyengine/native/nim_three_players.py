"""Nim for three players: the last to take is first, who would be next is last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pyengine.native.base import NativeGame
from pyengine.native.nim import Position, Take, left_after, sorted_piles

NEXT: Final = {"ann": "bob", "bob": "cid", "cid": "ann"}


class ThreePlayerNim(NativeGame[Position, Take]):
    """Two points for who takes the last disk, one for the player after the next, none for the next."""

    players = ("ann", "bob", "cid")

    def __init__(self, piles: Sequence[int] = (1, 2, 3)) -> None:
        self.initial = Position("ann", sorted_piles(piles))

    def actions(self, state: Position) -> list[Take]:
        """List the moves; piles of the same size are alike, and each size is offered once."""
        return [Take(size, taken) for size in sorted(set(state.piles)) for taken in range(1, size + 1)]

    def result(self, state: Position, move: Take) -> Position:
        """Give the position after a move."""
        return Position(NEXT[state.player], left_after(state.piles, move))

    def is_terminal(self, state: Position) -> bool:
        """Tell whether all disks are taken."""
        return not state.piles

    def utility(self, state: Position, player: object) -> int:
        """Give the points of a player: how many turns it would still have to wait."""
        return (self.players.index(str(player)) - self.players.index(state.player)) % len(self.players)

    def show(self, state: Position) -> str:
        """Tell a position to people."""
        return f"{state.player} to take from {' '.join(map(str, state.piles))}"
