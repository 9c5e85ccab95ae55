"""Pictures that rules draw themselves, by `shapes/2`: circles, rectangles, lines, polygons, texts and pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from pyengine.boards.cells import Cell
from pyengine.boards.forms import Form, Scene, Spot, circle, line, polygon, rect, text
from pyengine.boards.layouts import items_of, name_in, number_in, short_term
from pyengine.boards.looks import NOTHING, Look, read_colour, read_look
from pyengine.errors import BoardError
from pyengine.terms import Compound, List
from pyengine.texts import suggestion

UNIT: Final = 40.0
"""Pixels of a unit; of a very large picture it is less."""
LARGEST: Final = 1200.0
MOST: Final = 20_000
"""Shapes of one picture."""
LONGEST: Final = 200
"""Characters of a text; what is longer is cut short."""
_WRITTEN: Final = {
    "circle": "circle(X, Y, Radius)",
    "rect": "rect(X, Y, Width, Height)",
    "line": "line(X1, Y1, X2, Y2)",
    "polygon": "polygon([point(X, Y), ...])",
    "text": "text(X, Y, Text)",
    "piece": "piece(X, Y, Size, Look)",
}
"""How each shape is written; a list of properties may follow as one more argument."""
SHAPES: Final = tuple(_WRITTEN.values())
_PROPERTIES: Final = ("fill", "stroke", "width", "cell")


@dataclass(frozen=True, slots=True)
class Shape:
    """One shape: its kind, its numbers, what it says, its colours and the cell that it is a part of."""

    kind: str
    numbers: tuple[float, ...]
    words: str = ""
    look: Look = NOTHING
    fill: str = ""
    stroke: str = ""
    width: float = 0.05
    cell: str = ""


def read_shapes(given: Any) -> tuple[Shape, ...]:
    """Read a list of shapes; BoardError where one is none, or where there are too many."""
    return tuple(_read(item) for item in items_of(given, "shapes", MOST))


def _read(given: Any) -> Shape:
    if not isinstance(given, Compound) or given.name not in _WRITTEN:
        name = given.name if isinstance(given, Compound) else short_term(given)
        raise BoardError(f"{short_term(given)} is not a shape: {suggestion(name, _WRITTEN)}")
    arity = 1 if given.name == "polygon" else _WRITTEN[given.name].count(",") + 1
    if not arity <= len(given.args) <= arity + 1:
        raise BoardError(f"{short_term(given)} is not a shape: write {_WRITTEN[given.name]}")
    args, properties = given.args[:arity], given.args[arity:]
    match given.name:
        case "polygon":
            shape = Shape("polygon", _corners(args[0]))
        case "text":
            words = " ".join(name_in(args[2]).split())
            words = words if len(words) <= LONGEST else f"{words[: LONGEST - 1]}…"
            shape = Shape("text", (number_in(args[0]), number_in(args[1])), words)
        case "piece":
            numbers = tuple(number_in(arg) for arg in args[:3])
            shape = Shape("piece", numbers, look=read_look(args[3]))
        case _:
            shape = Shape(given.name, tuple(number_in(arg) for arg in args))
    return _with_properties(shape, properties[0]) if properties else shape


def _corners(given: Any) -> tuple[float, ...]:
    numbers: list[float] = []
    for item in items_of(given, "corners", MOST):
        if not (isinstance(item, Compound) and item.name == "point" and len(item.args) == 2):
            raise BoardError(f"{short_term(item)} is not a corner: write point(X, Y)")
        numbers += [number_in(arg) for arg in item.args]
    return tuple(numbers)


def _with_properties(shape: Shape, given: Any) -> Shape:
    if not isinstance(given, List):
        raise BoardError(f"{short_term(given)} is not a list of properties, such as [fill(red), cell(a1)]")
    for item in items_of(given, "properties", 20):
        if not (isinstance(item, Compound) and len(item.args) == 1 and item.name in _PROPERTIES):
            name = item.name if isinstance(item, Compound) else short_term(item)
            raise BoardError(f"{short_term(item)} is not a property of shapes: {suggestion(name, _PROPERTIES)}")
        [value] = item.args
        match item.name:
            case "fill":
                shape = replace(shape, fill=read_colour(value))
            case "stroke":
                shape = replace(shape, stroke=read_colour(value))
            case "width":
                shape = replace(shape, width=abs(number_in(value)))
            case "cell":
                shape = replace(shape, cell=name_in(value))
    return shape


def by_cell(shapes: Iterable[Shape]) -> dict[str, tuple[Shape, ...]]:
    """Gather the shapes that belong to cells, by the names of these."""
    found: dict[str, tuple[Shape, ...]] = {}
    for shape in shapes:
        if shape.cell:
            found[shape.cell] = (*found.get(shape.cell, ()), shape)
    return found


def words_of(shapes: Iterable[Shape]) -> str:
    """Say what a cell shows: its texts and pieces, else the colours of its shapes."""
    shapes = tuple(shapes)
    said = [shape.words or f"{shape.look.colour} {shape.look.piece}" for shape in shapes if _says(shape)]
    return " ".join(said or [shape.fill for shape in shapes if shape.fill])


def _says(shape: Shape) -> bool:
    return bool(shape.words) or shape.look.piece not in ("empty", "text")


def lay_out_shapes(shapes: tuple[Shape, ...]) -> Scene:
    """Lay out shapes: what belongs to no cell lies below, in the given order, and cells follow."""
    boxes = [_extent(shape) for shape in shapes]
    if not boxes:
        return Scene(UNIT, UNIT, (), ())
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)
    longest = max(right - left, bottom - top, 0.1)
    unit = min(UNIT, LARGEST / longest)

    def form(shape: Shape) -> Form:
        return _form(shape, lambda x: (x - left) * unit, lambda y: (y - top) * unit, unit)

    ground: list[Form] = []
    pieces: list[Spot] = []
    for shape in shapes:
        if shape.cell:
            continue
        if shape.kind == "piece":
            pieces.append(_spot("", (shape,), (), left, top, unit))
        else:
            ground.append(form(shape))
    spots = [
        _spot(name, parts, tuple(form(part) for part in parts if part.kind != "piece"), left, top, unit)
        for name, parts in by_cell(shapes).items()
    ]
    return Scene((right - left) * unit, (bottom - top) * unit, tuple(ground), (*spots, *pieces))


def _spot(name: str, parts: tuple[Shape, ...], forms: tuple[Form, ...], left: float, top: float, unit: float) -> Spot:
    boxes = [_extent(part) for part in parts]
    x1, y1 = min(box[0] for box in boxes), min(box[1] for box in boxes)
    x2, y2 = max(box[2] for box in boxes), max(box[3] for box in boxes)
    x, y, wide, high = (x1 - left) * unit, (y1 - top) * unit, (x2 - x1) * unit, (y2 - y1) * unit
    halo = rect(x, y, wide, high, round=4, stroke="mark", weight=3)
    area = rect(x, y, max(wide, 8), max(high, 8), catches=True)
    piece = next((part for part in parts if part.kind == "piece"), None)
    cell = Cell(name, None, words_of(parts), 0, 0)
    if piece is None:
        return Spot(cell, x + wide / 2, y + high / 2, wide, halo, (area, *forms))
    at = (piece.numbers[0] - left) * unit, (piece.numbers[1] - top) * unit
    return Spot(cell, *at, piece.numbers[2] * unit, halo, (area, *forms), piece.look)


def _extent(shape: Shape) -> tuple[float, float, float, float]:
    numbers = shape.numbers
    edge = shape.width / 2
    match shape.kind:
        case "circle":
            x, y, radius = numbers
            reach = abs(radius) + edge
            return x - reach, y - reach, x + reach, y + reach
        case "rect":
            x, y, wide, high = numbers
            xs, ys = (x, x + wide), (y, y + high)
        case "text":
            x, y = numbers
            reach = 0.15 * len(shape.words) + 0.1
            return x - reach, y - 0.3, x + reach, y + 0.3
        case "piece":
            x, y, size = numbers
            reach = abs(size) / 2
            return x - reach, y - reach, x + reach, y + reach
        case _:
            xs, ys = numbers[::2] or (0.0,), numbers[1::2] or (0.0,)  # type: ignore[assignment]
    return min(xs) - edge, min(ys) - edge, max(xs) + edge, max(ys) + edge


def _form(shape: Shape, x: Callable[[float], float], y: Callable[[float], float], unit: float) -> Form:
    numbers = shape.numbers
    paint: dict[str, Any] = {"fill": shape.fill or None, "stroke": shape.stroke or None, "weight": shape.width * unit}
    if not shape.fill and not shape.stroke:
        paint["stroke"] = "ink"
    match shape.kind:
        case "circle":
            return circle(x(numbers[0]), y(numbers[1]), abs(numbers[2]) * unit, **paint)
        case "rect":
            xs, ys = sorted((numbers[0], numbers[0] + numbers[2])), sorted((numbers[1], numbers[1] + numbers[3]))
            return rect(x(xs[0]), y(ys[0]), (xs[1] - xs[0]) * unit, (ys[1] - ys[0]) * unit, **paint)
        case "line":
            paint |= {"fill": None, "stroke": shape.stroke or shape.fill or "ink"}
            return line(x(numbers[0]), y(numbers[1]), x(numbers[2]), y(numbers[3]), **paint)
        case "polygon":
            corners = zip(numbers[::2], numbers[1::2], strict=True)
            return polygon(tuple((x(a), y(b)) for a, b in corners), **paint)
    size = round(min(0.45 * unit, 18), 2)
    return text(x(numbers[0]), y(numbers[1]), shape.words, size, fill=shape.fill or "ink")
