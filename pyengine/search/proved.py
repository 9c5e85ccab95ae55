"""What the table of a search has of positions for good: it rests on final positions alone, whatever the depth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from pyengine.search.expansion import END
from pyengine.search.table import BOUND, CHILD, RANK, SOLVED, VALUE
from pyengine.search.table import PROVED as RESTS_ON_ENDS
from pyengine.terms import Number

if TYPE_CHECKING:
    from pyengine.search.alphabeta import AlphaBeta


class Proved(NamedTuple):
    """The value of a position or a bound of it, as the table numbers bounds; `best` is the place of the best successor
    where that is known, in the author's order, `rank` what the entry is worth to the table."""

    value: Number
    bound: int
    best: int | None
    rank: int


def proved_entry(search: AlphaBeta[Any, Any], state: Any) -> Proved | None:
    """Give what the table of a search in Python has of a position for good; None where it has nothing."""
    if search.table is None:
        return None
    key = search.table_key(state, 0, search.canonical is not None)
    if key not in search.table.entries:  # found at a ply at which it pays no more to ask for those that are alike
        key = search.table_key(state, 0, False)
    entry = search.table.entries.get(key)
    if entry is None or entry[SOLVED] != RESTS_ON_ENDS:
        return None
    best = entry[CHILD]
    if best is not None and search.canonical is not None:
        place = search.noted_place(state, key, best)
        best = None if place is END or not search.is_own(state, key) else place
    elif best is not None:
        best = search.opener.expand(state).children.index(best)
    return Proved(entry[VALUE], entry[BOUND], best, entry[RANK])


def keep_entry(search: AlphaBeta[Any, Any], state: Any, known: Proved) -> None:
    """Give the table of a search in Python something that is proved of a position: it serves at every depth.

    It is found at plies at which it pays to ask for positions that are alike, and at others.
    """
    if search.table is None:
        return
    child = known.best
    if child is not None and search.canonical is None:
        children = search.opener.expand(state).children
        child = children[child] if child < len(children) else None
    for alike in (False,) if search.canonical is None else (False, True):
        key, noted = search.table_key(state, 0, alike), child
        if noted is not None and search.canonical is not None:
            noted = 2 * noted + 1 if search.is_own(state, key) else None
        search.table.store(key, (float("-inf"), known.bound, known.value, noted, RESTS_ON_ENDS, known.rank))


def path_positions(search: AlphaBeta[Any, Any]) -> list[Any]:
    """Give the positions on the path of a search in Python that was stopped, from its root on."""
    found: list[Any] = []
    for frame in search.frames[search.root_ply :]:
        if search.path is None or frame.state not in search.path:
            break
        found.append(frame.state)
    return found
