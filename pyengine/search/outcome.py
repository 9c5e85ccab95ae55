"""What one run of an inner loop hands to the driver."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Final

from pyengine.game import Expansion
from pyengine.search.result import Bound, StopReason
from pyengine.terms import Number

Line = tuple[Any, Any, Any, Any] | None
"""A line of play, nested as `(position, expansion, successor, rest)`: adding a move in front costs one small tuple.

The rest is None at a leaf, and OPEN at a position that the table answered. The expansions are kept so that the moves
can be named without expanding again, when the time may be up; of a lazy game, they are the moves alone.
"""

OPEN: Final = object()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one run found: `line` leads from the root to a position of that value, or to one that the table answered.

    `opened` is the root's expansion, None where it was not reached. `scores` has what each root successor returned, in
    the order of the search: an exact value, or a bound that was enough. After a stop, value and line are those of the
    root moves searched by then, and the line may be None.
    """

    value: Number
    line: Line
    bound: Bound
    solved: bool
    scores: dict[Hashable, Number]
    opened: Expansion[Any, Any] | None = None
    stopped: StopReason | None = None
