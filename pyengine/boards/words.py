"""A position in words, for those who hear it."""

from __future__ import annotations

from typing import Any, Final

from pyengine.boards.cells import Cell
from pyengine.boards.grids import column_name
from pyengine.boards.looks import Look
from pyengine.boards.picture import Picture, picture_of
from pyengine.game import expand
from pyengine.quoting import quote_line
from pyengine.texts import count_of, position_of

MOST: Final = 100
"""Pieces that are told one by one."""
LONGEST: Final = 2_000


def describe(game: Any, state: Any) -> str:
    """Tell a position in words: what stands where, and who is to move.

    >>> from pyengine.native import twin
    >>> describe(twin("tictactoe"), None)
    'a board of 3 rows and 3 columns; empty; x to move'
    """
    place = position_of(game, state)
    return tell(game, place, picture_of(game, place))


def tell(game: Any, state: Any, picture: Picture) -> str:
    """Do the same with the picture at hand."""
    text = f"{_board(picture)}; {_turn(game, state)}"
    text = quote_line(" ".join(text.split()))
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _turn(game: Any, state: Any) -> str:
    expansion = expand(game, state)
    return "the game is over" if expansion.is_terminal else f"{game.players[expansion.mover]} to move"


def _board(picture: Picture) -> str:
    if picture.rows is None or not picture.is_drawn:
        return picture.words or "a picture"
    kind = picture.layout.kind
    columns = max(map(len, picture.rows), default=0)
    told = [_told(cell, picture) for row in picture.rows for cell in row if cell.text and _is_told(cell, kind)]
    listed = ", ".join(told[:MOST]) or "empty"
    more = f" and {len(told) - MOST:,} more" if len(told) > MOST else ""
    if kind in ("points", "piles", "plain"):
        return f"{listed}{more}"
    return f"a board of {count_of(len(picture.rows), 'row')} and {count_of(columns, 'column')}; {listed}{more}"


def _is_told(cell: Cell, kind: str) -> bool:
    return kind != "dots" or bool(cell.row % 2 or cell.column % 2)


def _told(cell: Cell, picture: Picture) -> str:
    look = picture.looks.get(cell.name, Look("text"))
    what = cell.text if look.piece in ("text", "cross", "ring", "empty") else f"{look.colour} {look.piece}"
    what = what if len(what) <= 40 else f"{what[:39]}…"
    if picture.layout.kind == "dots":
        what = "a line" if cell.row % 2 != cell.column % 2 else f"a box: {what}"
    match picture.layout.kind:
        case "points":
            return f"{what} on {cell.name}"
        case "piles":
            return f"pile {cell.column + 1} of {what}"
        case "checkered":
            rows = len(picture.rows or ())
            return f"{what} on {column_name(cell.column)}{rows - cell.row}"
    return f"{what} in row {cell.row + 1}, column {cell.column + 1}"
