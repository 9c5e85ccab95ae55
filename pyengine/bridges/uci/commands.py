"""What an interface may say, as values: `go`, `position` and `setoption` taken apart.

What stands where it makes no sense is left out, as the protocol wants it, and told.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from pyengine.errors import ProtocolError
from pyengine.quoting import show_value
from pyengine.texts import split_outside_brackets

NUMBERS: Final = ("wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime")
FLAGS: Final = ("infinite", "ponder")
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,15}")


@dataclass(frozen=True, slots=True)
class Go:
    """What a search may use: `numbers` has times in milliseconds, and limits, as far as they were given.

    >>> parse_go("ponder wtime 60000 searchmoves e2e4 take(1, 2) depth 5")
    Go(numbers={'wtime': 60000, 'depth': 5}, flags=frozenset({'ponder'}), moves=('e2e4', 'take(1, 2)'), ignored=())
    """

    numbers: dict[str, int] = field(default_factory=dict)
    flags: frozenset[str] = frozenset()
    moves: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()

    @property
    def is_endless(self) -> bool:
        """Whether nothing but a word of the interface ends the search; the move is then kept back until it comes."""
        return bool(self.flags)

    @property
    def has_limit(self) -> bool:
        """Whether the search ends by itself, once it is no longer endless."""
        return any(name in self.numbers for name in ("wtime", "btime", "depth", "nodes", "mate", "movetime"))


@dataclass(frozen=True, slots=True)
class Place:
    """A position: where it begins, None for the start of the game, and the moves from there, not looked at yet."""

    start: str | None
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Setting:
    """An option, and what it is set to; None for one that has no value."""

    name: str
    value: str | None


def words_of(text: str) -> list[str]:
    """Split a text at blanks; those inside brackets and quotes belong to a word."""
    return [word for word in split_outside_brackets(text, str.isspace) if word]


def parse_go(text: str) -> Go:
    """Read what follows `go`."""
    numbers: dict[str, int] = {}
    flags, moves, ignored = set(), [], []
    words = iter(words_of(text))
    takes_moves = False
    for word in words:
        if word in NUMBERS:
            takes_moves = False
            value = next(words, "")
            if _NUMBER.fullmatch(value):
                numbers[word] = int(value)
            else:
                ignored.append(f"{word} {value}")
        elif word in FLAGS:
            takes_moves = False
            flags.add(word)
        elif word == "searchmoves":
            takes_moves = True
        elif takes_moves:
            moves.append(word)
        else:
            ignored.append(word)
    return Go(numbers, frozenset(flags), tuple(moves), tuple(ignored))


def parse_position(text: str) -> Place:
    """Read what follows `position`: `startpos`, `fen` with the game's notation, or `state` with a term; then moves.

    >>> parse_position("fen 7k/8/8/8/8/8/8/KR6 w - - 0 1 moves a1a2")
    Place(start='7k/8/8/8/8/8/8/KR6 w - - 0 1', moves=('a1a2',))
    """
    kind, _, rest = text.strip().partition(" ")
    if kind not in ("startpos", "fen", "state"):
        raise ProtocolError(f"position is followed by startpos, fen or state, not by {show_value(kind)}")
    words = words_of(rest) if kind == "state" else rest.split()
    before = words.index("moves") if "moves" in words else len(words)
    start = " ".join(words[:before])
    if kind == "startpos":
        if start:
            raise ProtocolError(f"position startpos is followed by moves, not by {show_value(start)}")
        return Place(None, tuple(words_of(" ".join(words[before + 1 :]))))
    if not start:
        raise ProtocolError(f"position {kind} names no position")
    return Place(start, tuple(words_of(" ".join(words[before + 1 :]))))


def parse_setting(text: str) -> Setting:
    """Read what follows `setoption`.

    >>> parse_setting("name Clear Hash"), parse_setting("name Hash value 16")
    (Setting(name='Clear Hash', value=None), Setting(name='Hash', value='16'))
    """
    words = text.split()
    if len(words) < 2 or words[0] != "name":
        raise ProtocolError("setoption is followed by name, and the name of an option")
    before = words.index("value") if "value" in words else len(words)
    value = " ".join(words[before + 1 :]) if before < len(words) else None
    return Setting(" ".join(words[1:before]), value)
