"""What an editor folds: clauses of several lines, all clauses of a predicate, comments."""

from __future__ import annotations

from lsprotocol import types
from lsprotocol.types import FoldingRange, FoldingRangeKind

from pyengine.editor.server import RuleServer
from pyengine.editor.symbols import stretches
from pyengine.editor.view import View


def folds(view: View) -> list[FoldingRange]:
    """Give the stretches of several lines that fold; of those that begin on one line, the longest."""
    ends: dict[int, tuple[int, FoldingRangeKind | None]] = {}

    def put(start: int, end: int, kind: FoldingRangeKind | None = None) -> None:
        first, last = view.lines.position(start).line, view.lines.position(max(start, end - 1)).line
        if last > ends.get(first, (first, None))[0]:
            ends[first] = last, kind

    for clause in view.stream.stretches:
        if clause.tokens:
            put(clause.start, clause.end if clause.stop is not None else clause.tokens[-1].end)
    for stretch in stretches(view):
        put(stretch.rules[0].clause.layout.start, stretch.rules[-1].clause.layout.end + 1)
    for start, end in _comments(view):
        put(start, end, FoldingRangeKind.Comment)
    return [FoldingRange(first, last, kind=kind) for first, (last, kind) in sorted(ends.items())]


def _comments(view: View) -> list[tuple[int, int]]:
    """Give the comments, those of whole lines one below the other as one."""
    found: list[tuple[int, int]] = []
    line_before = -2
    for remark in view.stream.comments:
        line = view.lines.position(remark.start).line
        alone = not view.text[view.lines.start_of_line(line) : remark.start].strip()
        if not remark.is_block and alone and line == line_before + 1:
            found[-1] = found[-1][0], remark.end
        else:
            found.append((remark.start, remark.end))
        line_before = line if alone and not remark.is_block else -2
    return found


def register(server: RuleServer) -> None:
    """Answer editors."""

    @server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    def folding(params: types.FoldingRangeParams) -> list[FoldingRange]:
        return folds(server.view(params.text_document.uri))
