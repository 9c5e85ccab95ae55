"""Parts of what a notebook shows, as HTML that brings nothing along: no style sheet, no ids, no scripts.

Pictures are images with the whole SVG in their address, so that whatever is in one, styles and names, stays in it.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from typing import Final

from pyengine.markup import Element, add, element, html_text

_CELL: Final = "padding:2px 10px;text-align:"
_WHOLE: Final = "white-space:nowrap;"
_RULE: Final = "border-bottom:1px solid rgba(128,128,128,.5);"


def shown(parts: Iterable[Element]) -> str:
    """Write elements as HTML, inside one that keeps what is wide to itself."""
    whole = element("div", style="overflow-x:auto")
    whole.extend(parts)
    return html_text(whole)


def image(svg: str, words: str) -> Element:
    """Show a picture; the words stand for it where it cannot be seen."""
    source = "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode()
    return element("img", src=source, alt=words, style="max-width:none")


def heading(words: str) -> Element:
    """Make a line that says what the rest is about."""
    return element("div", words, style="font-weight:600;margin:4px 0")


def paragraph(words: str) -> Element:
    """Make a line of text."""
    return element("div", words, style="margin:4px 0;opacity:.75")


def lines(words: str) -> Element:
    """Show text as it is laid out."""
    return element("pre", words, style="margin:4px 0;font-family:monospace")


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Element:
    """Make a table; a head that starts with `>` is that of a column set to the right, one with `<` a name from outside.

    >>> from pyengine.markup import svg_text
    >>> svg_text(table([">n", "move"], [["1", "a"]])).count("text-align:right")
    2
    """
    sides = ["right" if head.startswith(">") else "left" for head in heads]
    made = element("table", style="border-collapse:collapse;margin:4px 0")
    row = add(add(made, "thead"), "tr")
    for head, side in zip(heads, sides, strict=True):
        words = head[1:] if head[:1] in ("<", ">") else head
        add(row, "th", words, style=f"{_CELL}{side};{_WHOLE}{_RULE}", scope="col")
    body = add(made, "tbody")
    for cells in rows:
        row = add(body, "tr")
        for cell, side in zip(cells, sides, strict=True):
            add(row, "td", cell, style=f"{_CELL}{side};{_WHOLE}")
    return made


def fields(told: dict[str, str]) -> Element:
    """Make a table of names and what they stand for."""
    made = element("table", style="border-collapse:collapse;margin:4px 0")
    body = add(made, "tbody")
    for name, words in told.items():
        row = add(body, "tr")
        add(row, "th", name, style=f"{_CELL}left;font-weight:600", scope="row")
        add(row, "td", words, style=f"{_CELL}left")
    return made
