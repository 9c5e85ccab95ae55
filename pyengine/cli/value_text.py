"""The values of positions as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pyengine.errors import RuleRuntimeError
from pyengine.game import Game, estimates
from pyengine.search.expansion import valuation
from pyengine.terms import Number


def sight_value(game: Game[Any, Any], state: Any) -> Number | None:
    """Give what a position is worth to the first player without a search; None where the game has no estimate of it.

    What is over is worth its utility, whether there are estimates or not.
    """
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    if not estimates(game) or _is_unknown(game, state):
        return None
    try:
        return valuation(game)(state)
    except RuleRuntimeError as error:
        if not error.reason.endswith("has no solution"):
            raise
        return None  # the rules estimate only where their search is cut off


def _is_unknown(game: Any, state: Any) -> bool:
    """Tell whether a search would count a position as 0 because a textbook file says nothing about it."""
    from pyengine.language.contract import vocabulary_of

    if not hasattr(game, "program") or vocabulary_of(game.program) == "contract":
        return False
    return not game.query(f"staticval(({game.term_text(state)}), _)", 1)


def worth(game: Game[Any, Any], values: Sequence[Number]) -> str:
    """Tell what something is worth to each player.

    >>> from pyengine.native import twin
    >>> worth(twin("nim"), (1, -1))
    '1 to max, -1 to min'
    """
    return ", ".join(f"{number_text(value)} to {player}" for player, value in zip(game.players, values, strict=True))


def number_text(value: Number) -> str:
    """Write a value for people: of a float six digits are enough.

    >>> number_text(0.07142857142857142), number_text(10**20), number_text(2.0)
    ('0.0714286', '100000000000000000000', '2.0')
    """
    if not isinstance(value, float):
        return str(value)
    short = f"{value:.6g}"
    return short if float(short) != value else str(value)
