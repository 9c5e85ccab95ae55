"""A board as a part of a larger picture, such as a node of a tree: small, without names, in as few elements as can."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from pyengine.boards.forms import Form, Scene, Spot, path
from pyengine.boards.palette import Brush
from pyengine.boards.pieces import draw_look
from pyengine.markup import Element, coordinate

LIGHT: Final = Brush("light")


def draw_inside(parent: Element, scene: Scene, brush: Brush, changed: Iterable[str] = ()) -> None:
    """Add a board to a picture; cells that have changed are tinted."""
    names = frozenset(changed)
    parent.extend(form.element(brush) for form in scene.ground)
    below = [spot.forms[0] for spot in scene.spots if spot.forms]
    parent.extend(form.element(brush) for form in _joined(below))
    for spot in scene.spots:
        parent.extend(_parts(spot, brush, spot.cell.name in names))
    parent.extend(form.element(brush) for form in scene.above)


def _parts(spot: Spot, brush: Brush, is_changed: bool) -> Iterator[Element]:
    if is_changed and spot.halo.tag != "line":
        yield replace(spot.halo, fill="last", stroke="last", weight=4, strength=0.8).element(brush)
    for form in spot.forms[1:]:
        yield form.element(brush)
    if is_changed and spot.halo.tag == "line":
        yield spot.halo.element(brush)
    piece = draw_look(spot.look, spot.x, spot.y, spot.size, brush, spot.letters)
    if piece is not None:
        yield piece


def _joined(forms: Iterable[Form]) -> Iterator[Form]:
    """Join plain rectangles of one colour to a path; what is only there for clicks is left out."""
    paths: dict[tuple[str | None, str | None, float], list[str]] = {}
    for form in forms:
        if form.catches:
            continue
        at = dict(form.at)
        if form.tag != "rect" or "rx" in at:
            yield form
            continue
        x, y, width, height = (coordinate(float(at[name])) for name in ("x", "y", "width", "height"))
        paths.setdefault((form.fill, form.stroke, form.weight), []).append(f"M{x} {y}h{width}v{height}h-{width}z")
    for (fill, stroke, weight), drawn in paths.items():
        yield replace(path("".join(drawn)), fill=fill, stroke=stroke if weight else None, weight=weight)
