"""Where moves are written: on their own edges, and as far as can be on no other edge, move or node."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from pyengine.pictures.layout import MOVE_HIGH, MOVE_PLACE, MOVE_TEXT, NodePlace, TreeLayout, text_width

PLACES: Final = (MOVE_PLACE, 0.62, 0.68, 0.72, 0.76, 0.48, 0.8, 0.4)
"""How far down its edge a move may be written, the usual place first."""
Segment = tuple[float, float, float, float]
Room = tuple[float, float, float, float]
"""Left, top, right and bottom."""


def place_moves(layout: TreeLayout) -> dict[int, tuple[float, float]]:
    """Give the middle of each move that is written, by number of node."""
    found: dict[int, tuple[float, float]] = {}
    for level in _levels(layout):
        edges = {place.node.number: _edge(layout, place) for place in level}
        taken: list[Room] = []
        for place in level:
            if not place.node.move:
                continue
            number = place.node.number
            x1, y1, x2, y2 = edges[number]
            half = text_width(place.node.move, MOVE_TEXT) / 2 + 1
            others = [edge for other, edge in edges.items() if other != number]
            best = min(
                (_harm((x, y), half, others, taken), at, x, y)
                for at, t in enumerate(PLACES)
                for x, y in [(x1 + t * (x2 - x1), y1 + t * (y2 - y1))]
                if y2 - y > MOVE_HIGH / 2 + 3 or at == 0
            )
            found[number] = best[2:]
            taken.append(_room(best[2:], half))
    return found


def _levels(layout: TreeLayout) -> Iterator[list[NodePlace]]:
    """Go through the nodes below the root, level by level."""
    level = [layout.places[0]]
    while level:
        level = [layout.places[child.number] for place in level for child in place.node.children]
        yield level


def _edge(layout: TreeLayout, place: NodePlace) -> Segment:
    assert place.parent is not None
    above = layout.places[place.parent]
    return above.x, above.bottom, place.x, place.top


def _room(middle: tuple[float, float], half: float) -> Room:
    x, y = middle
    return x - half, y - MOVE_HIGH / 2, x + half, y + MOVE_HIGH / 2


def _harm(middle: tuple[float, float], half: float, edges: Iterable[Segment], taken: Iterable[Room]) -> int:
    """Count what a move would cut there."""
    room = _room(middle, half)
    left, top, right, bottom = room
    covered = sum(a < right and left < c and b < bottom and top < d for a, b, c, d in taken)
    return covered * 2 + sum(crosses(edge, room) for edge in edges)


def crosses(edge: Segment, room: Room) -> bool:
    """Tell whether an edge, which goes down, passes through a room.

    >>> crosses((0, 0, 10, 10), (4, 4, 6, 6)), crosses((0, 0, 10, 10), (8, 0, 10, 5))
    (True, False)
    """
    x1, y1, x2, y2 = edge
    left, top, right, bottom = room
    high, low = max(top, y1), min(bottom, y2)
    if high >= low or y1 == y2:
        return False
    xs = [x1 + (y - y1) / (y2 - y1) * (x2 - x1) for y in (high, low)]
    return min(xs) < right and left < max(xs)
