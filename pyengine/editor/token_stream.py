"""The tokens and comments of a text, whether it can be read or not: what is known of a clause that is being written."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import Final

from pyengine.language.reading.tokens import Scanner, Token, comment_end

NAMES: Final = frozenset({"NAME", "FUNCTOR", "QUOTED", "SYMBOL", "SOLO"})
"""The tokens that an atom or the name of a compound can be."""
OPENING: Final = frozenset({"OPEN", "OPEN_LIST", "OPEN_CURLY"})
CLOSING: Final = frozenset({"CLOSE", "CLOSE_LIST", "CLOSE_CURLY"})
_COMMENT: Final = re.compile(r"%[^\n]*|/\*")
_STARTS: Final = frozenset({"NAME", "FUNCTOR", "QUOTED"})


@dataclass(frozen=True, slots=True)
class Stretch:
    """The tokens up to a full stop, if there is one; `end` is behind it."""

    tokens: tuple[Token, ...]
    start: int
    end: int
    stop: Token | None


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment: of one line, or between `/*` and `*/`."""

    start: int
    end: int
    is_block: bool


class TokenStream:
    """A text cut into tokens. After a quote that is not closed, it goes on with the next line."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def stretches(self) -> tuple[Stretch, ...]:
        """The stretches that full stops end, in order."""
        scanner, found, position = Scanner(self.text), [], 0
        while position < len(self.text):
            tokens, stop, end = scanner.sentence(position)
            if tokens and tokens[-1].type == "UNCLOSED" and tokens[-1].text != "/*":
                line_end = self.text.find("\n", tokens[-1].start)
                end = len(self.text) if line_end < 0 else line_end + 1
            first = tokens[0].start if tokens else stop.start if stop is not None else end
            if tokens or stop is not None:
                found.append(Stretch(tuple(tokens), first, end, stop))
            position = max(end, position + 1)
        return tuple(found)

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """All tokens but full stops."""
        return tuple(token for stretch in self.stretches for token in stretch.tokens)

    @cached_property
    def comments(self) -> tuple[Remark, ...]:
        """All comments; one that is not closed goes to the end of the text."""
        found: list[Remark] = []
        position = 0
        for token in (*self._all_tokens(), None):
            start = len(self.text) if token is None else token.start
            found.extend(_comments_between(self.text, position, start))
            if token is not None:
                position = token.end
                if token.type == "UNCLOSED" and token.text == "/*":
                    found.append(Remark(token.start, len(self.text), True))
                    break
                if token.type == "UNCLOSED":  # the rest of its line is no comment
                    line_end = self.text.find("\n", position)
                    position = len(self.text) if line_end < 0 else line_end
        return tuple(found)

    def _all_tokens(self) -> Iterator[Token]:
        for stretch in self.stretches:
            yield from stretch.tokens
            if stretch.stop is not None:
                yield stretch.stop

    def comment_at(self, offset: int) -> Remark | None:
        """Find the comment that an offset is in; behind `%` as well as at the end of its line."""
        index = bisect_right(self.comments, offset, key=attrgetter("start")) - 1
        if index < 0:
            return None
        remark = self.comments[index]
        inside = remark.start < offset < remark.end or (offset == remark.end and not remark.is_block)
        return remark if inside or (offset == remark.start and offset < remark.end) else None

    def token_at(self, offset: int) -> Token | None:
        """Find the token that an offset is in or just behind: of two that touch, the word, else the second."""
        index = bisect_right(self.tokens, offset, key=attrgetter("start")) - 1
        near = [t for t in self.tokens[max(0, index - 1) : index + 1] if t.start <= offset <= t.end]
        words = [token for token in near if token.type in ("NAME", "FUNCTOR", "VARIABLE", "QUOTED")]
        found = words or near
        return found[-1] if found else None

    def is_quoted(self, offset: int) -> bool:
        """Tell whether an offset is within quotes; those that are not closed go to the end of their line."""
        index = bisect_left(self.tokens, offset, key=attrgetter("start")) - 1
        token = self.tokens[index] if index >= 0 else None
        if token is None or token.type not in ("QUOTED", "STRING", "BACKQUOTED", "UNCLOSED"):
            return False
        return offset < token.end or (token.type == "UNCLOSED" and "\n" not in self.text[token.end : offset])

    def stretch_at(self, offset: int) -> Stretch | None:
        """Find the stretch that an offset is in, or that begins or goes on behind it."""
        index = bisect_left(self.stretches, offset, key=attrgetter("end"))
        return self.stretches[index] if index < len(self.stretches) else None

    def clause_at(self, offset: int) -> Sequence[Token]:
        """Give the tokens of the clause that an offset is in, also where it has no full stop yet.

        A name that begins a line begins a clause, unless a bracket is open there.
        """
        stretch = self.stretch_at(offset)
        if stretch is None:
            last = self.stretches[-1] if self.stretches else None
            if last is None or last.stop is not None:
                return ()
            stretch = last
        first, end, depth = 0, len(stretch.tokens), 0
        for index, token in enumerate(stretch.tokens):
            depth = max(0, depth + (token.type in OPENING) - (token.type in CLOSING))
            if index and token.type in _STARTS and self.text[token.start - 1] in "\r\n":
                if token.start > offset:
                    end = index
                    break
                if depth == 0 or offset >= token.start:
                    first, depth = index, 0
        return stretch.tokens[first:end]


def _comments_between(text: str, start: int, end: int) -> Iterator[Remark]:
    position = start
    while (found := _COMMENT.search(text, position, end)) is not None:
        if found.group()[0] == "%":
            position = found.start() + len(found.group().rstrip("\r"))
            yield Remark(found.start(), position, False)
        else:
            position = comment_end(text, found.start())
            if position < 0:
                yield Remark(found.start(), len(text), True)
                return
            yield Remark(found.start(), position, True)


def arities(tokens: Sequence[Token]) -> dict[int, int]:
    """Count the arguments of each call, as far as there are brackets and commas; by where its name begins."""
    found: dict[int, int] = {}
    open_calls: list[int | None] = []
    name: int | None = None
    for token in tokens:
        if token.type in OPENING:
            open_calls.append(name)
        elif token.type in CLOSING and open_calls:
            open_calls.pop()
        elif token.type == "COMMA" and open_calls and (call := open_calls[-1]) is not None:
            found[call] += 1
        name = token.start if token.type == "FUNCTOR" else None
        if name is not None:
            found[name] = 1
    return found
