"""The positions of a game that can be reached, numbered and labelled in C, and read from Python."""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from ctypes import POINTER, byref, c_uint64, c_void_p
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pyengine.kernel.endings import Ending
from pyengine.kernel.structures import CLabelling, CNumber, CReach, CReaching, Task, bytes_pointer
from pyengine.terms import Number

if TYPE_CHECKING:
    from pyengine.kernel.kernel import Kernel, Look

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
            self._kernel.run_task(Task.REACH_TASK, context, self._reach, details, look)
        return int(details.ending)

    def label(self, endless: Number, look: Look | None = None) -> Labelled:
        """Label every position; OverflowError where the worth of endless play is no number of the kernel."""
        details = CLabelling(endless=CNumber.of(endless))
        with self._kernel.context() as context:
            self._kernel.run_task(Task.LABEL_TASK, context, self._reach, details, look)
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
        kinds = _Column(self, self._found.values, len(self))
        return _Values(kinds, tuple(end[0] for end in self.ends()), infinite)

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


class _Column(Sequence[int]):
    """Numbers in C, kept alive by their owner."""

    def __init__(self, owner: object, start: Any, count: int) -> None:
        self._owner = owner
        self._count = count if start else 0
        self._items = ctypes.cast(start, POINTER(start._type_ * count)).contents if start else ()

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, number: Any) -> Any:
        return self._items[number]


class _Values(Sequence["Number"]):
    """The values of labelled positions."""

    def __init__(self, kinds: Sequence[int], worths: Sequence[Number], infinite: Number) -> None:
        self._kinds = kinds
        self._worths = worths
        self._infinite = infinite

    def __len__(self) -> int:
        return len(self._kinds)

    def __getitem__(self, number: Any) -> Any:
        kind = self._kinds[number]
        return self._infinite if kind == NO_LABEL else self._worths[kind]
