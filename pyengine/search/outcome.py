"""What a search hands to the driver: of one run, and of one depth."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Final

from pyengine.game import Expansion
from pyengine.search.result import Bound, StopReason
from pyengine.terms import Number

Steps = tuple[tuple[Expansion[Any, Any], Any], ...]
"""A line of play: of each step the expansion of the position it leaves, and the successor it leads to."""

Line = tuple[Any, Any, Any, Any] | None
"""A line of play, nested as `(position, expansion, successor, rest)`: adding a move in front costs one small tuple.

The rest is None at a leaf, and OPEN at a position that the table answered. The expansions are kept so that the moves
can be named without expanding again, when the time may be up; of a lazy game, they are the moves alone.
"""

OPEN: Final = object()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was found: `line` leads from the root to a position of that value, or to one that the table answered.

    `solved` says that the value does not rest on any estimate, `settled` that it rests on none at the depth limit.
    `opened` is the root's expansion, None where it was not reached. `scores` has what each root successor returned, in
    the order of the search: an exact value, or a bound that was enough. After a stop, value and line are those of the
    root moves searched by then, and the line may be None.

    Where a depth is completed, `steps` has its principal variation. `unfinished` is why it was stopped when the value
    was known: it may be that another of the best moves comes first in the author's order, or that the line goes on.
    """

    value: Number
    line: Line
    bound: Bound
    solved: bool
    scores: dict[Hashable, Number]
    opened: Expansion[Any, Any] | None = None
    stopped: StopReason | None = None
    depth: int | None = None
    steps: Steps = ()
    unfinished: StopReason | None = None
    settled: bool = False

    @classmethod
    def nothing(cls, reason: StopReason) -> Outcome:
        """Give the outcome of a run that has to stop before it begins."""
        return cls(0, None, Bound.EXACT, False, {}, None, reason)

    @property
    def why_not_all(self) -> StopReason | None:
        """Why not all was done that there was to do; None where it was."""
        return self.stopped or self.unfinished
