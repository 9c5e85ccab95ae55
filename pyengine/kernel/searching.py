"""Searches and tables in C, as Python holds them."""

from __future__ import annotations

import weakref
from collections.abc import Mapping
from contextlib import ExitStack
from ctypes import byref
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pyengine.kernel.structures import ENDLESS, CNumber, CRun, CSettings, bytes_pointer
from pyengine.terms import Number

if TYPE_CHECKING:
    from pyengine.kernel.kernel import Kernel, Look

SEARCH, MINIMAX = 0, 1
DONE: Final = 0
REPLACEMENTS: Final = ("depth", "recency", "use")


class Run(NamedTuple):
    """What one run of a search found; numbers of successors are those of the author's order."""

    ending: int
    value: Number
    bound: int
    solved: bool
    opened: bool
    line: tuple[int, ...] | None
    is_open: bool
    scores: tuple[tuple[int, Number], ...]
    nodes: int
    leaves: int
    cutoffs: int
    hits: int
    total: Number | None
    worths: tuple[Number, Number]
    place: bytes | None


class KernelTable:
    """A transposition table in C; one that is `shared` serves several threads, and keeps what it likes."""

    __slots__ = ("__weakref__", "_library", "pointer", "shared")

    def __init__(
        self, library: Any, entries: int | None, size: int | None, replacement: str, *, shared: bool = False
    ) -> None:
        self._library = library
        self.shared = shared
        if shared:
            self.pointer = library.kernel_make_shared_table(entries or 0, size or 0)
        else:
            self.pointer = library.kernel_make_table(entries or 0, size or 0, REPLACEMENTS.index(replacement))
        if not self.pointer:
            raise MemoryError("there is no memory for the table of a search")
        free = library.kernel_free_shared_table if shared else library.kernel_free_table
        weakref.finalize(self, free, self.pointer)

    def __len__(self) -> int:
        count = self._library.kernel_shared_table_count if self.shared else self._library.kernel_table_count
        return int(count(self.pointer))


class KernelSearch:
    """Searches of one game with the same techniques: what orderings learn, and the table, are kept between runs."""

    def __init__(
        self, kernel: Kernel, settings: Mapping[str, Any], table: KernelTable | None, threads: int = 1
    ) -> None:
        self._kernel = kernel
        self._table = table  # kept alive
        given = CSettings(**{**settings, "unknown": CNumber.of(settings["unknown"])})
        tables = (None, None) if table is None else (None, table.pointer) if table.shared else (table.pointer, None)
        self._contexts: list[int] = []
        self._searches: list[int] = []
        stack = ExitStack()
        weakref.finalize(self, stack.close)
        for _ in range(threads):
            context = stack.enter_context(kernel.context())
            search = kernel.library.kernel_make_search(kernel.rules, context, byref(given), *tables)
            if not search:
                raise MemoryError("there is no memory for a search in C")
            stack.callback(kernel.library.kernel_free_search, search)
            self._contexts.append(context)
            self._searches.append(search)

    def next_iteration(self) -> None:
        """Let the values noted so far decide the order from now on."""
        for search in self._searches:
            self._kernel.library.kernel_next_iteration(search)

    def run(
        self,
        root: bytes,
        budget: int | None,
        alpha: Number,
        beta: Number,
        first: bytes | None,
        ply: int,
        most_nodes: int,
        counted: tuple[int, int, int, int],
        total: Number | None,
        look: Look | None,
        *,
        task: int = SEARCH,
    ) -> Run:
        """Search one position within a window; OverflowError where a number is none of the kernel's."""
        each = len(self._searches) if task == SEARCH else 1
        runs = [
            CRun(
                root=bytes_pointer(root),
                root_size=len(root),
                first=bytes_pointer(first),
                first_size=0 if first is None else len(first),
                budget=ENDLESS if budget is None else budget,
                ply=ply,
                turn=number,
                alpha=CNumber.of(alpha),
                beta=CNumber.of(beta),
                most_nodes=most_nodes if each == 1 else counted[0] + (most_nodes - counted[0] + each - 1) // each,
                nodes=counted[0],
                leaves=counted[1],
                cutoffs=counted[2],
                hits=counted[3],
                has_total=total is not None,
                total=CNumber.of(total or 0),
            )
            for number in range(each)
        ]
        tasks = [(task, *others) for others in zip(self._contexts, self._searches, runs, strict=False)]
        self._kernel.run(tasks, look, helping=True)
        details = runs[0]
        for helper in runs[1:]:  # positions entered by whoever helped count too
            for name, before in zip(("nodes", "leaves", "cutoffs", "hits"), counted, strict=True):
                setattr(details, name, getattr(details, name) + getattr(helper, name) - before)
            self._free_place(helper)
        place = self._free_place(details)
        line = tuple(details.line[: details.line_length]) if details.has_line else None
        count = details.score_count
        scores = tuple((details.score_places[i], details.scores[i].number) for i in range(count))
        return Run(
            details.ending,
            details.value.number,
            details.bound,
            bool(details.solved),
            bool(details.was_opened),
            line,
            bool(details.is_open),
            scores,
            details.nodes,
            details.leaves,
            details.cutoffs,
            details.hits,
            details.total.number if details.has_total else None,
            (details.worths[0].number, details.worths[1].number),
            place,
        )

    def _free_place(self, details: CRun) -> bytes | None:
        if not details.place.bytes:
            return None
        content: bytes = details.place.content
        self._kernel.library.kernel_free_packed(byref(details.place))
        return content

    def minimax(self, root: bytes, plies: int | None, most_nodes: int, look: Look | None) -> Run:
        """Value one position by the definition."""
        inf = float("inf")
        return self.run(root, plies, -inf, inf, None, 0, most_nodes, (0, 0, 0, 0), None, look, task=MINIMAX)

    def known_best(self, state: bytes, budget: int | None, value: Number) -> int | None:
        """Give the successor that the table has for the best of a position with that very value, if it has."""
        library = self._kernel.library
        library.kernel_interrupt(self._contexts[0], DONE)
        left = ENDLESS if budget is None else budget
        found = int(library.kernel_known_best(self._searches[0], bytes_pointer(state), len(state), left, value))
        return None if found < 0 else found
