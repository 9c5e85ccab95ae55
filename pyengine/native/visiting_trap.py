"""The trap of ignoring positions that are being visited: a house with a garden, a cellar, and stairs between them."""

from __future__ import annotations

from typing import Final

from pyengine.errors import InvalidStateError
from pyengine.native.base import ZeroSumGame

WAYS: Final = {
    "street": {"show(garden)": "garden", "show(cellar)": "cellar"},
    "garden": {"stairs": "cellar", "out": "freedom"},
    "cellar": {"stairs": "garden", "out": "prison"},
    "freedom": {},
    "prison": {},
}
"""Where one gets from each place."""


class VisitingTrap(ZeroSumGame[str, str]):
    """MIN shows MAX into the house; MAX goes up and down, or out to freedom or prison."""

    players = ("max", "min")
    initial = "street"
    infinite = 0

    def to_move(self, state: str) -> str:
        """Give the player whose turn it is."""
        return "min" if state == "street" else "max"

    def actions(self, state: str) -> list[str]:
        """List the ways out of a place."""
        return list(WAYS[state])

    def result(self, state: str, move: str) -> str:
        """Give the place where a way leads."""
        return WAYS[state][move]

    def value(self, state: str) -> int:
        """Give 1 for freedom, -1 for prison."""
        return 1 if state == "freedom" else -1

    def parse_state(self, text: str) -> str:
        """Read the name of a place."""
        if text.strip() not in WAYS:
            raise InvalidStateError(f"{text} is no place; there are: {', '.join(WAYS)}")
        return text.strip()
