"""Skipped solutions: which procedures can leave a move unmade where only its number counts.

A playout counts the moves of a position, chooses one by its number, and needs nothing of the others. So the code of
`move/3` tests, before it builds a solution, whether that one is to be skipped (`passed` in `emitted.h`). Where each
solution of another procedure becomes one solution and nothing can fail on the way, the other procedure does the test,
and less is built. Where moves are given in two steps, each solution of `legal/2` is one of `move/3`: that `result/3`
fails for one is an error, which nobody meets who does not want that move. So is an error in what makes any other move.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pyengine.compiler.analysis.fixpoint import called
from pyengine.compiler.c.bit_sets import bit_set
from pyengine.compiler.c.harmless import Harmless
from pyengine.compiler.c.module import Module
from pyengine.compiler.c.remembered import reached, remembered
from pyengine.compiler.procedures import ir
from pyengine.compiler.procedures.callees import Key
from pyengine.compiler.procedures.procedure import Procedure
from pyengine.compiler.techniques import techniques


class SkippedSolutions:
    """Tells which procedures skip solutions, and what of a solution need not be built then."""

    def __init__(self, module: Module, legal: Key | None = None) -> None:
        """Moves are in two steps where `legal` is the procedure of the first."""
        self._module = module
        self._legal = legal
        self._repeats = legal is None and techniques().repeats_search
        self._harmless = Harmless(module, allows_errors=self._repeats)
        self.remembered: dict[int, int] = {}
        """The statements whose outcome is remembered where moves are counted (`remembered`), and its place."""
        self._results: list[list[ir.Statement]] = []
        """What makes a successor of a legal move."""

    def procedures(self, entry: Key, calls: dict[Key, list[Key]]) -> frozenset[Key]:
        """Give the procedures that skip solutions, from an entry on; none where that cannot be, or does not pay.

        Each of them is called only by others of them, once for each of their solutions, as far as `calls` says. What
        they call otherwise is done twice, for the number and for the move, so there must be no recursion in it, unless
        it is found once, and remembered.
        """
        if self._legal is not None:
            loops = [s for s in ir.walk(self._module.procedure(entry).body) if isinstance(s, ir.Loop)]
            self._results = [loop.body for loop in loops if loop.callee == self._legal]
            calls = {**calls, entry: [self._legal]} if self._results else calls
        inside = reached([entry], calls)
        times = Counter(callee for key in inside for callee in calls[key])
        found: set[Key] = set()
        wanted = {entry}
        while wanted:
            found |= wanted
            callees = set(self._looped_over(found)) - found
            wanted = {callee for callee in callees if self._skips(callee, found, times)}
        if self._legal is None and techniques().remembers and techniques().counts_apart:
            self.remembered = remembered(self._module, found, entry, calls)
        twice = {**calls, **{key: self._called_twice(key) for key in found}} if self._repeats else calls
        takes_long = any(
            key in reached(twice[key], twice) and not (self._repeats and bit_set(self._module.procedure(key)))
            for key in reached([entry], twice) - found
        )
        return frozenset(found) if self._skips(entry, found, times) and not takes_long else frozenset()

    def _called_twice(self, key: Key) -> list[Key]:
        """List what a procedure calls where moves are counted and again where one is made."""
        procedure = self._module.procedure(key)
        found = [callee for s in self._done_twice(procedure, procedure.body) for callee in called(s)]
        resolved = [self._module.resolve(callee) for callee in found if isinstance(callee, Key)]
        return [callee for callee in resolved if isinstance(callee, Key)]

    def _done_twice(self, procedure: Procedure, statements: list[ir.Statement]) -> Iterator[ir.Statement]:
        for statement in statements[: self.start(procedure, statements)]:
            if id(statement) not in self.remembered:
                yield statement
                for body in ir.bodies(statement):
                    yield from self._done_twice(procedure, body)

    def _skips(self, key: Key, others: set[Key], times: Counter[Key]) -> bool:
        """Tell whether a procedure has solutions to skip, and is called by these others, and itself, alone."""
        procedure = self._module.procedure(key)
        if not procedure.summary.is_many or procedure.is_tabled or procedure.has_trail:
            return False
        return times[key] == self._looped_over(others | {key})[key]

    def _looped_over(self, keys: set[Key]) -> Counter[Key]:
        """Count for each procedure the loops over it whose every round is one solution and cannot go wrong."""
        return Counter(
            statement.callee
            for procedure in map(self._module.procedure, keys)
            for statement in ir.walk(procedure.body)
            if isinstance(statement, ir.Loop) and isinstance(statement.callee, Key)
            if self.start(procedure, statement.body) == 0
        )

    def start(self, procedure: Procedure, statements: list[ir.Statement]) -> int | None:
        """Give the place from which on statements do nothing but make one solution, their last; None where none is."""
        if any(statements is result for result in self._results):
            return 0
        return self._harmless.start(procedure, statements)

    def certain_start(self, procedure: Procedure, statements: list[ir.Statement]) -> int | None:
        """Give the same where what is wrong with any solution is to be met."""
        if any(statements is result for result in self._results):
            return 0
        return Harmless(self._module).start(procedure, statements)
