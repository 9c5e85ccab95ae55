"""A tree in the language of Graphviz, for those who lay it out themselves."""

from __future__ import annotations

from typing import Final

from pyengine.pictures.labels import subtitle, title, tooltip
from pyengine.pictures.layout import corner_text, more_lines, skipped_text
from pyengine.pictures.search_tree import NodeKind, SearchTree, TreeNode
from pyengine.pictures.svg import BEST, FILLS
from pyengine.quoting import quote_dot

SHAPES: Final = ("box", "ellipse", "hexagon", "octagon")


def dot(tree: SearchTree, *, caption: bool = True) -> str:
    """Write a tree as a digraph: boxes for MAX, ellipses for MIN, the value in the last line of a node."""
    lines = ["digraph tree {"]
    if caption:
        told = quote_dot(f"{title(tree)}\n{subtitle(tree)}")
        lines.append(f"  label={told}; labelloc=t; labeljust=l;")
    lines += [
        '  graph [fontname="Helvetica", nodesep=0.3, ranksep=0.6];',
        '  node [fontname="Helvetica", style=filled, margin="0.08,0.05", width=0.5, height=0.5];',
        '  edge [fontname="Helvetica", fontsize=10, arrowhead=none, color="#8b949e"];',
    ]
    for node in tree.nodes():
        lines.append(f"  n{node.number} [{_attributes(_node(node, tree))}];")
    for node in tree.nodes():
        counted = False
        for child in node.children:
            edge = _edge(child)
            if child.is_pruned and node.skipped and not counted:
                edge["xlabel"], counted = skipped_text(node), True
            lines.append(f"  n{node.number} -> n{child.number} [{_attributes(edge)}];")
        if node.same_as is not None:
            link = {"style": "dotted", "constraint": "false", "arrowhead": "vee", "tooltip": "answered by the table"}
            lines.append(f"  n{node.number} -> n{node.same_as} [{_attributes(link)}];")
    return "\n".join([*lines, "}"]) + "\n"


def _node(node: TreeNode, tree: SearchTree) -> dict[str, str]:
    if node.kind is NodeKind.MORE:
        return {"label": "\n".join(more_lines(node)), "shape": "plaintext", "style": "solid"}
    fill, line = ("#ffffff", "#555555") if node.mover is None else FILLS[node.mover % len(FILLS)]
    label = node.label if node.board is None else _board(node)
    found = {
        "label": f"{label}\n{corner_text(node)}".strip("\n"),
        "shape": "box" if node.mover is None else SHAPES[node.mover % len(SHAPES)],
        "style": "filled",
        "fillcolor": fill,
        "color": line,
        "tooltip": tooltip(node, tree),
    }
    if node.mover is None:
        found["style"] = "filled,rounded"
    if node.board is not None:
        found["fontname"] = "Courier"
    if node.best:
        found["penwidth"] = "3"
    if node.kind is NodeKind.PRUNED:
        found |= {"style": "dashed", "color": "#8b949e", "fontcolor": "#858c94"}
    if node.kind is NodeKind.HIT:
        found["style"] += ",dotted"
    return found


def _edge(node: TreeNode) -> dict[str, str]:
    found = {"label": node.move} if node.move else {}
    if node.best:
        found |= {"color": BEST, "penwidth": "3"}
    elif node.is_pruned:
        found["style"] = "dashed"
    elif node.kind is NodeKind.MORE:
        found["style"] = "dotted"
    return found


def _board(node: TreeNode) -> str:
    assert node.board is not None
    wide = max((len(cell) for row in node.board for cell in row), default=1)
    return "\n".join(" ".join((cell or "·").ljust(wide) for cell in row) for row in node.board)


def _attributes(named: dict[str, str]) -> str:
    return ", ".join(f"{name}={quote_dot(value)}" for name, value in named.items())
