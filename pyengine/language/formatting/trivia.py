"""What stands between two tokens: blanks, line ends and comments."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import Final

from pyengine.language.reading.tokens import comment_end
from pyengine.quoting import columns_of

_TAB: Final = 8
_BLANKS: Final = re.compile(r"(?:[ \t-\r\0]|(?![\0-\x7f\x85])\s)+")


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment, with how many lines end between what stands before it and itself."""

    text: str
    start: int
    column: int
    line_ends: int
    is_touching: bool

    @property
    def is_line(self) -> bool:
        """Whether it goes on to the end of its line."""
        return self.text[0] == "%"

    def lead(self, text: str) -> str:
        """Give the blanks before it on its line; a comment of several lines keeps them, as its other lines stay."""
        lead = text[text.rfind("\n", 0, self.start) + 1 : self.start]
        return lead if lead.isspace() else ""

    @property
    def is_tall(self) -> bool:
        """Whether it takes several lines."""
        return "\n" in self.text


@dataclass(frozen=True, slots=True)
class Trivia:
    """What stands between two places: comments, and how many lines end after the last of them.

    `end` is where something else than blanks and comments begins; `is_touching` tells that no blank is before it.
    """

    comments: tuple[Comment, ...]
    line_ends: int
    end: int
    is_touching: bool

    @property
    def has_line_end(self) -> bool:
        """Whether a line ends anywhere here."""
        return self.line_ends > 0 or any(one.line_ends or one.is_line or one.is_tall for one in self.comments)


class Ruler:
    """The columns of a text, as a terminal shows them; asked for in rising order, it looks at each character once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = [0, *(found.end() for found in re.finditer("\n", text))]
        self._last = self._column = self._begin = 0

    def line(self, offset: int) -> int:
        """Give the number of the line in which an offset is, from 1."""
        return bisect_right(self._starts, offset)

    def line_start(self, offset: int) -> int:
        """Give where the line of an offset begins."""
        return self._starts[self.line(offset) - 1]

    def column(self, offset: int) -> int:
        """Give the column of an offset, from 0."""
        begin = self.line_start(offset)
        if begin != self._begin or offset < self._last:
            self._begin, self._last, self._column = begin, begin, 0
        stretch = self._text[self._last : offset]
        self._last, self._column = offset, advance(self._column, stretch)
        return self._column


def advance(column: int, text: str) -> int:
    """Give the column after a text that begins at a column; only what follows its last line end counts.

    >>> advance(3, "ab"), advance(3, "\\t"), advance(3, "x\\nyz")
    (5, 8, 2)
    """
    if "\n" in text:
        column, text = 0, text[text.rindex("\n") + 1 :]
    if "\t" not in text:
        return column + columns_of(text)
    for part in text.split("\t")[:-1]:
        column = (column + columns_of(part)) // _TAB * _TAB + _TAB
    return column + columns_of(text[text.rindex("\t") + 1 :])


NOTHING: Final = Trivia((), 0, 0, True)


def read_trivia(text: str, start: int, end: int, ruler: Ruler) -> Trivia:
    """Read blanks and comments from `start` up to `end`, or up to what is neither."""
    comments: list[Comment] = []
    position, line_ends, is_touching = start, 0, True
    while position < end:
        if (blanks := _BLANKS.match(text, position, end)) is not None:
            line_ends += blanks.group().count("\n")
            is_touching = False
            position = blanks.end()
            continue
        if text[position] == "%":
            stop = text.find("\n", position, end)
            stop = end if stop < 0 else stop
        elif text.startswith("/*", position) and (after := comment_end(text, position)) >= 0:
            stop = after
        else:
            break
        comment = text[position:stop].rstrip() if text[position] == "%" else text[position:stop]
        comments.append(Comment(comment, position, ruler.column(position), line_ends, is_touching))
        position, line_ends, is_touching = stop, 0, True
    return Trivia(tuple(comments), line_ends, position, is_touching)
