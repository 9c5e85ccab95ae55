"""From offsets in a text to the positions of an editor and back: lines, and columns in its units."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from typing import Final

from lsprotocol.types import Position, PositionEncodingKind, Range

_LINE_END: Final = re.compile(r"\r\n|\n|\r")
"""What ends a line for an editor: other than in messages, a lone carriage return, too."""


def _utf8_units(text: str) -> int:
    return len(text.encode(errors="surrogatepass"))


def _utf16_units(text: str) -> int:
    return len(text.encode("utf-16-le", errors="surrogatepass")) // 2


_UNITS: Final[dict[str, Callable[[str], int]]] = {
    PositionEncodingKind.Utf8: _utf8_units,
    PositionEncodingKind.Utf16: _utf16_units,
    PositionEncodingKind.Utf32: len,
}


class Lines:
    """The lines of a text, for an editor that counts columns in some unit; UTF-16 unless it says otherwise.

    >>> lines = Lines("a.\\r\\nb(🙂, c).")
    >>> lines.position(7), lines.offset(Position(1, 4))
    (1:4, 7)
    """

    def __init__(self, text: str, encoding: PositionEncodingKind | str = PositionEncodingKind.Utf16) -> None:
        self._text = text
        self._count = _UNITS[encoding]
        self._starts = [0, *(found.end() for found in _LINE_END.finditer(text))]
        self._is_plain = text.isascii()  # then every unit is a character

    def __len__(self) -> int:
        return len(self._starts)

    def position(self, offset: int) -> Position:
        """Give the position of an offset; what is beyond the end is at the end."""
        offset = min(max(offset, 0), len(self._text))
        line = bisect_right(self._starts, offset) - 1
        start = self._starts[line]
        return Position(line, offset - start if self._is_plain else self._count(self._text[start:offset]))

    def offset(self, position: Position) -> int:
        """Give the offset of a position; one beyond the end of a line, or within a character, is brought to it."""
        if position.line >= len(self._starts):
            return len(self._text)
        start, end = self._starts[position.line], self.end_of_line(position.line)
        if self._is_plain:
            return min(start + position.character, end)
        counted = 0
        for offset in range(start, end):
            width = self._count(self._text[offset])
            if counted + width > position.character:
                return offset
            counted += width
        return end

    def range(self, start: int, end: int) -> Range:
        """Give a stretch of the text."""
        return Range(self.position(start), self.position(end))

    def span(self, range: Range) -> tuple[int, int]:
        """Give the offsets of a stretch; one that is the wrong way round is empty."""
        start, end = self.offset(range.start), self.offset(range.end)
        return start, max(start, end)

    def start_of_line(self, line: int) -> int:
        """Give the offset of the first character of a line."""
        return self._starts[line] if line < len(self._starts) else len(self._text)

    def end_of_line(self, line: int) -> int:
        """Give the offset of what ends a line, or of the end of the text."""
        if line + 1 >= len(self._starts):
            return len(self._text)
        end = self._starts[line + 1] - 1
        return end - 1 if self._text[end - 1 : end + 1] == "\r\n" else end
