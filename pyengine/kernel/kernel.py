"""The kernel of one game: its library in C, called from Python."""

from __future__ import annotations

import ctypes
import threading
import weakref
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from ctypes import byref, c_void_p
from itertools import pairwise
from typing import Any, Final, NamedTuple

from pyengine.kernel.endings import Ending
from pyengine.kernel.proof import ProofHandle
from pyengine.kernel.search import ReachHandle, SearchHandle, TableHandle
from pyengine.kernel.structures import (
    MOST_PLAYERS,
    CPerft,
    CPlayouts,
    CReach,
    CRules,
    Task,
    bytes_pointer,
    declare_functions,
)
from pyengine.kernel.tree import TreeHandle

STACKS_BYTES: Final = (256 * 1024 * 1024, 32 * 1024 * 1024, 4 * 1024 * 1024)
"""How large the stack of a task is, the first that the system grants; a task that needs more is given up."""
MEMORY_BYTES: Final = 1024 * 1024 * 1024
"""Addresses for the terms of a search; memory comes with use."""
FIRST_BYTES: Final = 1 << 16
"""The same for the context that others are made from, in which nothing is run."""
SEARCHES: Final = (Task.SEARCH_TASK, Task.MINIMAX_TASK, Task.PROOF_TASK)
STEPS: Final = 1 << 40
SLICE_SECONDS: Final = 0.05
"""How long to wait before looking at signals and limits again."""

Look = Callable[[int, int, int], tuple[int, float]]
"""Looks after a task: from nodes entered, moves tried and of how many, to a reason to end it (0: none) and the seconds
until it should be asked again."""


class PlayoutTotals(NamedTuple):
    """What games played at random came to."""

    ending: int
    played: int
    broken_off: int
    plies: int
    sums: tuple[float, ...]


class Kernel:
    """The searches of one game in C.

    Tasks run in contexts of their own, with a large stack, in slices of time between which signals and limits are
    looked at; other Python threads run meanwhile. Several tasks at once run on threads of their own. The context that
    it is made with may be freed afterwards.
    """

    most_players: Final = MOST_PLAYERS
    """A game of more players is none for it."""

    def __init__(self, library: ctypes.CDLL, context: int) -> None:
        self.library = declare_functions(library)
        self.rules = ctypes.addressof(CRules.in_dll(library, "RULES"))
        rules = CRules.in_dll(library, "RULES")
        self.players: int = rules.players
        self.answers = frozenset(name for name in CRules.QUESTIONS if getattr(rules, name))
        """The questions that the rules answer in C."""
        self.optional = frozenset(CRules.OPTIONAL)
        """Those that rules need not answer."""
        self._first = self._make_context(context, FIRST_BYTES)
        self._free: list[int] = []
        self.escapes: Counter[str] = Counter()
        """How often a task was given up, by what stopped the rules."""
        self._lock = threading.Lock()
        weakref.finalize(self, _free_contexts, self.library, self._first, self._free)

    def _make_context(self, other: int, memory_bytes: int) -> int:
        """Make a context with the symbols of another."""
        found: int | None = self.library.kernel_make_context(self.rules, other, memory_bytes)
        if not found:
            raise MemoryError("there is no memory for a search in C")
        return found

    @contextmanager
    def context(self) -> Iterator[int]:
        """Lend a context that nobody else uses meanwhile."""
        with self._lock:
            found = self._free.pop() if self._free else None
        if found is None:
            found = self._make_context(self._first, MEMORY_BYTES)
        try:
            yield found
        finally:
            with self._lock:
                self._free.append(found)

    def table(self, entries: int | None, size: int | None, replacement: str, **how: bool) -> TableHandle:
        """Make a table for a number of entries, or for as many as fit into some bytes, as `TableHandle` takes them."""
        return TableHandle(self.library, entries, size, replacement, **how)

    def open(self, settings: Mapping[str, Any], table: TableHandle | None, threads: int = 1) -> SearchHandle:
        """Begin searches with some techniques, named as in `CSettings`, over a table or none."""
        return SearchHandle(self, settings, table, threads)

    def prover(self, settings: Mapping[str, Any]) -> ProofHandle:
        """Begin proof-number searches with some settings, named as in `CSettings`."""
        return ProofHandle(self, settings)

    def perft(
        self, root: bytes, depth: int, *, split: bool = False, merge: bool = True, threads: int = 1
    ) -> tuple[int, Sequence[int]]:
        """Count the move sequences of a length: how it ended, and one count or one for each of the root's moves."""
        shares = [
            CPerft(
                root=bytes_pointer(root),
                root_size=len(root),
                depth=depth,
                merges=merge,
                splits=split,
                share=share,
                shares=threads,
            )
            for share in range(threads)
        ]
        try:
            self.run_tasks(Task.PERFT_TASK, shares)
            ending = max(share.ending for share in shares)
            numbers = range(shares[0].root_count) if ending == Ending.DONE else ()
            counted = [sum(share.counts[2 * i] | share.counts[2 * i + 1] << 64 for share in shares) for i in numbers]
            return ending, counted
        finally:
            for share in shares:
                self.library.kernel_free_perft(byref(share))

    def reach(self, *, moves: bool, symmetric: bool) -> ReachHandle:
        """Begin to number the positions that can be reached; with the moves between them, or only to count."""
        return ReachHandle(self, moves=moves, symmetric=symmetric)

    def tree(self, root: bytes, settings: Mapping[str, Any], low: Sequence[float], high: Sequence[float]) -> TreeHandle:
        """Begin a tree over a position, with settings named as in `CSampling`; values lie between `low` and `high`."""
        return TreeHandle(self, root, settings, low, high)

    def playouts(self, root: bytes, games: int, seed: int, *, plies: int, threads: int = 1) -> PlayoutTotals:
        """Play games at random, each move with the same chance; the same games whatever the number of threads."""
        bounds = [games * share // threads for share in range(threads + 1)]
        shares = [
            CPlayouts(
                root=bytes_pointer(root),
                root_size=len(root),
                seed=seed,
                first=start,
                games=end - start,
                most_plies=plies,
            )
            for start, end in pairwise(bounds)
        ]
        self.run_tasks(Task.PLAYOUTS_TASK, shares)
        return PlayoutTotals(
            max(share.ending for share in shares),
            sum(share.played for share in shares),
            sum(share.broken_off for share in shares),
            sum(share.plies for share in shares),
            tuple(sum(share.sums[player] for share in shares) for player in range(self.players)),
        )

    def run_tasks(self, task: int, shares: Sequence[Any]) -> None:
        """Run a task of the rules alone in several shares, each on its own thread."""
        with ExitStack() as stack:
            contexts = [stack.enter_context(self.context()) for _ in shares]
            self.run([(task, context, self.rules, share) for context, share in zip(contexts, shares, strict=True)])

    def run(
        self, tasks: Sequence[tuple[int, int, Any, Any]], look: Look | None = None, *, helping: bool = False
    ) -> None:
        """Run tasks (each with context, subject and details) side by side; where `helping`, to the end of the first.

        Ctrl-C ends them early, and they then say so themselves.
        """
        library = self.library
        jobs, count, finish = (c_void_p * len(tasks))(), len(tasks), library.kernel_finish
        interrupted = False
        task, _, subject, details = tasks[0]
        before = details.nodes if task == Task.SEARCH_TASK else 0
        try:
            for number, (each, its_context, its_subject, its_details) in enumerate(tasks):
                library.kernel_interrupt(its_context, Ending.DONE)
                what = (each, its_context, its_subject, byref(its_details))
                if not any(library.kernel_start(jobs, number, *what, n, STEPS, count > 1) for n in STACKS_BYTES):
                    raise MemoryError("there is no memory for a stack")
            # A run may begin shortly before its time is up.
            seconds = SLICE_SECONDS if look is None else max(0.0, min(SLICE_SECONDS, look(before, 0, 0)[1]))
            for number in range(1 if helping else count):
                while not library.kernel_wait(jobs, number, seconds):
                    if look is not None:
                        nodes = details.nodes if task == Task.GROW_TASK else 0
                        if task in SEARCHES:
                            nodes = library.kernel_nodes(subject)
                            nodes += sum(max(0, library.kernel_nodes(other) - before) for _, _, other, _ in tasks[1:])
                        elif task == Task.REACH_TASK:
                            nodes = CReach.from_address(subject).expanded
                        tried = (details.score_count, details.root_count) if task in SEARCHES else (0, 0)
                        ending, until = look(nodes, *tried)
                        seconds = max(0.0, min(SLICE_SECONDS, until))
                        if ending:
                            _interrupt(library, tasks, ending)
            _interrupt(library, tasks, Ending.STOPPED_BY_SIGNAL)  # who helped need not go on
        except KeyboardInterrupt:
            interrupted = True
            _interrupt(library, tasks, Ending.STOPPED_BY_USER)
        except BaseException:
            _interrupt(library, tasks, Ending.STOPPED_BY_USER)
            raise
        finally:
            # Python sees to Ctrl-C after calls. None comes before this one, so no task goes on with what will be freed.
            try:
                finish(jobs, count)
            except KeyboardInterrupt:
                interrupted = True
        asked = tasks[:1] if helping else tasks
        for _, its_context, _, its_details in asked:
            if its_details.ending == Ending.ESCAPED:
                told = library.kernel_what(its_context)
                self.escapes["a position" if told is None else told.decode()] += 1
        if interrupted and all(its_details.ending != Ending.STOPPED_BY_USER for *_, its_details in asked):
            if details.ending not in (Ending.STOPPED_BY_CLOCK, Ending.STOPPED_BY_SIGNAL, Ending.STOPPED_BY_NODES):
                raise KeyboardInterrupt
            details.ending = Ending.STOPPED_BY_USER  # it has ended early anyway, and has something to tell


def _interrupt(library: Any, tasks: Sequence[tuple[int, int, Any, Any]], ending: int) -> None:
    for _, context, _, _ in tasks:
        library.kernel_interrupt(context, ending)


def _free_contexts(library: Any, first: int, contexts: list[int]) -> None:
    library.kernel_free_context(first)
    while contexts:
        library.kernel_free_context(contexts.pop())
