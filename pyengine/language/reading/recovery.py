"""How reading goes on after a sentence that cannot be read, so that one mistake gives one message."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from operator import attrgetter
from typing import Final, NamedTuple

from pyengine.language.reading.brackets import Item
from pyengine.language.reading.diagnosis import mistake, unclosed_quote, unended
from pyengine.language.reading.problems import MisreadError
from pyengine.language.reading.tokens import Scanner, Sentence, Token

_QUOTED: Final = frozenset({"QUOTED", "STRING", "BACKQUOTED", "UNCLOSED"})
_TRIES: Final = 50
_STOP_AT_LINE_END: Final = re.compile(r"\.[ \t]*(?:%[^\n]*)?\r?(?:\n|\Z)")


Readable = Callable[[list[Item]], bool]


class Recovery(NamedTuple):
    """What to report; which items before it may still be a clause, and which after it; where the next sentence is."""

    problem: MisreadError
    before: list[Item]
    after: list[Item]
    resume: int


def recover(
    scanner: Scanner, sentence: Sentence, items: list[Item], problem: MisreadError, is_readable: Readable
) -> Recovery:
    """Find out what the author did in a sentence that gave `problem`.

    `items` are those of the sentence, or of its rest after another mistake; none where its brackets do not fit.
    """
    text = scanner.text
    tokens = sentence.tokens
    start = attrgetter("start")
    first = bisect_left(tokens, items[0].start, key=start) if items else 0
    # The cause never stands behind the place where reading failed, unless brackets do not fit.
    last = bisect_right(tokens, problem.end, key=start) if items else len(tokens)
    for token in tokens[first:last]:
        if token.type in _QUOTED and _swallows_clauses(token):
            return Recovery(unclosed_quote(token), [], [], _after_quote(scanner, token))
    for index, item in enumerate(items):
        if item.start > problem.end:
            break
        if isinstance(item, Token) and item.type == "SYMBOL" and _is_stop_in_symbol(text, item):
            return Recovery(mistake("glued stop", item, item.text), [], items[index + 1 :], sentence.end)
    cut = _forgotten_stop(text, items, problem, is_readable)
    if cut:
        return Recovery(unended(items[cut - 1].end), items[:cut], items[cut:], sentence.end)
    return Recovery(problem, [], [], sentence.end)


def _swallows_clauses(token: Token) -> bool:
    """Tell whether a quote was probably not closed where it should have been: it runs over the end of a clause."""
    if token.type == "UNCLOSED":
        return token.text != "/*"
    return _STOP_AT_LINE_END.search(token.text[:-1]) is not None


def _is_stop_in_symbol(text: str, token: Token) -> bool:
    return token.text[-1] == "." and _STOP_AT_LINE_END.match(text, token.end - 1) is not None


def _after_quote(scanner: Scanner, token: Token) -> int:
    """Find the next clause after one with an unclosed quote: on the next line if the clause ends on this one."""
    text = scanner.text
    line_end = text.find("\n", token.start)
    if line_end < 0:
        return len(text)
    if _STOP_AT_LINE_END.search(text, token.start, line_end + 1):
        return line_end + 1
    return scanner.sentence(line_end + 1).end


def _forgotten_stop(text: str, items: list[Item], problem: MisreadError, is_readable: Readable) -> int:
    """Find before which item a full stop was forgotten, 0 if nowhere.

    A clause begins on a new line and is not indented. Either the reader stumbles right there, or over two necks in what
    was meant as two clauses, the first of which can be read.
    """
    if problem.code not in ("missing-operator", "priority-clash"):
        return 0
    tried = 0
    for index in range(1, len(items)):
        start = items[index].start
        if start > problem.start and problem.code == "missing-operator":
            break
        if text[start - 1] != "\n":
            continue
        if start == problem.start:
            return index
        if problem.code == "priority-clash" and tried < _TRIES:
            tried += 1
            before = items[: index - 1] if items[index - 1].type == "COMMA" else items[:index]
            if before and is_readable(before):
                return index
    return 0
