"""Formatting of rule files: the same tokens and comments, laid out as in the games that come along.

Only what is between tokens changes. What was formatted is read again, and a sentence that would not be the same term,
or would be formatted in yet another way, is left as it is; so is one that cannot be read.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from pyengine.errors import Finding
from pyengine.language.formatting.document import Document, Piece
from pyengine.language.reading.files import Bundle, Texts
from pyengine.language.source import Source
from pyengine.terms import Term

_MARK: Final = "\ufeff"
_PASSES: Final = 6
_ATTEMPTS: Final = 6


@dataclass(frozen=True, slots=True)
class Replacement:
    """What stands in a text from `start` up to `end`, by offsets, becomes `text`."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Formatted:
    """A text as the style has it, and what cannot be read in it."""

    text: str
    findings: tuple[Finding, ...]


def format_text(text: str, texts: Texts | None = None) -> str:
    """Format a whole text; `texts` is what it can include, for the operators that are declared there.

    >>> format_text("win(X):-X>1,!.")
    'win(X) :- X > 1, !.\\n'
    """
    return format_source(Source("text", text), texts).text


def format_source(source: Source, texts: Texts | None = None) -> Formatted:
    """Format a whole text, and tell what cannot be read in it."""
    pieces, findings = _format(source, Bundle(()) if texts is None else texts)
    return Formatted("".join(piece.text for piece in pieces), findings)


def format_range(text: str, first_line: int, last_line: int, texts: Texts | None = None) -> tuple[Replacement, ...]:
    """Format the sentences of which a line, counted from 1, is in a range, and what is between them.

    >>> format_range("a:-b.\\nc:-d.\\n", 2, 2)
    (Replacement(start=6, end=11, text='c :- d.'),)
    """
    return format_source_range(Source("text", text), first_line, last_line, texts)


def format_source_range(
    source: Source, first_line: int, last_line: int, texts: Texts | None = None
) -> tuple[Replacement, ...]:
    """Do the same for a text that includes others, which it has to have a path for."""
    text = source.text
    pieces, _ = _format(source, Bundle(()) if texts is None else texts)
    starts = [place for place, c in enumerate(text) if c == "\n"]
    touched = [
        place
        for place, piece in enumerate(pieces)
        if piece.is_sentence
        and bisect_right(starts, piece.end - 1) + 1 >= first_line
        and bisect_right(starts, piece.start - 1) + 1 <= last_line
    ]
    if not touched:
        return ()
    chosen = pieces[touched[0] : touched[-1] + 1]
    return tuple(Replacement(*piece[:3]) for piece in chosen if piece.text != text[piece.start : piece.end])


def _format(source: Source, texts: Texts) -> tuple[Sequence[Piece], tuple[Finding, ...]]:
    mark = _MARK if source.text.startswith(_MARK) else ""
    read = replace(source, text=source.text[len(mark) :])
    document = Document(read, texts)
    pieces = _settle(read, texts, document) or [Piece(0, len(read.text), read.text, False)]
    if mark:
        first = Piece(0, 1, mark, False)
        pieces = [first, *(piece._replace(start=piece.start + 1, end=piece.end + 1) for piece in pieces)]
    return pieces, document.findings


def _settle(source: Source, texts: Texts, document: Document) -> Sequence[Piece] | None:
    """Format until nothing changes any more; None where what is left cannot be told apart."""
    frozen: set[int] = set()
    for _ in range(_ATTEMPTS):
        pieces = Document(source, texts, frozen).pieces() if frozen else document.pieces()
        for _ in range(_PASSES):
            text = "".join(piece.text for piece in pieces)
            again = Document(replace(source, text=text), texts, frozen)
            wrong = _differences(document.terms, again.terms)
            if wrong:
                frozen |= wrong
                break
            later = [
                new._replace(start=old.start, end=old.end) for old, new in zip(pieces, again.pieces(), strict=True)
            ]
            if later == pieces:
                return pieces
            changed = [old != new for old, new in zip(pieces, later, strict=True)]
            pieces = later
        else:
            free = [place for place in range(len(document.terms)) if place not in frozen]
            frozen |= {
                place
                for place, nth in zip(free, range(1, len(pieces), 2), strict=True)
                if any(changed[nth - 1 : nth + 2])
            }
    return None


def _differences(before: Sequence[Term], after: Sequence[Term]) -> set[int]:
    """Give which terms differ; where there is not the same number of them, the first that does."""
    found = {place for place, (old, new) in enumerate(zip(before, after, strict=False)) if old != new}
    if len(before) == len(after):
        return found
    return {min(found, default=min(len(after), len(before) - 1))}
