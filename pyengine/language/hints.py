"""Syntax errors said again in the words of the mistake behind them, where that can be recognised."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from pyengine.errors import Finding, Place, Severity
from pyengine.language.program import Program
from pyengine.language.source import Source

_END: Final = re.compile(r"\.(?=\s|%|\Z)")
_INSTEAD: Final = {
    "<-": "a head and its body are joined by :-",
    "*/": "the comment before this is closed already; comments that nest need as many */ as /*",
    "||": "|| is ; in Prolog",
    "then": "a choice is written ( Condition -> Then ; Else )",
    "else": "a choice is written ( Condition -> Then ; Else )",
}
_IF: Final = re.compile(r"\bif\s+\Z")
_WORD: Final = re.compile(r"\w+|[^\w\s]+")


def explain(findings: Iterable[Finding], program: Program) -> list[Finding]:
    """Give the findings of the reader with better places and hints, and without those that follow from another."""
    start = Place(program.source.name, 1, 1)
    if not is_text(program.source):
        encoding = [replace(finding, place=start) for finding in findings if finding.code == "wrong-encoding"]
        hint = "a rule file is Prolog text in UTF-8"
        return encoding or [Finding(Severity.ERROR, "wrong-encoding", "this is not a text file", start, hint)]
    sources = {source.name: source for source in (program.source, *(s.source for s in program.sentences))}
    told: list[Finding] = []
    for finding in findings:
        place = finding.place
        source = sources.get(place.file) if place else None
        if finding.code == "wrong-encoding" or not (place and source):
            told.append(finding)
        elif "\N{REPLACEMENT CHARACTER}" not in place.text:
            told.append(_explained(finding, place, source))
    return told


def is_text(source: Source) -> bool:
    """Tell whether a file is text at all: binary files, and UTF-16 read as UTF-8, have zero bytes."""
    return "\0" not in source.text


def _explained(finding: Finding, place: Place, source: Source) -> Finding:
    start = _offset(source, place)
    rest = source.text[start:]
    end = _END.search(rest)
    sentence = rest[: end.start()] if end else rest
    if finding.code == "missing-operator":
        return _side_by_side(finding, source.text[:start], sentence)
    if finding.code == "missing-operand" and sentence.startswith(",") and source.text[:start].rstrip().endswith(","):
        return replace(finding, message="a goal is missing between two commas", hint="remove one of them")
    if finding.code == "missing-operand" and sentence.rstrip().endswith(","):
        comma = start + len(sentence.rstrip()) - 1
        return replace(
            finding,
            message="a goal is missing after this comma",
            place=source.place(comma),
            hint="remove the comma, or write the goal",
        )
    if finding.code == "priority-clash":
        return _clash(finding, source, start, sentence)
    return finding


def _offset(source: Source, place: Place) -> int:
    return sum(len(line) for line in source.text.split("\n")[: place.line - 1]) + place.line - 1 + place.column - 1


def _side_by_side(finding: Finding, before: str, sentence: str) -> Finding:
    if sentence.startswith("!="):
        return replace(finding, hint="!= is \\= in Prolog, and =\\= for numbers")
    word = _WORD.match(sentence)
    if word and (hint := _INSTEAD.get(word[0])):
        return replace(finding, hint=hint)
    if _IF.search(before[-80:]):
        return replace(finding, hint=_INSTEAD["then"])
    if re.search(r"(?:\A|\n)[A-Z]\w*\Z", before[-80:]) and sentence.startswith("("):
        name = _WORD.findall(before[-80:])[-1]
        return replace(finding, hint=f"{name} is a variable; the name of a predicate begins in lower case")
    return finding


def _clash(finding: Finding, source: Source, start: int, sentence: str) -> Finding:
    for symbol, message, hint in _CLASHES:
        at = sentence.find(symbol, 2)
        if at >= 0:
            return replace(
                finding, message=message, place=source.place(start + at, start + at + len(symbol)), hint=hint
            )
    return finding


_CLASHES: Final[tuple[tuple[str, str, str], ...]] = (
    ("=>", "=> does not compare", ">= is greater or equal"),
    (":-", "a second :- in one clause", "end the clause before it with a full stop, or write a comma"),
    ("-->", "a second --> in one clause", "end the clause before it with a full stop, or write a comma"),
)
