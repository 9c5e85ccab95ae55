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
    "||": "or is ; in Prolog",
    "!=": "different is \\= in Prolog, and =\\= for numbers",
}
_NO_IF: Final = "there is no if, then and else in Prolog"
_CHOICE: Final = "a choice is written ( Condition -> Then ; Else )"
_IF: Final = re.compile(r"\bif\s+\Z")
_WORD: Final = re.compile(r"\w+")
_SYMBOL: Final = re.compile(r"!=|[#$&*+\-./:<=>?@^~\\|£§°¬]+")
_VARIABLE: Final = re.compile(r"(?<!\w)([A-Z_]\w*)\Z")
_SPACED: Final = re.compile(r"(?<!\w)([a-z]\w*)[ \t]+\Z")


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
    start = source.offset(place)
    end = _END.search(source.text, start)
    sentence = source.text[start : end.start() if end else None]
    if finding.code == "quasi-quotation" and sentence.startswith("||"):
        return replace(finding, message="|| is not an operator", hint=_INSTEAD["||"])
    if finding.code == "missing-operator":
        return _side_by_side(finding, source, start, sentence)
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
    return finding


def _side_by_side(finding: Finding, source: Source, start: int, sentence: str) -> Finding:
    """Tell what stands where an operator is missing."""
    line = source.text[source.text.rfind("\n", 0, start) + 1 : start]
    if sentence.startswith("(") and (name := _VARIABLE.search(line)):
        lower = f"{name[1][0].lower()}{name[1][1:]}"
        return replace(
            finding,
            message=f"{name[1]} is a variable, and cannot be the name of a predicate",
            place=source.place(start - len(name[1]), start),
            hint=f"names begin in lower case: {lower}(...)" if name.start() == 0 else f"write call({name[1]}, ...)",
        )
    if sentence.startswith("(") and (name := _SPACED.search(line)):
        message = f"a space stands between {name[1]} and its bracket"
        return replace(finding, message=message, place=source.place(start), hint=f"write {name[1]}(...)")
    if (word := _WORD.match(sentence)) and word[0] in ("then", "else"):
        return replace(finding, message=_NO_IF, place=source.place(start, start + 4), hint=_CHOICE)
    if name := _IF.search(line):
        at = start - len(line) + name.start()
        return replace(finding, message=_NO_IF, place=source.place(at, at + 2), hint=_CHOICE)
    if symbol := _SYMBOL.match(sentence):
        found = symbol[0]
        place = source.place(start, start + len(found))
        told = (
            finding.hint if finding.hint and "missing" not in finding.hint else f"remove {found}, or declare it by op/3"
        )
        return replace(finding, message=f"{found} is not an operator", place=place, hint=_INSTEAD.get(found, told))
    return finding
