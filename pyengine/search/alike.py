"""Whether it pays to ask which positions are alike, ply by ply.

The game's `canonical` makes positions that are alike share an entry of the table. Near the root that saves whole
searches; but there may be plies at which none comes up in both forms, as after moves that left no symmetry, and each
question costs as much as a node. So what is saved is counted at each ply, and where it is nothing, no more are asked.
However little it is, it is worth the questions: what is not searched at a ply is not asked about at those below.
"""

from __future__ import annotations

from typing import Final

ENOUGH_VISITS: Final = 1 << 14
"""Positions of a ply from which on it is decided."""

MOST_PLIES: Final = 256
"""Positions farther from the root are counted as if they were so far."""


class AlikePlies:
    """What was saved so far by knowing positions that are alike, at each ply.

    >>> plies = AlikePlies()
    >>> for _ in range(ENOUGH_VISITS):
    ...     plies.note(9, 0)
    >>> plies.pays(9), plies.pays(8)
    (False, True)
    """

    __slots__ = ("_saved", "_visits")

    def __init__(self) -> None:
        self._visits = [0] * MOST_PLIES
        self._saved = [0] * MOST_PLIES

    def pays(self, ply: int) -> bool:
        """Tell whether positions at a ply are still asked about."""
        ply = ply if ply < MOST_PLIES else MOST_PLIES - 1  # sooner than by a call of min
        return self._visits[ply] < ENOUGH_VISITS or self._saved[ply] > 0

    def note(self, ply: int, saved_nodes: int) -> None:
        """Count a position that was asked about, and the nodes that the entry of another one has saved."""
        ply = ply if ply < MOST_PLIES else MOST_PLIES - 1
        self._visits[ply] += 1
        self._saved[ply] += saved_nodes
