"""Pictures of searches: the tree that a search went through, as SVG, HTML, DOT or text.

>>> import pyengine
>>> from pyengine.pictures import draw
>>> print(draw(pyengine.load("nim"), depth=1, caption=False))
□ 1 2 2 = 0
┝━ ○ take(1,1) → 2 2 ≈ 0
├─ ○ take(2,1) → 1 1 2 ≈ 0
└─ ○ take(2,2) → 1 2 ≈ 0
<BLANKLINE>
"""

from pyengine.pictures.picture import FORMATS, Format, draw, render
from pyengine.pictures.search_tree import NodeKind, SearchTree, TreeNode, TreeStep
from pyengine.pictures.traced_search import Algorithm, grow

__all__ = ["FORMATS", "Algorithm", "Format", "NodeKind", "SearchTree", "TreeNode", "TreeStep", "draw", "grow", "render"]
