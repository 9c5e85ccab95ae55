"""The games of `rules/` written by hand in Python, to compare the rule files with.

One module a game, named like its rule file; the class takes the file's parameters as keywords.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from inspect import signature
from typing import Any, Final

from pyengine.errors import GameNotFoundError, ParameterError
from pyengine.game import Game

TWINS: Final = {
    "breakthrough": "Breakthrough",
    "chess_ending": "ChessEnding",
    "connect_four": "ConnectFour",
    "dots_and_boxes": "DotsAndBoxes",
    "english_draughts": "EnglishDraughts",
    "even_wins": "EvenWins",
    "hexapawn": "Hexapawn",
    "italian_draughts": "ItalianDraughts",
    "kayles": "Kayles",
    "mu_torere": "MuTorere",
    "nim": "Nim",
    "nim_three_players": "ThreePlayerNim",
    "othello": "Othello",
    "tictactoe": "TicTacToe",
    "tree_aima": "AimaTree",
    "tree_boldi": "BoldiTree",
    "tree_bratko": "BratkoTree",
    "tree_three_players": "ThreePlayerTree",
    "tree_ucla": "UclaTree",
    "visiting_trap": "VisitingTrap",
}
"""The class of each game, by the name of its rule file and module."""


def twin(name: str, /, **parameters: object) -> Game[Any, Any]:
    """Make the native twin of a game that comes with pyengine.

    >>> [str(move) for move in twin("nim", piles=[1, 2]).actions(twin("nim", piles=[1, 2]).initial)]
    ['take(1,1)', 'take(2,1)', 'take(2,2)']
    """
    if not isinstance(name, str) or name not in TWINS:
        raise GameNotFoundError(f"no native twin of {name!r}; there are: {', '.join(sorted(TWINS))}")
    make = getattr(import_module(f"{__name__}.{name}"), TWINS[name])
    try:
        game: Game[Any, Any] = make(**parameters)
    except TypeError as error:
        raise ParameterError(f"the native {name} does not take these parameters: {error}") from None
    game.origin = (name, parameters)  # type: ignore[attr-defined]
    return game


def twin_parameters(name: str) -> tuple[str, ...]:
    """Name the parameters that the twin of a game takes.

    >>> twin_parameters("hexapawn")
    ('width', 'height')
    """
    return tuple(signature(getattr(import_module(f"{__name__}.{name}"), TWINS[name])).parameters)


def origin_of(game: object) -> tuple[str, Mapping[str, object]] | None:
    """Give the name and the parameters of which `twin` made a game; None where it did not."""
    origin: tuple[str, Mapping[str, object]] | None = getattr(game, "origin", None)
    return origin
