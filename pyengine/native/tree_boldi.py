"""The tree of Boldi's notes on minimax."""

from __future__ import annotations

from pyengine.native.tree import Tree


class BoldiTree(Tree):
    """The second child is cut off after its first leaf, a 6, and so is the third."""

    nested = ((9, 7, 8), (6, 10, 6), (5, 3, 11))
