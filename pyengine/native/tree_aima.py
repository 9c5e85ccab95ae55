"""The two-ply tree of Russell and Norvig."""

from __future__ import annotations

from pyengine.native.tree import Tree


class AimaTree(Tree):
    """Figure 5.2 of the third edition, with the names of its moves."""

    nested = ((3, 12, 8), (2, 4, 6), (14, 5, 2))
    numbered = True
