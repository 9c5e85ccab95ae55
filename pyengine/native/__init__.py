"""The games of `rules/` written by hand in Python, to compare the rule files with.

The class of a game takes the parameters of the rule file as keywords.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from inspect import signature
from typing import Any, Final

from pyengine.errors import GameNotFoundError, ParameterError
from pyengine.game import Game
from pyengine.quoting import show_value

TWINS: Final = {
    "breakthrough": "pawns.Breakthrough",
    "chess": "chess.Chess",
    "chess_ending": "chess_ending.ChessEnding",
    "connect_four": "connect_four.ConnectFour",
    "dots_and_boxes": "dots_and_boxes.DotsAndBoxes",
    "english_draughts": "draughts.EnglishDraughts",
    "even_wins": "even_wins.EvenWins",
    "hexapawn": "pawns.Hexapawn",
    "italian_draughts": "draughts.ItalianDraughts",
    "kayles": "kayles.Kayles",
    "mu_torere": "mu_torere.MuTorere",
    "nim": "nim.Nim",
    "nim_three_players": "nim.ThreePlayerNim",
    "othello": "othello.Othello",
    "tictactoe": "tictactoe.TicTacToe",
    "tree_aima": "textbook_trees.AimaTree",
    "tree_boldi": "textbook_trees.BoldiTree",
    "tree_bratko": "textbook_trees.BratkoTree",
    "tree_three_players": "textbook_trees.ThreePlayerTree",
    "tree_ucla": "textbook_trees.UclaTree",
    "visiting_trap": "textbook_trees.VisitingTrap",
}
"""The class of each game, with its module, by the name of its rule file."""


def twin(name: str, /, **parameters: object) -> Game[Any, Any]:
    """Make the native twin of a game that comes with pyengine.

    >>> [str(move) for move in twin("nim", piles=[1, 2]).actions(twin("nim", piles=[1, 2]).initial)]
    ['take(1,1)', 'take(2,1)', 'take(2,2)']
    """
    if not isinstance(name, str) or name not in TWINS:
        raise GameNotFoundError(f"no native twin of {show_value(name)}; there are: {', '.join(sorted(TWINS))}")
    try:
        game: Game[Any, Any] = _class(name)(**parameters)
    except TypeError as error:
        raise ParameterError(f"the native {name} does not take these parameters: {error}") from None
    game.origin = (name, parameters)  # type: ignore[attr-defined]
    return game


def twin_parameters(name: str) -> tuple[str, ...]:
    """Name the parameters that the twin of a game takes.

    >>> twin_parameters("hexapawn")
    ('width', 'height')
    """
    return tuple(signature(_class(name)).parameters)


def _class(name: str) -> Any:
    module, _, made = TWINS[name].partition(".")
    return getattr(import_module(f"{__name__}.{module}"), made)


def origin_of(game: object) -> tuple[str, Mapping[str, object]] | None:
    """Give the name and the parameters of which `twin` made a game; None where it did not."""
    origin: tuple[str, Mapping[str, object]] | None = getattr(game, "origin", None)
    return origin
