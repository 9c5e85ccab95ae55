"""The options that an interface may set, and what they make of a search."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final, get_args

from pyengine.bridges.uci.commands import Setting
from pyengine.errors import ProtocolError
from pyengine.quoting import show_value
from pyengine.search import Options
from pyengine.search.options import MOST_THREADS, Algorithm
from pyengine.search.room import usual_table_bytes

MEBIBYTE: Final = 20
MOST_HASH: Final = 1 << 20
MOST_OVERHEAD: Final = 10_000
MOST_PLIES: Final = 100
MOST_UNIT: Final = 1_000_000

TABLED: Final = ("alphabeta", "pvs", "mtdf")
"""The algorithms that keep a transposition table from move to move."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How to search, and to talk: `overhead` in milliseconds, `unit` the centipawns that a value of 1 is told as."""

    options: Options
    overhead: int = 30
    unit: int = 1

    @property
    def has_table(self) -> bool:
        """Whether searches share a table."""
        return self.options.algorithm in TABLED and self.options.table != 0

    def changed(self, setting: Setting) -> Settings:
        """Set an option; ProtocolError where there is none, or it cannot have that value."""
        offered = _find(setting.name)
        if offered.kind == "button":
            return self
        if setting.value is None:
            raise ProtocolError(f"option {offered.name} needs a value")
        return offered.write(self, offered.read(setting.value))


@dataclass(frozen=True, slots=True)
class Offer:
    """One option: how it is told, what may be set, and where it goes."""

    name: str
    kind: str
    value: Callable[[Settings], Any] = lambda settings: None
    write: Callable[[Settings, Any], Settings] = lambda settings, value: settings
    least: int = 0
    most: int = 0
    choices: tuple[str, ...] = ()

    def line(self, settings: Settings) -> str:
        """Tell of it, with what it is set to now."""
        told = f"option name {self.name} type {self.kind}"
        if self.kind == "button":
            return told
        value = self.value(settings)
        told += f" default {str(value).lower() if self.kind == 'check' else value}"
        if self.kind == "spin":
            told += f" min {self.least} max {self.most}"
        return told + "".join(f" var {choice}" for choice in self.choices)

    def read(self, text: str) -> Any:
        """Read a value; ProtocolError where it is none."""
        if self.kind == "check":
            if text.lower() not in ("true", "false"):
                raise ProtocolError(f"option {self.name} is true or false, not {show_value(text)}")
            return text.lower() == "true"
        if self.kind == "combo":
            if text.lower() not in self.choices:
                raise ProtocolError(f"option {self.name} is one of {', '.join(self.choices)}, not {show_value(text)}")
            return text.lower()
        if not re.fullmatch(r"[+-]?[0-9]{1,15}", text) or not self.least <= int(text) <= self.most:
            told = show_value(text)
            raise ProtocolError(f"option {self.name} is a whole number from {self.least} to {self.most}, not {told}")
        return int(text)


def _option(name: str) -> Callable[[Settings, Any], Settings]:
    """Give what sets an option of the search."""
    return lambda settings, value: replace(settings, options=replace(settings.options, **{name: value}))


def _hash_of(settings: Settings) -> int:
    return max(1, min((settings.options.table_bytes or usual_table_bytes()) >> MEBIBYTE, MOST_HASH))


def _with_hash(settings: Settings, size: int) -> Settings:
    return replace(settings, options=replace(settings.options, table=None, table_bytes=size << MEBIBYTE))


OFFERS: Final = (
    Offer("Hash", "spin", _hash_of, _with_hash, 1, MOST_HASH),
    Offer("Clear Hash", "button"),
    Offer("Threads", "spin", lambda s: s.options.threads, _option("threads"), 1, MOST_THREADS),
    Offer("Ponder", "check", lambda s: False),
    Offer(
        "Move Overhead",
        "spin",
        lambda s: s.overhead,
        lambda settings, value: replace(settings, overhead=value),
        0,
        MOST_OVERHEAD,
    ),
    Offer(
        "Algorithm", "combo", lambda s: s.options.algorithm, _option("algorithm"), choices=tuple(get_args(Algorithm))
    ),
    Offer("Quiescence", "spin", lambda s: s.options.quiescence, _option("quiescence"), 0, MOST_PLIES),
    Offer("Extensions", "spin", lambda s: s.options.extensions, _option("extensions"), 0, MOST_PLIES),
    Offer("Unit", "spin", lambda s: s.unit, lambda settings, value: replace(settings, unit=value), 1, MOST_UNIT),
)
"""All of them. Whether an interface ponders is its own affair: it says so by `go ponder`."""


def option_lines(settings: Settings) -> Iterator[str]:
    """Tell which options there are."""
    return (offer.line(settings) for offer in OFFERS)


def is_clearing(setting: Setting) -> bool:
    """Tell whether a setting asks for an empty table."""
    return setting.name.lower() == "clear hash"


def _find(name: str) -> Offer:
    for offer in OFFERS:
        if offer.name.lower() == name.lower():
            return offer
    raise ProtocolError(f"no option {show_value(name)}; there are: {', '.join(offer.name for offer in OFFERS)}")
