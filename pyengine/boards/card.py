"""A position without a board: its text on a card."""

from __future__ import annotations

from typing import Final

from pyengine.boards.forms import Form, Scene, rect
from pyengine.quoting import columns_of, quote_lines

SIZE: Final = 15.0
LARGE: Final = 20.0
PAD: Final = 16.0
LINES: Final = 30
COLUMNS: Final = 64


def lay_out_card(words: str) -> Scene:
    """Lay out a text: one short line in large letters, several as they stand, cut where they are too long."""
    lines = [_cut(line) for line in quote_lines(words).expandtabs(4).splitlines()[: LINES + 1]] or [""]
    if len(lines) > LINES:
        lines[LINES:] = ["…"]
    widest = max(map(columns_of, lines))
    size = LARGE if len(lines) == 1 and widest <= 12 else SIZE
    width = max(widest * size * 0.62, 40) + 2 * PAD
    height = len(lines) * size * 1.35 + 2 * PAD - size * 0.35
    back = rect(0, 0, width, height, round=10, fill="cell", stroke="line", weight=1.5)
    alone = len(lines) == 1
    written = [
        _line(words, width / 2 if alone else PAD, PAD + size * (0.82 + 1.35 * number), size, alone)
        for number, words in enumerate(lines)
    ]
    return Scene(width, height, (back, *written), ())


def _cut(line: str) -> str:
    if columns_of(line) <= COLUMNS:
        return line
    return line[: COLUMNS - 1] + "…"


def _line(words: str, x: float, y: float, size: float, alone: bool) -> Form:
    at: tuple[tuple[str, float | str], ...] = (("x", x), ("y", y), ("font_size", f"{size:g}"))
    at += (
        (("text_anchor", "middle"),) if alone else (("font_family", "'DejaVu Sans Mono', Menlo, Consolas, monospace"),)
    )
    return Form("text", at, fill="ink", text=words.replace(" ", "\u00a0"))
