"""Proof-number search in the kernel that a game brings: the same answers and counts as `ProofSearch` gives."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from pyengine.errors import CyclicGameError
from pyengine.game import Game, offers
from pyengine.kernel.endings import Ending
from pyengine.search.expansion import expander, range_of, same_sum
from pyengine.search.faults import cyclic
from pyengine.search.kernel import MOST_NODES, STOPS, keeps_usual_time, kernel_of, looking
from pyengine.search.memory import has_memory, most_returns
from pyengine.search.options import Options
from pyengine.search.proof import Answer, Question
from pyengine.search.result import StopReason
from pyengine.search.watch import Watch
from pyengine.terms import Number


class GaveUpError(Exception):
    """A kernel met something that it does not do: the search in Python does all of it again. It never leaves here."""


class KernelProof:
    """The proof-number searches of one game, done by its kernel."""

    def __init__(self, game: Game[Any, Any], runs: Any, watch: Watch) -> None:
        self.game, self.watch, self.expand = game, watch, expander(game)
        self._runs = runs
        self._total: Number | None = None  # the worth of a final position to both players together

    @classmethod
    def of(cls, game: Game[Any, Any], options: Options, watch: Watch) -> KernelProof | None:
        """Open the kernel of a game; None where there is none, or where it does not do such a search."""
        kernel = kernel_of(game)
        if kernel is None or not keeps_usual_time(watch):
            return None
        if options.canonical and offers(game, "canonical") != ("canonical" in kernel.answers):
            return None
        least, most = (options.value_range and range_of(game)) or (-math.inf, math.inf)
        settings = {
            "unit": 1,
            "unknown": 0,
            "least": least,
            "most": most,
            "canonical": options.canonical,
            "finals": options.finals,
            "returns": most_returns(game) if has_memory(game) else 0,
        }
        try:
            return cls(game, kernel.prover(settings), watch)
        except (OverflowError, MemoryError):
            return None

    def make_table(self, capacity: int) -> Any:
        """Make a table for the numbers of one question; None where there is no room for any."""
        try:
            return self._runs.table(capacity) if capacity else None
        except MemoryError:
            raise GaveUpError from None

    def run(self, root: Any, question: Question, table: Any) -> Answer:
        """Answer a question about a position; the table is that of the question, and is left filled."""
        watch = self.watch
        if watch.limited and (reason := watch.due(watch.nodes)) is not None:
            return Answer(None, stopped=reason)
        total = None if self._total is None else float(self._total)
        if type(root) is not bytes or total != self._total:
            raise GaveUpError
        asked = (root, question.goal, question.strict, table, min(watch.max_nodes, MOST_NODES), watch.counts)
        try:
            found = self._runs.prove(*asked, total, looking(watch, 1))
        except KeyboardInterrupt:  # before it begins, or when it is over
            return Answer(None, stopped=StopReason.INTERRUPTED)
        except (OverflowError, MemoryError):
            raise GaveUpError from None
        return self._answer(root, found)

    def _answer(self, root: Any, found: Any) -> Answer:
        """Take what was counted and found. What is wrong with the game is raised."""
        run = found.run
        if found.ending and found.ending not in STOPS and found.ending != Ending.CYCLIC:
            if found.ending == Ending.NOT_OPPOSED:
                same_sum(run.sum and Fraction(run.sum), *(worth.number for worth in run.worths))
            raise GaveUpError
        self.watch.counts = run.counts
        if found.ending == Ending.CYCLIC:
            raise CyclicGameError(cyclic(self.game, found.returned))
        if found.ending:
            return Answer(None, stopped=STOPS[found.ending])
        self._total = run.sum and Fraction(run.sum)
        opened = self.expand(root)
        return Answer(
            bool(found.holds),
            opened,
            None if found.choice < 0 else opened.children[found.choice],
            found.lowest.number if found.has_lowest else None,
            found.highest.number if found.has_highest else None,
        )
