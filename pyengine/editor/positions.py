"""Positions that are written down in rules, in a head or a comment, and their boards."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Final

from pyengine.editor.contract_rows import ENTRIES
from pyengine.editor.runs import run_command
from pyengine.editor.view import View
from pyengine.errors import Severity
from pyengine.language.checking.clauses import Part, rule_of
from pyengine.language.contract import ARGUMENTS
from pyengine.language.gate import Examined
from pyengine.language.program import is_directive
from pyengine.quoting import quote_lines
from pyengine.terms import is_ground
from pyengine.terms.writing import write_term

_SECONDS: Final = 5.0
_MOST_KEPT: Final = 200
_MOST_LETTERS: Final = 20_000
_COMMENT: Final = re.compile(r"%+[ \t]*position:[ \t]*(?P<term>\S.*?)[ \t]*\.?[ \t]*\Z")


@dataclass(frozen=True, slots=True)
class WrittenPosition:
    """A position as text that `pyengine show` reads, and where it is written."""

    state: str
    start: int
    end: int


def position_at(view: View, offset: int) -> WrittenPosition | None:
    """Find the position that an offset is in: an argument without variables in the head of a clause of the contract.

    A comment `% position: TERM` has one, too.
    """
    remark = view.stream.comment_at(offset)
    if remark is not None:
        found = _COMMENT.fullmatch(view.text, remark.start, remark.end)
        return None if found is None else WrittenPosition(found["term"], found.start("term"), found.end("term"))
    sentence = view.sentence_at(offset)
    if sentence is None or is_directive(sentence.term):
        return None
    rule = rule_of(sentence)
    entry = None if rule.indicator is None or rule.kind == "grammar" else ENTRIES.get(rule.indicator)
    if entry is None:
        return None
    for argument, part in zip(entry.arguments, rule.head.parts(), strict=False):
        if part.layout.start <= offset <= part.layout.end and ARGUMENTS[argument] in ("position", "state"):
            return _written(view, part)
    return None


def _written(view: View, part: Part) -> WrittenPosition | None:
    if not is_ground(part.term) or part.layout.end - part.layout.start > _MOST_LETTERS:
        return None
    state = write_term(part.term, view.program.operators)
    return WrittenPosition(state, part.layout.start, part.layout.end)


class Boards:
    """The boards of positions, as `pyengine show` draws them; each is asked for once for a version of a game."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], tuple[Examined, str | None]] = {}

    async def of(self, view: View, state: str) -> str | None:
        """Give the board of a position, None where there is none to be had within seconds."""
        if any(finding.severity is Severity.ERROR for finding in view.examined.findings):
            return None
        key = view.program.source.name, state
        known = self._known.get(key)
        if known is not None and known[0] is view.examined:
            return known[1]
        board = await _drawn(view, state)
        self._known.pop(key, None)
        self._known[key] = view.examined, board
        while len(self._known) > _MOST_KEPT:
            self._known.pop(next(iter(self._known)))
        return board


async def _drawn(view: View, state: str) -> str | None:
    try:
        run = await run_command(view, ["show", "--json", "--", state], seconds=_SECONDS)
        told = json.loads(run.output)
    except (TimeoutError, ValueError, OSError):
        return None
    picture = told.get("picture") if isinstance(told, dict) else None
    return quote_lines(picture) if isinstance(picture, str) and picture.strip() else None
