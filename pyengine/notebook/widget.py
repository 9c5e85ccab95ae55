"""A board in a notebook, to click and analyse: what is done on it in Python. `widget.js` is what is seen of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pyengine.boards.changes import changes
from pyengine.boards.drawing import svg
from pyengine.boards.picture import picture_of
from pyengine.errors import BoardError, LibraryMissingError, ParameterError, PyengineError
from pyengine.game import is_number
from pyengine.notebook.bundles import show_position
from pyengine.notebook.move_values import value_moves
from pyengine.position import Position
from pyengine.position import position as position_in
from pyengine.quoting import quote_line, quote_lines, show_value
from pyengine.terms import Number
from pyengine.winners import tell_end

if TYPE_CHECKING:
    from pyengine.notebook.board_widget import BoardWidget

FOLDER: Final = Path(__file__).parent
WIDTH: Final = 320.0
LONGEST: Final = 60.0
"""Seconds that a reply or an analysis may take: a notebook waits for it."""


def widget(position: Any, *, seconds: float = 1.0, analyse: bool = False) -> BoardWidget:
    """Make a board to click, for a notebook: of a position, or of a game from its start.

    A move is made by clicking what it changes, or in the list of moves. The engine replies, and tells what each move is
    worth, within `seconds`; `analyse` lets it tell from the beginning. `position` of the widget is what is on the
    board, and may be set. Needs anywidget, of the extra `notebook`.
    """
    start = position if isinstance(position, Position) else position_in(position)
    if not is_number(seconds) or not 0 < seconds <= LONGEST:
        raise ParameterError(f"seconds is a number above 0, and at most {LONGEST:g}, not {show_value(seconds)}")
    try:
        from pyengine.notebook.board_widget import BoardWidget
    except ImportError:
        raise LibraryMissingError(
            "a board to click needs anywidget: pip install 'pyengine-logic[notebook]', or pip install anywidget"
        ) from None
    return BoardWidget(position=start, seconds=float(seconds), analysing=bool(analyse))


def picture(position: Position) -> str:
    """Draw what is on the board, with what the last move changed."""
    previous = None if position.before is None else position.before.state
    try:
        return svg(position.game, position.state, previous=previous, width=WIDTH)
    except BoardError:
        return ""


def described_moves(position: Position, seconds: float | None) -> list[dict[str, Any]]:
    """Tell of each move its text, the cells that it changes, and within a time what it is worth."""
    values = {} if seconds is None else {str(found.move): found for found in value_moves(position, seconds)}
    try:
        before = picture_of(position.game, position.state)
    except PyengineError:
        before = None
    told = []
    for move in position.moves:
        cells: tuple[str, ...] = ()
        ends: tuple[str | None, str | None] = (None, None)
        if before is not None:
            cells, ends = changes(before, picture_of(position.game, position.play(move).state))
        found = values.get(str(move))
        value = "" if found is None or found.value is None else f"{'' if found.exact else '≈'}{_short(found.value)}"
        told.append(
            {
                "move": str(move),
                "shown": quote_line(move),
                "cells": list(cells),
                "ends": list(ends),
                "value": value,
                "best": found is not None and found.best,
            }
        )
    return told


def _short(value: Number) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def turn_text(position: Position) -> str:
    """Say whose turn it is, or how the game has ended."""
    if position.utilities is None:
        return quote_line(f"{position.mover} to move")
    return quote_line(tell_end(position.game, position.utilities, [str(player) for player in position.players]))


def act(position: Position, asked: object, seconds: float) -> Position:
    """Give the position after what was asked for on the board; what cannot be asked for changes nothing."""
    match asked:
        case {"action": "play", "move": move}:
            return position.play(move)
        case {"action": "undo"} if position.before is not None:
            return position.before
        case {"action": "restart"}:
            return position.history[0]
        case {"action": "reply"} if not position.is_over:
            return position.play(position.best(seconds=seconds))
    return position


def fallback(position: Position) -> dict[str, str]:
    """Give what is shown where there are no widgets."""
    return show_position(position)


def told(error: PyengineError) -> str:
    """Say what went wrong, in a line or some."""
    return quote_lines(str(error))
