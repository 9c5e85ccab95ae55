"""What pictures of boards are made of: forms with colours by role, spots with their cells, a scene of them all."""

from __future__ import annotations

from dataclasses import dataclass, field

from pyengine.boards.cells import Cell
from pyengine.boards.looks import NOTHING, Look
from pyengine.boards.palette import Brush
from pyengine.markup import Element, coordinate, element


@dataclass(frozen=True, slots=True)
class Form:
    """One element of SVG: its tag, its geometry, and the roles of its colours; of a text, the text and its size."""

    tag: str
    at: tuple[tuple[str, float | str], ...]
    fill: str | None = None
    stroke: str | None = None
    weight: float = 1.5
    text: str = ""
    dashes: str = ""
    strength: float = 1.0
    """How opaque it is, from 0 to 1."""
    catches: bool = False
    """Whether it is clicked at though nothing of it is seen."""
    passes: bool = False
    """Whether a click goes to what lies below it."""

    def element(self, brush: Brush) -> Element:
        """Make the element."""
        attributes: dict[str, float | str] = dict(self.at)
        attributes |= brush.paint(self.fill, self.stroke, self.weight)
        if self.dashes:
            attributes["stroke_dasharray"] = self.dashes
        if self.strength < 1:
            attributes["opacity"] = f"{self.strength:g}"
        if self.catches or self.passes:
            attributes["pointer_events"] = "all" if self.catches else "none"
        return element(self.tag, self.text, **attributes)


def rect(x: float, y: float, width: float, height: float, *, round: float = 0.0, **more: str | float | bool) -> Form:
    """Make a rectangle, given by its upper left corner."""
    corner: tuple[tuple[str, float | str], ...] = (("rx", round),) if round else ()
    return _form("rect", (("x", x), ("y", y), ("width", width), ("height", height), *corner), more)


def circle(x: float, y: float, radius: float, **more: str | float | bool) -> Form:
    """Make a circle, given by its middle."""
    return _form("circle", (("cx", x), ("cy", y), ("r", radius)), more)


def line(x1: float, y1: float, x2: float, y2: float, **more: str | float | bool) -> Form:
    """Make a line, with round ends."""
    return _form("line", (("x1", x1), ("y1", y1), ("x2", x2), ("y2", y2), ("stroke_linecap", "round")), more)


def polygon(corners: tuple[tuple[float, float], ...], **more: str | float | bool) -> Form:
    """Make a polygon."""
    points = " ".join(f"{coordinate(x)},{coordinate(y)}" for x, y in corners)
    return _form("polygon", (("points", points), ("stroke_linejoin", "round")), more)


def path(d: str, **more: str | float | bool) -> Form:
    """Make a path."""
    return _form("path", (("d", d),), more)


def text(x: float, y: float, words: str, size: float, **more: str | float | bool) -> Form:
    """Make a text around a point."""
    at = (("x", x), ("y", y + 0.35 * size), ("font_size", f"{size:g}"), ("text_anchor", "middle"))
    return _form("text", at, {"text": words, **more})


def _form(tag: str, at: tuple[tuple[str, float | str], ...], more: dict[str, str | float | bool]) -> Form:
    return Form(tag, at, **more)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a cell is drawn: around (x, y), for pieces of a size, with forms of its own below them.

    `halo` is the outline that marks it.
    """

    cell: Cell
    x: float
    y: float
    size: float
    halo: Form
    forms: tuple[Form, ...] = ()
    look: Look = NOTHING
    letters: float | None = None
    """The size of a text there; without it, what the text has room for."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A board laid out: what lies below, the spots, and what is written around where coordinates are asked for."""

    width: float
    height: float
    ground: tuple[Form, ...]
    spots: tuple[Spot, ...]
    above: tuple[Form, ...] = ()
    coordinates: tuple[Form, ...] = field(default=())
