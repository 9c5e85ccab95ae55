"""What a move changes on the board, and the piece that it moves."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from pyengine.boards.picture import Picture, picture_of


def changed_cells(game: Any, before: Any, after: Any) -> tuple[str, ...]:
    """Name the cells that differ: where a piece left, where it went, and then the others in the board's order.

    >>> from pyengine.native import twin
    >>> game = twin("tictactoe")
    >>> changed_cells(game, game.initial, game.result(game.initial, 5))
    ('r2c2',)
    """
    return changes(picture_of(game, before), picture_of(game, after))[0]


def origin_and_target(game: Any, before: Any, after: Any) -> tuple[str | None, str | None]:
    """Name the cell that a piece left, and the cell where it came to, or where one was put; None where there is none.

    What was captured on the way is neither.
    """
    return changes(picture_of(game, before), picture_of(game, after))[1]


Ends = tuple[str | None, str | None]


def changes(before: Picture, after: Picture) -> tuple[tuple[str, ...], Ends]:
    """Give the cells that differ between two positions, and where a piece left and came to."""
    old, new = before.contents(), after.contents()
    changed = [name for name in dict.fromkeys((*new, *old)) if old.get(name, "") != new.get(name, "")]
    has_pieces = after.layout.kind not in ("piles", "pits", "dots")
    origin, target = _ends(old, new, changed) if has_pieces else (None, changed[0] if len(changed) == 1 else None)
    first = [name for name in (origin, target) if name is not None]
    return (*first, *(name for name in changed if name not in first)), (origin, target)


def _ends(old: Mapping[str, Hashable], new: Mapping[str, Hashable], changed: list[str]) -> Ends:
    left = [name for name in changed if old.get(name) and not new.get(name)]
    came = [name for name in changed if new.get(name)]
    for target in came:
        for alike in (_same, _same_but_for_case):
            for origin in left:
                if alike(old[origin], new[target]):
                    return origin, target
    filled = [name for name in came if not old.get(name)]
    if len(left) == 1 and len(came) == 1:
        return left[0], came[0]  # a piece that became another
    if len(filled) == 1 and not left:
        return None, filled[0]
    if len(changed) == 1:
        return None, changed[0]
    return None, filled[0] if filled else None


def _same(old: Hashable, new: Hashable) -> bool:
    return old == new


def _same_but_for_case(old: Hashable, new: Hashable) -> bool:
    return isinstance(old, str) and isinstance(new, str) and old.lower() == new.lower()
