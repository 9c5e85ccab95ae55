"""What is drawn of a position: its board with its layout and looks, shapes of its own, or a card of text."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Final

from pyengine.boards.card import lay_out_card
from pyengine.boards.cells import Rows, rows_of
from pyengine.boards.forms import Scene
from pyengine.boards.grids import (
    lay_out_dots,
    lay_out_hexagons,
    lay_out_intersections,
    lay_out_plain,
    lay_out_rack,
    lay_out_squares,
)
from pyengine.boards.heaps import lay_out_piles, lay_out_pits
from pyengine.boards.layouts import SQUARES, Layout, read_layout
from pyengine.boards.looks import Look, default_look, read_look
from pyengine.boards.points import lay_out_points
from pyengine.boards.shapes import Shape, by_cell, lay_out_shapes, read_shapes, words_of
from pyengine.errors import BoardError, TermSyntaxError
from pyengine.game import offers
from pyengine.terms import Term, is_term, to_term
from pyengine.texts import drawing, position_of

MOST_CELLS: Final = 4096
"""Cells of a board that is drawn; a larger one is a card that says how large it is."""

_SCENES: Final[dict[str, Callable[[Rows, Layout, dict[str, Look]], Scene]]] = {
    "squares": lay_out_squares,
    "checkered": lay_out_squares,
    "plain": lay_out_plain,
    "rack": lay_out_rack,
    "intersections": lay_out_intersections,
    "hexagons": lay_out_hexagons,
    "dots": lay_out_dots,
    "pits": lay_out_pits,
    "piles": lay_out_piles,
    "points": lay_out_points,
}


@dataclass(frozen=True, slots=True)
class Picture:
    """What is drawn of one position: shapes, else rows of cells with their looks by name, else words on a card."""

    rows: Rows | None
    layout: Layout
    looks: dict[str, Look]
    shapes: tuple[Shape, ...] | None
    words: str

    @property
    def is_board(self) -> bool:
        """Whether it is more than a card."""
        return self.shapes is not None or self.is_drawn

    @property
    def is_drawn(self) -> bool:
        """Whether the cells are drawn: there are some, and not too many."""
        return self.rows is not None and 0 < self.size <= MOST_CELLS

    @property
    def size(self) -> int:
        """The number of cells."""
        return sum(map(len, self.rows or ()))

    def contents(self) -> dict[str, Hashable]:
        """Give what each cell holds, by name, to compare it."""
        if self.rows is not None:
            return {cell.name: cell.text for row in self.rows for cell in row}
        return dict(by_cell(self.shapes or ()))

    def scene(self) -> Scene:
        """Lay it out."""
        if self.shapes is not None:
            return lay_out_shapes(self.shapes)
        if self.rows is None or not self.is_drawn:
            return lay_out_card(self.words)
        return _SCENES[self.layout.kind](self.rows, self.layout, self.looks)


def picture_of(game: Any, given: Any) -> Picture:
    """Ask a game for all that is drawn of a position; BoardError where what it says cannot be drawn."""
    state = position_of(game, given)
    layout = layout_of(game)
    rows = named_rows(game, state, layout)
    shapes = said(game, "shapes", state)
    words = ""
    if rows is not None and sum(map(len, rows)) > MOST_CELLS:
        words = f"a board of {len(rows):,} rows and {max(map(len, rows)):,} columns,\ntoo large to be drawn"
        return Picture(rows, layout, {}, None, words)
    if shapes is None and not any(rows or ()):
        words = (drawing(game, state) if rows is None else "") or "empty"
    return Picture(
        rows,
        layout,
        {} if rows is None else looks_of(game, rows, layout),
        None if shapes is None else read_shapes(shapes),
        words,
    )


def cells(game: Any, state: Any) -> dict[str, str]:
    """Give what stands in each cell of a position, by the names that its picture has; none where there is no board.

    >>> from pyengine.native import twin
    >>> cells(twin("tictactoe"), None)["r1c1"]
    ''
    """
    picture = picture_of(game, state)
    if picture.rows is not None:
        return {cell.name: cell.text for row in picture.rows for cell in row}
    return {name: words_of(parts) for name, parts in by_cell(picture.shapes or ()).items()}


def layout_of(game: Any) -> Layout:
    """Give the layout of a game's boards: squares, where it does not say."""
    given = said(game, "layout")
    return SQUARES if given is None else read_layout(given)


def named_rows(game: Any, state: Any, layout: Layout) -> Rows | None:
    """Give the rows of cells, named as points where the layout has points."""
    rows = rows_of(game, state)
    if rows is None or layout.kind != "points":
        return rows
    places = [(cell.row, cell.column) for row in rows for cell in row]
    if len(places) != len(layout.points):
        raise BoardError(f"the layout has {len(layout.points)} points, and the board {len(places)} cells")
    return rows_of(game, state, {place: point.name for place, point in zip(places, layout.points, strict=True)})


def looks_of(game: Any, rows: Rows, layout: Layout) -> dict[str, Look]:
    """Give how each cell looks, by its name; what is alike is asked once."""
    players = [str(player) for player in getattr(game, "players", ())]
    says = offers(game, "look")
    known: dict[tuple[str, str], Look] = {}
    found = {}
    for cell in (cell for row in rows for cell in row):
        key = (type(cell.content).__name__, str(cell.content) if says else cell.text)
        if key not in known:
            given = said(game, "look", cell.content) if says else None
            known[key] = default_look(cell.text, layout.kind, players) if given is None else read_look(given)
        found[cell.name] = known[key]
    return found


def said(game: Any, name: str, *given: Any) -> Term | None:
    """Ask a game what its rules may say of pictures; a native game may say it as text that reads as a term."""
    if not offers(game, name):
        return None
    value = getattr(game, name)
    value = value(*given) if callable(value) else value
    if value is None or (is_term(value) and not isinstance(value, str)):
        return value
    if isinstance(value, str):
        from pyengine.language.reading.reader import read_term

        try:
            return read_term(value)
        except TermSyntaxError as error:
            raise BoardError(f"{name} gives a text that cannot be read as a term: {error}") from None
    return to_term(value)
