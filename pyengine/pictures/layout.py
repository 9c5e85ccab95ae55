"""Where the nodes of a tree stand: tidy by bigtree's Reingold-Tilford, spread until no two of them touch."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Final

from pyengine.pictures.labels import window_text, worth_text
from pyengine.pictures.tree import Kind, Node, Tree

TEXT: Final = 16.0
"""The size of a label in pixels; moves, values and the rest follow it."""
MOVE_TEXT: Final = 12.5
VALUE_TEXT: Final = 14.0
SMALL_TEXT: Final = 11.5
SIDE: Final = 40.0
"""The side of the smallest node."""
CELL: Final = 15.0
"""The side of a cell of a board."""
MARGIN: Final = 28.0
GAP: Final = 16.0
"""The least room between two neighbours of a level."""
LEVEL_GAP: Final = 46.0
STEEPNESS: Final = 0.17
"""The least rise of an edge to its run; wide trees get higher so that their edges do not lie flat."""
HIGHEST_GAP: Final = 120.0
MOVE_ROOM: Final = 24.0
"""The room between levels that moves need besides."""
LINK_DIP: Final = 0.03
"""How far a link hangs down, for each pixel that it spans."""
MOVE_PLACE: Final = 0.56
"""How far down an edge its move is written."""


@dataclass(frozen=True, slots=True)
class Box:
    """The size of a node, and how much it needs to its left and right, from its middle."""

    width: float
    height: float
    left: float
    right: float


@dataclass(frozen=True, slots=True)
class Place:
    """A node with its box, and the point in the middle of it."""

    node: Node
    box: Box
    x: float
    y: float
    parent: int | None

    @property
    def top(self) -> float:
        """The upper edge."""
        return self.y - self.box.height / 2

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.box.height / 2


@dataclass(frozen=True, slots=True)
class Layout:
    """All places, by number of node, and the size of the whole."""

    places: tuple[Place, ...]
    width: float
    height: float


def text_width(text: str, size: float) -> float:
    """Estimate the width of a text in a sans-serif typeface; rather too wide than too narrow.

    >>> text_width("iii", 10) < text_width("abc", 10) < text_width("MMM", 10) <= text_width("局面図", 10)
    True
    """
    return size * sum(map(_character_width, text))


def _character_width(character: str) -> float:
    if character in "iljtfI.,:;'|![]() ":
        return 0.34
    if character in "mwMW@—…%":
        return 0.95
    if unicodedata.combining(character):
        return 0.0
    if unicodedata.east_asian_width(character) in "WF":
        return 1.05
    return 0.7 if character.isupper() else 0.6


def more_lines(node: Node) -> tuple[str, ...]:
    """Break the text of a gap into short lines.

    >>> more_lines(Node(1, Kind.MORE, "1,234 more nodes", ""))
    ('…', '1,234 more', 'nodes')
    """
    head, _, tail = node.label.rpartition(" ")
    return ("…", head, tail)


def corner_text(node: Node) -> str:
    """Give what stands in the corner of a node: its value, a bound marked as one, an estimate too."""
    if node.worth is None:
        return ""
    return ("≈" if node.kind is Kind.ESTIMATE else "") + worth_text(node.worth, node.bound)


def skipped_text(node: Node) -> str:
    """Give what is written beside a node with a cut."""
    return f"{node.skipped:,} pruned" if node.skipped and node.kind is not Kind.MORE else ""


def measure(node: Node, windows: bool) -> Box:
    """Find the size of a node from what is written in and beside it."""
    if node.kind is Kind.MORE:
        width = max(text_width(line, SMALL_TEXT) for line in more_lines(node))
        return Box(width, SIDE, width / 2, width / 2)
    if node.board is not None:
        columns, rows = max(map(len, node.board)), len(node.board)
        width, height = columns * CELL + 14, rows * CELL + 14
        if node.mover == 1:  # the frame of a MIN node is round
            width, height = width + 16, height + 16
    else:
        width, height = max(SIDE, text_width(node.label, TEXT) + 18), SIDE
    corner = text_width(corner_text(node), VALUE_TEXT) + 3
    left = width / 2 + (corner if corner > 3 else 0)
    right = width / 2 + (text_width(skipped_text(node), SMALL_TEXT) + 5 if node.skipped else 0)
    if windows and node.entered is not None:
        wide = text_width(window_text(node.entered), SMALL_TEXT)
        if node.kind is Kind.INNER:
            right = max(right, width / 2 + 5 + wide)
        else:
            left, right = max(left, wide / 2), max(right, wide / 2)
    return Box(width, height, max(left, width / 2), right)


def lay_out(tree: Tree, *, windows: bool = False) -> Layout:
    """Place every node: levels from top to bottom, parents over the middle of their children, no overlaps."""
    nodes = tree.nodes()
    boxes = [measure(node, windows) for node in nodes]
    parents: list[int | None] = [None] * len(nodes)
    for node in nodes:
        for child in node.children:
            parents[child.number] = node.number
    beside = _stubs(nodes)
    wider = list(boxes)
    for stub, sibling in beside.items():
        wider[sibling] = replace(boxes[sibling], right=boxes[sibling].right + GAP + boxes[stub].width)
    units, plies = _tidy([node for node in nodes if node.number not in beside], parents)
    levels: list[list[int]] = [[] for _ in range(max(plies.values()) + 1)]
    for number, ply in plies.items():
        levels[ply].append(number)
    scale = _scale(nodes, wider, parents, units, levels)
    leftmost = min(x * scale - boxes[number].left for number, x in units.items())
    xs = {number: x * scale - leftmost for number, x in units.items()}
    for stub, sibling in beside.items():
        xs[stub] = xs[sibling] + boxes[sibling].right + GAP + boxes[stub].width / 2
        plies[stub] = plies[sibling]
    width = max(x + boxes[number].right for number, x in xs.items())
    heights = [max(boxes[number].height for number in level) for level in levels]
    tops: list[float] = []
    bottom = 0.0
    for level, height in zip(levels, heights, strict=True):
        if tops:
            run = max(abs(xs[number] - xs[parents[number] or 0]) for number in level)
            moves = MOVE_ROOM if any(nodes[number].move for number in level) else 0
            bottom += max(LEVEL_GAP + moves, min(STEEPNESS * run, HIGHEST_GAP))
        tops.append(bottom)
        bottom += height
    links = max((abs(xs[node.number] - xs[node.same_as]) for node in nodes if node.same_as is not None), default=None)
    bottom += (16 if windows else 0) + (0 if links is None else 22 + links * LINK_DIP)
    places = []
    for node, box, parent in zip(nodes, boxes, parents, strict=True):
        ply = plies[node.number]
        y = tops[ply] + (box.height if node.kind is Kind.MORE else heights[ply]) / 2
        places.append(Place(node, box, xs[node.number], y, parent))
    return Layout(tuple(places), width, bottom)


def _stubs(nodes: Sequence[Node]) -> dict[int, int]:
    """Find the gaps that can stand close to the sibling before them: there is room, as its children spread below."""
    return {
        child.number: sibling.number
        for node in nodes
        for sibling, child in pairwise(node.children)
        if child.kind is Kind.MORE and sibling.children
    }


def _tidy(nodes: Sequence[Node], parents: Sequence[int | None]) -> tuple[dict[int, float], dict[int, int]]:
    """Ask bigtree for places, one unit apart at least; give them by number, and the level of each node."""
    from bigtree import BaseNode, reingold_tilford  # takes a moment, which only pictures need

    built: dict[int, Any] = {}
    for node in nodes:
        parent = parents[node.number]
        built[node.number] = BaseNode(parent=None if parent is None else built[parent])
    reingold_tilford(built[0], sibling_separation=1.0, subtree_separation=1.15)
    return {number: item.x for number, item in built.items()}, {n: item.depth - 1 for n, item in built.items()}


def _scale(
    nodes: Sequence[Node],
    boxes: Sequence[Box],
    parents: Sequence[int | None],
    units: Mapping[int, float],
    levels: Sequence[Sequence[int]],
) -> float:
    """Find how many pixels a unit must have so that neither nodes nor the moves written on edges overlap."""
    scale = 0.0
    for level in levels:
        for one, other in pairwise(level):
            apart = units[other] - units[one]
            scale = max(scale, (boxes[one].right + boxes[other].left + GAP) / apart)
            moves = nodes[one].move, nodes[other].move
            if all(moves):
                wide = sum(text_width(move, MOVE_TEXT) for move in moves) / 2 + 6
                first, second = (_on_edge(units, parents, number) for number in (one, other))
                scale = max(scale, wide / (second - first))
    return scale or 1.0


def _on_edge(units: Mapping[int, float], parents: Sequence[int | None], number: int) -> float:
    parent = parents[number]
    assert parent is not None
    return units[parent] + MOVE_PLACE * (units[number] - units[parent])
