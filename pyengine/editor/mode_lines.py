"""What comments say of predicates: mode lines such as `%! p(+A, -B) is det.`, and what stands above a clause."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pyengine.editor.token_stream import Remark, TokenStream
from pyengine.language.source import Source
from pyengine.language.vocabulary import Indicator

_MODE_LINE: Final = re.compile(r"%[!%][ \t]*(?P<name>[a-z]\w*|'[^'\n]*')(?P<rest>[(/ \t]?.*)")
_GRAMMAR: Final = re.compile(r"//(?=\s|\Z)")


@dataclass(frozen=True, slots=True)
class ModeLine:
    """A line `%! p(+A, -B) is det.` of a comment, and what the comment goes on to say."""

    indicator: Indicator
    text: str
    arguments: tuple[str, ...]
    about: str
    start: int
    end: int
    """Where the name stands."""


def unquoted(text: str) -> str:
    """Give the name that an atom has, whether it is written in quotes or not."""
    return text[1:-1].replace("''", "'") if text[:1] == "'" else text


def mode_lines(source: Source, stream: TokenStream) -> list[ModeLine]:
    """Read the mode lines in the comments of a text."""
    text = source.text
    if "%!" not in text and "%%" not in text:
        return []
    comments = [remark for remark in stream.comments if not remark.is_block]
    found = []
    for index, remark in enumerate(comments):
        line = _MODE_LINE.fullmatch(text, remark.start, remark.end)
        if line is not None:
            found.append(_mode_line(text, line, comments[index + 1 :]))
    return found


def _mode_line(text: str, line: re.Match[str], after: list[Remark]) -> ModeLine:
    rest = line["rest"]
    arguments: tuple[str, ...] = ()
    closing = _closing(rest)
    if closing:
        arguments = tuple(arguments_in(rest[1:closing]))
    slashes = bool(_GRAMMAR.match(rest[closing + 1 if closing else 0 :]))
    indicator = (unquoted(line["name"]), len(arguments) + (2 if slashes else 0))
    about, last = [], line.end()
    for remark in after:
        told = text[remark.start : remark.end]
        if text[last : remark.start].strip(" \t\r\n") or text.count("\n", last, remark.start) > 1:
            break
        if not _MODE_LINE.fullmatch(told):
            about.append(told.lstrip("%").strip())
        last = remark.end
    written = f"{line['name']}{rest}".strip()
    return ModeLine(indicator, written, arguments, "\n".join(about).strip(), line.start("name"), line.end("name"))


def _closing(text: str) -> int:
    """Find the bracket that closes the one a text begins with; 0 where there is none."""
    if not text.startswith("("):
        return 0
    depth = 0
    for index, character in enumerate(text):
        depth += (character in "([{") - (character in ")]}")
        if depth == 0:
            return index
    return 0


def arguments_in(text: str) -> Iterator[str]:
    """Cut arguments at their commas, not at those within brackets."""
    depth = start = 0
    for index, character in enumerate(text):
        depth += (character in "([{") - (character in ")]}")
        if character == "," and depth == 0:
            yield text[start:index].strip()
            start = index + 1
    yield text[start:].strip()


def comment_above(source: Source, offset: int) -> str:
    """Give the comment of whole lines, `%` left out, that ends right above a clause, or one empty line above it."""
    lines = source.text[:offset].split("\n")[:-1]
    if lines and not lines[-1].strip():
        lines.pop()
    about: list[str] = []
    while lines and lines[-1].lstrip().startswith("%"):
        about.append(lines.pop().strip().lstrip("%!").strip())
    return "\n".join(reversed(about)).strip()
