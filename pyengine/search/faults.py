"""What a search says of a game that it cannot search as it was asked to."""

from __future__ import annotations

from typing import Final

from pyengine.errors import SearchError
from pyengine.search.memory import has_memory
from pyengine.terms import Number

NO_VALUE: Final = (
    "where the outcome depends on the moves made, going round a cycle once more changes it, and no position has a "
    "value. Put what matters of the past into the state"
)
WIDEST: Final = 100
"""Characters of a position that a message shows: a memory can be long."""
EXACT_INSTEAD: Final = "solve(game, cycles='retrograde') gives its exact value, and "


def cyclic(game: object, state: object, instead: str = EXACT_INSTEAD) -> str:
    """Say that a position comes back, and what to do about it."""
    told = getattr(game, "text", repr)(state)
    if len(told) > WIDEST:
        told = f"{told[:WIDEST]}…"
    if has_memory(game):
        return f"the game is cyclic and has memory ({told} comes back to its state): {NO_VALUE}, or set a depth limit"
    return f"the game is cyclic: {told} leads back to itself; {instead}a depth limit gives an estimate"


def stuck(game: object, state: object) -> str:
    """Say that a position breaks the contract of a game."""
    return f"{getattr(game, 'text', repr)(state)} is not final, yet it has no move"


def not_opposed(one: tuple[Number, ...], other: tuple[Number, ...]) -> SearchError:
    """Say that a cyclic game can end in two ways between which both players would make the same choice."""
    told = " and ".join("(" + ", ".join(map(str, utilities)) + ")" for utilities in (one, other))
    return SearchError(f"the players are not opposed (the game can end with {told}): cycles cannot be solved for them")


def out_of_range(value: object, least: object, most: object) -> str:
    """Say that a final position has a worth that the game said none has."""
    return f"a final position is worth {value}, but the game says that its values go from {least} to {most}"
