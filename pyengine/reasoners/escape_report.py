"""Whether rules in C really run there: what C does not do, and what it handed to Python so far, for people."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from pyengine.errors import Finding, Place, Severity
from pyengine.language.program import Program

_MOST_NAMED: Final = 3
_ERRORS: Final = re.compile(r"(throw/1|[a-z_]+_error/[123]|\$no_matching_rule/1)(?!\w)")
"""What only raises errors: Python words them."""
_LONGEST_CLAUSE: Final = 60
_PLACED: Final = re.compile(r"(.*):(\d+): (.*)", re.DOTALL)
_INDICATOR: Final = re.compile(r"([a-z]\w*)/(\d+)(?!\w)")
_HINT: Final = (
    'docs/writing-rules.md, "Stay in C", has what to write; pyengine compile FILE --to c --explain tells more'
)


def left_to_python(beyond: Iterable[str]) -> tuple[str, ...]:
    """Give what C does not do, each with its place, but for errors."""
    return tuple(what for what in beyond if not _ERRORS.search(what))


def explain_escapes(
    why: str, asked: int, escapes: Counter[str], stops: Counter[str], left: Iterable[str], over: Sequence[str] = ()
) -> str:
    """Say why a reasoner was chosen, and plainly what part of the answers is Python's, and for what reason.

    `left` is what C is known not to do; `stops` counts what it stopped at; `over` are questions that it is not asked
    any more.

    >>> explain_escapes("compiled to C", 9, Counter(), Counter(), ["toy.pl:4: split_string/4"])
    'compiled to C, but for what Python answers: toy.pl:4: split_string/4'
    >>> explain_escapes("compiled to C", 9, Counter(beyond=8), Counter({"a float": 8}), [])
    'compiled to C, but Python answered 8 of 9 questions, since C stopped at: a float'
    >>> explain_escapes("in C", 9000, Counter(beyond=8000), Counter({"a float": 8000}), [], ["expand"])
    'in C, but Python answered 8,000 of 9,000 questions, and answers expand alone now, since C stopped at: a float'
    """
    count = sum(escapes.values())
    if not count and not stops:
        named = _named(left)
        return f"{why}, but for what Python answers: {named}" if named else why
    answered = (
        f"Python answered {count:,} of {max(asked, count):,} questions" if count else "searches went on in Python"
    )
    if over:
        answered += f", and answers {' and '.join(over)} alone now"
    named = _named(what for what, _ in stops.most_common())
    return f"{why}, but {answered}, since C stopped at: {named}" if named else f"{why}, but {answered}"


def _named(things: Iterable[str]) -> str:
    listed = list(dict.fromkeys(things))
    more = f" and {len(listed) - _MOST_NAMED} more" if len(listed) > _MOST_NAMED else ""
    return "; ".join(listed[:_MOST_NAMED]) + more


def findings_of(beyond: Iterable[str], program: Program) -> tuple[Finding, ...]:
    """Give a note for each thing that C does not do."""
    found = []
    for what in left_to_python(beyond):
        placed = _PLACED.fullmatch(what)
        goal = placed[3] if placed else what
        named = _INDICATOR.match(goal)
        place = _place(program, placed[1], int(placed[2]), named and named[1]) if placed else None
        message = f"{goal} is not done in C: Python answers for every position that comes to it, and is slower"
        found.append(Finding(Severity.NOTE, "not-in-c", message, place or Place(program.source.name, 1, 1), _HINT))
    return tuple(found)


def _place(program: Program, file: str, line: int, name: str | None) -> Place:
    """Find the name of a predicate in a clause that begins in a line."""
    source = next((source for source in program.sources if source.name == file), None)
    lines = source.text.splitlines() if source else []
    ends = range(line, min(line + _LONGEST_CLAUSE, len(lines) + 1))
    for number in ends:
        text = lines[number - 1]
        called = re.search(rf"\b{re.escape(name)}\(", text) if name else None
        if called:
            return Place(file, number, called.start() + 1, text, len(name or ""))
        if text.rstrip().endswith("."):
            break
    text = lines[line - 1] if line <= len(lines) else ""
    return Place(file, line, 1, text, max(len(text), 1))
