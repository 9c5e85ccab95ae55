"""Text to tokens, clause by clause, with the terminals of grammar/prolog.lark."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from pyengine.terms.characters import shape


@dataclass(slots=True, eq=False, repr=False)
class Token:
    """One token of a source, by offsets.

    The class attributes are what lark's parser asks of a token besides its type.
    """

    type: str
    text: str
    start: int
    end: int
    line = column = end_line = end_column = start_pos = end_pos = None

    def __repr__(self) -> str:
        return f"Token({self.type}, {self.text!r}, {self.start})"


class Sentence(NamedTuple):
    """The tokens up to a full stop; `stop` is that full stop, or None where the text ends without one."""

    tokens: list[Token]
    stop: Token | None
    end: int


class Scanner:
    """Cuts a text into sentences.

    What is no token at all comes as one of type ILLEGAL, UNCLOSED (a quote or comment without its end), BAD_NUMBER or
    QUASI_QUOTATION; nothing fails.

    >>> Scanner("a :- b. c.").sentence(0).tokens
    [Token(NAME, 'a', 0), Token(SYMBOL, ':-', 2), Token(NAME, 'b', 5)]
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._shape = shape(text)
        self._match = _matcher()

    def sentence(self, start: int) -> Sentence:
        """Give the tokens of the clause that begins at or after `start`."""
        match, shape, text = self._match, self._shape, self.text
        tokens: list[Token] = []
        append = tokens.append
        position = start
        while (found := match(shape, position)) is not None:
            kind = found.lastgroup
            assert kind is not None
            begin, position = found.span(kind)
            if kind == "BLOCK_COMMENT":
                position = comment_end(text, begin)
                if position < 0:
                    append(Token("UNCLOSED", "/*", begin, begin + 2))
                    break
                continue
            if kind == "RADIX":
                position = _radix_end(text, begin, position)
            token = Token(kind, text[begin:position], begin, position)
            if kind == "END":
                return Sentence(tokens, token, position)
            append(token)
            if kind == "UNCLOSED":
                break
        return Sentence(tokens, None, len(text))


_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


def _radix_end(text: str, start: int, end: int) -> int:
    """Find where the digits of a number such as 16'FF end: those that are good in its base."""
    mark = text.index("'", start)
    base = int(text[start:mark])
    good = f"[{_DIGITS[:base]}]" if base <= 10 else f"[{_DIGITS[:base]}{_DIGITS[10:base].upper()}]"
    apart = r"(?:_\s*| )" if base <= 10 else r"_\s*"
    found = re.compile(f"'{good}+(?:{apart}{good}+)*").match(text, mark, end)
    return mark if found is None else found.end()


def comment_end(text: str, start: int) -> int:
    """Find where the block comment that starts here ends, -1 if nowhere.

    SWI-Prolog lets comments nest, and lets the star of an inner `/*` be that of `*/`: `/* /*/ */` is one comment.
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


@lru_cache(maxsize=1)
def _matcher() -> Callable[[str, int], re.Match[str] | None]:
    """Make one regular expression of all terminals: skip layout, then the first terminal that fits, by priority."""
    from pyengine.language.reading.brackets import terminals

    patterns = {terminal.name: terminal for terminal in terminals()}
    layout = "|".join(patterns.pop(name).pattern.to_regexp() for name in ("LAYOUT", "LINE_COMMENT"))
    ordered = sorted(patterns.values(), key=lambda terminal: -terminal.priority)
    tokens = "|".join(f"(?P<{terminal.name}>{terminal.pattern.to_regexp()})" for terminal in ordered)
    return re.compile(f"(?:{layout})*+(?:{tokens})").match
