"""Lines of play as searches keep them, unfolded to moves."""

from __future__ import annotations

from typing import Any

from pyengine.search.expansion import Opener, move_to
from pyengine.search.outcome import OPEN, Line, Steps


def steps_of(opener: Opener[Any, Any], line: Line) -> tuple[list[tuple[Any, Any]], bool]:
    """Unfold a line; tell also whether the table answered at its end, so that it can go on."""
    found = []
    rest: Any = line
    while rest is not None and rest is not OPEN:
        state, expansion, child, rest = rest
        found.append((opener.whole(state, expansion), child))
    return found, rest is OPEN


def moves_along(steps: Steps) -> tuple[Any, ...]:
    """Name the moves of a line."""
    return tuple(move_to(expansion, child) for expansion, child in steps)


def moves_of(opener: Opener[Any, Any], line: Line) -> tuple[Any, ...]:
    """Name the moves of a line that a search keeps."""
    return moves_along(tuple(steps_of(opener, line)[0]))
