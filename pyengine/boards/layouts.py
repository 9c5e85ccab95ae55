"""What layout a board has: what rules say by `layout/1`, checked, else squares."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from pyengine.boards.looks import read_colour
from pyengine.errors import BoardError
from pyengine.quoting import show_value
from pyengine.terms import Atom, Compound, List, String, is_term, write_term
from pyengine.texts import suggestion

SIMPLE: Final = ("squares", "checkered", "plain", "rack", "intersections", "hexagons", "pits", "piles", "dots")
"""The layouts that are named by a word alone."""
NAMES: Final = (*SIMPLE, "points")
MOST_POINTS: Final = 500
LARGEST: Final = 1e6
"""How far a coordinate may be from 0."""


@dataclass(frozen=True, slots=True)
class Point:
    """A place for a piece, in any units; y grows downwards."""

    name: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Layout:
    """One of NAMES; `points` and `lines` (pairs of names) are of a board of points.

    `colour` is that of squares, or of the corner at the lower left where that is `light` on a checkered board.
    """

    kind: str
    colour: str = ""
    points: tuple[Point, ...] = ()
    lines: tuple[tuple[str, str], ...] = ()


SQUARES: Final = Layout("squares")


def read_layout(given: Any) -> Layout:
    """Read what rules say of the layout; BoardError, with what was meant perhaps, where it is none.

    >>> read_layout(Atom("checkered")).kind
    'checkered'
    """
    if isinstance(given, Atom) and given.name in SIMPLE:
        return Layout(given.name)
    if isinstance(given, Compound) and given.name == "squares" and len(given.args) == 1:
        return Layout("squares", read_colour(given.args[0]))
    if given == Compound("checkered", (Atom("light"),)):
        return Layout("checkered", "light")
    if isinstance(given, Compound) and given.name == "points" and len(given.args) == 2:
        return _points(*given.args)
    if isinstance(given, Atom | Compound):
        name = given.name
        if name in NAMES:
            wanted = "points(Points, Lines)" if name == "points" else name
            raise BoardError(f"the layout {short_term(given)} is not written so: write {wanted}")
        raise BoardError(f"there is no layout {short_term(given)}: {suggestion(name, NAMES)}")
    raise BoardError(f"{short_term(given)} is not a layout; there are: {', '.join(NAMES)}")


def short_term(given: Any) -> str:
    """Write a term for a message, cut short."""
    text = write_term(given) if is_term(given) else show_value(given)
    return text if len(text) <= 80 else f"{text[:80]}…"


def items_of(given: Any, what: str, most: int) -> tuple[Any, ...]:
    """Give the items of a list; BoardError where it is none, or has more than `most`."""
    if not isinstance(given, List):
        raise BoardError(f"{short_term(given)} is not a list of {what}")
    found = tuple(item for item, _ in zip(given, range(most + 1), strict=False))
    if len(found) > most:
        raise BoardError(f"there are more than {most:,} {what}, which is too many to draw")
    return found


def number_in(given: Any) -> float:
    """Give a coordinate or a length; BoardError where it is no number, or one that no picture has room for."""
    if isinstance(given, int | float | Fraction) and not isinstance(given, bool):
        try:
            number = float(given)
        except OverflowError:
            number = math.inf
        if abs(number) <= LARGEST:  # neither infinite, nor not a number
            return number
        raise BoardError(f"{show_value(given)} is too far away to be drawn: coordinates go to {LARGEST:,.0f}")
    raise BoardError(f"{short_term(given)} is not a number, as coordinates are")


def name_in(given: Any) -> str:
    """Give the name that rules have for a cell."""
    if isinstance(given, Atom):
        return given.name
    return given.text if isinstance(given, String) else write_term(given)


def _points(given: Any, between: Any) -> Layout:
    points = []
    for item in items_of(given, "points", MOST_POINTS):
        if not (isinstance(item, Compound) and item.name == "point" and len(item.args) == 3):
            raise BoardError(f"{short_term(item)} is not a point: write point(Name, X, Y)")
        points.append(Point(name_in(item.args[0]), number_in(item.args[1]), number_in(item.args[2])))
    names = {point.name for point in points}
    if len(names) < len(points):
        raise BoardError("two points of the layout have the same name")
    lines = []
    for item in items_of(between, "lines", MOST_POINTS * 8):
        if not (isinstance(item, Compound) and item.name == "line" and len(item.args) == 2):
            raise BoardError(f"{short_term(item)} is not a line between points: write line(Name, Name)")
        ends = name_in(item.args[0]), name_in(item.args[1])
        for end in ends:
            if end not in names:
                raise BoardError(f"{short_term(item)} ends at {end}, and there is no such point")
        lines.append(ends)
    return Layout("points", points=tuple(points), lines=tuple(lines))
