"""The transposition table: what is known of positions met before, in bounded room."""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Callable, Hashable
from typing import Any, Final

from pyengine.errors import SearchError
from pyengine.search.options import Options, Replacement
from pyengine.search.result import Bound, TableUse
from pyengine.search.room import USUAL_SHARED_BYTES, usual_table_bytes

EXACT: Final = 0
LOWER: Final = 1
UPPER: Final = 2
BOUNDS: Final = (Bound.EXACT, Bound.LOWER, Bound.UPPER)
"""What the small integers stand for, which the inner loop uses in place of the enumeration."""

DEPTH: Final = 0
BOUND: Final = 1
VALUE: Final = 2
CHILD: Final = 3
SOLVED: Final = 4
RANK: Final = 5

MOST_ENTRIES: Final = 1 << 40
MOST_BYTES: Final = 1 << 50
"""What a kernel is asked to have room for at most."""

LIMITED: Final = 0
PROVED: Final = 1
SETTLED: Final = 2
"""What a value rests on: an estimate at the depth limit; final positions alone; none of the first, but estimates where
the game's `cutoff` holds. Only the first changes with the depth."""

Entry = Any
"""`(depth, bound, value, best successor, solved, rank)`: bare, because millions of them are made.

A list where the rank changes with use, otherwise a tuple, which is lighter. The rank is how many bits the number of
nodes has that it took, or how recently or how often it was of use, in 64 steps.

`depth` is what the search had left at the position, infinite where there was no limit. `solved` says what the value
rests on (`LIMITED`, `PROVED`, `SETTLED`). The value says nothing of the way to the position or of the plies to the
end; but where the game's `cutoff` has a say, positions are told apart by how far they are from the root. Where keys
stand for several positions, the successor is noted by its place, twice that and one more where the key is the
position's own; it is tried where that is so, or not so, again.
"""

MEANING: Final = ("reuse", "canonical", "quiescence", "cutoff", "extensions", "extend", "unknown", "reductions")
"""The options that decide which value a position gets: entries are not reused under others."""

RANKS: Final = 64
AGING: Final = 2
"""By how much what stays when a table is swept ranks lower from then on."""

DEEPEST: Final = 1 << 12
"""Depths, and depths below zero, from which on an entry is not kept; a kernel has 14 bits for them."""

INFINITE: Final = (-math.inf, math.inf)

_AGED: Final[dict[Replacement, Callable[[int], int]]] = {
    "work": lambda rank: max(0, rank - AGING),
    "recency": lambda rank: 0,
    "use": lambda rank: rank // 2,
}
"""The ranks of what stays."""

SAMPLE: Final = 64
"""Keys that are weighed to estimate how many entries fit into a number of bytes."""

UNWEIGHED: Final = 512
"""Entries that there is always room for, so that short searches need not weigh any."""
LARGE_KEY: Final = 1 << 16
"""Bytes that a key hardly has: of a small table fewer entries are not weighed."""

OVERHEAD: Final = 330
"""Bytes of an entry besides its key: the tuple, its value, and its share of the dictionary."""


class Table:
    """A dictionary of positions that never holds more than it may.

    Keys are whole positions, so two of them can never be taken for one another. When it is full it is swept: the half
    of the lowest rank goes, by the work that it took, or by its use.

    >>> table = Table(2)
    >>> for work, name in enumerate("abc"):
    ...     table.store(name, (1, EXACT, 0, None, True, work))
    >>> sorted(table.entries)
    ['b', 'c']
    """

    __slots__ = (
        "_added",
        "_bytes",
        "_is_usual",
        "_lent",
        "_owner",
        "_weighed",
        "capacity",
        "entries",
        "replacement",
        "sweeps",
    )

    def __init__(
        self, entries: int | None = None, *, bytes: int | None = None, replacement: Replacement = "work"
    ) -> None:
        if (entries is None) == (bytes is None):
            raise SearchError("a table is bounded by entries or by bytes")
        if (entries or bytes or 0) < 1:
            raise SearchError("a table has room for at least one entry")
        self.entries: dict[Hashable, Entry] = {}
        self.replacement = replacement
        self.capacity = entries or max(1, min(UNWEIGHED, (bytes or 0) // LARGE_KEY))
        self.sweeps = 0
        self._added = 0  # since it was last swept
        self._bytes = bytes
        self._is_usual = False  # a size that nobody asked for
        self._weighed: list[int] = []
        self._owner: tuple[object, object] = (None, None)
        self._lent: Any = None

    @classmethod
    def of(cls, options: Options) -> Table | None:
        """Make the table that the options ask for."""
        if options.table_bytes is None and options.table is not None:
            return cls(options.table, replacement=options.replacement) if options.table else None
        table = cls(bytes=options.table_bytes or usual_table_bytes(), replacement=options.replacement)
        table._is_usual = options.table_bytes is None
        return table

    def __len__(self) -> int:
        return len(self.entries) + (0 if self._lent is None else len(self._lent))

    @property
    def use(self) -> TableUse:
        """Say how full it is."""
        if self._lent is not None:
            return TableUse(**self._lent.use)
        # Until some keys are weighed, it is not known how many fit.
        room = self._bytes // OVERHEAD if self._bytes and len(self._weighed) < SAMPLE else self.capacity
        return TableUse(entries=len(self.entries), room=room, bytes=self._bytes or room * OVERHEAD, sweeps=self.sweeps)

    def claim(self, game: object, options: Options) -> None:
        """Say whose values these are; what another game, or another way to value positions, left is dropped."""
        meaning = {name: getattr(options, name) for name in MEANING} | {"extend": frozenset(options.extend)}
        if self._owner[0] is not game or self._owner[1] != meaning:
            self.clear()
            self._owner = (game, meaning)

    def lent(self, make: Callable[..., Any], *, shared: bool) -> Any:
        """Give the table of the kernel that keeps the entries of the owner's game, made at its first search.

        One that several threads share keeps other entries.
        """
        if self._lent is None or self._lent.shared != shared:
            entries = min(self.capacity, MOST_ENTRIES) if self._bytes is None else None
            size = None if self._bytes is None else min(self._bytes, MOST_BYTES)
            if shared and self._is_usual and size is not None:
                size = min(size, USUAL_SHARED_BYTES)
            self._lent = make(entries, size, self.replacement, shared=shared, large_pages=not self._is_usual)
        return self._lent

    def clear(self) -> None:
        """Forget everything."""
        self._lent = None
        self.entries.clear()
        self._added = 0

    def store(self, key: Hashable, entry: Entry) -> None:
        """Keep an entry, in place of the old one of that position; where the table is full, it is swept first."""
        entries, depth = self.entries, entry[DEPTH]
        if not -DEEPEST < depth < DEEPEST and depth not in INFINITE:
            return
        if key not in entries:
            if len(entries) >= self.capacity and not self._grow(key):
                self._sweep()
            self._added += 1
        if self.replacement != "work":
            entry = [*entry[:RANK], self._recency() if self.replacement == "recency" else 0]
        entries[key] = entry

    def touch(self, entry: Entry) -> None:
        """Note that an entry was of use."""
        if self.replacement != "work":
            entry[RANK] = self._recency() if self.replacement == "recency" else min(RANKS - 1, entry[RANK] + 1)

    def _recency(self) -> int:
        """Rank what happens now: a 64th of the table's room later it is higher."""
        return min(RANKS - 1, RANKS * self._added // self.capacity)

    def _sweep(self) -> None:
        """Forget what ranks lowest; the rest ranks lower from now on."""
        entries = self.entries
        counts = Counter(entry[RANK] for entry in entries.values())
        gone = rank = 0
        for rank in sorted(counts):
            gone += counts[rank]
            if 2 * gone >= len(entries):
                break
        if gone == len(entries) and gone > counts[rank]:
            rank -= 1
        kept = {key: entry for key, entry in entries.items() if entry[RANK] > rank}
        entries.clear()
        self._added = 0
        self.sweeps += 1
        aged, made = _AGED[self.replacement], tuple if self.replacement == "work" else list
        entries.update((key, made((*entry[:RANK], aged(entry[RANK])))) for key, entry in kept.items())

    def _grow(self, key: Hashable) -> bool:
        """Make room for one more, where bytes are counted and the first keys are still being weighed."""
        if self._bytes is None or len(self._weighed) == SAMPLE:
            return False
        self._weighed.append(OVERHEAD + footprint(key))
        room = self._bytes // (sum(self._weighed) // len(self._weighed))
        self.capacity = max(1, room) if len(self._weighed) == SAMPLE else min(len(self.entries) + 1, max(1, room))
        return len(self.entries) < self.capacity


def footprint(key: object) -> int:
    """Weigh a key with all that it holds, without recursion.

    >>> footprint((1, (2, 3))) > footprint((1, 2))
    True
    """
    total, todo, seen = 0, [key], set()
    while todo:
        item = todo.pop()
        if id(item) in seen:
            continue
        seen.add(id(item))
        total += sys.getsizeof(item)
        if isinstance(item, tuple | frozenset | list):
            todo.extend(item)
        elif slots := getattr(type(item), "__slots__", ()):
            todo.extend(getattr(item, name, None) for name in slots)
        elif hasattr(item, "__dict__"):
            todo.extend(vars(item).values())
    return total
