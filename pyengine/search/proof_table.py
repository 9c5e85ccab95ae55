"""Proof and disproof numbers of positions met before, in bounded room."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from typing import Final

from pyengine.search.options import Options
from pyengine.search.room import usual_table_bytes
from pyengine.search.table import AGING, MOST_BYTES, MOST_ENTRIES

Numbers = tuple[int, int]
"""The proof number of a position, and its disproof number."""
ENTRY_BYTES: Final = 24
"""What an entry takes in C, where three slots of sixteen stay free; in Python it is many times that."""


def room_of(options: Options) -> int:
    """Say how many positions the tables of a search may hold together; 0 where there is to be none."""
    if options.table_bytes is None and options.table is not None:
        return min(options.table, MOST_ENTRIES)
    slots = min(options.table_bytes or usual_table_bytes(), MOST_BYTES) // ENTRY_BYTES
    return max(1, slots * 13 // 16)


class ProofTable:
    """A dictionary of positions that never holds more than it may: `kernel/proof_table.c` holds the same.

    Its numbers are those of one question. When it is full it is swept: the half that took the least work goes.

    >>> table = ProofTable(2)
    >>> for work, name in enumerate("abc"):
    ...     table.store(name, (1, 1), work)
    >>> sorted(table.entries)
    ['b', 'c']
    """

    __slots__ = ("capacity", "entries")

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.entries: dict[Hashable, tuple[int, int, int]] = {}

    def __len__(self) -> int:
        return len(self.entries)

    def store(self, key: Hashable, numbers: Numbers, work: int) -> None:
        """Keep the numbers of a position, and the bits of the number of nodes that its largest visit took."""
        old = self.entries.get(key)
        if old is not None:
            work = max(work, old[2])
        elif len(self.entries) >= self.capacity:
            self._sweep()
        self.entries[key] = (*numbers, work)

    def _sweep(self) -> None:
        """Forget what took least work; the rest ranks lower from now on."""
        counts = Counter(work for _, _, work in self.entries.values())
        gone = rank = 0
        for rank in sorted(counts):
            gone += counts[rank]
            if 2 * gone >= len(self.entries):
                break
        if gone == len(self.entries) and gone > counts[rank]:
            rank -= 1
        self.entries = {
            key: (proof, disproof, max(0, work - AGING))
            for key, (proof, disproof, work) in self.entries.items()
            if work > rank
        }
