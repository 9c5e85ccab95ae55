"""Rule files that are parts of games: libraries, tables of weights, and whatever another file includes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pyengine.errors import Finding, Place, Severity
from pyengine.language.checking.checker import left_to_games
from pyengine.language.contract import ASKED, OWN, defined
from pyengine.language.gate import Examined, examine_file
from pyengine.quoting import quote_line

FOLLOWING: Final = frozenset(
    {"not-a-game", "missing-predicate", "missing-utility", "undefined-predicate", "undeclared-parameter"}
    | {"missing-feature", "missing-weight", "missing-category", "missing-expected", "unused-memory"}
)
"""What may only be missing because the rest of the game is not there."""

TABLES: Final = frozenset(OWN[name].indicator for name in ("weight", "expected"))
"""What a part may well define of the contract: `pyengine tune` writes files of it."""

MOST_FILES: Final = 300
MOST_BYTES: Final = 1 << 20
"""Files that are looked at unasked, and how large one of them may be."""


def as_part(path: Path, alone: Examined, *, trust: bool) -> tuple[Finding, ...] | None:
    """Give what is to be said of a file that is a part of a game, a note that it is one first; None where it is none.

    A part is no game by itself, and either a game beside it or above its folder includes it, or it has clauses and
    nothing of the contract but tables. What is found in it is what is found where it is included.
    """
    if not any(finding.severity is Severity.ERROR and finding.code in FOLLOWING for finding in alone.findings):
        return None
    name = alone.read.source.name
    game = _including(path, trust=trust)
    if game is not None:
        whole, found = game
        mine = {source.name for source in found.read.sources if _is_same(source.path, path)}
        message = f"a part of {quote_line(str(whole))}, which includes it: checked as such"
        rest = tuple(finding for finding in found.findings if finding.place is not None and finding.place.file in mine)
    elif _is_apart(alone):
        message = "no game, but a part that games may include: what it expects of them was not looked for"
        left = left_to_games(alone.read)
        rest = tuple(found for found in alone.findings if found.code not in FOLLOWING and found not in left)
    else:
        return None
    return (*rest, Finding(Severity.NOTE, "part-of-a-game", message, Place(name, 1, 1)))


def _is_apart(alone: Examined) -> bool:
    """Tell whether a file has clauses, and none that the contract asks for."""
    found = set(defined(alone.read))
    return bool(found) and found.isdisjoint({entry.indicator for entry in ASKED} - TABLES)


def _including(part: Path, *, trust: bool) -> tuple[Path, Examined] | None:
    """Find a rule file that includes another, in its folder or the one above; one without errors before others."""
    faulty: tuple[Path, Examined] | None = None
    for file in _candidates(part):
        found = examine_file(file, trust=trust)
        if any(_is_same(source.path, part) for source in found.read.sources):
            if not any(finding.severity is Severity.ERROR for finding in found.findings):
                return file, found
            faulty = faulty or (file, found)
    return faulty


def _candidates(part: Path) -> Iterator[Path]:
    """Go through the files that may include one: not very many, nor very large ones."""
    looked_at = 0
    for folder in (part.parent, part.parent / os.pardir):
        for file in sorted(folder.glob("*.pl")):
            looked_at += 1
            if looked_at > MOST_FILES:
                return
            if not _is_same(file, part) and may_include(file, part.stem):
                yield file


def may_include(file: Path, stem: str) -> bool:
    """Tell whether the text of a file speaks of including one of that name; it takes reading to know."""
    try:
        if not file.is_file() or file.stat().st_size > MOST_BYTES:
            return False
        text = file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return "include" in text and stem in text


def _is_same(path: Path | None, other: Path) -> bool:
    return path is not None and os.path.realpath(path) == os.path.realpath(other)
