"""Alpha-beta and minimax in the kernel that a game brings.

A kernel visits the same positions in the same order as the searches in Python, so it gives the same values and counts.
What it does not do (a trace, numbers that are no doubles, a clock of one's own) is declined before anything is
searched. Where it meets something on the way that it cannot do, it gives up, and the search in Python takes over.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from functools import partial
from typing import Any, Final

from pyengine.errors import CyclicGameError
from pyengine.game import Game, estimates, offers
from pyengine.kernel.endings import Ending
from pyengine.search import alike
from pyengine.search.alphabeta import AlphaBeta
from pyengine.search.expansion import same_sum
from pyengine.search.faults import cyclic
from pyengine.search.headway import Sight
from pyengine.search.horizon import Draft
from pyengine.search.kernel import MOST_NODES, STOPS, keeps_usual_time, kernel_of, looking
from pyengine.search.known import Known
from pyengine.search.lines import moves_of
from pyengine.search.memory import has_memory, most_returns
from pyengine.search.options import Options
from pyengine.search.outcome import OPEN, Line, Outcome
from pyengine.search.proved import Proved, keep_entry, path_positions, proved_entry
from pyengine.search.result import StopReason
from pyengine.search.sight import SEEN
from pyengine.search.table import BOUNDS, LIMITED, PROVED, Table
from pyengine.search.trace import Sink
from pyengine.search.watch import Watch
from pyengine.terms import Number

MOST_PLIES: Final = 1 << 40
LAZY = True
"""Whether a kernel may make successors one by one, where that is cheaper; benchmarks/successors.py measures without."""
MOST_KILLERS: Final = 1 << 10
"""Beyond that there is no search that could tell."""


class KernelSearch:
    """The searches of one game under some options, done by its kernel, and by `python` from where that gives up."""

    known: Known | None = None  # a kernel cannot ask a store

    def __init__(self, python: AlphaBeta[Any, Any], runs: Any, watch: Watch) -> None:
        self.game, self.options, self.watch = python.game, python.options, watch
        self.horizon, self.opener = python.horizon, python.opener
        self._python = python
        self._runs: Any = runs  # a search of the kernel, until it gives up
        self._total: Number | None = None  # the worth of a final position to both players together
        self._root: Any = None  # of the last run
        self._done: list[tuple[tuple[int, int, int, int], Callable[[], Outcome | None]]] = []

    @classmethod
    def of(cls, python: AlphaBeta[Any, Any]) -> KernelSearch | None:
        """Open the kernel of a game for a search; None where there is none, or where it does not do such a search."""
        game, options, watch, table = python.game, python.options, python.watch, python.table
        kernel = kernel_of(game)
        if kernel is None or len(game.players) != 2 or options.killers > MOST_KILLERS:
            return None
        if python.trace is not None or python.known is not None or not keeps_usual_time(watch):
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
            return cls(python, kernel.open(_settings(python), lent, threads), watch)
        except (OverflowError, MemoryError):
            return None

    def follower(self, watch: Watch) -> KernelSearch | AlphaBeta[Any, Any]:
        """Give a search over the same table that counts elsewhere."""
        python = self._python.follower(watch)
        return python if self._runs is None else KernelSearch(python, self._runs, watch)

    def next_iteration(self) -> None:
        """Let the values noted so far decide the order from now on."""
        if self._runs is None:
            self._python.next_iteration()
            return
        self._done.append((self.watch.counts, self._python.next_iteration))
        self._runs.next_iteration()

    def run(
        self,
        root: Any,
        draft: Draft,
        alpha: Number = -math.inf,
        beta: Number = math.inf,
        *,
        first: Any = None,
        ply: int = 0,
    ) -> Outcome:
        """Search one position within a window, as `AlphaBeta.run` does."""
        by_python = partial(self._python.run, root, draft, alpha, beta, first=first, ply=ply)
        if self._runs is None:
            return by_python()
        watch = self.watch
        if watch.limited and (reason := watch.due(watch.nodes)) is not None:
            return Outcome.nothing(reason)
        counted = watch.counts
        outcome = self._search(self._runs, root, draft, (alpha, beta), first, ply)
        if outcome is None:
            reason = self._take_over()
            return by_python() if reason is None else Outcome.nothing(reason)
        self._done.append((counted, by_python))
        return outcome

    def minimax(self, root: Any, depth: int | None) -> Outcome:
        """Value a position as `Minimax.run` does."""
        watch, outcome = self.watch, None
        if self._runs is not None and type(root) is bytes and (depth is None or depth <= MOST_PLIES):
            if watch.limited and (reason := watch.due(watch.nodes)) is not None:
                return Outcome.nothing(reason)
            try:
                found = self._runs.minimax(root, depth, _most_nodes(watch), looking(watch, 0))
            except KeyboardInterrupt:  # before it begins, or when it is over
                return Outcome.nothing(StopReason.INTERRUPTED)
            outcome = self._outcome(root, found)
        if outcome is None:
            self._runs = None
            return self._python.minimax(root, depth)
        return outcome

    def known_best(self, state: Any, children: Any, draft: Draft, value: Number, ply: int) -> Any:
        """Give the best successor that the table has for a position, if its entry is of this very search."""
        if self._runs is None:
            return self._python.known_best(state, children, draft, value, ply)
        number = self._runs.known_best(state, None if draft == math.inf else int(draft), value, ply)
        return None if number is None or number >= len(children) else children[number]

    def _take_over(self) -> StopReason | None:
        """Let Python go on; it does first what the kernel did, so that its table and orderings come to be the same.

        Where a limit is reached meanwhile, the reason is told.
        """
        self._runs = None
        counts = self.watch.counts
        try:
            for counted, repeat in self._done:
                self.watch.counts = counted
                outcome = repeat()
                if outcome is not None and outcome.stopped is not None:
                    return outcome.stopped
        finally:
            self.watch.counts = counts
        return None

    def _search(
        self, runs: Any, root: Any, draft: Draft, window: tuple[Number, Number], first: Any, ply: int
    ) -> Outcome | None:
        """Search a position in C; None where the kernel gives up."""
        watch = self.watch
        if type(root) is not bytes or (draft != math.inf and draft > MOST_PLIES):
            return None
        left = None if draft == math.inf else int(draft)
        total = None if self._total is None else float(self._total)
        if total != self._total:
            return None
        look = looking(watch, ply)
        self._root = root
        if ply == 0 and watch.signal is not None:
            look = self._watched(runs, root, self.opener.expand(root), look)
        try:
            found = runs.run(root, left, window, first, ply, _most_nodes(watch), watch.counts, total, look)
        except OverflowError:
            return None
        finally:
            watch.stand.sight = None
        outcome = self._outcome(root, found)
        if outcome is not None:
            self._total = found.sum and Fraction(found.sum)
            if watch.signal is not None and ply == 0 and outcome.opened is not None:
                watch.signal.tried = len(outcome.scores), len(outcome.opened.moves)
                if found.led:
                    watch.lead(moves_of(self.opener, outcome.line), outcome.value, outcome.opened.mover)
        return outcome

    def _watched(self, runs: Any, root: Any, opened: Any, look: Any) -> Any:
        """Let who watches see the run that begins: its path and table, and the best of the root's moves."""
        stand, table = self.watch.stand, self._python.table

        def sight() -> Sight:
            return Sight([stage[1:] for stage in runs.stages(SEEN)[0]], None if table is None else table.use.fill)

        stand.begin_run(sight)
        told: Any = None

        def look_and_tell(nodes: int, tried: int, of: int) -> tuple[int, float]:
            nonlocal told
            leading = runs.leading
            if leading is not None and of and leading != told:
                told = leading
                moves = moves_of(self.opener, self._played(root, opened, leading[0], None))
                self.watch.lead(moves, leading[1], opened.mover)
            answer: tuple[int, float] = look(nodes, tried, of)
            return answer

        return look_and_tell

    def paths(self) -> list[list[Any]]:
        """Give the positions on the path of each thread of the last run, where it was stopped."""
        if self._runs is None:
            return [path_positions(self._python)]
        found = []
        for stages in self._runs.stages():
            states = [self._root]
            for child, _, _ in stages:
                children = self.opener.expand(states[-1]).children
                if child >= len(children):
                    break
                states.append(children[child])
            found.append(states)
        return found

    def proved(self, state: Any) -> Proved | None:
        """Give what the table has of a position for good; None where it has nothing."""
        if self._runs is None:
            return proved_entry(self._python, state)
        found = self._runs.proved(state)
        return None if found is None else Proved(*found)

    def keep(self, state: Any, known: Proved) -> None:
        """Give the table something that is proved of a position, if it takes it."""
        if self._runs is None:
            keep_entry(self._python, state, known)
            return
        with suppress(OverflowError):  # that is for Python alone
            self._runs.keep(state, *known)

    def _outcome(self, root: Any, found: Any) -> Outcome | None:
        """Take what was counted and found; None where the kernel gave up. What is wrong with the game is raised."""
        watch = self.watch
        if found.ending and found.ending not in STOPS and found.ending not in (Ending.CYCLIC, Ending.NOT_OPPOSED):
            return None
        before = watch.counts
        watch.counts = found.counts
        if found.ending == Ending.CYCLIC:
            raise CyclicGameError(cyclic(self.game, found.returned))
        if found.ending == Ending.NOT_OPPOSED:
            same_sum(found.sum and Fraction(found.sum), *(worth.number for worth in found.worths))
            watch.counts = before
            return None
        opened = self.opener.expand(root) if found.was_opened else None
        scores = {} if opened is None else {opened.children[place]: value for place, value in found.scored}
        line = self._line(root, opened, found)
        stopped = STOPS.get(found.ending)
        solved, settled, bound = found.solved == PROVED, found.solved != LIMITED, BOUNDS[found.bound]
        return Outcome(found.value.number, line, bound, solved, scores, opened, stopped, settled=settled)

    def _line(self, root: Any, opened: Any, found: Any) -> Line:
        """Give the line that a run has found, if it has one."""
        return self._played(root, opened, found.places, OPEN if found.is_open else None) if found.has_line else None

    def _played(self, root: Any, opened: Any, places: tuple[int, ...], end: Any) -> Line:
        """Play a line from the root, to have its positions."""
        steps: list[tuple[Any, Any, Any]] = []
        state, expansion = root, opened
        for place in places:
            if expansion is None:
                expansion = self.opener.expand(state)
            child = expansion.children[place]
            steps.append((state, expansion, child))
            state, expansion = child, None
        line: Any = end
        for step in reversed(steps):
            line = (*step, line)
        return line  # type: ignore[no-any-return]


def _most_nodes(watch: Watch) -> int:
    return min(watch.max_nodes, MOST_NODES)


def _settings(python: AlphaBeta[Any, Any]) -> dict[str, Any]:
    """Say what the options and the game come to, field by field of the kernel's `Settings`."""
    game, options, horizon = python.game, python.options, python.horizon
    plain = (
        "unknown",
        "killers",
        "canonical",
        "table_leaves",
        "previous_order",
        "history",
        "changes",
        "finals",
        "long_search",
    )
    least, most = python.value_range or (-math.inf, math.inf)
    return {
        "least": least,
        "most": most,
        **{name: getattr(options, name) for name in plain},
        **{name: getattr(horizon, name) for name in ("unit", "floor", "frees_single", "frees_noisy")},
        **{name: getattr(python, name) for name in ("scouts", "strict", "deeper", "table_move", "etc")},
        "order": options.order and offers(game, "order"),
        "static_order": options.static_order and estimates(game),
        "cutoff": horizon.cutoff is not None,
        "reductions": bool(options.reductions),
        "lazy": LAZY,
        "alike_visits": alike.ENOUGH_VISITS,
        "returns": most_returns(game) if has_memory(game) else 0,
    }


SearchEngine = AlphaBeta[Any, Any] | KernelSearch
"""What values positions of one game, under some options, over one table: both have the same functions.

`watch` has the counters and the limits; `horizon` says where lines are cut off, and `opener` opens positions. `known`
are positions that were solved before.
"""


def choose_engine(
    game: Game[Any, Any],
    options: Options,
    watch: Watch,
    *,
    table: Table | None = None,
    trace: Sink | None = None,
    known: Known | None = None,
) -> SearchEngine:
    """Give the kernel's search where the game brings a kernel that does such a search, else the one in Python.

    Without a table, the one that the options ask for is made.
    """
    table = table if table is not None else Table.of(options)
    if table is not None:
        table.claim(game, options)
        watch.table = table
    python = AlphaBeta(game, options, watch, table=table, trace=trace, known=known)
    return KernelSearch.of(python) or python
