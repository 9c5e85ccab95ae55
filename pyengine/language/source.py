"""A text with a name, and the way from an offset in it to a line and column."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import Final

from pyengine.errors import Place
from pyengine.quoting import quote_line

_TITLE: Final = re.compile(r"\s*/\*+\s*(.*?)\s*(?:\*/|$)", re.MULTILINE)
_GDL_TITLE: Final = re.compile(r"(?:[\s;]*\n)*[ \t]*;+[ \t]*([^\s;].*?)[\s;]*$", re.MULTILINE)
_LINE_END: Final = re.compile("\n")

GDL_ENDING: Final = ".kif"
"""How the names of files end that are games in GDL."""


def is_gdl(name: str) -> bool:
    """Tell whether a file of that name is a game in GDL."""
    return name.lower().endswith(GDL_ENDING)


@dataclass(frozen=True)
class Source:
    """The text of a rule file; `name` is how messages call it, `path` where it was read from, if anywhere.

    `library` is the name of the shipped library that this is, word for word: `boards` for `library(boards)`.
    `prolog` is what the text was translated to, where it is in another language.
    """

    name: str
    text: str
    path: Path | None = None
    library: str | None = None
    prolog: str | None = field(default=None, repr=False, compare=False)
    _starts: tuple[int, ...] = field(init=False, repr=False, compare=False)
    _lines: dict[int, str] = field(init=False, repr=False, compare=False, default_factory=dict)
    """The text of lines that places were asked for: one for all places of a line, which may be long."""

    def __post_init__(self) -> None:
        starts = (found.end() for found in _LINE_END.finditer(self.text))
        object.__setattr__(self, "_starts", (0, *starts))

    @property
    def stem(self) -> str:
        """What a game is called whose rules these are: the name of the file, without its ending, on one line."""
        name = PurePath(self.name).name
        return quote_line(self.path.stem if self.path else name.removesuffix(".pl").removesuffix(GDL_ENDING))

    @property
    def is_gdl(self) -> bool:
        """Whether the text is KIF, by the ending of its name."""
        return is_gdl(self.name)

    @property
    def rules(self) -> str:
        """The text in Prolog."""
        return self.text if self.prolog is None else self.prolog

    @property
    def title(self) -> str:
        """What a rule file is called by its first comment; nothing is read for it but that."""
        title = (_GDL_TITLE if self.is_gdl else _TITLE).match(self.text)
        return title[1] if title else ""

    def place(self, start: int, end: int | None = None) -> Place:
        """Locate a stretch of the text; what goes beyond the first line is left out.

        >>> str(Source("nim.pl", "a.\\nb.").place(3))
        'nim.pl:2:1'
        """
        start = min(max(start, 0), len(self.text))
        line = bisect_right(self._starts, start)
        begin = self._starts[line - 1]
        stop = self._starts[line] - 1 if line < len(self._starts) else len(self.text)
        if line not in self._lines:
            self._lines[line] = self.text[begin:stop].rstrip("\r")
        width = max(1, min(end if end is not None else start + 1, stop) - start)
        return Place(self.name, line, start - begin + 1, self._lines[line], width)

    def offset(self, place: Place) -> int:
        """Give where in the text a place of it begins.

        >>> source = Source("nim.pl", "a.\\nb.")
        >>> source.offset(source.place(3))
        3
        """
        return self._starts[place.line - 1] + place.column - 1
