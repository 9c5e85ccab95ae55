"""Searches and tables in C, as Python holds them."""

from __future__ import annotations

import weakref
from collections.abc import Mapping
from contextlib import ExitStack
from ctypes import byref
from typing import TYPE_CHECKING, Any, Final

from pyengine.kernel.endings import Ending
from pyengine.kernel.structures import ENDLESS, CNumber, CRun, CSettings, Task, bytes_pointer
from pyengine.terms import Number

if TYPE_CHECKING:
    from pyengine.kernel.kernel import Kernel, Look

REPLACEMENTS: Final = ("depth", "recency", "use")
"""Which entry of a table makes room, as `enum Replacement` numbers it."""


class TableHandle:
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


class SearchHandle:
    """Searches of one game with the same techniques: what orderings learn, and the table, are kept between runs."""

    def __init__(
        self, kernel: Kernel, settings: Mapping[str, Any], table: TableHandle | None, threads: int = 1
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
        draft: int | None,
        window: tuple[Number, Number],
        first: bytes | None,
        ply: int,
        most_nodes: int,
        counted: tuple[int, int, int, int],
        total: Number | None,
        look: Look | None,
        *,
        task: Task = Task.SEARCH_TASK,
    ) -> CRun:
        """Search one position within a window, to be read before the next run.

        OverflowError where a number is none of the kernel's.
        """
        shares = len(self._searches) if task is Task.SEARCH_TASK else 1
        nodes, leaves, cutoffs, hits = counted
        runs = [
            CRun(
                root=bytes_pointer(root),
                root_size=len(root),
                first=bytes_pointer(first),
                first_size=0 if first is None else len(first),
                draft=ENDLESS if draft is None else draft,
                ply=ply,
                turn=share,
                alpha=CNumber.of(window[0]),
                beta=CNumber.of(window[1]),
                most_nodes=most_nodes if shares == 1 else nodes + (most_nodes - nodes + shares - 1) // shares,
                nodes=nodes,
                leaves=leaves,
                cutoffs=cutoffs,
                hits=hits,
                has_total=total is not None,
                total=CNumber.of(total or 0),
            )
            for share in range(shares)
        ]
        tasks = [(task, *others) for others in zip(self._contexts, self._searches, runs, strict=False)]
        self._kernel.run(tasks, look, helping=True)
        for helper in runs[1:]:  # positions entered by whoever helped count too
            runs[0].add_counts(helper, counted)
        for run in runs:
            run.returned = run.place.content
            self._kernel.library.kernel_free_packed(byref(run.place))
        return runs[0]

    def minimax(self, root: bytes, plies: int | None, most_nodes: int, look: Look | None) -> CRun:
        """Value one position by the definition."""
        window, nothing = (float("-inf"), float("inf")), (0, 0, 0, 0)
        return self.run(root, plies, window, None, 0, most_nodes, nothing, None, look, task=Task.MINIMAX_TASK)

    def known_best(self, state: bytes, draft: int | None, value: Number, ply: int) -> int | None:
        """Give the successor that the table has for the best of a position with that very value, if it has."""
        library = self._kernel.library
        library.kernel_interrupt(self._contexts[0], Ending.DONE)
        left = ENDLESS if draft is None else draft
        found = int(library.kernel_known_best(self._searches[0], bytes_pointer(state), len(state), left, value, ply))
        return None if found < 0 else found
