"""Plots by matplotlib: the only way in which they are made and written. Names in them are text, and no formulas."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pyengine.errors import LibraryMissingError, NotWrittenError
from pyengine.quoting import quote_line


def require_library() -> None:
    """Ask for what draws plots before anything is done for one."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        raise LibraryMissingError(
            "--plot needs matplotlib: pip install 'pyengine-logic[plot]', or pip install matplotlib"
        ) from None


def formats() -> frozenset[str]:
    """Name the formats that plots can be written in, as files end."""
    require_library()
    from matplotlib.figure import Figure

    return frozenset(Figure().canvas.get_supported_filetypes())


@contextmanager
def written_figure(path: Path, inches: tuple[float, float]) -> Iterator[Any]:
    """Give a figure to draw in, and write it in the format of the file's name.

    Dollars in it are dollars: otherwise a name could be a formula, or a wrong one, which is an error.
    """
    require_library()
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context({"text.usetex": False, "text.parse_math": False}):
        figure = Figure(figsize=inches, layout="constrained")
        yield figure
        try:
            figure.savefig(path)
        except OSError as error:
            raise NotWrittenError(f"{quote_line(str(path))} cannot be written: {error.strerror or error}") from None
