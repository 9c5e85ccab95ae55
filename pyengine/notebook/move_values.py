"""What each move of a position is worth, as far as a time is enough for."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from pyengine.move import Move
from pyengine.position import Position
from pyengine.search import Limit, Table, search
from pyengine.search.expansion import opposed
from pyengine.terms import Number

ENTRIES: Final = 500_000
"""Positions that the table of these searches may hold."""


@dataclass(frozen=True, slots=True)
class MoveValue:
    """A move, and what it leads to is worth: to MAX where two oppose each other, else to who moves.

    `exact` tells that no search can say otherwise; `best` that no other move is known to be better. `value` is None
    where the time was not enough.
    """

    move: Move
    value: Number | None = None
    exact: bool = False
    best: bool = False


def value_moves(
    position: Position, seconds: float = 1.0, clock: Callable[[], float] = time.perf_counter
) -> tuple[MoveValue, ...]:
    """Value every move of a position, all of them to the same depth, and one ply deeper as long as there is time.

    >>> import pyengine
    >>> [(str(found.move), found.value, found.best) for found in value_moves(pyengine.load("nim", piles=[1, 2]).start)]
    [('take(1,1)', 0, False), ('take(2,1)', 0, False), ('take(2,2)', 1, True)]
    """
    if position.is_over:
        return ()
    two = opposed(position.game)
    mover = position.players.index(position.mover)
    search_on = _Searches(position, 0 if two else mover, Table(ENTRIES) if two else None, clock() + seconds, clock)
    found = [search_on.at_sight(move) for move in position.moves]
    depth, is_time = 1, True
    while is_time and not all(each.exact for each in found):
        deeper = [search_on.deeper(each, depth) for each in found]
        is_time = all(each is not None for each in deeper)
        # What a depth is not enough for everywhere is compared with nothing, unless it is exact or all there is.
        kept = zip(found, deeper, strict=True)
        found = [new if new and (is_time or new.exact or old.value is None) else old for old, new in kept]
        depth += 1
    known = [each.value for each in found if each.value is not None]
    most = None if not known else min(known) if two and mover == 1 else max(known)
    return tuple(replace(each, best=most is not None and each.value == most) for each in found)


@dataclass(frozen=True, slots=True)
class _Searches:
    """Searches of what moves lead to, which share a table and a time."""

    position: Position
    player: int
    table: Table | None
    until: float
    clock: Callable[[], float]

    def at_sight(self, move: Move) -> MoveValue:
        """Value a move that ends the game."""
        ends = self.position.play(move).utilities
        return MoveValue(move) if ends is None else MoveValue(move, ends[self.player], exact=True)

    def deeper(self, known: MoveValue, depth: int) -> MoveValue | None:
        """Search a move to a depth; None where there is no time for it."""
        if known.exact:
            return known
        left = self.until - self.clock()
        if left <= 0:
            return None
        child = self.position.play(known.move)
        limit = Limit(depth=depth, seconds=left)
        result: Any = search(child.game, child.state, limit=limit, table=self.table)
        if result.values is None or not result.completed:
            return None
        return MoveValue(known.move, result.values[self.player], exact=result.solved)
