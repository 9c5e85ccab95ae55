"""Moves and positions of any game as text: as the game writes and reads them, else as Python does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pyengine.errors import IllegalMoveError, InvalidStateError
from pyengine.game import Game, expand, offers
from pyengine.terms import Atom, String

AnyGame = Game[Any, Any]


def move_text(game: AnyGame, move: Any, state: Any) -> str:
    """Write a move of a position.

    >>> from pyengine.native import twin
    >>> nim = twin("nim")
    >>> move_text(nim, nim.actions(nim.initial)[0], nim.initial)
    'take(1,1)'
    """
    write = getattr(game, "move_text", None)
    return str(write(move, state) if write else move)


def state_text(game: AnyGame, state: Any) -> str:
    """Write a position on a line."""
    write = getattr(game, "text", None)
    return str(write(state) if write else state)


def line_texts(game: AnyGame, state: Any, line: Sequence[Any]) -> tuple[str, ...]:
    """Write the moves of a line that starts in a position."""
    texts = []
    for move in line:
        texts.append(move_text(game, move, state))
        state = game.result(state, move)
    return tuple(texts)


def parse_move(game: AnyGame, text: str, state: Any) -> Any:
    """Read a legal move; IllegalMoveError, with the legal moves, where the text fits none or several."""
    read = getattr(game, "parse_move", None)
    if read is not None:
        return read(text, state)
    moves = expand(game, state).moves
    fitting = [move for move in moves if move_text(game, move, state) == text.strip()]
    if len(set(fitting)) == 1:
        return fitting[0]
    listed = ", ".join(move_text(game, move, state) for move in moves) or "none, the game is over"
    raise IllegalMoveError(f"{text} is not a legal move\n  in the position {state_text(game, state)}\nlegal: {listed}")


def parse_state(game: AnyGame, text: str) -> Any:
    """Read a position; InvalidStateError where the game does not read any."""
    read = getattr(game, "parse_state", None)
    if read is None:
        raise InvalidStateError("this game does not read positions (it has no parse_state)")
    return read(text)


def drawing(game: AnyGame, state: Any) -> str:
    """Show a position to people: by the game's own `show`, as the rows of its board, or as text."""
    if getattr(game, "show", None) is not None:
        return str(game.show(state))  # type: ignore[attr-defined]
    cells = board_cells(game, state)
    if cells is None:
        return state_text(game, state)
    width = max((len(cell) for row in cells for cell in row), default=0)
    return "\n".join(" ".join(cell.ljust(width) for cell in row).rstrip() for row in cells)


def board_cells(game: AnyGame, state: Any) -> list[list[str]] | None:
    """Give the board of a position as rows of texts, atoms without their quotes; None where there is no board."""
    rows = game.board(state) if offers(game, "board") else None  # type: ignore[attr-defined]
    return None if rows is None else [[_cell_text(cell) for cell in row] for row in rows]


def _cell_text(cell: Any) -> str:
    if isinstance(cell, Atom):
        return cell.name
    return cell.text if isinstance(cell, String) else str(cell)
