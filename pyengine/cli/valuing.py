"""What positions are worth, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pyengine.game import Game
from pyengine.search.expanding import estimates, valuation
from pyengine.terms import Number


def sight_value(game: Game[Any, Any], state: Any) -> Number | None:
    """Give what a position is worth to the first player without a search; None where the game has no estimates.

    What is over is worth its utility, whether there are estimates or not.
    """
    if estimates(game):
        return valuation(game)(state)
    return game.utility(state, game.players[0]) if game.is_terminal(state) else None


def worth(game: Game[Any, Any], values: Sequence[Number]) -> str:
    """Tell what something is worth to each player.

    >>> from pyengine.native import twin
    >>> worth(twin("nim"), (1, -1))
    '1 to max, -1 to min'
    """
    return ", ".join(f"{value} to {player}" for player, value in zip(game.players, values, strict=True))
