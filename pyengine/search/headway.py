"""How far a search is, for who watches it from another thread: what it has found, how fast it is, what is left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from pyengine.search.remaining import Remaining, depth_left, share_of, work_of
from pyengine.search.result import Bound, Result
from pyengine.terms import Number

if TYPE_CHECKING:
    from pyengine.search.watch import Watch


@dataclass(frozen=True, slots=True, kw_only=True)
class Headway:
    """How far a search was when it last looked.

    `best` is the best of the first moves that the run under way is done with, `value` what it is worth by that run:
    no less to who moves, as `bound` says. `line` is the best play that begins with it, as far as it is known on the
    way: what the table answered is not followed. `result` is that of the last completed depth, of the last question of
    proof-number search, or of the playouts so far. `tried` is how many of the first moves the run is done with, and of
    how many. `table` is how full the table is, from 0 to 1. `share` is a guess at the part of the work that is
    behind a search which plays every line to its end. `seconds_left` is a guess, and
    None where there is no basis for one; `depth_left` is one for the depth under way alone. What is not known is None.

    >>> print(Headway(nodes=3000, seconds=1.5, best="e4", value=1, bound=Bound.LOWER, tried=(2, 7)))
    3,000 nodes, 2,000 nodes/s, move 3 of 7, best e4, value at least 1
    """

    nodes: int = 0
    seconds: float = 0.0
    tried: tuple[int, int] | None = None
    depth: int | None = None
    best: Any = None
    value: Number | None = None
    bound: Bound = Bound.EXACT
    line: tuple[Any, ...] = ()
    result: Result[Any] | None = None
    table: float | None = None
    share: float | None = None
    seconds_left: float | None = None
    depth_left: float | None = None

    @property
    def nodes_per_second(self) -> float | None:
        """How fast it is; None before it has begun."""
        return self.nodes / self.seconds if self.seconds > 0 else None

    def __str__(self) -> str:
        told = [f"{self.nodes:,} nodes"]
        if (rate := self.nodes_per_second) is not None:
            told.append(f"{rate:,.0f} nodes/s")
        if self.tried is not None:
            told.append(f"move {min(self.tried[0] + 1, self.tried[1])} of {self.tried[1]}")
        if self.depth is not None:
            told.append(f"depth {self.depth}")
        if self.best is not None:
            exact = self.bound is Bound.EXACT
            told.append(f"best {self.best}, value {self.value if exact else f'{self.bound.value} {self.value}'}")
        return ", ".join(told)


class Sight(NamedTuple):
    """What can be seen of a run from outside while it goes on: its path as `share_of` takes it, and its table."""

    stages: Sequence[tuple[int, int]]
    table: float | None


@dataclass(slots=True)
class Stand:
    """What the searches under one watch say of themselves on the way, at no cost for each node.

    `sight` looks at the run under way, and asks nothing of the rules: any thread may call it. `begun` has the depths
    that were begun, each with the nodes before it; None is the end of the game.
    """

    line: tuple[Any, ...] = ()
    value: Number | None = None
    bound: Bound = Bound.EXACT
    result: Result[Any] | None = None
    begun: list[tuple[int | None, int]] = field(default_factory=list)
    sight: Callable[[], Sight] | None = None
    remaining: Remaining = field(default_factory=Remaining)

    def begin_run(self, sight: Callable[[], Sight] | None) -> None:
        """Forget the moves of the last run."""
        self.line, self.value, self.bound, self.sight = (), None, Bound.EXACT, sight

    def lead(self, line: tuple[Any, ...], value: Number, mover: int) -> None:
        """Note the best line so far, and what it is worth at least to who moves first in it."""
        self.line, self.value, self.bound = line, value, Bound.UPPER if mover else Bound.LOWER

    def headway(self, watch: Watch, nodes: int, tried: tuple[int, int] | None) -> Headway:
        """Put together how far the search is."""
        sight = None if self.sight is None else self.sight()
        seconds, begun = watch.seconds, list(self.begun)
        depth = begun[-1][0] if begun else None
        share = left = this_depth = None
        if sight is not None and depth is None and tried is not None:
            share = work_of(share_of(sight.stages))
            self.remaining.note(seconds, share)
            left = self.remaining.seconds_left
        elif depth is not None and seconds > 0:
            counts = [after - before for (_, before), (_, after) in pairwise(begun)]
            done = nodes - begun[-1][1], nodes / seconds
            this_depth = depth_left(counts, *done)
            if watch.limit.depth is not None:
                left = depth_left(counts, *done, watch.limit.depth - depth)
        if watch.limit.seconds is not None:
            until = max(0.0, float(watch.limit.seconds) - seconds)
            left = until if left is None else min(left, until)
        return Headway(
            nodes=nodes,
            seconds=seconds,
            tried=tried,
            depth=depth,
            best=self.line[0] if self.line else None,
            value=self.value,
            bound=self.bound,
            line=self.line,
            result=self.result,
            table=None if sight is None else sight.table,
            share=share,
            seconds_left=left,
            depth_left=this_depth,
        )
