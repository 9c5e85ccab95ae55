"""A tree as JSON, for tools that draw it in their own way."""

from __future__ import annotations

from dataclasses import fields
from enum import Enum
from typing import Any, Final

from pyengine.pictures.search_tree import SearchTree, TreeNode
from pyengine.search.result import Json, number_as_json

NODE: Final = (
    "number", "parent", "kind", "text", "move", "mover", "worth", "bound", "entered", "closed", "best", "same_as",
    "skipped", "cut", "hidden", "ending",
)  # fmt: skip
"""What is told of a node."""


def as_json(tree: SearchTree) -> dict[str, Json]:
    """Give the nodes in a flat list, each with the number of its parent, and what is said about the whole."""
    about = {
        field.name: _json(getattr(tree, field.name)) for field in fields(tree) if field.name not in ("root", "steps")
    }
    nodes = zip(tree.nodes(), tree.parents(), strict=True)
    return about | {"nodes": [_node(node, parent) for node, parent in nodes]}


def _node(node: TreeNode, parent: int | None) -> Json:
    return {name: parent if name == "parent" else _json(getattr(node, name)) for name in NODE}


def _json(value: Any) -> Json:
    if isinstance(value, Enum):
        return str(value.value)
    return [_json(item) for item in value] if isinstance(value, tuple) else number_as_json(value)
