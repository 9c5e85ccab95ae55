"""The layout of a tree: how large its nodes are, and where they stand.

They are laid out by bigtree, then spaced by their real widths.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from pyengine.boards.forms import Scene
from pyengine.pictures.labels import window_text, worth_text
from pyengine.pictures.search_tree import NodeKind, SearchTree, TreeNode

TEXT: Final = 16.0
"""The size of a label."""
MOVE_TEXT: Final = 12.5
MOVE_HIGH: Final = 14.0
"""The height of a move."""
VALUE_TEXT: Final = 14.0
SMALL_TEXT: Final = 11.5
SIDE: Final = 40.0
"""The side of the smallest node."""
LARGEST_BOARD: Final = 150.0
"""The longer side of a board in a node."""
BOARD_SCALE: Final = 0.42
"""How much smaller than by itself a small board is in a node."""
ROUND: Final = 26.0
"""The radius of the corners of MIN's nodes with boards."""


@dataclass(frozen=True, slots=True)
class Box:
    """The size of a node, and how much it needs to its left and right, from its middle."""

    width: float
    height: float
    left: float
    right: float


def text_width(text: str, size: float) -> float:
    """Estimate the width of a text in a sans-serif typeface; rather too wide than too narrow.

    >>> text_width("iii", 10) < text_width("abc", 10) < text_width("MMM", 10) <= text_width("局面図", 10)
    True
    """
    return size * sum(map(_character_width, text))


def _character_width(character: str) -> float:
    """Give the width of a character in the widest of the usual typefaces, DejaVu Sans."""
    if character in "iljI.,:;'|! ":
        return 0.34
    if character in "tfr()[]/-":
        return 0.4
    if character in "mwMW@—…%":
        return 1.0
    if unicodedata.combining(character):
        return 0.0
    if unicodedata.east_asian_width(character) in "WF":
        return 1.05
    if character.isupper() or unicodedata.category(character) == "Sm":
        return 0.76 if character.isupper() else 0.84
    return 0.63


def more_lines(node: TreeNode) -> tuple[str, ...]:
    """Break the text of a gap into short lines.

    >>> more_lines(TreeNode(1, NodeKind.MORE, "1,234 more nodes", ""))
    ('…', '1,234 more', 'nodes')
    """
    head, _, tail = node.label.rpartition(" ")
    return ("…", head, tail)


def corner_text(node: TreeNode) -> str:
    """Give what stands in the corner of a node: its value, a bound marked as one, an estimate too."""
    if node.worth is None:
        return ""
    return (
        ("≈" if node.is_estimate else "")
        + worth_text(node.worth, node.bound)
        + ("✂" if node.kind is NodeKind.CUTOFF else "")
    )


def skipped_text(node: TreeNode) -> str:
    """Give what is written beside a node with a cut."""
    if not node.skipped or node.kind is NodeKind.MORE:
        return ""
    return f"{node.skipped:,} pruned{f' ({CUTS[node.cut]})' if node.cut else ''}"


CUTS: Final = {"alpha": "α", "beta": "β"}
"""The signs of the two cut-offs."""


def board_scale(scene: Scene) -> float:
    """Give how much smaller than by itself a board is drawn in a node."""
    return min(BOARD_SCALE, LARGEST_BOARD / max(scene.width, scene.height, 1.0))


def measure(node: TreeNode, windows: bool) -> Box:
    """Find the size of a node from what is written in and beside it."""
    if node.kind is NodeKind.MORE:
        width = max(text_width(line, SMALL_TEXT) for line in more_lines(node))
        return Box(width, SIDE, width / 2, width / 2)
    if node.scene is not None:
        scale = board_scale(node.scene)
        around = 16 if node.mover in (None, 0) else 22  # the corners of other nodes are cut or round
        around += 4 if node.kind is NodeKind.FINAL else 0
        width, height = max(SIDE, node.scene.width * scale + around), max(SIDE, node.scene.height * scale + around)
    else:
        inside = text_width(node.label, TEXT) if node.label else text_width(corner_text(node), VALUE_TEXT)
        width, height = max(SIDE, inside + (24 if node.kind is NodeKind.FINAL else 18)), SIDE
    corner = text_width(corner_text(node), VALUE_TEXT) + 3 if node.label else 0.0
    left = width / 2 + (corner if corner > 3 else 0)
    right = width / 2 + (text_width(skipped_text(node), SMALL_TEXT) + 5 if node.skipped else 0)
    if windows and node.entered is not None:
        wide = text_width(window_text(node.entered), SMALL_TEXT)
        if node.kind is NodeKind.INNER:
            right = max(right, width / 2 + 5 + wide)
        else:
            left, right = max(left, wide / 2), max(right, wide / 2)
    return Box(width, height, max(left, width / 2), right)


GAP: Final = 16.0
"""The least room between two siblings."""
COUSIN_GAP: Final = 26.0
"""The least room between two neighbours with different parents."""
MOVE_GAP: Final = 12.0
"""The least room between two moves that are written side by side."""
LEVEL_GAP: Final = 46.0
MOVE_ROOM: Final = 24.0
"""The room between levels that moves need besides."""
MOVE_PLACE: Final = 0.56
"""How far down an edge its move is written."""
STEEPNESS: Final = 0.17
"""The least rise of an edge to its run; wide trees get higher so that their edges do not lie flat."""
HIGHEST_GAP: Final = 120.0
TALLEST_GAP: Final = 190.0
"""The room between levels where moves would otherwise be written upon the edges of others."""
LOWEST_MOVE: Final = 0.72
"""How far down an edge a move can be written, away from the edges beside it."""
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
            clear = _rise_of_moves(nodes, level, parents, xs)
            bottom += max(LEVEL_GAP + moves, min(STEEPNESS * run, HIGHEST_GAP), min(clear, TALLEST_GAP))
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


def _rise_of_moves(
    nodes: Sequence[TreeNode], level: Sequence[int], parents: Sequence[int | None], xs: Sequence[float]
) -> float:
    """Give the height that edges need for every move to be written beside the edges of its siblings.

    These pass by at a distance that is less where they lie flat, as a move is some pixels high.
    """
    rise = 0.0
    for one, other in pairwise(level):
        if parents[one] != parents[other]:
            continue
        above = xs[parents[one] or 0]
        for named, beside in ((one, other), (other, one)):
            if nodes[named].move:
                half = text_width(nodes[named].move, MOVE_TEXT) / 2 + 3
                free = LOWEST_MOVE * abs(xs[one] - xs[other]) - half
                rise = max(rise, MOVE_HIGH / 2 * abs(xs[beside] - above) / max(free, 1.0))
    return rise


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
                moves = halves[before] + halves[child] + MOVE_GAP if halves[before] or halves[child] else 0.0
                spare = min(room, xs[child] - xs[before] - moves / MOVE_PLACE)
                shift(child, -spare)
                if nodes[child].kind is NodeKind.MORE:  # above the end of what is beside it, away from its edges
                    xs[child] = max(xs[child], max(reach.values()) - rights[child])
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
