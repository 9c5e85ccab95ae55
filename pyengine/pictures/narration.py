"""The narration of a search, step by step: what each event says, and what it changes in the picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final

from pyengine.pictures.labels import number_text, player_name, window_text, worth_text
from pyengine.pictures.search_tree import NodeKind, SearchTree, TreeNode, TreeStep, Window, liking
from pyengine.search import Bound, EventKind
from pyengine.terms import Number

_CUT: Final = {NodeKind.ESTIMATE: "at the depth limit", NodeKind.CUTOFF: "cut off by the game's own test"}


class Stage(Enum):
    """How far the search is with a node; before it comes to it, a node has none."""

    OPEN = "open"
    DONE = "done"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Change:
    """What a node shows from now on: how far the search is with it, the value so far, and the window."""

    node: int
    stage: Stage
    value: str = ""
    window: str = ""


@dataclass(frozen=True, slots=True)
class NarrationFrame:
    """One step in words, the node it is about, and the nodes that it changes."""

    words: str
    node: int
    changes: tuple[Change, ...]


@dataclass(slots=True)
class _OpenPosition:
    """A position that has been entered and not left: what is known of it so far."""

    node: TreeNode
    window: Window | None
    best: tuple[Number, ...] | None = None
    bound: Bound = Bound.EXACT
    words: list[str] = field(default_factory=list)

    def change(self) -> Change:
        value = "" if self.best is None else worth_text(self.best)
        window = "" if self.window is None else window_text(self.window)
        return Change(self.node.number, Stage.OPEN, value, window)


def frames(tree: SearchTree) -> tuple[NarrationFrame, ...]:
    """Tell a search from its start to its end; the windows are those of the search at every moment.

    >>> import pyengine
    >>> from pyengine.pictures.traced_search import grow
    >>> for frame in frames(grow(pyengine.load("tree_bratko"), algorithm="alphabeta"))[:5]:
    ...     print(frame.words)
    The search enters a, where MAX is to move, with α = −∞ and β = ∞.
    MAX tries b, where MIN is to move, with α = −∞ and β = ∞.
    MIN tries d, where MAX is to move, with α = −∞ and β = ∞.
    h is final, and worth 1. For d that is the first value: MAX has at least 1 now, so α rises to 1.
    i is final, and worth 4. For d that is better than 1: MAX has at least 4 now, so α rises to 4.
    """
    return tuple(_Teller(tree).frames())


class _Teller:
    def __init__(self, tree: SearchTree) -> None:
        self.tree = tree
        self.nodes = tree.nodes()
        self.open: list[_OpenPosition] = []
        self.first = tree.root.mover or 0

    def frames(self) -> Iterator[NarrationFrame]:
        for step in self.tree.steps:
            node = self.nodes[step.node]
            if step.kind is EventKind.ENTER:
                yield self._enter(node, step)
            elif step.kind is EventKind.CUT:
                yield self._cut(node, step)
            else:
                yield self._value(node, step)

    def _enter(self, node: TreeNode, step: TreeStep) -> NarrationFrame:
        who = "" if node.mover is None else player_name(self.tree, node.mover)
        if self.open:
            chooser = player_name(self.tree, self.open[-1].node.mover or 0)
            words = f"{chooser} tries {node.move if _has_no_name(node) else _named(node)}, where {who} is to move"
        else:
            words = f"The search enters {_called(node)}, where {who} is to move"
        if step.window is not None:
            low, high = map(number_text, step.window)
            words += f", with α = {low} and β = {high}"
        self.open.append(_OpenPosition(node, step.window))
        return NarrationFrame(words + ".", node.number, (self.open[-1].change(),))

    def _cut(self, node: TreeNode, step: TreeStep) -> NarrationFrame:
        here = self.open[-1]
        here.window = step.window
        branches = "the last move is" if step.skipped == 1 else f"the other {step.skipped:,} moves are"
        words = f"At {_called(node)} {branches} not looked at"
        if step.window is not None:
            low, high = map(number_text, step.window)
            name = f", {'an' if step.cut == 'alpha' else 'a'} {step.cut} cut-off" if step.cut else ""
            words += f"{name}: α = {low} is not below β = {high}, so play between good players does not come here"
        pruned = (below for child in node.children if child.is_pruned for below in child.walk())
        skipped = (Change(below.number, Stage.SKIPPED) for below in pruned)
        return NarrationFrame(words + ".", node.number, (here.change(), *skipped))

    def _value(self, node: TreeNode, step: TreeStep) -> NarrationFrame:
        """A position has got its value: tell it, and what its parent makes of it."""
        if step.kind is EventKind.LEAVE and node.kind is not NodeKind.MORE:
            self.open.pop()
        worth = step.worth or ()
        window = "" if step.window is None else window_text(step.window)
        shown = worth_text(worth, step.bound) if worth else ""
        if node.is_estimate:
            shown = f"≈{shown}"
        changes = [Change(node.number, Stage.DONE, shown, window)]
        words = self._worth_words(node, step)
        if self.open and worth:
            words += self._choice(self.open[-1], worth)
            changes.append(self.open[-1].change())
        elif not self.open:
            words += " The search is done."
        return NarrationFrame(
            words[0].upper() + words[1:] if _has_no_name(node) else words, node.number, tuple(changes)
        )

    def _worth_words(self, node: TreeNode, step: TreeStep) -> str:
        worth = worth_text(step.worth) if step.worth else "nothing known"
        if step.bound is not Bound.EXACT:
            worth = f"{step.bound.value} {worth}"
        if node.kind is NodeKind.MORE:
            return f"Of {node.label.replace(' more ', ' ')} that are not drawn, the best is worth {worth}."
        named = _named(node)
        if step.kind is EventKind.HIT:
            return f"{named} is in the table already, worth {worth}."
        if step.kind is EventKind.LEAF:
            if node.kind is not NodeKind.FINAL:
                return f"{named} is {_CUT[node.kind]}, and estimated at {worth}."
            return f"{named} is final, {f'{node.ending}: it is worth' if node.ending else 'and worth'} {worth}."
        return f"{_called(node)} is done: worth {worth}."

    def _choice(self, parent: _OpenPosition, worth: tuple[Number, ...]) -> str:
        """Let the parent take a value if it is better; tell so, and where that moves the window."""
        mover = parent.node.mover or 0
        like = liking(self.tree.algorithm, mover, self.first)
        label, before = _called(parent.node), parent.best
        if before is not None and like(worth) <= like(before):
            return f" For {label} that is no better than {worth_text(before)}."
        parent.best = worth
        told = " the first value" if before is None else f" better than {worth_text(before)}"
        return f" For {label} that is{told}" + (self._narrow(parent, worth[0], mover) or ".")

    def _narrow(self, parent: _OpenPosition, value: Number, mover: int) -> str:
        if parent.window is None or not self.tree.opposed:
            return ""
        alpha, beta = parent.window
        if mover == 0 and value > alpha:
            parent.window = value, beta
            return f": MAX has at least {number_text(value)} now, so α rises to {number_text(value)}."
        if mover != 0 and value < beta:
            parent.window = alpha, value
            return f": MIN has at most {number_text(value)} now, so β falls to {number_text(value)}."
        return ", but not inside the window."


def _named(node: TreeNode) -> str:
    """Name a position, after the move to it where that is not the same."""
    if _has_no_name(node):
        return _called(node)
    return f"{node.move} to {node.label}" if node.move else node.label


def _called(node: TreeNode) -> str:
    """Name a position shortly."""
    if not _has_no_name(node):
        return node.label
    return f"the position after {node.move}" if node.move else "the first position"


def _has_no_name(node: TreeNode) -> bool:
    """Tell whether a position is too large to be named: it is a board, or has no label."""
    return node.board is not None or not node.label


def with_end(told: tuple[NarrationFrame, ...], tree: SearchTree) -> tuple[NarrationFrame, ...]:
    """Let the last step say the result."""
    if not told or tree.root.worth is None or tree.stopped:
        return told
    last = told[-1]
    best = f" The best move is {tree.best}." if tree.best else ""
    return (*told[:-1], replace(last, words=last.words + best))
