"""The shape of a drawn tree: which branches there is room for."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from pyengine.pictures.recorder import SearchBranch

DEEPEST: Final = 60
"""Levels that are drawn at most."""
NARROWEST: Final = 3
"""Successors of one position that are drawn rather than yet another level."""
GHOSTS: Final = 2
"""Pruned successors of one position that are drawn where there are many."""


@dataclass(frozen=True, slots=True)
class Gap:
    """Neighbouring branches that are not drawn: searched, or left out by a cut."""

    branches: tuple[SearchBranch, ...]
    pruned: bool

    @property
    def positions(self) -> int:
        """The positions of all branches together."""
        return sum(branch.size for branch in self.branches)


@dataclass(frozen=True, slots=True)
class Shape:
    """How much is drawn: at most `width` successors of a position, and `depth` levels below the root."""

    width: int
    depth: int

    def items(self, branch: SearchBranch, ply: int, line: Collection[SearchBranch]) -> list[SearchBranch | Gap]:
        """List what is drawn below a branch: successors, and gaps where some are left out.

        The first successors are kept, and one on the line of best play wherever it comes. Those that were pruned come
        last, and a few stand for all.
        """
        if ply >= self.depth:
            return _gaps(branch.children) if branch.children else []
        shown: list[SearchBranch | Gap] = []
        run: list[SearchBranch] = []
        fits = len(branch.children) <= self.width
        pruned = sum(child.opened is None for child in branch.children)
        ghosts = len(branch.children) - pruned + (pruned if pruned <= GHOSTS + 1 else GHOSTS)
        for place, child in enumerate(branch.children):
            if (fits or place < self.width - 1 or child in line) and place < ghosts:
                shown += [*_gaps(run), child]
                run = []
            else:
                run.append(child)
        return [*shown, *_gaps(run)]


def _gaps(run: list[SearchBranch]) -> list[SearchBranch | Gap]:
    """Make gaps of a run of branches; what was searched and what was left out are two things.

    A single position takes no more room than a gap, so it is drawn.
    """
    found: list[SearchBranch | Gap] = []
    for pruned in (False, True):
        part = [branch for branch in run if (branch.opened is None) == pruned]
        if len(part) == 1 and not part[0].children:
            found.append(part[0])
        elif part:
            found.append(Gap(tuple(part), pruned))
    return found


def fit(root: SearchBranch, line: Collection[SearchBranch], most: int, across: int) -> Shape:
    """Find the shape that shows most: all levels if possible, then as wide as possible.

    It has no more than `most` nodes, and `across` of them side by side.

    >>> fit(SearchBranch("a", None), (), 100, 100)
    Shape(width=1, depth=0)
    """
    depth = width = 0
    level = [root]
    while level and depth <= DEEPEST:
        width = max(width, *(len(branch.children) for branch in level))
        level = [child for branch in level for child in branch.children]
        depth += bool(level)
    depth = min(depth, DEEPEST)
    width = max(1, width)
    narrow = min(width, NARROWEST)
    for levels in range(depth, 0, -1):
        wider = bisect_left(
            range(narrow, width + 1), True, key=lambda wide: not _fits(root, Shape(wide, levels), line, most, across)
        )
        if wider:
            return Shape(narrow + wider - 1, levels)
    return Shape(width, 0)


def _fits(root: SearchBranch, shape: Shape, line: Collection[SearchBranch], most: int, across: int) -> bool:
    """Tell whether a shape draws no more nodes than there is room for, without looking at many more."""
    count = 1
    level = [root]
    ply = 0
    while level:
        below: list[SearchBranch] = []
        wide = 0
        for branch in level:
            items = shape.items(branch, ply, line)
            wide += len(items)
            if wide > across or count + wide > most:
                return False
            below += [item for item in items if isinstance(item, SearchBranch)]
        count += wide
        level = below
        ply += 1
    return True
