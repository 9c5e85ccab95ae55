"""What the headers of the kernel declare, as Python uses it: structures, functions, and the numbers of tasks.

Structures and functions are said once, in C, and read from there.
"""

from __future__ import annotations

import ctypes
import re
from ctypes import c_uint32, c_void_p
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

from pyengine.language.contract import QUESTIONS
from pyengine.terms import Number

S = TypeVar("S", bound=type[ctypes.Structure])

_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_STRUCTURE: Final = re.compile(r"typedef struct(?: \w+)? \{([^{}]*)\} (\w+);")
_FUNCTION: Final = re.compile(r"^EXPORT ([^;(]*?)(\w+)\(([^)]*)\);", re.MULTILINE)
_DECLARATION: Final = re.compile(r"(?:const )?(?:struct )?(\w+) (.*)", re.DOTALL)
_DECLARATOR: Final = re.compile(r"(?P<pointers>(?:\*(?:const )?)*)(?P<name>\w+)(?:\[(?P<size>\w+)\])?")
_TYPES: Final[dict[str, Any]] = {
    **{f"{kind}_t": getattr(ctypes, f"c_{kind}") for kind in ("uint8", "int32", "uint32", "int64", "uint64")},
    **{kind: getattr(ctypes, f"c_{kind}") for kind in ("bool", "int", "double", "size_t")},
    "void": None,
}
"""What there is besides pointers; structures are added as they are declared."""


def declared(structure: S) -> S:
    """Give a structure the fields of the one that a header calls so, without the C that its own name begins with."""
    name = structure.__name__.removeprefix("C")
    lines = _structures()[name].strip().rstrip(";").split(";")
    structure._fields_ = [field for line in lines for field in _fields(line.strip())]
    _TYPES[name] = structure
    return structure


def declared_as(name: str) -> Any:
    """Make a structure that is no more than its fields."""
    return declared(type(name, (ctypes.Structure,), {}))


def _fields(line: str) -> list[tuple[str, Any]]:
    """Read a line such as `const uint8_t *root, *first`."""
    base, declarators = _parse(_DECLARATION, line).groups()
    return [_field(base, _parse(_DECLARATOR, declarator.strip())) for declarator in declarators.split(",")]


def _field(base: str, declarator: re.Match[str]) -> tuple[str, Any]:
    pointers, name, size = declarator["pointers"].count("*"), declarator["name"], declarator["size"]
    if pointers == 1 and base != "uint8_t" and _TYPES.get(base):
        return name, ctypes.POINTER(_TYPES[base])
    if pointers:  # bytes, and what Python hands on without looking into it
        return name, ctypes.POINTER(ctypes.c_void_p) if pointers > 1 else ctypes.c_void_p
    return name, _TYPES[base] * number(size) if size else _TYPES[base]


def number(name: str) -> int:
    """Give a number as it is written, or as a header names it."""
    return int(name if name.isdigit() else _parse(re.compile(rf".*\b{name} = (\d+)", re.DOTALL), _headers())[1])


def declare_functions(library: ctypes.CDLL) -> Any:
    """Say what the functions of the kernel take and give; give the library."""
    for gives, name, takes in _FUNCTION.findall(_headers()):
        function = getattr(library, name)
        function.restype = ctypes.c_char_p if gives == "const char *" else _passed(gives)
        function.argtypes = [_passed(argument) for argument in takes.split(",")]
    return library


def _passed(declaration: str) -> Any:
    declaration = declaration.strip()
    return ctypes.c_void_p if "*" in declaration else _TYPES[declaration.split()[0]]


def _parse(pattern: re.Pattern[str], text: str) -> re.Match[str]:
    found = pattern.match(text)
    assert found is not None, text
    return found


@cache
def _structures() -> dict[str, str]:
    return {name: body for body, name in _STRUCTURE.findall(_headers())}


@cache
def _headers() -> str:
    folder = Path(__file__).parent
    paths = (folder.parent / "compiler" / "c" / "runtime" / "rules.h", *sorted(folder.glob("*.h")))
    return _COMMENT.sub("", "\n".join(path.read_text(encoding="utf-8") for path in paths))


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
    GROW_TASK = 6
    PROOF_TASK = 7


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
CTableUse = declared_as("CTableUse")
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
    def led(self) -> tuple[tuple[int, ...], Number] | None:
        """The line of the best of the root's moves so far, and its value; None where there is none to be read now."""
        before = self.leads
        found = tuple(self.leading[: self.leading_length]), self.value.number
        return found if found[0] and before % 2 == 0 and self.leads == before else None

    @property
    def scored(self) -> tuple[tuple[int, Number], ...]:
        """Which successors of the root were searched, and their values, in that order."""
        return tuple((self.score_places[i], self.scores[i].number) for i in range(self.score_count))


@declared
class CProving(ctypes.Structure):
    """One question of a proof-number search about a position; `returned` as in `CRun`."""

    returned: bytes | None

    @property
    def ending(self) -> int:
        """How it ended."""
        return int(self.run.ending)

    @ending.setter
    def ending(self, ending: int) -> None:
        self.run.ending = ending

    @property
    def score_count(self) -> int:
        """How many of the root's moves are done with: it does not go by moves."""
        return 0

    root_count = score_count


CStage, CProved = declared_as("CStage"), declared_as("CProved")
"""A ply of the path of a run; what the table has of a position for good."""
CPerft = declared_as("CPerft")
"""The move sequences of exactly a length."""
CPlayouts = declared_as("CPlayouts")
"""Games played at random."""
CSampling, CTreeNode, CGrowth = declared_as("CSampling"), declared_as("CTreeNode"), declared_as("CGrowth")
"""Monte-Carlo tree search: how a tree is grown, a position of it, and the task to grow it."""


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
