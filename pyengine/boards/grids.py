"""Boards of rows and columns laid out: squares, checkered or not, a rack, intersections, hexagons, dots with lines."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

from pyengine.boards.cells import Cell, Rows
from pyengine.boards.forms import Form, Scene, Spot, circle, line, path, polygon, rect, text
from pyengine.boards.layouts import Layout
from pyengine.boards.looks import Look
from pyengine.boards.palette import DARK
from pyengine.markup import coordinate

SIDE: Final = 40.0
"""The side of a cell."""
ROOM: Final = 22.0
"""The room around a board for its coordinates."""
Looks = dict[str, Look]
"""How each cell looks, by name."""


def lay_out_squares(rows: Rows, layout: Layout, looks: Looks) -> Scene:
    """Lay out squares, in one colour or checkered; a cell whose text is longer than a letter makes all wider."""
    wide = SIDE * (1.0 if layout.kind == "checkered" else _widening(looks))
    if layout.colour in DARK:
        looks = {name: replace(look, colour="white") if look.piece == "text" else look for name, look in looks.items()}
    columns = max((len(row) for row in rows), default=0)
    width, height = columns * wide, len(rows) * SIDE
    spots = []
    for cell in (cell for row in rows for cell in row):
        x, y = cell.column * wide, cell.row * SIDE
        weight = 0.0 if layout.kind == "checkered" else 1.2
        colour = _square_colour(cell, layout, len(rows))
        square = rect(x, y, wide, SIDE, fill=colour, stroke=_grid_colour(layout), weight=weight)
        spots.append(_spot(cell, x + wide / 2, y + SIDE / 2, looks, (square,), _square_halo(x, y, wide)))
    frame = rect(0, 0, width, height, stroke="edge" if layout.kind == "checkered" else "line", weight=2)
    whole = all(len(row) == columns for row in rows)
    letters = _letters(columns, wide, len(rows), upwards=layout.kind == "checkered")
    return Scene(width, height, (), tuple(spots), (frame,) if whole and rows else (), letters)


def lay_out_plain(rows: Rows, layout: Layout, looks: Looks) -> Scene:
    """Lay out pieces in rows, with nothing below them."""
    wide = SIDE * _widening(looks)
    spots = []
    for cell in (cell for row in rows for cell in row):
        x, y = cell.column * wide, cell.row * SIDE
        area = rect(x, y, wide, SIDE, catches=True)
        spots.append(_spot(cell, x + wide / 2, y + SIDE / 2, looks, (area,), _square_halo(x, y, wide)))
    columns = max((len(row) for row in rows), default=0)
    return Scene(columns * wide, len(rows) * SIDE, (), tuple(spots))


def lay_out_rack(rows: Rows, layout: Layout, looks: Looks) -> Scene:
    """Lay out a rack that stands upright, with a round hole for each cell."""
    columns = max((len(row) for row in rows), default=0)
    width, height = columns * SIDE + 12, len(rows) * SIDE + 12
    back = rect(0, 0, width, height, round=8, fill="rack", stroke="rim", weight=2)
    spots = []
    for cell in (cell for row in rows for cell in row):
        x, y = 6 + (cell.column + 0.5) * SIDE, 6 + (cell.row + 0.5) * SIDE
        area = rect(x - SIDE / 2, y - SIDE / 2, SIDE, SIDE, catches=True)
        hole = circle(x, y, SIDE * 0.4, fill="paper", stroke="rim", weight=1.5)
        halo = circle(x, y, SIDE * 0.44, stroke="mark", weight=3)
        spots.append(Spot(cell, x, y, SIDE * 1.05, halo, (area, hole), looks[cell.name]))
    numbers = tuple(_written(6 + (c + 0.5) * SIDE, height + 12, str(c + 1)) for c in range(columns))
    return Scene(width, height, (back,), tuple(spots), (), numbers)


def lay_out_intersections(rows: Rows, layout: Layout, looks: Looks) -> Scene:
    """Lay out lines whose crossings are the cells, as Go has them."""
    columns = max((len(row) for row in rows), default=0)
    side = SIDE * 0.9
    width, height = columns * side, len(rows) * side
    half = side / 2
    down = "".join(f"M{_c(half + c * side)} {_c(half)}V{_c(height - half)}" for c in range(columns))
    across = "".join(f"M{_c(half)} {_c(half + r * side)}H{_c(width - half)}" for r in range(len(rows)))
    ground: tuple[Form, ...] = (rect(0, 0, width, height, round=4, fill="wood", stroke="groove", weight=1.5),)
    if rows:
        ground += (path(down + across, stroke="edge", weight=1.2),)
    spots = []
    for cell in (cell for row in rows for cell in row):
        x, y = half + cell.column * side, half + cell.row * side
        area = rect(x - half, y - half, side, side, catches=True)
        halo = circle(x, y, side * 0.46, stroke="mark", weight=3)
        spots.append(Spot(cell, x, y, side * 1.15, halo, (area,), looks[cell.name]))
    return Scene(width, height, ground, tuple(spots), (), _letters(columns, side, len(rows), upwards=True, high=side))


def lay_out_hexagons(rows: Rows, layout: Layout, looks: Looks) -> Scene:
    """Lay out hexagons: rows of one length are each half a cell further right, others have their middles aligned."""
    longest = max((len(row) for row in rows), default=0)
    slanted = len({len(row) for row in rows}) <= 1
    wide, radius = SIDE, SIDE / math.sqrt(3)
    spots = []
    for row in rows:
        start = row[0].row * wide / 2 if slanted and row else (longest - len(row)) * wide / 2
        for cell in row:
            x, y = start + (cell.column + 0.5) * wide, radius * (1 + 1.5 * cell.row)
            form = polygon(_hexagon(x, y, radius), fill="cell", stroke="line", weight=1.2)
            halo = polygon(_hexagon(x, y, radius - 3), stroke="mark", weight=3)
            spots.append(Spot(cell, x, y, SIDE * 0.85, halo, (form,), looks[cell.name]))
    width = longest * wide + (len(rows) - 1) * wide / 2 * slanted
    height = radius * (2 + 1.5 * (len(rows) - 1)) if rows else 0.0
    firsts = [spot for spot in spots if spot.cell.column == 0]
    numbers = tuple(_written(spot.x - wide / 2 - 10, spot.y, str(spot.cell.row + 1)) for spot in firsts)
    tops = [spot for spot in spots if spot.cell.row == 0]
    names = tuple(_written(spot.x, -8, column_name(spot.cell.column)) for spot in tops)
    return Scene(width, height, (), tuple(spots), (), numbers + names)


def lay_out_dots(rows: Rows, layout: Layout, looks: Looks) -> Scene:
    """Lay out dots with lines between them and boxes: rows and columns of dots alternate with those between."""
    gap, size = SIDE * 1.3, 5.0
    pad = SIDE * 0.3
    lines, boxes, dots = [], [], []
    for cell in (cell for row in rows for cell in row):
        x, y = pad + cell.column / 2 * gap, pad + cell.row / 2 * gap
        odd_row, odd_column = cell.row % 2, cell.column % 2
        if odd_row and odd_column:
            boxes.append(_box(cell, x, y, gap, looks))
        elif odd_row or odd_column:
            lines.append(_line_spot(cell, x, y, gap, bool(odd_column)))
        else:
            dots.append(circle(x, y, size, fill="ink"))
    columns = max((len(row) for row in rows), default=0)
    width = 2 * pad + max(0, columns - 1) / 2 * gap
    height = 2 * pad + max(0, len(rows) - 1) / 2 * gap
    return Scene(width, height, (), (*boxes, *lines), tuple(dots))


def _box(cell: Cell, x: float, y: float, gap: float, looks: Looks) -> Spot:
    half = gap / 2
    area = rect(x - half, y - half, gap, gap, catches=True)
    halo = rect(x - half + 6, y - half + 6, gap - 12, gap - 12, round=3, stroke="mark", weight=2.5)
    forms: tuple[Form, ...] = (area,)
    if cell.text:
        forms = (rect(x - half + 4, y - half + 4, gap - 8, gap - 8, round=3, fill="faint"),)
    look = looks[cell.name]
    return Spot(cell, x, y, gap * 0.62, halo, forms, Look("empty") if look.text == "closed" else look)


def _line_spot(cell: Cell, x: float, y: float, gap: float, is_across: bool) -> Spot:
    half, reach = gap / 2, gap / 2 - 7
    ends = (x - half, y, x + half, y) if is_across else (x, y - half, x, y + half)
    area = rect(x - reach, y - 8, 2 * reach, 16, catches=True)
    if not is_across:
        area = rect(x - 8, y - reach, 16, 2 * reach, catches=True)
    drawn = line(*ends, stroke="ink", weight=5) if cell.text else line(*ends, stroke="faint", weight=1.5, dashes="2 5")
    return Spot(cell, x, y, 12, line(*ends, stroke="mark", weight=5), (area, drawn))


def column_name(column: int) -> str:
    """Name a column, counted from 0, by letters.

    >>> column_name(0), column_name(25), column_name(26)
    ('a', 'z', 'aa')
    """
    name = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        name = chr(ord("a") + letter) + name
    return name


def _spot(cell: Cell, x: float, y: float, looks: Looks, forms: tuple[Form, ...], halo: Form) -> Spot:
    longest = _longest(looks)
    letters = round(min(0.55 * SIDE, SIDE * _widening(looks) * 1.4 / max(1, longest)), 1)
    return Spot(cell, x, y, SIDE, halo, forms, looks[cell.name], letters)


def _square_halo(x: float, y: float, wide: float) -> Form:
    return rect(x + 2.5, y + 2.5, wide - 5, SIDE - 5, round=3, stroke="mark", weight=3)


def _square_colour(cell: Cell, layout: Layout, rows: int) -> str:
    if layout.kind == "checkered":  # as in chess, the corner at the lower left is dark
        is_dark = (rows - 1 - cell.row + cell.column) % 2 == (layout.colour == "light")
        return "deep" if is_dark else "pale"
    return {"": "cell", "green": "felt", "brown": "wood"}.get(layout.colour, layout.colour)


def _grid_colour(layout: Layout) -> str:
    return "line" if not layout.colour else "edge"


def _widening(looks: Looks) -> float:
    """Tell how much wider than high cells are, for the texts in them to be read."""
    longest = _longest(looks)
    return 1.0 if longest <= 3 else min(1.0 + 0.22 * (longest - 3), 2.4)


def _longest(looks: Looks) -> int:
    return max((len(look.words) for look in looks.values() if look.piece == "text"), default=0)


def _letters(columns: int, wide: float, rows: int, *, upwards: bool = False, high: float = SIDE) -> tuple[Form, ...]:
    """Write the coordinates: letters for the columns, and numbers for the rows, from below where rows go upwards."""
    across = rows * high + 12 if upwards else -10
    names = tuple(_written((c + 0.5) * wide, across, column_name(c)) for c in range(columns))
    return names + tuple(_written(-11, (r + 0.5) * high, str(rows - r if upwards else r + 1)) for r in range(rows))


def _written(x: float, y: float, words: str) -> Form:
    return text(x, y, words, 13, fill="soft")


def _hexagon(x: float, y: float, radius: float) -> tuple[tuple[float, float], ...]:
    turns = (math.pi / 6 + math.pi / 3 * corner for corner in range(6))
    return tuple((x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns)


def _c(number: float) -> str:
    return coordinate(number)
