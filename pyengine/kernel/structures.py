"""What the headers of the kernel declare, for Python: structures field by field, and the numbers of tasks."""

from __future__ import annotations

import ctypes
from ctypes import POINTER, c_bool, c_double, c_int64, c_size_t, c_uint8, c_uint32, c_uint64, c_void_p
from enum import IntEnum
from typing import Any, Final

from pyengine.language.contract import QUESTIONS
from pyengine.terms import Number

ENDLESS: Final = (1 << 63) - 1
"""The draft of a search without a depth limit."""
MOST_EXACT: Final = 1 << 53
"""Whole numbers up to here are exact in C."""
MOST_PLAYERS: Final = 16


class Task(IntEnum):
    """What a job is to do."""

    SEARCH_TASK = 0
    MINIMAX_TASK = 1
    PERFT_TASK = 2
    PLAYOUTS_TASK = 3
    REACH_TASK = 4
    LABEL_TASK = 5


class CNumber(ctypes.Structure):
    """A number of the rules."""

    _fields_ = (("value", c_double), ("is_float", c_bool))

    @classmethod
    def of(cls, number: Number) -> CNumber:
        """Take a number; OverflowError where C has none that is the same."""
        if isinstance(number, float):
            return cls(number, True)
        if isinstance(number, int) and abs(number) <= MOST_EXACT:
            return cls(number, False)
        raise OverflowError(f"{number} is no number of the kernel")

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


class CPacked(ctypes.Structure):
    """A position as bytes."""

    _fields_ = (("bytes", c_void_p), ("size", c_size_t))

    @property
    def content(self) -> bytes | None:
        """The bytes; None where there are none."""
        return ctypes.string_at(self.bytes, self.size) if self.bytes else None


class CSettings(ctypes.Structure):
    """The techniques of a search."""

    _fields_ = (
        ("unit", c_int64),
        ("floor", c_int64),
        ("unknown", CNumber),
        ("killers", c_uint32),
        ("scouts", c_uint8),
        ("strict", c_uint8),
        ("deeper", c_uint8),
        ("canonical", c_uint8),
        ("table_move", c_uint8),
        ("table_leaves", c_uint8),
        ("order", c_uint8),
        ("static_order", c_uint8),
        ("previous_order", c_uint8),
        ("history", c_uint8),
        ("frees_single", c_uint8),
        ("frees_noisy", c_uint8),
        ("returns", c_uint32),
    )


class CRun(ctypes.Structure):
    """One run of a search; the arrays are those of the search, and last until its next run.

    `returned` is the position that came back on its own path, where one did.
    """

    returned: bytes | None
    _fields_ = (
        ("root", c_void_p),
        ("first", c_void_p),
        ("root_size", c_size_t),
        ("first_size", c_size_t),
        ("draft", c_int64),
        ("ply", c_int64),
        ("turn", c_uint32),
        ("alpha", CNumber),
        ("beta", CNumber),
        ("most_nodes", c_uint64),
        ("nodes", c_uint64),
        ("leaves", c_uint64),
        ("cutoffs", c_uint64),
        ("hits", c_uint64),
        ("has_total", c_uint8),
        ("total", CNumber),
        ("ending", c_uint32),
        ("value", CNumber),
        ("bound", c_uint8),
        ("solved", c_uint8),
        ("is_final", c_uint8),
        ("has_line", c_uint8),
        ("is_open", c_uint8),
        ("was_opened", c_uint8),
        ("mover", c_uint8),
        ("line_length", c_uint32),
        ("score_count", c_uint32),
        ("root_count", c_uint32),
        ("line", POINTER(c_uint32)),
        ("score_places", POINTER(c_uint32)),
        ("scores", POINTER(CNumber)),
        ("place", CPacked),
        ("worths", CNumber * 2),
    )

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


class CPerft(ctypes.Structure):
    """The move sequences of exactly a length."""

    _fields_ = (
        ("root", c_void_p),
        ("root_size", c_size_t),
        ("depth", c_uint32),
        ("merges", c_uint8),
        ("splits", c_uint8),
        ("share", c_uint32),
        ("shares", c_uint32),
        ("ending", c_uint32),
        ("root_count", c_uint32),
        ("counts", POINTER(c_uint64)),
        ("nodes", c_uint64),
        ("patience", c_uint32),
    )


class CPlayouts(ctypes.Structure):
    """Games played at random."""

    _fields_ = (
        ("root", c_void_p),
        ("root_size", c_size_t),
        ("seed", c_uint64),
        ("first", c_uint64),
        ("games", c_uint64),
        ("most_plies", c_uint64),
        ("ending", c_uint32),
        ("played", c_uint64),
        ("broken_off", c_uint64),
        ("plies", c_uint64),
        ("sums", c_double * MOST_PLAYERS),
    )


class CEnd(ctypes.Structure):
    """How a game can end."""

    _fields_ = (("worths", CNumber * 2),)

    def numbers(self, players: int) -> tuple[Number, ...]:
        """Give the worth to each player."""
        return tuple(self.worths[player].number for player in range(players))


class CReaching(ctypes.Structure):
    """A task: go on until so many positions are expanded."""

    _fields_ = (
        ("roots", c_void_p),
        ("root_starts", POINTER(c_uint64)),
        ("root_count", c_uint32),
        ("most_nodes", c_uint64),
        ("helpers", POINTER(c_void_p)),
        ("helper_count", c_uint32),
        ("ending", c_uint32),
    )


class CLabelling(ctypes.Structure):
    """A task: label every position."""

    _fields_ = (
        ("endless", CNumber),
        ("ending", c_uint32),
        ("complete", c_uint8),
        ("one", CEnd),
        ("other", CEnd),
    )


def bytes_pointer(content: bytes | None) -> Any:
    """Give the address of bytes, which the caller must keep meanwhile."""
    return None if content is None else ctypes.cast(ctypes.c_char_p(content), c_void_p)
