"""The picture of a position as SVG: the board, what the last move changed, marks and coordinates."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from pyengine.boards.changes import changes
from pyengine.boards.forms import Form, Scene, Spot, line, polygon
from pyengine.boards.grids import ROOM, SIDE
from pyengine.boards.images import fit
from pyengine.boards.palette import PREFIX, SHEET, THEMES, Brush, Theme
from pyengine.boards.picture import picture_of
from pyengine.boards.pieces import draw_look
from pyengine.boards.words import tell
from pyengine.errors import BoardError
from pyengine.markup import Element, add, coordinate, element, style, svg_text
from pyengine.quoting import show_value
from pyengine.texts import position_of

FONT: Final = "'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
MARGIN: Final = 4.0

Mark = str | tuple[str, str]
"""A cell to mark, or two cells with an arrow from the first to the second."""


def draw(
    game: Any,
    state: Any = None,
    *,
    previous: Any = None,
    coordinates: bool = False,
    theme: Theme = "auto",
    width: float | None = None,
    marks: Iterable[Mark] = (),
) -> Element:
    """Draw a position as an element of SVG, in which every cell is a group with its name as `data-cell`.

    `previous` is the position before the last move: what has changed since is marked. `coordinates` writes rows,
    columns or the names of points beside. `theme` is `light`, `dark`, or `auto` for that of the reader. `width` fits
    the picture to so many pixels. `marks` are names of cells to mark, and pairs of them for arrows. A game without a
    board gets a card with its text. BoardError where the rules say what cannot be drawn.
    """
    if theme not in THEMES:
        raise BoardError(f"there is no theme {show_value(theme)}; there are: {', '.join(THEMES)}")
    place = position_of(game, state)
    picture = picture_of(game, place)
    scene = picture.scene()
    changed: tuple[str, ...] = ()
    ends: tuple[str | None, str | None] = (None, None)
    if previous is not None:
        changed, ends = changes(picture_of(game, previous), picture)
    drawing = _frame(scene, theme, width, coordinates)
    drawing.set("aria-label", tell(game, place, picture))
    brush = Brush(theme)
    fill_board(drawing, scene, brush, changed, ends)
    _add_marks(drawing, scene, brush, tuple(marks))
    if coordinates:
        drawing.extend(form.element(brush) for form in scene.coordinates)
    return drawing


def svg(
    game: Any,
    state: Any = None,
    *,
    previous: Any = None,
    coordinates: bool = False,
    theme: Theme = "auto",
    width: float | None = None,
    marks: Iterable[Mark] = (),
) -> str:
    """Draw a position as the text of an SVG file; `draw` says what the options mean.

    >>> from pyengine.native import twin
    >>> svg(twin("tictactoe"), theme="light").count("data-cell=")
    9
    """
    options: dict[str, Any] = {"previous": previous, "coordinates": coordinates, "theme": theme, "width": width}
    return svg_text(draw(game, state, marks=marks, **options)) + "\n"


def fill_board(
    parent: Element,
    scene: Scene,
    brush: Brush,
    changed: Iterable[str] = (),
    ends: tuple[str | None, str | None] = (None, None),
    *,
    named: bool = True,
) -> None:
    """Add the elements of a laid-out board; `named` lets each cell have its name."""
    parent.extend(form.element(brush) for form in scene.ground)
    changed = frozenset(changed)
    for spot in scene.spots:
        group = add(parent, "g", **({"data_cell": spot.cell.name} if named and spot.cell.name else {}))
        group.extend(form.element(brush) for form in spot.forms[:1])  # what a cell is lies below its tint
        if spot.cell.name in changed and spot.halo.tag != "line":
            group.append(replace(spot.halo, fill="last", stroke=None, strength=0.45).element(brush))
        group.extend(form.element(brush) for form in spot.forms[1:])
        if spot.cell.name in changed:
            _outline_change(group, spot, brush, ends)
        piece = draw_look(spot.look, spot.x, spot.y, spot.size, brush, spot.letters)
        if piece is not None:
            group.append(piece)
    parent.extend(form.element(brush) for form in scene.above)


def _outline_change(group: Element, spot: Spot, brush: Brush, ends: tuple[str | None, str | None]) -> None:
    """Outline a cell that has changed: dashed where a piece left, in full where it came to or a line was drawn."""
    if spot.cell.name == ends[0]:
        group.append(replace(spot.halo, weight=2, dashes="4 4").element(brush))
    elif spot.cell.name == ends[1] or spot.halo.tag == "line":
        group.append(spot.halo.element(brush))


def _frame(scene: Scene, theme: Theme, width: float | None, coordinates: bool) -> Element:
    room = ROOM if coordinates and scene.coordinates else MARGIN
    wide, high = max(scene.width, SIDE) + 2 * room, max(scene.height, SIDE) + 2 * room  # an empty board is seen too
    drawing = element(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"{coordinate(-room)} {coordinate(-room)} {coordinate(wide)} {coordinate(high)}",
        width=coordinate(wide),
        height=coordinate(high),
        role="img",
        class_=f"{PREFIX} {PREFIX}-auto" if theme == "auto" else PREFIX,
        font_family=FONT,
    )
    fit(drawing, width)
    if theme == "auto":
        drawing.append(style(SHEET))
    return drawing


def _add_marks(drawing: Element, scene: Scene, brush: Brush, marks: tuple[Mark, ...]) -> None:
    spots = {spot.cell.name: spot for spot in scene.spots}
    for mark in marks:
        names = (mark,) if isinstance(mark, str) else tuple(mark)
        unknown = [name for name in names if name not in spots]
        if unknown or not 1 <= len(names) <= 2:
            raise BoardError(f"there is no cell {show_value(unknown[0] if unknown else mark)} to mark on this board")
        forms = (spots[names[0]].halo,) if len(names) == 1 else _arrow(spots[names[0]], spots[names[1]])
        group = add(drawing, "g", pointer_events="none")
        group.extend(form.element(brush) for form in forms)


def _arrow(origin: Spot, target: Spot) -> tuple[Form, ...]:
    x1, y1, x2, y2 = origin.x, origin.y, target.x, target.y
    length = math.hypot(x2 - x1, y2 - y1)
    if length < 1:
        return (target.halo,)
    dx, dy = (x2 - x1) / length, (y2 - y1) / length
    bx, by = x2 - 14 * dx, y2 - 14 * dy
    head = ((x2, y2), (bx - 7 * dy, by + 7 * dx), (bx + 7 * dy, by - 7 * dx))
    return (
        line(x1, y1, bx, by, stroke="mark", weight=5, strength=0.8),
        polygon(head, fill="mark", strength=0.9),
    )
