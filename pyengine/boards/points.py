"""A board of points and the lines between them laid out, as Mu torere and mills have it."""

from __future__ import annotations

import math
from typing import Final

from pyengine.boards.cells import Rows
from pyengine.boards.forms import Form, Scene, Spot, circle, line, rect, text
from pyengine.boards.layouts import Layout
from pyengine.boards.looks import Look

NEAREST: Final = 56.0
"""How far the two nearest points are apart."""
LARGEST: Final = 900.0
"""The longer side of a board."""
PAD: Final = 38.0


def lay_out_points(rows: Rows, layout: Layout, looks: dict[str, Look]) -> Scene:
    """Lay out points where the rules say, so that the two nearest have room for a piece each.

    The cells of the board, row by row, are those of the points in their order; what has no point is not drawn.
    """
    points = layout.points
    if not points:
        return Scene(2 * PAD, 2 * PAD, (), ())
    left, top = min(point.x for point in points), min(point.y for point in points)
    extent = max(max(point.x for point in points) - left, max(point.y for point in points) - top)
    unit = _unit(layout, extent)
    places = {point.name: (PAD + (point.x - left) * unit, PAD + (point.y - top) * unit) for point in points}
    width = PAD + max(x for x, _ in places.values())
    height = PAD + max(y for _, y in places.values())
    ground: list[Form] = [rect(0, 0, width, height, round=12, fill="wood", stroke="groove", weight=2)]
    ground += [line(*places[a], *places[b], stroke="groove", weight=3) for a, b in layout.lines]
    spots = []
    names = []
    for cell in (cell for row in rows for cell in row):
        if cell.name not in places:
            continue
        x, y = places[cell.name]
        hole = circle(x, y, 17, fill="wood", stroke="groove", weight=2)
        if cell.text:
            hole = circle(x, y, 17, catches=True)
        halo = circle(x, y, 20, stroke="mark", weight=3)
        spots.append(Spot(cell, x, y, 46, halo, (hole,), looks[cell.name]))
        names.append(_name(cell.name, x, y, width / 2, height / 2))
    return Scene(width, height, tuple(ground), tuple(spots), (), tuple(names))


def _name(name: str, x: float, y: float, middle_x: float, middle_y: float) -> Form:
    """Write the name of a point beside it, away from the middle of the board."""
    away = math.dist((x, y), (middle_x, middle_y))
    dx, dy = ((x - middle_x) / away, (y - middle_y) / away) if away > 1 else (0.38, -0.92)
    return text(x + 28 * dx, y + 28 * dy, name if len(name) <= 6 else f"{name[:5]}…", 13, fill="ink")


def _unit(layout: Layout, extent: float) -> float:
    """Give the pixels of a unit: enough for the nearest points, but not for a board beyond all measure."""
    points = layout.points
    apart = (math.dist((a.x, a.y), (b.x, b.y)) for place, a in enumerate(points) for b in points[place + 1 :])
    nearest = min((distance for distance in apart if distance > 0), default=1.0)
    return min(NEAREST / nearest, LARGEST / extent if extent else NEAREST)
