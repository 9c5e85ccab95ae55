"""What a search found, how sure it is of it, and why it stopped."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field
from enum import Enum
from fractions import Fraction
from typing import Generic

from pyengine.display import Displayed
from pyengine.game import M
from pyengine.quoting import quote_line
from pyengine.terms import Number

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


class Bound(Enum):
    """How a value stands to the true one, that is, to plain minimax of the same depth."""

    EXACT = "exact"
    LOWER = "at least"
    UPPER = "at most"


class StopReason(Enum):
    """Why a search ended."""

    SOLVED = "solved"
    UNPROVED = "done, but not proved"
    DEPTH = "depth reached"
    SECONDS = "time is up"
    NODES = "node limit"
    STOPPED = "stopped"
    INTERRUPTED = "interrupted"

    @property
    def completed(self) -> bool:
        """Whether the search did all that it was asked for."""
        return self in (StopReason.SOLVED, StopReason.UNPROVED, StopReason.DEPTH)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableUse:
    """How full the transposition table of a search is, and how often it was swept because it was full.

    `room` is how many positions it may hold, `bytes` what they take then, about.

    >>> print(TableUse(entries=3_400_000, room=108_000_000, bytes=3 << 30, sweeps=0))
    3,400,000 of 108,000,000 positions, 3.0 GiB at most
    """

    entries: int
    room: int
    bytes: int
    sweeps: int

    @property
    def fill(self) -> float:
        """The part of its room that is in use, from 0 to 1."""
        return self.entries / self.room

    def __str__(self) -> str:
        size, unit = (self.bytes >> 10, "KiB") if self.bytes < 1 << 20 else (self.bytes >> 20, "MiB")
        told = f"{self.bytes / (1 << 30):.1f} GiB" if self.bytes >= 1 << 30 else f"{size:,} {unit}"
        return f"{self.entries:,} of {self.room:,} positions, {told} at most"


@dataclass(frozen=True, slots=True, kw_only=True)
class Result(Displayed, Generic[M]):
    """The outcome of a search.

    `value` is for MAX, or for the first player; `values` has one for each player. Both are None where the search was
    stopped before it knew anything; `best` is then the first legal move. `line` is the principal variation: the moves
    of best play, each of which keeps the value. `depth` is that of the deepest completed search, None where every line
    was played to its end. A node is a position entered, the root included; a leaf is a node that was final or cut
    off; a position answered by the table, or by a store, is a hit and no node. `visits` counts both. `cutoffs` counts
    the positions at which moves were left out. `moves` has the value of every root move where they were asked for.
    Of Monte-Carlo tree search a node is an iteration, a leaf one that ended without a playout, a value that is not
    solved a mean; `tried` says how often each of `moves` was tried.
    `reasoner` names who answered for the rules in the end, where the game has a rule file; `table` says how full the
    transposition table is, where there is one.

    >>> solved = StopReason.SOLVED
    >>> print(Result(value=4, values=(4, -4), best="b", line=("b", "d"), depth=None, reason=solved, nodes=11))
    value 4 (solved), best b, line b d
    11 nodes, 0 leaves, 0 cutoffs, 0 table hits, 11 visits, 0.000 s
    """

    value: Number | None
    values: tuple[Number, ...] | None
    best: M | None
    line: tuple[M, ...]
    depth: int | None
    reason: StopReason
    bound: Bound = Bound.EXACT
    nodes: int = 0
    leaves: int = 0
    cutoffs: int = 0
    hits: int = 0
    seconds: float = 0.0
    moves: tuple[tuple[M, Number], ...] = ()
    tried: tuple[int, ...] = ()
    reasoner: str | None = field(default=None, compare=False)
    table: TableUse | None = field(default=None, compare=False)

    @property
    def completed(self) -> bool:
        """Whether the search did all that it was asked for."""
        return self.reason.completed

    @property
    def solved(self) -> bool:
        """Whether the value is that of the game, whatever the depth; a bound is not."""
        return self.reason is StopReason.SOLVED and self.bound is Bound.EXACT

    @property
    def ending(self) -> str:
        """Say how the search ended: with a depth, where it has one; a bound that no search can better is proved."""
        is_bound = self.reason is StopReason.SOLVED and self.bound is not Bound.EXACT
        told = "proved" if is_bound else self.reason.value
        return told if self.depth is None else f"depth {self.depth}, {told}"

    @property
    def visits(self) -> int:
        """How often a position was come to: the nodes, and the hits; what many texts call nodes visited."""
        return self.nodes + self.hits

    @property
    def all_best(self) -> tuple[M, ...]:
        """Every root move that is worth as much as the best one, in the author's order; empty unless asked for."""
        return tuple(move for move, value in self.moves if value == self.value)

    def __str__(self) -> str:
        head = [f"{self._worth()} ({self.ending})"]
        if self.best is not None:
            head.append(f"best {quote_line(str(self.best))}")
        if self.line:
            head.append("line " + " ".join(quote_line(str(move)) for move in self.line[:SHOWN]))
            if len(self.line) > SHOWN:
                head[-1] += f" … ({len(self.line)} plies)"
        return (
            f"{', '.join(head)}\n{self.nodes:,} nodes, {self.leaves:,} leaves, {self.cutoffs:,} cutoffs, "
            f"{self.hits:,} table hits, {self.visits:,} visits, {self.seconds:.3f} s"
        )

    def _worth(self) -> str:
        if self.value is None:
            return "value unknown"
        return f"value {self.value}" if self.bound is Bound.EXACT else f"value {self.bound.value} {self.value}"

    def as_json(self) -> dict[str, Json]:
        """Give the same as JSON: moves as text, a fraction as `"1/3"`, infinity as `"inf"`."""
        return {
            "value": number_as_json(self.value),
            "values": None if self.values is None else [number_as_json(value) for value in self.values],
            "bound": self.bound.value,
            "best": None if self.best is None else str(self.best),
            "line": [str(move) for move in self.line],
            **{name: getattr(self, name) for name in ("depth", "completed", "solved")},
            "reason": self.reason.value,
            **{name: getattr(self, name) for name in ("nodes", "leaves", "cutoffs", "hits", "visits", "seconds")},
            "moves": [
                {"move": str(move), "value": number_as_json(value), **self._effort(number)}
                for number, (move, value) in enumerate(self.moves)
            ],
            "reasoner": self.reasoner,
            "table": None if self.table is None else asdict(self.table),
        }

    def _effort(self, number: int) -> dict[str, Json]:
        """Say how often a root move was tried, where that is known."""
        return {"tried": self.tried[number]} if self.tried else {}


SHOWN = 12
"""Moves of a line that its summary shows."""


def number_as_json(value: Number | None) -> Json:
    """Write a number so that JSON can hold it and nothing is lost.

    >>> number_as_json(Fraction(1, 3)), number_as_json(2), number_as_json(float("-inf"))
    ('1/3', 2, '-inf')
    """
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value
