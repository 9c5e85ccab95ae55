"""Monte-Carlo tree search: UCT, with solved values backed up (the MCTS-Solver of Winands, Björnsson and Saito).

An iteration goes from the root to a position that is not opened, by what each move has come to so far and how often it
was tried; it opens that position when it comes there for the second time, plays a game at random, and counts its end
for every position on the way. What is final is exact; a position is solved when its mover has a successor that none can
better, or when all its successors are solved, and is not gone to again. Where a solved successor is worth more to the
mover than what the one that was gone to has come to on average, its worth is what counts further up.

`kernel/mcts.c` does the same, function by function: with the same seed, visits, means and solved values are the same.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from pyengine.errors import RuleRuntimeError
from pyengine.game import Expands, Game, estimates
from pyengine.search.expansion import expander, range_of, same_sum
from pyengine.search.faults import stuck
from pyengine.search.horizon import estimator
from pyengine.search.known import Known
from pyengine.search.options import Options
from pyengine.search.playouts import chance
from pyengine.search.result import StopReason
from pyengine.search.retrograde import endless_worth
from pyengine.search.watch import Stopped, Watch
from pyengine.terms import Number

NONE: Final = (1 << 32) - 1
"""No position of the tree."""
URGENCY: Final = 4
"""So often a move counts as tried that was never tried: chosen by play, with `exploration`."""
LARGEST: Final = 1e200
"""What a larger worth, and an infinite one, counts for in means."""

Values = tuple[Number, ...]
Shares = tuple[float, ...]
"""What an end counts for, by player; to two opponents it is the same with the other sign."""


class Stakes(NamedTuple):
    """What the players of a game play for.

    Where they are two opponents whose values are known, a successor worth `most`, or `least`, is one that none can
    better; `low` and `high` are between what values lie to begin with.
    """

    opposed: bool
    least: Number
    most: Number
    low: Shares
    high: Shares

    @classmethod
    def of(cls, game: Game[Any, Any], opposed: bool, value_range: bool) -> Stakes:
        """Give those of a game; endless play, which no final position tells of, may be worth more than any end.

        Without `value_range`, values are taken as they come.
        """
        known = range_of(game) if opposed and value_range else None
        if known is None:
            players = len(game.players)
            return cls(opposed, -math.inf, math.inf, (math.inf,) * players, (-math.inf,) * players)
        least, most = known
        endless = endless_worth(game)
        low, high = weight(least), weight(most)
        return cls(opposed, min(least, endless), max(most, endless), (low, -high), (high, -low))


@dataclass(slots=True)
class TreeNode:
    """A position of the tree; its successors are `count` nodes from `first` on, none where it is not opened.

    `sums` is what all visits came to, by player. `exact` has its values where they are solved. `unsolved` counts the
    successors that are not, and `best` is the one that the mover likes best of those that are.
    """

    visits: int
    sums: list[float]
    mover: int = 0
    first: int = 0
    count: int = 0
    unsolved: int = 0
    best: int = NONE
    exact: Values | None = None

    @property
    def children(self) -> range:
        """The numbers of the successors."""
        return range(self.first, self.first + self.count)

    @property
    def values(self) -> Values:
        """The values where they are solved, else the means."""
        return self.exact or tuple(total / self.visits for total in self.sums)


class Tree:
    """The tree over one position that is not final; positions by number, the root is 0."""

    def __init__(
        self,
        game: Game[Any, Any],
        root: Any,
        options: Options,
        watch: Watch,
        stakes: Stakes,
        known: Known | None = None,
    ) -> None:
        self.game, self.watch, self.known = game, watch, known
        self.opener: Callable[[Any], Any] = expander(game)
        self.lazy = not isinstance(game, Expands)
        self.stakes = stakes
        self.estimate = _estimate(game, options)
        self.seed, self.plies, self.room = options.seed, options.playout_plies, options.tree_size
        self.exploration = float(options.exploration) ** 2
        self.low, self.high = list(stakes.low), list(stakes.high)
        self.total: Number | None = None
        self.full = False
        self.nodes = [self.new_node()]
        self.states = [root]
        self.iterations = self.leaves = 0

    def __getitem__(self, number: int) -> TreeNode:
        return self.nodes[number]

    def new_node(self) -> TreeNode:
        """Make a node that was never visited."""
        return TreeNode(0, [0.0] * len(self.game.players))

    def grow(self, most: int) -> StopReason | None:
        """Go on until there are so many iterations or the root is solved; what ends it earlier is told."""
        watch = self.watch
        try:
            while self.nodes[0].exact is None and self.iterations < most:
                watch.stop_if_due(self.iterations)
                self.iterate()
                self.iterations += 1
        except Stopped as stopped:
            return stopped.reason
        return None

    def iterate(self) -> None:
        """Go down, look further, and take what is found back up; an iteration that is stopped counts for nothing."""
        path = [0]
        while self.nodes[path[-1]].count:
            path.append(self.select_child(path[-1]))
        leaf = self.nodes[path[-1]]
        if (leaf.visits or len(path) == 1) and not self.full:
            self.open_leaf(path[-1])
            if leaf.count and leaf.exact is None:
                path.append(self.select_child(path[-1]))
        exact = self.nodes[path[-1]].exact
        if exact is None:
            values: Values = self.play_out(self.states[path[-1]])
        else:
            values = exact
            self.leaves += 1
        self.back_up(path, self.shares_of(values))

    def select_child(self, number: int) -> int:
        """Choose the successor to go to by its upper confidence bound.

        One that was never tried counts for what the position has come to, as if it had been tried `URGENCY` times.
        """
        nodes, node = self.nodes, self.nodes[number]
        mover = node.mover
        low, spread = self.low[mover], self.high[mover] - self.low[mover]
        times = node.visits or 1
        widening = self.exploration * math.log(times)
        untried = math.sqrt(widening / URGENCY)
        if spread > 0:
            untried += (node.sums[mover] / times - low) / spread
        chosen, most = NONE, -math.inf
        for place in node.children:
            child = nodes[place]
            if child.exact is not None:
                continue
            visits = child.visits
            score = math.sqrt(widening / visits) if visits else untried
            if visits and spread > 0:
                score += (child.sums[mover] / visits - low) / spread
            if chosen == NONE or score > most:
                chosen, most = place, score
        return chosen

    def open_leaf(self, number: int) -> None:
        """Add the successors of a position, where there is room; those that are final, or known, are solved at once."""
        nodes, node, state = self.nodes, self.nodes[number], self.states[number]
        expansion = self.opener(state)
        children = expansion.children
        if not children:
            raise RuleRuntimeError(stuck(self.game, state))
        if number and len(nodes) + len(children) > self.room:
            self.full = True
            return
        found = [self.solve_at_sight(child) for child in children]
        first = len(nodes)
        for exact in found:
            child = self.new_node()
            child.exact = exact
            nodes.append(child)
        self.states.extend(children)
        node.mover, node.first, node.count, node.unsolved = expansion.mover, first, len(children), len(children)
        for place in node.children:
            if nodes[place].exact is not None and node.exact is None:
                self.note_solved(number, place)

    def solve_at_sight(self, state: Any) -> Values | None:
        """Give what a position is worth to each player where it is final or known."""
        game = self.game
        if game.is_terminal(state):
            values: Values = tuple(game.utility(state, player) for player in game.players)
            if self.stakes.opposed:
                self.total = same_sum(self.total, values[0], values[1])
            self.shares_of(values)  # whoever finds nan says so
            return values
        value = None if self.known is None else self.known.value(state)
        return None if value is None else (value, -value)

    def note_solved(self, number: int, place: int) -> None:
        """Let a position know that a successor is solved, which may solve it too."""
        nodes, node = self.nodes, self.nodes[number]
        node.unsolved -= 1
        gain = self.gain(node.mover, place)
        before = -math.inf if node.best == NONE else self.gain(node.mover, node.best)
        if node.best == NONE or gain > before or (gain == before and place < node.best):
            node.best, before = place, gain
        stakes = self.stakes
        limit = math.inf if not stakes.opposed else stakes.most if node.mover == 0 else -stakes.least
        if node.unsolved == 0 or (stakes.opposed and before >= limit):
            node.exact = nodes[node.best].exact

    def gain(self, mover: int, place: int) -> Number:
        """Say what a solved position is worth to a player; the second of two opponents wants the first to have less."""
        exact = self.nodes[place].exact
        assert exact is not None
        return -exact[0] if mover and self.stakes.opposed else exact[mover]

    def play_out(self, state: Any) -> Values:
        """Play at random to the end, or until the playout is cut off, and give what that is worth to each player."""
        choose = chance(self.seed, self.iterations)
        game, opener, watch = self.game, self.opener, self.watch
        for made in range(self.plies + 1):
            watch.stop_if_due()
            if not self.lazy:
                expansion = opener(state)
                if expansion.utilities is not None:
                    return expansion.utilities  # type: ignore[no-any-return]
                choices = expansion.children
            elif game.is_terminal(state):
                return tuple(game.utility(state, player) for player in game.players)
            else:
                choices = game.actions(state)
            if not choices:
                raise RuleRuntimeError(stuck(game, state))
            if made == self.plies:
                break
            chosen = choices[choose(len(choices))]
            state = game.result(state, chosen) if self.lazy else chosen
        return self.estimate(state)

    def back_up(self, path: list[int], shares: Shares) -> None:
        """Count what was found for every position on the way, and solve those that it solves."""
        nodes = self.nodes
        for player, share in enumerate(shares):
            self.low[player] = min(self.low[player], share)
            self.high[player] = max(self.high[player], share)
        place = NONE
        for number in reversed(path):
            node = nodes[number]
            if place != NONE:
                if nodes[place].exact is not None:  # it was not when it was gone to
                    self.note_solved(number, place)
                shares = self.shares_above(node, place, shares)
            node.visits += 1
            for player, share in enumerate(shares):
                node.sums[player] += share
            place = number

    def shares_above(self, node: TreeNode, place: int, shares: Shares) -> Shares:
        """Say what counts above a position: what was found, unless its mover is known to have something better."""
        if node.exact is not None:
            return self.shares_of(node.exact)
        if node.best == NONE:
            return shares
        child, mover = self.nodes[place], node.mover
        gain = child.sums[mover] / child.visits if child.exact is None else self.shares_of(child.exact)[mover]
        best = self.nodes[node.best].exact
        assert best is not None
        better = self.shares_of(best)
        return better if better[mover] > gain else shares

    def shares_of(self, values: Values) -> Shares:
        """Give what values count for."""
        if self.stakes.opposed:
            share = weight(values[0])
            return share, -share
        return tuple(map(weight, values))


def weight(value: Number) -> float:
    """Give what a worth counts for in means."""
    try:
        number = float(value)
    except OverflowError:
        return LARGEST if value > 0 else -LARGEST
    if number != number:
        raise RuleRuntimeError("a final position is worth nan, which cannot be compared with other values")
    return min(max(number, -LARGEST), LARGEST)


def _estimate(game: Game[Any, Any], options: Options) -> Callable[[Any], Values]:
    """Give what a playout is worth that is cut off: the game's estimate, or `unknown` to the first of two players."""
    if estimates(game) or len(game.players) != 2:
        return estimator(game)
    unknown = options.unknown, -options.unknown
    return lambda state: unknown
