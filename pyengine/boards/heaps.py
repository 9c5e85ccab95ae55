"""Boards of counts laid out: pits with their seeds, and piles."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from pyengine.boards.cells import Cell, Rows
from pyengine.boards.forms import Form, Scene, Spot, circle, line, rect, text
from pyengine.boards.layouts import Layout
from pyengine.boards.looks import Look

PIT: Final = 60.0
"""The side of the square around a pit."""
MOST_SEEDS: Final = 12
"""Seeds that are drawn in a pit; of more, the number is written alone."""
MOST_DISCS: Final = 60
"""Discs that are drawn of a pile; a larger pile is a disc with its number."""
HIGHEST: Final = 7
"""Discs on top of one another; a larger pile has several stacks."""
DISC: Final = 11.0


def lay_out_pits(rows: Rows, layout: Layout, looks: dict[str, Look]) -> Scene:
    """Lay out pits with their counts; of three rows the middle one, if it has two cells, is the stores at the ends."""
    has_stores = len(rows) == 3 and len(rows[1]) == 2
    banks = (rows[0], rows[2]) if has_stores else rows
    columns = max((len(row) for row in banks), default=0)
    shift = PIT if has_stores else 0.0
    pad = 8.0
    width, height = columns * PIT + 2 * shift + 2 * pad, len(banks) * PIT + 2 * pad
    spots = []
    for at, row in enumerate(banks):
        start = pad + shift + (columns - len(row)) * PIT / 2
        spots += [
            _pit(cell, start + (cell.column + 0.5) * PIT, pad + (at + 0.5) * PIT, PIT * 0.43, PIT * 0.43)
            for cell in row
        ]
    if has_stores:
        west, east = rows[1]
        spots.append(_pit(west, pad + PIT / 2, height / 2, PIT * 0.4, height / 2 - pad - 4))
        spots.append(_pit(east, width - pad - PIT / 2, height / 2, PIT * 0.4, height / 2 - pad - 4))
    ground = rect(0, 0, width, height, round=16, fill="wood", stroke="groove", weight=2)
    return Scene(width, height, (ground,), tuple(spots))


def _pit(cell: Cell, x: float, y: float, across: float, down: float) -> Spot:
    hollow = rect(x - across, y - down, 2 * across, 2 * down, round=across, fill="deep", stroke="groove", weight=1.5)
    halo = rect(x - across + 2, y - down + 2, 2 * across - 4, 2 * down - 4, round=across - 2, stroke="mark", weight=3)
    count = _count(cell)
    forms: tuple[Form, ...] = (hollow,)
    if count is None:
        return Spot(cell, x, y, 2 * across, halo, forms, Look("text", text=cell.text) if cell.text else Look("empty"))
    if 0 < count <= MOST_SEEDS:
        for dx, dy in _spiral(count):
            forms += (circle(x + dx * across * 0.62, y + dy * across * 0.62, 5, fill="white", stroke="edge", weight=1),)
        forms += (text(x, y + down - 8, str(count), 13, fill="ink"),)
    else:
        forms += (text(x, y, cell.text or "0", 20, fill="ink"),)
    return Spot(cell, x, y, 2 * across, halo, forms)


def _spiral(count: int) -> Iterator[tuple[float, float]]:
    """Give places for seeds in a unit circle, none upon another, above the number at the bottom."""
    for number in range(count):
        away = math.sqrt((number + 0.5) / max(count, 5))
        turn = number * 2.39996  # the golden angle spreads them evenly
        yield away * math.cos(turn), away * math.sin(turn) * 0.8 - 0.25


def lay_out_piles(rows: Rows, layout: Layout, looks: dict[str, Look]) -> Scene:
    """Lay out piles side by side, each a stack of discs on the ground with its number below."""
    spots: list[Spot] = []
    ground: list[Form] = []
    top = width = 0.0
    for row in rows:
        counts = [_count(cell) for cell in row]
        high = min(HIGHEST, max((count or 1 for count in counts), default=1)) * DISC * 2 + 8
        left = 0.0
        for cell, count in zip(row, counts, strict=True):
            stacks = max(1, math.ceil(min(count or 0, MOST_DISCS + 1) / HIGHEST)) if (count or 0) <= MOST_DISCS else 2
            wide = max(SIDE, stacks * DISC * 2 + 14)
            spots.append(_pile(cell, count, left, top, wide, high))
            left += wide
        ground.append(line(2, top + high, max(left, SIDE) - 2, top + high, stroke="line", weight=2))
        width, top = max(width, left, SIDE), top + high + 26
    if not rows:
        return Scene(SIDE, SIDE, (line(2, SIDE - 4, SIDE - 2, SIDE - 4, stroke="line", weight=2),), ())
    return Scene(width, top, tuple(ground), tuple(spots))


SIDE: Final = 40.0


def _pile(cell: Cell, count: int | None, left: float, top: float, wide: float, high: float) -> Spot:
    x, floor = left + wide / 2, top + high
    forms: tuple[Form, ...] = (rect(left, top, wide, high + 22, catches=True),)
    if count is None or count > MOST_DISCS:
        forms += (circle(x, floor - 16, 15, fill="blue", stroke="edge", weight=1.5),)
    else:
        forms += tuple(_discs(count, x, floor))
    words = cell.text or "0"
    words = words if len(words) <= 8 else f"{words[:7]}…"
    forms += (text(x, floor + 13, words, 14, fill="soft"),)
    halo = rect(left + 2, top + 1, wide - 4, high + 20, round=6, stroke="mark", weight=2.5)
    return Spot(cell, x, floor - high / 2, SIDE, halo, forms)


def _discs(count: int, x: float, floor: float) -> Iterator[Form]:
    stacks = max(1, math.ceil(count / HIGHEST))
    for number in range(count):
        stack, level = number // HIGHEST, number % HIGHEST
        across = x + (stack - (stacks - 1) / 2) * DISC * 2
        yield circle(across, floor - 1 - DISC - level * DISC * 2, DISC - 0.5, fill="blue", stroke="gleam", weight=1.5)


def _count(cell: Cell) -> int | None:
    """Give the count that a cell holds, 0 where it holds nothing, None where it is no count."""
    if not cell.text:
        return 0
    return int(cell.text) if cell.text.isdecimal() and cell.text.isascii() and len(cell.text) < 10 else None
