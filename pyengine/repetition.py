"""What comes back where a position is repeated: the position, or what the rules say in its place.

Chess counts moves without progress in its positions: one that comes back has another count, and is the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyengine.game import Game, offers


def repetition_key(game: Game[Any, Any]) -> Callable[[Any], Any]:
    """Give the function that tells positions apart for who counts how often one has been on the board.

    >>> from pyengine.native import twin
    >>> repetition_key(twin("nim"))((1, 2))
    (1, 2)
    """
    return game.repetition if offers(game, "repetition") else _itself  # type: ignore[attr-defined]


def _itself(state: Any) -> Any:
    return state
