"""What an editor offers to do with a text: quick fixes, and formatting."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from lsprotocol import types

from pyengine.editor.cases import Edit
from pyengine.editor.diagnostics import diagnostic_of, source_of
from pyengine.editor.fixes import fixes_of
from pyengine.editor.server import RuleServer
from pyengine.editor.view import OpenFolder, OpenText, View
from pyengine.errors import Finding
from pyengine.language.formatting.formatter import format_source, format_source_range


def quick_fixes(view: View, start: int, end: int, walked: Sequence[Finding] = ()) -> Iterator[types.CodeAction]:
    """Go through the fixes of all that was found in a stretch of the open text, in a walk through the game, too."""
    for finding in (*view.examined.findings, *walked):
        source = source_of(view, finding.place)
        if not view.is_here(source):
            continue
        first = 0 if finding.place is None else source.offset(finding.place)
        last = first if finding.place is None else first + finding.place.width
        if first > end or last < start:
            continue
        for number, fix in enumerate(fixes_of(view, finding, first, last)):
            yield types.CodeAction(
                fix.title,
                types.CodeActionKind.QuickFix,
                diagnostics=[diagnostic_of(view, finding)],
                is_preferred=number == 0,
                edit=types.WorkspaceEdit(changes={view.uri: text_edits(view, fix.edits)}),
            )


def text_edits(view: View, edits: Iterable[Edit]) -> list[types.TextEdit]:
    """Give edits of the open text as an editor takes them."""
    return [types.TextEdit(view.lines.range(start, end), text) for start, end, text in edits]


def formatted(view: View, open_text: OpenText) -> list[types.TextEdit]:
    """Give the edits that lay the whole text out: of the lines that change, no others."""
    text = format_source(view.source, OpenFolder(view.source, open_text)).text
    return [] if text == view.text else text_edits(view, [_changed(view.text, text)])


def _changed(old: str, new: str) -> Edit:
    """Give the one edit between two texts, without what they have alike at both ends."""
    most = min(len(old), len(new))
    start = next((i for i in range(most) if old[i] != new[i]), most)
    end = next((i for i in range(most - start) if old[-1 - i] != new[-1 - i]), most - start)
    return start, len(old) - end, new[start : len(new) - end]


def formatted_range(view: View, asked: types.Range, open_text: OpenText) -> list[types.TextEdit]:
    """Give the edits that lay out the sentences which a range touches."""
    last = asked.end.line if asked.end.character or asked.end.line == asked.start.line else asked.end.line - 1
    texts = OpenFolder(view.source, open_text)
    start, end = view.lines.span(asked)
    lines = [view.text.count("\n", 0, offset) + 1 for offset in (start, min(end, view.lines.end_of_line(last)))]
    found = format_source_range(view.source, lines[0], max(lines), texts)
    return text_edits(view, [(one.start, one.end, one.text) for one in found])


def register(server: RuleServer) -> None:
    """Offer quick fixes and formatting."""

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix])
    )
    def offer(params: types.CodeActionParams) -> list[types.CodeAction]:
        view = server.view(params.text_document.uri)
        only = params.context.only
        if only is not None and not any(types.CodeActionKind.QuickFix.startswith(kind) for kind in only):
            return []
        return list(quick_fixes(view, *view.lines.span(params.range), server.walked(view)))

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    def lay_out(params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        return formatted(server.view(params.text_document.uri), server.desk.open_text)

    @server.feature(types.TEXT_DOCUMENT_RANGE_FORMATTING)
    def lay_out_range(params: types.DocumentRangeFormattingParams) -> list[types.TextEdit]:
        return formatted_range(server.view(params.text_document.uri), params.range, server.desk.open_text)
