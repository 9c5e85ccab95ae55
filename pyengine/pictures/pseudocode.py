"""The few lines of the algorithm that a picture shows at work, and which of them each step of the search runs."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import Final

from pyengine.pictures.search_tree import NodeKind, SearchTree, TreeNode, TreeStep, liking
from pyengine.search import EventKind
from pyengine.terms import Number


class CodeLine(Enum):
    """What a line of an algorithm does; each algorithm has its own words for it."""

    CALL = auto()
    TABLE = auto()
    FINAL = auto()
    ESTIMATE = auto()
    BEGIN = auto()
    LOOP = auto()
    SUCCESSOR = auto()
    BETTER = auto()
    ALPHA = auto()
    BETA = auto()
    CUT = auto()
    RETURN = auto()


_TABLE: Final = "  if the table has the position: return what it has"
_LOOP: Final = "  for each move"

PSEUDOCODE: Final[Mapping[str, Mapping[CodeLine, str]]] = {
    "minimax": {
        CodeLine.CALL: "minimax(position, depth)",
        CodeLine.TABLE: _TABLE,
        CodeLine.FINAL: "  if the game is over: return its utility",
        CodeLine.ESTIMATE: "  if depth = 0: return staticval(position)",
        CodeLine.BEGIN: "  best ← −∞ if MAX moves, ∞ if MIN moves",
        CodeLine.LOOP: _LOOP,
        CodeLine.SUCCESSOR: "    value ← minimax(position after the move, depth − 1)",
        CodeLine.BETTER: "    best ← max(best, value) for MAX, min(best, value) for MIN",
        CodeLine.RETURN: "  return best",
    },
    "alphabeta": {
        CodeLine.CALL: "alphabeta(position, depth, α, β)",
        CodeLine.TABLE: _TABLE,
        CodeLine.FINAL: "  if the game is over: return its utility",
        CodeLine.ESTIMATE: "  if depth = 0: return staticval(position)",
        CodeLine.BEGIN: "  best ← −∞ if MAX moves, ∞ if MIN moves",
        CodeLine.LOOP: _LOOP,
        CodeLine.SUCCESSOR: "    value ← alphabeta(position after the move, depth − 1, α, β)",
        CodeLine.BETTER: "    best ← max(best, value) for MAX, min(best, value) for MIN",
        CodeLine.ALPHA: "    MAX: α ← max(α, best)",
        CodeLine.BETA: "    MIN: β ← min(β, best)",
        CodeLine.CUT: "    if α ≥ β: leave out the other moves",
        CodeLine.RETURN: "  return best",
    },
    "maxn": {
        CodeLine.CALL: "maxn(position, depth)",
        CodeLine.TABLE: _TABLE,
        CodeLine.FINAL: "  if the game is over: return the utilities of all players",
        CodeLine.ESTIMATE: "  if depth = 0: return estimates for all players",
        CodeLine.BEGIN: "  best ← nothing yet",
        CodeLine.LOOP: _LOOP,
        CodeLine.SUCCESSOR: "    values ← maxn(position after the move, depth − 1)",
        CodeLine.BETTER: "    if values give the mover more than best: best ← values",
        CodeLine.CUT: "    if nothing better can come: leave out the other moves",
        CodeLine.RETURN: "  return best",
    },
    "paranoid": {
        CodeLine.CALL: "paranoid(position, depth, α, β)",
        CodeLine.TABLE: _TABLE,
        CodeLine.FINAL: "  if the game is over: return what the first player gets",
        CodeLine.ESTIMATE: "  if depth = 0: return the first player's estimate",
        CodeLine.BEGIN: "  best ← −∞ if the first player moves, ∞ if another does",
        CodeLine.LOOP: _LOOP,
        CodeLine.SUCCESSOR: "    value ← paranoid(position after the move, depth − 1, α, β)",
        CodeLine.BETTER: "    best ← max(best, value) for the first player, min(best, value) for the others",
        CodeLine.ALPHA: "    first player: α ← max(α, best)",
        CodeLine.BETA: "    others: β ← min(β, best)",
        CodeLine.CUT: "    if α ≥ β: leave out the other moves",
        CodeLine.RETURN: "  return best",
    },
}
"""The lines of each algorithm that is drawn, in their order."""


def code_text(algorithm: str) -> tuple[str, ...]:
    """Give the lines of an algorithm.

    >>> code_text("minimax")[0], code_text("alphabeta")[-1]
    ('minimax(position, depth)', '  return best')
    """
    return tuple(PSEUDOCODE[algorithm].values())


def lines_run(tree: SearchTree) -> tuple[tuple[int, ...], ...]:
    """Tell for each step of a search which lines it runs, by their numbers, in the order in which they run.

    >>> import pyengine
    >>> from pyengine.pictures.traced_search import grow
    >>> tree = grow(pyengine.load("tree_bratko"), algorithm="alphabeta")
    >>> code = code_text("alphabeta")
    >>> for step in lines_run(tree)[2:5]:
    ...     print([code[line].strip() for line in step][-1])
    best ← −∞ if MAX moves, ∞ if MIN moves
    MAX: α ← max(α, best)
    MAX: α ← max(α, best)
    """
    places = {line: place for place, line in enumerate(PSEUDOCODE[tree.algorithm])}
    return tuple(tuple(places[line] for line in step if line in places) for step in _Runner(tree).steps())


class _Runner:
    """Goes through the steps of a search with the best that each open position has so far."""

    def __init__(self, tree: SearchTree) -> None:
        self._tree, self._nodes = tree, tree.nodes()
        self._open: list[tuple[TreeNode, tuple[Number, ...] | None]] = []
        self._first = tree.root.mover or 0

    def steps(self) -> list[tuple[CodeLine, ...]]:
        return [self._step(step, self._nodes[step.node]) for step in self._tree.steps]

    def _step(self, step: TreeStep, node: TreeNode) -> tuple[CodeLine, ...]:
        if step.kind is EventKind.ENTER:
            before = (CodeLine.LOOP, CodeLine.SUCCESSOR) if self._open else ()
            self._open.append((node, None))
            return (*before, CodeLine.CALL, CodeLine.BEGIN)
        if step.kind is EventKind.CUT:
            return (CodeLine.CUT,)
        return (*self._valued(step, node), *self._chosen(step))

    def _valued(self, step: TreeStep, node: TreeNode) -> tuple[CodeLine, ...]:
        """Name the lines that give a position its value."""
        if node.kind is NodeKind.MORE:
            return (CodeLine.LOOP, CodeLine.SUCCESSOR)
        if step.kind is EventKind.LEAVE:
            self._open.pop()
            return (CodeLine.RETURN,)
        if step.kind is EventKind.HIT:
            return (CodeLine.TABLE,)
        return (CodeLine.FINAL,) if node.kind is NodeKind.FINAL else (CodeLine.ESTIMATE,)

    def _chosen(self, step: TreeStep) -> tuple[CodeLine, ...]:
        """Name the lines by which the position before takes the value, if it is better."""
        if not self._open or not step.worth:
            return ()
        parent, best = self._open[-1]
        mover = parent.mover or 0
        like = liking(self._tree.algorithm, mover, self._first)
        if best is not None and like(step.worth) <= like(best):
            return (CodeLine.BETTER,)
        self._open[-1] = parent, step.worth
        is_first = mover == (self._first if self._tree.algorithm == "paranoid" else 0)
        return (CodeLine.BETTER, CodeLine.ALPHA if is_first else CodeLine.BETA)
