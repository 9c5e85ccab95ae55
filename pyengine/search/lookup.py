"""What alpha-beta asks of its transposition table: `kernel/lookup.c`, function by function under the same names."""

from __future__ import annotations

from typing import Any

from pyengine.game import M, S
from pyengine.search.frames import Frame
from pyengine.search.horizon import Draft
from pyengine.search.search_state import SearchState
from pyengine.search.table import BOUND, CHILD, DEPTH, EXACT, LIMITED, LOWER, RANK, SETTLED, SOLVED, UPPER, VALUE
from pyengine.search.trace import EventKind


class Lookup(SearchState[S, M]):
    """A search that finds positions in its table, those that are alike under one key."""

    __slots__ = ()

    def table_key(self, state: Any, ply: int, alike: bool) -> Any:
        """Give the key under which the table has a position: where the distance from the root counts, with it."""
        key = self.canonical(state) if alike else state  # type: ignore[misc]
        return key if self.cutoff is None else (key, ply)

    def is_own(self, state: Any, key: Any) -> bool:
        """Tell whether a key stands for the position itself, and not for another that is alike."""
        return self.canonical is None or (key if self.cutoff is None else key[0]) == state

    def asks_alike(self, ply: int) -> bool:
        """Tell whether positions at a ply share the entries of those that are alike."""
        return self.canonical is not None and (self.keeps_use or self.alike.pays(ply))

    def note_alike(self, ply: int, state: Any, key: Any, entry: Any) -> None:
        """Count a position that was answered by an entry, and what that has saved if it is of another position."""
        is_other = entry[CHILD] is not None and (entry[CHILD] & 1) != self.is_own(state, key)
        self.alike.note(ply, 1 << entry[RANK] >> 1 if is_other else 0)

    def serves(self, entry: Any, left: Draft) -> bool:
        """Tell whether an entry is of a search that says what one with so much left would."""
        depth, solved = entry[DEPTH], entry[SOLVED]
        return (
            depth == left
            or (solved and (self.deeper or (depth <= left if self.unit == 1 else self.horizon.covers(left, depth))))
            or (self.deeper and depth >= left)
        )

    def look_up_entry(self, frame: Frame, child: Any, entry: Any, draft: Draft) -> bool:
        """Tell whether what the table has of a successor answers, or shows that it need not be searched as deep."""
        bound, value, solved = entry[BOUND], entry[VALUE], entry[SOLVED]
        is_enough = self.serves(entry, frame.left) and (
            bound == EXACT or (value >= frame.beta if bound == LOWER else value <= frame.alpha)
        )
        if not is_enough and draft != frame.left and self.serves(entry, draft):
            is_enough = (
                bound != LOWER and value <= frame.alpha if frame.is_max else bound != UPPER and value >= frame.beta
            )
        if not is_enough:
            return False
        self.watch.hits += 1
        if self.keeps_use:
            self.table.touch(entry)  # type: ignore[union-attr]
        if solved == LIMITED:
            self.estimates += 1
        elif solved == SETTLED:
            self.rule_cuts += 1
        if self.trace is not None:
            self.tell(EventKind.HIT, frame, child, frame.ply + 1, value, bound)
        return True
