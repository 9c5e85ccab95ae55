"""The tree of the minimax chapter in Bratko's textbook."""

from __future__ import annotations

from pyengine.native.tree import Tree


class BratkoTree(Tree):
    """From the leaves 1, 4, 5, 6, 2, 1, 1, 1 up to a, which is worth 4."""

    nested = (((1, 4), (5, 6)), ((2, 1), (1, 1)))

    def staticval(self, state: str) -> int:
        """Give the worth of a leaf; the book estimates no other node, and 0 stands for what is not known."""
        return self.nodes[state].worth or 0
