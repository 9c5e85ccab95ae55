"""Monte-Carlo tree search as people call it: who grows the tree, for how long, and what its moves have come to."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, Protocol

from pyengine.errors import SearchError
from pyengine.game import Expansion, Game, estimates
from pyengine.kernel.endings import Ending
from pyengine.search.alliances import Alliance
from pyengine.search.expansion import NotOpposedError, expander, opposed
from pyengine.search.kernel import MOST_NODES, STOPS, keeps_usual_time, kernel_of, looking
from pyengine.search.known import Known
from pyengine.search.mcts import NONE, Stakes, Tree, TreeNode, Values
from pyengine.search.multiplayer import PlayersResult
from pyengine.search.options import Options
from pyengine.search.result import Result, StopReason
from pyengine.search.watch import Limit, Watch

Progress = Callable[[Result[Any]], None]
FIRST_REPORT: Final = 1024
"""Iterations before the first report of progress; the next one comes after twice as many."""
LINE_SECONDS: Final = 0.01
"""What it may take, when the time is up, to name the moves of the principal variation."""
MOST_TREE: Final = 1 << 31
"""Positions of a tree in C."""


class Grown(Protocol):
    """A tree, in Python or in C."""

    iterations: int
    leaves: int

    def __getitem__(self, number: int) -> TreeNode: ...

    def grow(self, most: int) -> StopReason | None:
        """Go on until there are so many iterations or the root is solved; what ends it earlier is told."""


class EscapedError(Exception):
    """The kernel cannot go on."""


class KernelTree:
    """A tree that the kernel of a game grows, as `Tree` does."""

    def __init__(self, grown: Any, watch: Watch) -> None:
        self._grown, self._watch = grown, watch
        self.iterations = self.leaves = 0

    @classmethod
    def of(
        cls, game: Game[Any, Any], root: Any, options: Options, watch: Watch, stakes: Stakes, known: Known | None
    ) -> KernelTree | None:
        """Open the kernel of a game; None where there is none, or where it does not do such a search."""
        kernel = kernel_of(game, root)
        if kernel is None or known is not None or not keeps_usual_time(watch) or options.tree_size > MOST_TREE:
            return None
        estimating = "staticval" in kernel.answers
        if estimates(game) != estimating or (estimating and kernel.players > 2):
            return None
        settings = {
            "seed": options.seed,
            "most_plies": options.playout_plies,
            "room": options.tree_size,
            "exploration": float(options.exploration) ** 2,
            "unknown": options.unknown,
            "opposed": stakes.opposed,
            "least": stakes.least,
            "most": stakes.most,
        }
        try:
            return cls(kernel.tree(root, settings, stakes.low, stakes.high), watch)
        except (OverflowError, MemoryError):
            return None

    def __getitem__(self, number: int) -> TreeNode:
        return TreeNode(**self._grown.node(number))

    def grow(self, most: int) -> StopReason | None:
        """Go on until there are so many iterations or the root is solved; `EscapedError` where it cannot."""
        watch = self._watch
        if watch.limited and (reason := watch.due(self.iterations)) is not None:
            return reason
        try:
            ending = self._grown.grow(min(most, watch.max_nodes, MOST_NODES), looking(watch, 0))
        finally:
            self.iterations, self.leaves = self._grown.iterations, self._grown.leaves
        if ending not in (Ending.DONE, *STOPS):
            raise EscapedError
        return STOPS.get(ending)


def refuse_for_mcts(limit: Limit, alliance: Alliance | None, **given: object) -> None:
    """Refuse what does not go with Monte-Carlo tree search."""
    if limit.depth is not None:
        raise SearchError("mcts plays every line to its end: it is limited by seconds or nodes, not by depth")
    if alliance is not None:
        raise SearchError("with mcts every player maximises the own utility: there can be no alliance")
    for name, value in given.items():
        if value is not None:
            raise SearchError(f"mcts takes no {name}")


def search_by_playouts(
    game: Game[Any, Any],
    root: Any,
    options: Options,
    watch: Watch,
    *,
    known: Known | None = None,
    progress: Progress | None = None,
) -> Result[Any]:
    """Search by playouts until a limit is reached or the root is solved.

    Where two players turn out to be no opponents, the tree is grown again for two who are not.
    """
    try:
        return _Sampling(game, root, options, watch, known, progress, opposed(game)).run()
    except NotOpposedError:
        return _Sampling(game, root, options, watch, None, progress, False).run()


class _Sampling:
    """One search: the root, and the trees that were grown over it."""

    def __init__(
        self,
        game: Game[Any, Any],
        root: Any,
        options: Options,
        watch: Watch,
        known: Known | None,
        progress: Progress | None,
        opposed: bool,
    ) -> None:
        self.game, self.root, self.options, self.watch = game, root, options, watch
        self.known, self.progress, self.opposed = known, progress, opposed
        self.expand: Callable[[Any], Expansion[Any, Any]] = expander(game)
        self.reason: StopReason | None = None  # to end before anything is searched
        try:
            self.opened = self.expand(root)
        except KeyboardInterrupt:
            self.opened, self.reason = self.expand(root), StopReason.INTERRUPTED

    def run(self) -> Result[Any]:
        """Grow a tree, by the kernel where there is one, and tell what it has come to."""
        if self.reason is not None:
            return self.result(None, None, (), self.reason)
        if self.opened.utilities is not None:
            self.watch.nodes = self.watch.leaves = 1
            return self.result(None, self.opened.utilities, (), StopReason.SOLVED)
        stakes = Stakes.of(self.game, self.opposed, self.options.value_range)
        given = self.game, self.root, self.options, self.watch, stakes, self.known
        fast: Grown | None = KernelTree.of(*given)
        try:
            if fast is not None:
                return self.told(fast, self.grow(fast))
        except EscapedError:
            pass
        slow: Grown = Tree(*given)
        reason = self.grow(slow)
        # Where there was no time to do again what the kernel did, that counts.
        return self.told(fast if fast is not None and fast.iterations > slow.iterations else slow, reason)

    def grow(self, tree: Grown) -> StopReason:
        """Grow a tree to the end, with reports on the way; say why it ended."""
        most = FIRST_REPORT
        try:
            while True:
                reason = tree.grow(most)
                if reason is None and tree[0].exact is not None:
                    reason = StopReason.SOLVED
                if reason is not None:
                    return reason
                if tree.iterations >= most:
                    most *= 2
                    if self.progress is not None:
                        self.progress(self.told(tree, StopReason.NODES))
        except KeyboardInterrupt:
            return StopReason.INTERRUPTED

    def told(self, tree: Grown, reason: StopReason) -> Result[Any]:
        """Put a result together."""
        self.watch.nodes, self.watch.leaves = tree.iterations, tree.leaves
        root = tree[0]
        best = choose(tree, root, self.opposed)
        values = root.exact if best is None or root.exact is not None else tree[best].values
        return self.result(tree, values, self.line(tree), reason)

    def line(self, tree: Grown) -> tuple[Any, ...]:
        """Name the moves of the principal variation; when the time is up, as many as there is a moment for."""
        clock, began = self.watch.clock, self.watch.clock()
        node, expansion = tree[0], self.opened
        line: list[Any] = []
        with suppress(KeyboardInterrupt):  # what there is by then is enough
            while (place := choose(tree, node, self.opposed)) is not None:
                chosen = place - node.first
                line.append(expansion.moves[chosen])
                node, state = tree[place], expansion.children[chosen]
                if not node.count or (self.watch.deadline is not None and clock() - began > LINE_SECONDS):
                    break
                expansion = self.expand(state)
        return tuple(line)

    def result(
        self, tree: Grown | None, values: Values | None, line: tuple[Any, ...], reason: StopReason
    ) -> Result[Any]:
        """Give the result for two opponents, or for others."""
        nodes = [] if tree is None else [tree[place] for place in tree[0].children]
        tried = [place for place, node in enumerate(nodes) if node.visits or node.exact is not None]
        moves = self.opened.moves
        vectors = tuple((moves[place], nodes[place].values) for place in tried)
        fields: dict[str, Any] = {
            "value": None if values is None else values[0],
            "values": values,
            "best": line[0] if line else next(iter(moves), None),
            "line": line,
            "depth": None,
            "reason": reason,
            "moves": tuple((move, vector[0]) for move, vector in vectors),
            "tried": tuple(nodes[place].visits for place in tried),
            **self.watch.figures,
        }
        if self.opposed:
            return Result(**fields)
        mover = self.opened.mover
        liked = tuple(move for move, vector in vectors if values is not None and vector[mover] == values[mover])
        return PlayersResult(**fields, vectors=vectors, liked=liked)


def choose(tree: Grown, node: TreeNode, opposed: bool) -> int | None:
    """Choose the move to play: the one that was tried most, unless a solved one is worth as much to the mover.

    Of several the one with the best mean, and of these the first, counts. None: nothing is known of any.
    """
    if node.exact is not None:
        return None if node.best == NONE else node.best
    mover = node.mover

    def gain(of: TreeNode) -> Any:
        return -of.values[0] if mover and opposed else of.values[mover]

    found: int | None = None
    most: tuple[Any, ...] = ()
    for place in node.children:
        child = tree[place]
        if child.exact is None and child.visits and (found is None or (child.visits, gain(child)) > most):
            found, most = place, (child.visits, gain(child))
    if node.best != NONE and (found is None or gain(tree[node.best]) >= most[1]):
        return node.best
    return found
