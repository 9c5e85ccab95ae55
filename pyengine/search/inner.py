"""Games that bring a kernel: whole depth-limited searches are handed to it, and its answers made outcomes.

A kernel visits the same positions in the same order as the loops here, so it gives the same values and counts. What it
does not do (a trace, numbers that are no doubles, a clock of one's own) is declined before anything is searched; where
it meets something on the way that it cannot do, it gives up, and the loops here do that run.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final, Protocol

from pyengine.errors import CyclicGameError
from pyengine.game import Game, estimates, offers
from pyengine.search.expanding import same_sum
from pyengine.search.faults import cyclic
from pyengine.search.memory import RETURNS, has_memory
from pyengine.search.options import Options
from pyengine.search.outcome import OPEN, Line, Outcome
from pyengine.search.result import Bound, StopReason
from pyengine.search.table import BOUNDS, Table
from pyengine.search.watch import Watch
from pyengine.terms import Number

STOPS: Final = {
    1: StopReason.INTERRUPTED,
    2: StopReason.SECONDS,
    3: StopReason.STOPPED,
    4: StopReason.NODES,
}
"""Why a kernel stopped, by its numbers."""
REASONS: Final = {reason: number for number, reason in STOPS.items()}
CYCLIC, NOT_OPPOSED = 6, 7
MOST_PLIES: Final = 1 << 40
MOST_NODES: Final = (1 << 64) - 1
MOST_KILLERS: Final = 1 << 10
"""Beyond that there is no search that could tell."""

Look = Callable[[int, int, int], tuple[int, float]]


class Runs(Protocol):
    """Searches with the same techniques; what they learn is kept from one to the next."""

    def run(
        self,
        root: Any,
        budget: int | None,
        alpha: Number,
        beta: Number,
        first: Any,
        ply: int,
        most_nodes: int,
        counted: tuple[int, int, int, int],
        total: Number | None,
        look: Look | None,
    ) -> Any:
        """Search a position within a window."""

    def minimax(self, root: Any, plies: int | None, most_nodes: int, look: Look | None) -> Any:
        """Value a position by the definition."""

    def next_iteration(self) -> None:
        """Let the values noted so far decide the order from now on."""

    def known_best(self, state: Any, budget: int | None, value: Number) -> int | None:
        """Give the successor that the table has for the best, where it has a value of this very search."""


class Kernel(Protocol):
    """What a game has that can search itself; the game has it as `kernel`.

    `answers` names the questions that its rules answer, `optional` those that rules need not.
    """

    answers: frozenset[str]
    optional: frozenset[str]

    def table(self, entries: int | None, size: int | None, replacement: str, *, shared: bool) -> Any:
        """Make a table."""

    def open(self, settings: Mapping[str, Any], table: Any, threads: int) -> Runs:
        """Begin searches; OverflowError or MemoryError where they cannot be done."""


class GaveUpError(Exception):
    """The kernel has given up in the middle: what it has learned in earlier runs is lost to the loops here.

    Never a user's to see: the search begins anew without the kernel, so that its counts are what they always are.
    """


def kernel_of(game: Any, *positions: Any) -> Any:
    """Give the kernel of a game; None where there is none, or where something is no position that it could take."""
    kernel = getattr(game, "kernel", None)
    return kernel if all(type(position) is bytes for position in positions) else None


class Inner:
    """The searches of one game under some options, done by its kernel."""

    def __init__(self, game: Game[Any, Any], runs: Runs, watch: Watch) -> None:
        self._game: Any = game
        self._runs = runs
        self._watch = watch
        self.has_run = False

    @classmethod
    def of(
        cls, game: Game[Any, Any], options: Options, watch: Watch, table: Table | None, *, traced: bool
    ) -> Inner | None:
        """Open the kernel of a game for a search; None where there is none, or where it does not do such a search."""
        kernel: Kernel | None = kernel_of(game)
        if kernel is None or traced or len(game.players) != 2 or options.killers > MOST_KILLERS:
            return None
        if watch.deadline is not None and watch.clock is not time.perf_counter:
            return None
        offered = {name for name in kernel.optional if offers(game, name)}
        if estimates(game):
            offered.add("staticval")
        if offered != kernel.answers & kernel.optional:
            return None
        if isinstance(options.aspiration, Fraction) or isinstance(options.unknown, Fraction):
            return None
        try:
            threads = 1 if table is None else options.threads  # without a table they could not help each other
            lent = None if table is None else table.lent(kernel.table, shared=threads > 1)
            return cls(game, kernel.open(_settings(game, options), lent, threads), watch)
        except (OverflowError, MemoryError):
            return None

    def run(
        self, root: Any, budget: float, alpha: Number, beta: Number, first: Any, ply: int, total: Number | None
    ) -> tuple[Outcome, Number | None] | None:
        """Search a position as `AlphaBeta.run` does; also what final positions are worth together. None: give up."""
        watch = self._watch
        if type(root) is not bytes or (budget != math.inf and budget > MOST_PLIES):
            return None
        if watch.limited and (reason := watch.due(watch.nodes)) is not None:
            return Outcome(0, None, Bound.EXACT, False, {}, None, reason), total
        counted = watch.nodes, watch.leaves, watch.cutoffs, watch.hits
        left = None if budget == math.inf else int(budget)
        known = None if total is None else float(total)
        if known != total:
            return None
        try:
            found = self._runs.run(
                root, left, alpha, beta, first, ply, _most_nodes(watch), counted, known, looking(watch, ply)
            )
        except OverflowError:
            return None
        if not self._count(found):
            return None
        self.has_run = True
        outcome = self._outcome(root, found)
        if watch.signal is not None and ply == 0 and outcome.opened is not None:
            watch.signal.tried = len(outcome.scores), len(outcome.opened.moves)
        return outcome, found.total and Fraction(found.total)

    def minimax(self, root: Any, depth: int | None) -> Outcome | None:
        """Value a position as `run_minimax` does. None: give up."""
        watch = self._watch
        if type(root) is not bytes or (depth is not None and depth > MOST_PLIES):
            return None
        if watch.limited and (reason := watch.due(watch.nodes)) is not None:
            return Outcome(-math.inf, None, Bound.LOWER, False, {}, None, reason)
        try:
            found = self._runs.minimax(root, depth, _most_nodes(watch), looking(watch, 0))
        except KeyboardInterrupt:  # before it begins, or when it is over
            return Outcome(-math.inf, None, Bound.LOWER, False, {}, None, StopReason.INTERRUPTED)
        return self._outcome(root, found) if self._count(found) else None

    def next_iteration(self) -> None:
        """Let the values noted so far decide the order from now on."""
        self._runs.next_iteration()

    def known_best(self, state: Any, children: Any, budget: float, value: Number) -> Any:
        """Give the best successor that the table has for a position, if its entry is of this very search."""
        number = self._runs.known_best(state, None if budget == math.inf else int(budget), value)
        return None if number is None else children[number]

    def _count(self, found: Any) -> bool:
        """Take over the counters; False where the kernel has given up. What is wrong with the game is raised."""
        watch = self._watch
        if found.ending and found.ending not in STOPS and found.ending not in (CYCLIC, NOT_OPPOSED):
            return False
        before = watch.nodes, watch.leaves, watch.cutoffs, watch.hits
        watch.nodes, watch.leaves, watch.cutoffs, watch.hits = found.nodes, found.leaves, found.cutoffs, found.hits
        if found.ending == CYCLIC:
            raise CyclicGameError(cyclic(self._game, found.place))
        if found.ending == NOT_OPPOSED:
            same_sum(found.total and Fraction(found.total), *found.worths)
            watch.nodes, watch.leaves, watch.cutoffs, watch.hits = before
            return False
        return True

    def _outcome(self, root: Any, found: Any) -> Outcome:
        opened = self._game.expand(root) if found.opened else None
        scores = {} if opened is None else {opened.children[place]: value for place, value in found.scores}
        line = self._line(root, opened, found)
        return Outcome(found.value, line, BOUNDS[found.bound], found.solved, scores, opened, STOPS.get(found.ending))

    def _line(self, root: Any, opened: Any, found: Any) -> Line:
        """Play the line from the root, to have its positions."""
        if found.line is None:
            return None
        steps: list[tuple[Any, Any, Any]] = []
        state, expansion = root, opened
        for place in found.line:
            if expansion is None:
                expansion = self._game.expand(state)
            child = expansion.children[place]
            steps.append((state, expansion, child))
            state, expansion = child, None
        line: Any = OPEN if found.is_open else None
        for step in reversed(steps):
            line = (*step, line)
        return line  # type: ignore[no-any-return]


def _most_nodes(watch: Watch) -> int:
    return min(watch.max_nodes, MOST_NODES)


def looking(watch: Watch, ply: int) -> Look | None:
    """Make what looks at the clock and at the signal while a kernel works; None where there is nothing to look at."""
    if watch.deadline is None and watch.signal is None:
        return None
    signal, deadline = watch.signal, watch.deadline

    def look(nodes: int, tried: int, of: int) -> tuple[int, float]:
        if signal is not None and ply == 0 and of:
            signal.tried = tried, of
        reason = watch.due(min(nodes, watch.max_nodes - 1))
        left = math.inf if deadline is None else deadline - watch.clock()
        return (0 if reason is None else REASONS[reason]), left

    return look


def _settings(game: Game[Any, Any], options: Options) -> dict[str, Any]:
    """Say what the options and the game come to, in the kernel's words."""
    noisy = offers(game, "noisy")
    quiescence = options.quiescence if noisy else 0
    unit = options.extensions + 1
    returns = 0
    if has_memory(game):
        returns = RETURNS if "terminal_memory" in getattr(game, "offers", ()) else 1
    return {
        "unit": unit,
        "floor": (1 - quiescence) * unit,
        "unknown": options.unknown,
        "killers": options.killers,
        "scouts": options.algorithm == "pvs",
        "strict": options.strict_cut,
        "deeper": options.reuse == "deeper",
        "canonical": options.canonical,
        "table_move": options.table_move,
        "table_leaves": options.table_leaves,
        "order": options.order and offers(game, "order"),
        "static_order": options.static_order and estimates(game),
        "previous_order": options.previous_order,
        "history": options.history,
        "frees_single": bool(options.extensions) and "single" in options.extend,
        "frees_noisy": bool(options.extensions) and noisy and "noisy" in options.extend,
        "returns": returns,
    }
