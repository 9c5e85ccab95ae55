"""Who has won: the one place that decides it, for whoever plays, counts, compares or draws games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pyengine.game import Game, offers
from pyengine.terms import Number

Winners = tuple[int, ...] | None
"""The players who have won, by their places; none of them in a draw. None where nobody says what a win is."""


def winners(game: Game[Any, Any], utilities: Sequence[Number], draw: Number | None = None) -> Winners:
    """Tell who has won a game that ended with these utilities; `draw` is what a draw is worth, if not what rules say.

    Where a final position has one value, the first player wins with more than a draw is worth, the other with less.
    Where each player gets something, who gets the most has won, unless all get the same; if the rules say what a draw
    is worth, all who get more have.

    >>> from pyengine.native import twin
    >>> winners(twin("nim"), (0, 0)), winners(twin("othello"), (0, 0)), winners(twin("tree_aima"), (3, -3))
    ((1,), (), None)
    """
    has_one_value = _has_one_value(game, utilities)
    if draw is None and not (offers(game, "draw_value") or (has_one_value and hasattr(game, "draw_value"))):
        return _leaders(utilities)
    level = draw_value(game) if draw is None else draw
    if level is None:
        return None
    if has_one_value:
        return (0,) if utilities[0] > level else (1,) if utilities[0] < level else ()
    return tuple(place for place, value in enumerate(utilities) if value > level)


def draw_value(game: Game[Any, Any]) -> Number | None:
    """Give what a draw is worth to the first player, None where a game does not tell."""
    value: Number | None = getattr(game, "draw_value", None)
    return value


def points(game: Game[Any, Any], utilities: Sequence[Number], draw: Number | None = None) -> float:
    """Give the points of the first of two: 1 for a win, 0 for a loss, a half for a draw, or where both have won.

    Where nobody says what a win is, more than 0 is one.
    """
    found = winners(game, utilities, draw)
    won = winners(game, utilities, 0) if found is None else found
    return 1.0 if won == (0,) else 0.0 if won == (1,) else 0.5


def tell_end(game: Game[Any, Any], utilities: Sequence[Number], players: Sequence[str]) -> str:
    """Say how a game has ended.

    >>> from pyengine.native import twin
    >>> tell_end(twin("nim"), (0, 0), ["max", "min"]), tell_end(twin("othello"), (2, -2), ["black", "white"])
    ('min wins: 0 to max', 'black wins: black 2, white -2')
    """
    won = winners(game, utilities)
    if _has_one_value(game, utilities) and draw_value(game) not in (None, 0):
        scores = f"{utilities[0]} to {players[0]}"
    else:
        scores = ", ".join(f"{player} {value}" for player, value in zip(players, utilities, strict=True))
    return f"{tell_winners(won, players)}: {scores}"


def tell_winners(won: Winners, players: Sequence[str]) -> str:
    """Name who has won.

    >>> tell_winners((1, 2), ["a", "b", "c"]), tell_winners((), ["a", "b"]), tell_winners(None, ["a", "b"])
    ('b and c win', 'a draw', 'the end')
    """
    if won is None:
        return "the end"
    if not won:
        return "a draw"
    return f"{' and '.join(players[place] for place in won)} {'wins' if len(won) == 1 else 'win'}"


def _has_one_value(game: Game[Any, Any], utilities: Sequence[Number]) -> bool:
    """Tell whether one of two players loses what the other wins, so that the value of the first says all."""
    return len(utilities) == 2 and "utilities" not in getattr(game, "offers", ())


def _leaders(utilities: Sequence[Number]) -> Winners:
    if len(utilities) < 2:
        return None
    most = max(utilities)
    leading = tuple(place for place, value in enumerate(utilities) if value == most)
    return () if len(leading) == len(utilities) else leading
