"""What an editor selects when a selection grows: a token, the terms it is in, the clause, the text."""

from __future__ import annotations

from typing import Final

from lsprotocol import types
from lsprotocol.types import Position, Range, SelectionRange

from pyengine.editor.server import RuleServer
from pyengine.editor.view import View

_MOST_LEVELS: Final = 60
"""Levels that are told: they come inside each other, and editors read them by recursion."""


def selection(view: View, position: Position) -> SelectionRange:
    """Give the stretches around a position, each inside the next: a token, the terms it is in, the clause, the text."""
    offset = view.lines.offset(position)
    spans = [(0, len(view.text))]
    stretch = view.stream.stretch_at(offset)
    if stretch is not None and stretch.start <= offset:
        spans.append((stretch.start, stretch.end))
    spans.extend((part.layout.start, part.layout.end) for part in view.parts_at(offset))
    token = view.stream.token_at(offset)
    remark = view.stream.comment_at(offset)
    if remark is not None:
        spans.append((remark.start, remark.end))
    elif token is not None:
        spans.append((token.start, token.end))
    nested = [spans[0]]
    for start, end in spans[1:]:
        if nested[-1][0] <= start <= end <= nested[-1][1] and (start, end) != nested[-1] and start <= offset <= end:
            nested.append((start, end))
    found: SelectionRange | None = None
    for start, end in (*nested[:2], *nested[2:][-_MOST_LEVELS:]):
        found = SelectionRange(view.lines.range(start, end), found)
    return found or SelectionRange(Range(position, position))


def register(server: RuleServer) -> None:
    """Answer editors."""

    @server.feature(types.TEXT_DOCUMENT_SELECTION_RANGE)
    def selections(params: types.SelectionRangeParams) -> list[SelectionRange]:
        view = server.view(params.text_document.uri)
        return [selection(view, position) for position in params.positions]
