"""Plain minimax: every line of play, to its end or to a depth, with frames on a list.

It is `kernel/minimax.c` function by function, under the same names. With a table, each position of equal depth is
valued once.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from itertools import repeat
from typing import Any

from pyengine.errors import CyclicGameError, RuleRuntimeError
from pyengine.game import Game, offers
from pyengine.search.expansion import CHECKED, Opener, ask, remembered, same_sum
from pyengine.search.faults import cyclic, stuck
from pyengine.search.frames import LEAST, MOST
from pyengine.search.horizon import Draft, Horizon
from pyengine.search.memory import path_of
from pyengine.search.options import Options
from pyengine.search.outcome import OPEN, Line, Outcome
from pyengine.search.result import Bound, StopReason
from pyengine.search.table import DEPTH, EXACT, LIMITED, PROVED, SETTLED, SOLVED, VALUE, Table
from pyengine.search.trace import Event, EventKind, Sink
from pyengine.search.watch import Stopped, Watch
from pyengine.terms import Number


@dataclass(slots=True)
class Node:
    """A position that has been opened, and what its successors are worth so far; `left` are their plies."""

    state: Any
    key: Any
    opened: Any
    successors: Iterator[Any]
    left: Draft
    ply: int
    is_max: bool
    best: Number
    mark: int
    cut_mark: int
    entered: int
    line: Line = None


class Minimax:
    """One search of a game by the definition; without a depth, a cycle raises `CyclicGameError`."""

    __slots__ = (
        "canonical", "cutoff", "estimate", "estimates", "expand", "game", "is_terminal", "lazy", "max_player",
        "min_player", "nodes", "opener", "path", "rule_cuts", "scores", "table", "total", "trace", "utility", "watch",
    )  # fmt: skip

    def __init__(
        self, game: Game[Any, Any], options: Options, watch: Watch, table: Table | None, trace: Sink | None
    ) -> None:
        self.game, self.watch, self.table, self.trace = game, watch, table, trace
        self.opener = Opener(game)
        self.expand, self.lazy = self.opener.expand, self.opener.lazy
        horizon = Horizon.of(game, options)
        self.is_terminal, self.utility = game.is_terminal, game.utility
        self.estimate, self.cutoff = horizon.estimate, horizon.cutoff
        self.max_player, self.min_player = game.players
        self.canonical = None
        if table is not None and options.canonical and offers(game, "canonical"):
            self.canonical = remembered(ask(game, "canonical"))
        self.total: Number | None = None  # the worth of a final position to both players together
        self.estimates = self.rule_cuts = 0  # positions valued by estimate, at the depth limit and elsewhere
        self.path: Any = None
        self.nodes: list[Node] = []  # from the root to the current one
        self.scores: dict[Hashable, Number] = {}

    def run(self, root: Any, depth: int | None) -> Outcome:
        """Value a position, with every line played to its end or to a depth."""
        left: Draft = MOST if depth is None else depth
        self.path = path_of(self.game) if depth is None else None
        try:
            value, line = self.value_position(root, left, 0) or self.value_node(self.nodes[0])
        except Stopped as stopped:
            return self.finish_early(stopped.reason)
        except KeyboardInterrupt:
            return self.finish_early(StopReason.INTERRUPTED)
        opened = self.nodes[0].opened if self.nodes else None
        solved, settled = self.estimates + self.rule_cuts == 0, self.estimates == 0
        return Outcome(value, line, Bound.EXACT, solved, self.scores, opened, settled=settled)

    def finish_early(self, reason: StopReason) -> Outcome:
        """Give what a search that has to stop knows of the root by then."""
        if not self.nodes:
            return Outcome(LEAST, None, Bound.LOWER, False, self.scores, None, reason)
        root = self.nodes[0]
        bound = Bound.LOWER if root.is_max else Bound.UPPER
        return Outcome(root.best, root.line, bound, False, self.scores, root.opened, reason)

    def value_node(self, root: Node) -> tuple[Number, Line]:
        """Value the successors of a position, one after the other, until it is done.

        A successor that has successors itself is the next node, where C calls itself; when it is done its value is
        taken to the node before.
        """
        nodes, node = self.nodes, root
        found: tuple[Number, Any] | None
        while True:
            found = root.best, None
            for child in node.successors:
                found = self.value_position(child, node.left, node.ply + 1)
                if found is None:
                    break
                value, tail = found
                self.take_value(node, child, value, tail)
            if found is None:
                node = nodes[-1]
                continue
            self.finish_node(node)
            if node is root:
                return root.best, root.line
            nodes.pop()
            done, node = node, nodes[-1]
            self.take_value(node, done.state, done.best, done.line)

    def take_value(self, node: Node, child: Any, value: Number, tail: Any) -> None:
        """Take the value of a successor to that of the position."""
        if node.ply == 0:
            self.scores[child] = value
        # A value may be infinite, as the best is at first.
        if node.line is None or (value > node.best if node.is_max else value < node.best):
            node.best, node.line = value, (node.state, node.opened, child, tail)

    def finish_node(self, node: Node) -> None:
        """Keep what a position that is done is worth, and come back from it."""
        if node.line is None:
            raise RuleRuntimeError(stuck(self.game, node.state))
        if self.table is not None:
            solved = SETTLED if self.rule_cuts != node.cut_mark else PROVED
            solved = LIMITED if self.estimates != node.mark else solved
            best = node.line[2] if self.canonical is None else None
            work = (self.watch.nodes - node.entered).bit_length()
            self.table.store(node.key, (node.left + 1, EXACT, node.best, best, solved, work))
        if self.path is not None:
            self.path.discard(node.state)
        if self.trace is not None:
            self.tell(EventKind.LEAVE, node.ply, node.state, 0 if node.is_max else 1, node.best)

    def value_position(self, state: Any, left: Draft, ply: int) -> tuple[Number, Any] | None:
        """Find what a position is worth and its line: by the table, or at sight; None: its node is the last now."""
        key = state
        if self.table is not None:
            if self.canonical is not None:
                key = self.canonical(state)
            if self.cutoff is not None:  # the distance from the root counts
                key = key, ply
            entry = self.table.entries.get(key) if ply else None
            if entry is not None and (entry[DEPTH] == left or (entry[SOLVED] and entry[DEPTH] <= left)):
                self.watch.hits += 1
                self.table.touch(entry)
                self.estimates += entry[SOLVED] == LIMITED
                self.rule_cuts += entry[SOLVED] == SETTLED
                if self.trace is not None:
                    self.tell(EventKind.HIT, ply, state, None, entry[VALUE])
                return entry[VALUE], OPEN
        watch = self.watch
        if watch.limited:
            watch.enter_node()
        else:
            watch.nodes += 1  # a search without limits pays one test
        if self.lazy or left <= 0:
            leaf = self.value_leaf(state, left, ply)
            if leaf is None:
                self.open_node(state, key, self.opener.open(state), left, ply)
                return None
            value, solved = leaf
        else:
            expand = self.expand
            opened = expand(state)
            if opened.utilities is None:
                if not self.is_cut_off(state, ply):
                    self.open_node(state, key, opened, left, ply)
                    return None
                value, solved = self.estimate(state), SETTLED
            else:
                value, other = opened.utilities
                if other != -value or self.total != 0:
                    self.total = same_sum(self.total, value, other)
                solved = PROVED
        watch.leaves += 1
        if self.table is not None:
            self.table.store(key, (LEAST if solved else left, EXACT, value, None, solved, 0))
        if self.trace is not None:
            self.tell(EventKind.LEAF, ply, state, None, value, solved == SETTLED)
        return value, None

    def is_cut_off(self, state: Any, ply: int) -> bool:
        """Tell whether the game says that the search is cut off at a position, which is not the root."""
        if self.cutoff is None or not ply or not self.cutoff(state, ply):
            return False
        self.rule_cuts += 1
        return True

    def value_leaf(self, state: Any, left: Draft, ply: int) -> tuple[Number, int] | None:
        """Value a position by its end, or by an estimate where no ply is left; None where it is to be opened."""
        is_terminal = self.is_terminal
        if is_terminal(state):
            utility = self.utility
            value = utility(state, self.max_player)
            if self.watch.leaves < CHECKED:
                self.total = same_sum(self.total, value, utility(state, self.min_player))
            return value, PROVED
        estimate = self.estimate
        if left > 0:
            return (estimate(state), SETTLED) if self.is_cut_off(state, ply) else None
        value = estimate(state)
        self.estimates += 1
        return value, LIMITED

    def open_node(self, state: Any, key: Any, opened: Any, left: Draft, ply: int) -> None:
        """Go to a position whose successors are to be valued."""
        lazy, is_max = self.lazy, opened.mover == 0
        successors = map(self.opener.result, repeat(state), opened.moves) if lazy else iter(opened.children)
        best = LEAST if is_max else MOST
        marks = self.estimates, self.rule_cuts, self.watch.nodes
        self.nodes.append(Node(state, key, opened, successors, left - 1, ply, is_max, best, *marks))
        if self.path is not None:
            if state in self.path:
                raise CyclicGameError(cyclic(self.game, state))
            self.path.add(state)
        if self.trace is not None:
            self.tell(EventKind.ENTER, ply, state, opened.mover)

    def tell(
        self,
        kind: EventKind,
        ply: int,
        state: Any,
        mover: int | None,
        value: Number | None = None,
        cut_off: bool = False,
    ) -> None:
        """Tell of a position."""
        bound = None if value is None else Bound.EXACT
        self.trace(Event(kind, ply, state, mover, None, None, value, bound, (), cut_off))  # type: ignore[misc]
