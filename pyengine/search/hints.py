"""Which successor is tried first: the best that the table has, or one that cuts off at sight. See `kernel/hints.c`."""

from __future__ import annotations

from typing import Any

from pyengine.game import M, S
from pyengine.search.expansion import END
from pyengine.search.frames import Frame
from pyengine.search.horizon import Draft
from pyengine.search.lookup import Lookup
from pyengine.search.table import BOUND, CHILD, DEPTH, EXACT, LOWER, SOLVED, UPPER, VALUE
from pyengine.terms import Number


class Hints(Lookup[S, M]):
    """A search that notes the best successors in its table, and knows which to try first."""

    __slots__ = ()

    def hint_root(self, root: Frame, first: S | None) -> Any:
        """Choose what to try first at the root: the successor that the run names, else what the table has."""
        if first is not None:
            return first
        if self.table is not None and self.table_move:
            entry = self.table.entries.get(root.key)
            if entry is not None and entry[CHILD] is not None:
                if self.canonical is None:
                    return entry[CHILD]
                place = self.noted_place(root.state, root.key, entry[CHILD])
                return self.child_at(root.state, root.opened, place)
        return END

    def find_final(self, frame: Frame, is_max: bool) -> Any:
        """Look for a final successor that none can better, END where there is none.

        Final successors are noted where the table is not asked about them: those of a long search are valued sooner.
        """
        best, player = self.most if is_max else self.least, self.max_player
        is_terminal, utility, notes = self.is_terminal, self.utility, frame.is_long or not self.keeps_leaves
        for child in self.opener.whole(frame.state, frame.opened).children:
            if is_terminal(child):
                if notes:
                    frame.finals.append(child)
                if utility(child, player) == best:
                    return child
        return END

    def find_known(self, frame: Frame, is_max: bool) -> Any:
        """Look for a successor of which the table knows enough to cut off, END where there is none."""
        entries, ply = self.table.entries, frame.ply + 1  # type: ignore[union-attr]
        left = self.count_draft(frame.state, frame.opened, frame.draft) if self.frees else frame.draft - self.unit
        for child in self.opener.whole(frame.state, frame.opened).children:
            entry = None if child in frame.finals else entries.get(self.table_key(child, ply, frame.alike))
            if entry is not None and self.serves(entry, left):
                bound, value = entry[BOUND], entry[VALUE]
                if (bound != UPPER and value >= frame.beta) if is_max else (bound != LOWER and value <= frame.alpha):
                    return child
        return END

    def note_child(self, frame: Frame) -> int:
        """Note the best successor of a position where keys stand for several: by its place, twice that and one more
        where the key is the position's own."""
        best: Any = frame.line
        opened = self.opener.whole(frame.state, frame.opened) if self.lazy else frame.opened
        place: int = opened.children.index(best[2])
        return 2 * place + self.is_own(frame.state, frame.key)

    def noted_place(self, state: Any, key: Any, noted: int) -> Any:
        """Read the place of the best successor, END where it was noted of another position.

        A search that deepens comes back by the same ways, so what was noted of a position that stands for no others
        either is taken for this one's; one to the end comes by many.
        """
        is_own = self.is_own(state, key)
        return noted >> 1 if noted & 1 == is_own and (is_own or not self.endless) else END

    def child_at(self, state: Any, opened: Any, place: Any) -> Any:
        """Give the successor at a place, END where there is none."""
        children = () if place is END else self.opener.whole(state, opened).children
        return children[place] if place is not END and place < len(children) else END

    def known_best(self, state: S, children: Any, draft: Draft, value: Number, ply: int) -> Any:
        """Give the best successor that the table has for a position, if its entry is of this very search."""
        if self.table is None:
            return None
        key = self.table_key(state, ply, self.asks_alike(ply))
        entry = self.table.entries.get(key) if self.is_own(state, key) else None
        if entry is None or entry[BOUND] != EXACT or entry[VALUE] != value or entry[CHILD] is None:
            return None
        if not (entry[DEPTH] == draft or (entry[SOLVED] and self.horizon.covers(draft, entry[DEPTH]))):
            return None
        if self.canonical is None:
            return entry[CHILD] if entry[CHILD] in children else None
        place = self.noted_place(state, key, entry[CHILD])
        return None if place is END or place >= len(children) else children[place]
