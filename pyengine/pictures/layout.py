"""The layout of a tree: where its nodes stand, laid out by bigtree, then spaced by their real widths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from pyengine.pictures.boxes import MOVE_TEXT, Box, measure, text_width
from pyengine.pictures.search_tree import NodeKind, SearchTree, TreeNode

GAP: Final = 16.0
"""The least room between two siblings."""
COUSIN_GAP: Final = 26.0
"""The least room between two neighbours with different parents."""
MOVE_GAP: Final = 6.0
"""The least room between two moves that are written side by side."""
LEVEL_GAP: Final = 46.0
MOVE_ROOM: Final = 24.0
"""The room between levels that moves need besides."""
MOVE_PLACE: Final = 0.56
"""How far down an edge its move is written."""
STEEPNESS: Final = 0.17
"""The least rise of an edge to its run; wide trees get higher so that their edges do not lie flat."""
HIGHEST_GAP: Final = 120.0
LINK_DIP: Final = 0.03
"""How far a link hangs down, for each pixel that it spans."""


@dataclass(frozen=True, slots=True)
class NodePlace:
    """A node with its box, and the point in the middle of it."""

    node: TreeNode
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
class TreeLayout:
    """All places, by number of node, and the size of the whole."""

    places: tuple[NodePlace, ...]
    width: float
    height: float


def lay_out(tree: SearchTree, *, windows: bool = False) -> TreeLayout:
    """Place every node: levels from top to bottom, parents over the middle of their children, no overlaps."""
    nodes = tree.nodes()
    boxes = [measure(node, windows) for node in nodes]
    parents = tree.parents()
    xs, plies = _tidy(parents)
    _space(nodes, boxes, plies, xs)
    leftmost = min(x - box.left for x, box in zip(xs, boxes, strict=True))
    xs = [x - leftmost for x in xs]
    width = max(x + box.right for x, box in zip(xs, boxes, strict=True))
    levels: list[list[int]] = [[] for _ in range(max(plies) + 1)]
    for number, ply in enumerate(plies):
        levels[ply].append(number)
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
        y = tops[ply] + (box.height if node.kind is NodeKind.MORE else heights[ply]) / 2
        places.append(NodePlace(node, box, xs[node.number], y, parent))
    return TreeLayout(tuple(places), width, bottom)


def _tidy(parents: Sequence[int | None]) -> tuple[list[float], list[int]]:
    """Ask bigtree for places, one unit apart at least; give them with the level of each node."""
    from bigtree import BaseNode, reingold_tilford  # takes a moment, which only pictures need

    built: list[Any] = []
    for parent in parents:
        built.append(BaseNode(parent=None if parent is None else built[parent]))
    reingold_tilford(built[0])
    return [item.x for item in built], [item.depth - 1 for item in built]


def _space(nodes: Sequence[TreeNode], boxes: Sequence[Box], plies: Sequence[int], xs: list[float]) -> None:
    """Move subtrees apart or together until neighbours of a level are just so far apart as their widths ask for.

    A subtree is the numbers from its root to before `ends`, since parents are numbered before their children.
    """
    halves = [text_width(node.move, MOVE_TEXT) / 2 for node in nodes]
    lefts = [max(box.left, half) for box, half in zip(boxes, halves, strict=True)]
    rights = [max(box.right, half) for box, half in zip(boxes, halves, strict=True)]
    ends = [number + 1 for number in range(len(nodes))]

    def shift(number: int, distance: float) -> None:
        for below in range(number, ends[number]):
            xs[below] += distance

    for node in reversed(nodes):
        children = [child.number for child in node.children]
        if not children:
            continue
        ends[node.number] = ends[children[-1]]
        reach: dict[int, float] = {}  # how far to the right the children so far come, level by level
        for before, child in pairwise([-1, *children]):
            if before >= 0:
                room = min(
                    xs[below] - lefts[below] - reach[plies[below]] - (GAP if below == child else COUSIN_GAP)
                    for below in range(child, ends[child])
                    if plies[below] in reach
                )
                moves = halves[before] + halves[child] + MOVE_GAP if halves[before] and halves[child] else 0.0
                spare = min(room, xs[child] - xs[before] - moves / MOVE_PLACE)
                shift(child, -spare)
            for below in range(child, ends[child]):
                edge = xs[below] + rights[below]
                reach[plies[below]] = max(edge, reach.get(plies[below], edge))
        _center_leaves(nodes, children, lefts, rights, xs)
        xs[node.number] = (xs[children[0]] + xs[children[-1]]) / 2


def _center_leaves(
    nodes: Sequence[TreeNode], children: Sequence[int], lefts: Sequence[float], rights: Sequence[float], xs: list[float]
) -> None:
    """Spread leaves between two siblings with subtrees of their own: they would stick to the one on the left."""
    run: list[int] = []
    bounded = False
    for child in children:
        if not nodes[child].children:
            run.append(child)
            continue
        if bounded and run:
            spare = xs[child] - lefts[child] - (xs[run[-1]] + rights[run[-1]]) - GAP
            for place, leaf in enumerate(run, start=1):
                xs[leaf] += max(0.0, spare) * place / (len(run) + 1)
        run, bounded = [], True
