"""The pieces that stand on cells: discs, crosses, rings, chessmen and others, drawn in a square of 100 units."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from pyengine.boards.forms import Form, circle, path, polygon, rect, text
from pyengine.boards.looks import CHESSMEN, Look
from pyengine.boards.palette import DARK, Brush
from pyengine.markup import Element, coordinate, element

_RIMMED: Final = frozenset({"white", "black", "yellow", "sky", "orange"})
"""The colours that some ground or other swallows, unless they have an edge."""

_FOOT: Final = "M26 85h48v-6q0-6-8-7h-32q-8 1-8 7z"
_MEN: Final = {
    "pawn": (f"M50 22a12 12 0 0 1 8 21q7 2 7 6h-7q1 13 9 23h-34q8-10 9-23h-7q0-4 7-6a12 12 0 0 1 8-21z{_FOOT}", ""),
    "rook": (f"M29 21h10v7h6v-7h10v7h6v-7h10v17l-8 7 2 27h-30l2-27-8-7z{_FOOT}", "M37 45h26"),
    "bishop": (
        f"M50 14a5 5 0 0 1 3 9q15 12 13 25-1 7-8 10l4 14h-24l4-14q-7-3-8-10-2-13 13-25a5 5 0 0 1 3-9z{_FOOT}",
        "M41 58h18M50 33v14M44 40h12",
    ),
    "knight": (
        "M46 24l4-9 6 9q18 5 18 32l-2 16h-38q-1-13 9-20 6-4 6-9-4 5-9 5l-6 6q-5 1-8-4-2-4 1-7l11-16q3-3 8-3z" + _FOOT,
        "M43 33h1M58 30q9 9 8 28",
    ),
    "queen": (
        f"M30 72l-11-38 14 16 3-26 11 22 3-26 3 26 11-22 3 26 14-16-11 38z{_FOOT}"
        "M15 32a4 4 0 1 1 8 0a4 4 0 1 1-8 0zM77 32a4 4 0 1 1 8 0a4 4 0 1 1-8 0zM46 17a4 4 0 1 1 8 0a4 4 0 1 1-8 0z",
        "M32 64h36",
    ),
    "king": (
        "M47 12h6v7h7v6h-7v8q20-9 27 5 4 13-10 24l-2 10h-36l-2-10q-14-11-10-24 7-14 27-5v-8h-7v-6h7z" + _FOOT,
        "M33 64h34M50 35v26",
    ),
}
"""Of each chessman, its outline and the lines on it."""
_PIN: Final = (
    "M50 10q10 0 10 12 0 7-3 14-2 5 3 13 8 12 5 26-2 10-6 15h-18q-4-5-6-15-3-14 5-26 5-8 3-13-3-7-3-14 0-12 10-12z"
)
_CROWN: Final = "M32 62l-5-25 13 10 10-17 10 17 13-10-5 25z"
_STAR: Final = ((50, 14), (60, 39), (87, 41), (66, 58), (73, 84), (50, 70), (27, 84), (34, 58), (13, 41), (40, 39))


def draw_look(
    look: Look, x: float, y: float, size: float, brush: Brush, letters: float | None = None
) -> Element | None:
    """Draw how a cell looks around a point, in a square of a size; None where there is nothing to see.

    `letters` is the size of a text, which otherwise follows from its length.
    """
    if look.piece == "empty":
        return None
    if look.piece == "text":
        return _text(look, x, y, size, letters).element(brush)
    scale = f"{size / 100:.4g}"
    place = f"translate({coordinate(x - size / 2)} {coordinate(y - size / 2)}) scale({scale})"
    group = element("g", transform=place, pointer_events="none")
    group.extend(form.element(brush) for form in _forms(look.piece, look.colour))
    return group


def _text(look: Look, x: float, y: float, size: float, letters: float | None) -> Form:
    words = look.words
    high = letters or round(min(0.6 * size, 1.35 * size / max(1, len(words))), 1)
    colour = "ink" if look.colour == "black" else look.colour
    return replace(text(x, y, words, high, fill=colour), passes=True)


def _edge(colour: str) -> str:
    """Give the role of the outline of a piece, which stands out from the piece and from the board."""
    return "gleam" if colour == "black" else "edge"


def _detail(colour: str) -> str:
    return "gleam" if colour in DARK else "edge"


def _forms(piece: str, colour: str) -> Iterator[Form]:
    if piece in CHESSMEN:
        outline, lines = _MEN[piece]
        yield path(outline, fill=colour, stroke=_edge(colour), weight=4)
        if lines:
            yield path(lines, stroke=_detail(colour), weight=4)
        return
    yield from _SIMPLE[piece](colour)


def _disc(colour: str) -> Iterator[Form]:
    yield circle(50, 50, 38, fill=colour, stroke=_edge(colour), weight=3)
    if colour in ("yellow", "orange", "sky"):  # told from other discs by more than its colour
        yield circle(50, 50, 22, stroke="edge", weight=4)


def _crowned(colour: str) -> Iterator[Form]:
    yield circle(50, 50, 38, fill=colour, stroke=_edge(colour), weight=3)
    yield path(_CROWN, fill=_detail(colour))


def _ring(colour: str) -> Iterator[Form]:
    if colour in _RIMMED:
        yield circle(50, 50, 28, stroke=_edge(colour), weight=18)
    yield circle(50, 50, 28, stroke=colour, weight=12)


def _cross(colour: str) -> Iterator[Form]:
    at = (("d", "M24 24L76 76M76 24L24 76"), ("stroke_linecap", "round"))
    if colour in _RIMMED:
        yield Form("path", at, None, _edge(colour), 18)
    yield Form("path", at, None, colour, 12)


def _square(colour: str) -> Iterator[Form]:
    yield rect(18, 18, 64, 64, round=6, fill=colour, stroke=_edge(colour), weight=3)


def _diamond(colour: str) -> Iterator[Form]:
    yield polygon(((50, 10), (90, 50), (50, 90), (10, 50)), fill=colour, stroke=_edge(colour), weight=3)


def _triangle(colour: str) -> Iterator[Form]:
    yield polygon(((50, 12), (90, 82), (10, 82)), fill=colour, stroke=_edge(colour), weight=3)


def _star(colour: str) -> Iterator[Form]:
    yield polygon(_STAR, fill=colour, stroke=_edge(colour), weight=3)


def _pin(colour: str) -> Iterator[Form]:
    yield path(_PIN, fill=colour, stroke=_edge(colour), weight=3)
    yield path("M43 33h14M42 39h16", stroke="red", weight=4)


_SIMPLE: Final[dict[str, Callable[[str], Iterator[Form]]]] = {
    "disc": _disc,
    "crowned": _crowned,
    "ring": _ring,
    "cross": _cross,
    "square": _square,
    "diamond": _diamond,
    "triangle": _triangle,
    "star": _star,
    "pin": _pin,
}
