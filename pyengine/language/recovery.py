"""How reading goes on after a sentence that cannot be read, so that one mistake gives one message."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from pyengine.language.diagnosis import glued_stop, unclosed_quote, unended
from pyengine.language.problems import MisreadError
from pyengine.language.tokens import Scanner, Sentence, Token

_QUOTED: Final = frozenset({"QUOTED", "STRING", "BACKQUOTED", "UNCLOSED"})
_STOP_AT_LINE_END: Final = re.compile(r"\.[ \t]*(?:%[^\n]*)?\r?(?:\n|\Z)")


class Recovery(NamedTuple):
    """What to report; which tokens before it may still be a clause, and which after it; where the next sentence is."""

    problem: MisreadError
    before: list[Token]
    after: list[Token]
    resume: int


def recover(
    scanner: Scanner,
    sentence: Sentence,
    tokens: list[Token],
    problem: MisreadError,
    readable: Callable[[list[Token]], bool],
) -> Recovery:
    """Find out what the author did in a sentence (or the rest of one, `tokens`) that gave `problem`."""
    text = scanner.text
    for token in tokens:
        if token.type in _QUOTED and token.text != "/*" and _swallows_clauses(text, token):
            return Recovery(unclosed_quote(token), [], [], _after_quote(scanner, token))
    for index, token in enumerate(tokens):
        if token.type == "SYMBOL" and token.text[-1] == "." and _STOP_AT_LINE_END.match(text, token.end - 1):
            return Recovery(glued_stop(token), [], tokens[index + 1 :], sentence.end)
    cut = _forgotten_stop(text, tokens, problem, readable)
    if cut:
        return Recovery(unended(tokens[cut - 1].end), tokens[:cut], tokens[cut:], sentence.end)
    return Recovery(problem, [], [], sentence.end)


def _swallows_clauses(text: str, token: Token) -> bool:
    """Tell whether a quote was probably not closed where it should have been: it runs over the end of a clause."""
    return token.type == "UNCLOSED" or _STOP_AT_LINE_END.search(token.text[:-1]) is not None


def _after_quote(scanner: Scanner, token: Token) -> int:
    """Find the next clause after one with an unclosed quote: on the next line if the clause ends on this one."""
    text = scanner.text
    line_end = text.find("\n", token.start)
    if line_end < 0:
        return len(text)
    if _STOP_AT_LINE_END.search(text, token.start, line_end + 1):
        return line_end + 1
    return scanner.sentence(line_end + 1).end


def _forgotten_stop(
    text: str, tokens: list[Token], problem: MisreadError, readable: Callable[[list[Token]], bool]
) -> int:
    """Find before which token a full stop was forgotten, 0 if nowhere.

    A clause begins on a new line and is not indented. Either the reader stumbles right there, or over two necks in what
    was meant as two clauses, the first of which can be read.
    """
    if problem.code not in ("missing-operator", "priority-clash"):
        return 0
    for index in range(1, len(tokens)):
        start = tokens[index].start
        if text[start - 1] != "\n":
            continue
        if start == problem.start:
            return index
        if problem.code == "priority-clash":
            before = tokens[: index - 1] if tokens[index - 1].type == "COMMA" else tokens[:index]
            if before and readable(before):
                return index
    return 0
