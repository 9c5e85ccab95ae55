"""Moves and players as people write them: text and numbers, which are equal to what the game has for them."""

from __future__ import annotations

from typing import Any, Self

from pyengine.game_identity import is_same
from pyengine.terms import Atom, String, is_term

PlainPlayer = str | int | float | Any
"""A player as people write it: an atom as its name, a number as it is."""


class Move(str):
    """A legal move as its text, in the game's own notation; `action` is the move as the game has it.

    It is equal to its text, and to the move of the game; as a key of a dictionary it is its text.

    >>> move = Move("5", 5)
    >>> move == "5", move == 5, move == 5.0
    (True, True, False)
    """

    __slots__ = ("action",)
    action: Any

    def __new__(cls, text: str, action: Any) -> Self:
        """Make a move of its text and what the game has for it."""
        made = super().__new__(cls, text)
        made.action = action
        return made

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            return str.__eq__(self, other)
        return is_same(self.action, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = str.__hash__

    def __reduce__(self) -> tuple[Any, ...]:
        return Move, (str(self), self.action)


def plain_player(player: Any) -> PlainPlayer:
    """Give a player as people write it."""
    if isinstance(player, Atom):
        return player.name
    if isinstance(player, String):
        return player.text
    return str(player) if is_term(player) and not isinstance(player, int | float) else player
