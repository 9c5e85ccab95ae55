"""The tree for three players of Russell and Norvig."""

from __future__ import annotations

from typing import Final

from pyengine.errors import InvalidStateError, ParameterError
from pyengine.native.base import NativeGame

LEAVES: Final = {
    2: ((1, 2, 3), (4, 2, 1), (6, 1, 2), (7, 4, -1), (5, -1, -1), (-1, 5, 2), (7, 7, -1), (5, 4, 5)),
    3: ((1, 2, 6), (4, 2, 3), (6, 1, 2), (7, 4, 1), (5, 1, 1), (1, 5, 2), (7, 7, 1), (5, 4, 5)),
}
"""What the leaves are worth to A, B and C, from left to right, by edition."""


class ThreePlayerTree(NativeGame[str, str]):
    """A, B and C go left or right; a position is their moves, as in "lr"."""

    players = ("a", "b", "c")
    initial = ""

    def __init__(self, edition: int = 3) -> None:
        if type(edition) is not int or edition not in LEAVES:
            raise ParameterError(f"edition is 2 or 3, not {edition!r}")
        self.leaves = LEAVES[edition]

    def to_move(self, state: str) -> str:
        """Give the player whose turn it is."""
        return self.players[len(state)]

    def actions(self, state: str) -> list[str]:
        """List the moves, left and right."""
        return [] if self.is_terminal(state) else ["l", "r"]

    def result(self, state: str, move: str) -> str:
        """Give the position after a move."""
        return state + move

    def is_terminal(self, state: str) -> bool:
        """Tell whether all three have moved."""
        return len(state) == len(self.players)

    def utility(self, state: str, player: object) -> int:
        """Give the worth of a leaf for a player."""
        leaf = int(state.replace("l", "0").replace("r", "1"), base=2)
        return self.leaves[leaf][self.players.index(str(player))]

    def text(self, state: str) -> str:
        """Write a position as the rule file does, as in [l,r]."""
        return f"[{','.join(state)}]"

    def parse_state(self, text: str) -> str:
        """Read a position that `text` wrote."""
        moves = "".join(text.split())[1:-1].replace(",", "")
        if self.text(moves) != "".join(text.split()) or len(moves) > len(self.players) or set(moves) - {"l", "r"}:
            raise InvalidStateError(f"a position is a list of up to three moves, l or r, not {text}")
        return moves
