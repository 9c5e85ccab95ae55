"""What the headers of the kernel declare, as Python uses it: structures, and the numbers of tasks."""

from __future__ import annotations

import ctypes
from ctypes import c_uint32, c_void_p
from enum import IntEnum
from typing import Any, Final

from pyengine.kernel.declarations import declared, declared_as, number
from pyengine.language.contract import QUESTIONS
from pyengine.terms import Number

ENDLESS: Final = (1 << 63) - 1
"""The draft of a search without a depth limit."""
MOST_EXACT: Final = 1 << 53
"""Whole numbers up to here are exact in C."""
MOST_PLAYERS: Final = number("MOST_PLAYERS")


class Task(IntEnum):
    """What a job is to do."""

    SEARCH_TASK = 0
    MINIMAX_TASK = 1
    PERFT_TASK = 2
    PLAYOUTS_TASK = 3
    REACH_TASK = 4
    LABEL_TASK = 5


@declared
class CNumber(ctypes.Structure):
    """A number of the rules."""

    @classmethod
    def of(cls, number: Number) -> CNumber:
        """Take a number; OverflowError where C has none that is the same."""
        if isinstance(number, float):
            return cls(number, True)
        if isinstance(number, int) and abs(number) <= MOST_EXACT:
            return cls(number, False)
        raise OverflowError("that is no number of the kernel")

    @property
    def number(self) -> Number:
        """The same in Python."""
        value: float = self.value
        return value if self.is_float else int(value)


class CRules(ctypes.Structure):
    """The beginning of what a game offers; a question that its rules do not answer is None."""

    OPTIONAL = ("staticval", "order", *(entry.name for entry in QUESTIONS), "canonical")
    """The questions that rules need not answer."""
    QUESTIONS = ("expand", "is_terminal", "worths", "mover", "moves", *OPTIONAL)
    _fields_ = (("name", ctypes.c_char_p), ("players", c_uint32), *((name, c_void_p) for name in QUESTIONS))


@declared
class CPacked(ctypes.Structure):
    """A position as bytes."""

    @property
    def content(self) -> bytes | None:
        """The bytes; None where there are none."""
        return ctypes.string_at(self.bytes, self.size) if self.bytes else None


CSettings = declared_as("CSettings")
"""The techniques of a search."""


@declared
class CRun(ctypes.Structure):
    """One run of a search; the arrays are those of the search, and last until its next run.

    `returned` is the position that came back on its own path, where one did.
    """

    returned: bytes | None

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """Nodes, leaves, cut-offs and table hits."""
        return self.nodes, self.leaves, self.cutoffs, self.hits

    def add_counts(self, other: CRun, before: tuple[int, int, int, int]) -> None:
        """Count what another run has counted since."""
        for name, was in zip(("nodes", "leaves", "cutoffs", "hits"), before, strict=True):
            setattr(self, name, getattr(self, name) + getattr(other, name) - was)

    @property
    def sum(self) -> Number | None:
        """What a final position is worth to both players together; None where it is not known."""
        return self.total.number if self.has_total else None

    @property
    def places(self) -> tuple[int, ...]:
        """Which successor the line takes at each of its positions, in the author's order."""
        return tuple(self.line[: self.line_length])

    @property
    def scored(self) -> tuple[tuple[int, Number], ...]:
        """Which successors of the root were searched, and their values, in that order."""
        return tuple((self.score_places[i], self.scores[i].number) for i in range(self.score_count))


CPerft = declared_as("CPerft")
"""The move sequences of exactly a length."""
CPlayouts = declared_as("CPlayouts")
"""Games played at random."""


@declared
class CEnd(ctypes.Structure):
    """How a game can end."""

    def numbers(self, players: int) -> tuple[Number, ...]:
        """Give the worth to each player."""
        return tuple(self.worths[player].number for player in range(players))


CPositions, CNotes = declared_as("CPositions"), declared_as("CNotes")
"""What a `CReach` holds: positions as bytes, by number; numbers noted under keys."""
CReach = declared_as("CReach")
"""The positions that can be reached."""
CReaching, CLabelling = declared_as("CReaching"), declared_as("CLabelling")
"""Tasks: go on until so many positions are expanded; label every position."""


def bytes_pointer(content: bytes | None) -> Any:
    """Give the address of bytes, which the caller must keep meanwhile."""
    return None if content is None else ctypes.cast(ctypes.c_char_p(content), c_void_p)
