"""A tree as JSON, for tools that draw it in their own way."""

from __future__ import annotations

from collections.abc import Sequence

from pyengine.pictures.search_tree import SearchTree, TreeNode, Window
from pyengine.search.result import Json, number_as_json
from pyengine.terms import Number


def as_json(tree: SearchTree) -> dict[str, Json]:
    """Give the nodes in a flat list, each with the number of its parent, and what is said about the whole."""
    return {
        "game": tree.game,
        "players": list(tree.players),
        "algorithm": tree.algorithm,
        "depth": tree.depth,
        "solved": tree.solved,
        "best": tree.best,
        "positions": tree.positions,
        "leaves": tree.leaves,
        "cutoffs": tree.cutoffs,
        "hits": tree.hits,
        "skipped": tree.skipped,
        "alpha_cuts": tree.alpha_cuts,
        "beta_cuts": tree.beta_cuts,
        "hidden": tree.hidden,
        "stopped": tree.stopped,
        "nodes": [_node(node, parent) for node, parent in zip(tree.nodes(), tree.parents(), strict=True)],
    }


def _node(node: TreeNode, parent: int | None) -> dict[str, Json]:
    return {
        "number": node.number,
        "parent": parent,
        "kind": node.kind.value,
        "text": node.text,
        "move": node.move,
        "mover": node.mover,
        "worth": _numbers(node.worth),
        "bound": node.bound.value,
        "entered": _numbers(node.entered),
        "closed": _numbers(node.closed),
        "best": node.best,
        "same_as": node.same_as,
        "skipped": node.skipped,
        "cut": node.cut,
        "hidden": node.hidden,
        "ending": node.ending,
    }


def _numbers(numbers: Sequence[Number] | Window | None) -> Json:
    return None if numbers is None else [number_as_json(number) for number in numbers]
