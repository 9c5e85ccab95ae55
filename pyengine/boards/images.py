"""Drawings as files: SVG as it is, PNG by resvg, PDF by Cairo, each fitted to a width."""

from __future__ import annotations

from typing import Final, Literal, get_args

from pyengine.errors import BoardError, LibraryMissingError
from pyengine.markup import Element, coordinate, svg_text
from pyengine.quoting import show_value

Image = Literal["svg", "png", "pdf"]
IMAGES: Final[tuple[Image, ...]] = get_args(Image)
WIDEST: Final = 20_000
"""Pixels of a drawing from left to right."""
MOST_PIXELS: Final = 100_000_000


def require_image_library(kind: Image) -> None:
    """Ask for what makes a kind of file before anything is done for one."""
    try:
        if kind == "png":
            import resvg_py  # noqa: F401
        elif kind == "pdf":
            import cairosvg  # noqa: F401
    except (ImportError, OSError) as error:  # the library for PDF is there, but not Cairo, which it calls
        needs = "resvg-py" if kind == "png" else "CairoSVG and the library Cairo (libcairo2)"
        told = f"{kind.upper()} needs {needs}: pip install 'pyengine-logic[pictures]'"
        raise LibraryMissingError(told if isinstance(error, ImportError) else f"{told}, and install Cairo") from None


def fit(drawing: Element, width: float | None) -> None:
    """Set how wide a drawing is shown; its height follows. BoardError for what is no width."""
    if width is None:
        return
    if not isinstance(width, int | float) or isinstance(width, bool) or not 1 <= width <= WIDEST:
        raise BoardError(f"the width of a picture is a number of pixels up to {WIDEST:,}, not {show_value(width)}")
    natural, height = (float(drawing.attrib[name]) for name in ("width", "height"))
    drawing.set("width", coordinate(float(width)))
    drawing.set("height", coordinate(height * width / natural))


def image(drawing: Element, kind: Image, *, width: float | None = None, ground: str = "#ffffff") -> bytes:
    """Make the file of a drawing; in PNG and PDF it lies on a ground of a colour.

    Raises LibraryMissingError where the library is missing that makes such a file.
    """
    require_image_library(kind)
    fit(drawing, width)
    text = svg_text(drawing)
    if kind == "svg":
        return f"{text}\n".encode()
    across, down = (float(drawing.attrib[name]) for name in ("width", "height"))
    if kind == "pdf":
        import cairosvg

        return bytes(cairosvg.svg2pdf(bytestring=text.encode(), background_color=ground))
    if across * down > MOST_PIXELS:
        raise BoardError(f"a picture of {across:,.0f} by {down:,.0f} pixels is too large; give it a smaller width")
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=text, width=max(1, round(across)), background=ground))
