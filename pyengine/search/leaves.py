"""Positions valued at sight: by their end, or by an estimate where a line is cut off; see `kernel/leaves.c`."""

from __future__ import annotations

from typing import Any

from pyengine.errors import SearchError
from pyengine.game import M, S
from pyengine.search.expansion import CHECKED, same_sum
from pyengine.search.faults import out_of_range
from pyengine.search.frames import Frame
from pyengine.search.hints import Hints
from pyengine.search.horizon import Draft
from pyengine.search.table import EXACT, LIMITED, PROVED, SETTLED
from pyengine.search.trace import EventKind
from pyengine.terms import Number


class Leaves(Hints[S, M]):
    """A search that values final positions, and those at its horizon."""

    __slots__ = ()

    def value_end(self, frame: Frame, child: Any) -> tuple[Number, Any] | None:
        """Value a successor without the table: one at the horizon of a long search, or one that is known to be final.

        They are valued sooner than found there. None where it is noisy, and goes on.
        """
        is_terminal = self.is_terminal
        if self.floor <= frame.left < self.unit:
            is_final = is_terminal(child)
            if not is_final and self.noisy(child):
                return None
            self.enter_node()
        else:
            self.enter_node()
            is_final = is_terminal(child)
        return self.count_leaf(frame, child, self.value_at_sight(child, is_final))

    def value_at_horizon(self, child: Any, left: Draft, ply: int) -> tuple[Number, int] | None:
        """Value a position that is final or cut off, and say what the value rests on; None where it is neither."""
        is_terminal = self.is_terminal
        if is_terminal(child):
            return self.value_at_sight(child, True)
        if left < self.unit and (left < self.floor or not self.noisy(child)):
            return self.value_at_sight(child, False)
        return self.cut_off(child) if self.cutoff is not None and self.cutoff(child, ply) else None

    def value_at_sight(self, child: Any, is_final: bool) -> tuple[Number, int]:
        """Value a position by its end, or by an estimate; say also which."""
        if is_final:
            utility = self.utility
            value = utility(child, self.max_player)
            if self.watch.leaves < CHECKED:
                self.total = same_sum(self.total, value, utility(child, self.min_player))
            return value, PROVED
        estimate = self.estimate
        value = estimate(child)
        self.estimates += 1
        return value, LIMITED

    def cut_off(self, child: Any) -> tuple[Number, int]:
        """Value a position where the game says that the search is cut off."""
        estimate = self.estimate
        value = estimate(child)
        self.rule_cuts += 1
        return value, SETTLED

    def count_leaf(self, frame: Frame, child: Any, leaf: tuple[Number, int]) -> tuple[Number, Any]:
        """Count a successor that was valued without a search."""
        value, solved = leaf
        if not self.least <= value <= self.most:
            raise SearchError(out_of_range(value, self.least, self.most))
        self.watch.leaves += 1
        if self.notes_values:
            self.ordering.note(child, value)  # type: ignore[union-attr]
        if self.trace is not None:
            self.tell(EventKind.LEAF, frame, child, frame.ply + 1, value, EXACT, cut_off=solved == SETTLED)
        return value, None
