"""The boxes of nodes: their sizes in pixels, from what is written in and beside them."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Final

from pyengine.pictures.labels import window_text, worth_text
from pyengine.pictures.search_tree import NodeKind, TreeNode

TEXT: Final = 16.0
"""The size of a label."""
MOVE_TEXT: Final = 12.5
VALUE_TEXT: Final = 14.0
SMALL_TEXT: Final = 11.5
SIDE: Final = 40.0
"""The side of the smallest node."""
CELL: Final = 15.0
"""The side of a cell of a board."""


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


def measure(node: TreeNode, windows: bool) -> Box:
    """Find the size of a node from what is written in and beside it."""
    if node.kind is NodeKind.MORE:
        width = max(text_width(line, SMALL_TEXT) for line in more_lines(node))
        return Box(width, SIDE, width / 2, width / 2)
    if node.board is not None:
        columns, rows = max(map(len, node.board)), len(node.board)
        width, height = columns * CELL + 14, rows * CELL + 14
        if node.mover == 1:  # the frame of a MIN node is round
            width, height = width + 16, height + 16
    else:
        inside = text_width(node.label, TEXT) if node.label else text_width(corner_text(node), VALUE_TEXT)
        width, height = max(SIDE, inside + 18), SIDE
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
