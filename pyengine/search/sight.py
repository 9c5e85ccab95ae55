"""What can be seen of a search in Python from another thread while it goes on."""

from __future__ import annotations

from operator import length_hint
from typing import TYPE_CHECKING, Any, Final

from pyengine.search.headway import Sight

if TYPE_CHECKING:
    from pyengine.search.alphabeta import AlphaBeta

SEEN: Final = 8
"""Plies of the path that are looked at: what is below them is a small part of the whole."""


def sight_of(search: AlphaBeta[Any, Any]) -> Sight:
    """Look at the path of a search and at its table; nothing is asked of the rules."""
    path, table, stages = search.path, search.table, []
    frames = search.frames[search.root_ply : search.root_ply + SEEN]
    try:
        for frame in frames:
            if not isinstance(path, set) or frame.state not in path:  # a path that remembers asks the game
                break
            count = len(getattr(frame.opened, "moves", frame.opened))
            stages.append((max(0, count - length_hint(frame.rest) - 1), count))
    except (AttributeError, TypeError, RuntimeError):  # a frame that is just being filled in
        pass
    return Sight(stages, None if table is None else table.use.fill)
