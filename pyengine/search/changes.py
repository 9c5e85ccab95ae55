"""What a move changes in a position: by that it is known from one position to the next, whatever it is called.

"Column 4" is another move on every level of Connect Four, and the same cell is taken by many moves of other games. So
killers and history go by the change: integers, which are often sets of cells, by the bits that differ, all else by what
stands there afterwards. Where a move changes very much (positions may be told from the side of who is to move), hardly
any other changes the same, and it is known by its name. `kernel/changes.c` tells the same moves apart.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final

from pyengine.game import Game

_MASK: Final = (1 << 64) - 1
MOST_BITS: Final = 8
"""So many bits of an integer that is not negative may differ in a change by which a move is known."""


def structure_of(game: Game[Any, Any]) -> Callable[[Any], Any]:
    """Give how to look into positions of a game: as nested tuples, if its positions are not such already."""
    found: Callable[[Any], Any] = getattr(game, "structure", _itself)
    return found


def _itself(state: Any) -> Any:
    return state


def change(before: Any, after: Any) -> Hashable | None:
    """Give what is different in another position; None where it is too much for a move to be known by.

    >>> change(("s", 5, ("x", "o")), ("s", 7, ("x", "x"))) == change(("s", 1, ("x", ".")), ("s", 3, ("x", "x")))
    True
    """
    found: list[Hashable] = []
    todo = [(before, after, 1)]
    while todo:
        old, new, path = todo.pop()
        if old is new:
            continue
        if isinstance(old, tuple) and isinstance(new, tuple) and len(old) == len(new):
            todo.extend((old[i], new[i], path * 31 + i & _MASK) for i in range(len(old) - 1, -1, -1))
        elif old != new:
            both = old.__class__ is int and new.__class__ is int
            if both and old >= 0 and new >= 0 and (old ^ new).bit_count() > MOST_BITS:
                return None
            found.append((path, old ^ new if both else new))
    return tuple(found)
