"""The tree of Rosen's notes on alpha-beta pruning."""

from __future__ import annotations

from pyengine.native.tree import Tree


class UclaTree(Tree):
    """Twenty-six nodes, a to z."""

    nested = ((((3, 17), (2, 12)), ((15,), (25, 0))), (((2, 5), (3,)), ((2, 14),)))
