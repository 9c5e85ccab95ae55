"""A tree as text, for the terminal: one line a node."""

from __future__ import annotations

from typing import Final

from pyengine.pictures.labels import SIGNS, legend, subtitle, title, window_text, worth_text
from pyengine.pictures.layout import skipped_text
from pyengine.pictures.search_tree import NodeKind, SearchTree, TreeNode
from pyengine.search import Bound

SHAPES: Final = ("□", "○", "⬡", "◇")
"""Of each player; more than four begin again."""
END: Final = "▪"
"""A final position of which nobody knows whose turn it would be."""
MARKS: Final = {
    "best": "━━",
    "pruned": "┄┄",
    "bound": "≥ ≤",
    "estimate": "≈",
    "cutoff": "(cut off)",
    "hit": "(table)",
    "none": END,
}
PLAIN: Final[dict[str, str | int | None]] = {
    **dict(zip("│├┝└┕─━┄≈−·" + END, "|||``-=.~--#", strict=True)),
    **dict(zip(SHAPES, ("[]", "()", "<>", "{}"), strict=True)),
    "→": "->",
    "≥": ">=",
    "≤": "<=",
    "∞": "inf",
    "α": "alpha",
    "β": "beta",
    "…": "...",
    "ⁿ": "^n",
}
"""What stands for the signs where only ASCII can be shown."""


def outline(tree: SearchTree, *, windows: bool = False, caption: bool = True, ascii: bool = False) -> str:
    """Write a tree as lines: heavy ones lead along best play, dotted ones to what was pruned.

    `windows` adds alpha and beta, `caption` the result of the search and what the signs mean.
    """
    lines = _lines(tree, windows)
    if caption:
        signs = MARKS | {f"player{mover}": SHAPES[mover % len(SHAPES)] for mover in range(len(tree.players))}
        keys = "   ".join(f"{signs[sign]} {meaning}" for sign, meaning in legend(tree))
        lines = [title(tree), subtitle(tree), "", *lines, "", keys]
    text = "\n".join(lines) + "\n"
    return text.translate(str.maketrans(PLAIN)) if ascii else text


def _lines(tree: SearchTree, windows: bool) -> list[str]:
    lines = [_line(tree.root, windows)]
    waiting = _below(tree.root, "")
    while waiting:
        node, lead, last = waiting.pop()
        if node.best:
            branch = "┕━ " if last else "┝━ "
        elif node.is_pruned:
            branch = "└┄ " if last else "├┄ "
        else:
            branch = "└─ " if last else "├─ "
        lines.append(lead + branch + _line(node, windows))
        waiting += _below(node, lead + ("   " if last else "│  "))
    return lines


def _below(node: TreeNode, lead: str) -> list[tuple[TreeNode, str, bool]]:
    """List the children, the last one first, as a stack has them."""
    return [(child, lead, child is node.children[-1]) for child in reversed(node.children)]


def _line(node: TreeNode, windows: bool) -> str:
    if node.kind is NodeKind.MORE:
        return node.text
    shape = END if node.mover is None else SHAPES[node.mover % len(SHAPES)]
    words = [shape, " → ".join(text for text in (node.move, node.label) if text) or "start"]
    if node.worth is not None:
        sign = "≈" if node.is_estimate else SIGNS[node.bound] or "="
        words += [sign, worth_text(node.worth, Bound.EXACT)]
    if windows and node.entered is not None:
        words.append(" " + window_text(node.entered))
    if node.kind is NodeKind.HIT:
        words.append(" (table)")
    if node.kind is NodeKind.CUTOFF:
        words.append(" (cut off)")
    if node.skipped:
        words.append(f" {skipped_text(node)}")
    return " ".join(words)
