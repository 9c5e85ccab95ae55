"""Quick fixes and formatting as an editor asks for them, over the pipe."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from lsprotocol import types
from lsprotocol.types import Position, Range

from pyengine.editor.lines import Lines
from pyengine.language.formatting.formatter import format_text
from tests.editor.conftest import serving
from tests.editor.views import SMALL

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


@pytest.mark.hunt
def test_operators_of_included_texts_are_known_where_rules_are_formatted(tmp_path: Path) -> None:
    (tmp_path / "saved.pl").write_text(":- op(700, xfx, ===>).\n")
    (tmp_path / "edited.pl").write_text("\n")
    text = f":- include(saved).\n:- include(edited).\n{SMALL}near(A,B):-A=(c   ===>   B).\nfar(A,B):-A=(c   ~~>   B).\n"
    wanted = text.replace("(A,B):-A=(c   ", "(A, B) :- A = (c ").replace(">   B", "> B")
    options = types.FormattingOptions(4, True)

    async def look() -> None:
        async with serving(root=tmp_path) as editor:
            editor.open((tmp_path / "edited.pl").as_uri(), ":- op(700, xfx, ~~>).\n")
            uri = editor.open((tmp_path / "main.pl").as_uri(), text)
            document = types.TextDocumentIdentifier(uri)
            edits = await editor.text_document_formatting_async(types.DocumentFormattingParams(document, options))
            assert applied(text, list(edits or ())) == wanted
            ranged = types.DocumentRangeFormattingParams(document, Range(Position(0, 0), Position(99, 0)), options)
            assert applied(text, list(await editor.text_document_range_formatting_async(ranged) or ())) == wanted

    asyncio.run(look())


def test_what_a_walk_finds_is_fixed_as_well() -> None:
    game = SMALL.replace("move(1, go, 0).", "move(1, go, 0) :- proper_list([]).")

    async def look() -> None:
        async with serving(walk=True) as editor:
            uri = editor.open("untitled:walked", game)
            await editor.until(lambda: any(len(told.diagnostics) > 1 for told in editor.told.get(uri, ())))
            old, told = editor.told[uri][-1].diagnostics
            assert (old.code, told.code) == ("deprecated-predicate", "not-compiled")
            text = types.TextDocumentIdentifier(uri)
            asked = types.CodeActionParams(text, told.range, types.CodeActionContext([told]))
            actions = await editor.text_document_code_action_async(asked) or ()
            assert [action.title for action in actions] == ["write is_list", "write is_list"]
            mended = game.replace("proper_list", "is_list")
            for action in actions:
                assert isinstance(action, types.CodeAction)
                assert applied(game, (action.edit.changes or {})[uri]) == mended  # type: ignore[union-attr]
            editor.change(uri, mended)
            assert not await editor.text_document_code_action_async(asked)

    asyncio.run(look())
