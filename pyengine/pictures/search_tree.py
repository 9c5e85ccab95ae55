"""The tree of one search, as it is drawn: frozen, with words in place of states."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

from pyengine.boards.forms import Scene
from pyengine.display import Displayed
from pyengine.search import Bound, EventKind
from pyengine.terms import Number

Window = tuple[Number, Number]
"""Alpha and beta."""
Board = tuple[tuple[str, ...], ...]
"""Rows of cells; an empty cell is the empty text."""
TWO_OPPONENTS: Final = ("minimax", "alphabeta")
"""The algorithms that give every position one value, that for MAX."""


class NodeKind(Enum):
    """What a node of the picture stands for."""

    INNER = "inner"  # entered, and its successors looked at
    FINAL = "final"  # the game is over
    ESTIMATE = "estimate"  # cut off by the depth limit
    CUTOFF = "cutoff"  # cut off by the game's own test
    HIT = "hit"  # answered by the table
    PRUNED = "pruned"  # left out by a cut
    MORE = "more"  # stands for all that there is no room for


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A position of the tree; `number` counts the drawn nodes from 0 at the root, parents before their children.

    `worth` has the value for MAX, or one for each of several players; None where the search did not find one.
    `entered` is the window with which the position was entered, `closed` the one with which it was left. `same_as` is
    the node whose value the table gave. `skipped` counts the branches that a cut left out, and `cut` says whether it
    was an `alpha` or a `beta` one. `hidden` counts the positions that are not drawn: of a MORE node those it stands
    for. `ending` says who has won in a FINAL one, if that is known. `scene` is the board as it is drawn, and `changed`
    names the cells that the move before has changed.
    """

    number: int
    kind: NodeKind
    label: str
    text: str
    move: str = ""
    mover: int | None = None
    board: Board | None = None
    scene: Scene | None = None
    changed: tuple[str, ...] = ()
    worth: tuple[Number, ...] | None = None
    bound: Bound = Bound.EXACT
    entered: Window | None = None
    closed: Window | None = None
    best: bool = False
    same_as: int | None = None
    skipped: int = 0
    cut: str = ""
    hidden: int = 0
    ending: str = ""
    children: tuple[TreeNode, ...] = ()

    @property
    def is_estimate(self) -> bool:
        """Whether the worth is an estimate."""
        return self.kind in (NodeKind.ESTIMATE, NodeKind.CUTOFF)

    @property
    def is_pruned(self) -> bool:
        """Whether a cut left out what the node stands for."""
        return self.kind is NodeKind.PRUNED or (self.kind is NodeKind.MORE and self.skipped > 0)

    def walk(self) -> Iterator[TreeNode]:
        """Go through the node and all below it, in the order of their numbers."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))


@dataclass(frozen=True, slots=True)
class TreeStep:
    """One event of the search at a drawn node.

    At a MORE node it is a LEAVE, with the best that was found at the positions that are not drawn.
    """

    kind: EventKind
    node: int
    window: Window | None = None
    worth: tuple[Number, ...] | None = None
    bound: Bound = Bound.EXACT
    skipped: int = 0
    cut: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchTree(Displayed):
    """The whole picture: the nodes, the steps that led to them, and what is said about the search as a whole.

    `positions`, `leaves`, `cutoffs` and `hits` are those of the search. `hidden` counts what was searched and is not
    drawn. `solved` tells that no line went on beyond the depth. `stopped` says why the search did not come to its
    end, and is empty where it did.
    """

    root: TreeNode
    steps: tuple[TreeStep, ...]
    game: str
    players: tuple[str, ...]
    algorithm: str
    depth: int | None
    solved: bool
    best: str
    positions: int
    leaves: int
    cutoffs: int
    hits: int
    skipped: int
    alpha_cuts: int
    beta_cuts: int
    hidden: int
    stopped: str = ""

    def __str__(self) -> str:
        from pyengine.pictures.outline import outline  # which draws these

        return outline(self)

    def __repr__(self) -> str:
        return f"<SearchTree of {self.game}: {self.algorithm}, {self.positions} positions>"

    @property
    def opposed(self) -> bool:
        """Whether MAX and MIN play: every value is one for MAX."""
        return self.algorithm in TWO_OPPONENTS

    def nodes(self) -> tuple[TreeNode, ...]:
        """List all nodes; each stands at the place of its number."""
        return tuple(self.root.walk())

    def parents(self) -> list[int | None]:
        """List the number of each node's parent, None for the root."""
        above = {child.number: node.number for node in self.root.walk() for child in node.children}
        return [None, *(above[number] for number in range(1, len(above) + 1))]


def liking(algorithm: str, mover: int, first: int) -> Callable[[tuple[Number, ...]], Number]:
    """Give what a player wants as much as possible of; `first` is the player at the root.

    >>> liking("minimax", 1, 0)((5,)), liking("maxn", 1, 0)((5, 7, 9)), liking("paranoid", 1, 2)((5, 7, 9))
    (-5, 7, -9)
    """
    if algorithm == "maxn":
        return lambda worth: worth[mover]
    one = first if algorithm == "paranoid" else 0
    return lambda worth: worth[one] if mover == one else -worth[one]
