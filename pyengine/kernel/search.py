"""Searches, tables and numbered positions in C, as Python holds them."""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from ctypes import POINTER, byref, c_uint64, c_void_p
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pyengine.kernel.endings import Ending
from pyengine.kernel.structures import (
    ENDLESS,
    CLabelling,
    CNumber,
    CProved,
    CReach,
    CReaching,
    CRun,
    CSettings,
    CStage,
    CTableUse,
    Task,
    bytes_pointer,
    number,
)
from pyengine.terms import Number

if TYPE_CHECKING:
    from pyengine.kernel.kernel import Kernel, Look


REPLACEMENTS: Final = ("work", "recency", "use")
"""Which entries of a table make room, as `enum Replacement` numbers it."""
STAGES: Final = number("STAGES")
"""Plies of a path that are told."""


class TableHandle:
    """A transposition table in C; one that is `shared` serves several threads, and keeps what it likes."""

    __slots__ = ("__weakref__", "_library", "pointer", "shared")

    def __init__(
        self,
        library: Any,
        entries: int | None,
        size: int | None,
        replacement: str,
        *,
        shared: bool = False,
        large_pages: bool = True,
    ) -> None:
        self._library = library
        self.shared = shared
        if shared:
            self.pointer = library.kernel_make_shared_table(entries or 0, size or 0, large_pages)
        else:
            self.pointer = library.kernel_make_table(entries or 0, size or 0, REPLACEMENTS.index(replacement))
        if not self.pointer:
            raise MemoryError("there is no memory for the table of a search")
        free = library.kernel_free_shared_table if shared else library.kernel_free_table
        weakref.finalize(self, free, self.pointer)

    def __len__(self) -> int:
        return self.use["entries"]

    @property
    def use(self) -> dict[str, int]:
        """How full it is: by the names of `TableUse`."""
        found = CTableUse()
        read = self._library.kernel_shared_table_use if self.shared else self._library.kernel_table_use
        read(self.pointer, byref(found))
        return {name: getattr(found, name) for name in ("entries", "room", "bytes", "sweeps")}


class SearchHandle:
    """Searches of one game with the same techniques: what orderings learn, and the table, are kept between runs."""

    def __init__(
        self, kernel: Kernel, settings: Mapping[str, Any], table: TableHandle | None, threads: int = 1
    ) -> None:
        self._kernel = kernel
        self._table = table  # kept alive
        numbers = {name: CNumber.of(settings[name]) for name in ("unknown", "least", "most")}
        given = CSettings(**{**settings, **numbers})
        tables = (None, None) if table is None else (None, table.pointer) if table.shared else (table.pointer, None)
        self._contexts: list[int] = []
        self._searches: list[int] = []
        self._running: CRun | None = None
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
        self._running = runs[0]
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

    @property
    def leading(self) -> tuple[tuple[int, ...], Number] | None:
        """The line of the best of the root's moves so far, successor by successor, and its value; any thread asks.

        None before there is one, and where another one is being written.
        """
        run = self._running
        return None if run is None else run.led

    def stages(self, most: int = STAGES) -> list[list[tuple[int, int, int]]]:
        """Give the path of each thread: the successor, tried as the n-th (from 0), of how many; any thread asks."""
        paths, room = [], (CStage * most)()
        for search in self._searches:
            count = self._kernel.library.kernel_stages(search, room, most)
            paths.append([(stage.child, stage.place, stage.count) for stage in room[:count]])
        return paths

    def proved(self, state: bytes) -> tuple[Number, int, int | None, int] | None:
        """Give what the table has of a position for good: value, bound, the best successor if it is known, and rank."""
        found, library = CProved(), self._kernel.library
        library.kernel_interrupt(self._contexts[0], Ending.DONE)
        if not library.kernel_proved(self._searches[0], bytes_pointer(state), len(state), byref(found)):
            return None
        return found.value.number, found.bound, found.child - 1 if found.child else None, found.work

    def keep(self, state: bytes, value: Number, bound: int, best: int | None, rank: int) -> None:
        """Give the table what is proved of a position; OverflowError where a number is none of the kernel's."""
        known = CProved(CNumber.of(value), bound, 0 if best is None else best + 1, rank)
        library = self._kernel.library
        library.kernel_interrupt(self._contexts[0], Ending.DONE)
        library.kernel_keep(self._searches[0], bytes_pointer(state), len(state), byref(known))


NO_LABEL: Final = (1 << 32) - 1
ENDLESS_NODES: Final = (1 << 64) - 1


class Labelled(NamedTuple):
    """How labelling ended; `clash` has two ends for which the players have an interest in common."""

    ending: int
    complete: bool
    clash: tuple[tuple[Number, ...], tuple[Number, ...]]


class ReachHandle(Mapping[bytes, int]):
    """Positions, or the keys of all that are alike, by the number that each got when it was first met."""

    def __init__(self, kernel: Kernel, *, moves: bool, symmetric: bool) -> None:
        self._kernel = kernel
        self._library = kernel.library
        self._players = kernel.players
        self._reach = self._library.kernel_make_reach(kernel.rules, moves, symmetric)
        if not self._reach:
            raise MemoryError("there is no memory for positions in C")
        self._found = CReach.from_address(self._reach)
        weakref.finalize(self, self._library.kernel_free_reach, self._reach)

    def expand(
        self, roots: Sequence[bytes] = (), most: int | None = None, look: Look | None = None, threads: int = 1
    ) -> int:
        """Add roots, and expand until there are so many expanded positions, or all; give how it ended.

        However many threads expand, positions get the same numbers.
        """
        content = b"".join(roots)
        starts = (c_uint64 * (len(roots) + 1))(*accumulate(map(len, roots), initial=0))
        details = CReaching(
            roots=bytes_pointer(content),
            root_starts=starts,
            root_count=len(roots),
            most_nodes=ENDLESS_NODES if most is None else most,
            helper_count=threads - 1,
        )
        with ExitStack() as stack:
            context, *others = [stack.enter_context(self._kernel.context()) for _ in range(threads)]
            for other in others:
                self._library.kernel_interrupt(other, Ending.DONE)
            helpers = (c_void_p * threads)(*others)
            details.helpers = helpers
            self._kernel.run([(Task.REACH_TASK, context, self._reach, details)], look)
        return int(details.ending)

    def label(self, endless: Number, look: Look | None = None) -> Labelled:
        """Label every position; OverflowError where the worth of endless play is no number of the kernel."""
        details = CLabelling(endless=CNumber.of(endless))
        with self._kernel.context() as context:
            self._kernel.run([(Task.LABEL_TASK, context, self._reach, details)], look)
        clash = details.one.numbers(self._players), details.other.numbers(self._players)
        return Labelled(details.ending, bool(details.complete), clash)

    @property
    def expanded(self) -> int:
        """How many positions have been expanded, those with the smallest numbers."""
        return int(self._found.expanded)

    @property
    def finals(self) -> int:
        """How many of these are final."""
        return int(self._found.finals)

    def position(self, number: int, *, first: bool = False) -> bytes:
        """Give a position by its number; `first`: the first one met of those that are alike."""
        size = c_uint64()
        start = self._library.kernel_reach_bytes(self._reach, number, first, byref(size))
        return ctypes.string_at(start, size.value)

    def ends(self) -> tuple[tuple[Number, ...], ...]:
        """Give how the game can end, the worths to all players, in the order in which the ends were met."""
        kinds = self._found.kinds
        return tuple(kinds[kind].numbers(self._players) for kind in range(self._found.kind_count))

    def distances(self) -> Sequence[int]:
        """Give the plies to the end of each position, -1 where nobody can force one."""
        return _Column(self, self._found.distances, len(self))

    def values(self, infinite: Number) -> Sequence[Number]:  # type: ignore[override]
        """Give the value of each position, `infinite` where it has no label."""
        worths = {**{kind: end[0] for kind, end in enumerate(self.ends())}, NO_LABEL: infinite}
        return _Values(self, self._found.values, len(self), worths)

    def __len__(self) -> int:
        return int(self._found.keys.count)

    def __iter__(self) -> Iterator[bytes]:
        return map(self.position, range(len(self)))

    def __getitem__(self, position: bytes) -> int:
        if not isinstance(position, bytes):
            raise KeyError(position)
        number = int(self._library.kernel_reach_find(self._reach, bytes_pointer(position), len(position)))
        if number < 0:
            raise KeyError(position)
        return number


class _Column(Sequence[Any]):
    """Numbers in C, kept alive by their owner."""

    def __init__(self, owner: object, start: Any, count: int) -> None:
        self._owner = owner
        self._count = count if start else 0
        self._items = ctypes.cast(start, POINTER(start._type_ * count)).contents if start else ()

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, number: Any) -> Any:
        return self._items[number]


class _Values(_Column):
    """The values of labelled positions, by the kinds of ends."""

    def __init__(self, owner: object, start: Any, count: int, worths: Mapping[int, Number]) -> None:
        super().__init__(owner, start, count)
        self._worths = worths

    def __getitem__(self, number: Any) -> Any:
        return self._worths[self._items[number]]
