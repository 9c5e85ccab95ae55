"""Quick fixes and formatting as an editor asks for them, over the pipe."""

from __future__ import annotations

import asyncio
from pathlib import Path

from lsprotocol import types
from lsprotocol.types import Position, Range

from pyengine.editor.lines import Lines
from pyengine.language.formatting.formatter import format_text
from tests.editor.conftest import serving

UNTIDY = """\
player(max).   player(min).
initial( 1 ).
to_move(_,max).
move(1,go,0) :-
  X = '🙂',
      X \\= [].
utility(0,1)
"""


def applied(text: str, edits: list[types.TextEdit]) -> str:
    lines = Lines(text)
    for edit in sorted(edits, key=lambda edit: lines.span(edit.range), reverse=True):
        start, end = lines.span(edit.range)
        text = text[:start] + edit.new_text + text[end:]
    return text


def test_fixes_and_formatting_are_offered(tmp_path: Path) -> None:
    async def look() -> None:
        async with serving() as editor:
            uri = editor.open("untitled:untidy", UNTIDY)
            (told,) = await editor.findings(uri)
            text = types.TextDocumentIdentifier(uri)
            asked = types.CodeActionParams(text, told.range, types.CodeActionContext([told]))
            (action,) = await editor.text_document_code_action_async(asked) or ()
            assert isinstance(action, types.CodeAction)
            assert action.title == "end the clause with a full stop"
            assert list(action.diagnostics or ()) == [told]
            mended = applied(UNTIDY, (action.edit.changes or {})[uri])  # type: ignore[union-attr]
            editor.change(uri, mended)
            assert await editor.findings(uri) == []
            asked.context.only = [types.CodeActionKind.Refactor]
            assert not await editor.text_document_code_action_async(asked)

            options = types.FormattingOptions(4, True)
            edits = await editor.text_document_formatting_async(types.DocumentFormattingParams(text, options))
            assert applied(mended, list(edits or ())) == format_text(mended)
            stretch = Range(Position(3, 0), Position(6, 0))
            ranged = types.DocumentRangeFormattingParams(text, stretch, options)
            partly = applied(mended, list(await editor.text_document_range_formatting_async(ranged) or ()))
            assert partly.splitlines()[:3] == mended.splitlines()[:3]
            assert partly.splitlines()[3:6] == format_text(mended).splitlines()[3:6]

    asyncio.run(look())
