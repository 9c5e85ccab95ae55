"""Positions that come back: interfaces call the third time a draw, whatever the rules of a game say.

A search does not know how a game got to its position. So a move that would bring one on the board for the third time is
left out, unless all other moves are worse than a draw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Any, Final

from pyengine.game import Expansion
from pyengine.repetition import repetition_key
from pyengine.texts import AnyGame
from pyengine.winners import draw_value

DRAWN_AT: Final = 3


class Repetitions:
    """How often each position was on the board."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._key = repetition_key(game)
        self._keys: dict[Any, Hashable] = {}

    def drawing(self, expansion: Expansion[Any, Any], states: Sequence[Any]) -> tuple[Any, ...]:
        """List the moves after which a position is there for the third time; `states` are all that there were."""
        if len(states) < 2 * DRAWN_AT - 1 or draw_value(self._game) is None:
            return ()
        self._keys = {state: self._keys[state] if state in self._keys else self._key(state) for state in states}
        times = Counter(self._keys[state] for state in states)
        if max(times.values()) < DRAWN_AT - 1:
            return ()
        pairs = zip(expansion.moves, expansion.children, strict=True)
        return tuple(move for move, child in pairs if times[self._key(child)] >= DRAWN_AT - 1)
