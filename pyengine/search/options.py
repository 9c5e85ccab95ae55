"""Which techniques a search uses, each switched on its own; and the same as text: `table=1000`, `algorithm=pvs`."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from pyengine.errors import SearchError
from pyengine.quoting import show_value
from pyengine.terms import Number

Algorithm = Literal["alphabeta", "pvs", "mtdf", "mcts", "proof"]
Replacement = Literal["work", "recency", "use"]
Reuse = Literal["equal", "deeper"]
Extend = Literal["single", "noisy"]

NUMBERS = int | float | Fraction
MOST_THREADS: Final = 64
MOST: Final = (1 << 64) - 1
MOST_EXPLORATION: Final = 1000


def require_threads(threads: object) -> None:
    """Refuse what is no number of threads.

    >>> require_threads(0)
    Traceback (most recent call last):
    ...
    pyengine.errors.SearchError: threads must be a whole number from 1 to 64, not 0
    """
    if not isinstance(threads, int) or not 1 <= threads <= MOST_THREADS:
        raise SearchError(f"threads must be a whole number from 1 to {MOST_THREADS}, not {show_value(threads)}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The techniques of one search.

    | option | meaning |
    | --- | --- |
    | `algorithm` | fail-soft alpha-beta, principal variation search, MTD(f), `mcts` (Monte-Carlo), `proof` (df-pn) |
    | `strict_cut` | cut only where alpha > beta, not where they are equal: more nodes, the same value |
    | `table` | positions kept in the transposition table; 0 for none, None for as many as its bytes hold |
    | `table_bytes` | its size in bytes; None for an eighth of the memory, 64 MiB to 8 GiB, unless `table` says it |
    | `replacement` | what goes where the table is full: what took least work, is unused for longest, or used least |
    | `table_leaves` | whether the table keeps final and cut-off positions too |
    | `reuse` | `equal`: an entry serves only where it gives the value of plain minimax; `deeper`: also a deeper one |
    | `canonical` | one entry for all positions that the game says are alike |
    | `value_range` | where no depth limits a search: a value that no final position can better ends it |
    | `finals` | then also, from a 16th of a long search on: try first a final successor that none can better |
    | `etc` | in a long search: try first what the table knows to cut off (enhanced transposition cut-offs) |
    | `table_move` | then the table's best move |
    | `killers` | then the moves that last cut off positions of the same ply; 0 for none |
    | `previous_order` | then by the values of the previous iteration (T2) |
    | `static_order` | then by the static value of the successors (T1) |
    | `order` | then by the game's own order |
    | `history` | in a long search: then by how much each move has cut off so far |
    | `changes` | killers and history know a move by what it changes in the position, not by its name |
    | `long_search` | nodes from which on a search is long; before, `etc` and `history` cost more than they save |
    | `reductions` | late moves less deep at first, and again where they turn out better; None: where a clock ends it |
    | `aspiration` | half the width of the window around the last iteration's value; None for a full window |
    | `quiescence` | plies to go on beyond the depth limit where the game says that a position is noisy |
    | `cutoff` | estimate where the game says that the search is cut off, whatever the depth limit |
    | `extensions` | plies of one line that may be free of charge, at the positions that `extend` names |
    | `extend` | `single`: positions with one legal move; `noisy`: those that the game says are noisy |
    | `partial` | trust what an iteration that is stopped has found better than the last one's move |
    | `unknown` | the worth of a cut-off position where the game has no static value |
    | `threads` | how many search at once, over one table, where the game is compiled to C: the nodes then vary |
    | `exploration` | of `mcts`: how much a move counts that was tried less often than others |
    | `seed` | of `mcts`: the same seed gives the same playouts |
    | `tree_size` | of `mcts`: positions kept in the tree; when it is full, playouts go on from its leaves |
    | `playout_plies` | of `mcts`: after so many, a playout is cut off, and worth its static value, or `unknown` |
    """

    algorithm: Algorithm = "pvs"
    strict_cut: bool = False
    table: int | None = None
    table_bytes: int | None = None
    replacement: Replacement = "work"
    table_leaves: bool = True
    reuse: Reuse = "equal"
    canonical: bool = True
    value_range: bool = True
    finals: bool = True
    etc: bool = True
    table_move: bool = True
    killers: int = 0
    previous_order: bool = False
    static_order: bool = False
    order: bool = True
    history: bool = True
    changes: bool = True
    long_search: int = 250_000
    reductions: bool | None = None
    aspiration: Number | None = None
    quiescence: int = 2
    cutoff: bool = True
    extensions: int = 0
    extend: frozenset[Extend] = frozenset({"single", "noisy"})
    partial: bool = True
    unknown: Number = 0
    threads: int = 1
    exploration: Number = 0.5
    seed: int = 0
    tree_size: int = 1_000_000
    playout_plies: int = 1_000

    def __post_init__(self) -> None:
        for name, choices in (("algorithm", Algorithm), ("replacement", Replacement), ("reuse", Reuse)):
            if getattr(self, name) not in get_args(choices):
                raise SearchError(
                    f"no {name} {show_value(getattr(self, name))}; there are: {', '.join(get_args(choices))}"
                )
        for name, usual in type(self).__dataclass_fields__.items():
            if isinstance(usual.default, bool) and not isinstance(getattr(self, name), bool):
                raise SearchError(f"{name} must be True or False, not {show_value(getattr(self, name))}")
        if self.reductions is not None and not isinstance(self.reductions, bool):
            raise SearchError(f"reductions must be True, False or None, not {show_value(self.reductions)}")
        for name in ("table", "killers", "long_search", "quiescence", "extensions"):
            if name == "table" and self.table is None:
                continue
            if not isinstance(getattr(self, name), int) or getattr(self, name) < 0:
                raise SearchError(f"{name} must be a whole number from 0, not {show_value(getattr(self, name))}")
        if self.table_bytes is not None and not (isinstance(self.table_bytes, int) and self.table_bytes >= 1):
            raise SearchError(f"table_bytes must be at least 1, not {show_value(self.table_bytes)}")
        if self.aspiration is not None and not (isinstance(self.aspiration, NUMBERS) and self.aspiration > 0):
            raise SearchError(f"aspiration must be a number above 0, not {show_value(self.aspiration)}")
        require_threads(self.threads)
        for name, least in (("seed", 0), ("tree_size", 1), ("playout_plies", 0)):
            if not isinstance(getattr(self, name), int) or not least <= getattr(self, name) <= MOST:
                told = show_value(getattr(self, name))
                raise SearchError(f"{name} must be a whole number from {least} to {MOST}, not {told}")
        if not isinstance(self.exploration, NUMBERS) or not 0 <= self.exploration <= MOST_EXPLORATION:
            told = show_value(self.exploration)
            raise SearchError(f"exploration must be a number from 0 to {MOST_EXPLORATION}, not {told}")
        if not isinstance(self.unknown, NUMBERS) or self.unknown != self.unknown:  # which holds of what is no number
            raise SearchError(f"unknown must be a number, not {show_value(self.unknown)}")
        if not isinstance(self.extend, Collection) or not all(name in get_args(Extend) for name in self.extend):
            raise SearchError(f"extend is a set of: {', '.join(get_args(Extend))}; not {show_value(self.extend)}")


PLAIN = Options(
    algorithm="alphabeta",
    table=0,
    value_range=False,
    finals=False,
    etc=False,
    table_move=False,
    order=False,
    history=False,
    reductions=False,
    quiescence=0,
)
"""Alpha-beta as in the textbook: the author's order, no table."""


KINDS: Final = get_type_hints(Options)
"""The type of each option."""

YES_OR_NO: Final = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def read_setting(name: str, text: str) -> Any:
    """Read the value of an option; SearchError where there is no such option, or the text is no value of it.

    >>> read_setting("killers", "2"), read_setting("history", "yes"), read_setting("aspiration", "1/2")
    (2, True, Fraction(1, 2))
    """
    if name not in KINDS:
        raise SearchError(f"no option {name!r}; there are: {', '.join(KINDS)}")
    try:
        return _read(KINDS[name], text)
    except (ValueError, ZeroDivisionError):
        raise SearchError(f"{name} cannot be {text!r}; {_allowed(KINDS[name])} is needed") from None


def setting_text(value: object) -> str:
    """Write the value of an option so that it can be read again.

    >>> setting_text(True), setting_text(Fraction(1, 2)), setting_text(frozenset({"single", "noisy"}))
    ('yes', '1/2', 'noisy+single')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, frozenset):
        return "+".join(sorted(value)) or "none"
    return "none" if value is None else str(value)


def read_number(text: str) -> Number:
    """Read a whole number, a fraction or a decimal; ValueError where it is none."""
    if "/" in text:
        return Fraction(text)
    try:
        return int(text)
    except ValueError:
        return float(text)


def _read(kind: Any, text: str) -> Any:
    choices = get_args(kind)
    if type(None) in choices and text.lower() == "none":
        return None
    if kind in (bool, bool | None):
        if text.lower() not in YES_OR_NO:
            raise ValueError(text)
        return YES_OR_NO[text.lower()]
    if get_origin(kind) is frozenset:
        return frozenset(word for word in re.split(r"[,+]", text) if word and text.lower() != "none")
    if get_origin(kind) is Literal:
        return text
    return int(text) if kind in (int, int | None) else read_number(text)


def _allowed(kind: Any) -> str:
    if kind in (bool, bool | None):
        return "yes or no"
    return "a whole number" if kind in (int, int | None) else "a number"
