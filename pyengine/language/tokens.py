"""Text to tokens, clause by clause, with the terminals of grammar/prolog.lark."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple


class Token:
    """One token of a source, by offsets.

    The class attributes are what lark's parser asks of a token besides its type.
    """

    __slots__ = ("end", "start", "text", "type")
    line = column = end_line = end_column = start_pos = end_pos = None

    def __init__(self, type: str, text: str, start: int, end: int) -> None:
        self.type = type
        self.text = text
        self.start = start
        self.end = end

    def __repr__(self) -> str:
        return f"Token({self.type}, {self.text!r}, {self.start})"


class Sentence(NamedTuple):
    """The tokens up to a full stop; `stop` is that full stop, or None where the text ends without one."""

    tokens: list[Token]
    stop: Token | None
    end: int


_LAYOUT: Final = frozenset({"LAYOUT", "LINE_COMMENT"})
_NAMES: Final = frozenset({"NAME", "FUNCTOR", "TAG"})
_COMMENT_MARK: Final = re.compile(r"/\*|\*/")


def next_sentence(text: str, start: int, layout: frozenset[str] = _LAYOUT) -> Sentence:
    """Give the tokens of the clause that begins at or after `start`; never fails.

    What is no token at all comes as one of type ILLEGAL, UNCLOSED (a quote or comment without its end) or BAD_NUMBER.
    """
    match = _scanner()
    tokens: list[Token] = []
    position = start
    size = len(text)
    while position < size:
        found = match(text, position)
        assert found is not None  # ILLEGAL matches any character
        kind = found.lastgroup
        end = found.end()
        if kind in layout:
            position = end
            continue
        assert kind is not None
        if kind == "BLOCK_COMMENT":
            end = _comment_end(text, position)
            if end < 0:
                tokens.append(Token("UNCLOSED", "/*", position, position + 2))
                return Sentence(tokens, None, size)
            position = end
            continue
        token = Token(kind, found.group(), position, end)
        position = end
        if kind == "END":
            return Sentence(tokens, token, end)
        if kind in _NAMES and token.text[0] > "\x7f":
            _classify(token)
        tokens.append(token)
    return Sentence(tokens, None, size)


def _comment_end(text: str, start: int) -> int:
    """Find where the block comment that starts here ends, -1 if nowhere.

    SWI-Prolog lets comments nest, and lets the `*` of an inner `/*` be that of `*/`: in `/* /*/ */` the inner one
    is closed by its own star.
    """
    level = 1
    last = text[start + 2 : start + 3]
    for position in range(start + 3, len(text)):
        c = text[position]
        if c == "*" and last == "/":
            level += 1
        elif c == "/" and last == "*":
            level -= 1
            if level == 0:
                return position + 1
        last = c
    return -1


def _classify(token: Token) -> None:
    """Sort out words that begin beyond ASCII: upper case begins a variable, some letters are none to Prolog."""
    if token.text[0].isupper():
        token.type = "VARIABLE" if token.type != "TAG" else "TAG"


@lru_cache(maxsize=1)
def _scanner() -> Callable[[str, int], re.Match[str] | None]:
    from pyengine.language.brackets import terminals

    ordered = sorted(terminals(), key=lambda terminal: -terminal.priority)
    return re.compile("|".join(f"(?P<{t.name}>{t.pattern.to_regexp()})" for t in ordered)).match
