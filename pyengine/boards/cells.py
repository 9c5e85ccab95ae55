"""The cells of a position's board: what the game gives, with a name for each that stays the same in all positions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from pyengine.game import offers
from pyengine.terms import Atom, String, is_term, write_term

EMPTY: Final = frozenset({"e", "empty", "free", "blank", "none", ".", "_", "-", " ", ""})
"""What rules call a cell with nothing in it."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: its name, what the game has there, and that as text, which is empty where nothing is there."""

    name: str
    content: Any
    text: str
    row: int
    column: int


Rows = tuple[tuple[Cell, ...], ...]


def cell_name(row: int, column: int) -> str:
    """Name a cell by its row and column, which are counted from 0 here and from 1 in the name.

    >>> cell_name(2, 3)
    'r3c4'
    """
    return f"r{row + 1}c{column + 1}"


def cell_text(content: Any) -> str:
    """Write what a cell holds; nothing for what rules call empty.

    >>> cell_text(Atom("x")), cell_text(Atom("empty")), cell_text(None), cell_text(12)
    ('x', '', '', '12')
    """
    if content is None:
        return ""
    if isinstance(content, Atom):
        text = content.name
    elif isinstance(content, String):
        text = content.text
    elif is_term(content):
        text = write_term(content)
    else:
        text = str(content)
    return "" if text in EMPTY else text


def rows_of(game: Any, state: Any, names: Mapping[tuple[int, int], str] = MappingProxyType({})) -> Rows | None:
    """Give the cells of a position, row by row, and None where the game has no board; `names` are of rules."""
    given = game.board(state) if offers(game, "board") else None
    if given is None:
        return None
    return tuple(
        tuple(
            Cell(names.get((r, c)) or cell_name(r, c), content, cell_text(content), r, c)
            for c, content in enumerate(row)
        )
        for r, row in enumerate(given)
    )
