"""What is said about a tree as a whole, and about a node on hover."""

from __future__ import annotations

from pyengine.pictures.labels import window_text, worth_text
from pyengine.pictures.search_tree import NodeKind, SearchTree, TreeNode
from pyengine.search import Bound
from pyengine.texts import count_of

NAMES = {"minimax": "minimax", "alphabeta": "alpha-beta", "maxn": "maxⁿ", "paranoid": "paranoid search"}


def title(tree: SearchTree) -> str:
    """Name the game and the search."""
    return f"{tree.game}: {NAMES[tree.algorithm]} " + ("to the end" if tree.solved else f"to depth {tree.depth}")


def subtitle(tree: SearchTree) -> str:
    """Tell the result of the search, and what of it is not drawn."""
    told = []
    if tree.root.worth is not None:
        told.append(f"value {worth_text(tree.root.worth, tree.root.bound)}")
    if tree.best and not tree.stopped:
        told.append(f"best move {tree.best}")
    told.append(count_of(tree.positions, "position") + " searched")
    if tree.skipped:
        told.append(count_of(tree.skipped, "branch", "branches") + " pruned")
    if tree.hits:
        told.append(count_of(tree.hits, "table hit"))
    if tree.hidden:
        told.append(f"{tree.hidden:,} not drawn")
    if tree.stopped:
        told.append(f"stopped early: {tree.stopped}")
    return " · ".join(told)


def player_name(tree: SearchTree, number: int) -> str:
    """Name a player, as MAX or MIN too where there are these two.

    A player whose name says it already is not named twice.
    """
    name = tree.players[number]
    role = ("MAX", "MIN")[number] if tree.opposed else ""
    return f"{name} ({role})" if role and name.upper() != role else role or name


def legend(tree: SearchTree) -> tuple[tuple[str, str], ...]:
    """List the signs that occur in a picture, each with its meaning."""
    nodes = tree.nodes()
    kinds = {node.kind for node in nodes}
    movers = sorted({node.mover for node in nodes if node.mover is not None})
    keys = [(f"player{number}", f"{player_name(tree, number)} to move") for number in movers]
    if any(node.kind is NodeKind.FINAL and node.mover is None for node in nodes):
        keys.append(("none", "the end"))
    if any(node.best for node in nodes[1:]):
        keys.append(("best", "best play"))
    if any(node.skipped for node in nodes):
        keys.append(("pruned", "pruned"))
    if any(node.bound is not Bound.EXACT and node.worth for node in nodes):
        keys.append(("bound", "only a bound"))
    if NodeKind.ESTIMATE in kinds:
        keys.append(("estimate", "estimate at the depth limit"))
    if NodeKind.CUTOFF in kinds:
        keys.append(("cutoff", "cut off by the game's own test"))
    if NodeKind.HIT in kinds:
        keys.append(("hit", "value from the table"))
    return tuple(keys)


def tooltip(node: TreeNode, tree: SearchTree) -> str:
    """Tell all about a node, for hovering over it."""
    if node.kind is NodeKind.MORE:
        return node.text
    lines = [node.text]
    if node.move:
        lines.append(f"after {node.move}")
    if node.mover is not None and node.kind is not NodeKind.FINAL:
        lines.append(f"{player_name(tree, node.mover)} to move")
    if node.kind is not NodeKind.INNER:
        lines.append(MEANINGS[node.kind] + (f": {node.ending}" if node.ending else ""))
    if node.worth is not None:
        lines.append(f"value {worth_text(node.worth, node.bound)}")
    if node.entered is not None:
        lines.append(f"window {window_text(node.entered)}")
    if node.closed is not None and node.closed != node.entered:
        lines.append(f"window at the end {window_text(node.closed)}")
    if node.skipped:
        by = f" by {'an' if node.cut == 'alpha' else 'a'} {node.cut} cut-off" if node.cut else ""
        lines.append(count_of(node.skipped, "branch", "branches") + f" pruned{by}")
    return "\n".join(lines)


MEANINGS = {
    NodeKind.FINAL: "the game is over",
    NodeKind.ESTIMATE: "estimated at the depth limit",
    NodeKind.CUTOFF: "cut off by the game's own test, and estimated",
    NodeKind.HIT: "answered by the table",
    NodeKind.PRUNED: "pruned: never looked at",
}
