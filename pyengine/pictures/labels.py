"""Positions, moves and values in few words, as they stand in a picture."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from typing import Any, Final

from pyengine.errors import PyengineError
from pyengine.game import offers
from pyengine.language.reading.reader import read_term
from pyengine.pictures.search_tree import Board
from pyengine.quoting import quote_lines
from pyengine.search import Bound
from pyengine.terms import Atom, Compound, List, Number, write_term

LONGEST: Final = 14
"""Characters of a label; what is longer is cut short."""
LONGEST_MOVE: Final = 30
EMPTY: Final = frozenset({"e", "empty", "free", "blank", "none", ".", "_", "-", " ", ""})
"""What rules call a cell with nothing in it."""
SIGNS: Final = {Bound.EXACT: "", Bound.LOWER: "≥", Bound.UPPER: "≤"}


def number_text(value: Number) -> str:
    """Write a number, with typographic minus and infinity signs.

    >>> from fractions import Fraction
    >>> number_text(-3), number_text(math.inf), number_text(0.1 + 0.2), number_text(Fraction(1, 3))
    ('−3', '∞', '0.3', '1/3')
    """
    if isinstance(value, float):
        text = "∞" if value == math.inf else "−∞" if value == -math.inf else f"{value:.3g}"
    else:
        text = str(value)
    return text.replace("-", "−")


def worth_text(worth: Sequence[Number], bound: Bound = Bound.EXACT) -> str:
    """Write the value of a position, or the values for all players.

    >>> worth_text((4,), Bound.LOWER), worth_text((1, -2, 6))
    ('≥4', '(1, −2, 6)')
    """
    if len(worth) == 1:
        return SIGNS[bound] + number_text(worth[0])
    return f"({', '.join(map(number_text, worth))})"


def window_text(window: tuple[Number, Number]) -> str:
    """Write a window.

    >>> window_text((-math.inf, 4))
    '[−∞, 4]'
    """
    return f"[{number_text(window[0])}, {number_text(window[1])}]"


def shortened(text: str, players: Sequence[str], *, memory: bool = False) -> str:
    """Leave out of a position what a picture says otherwise: its functor, and whose turn it is.

    With `memory`, a position is `State-Memory`, and the state says where one is.

    >>> shortened("nim(max,[1,2,2])", ["max", "min"]), shortened("said(3,min)", ["max", "min"])
    ('1 2 2', '3')
    >>> shortened("b", ["max", "min"]), shortened("at(1,2)", ["max", "min"])
    ('b', 'at(1,2)')
    >>> shortened("pile(min,4)-[max-1]", ["max", "min"], memory=True)
    '4'
    """
    try:
        term = read_term(text)
    except (PyengineError, RecursionError):
        return text
    if memory and isinstance(term, Compound) and term.name == "-" and len(term.args) == 2:
        term = term.args[0]
        text = write_term(term)
    if isinstance(term, Compound) and len(term.args) > 1:
        rest = [part for part in term.args if not (isinstance(part, Atom) and part.name in players)]
        if len(rest) == 1 and len(rest) < len(term.args):
            [term] = rest
            text = write_term(term)
    if isinstance(term, List):
        parts = [write_term(part) for part in term]
        return (" " if all(len(part) < 4 for part in parts) else ", ").join(parts) or "[]"
    return text


def ellipsis(text: str, longest: int = LONGEST) -> str:
    """Cut a text short, and put it on one line.

    >>> ellipsis("the quick brown fox", 10), ellipsis("short")
    ('the quick…', 'short')
    """
    text = " ".join(text.split())
    return text if len(text) <= longest else text[: longest - 1] + "…"


def board_of(game: Any, state: Hashable) -> Board | None:
    """Give the cells of a position's board as short texts, None where the game has none."""
    rows = game.board(state) if offers(game, "board") else None
    if not rows:
        return None
    return tuple(tuple(_cell(cell) for cell in row) for row in rows)


def board_label(board: Board) -> str:
    """Write a small board on a line, row by row.

    >>> board_label((("x", "o", ""), ("", "", "")))
    'xo·/···'
    """
    apart = "" if all(len(cell) <= 1 for row in board for cell in row) else " "
    return "/".join(apart.join(cell or "·" for cell in row) for row in board)


def _cell(cell: object) -> str:
    text = quote_lines(cell.name if isinstance(cell, Atom) else "" if cell is None else str(cell))
    return "" if text in EMPTY else ellipsis(text, 3)
