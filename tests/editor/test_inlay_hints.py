"""Types between the words of rules."""

from __future__ import annotations

import asyncio

from lsprotocol import types

from pyengine.editor.inference import infer
from pyengine.editor.inlay_hints import hints
from tests.editor.conftest import LONG, serving
from tests.editor.views import ROOT, view_file

TICTACTOE = ROOT / "rules" / "tictactoe.pl"
WHOLE = types.Range(types.Position(0, 0), types.Position(10_000, 0))


def test_types_of_arguments_in_heads() -> None:
    view = view_file(TICTACTOE)
    found = hints(view, infer(view.examined), 0, len(view.text))
    line = view.lines.position(view.text.index("to_move(")).line
    assert [hint.label for hint in found if hint.position.line == line] == [": s(o|x, list(e|o|x, 9))", ": o|x"]
    start = view.text.index("to_move(")
    assert len(hints(view, infer(view.examined), start, start + 5)) == 2


def test_an_editor_gets_types_only_where_it_asks_for_them() -> None:
    async def look() -> None:
        for wanted in (True, False):
            async with serving(options={"inlayHints": wanted}) as editor:
                uri = editor.open_file(TICTACTOE)
                asked = types.InlayHintParams(types.TextDocumentIdentifier(uri), WHOLE)
                found = await editor.text_document_inlay_hint_async(asked)
                async with asyncio.timeout(LONG):
                    while wanted and not found:
                        await asyncio.sleep(0.1)
                        found = await editor.text_document_inlay_hint_async(asked)
                assert bool(found) == wanted

    asyncio.run(look())


def test_an_editor_asks_again_when_types_are_known() -> None:
    refreshing = types.InlayHintWorkspaceClientCapabilities(refresh_support=True)
    capabilities = types.ClientCapabilities(workspace=types.WorkspaceClientCapabilities(inlay_hint=refreshing))

    async def look() -> None:
        async with serving(options={"inlayHints": True}, capabilities=capabilities) as editor:
            again = asyncio.Event()
            editor.feature(types.WORKSPACE_INLAY_HINT_REFRESH)(lambda params: again.set())
            uri = editor.open_file(TICTACTOE)
            asked = types.InlayHintParams(types.TextDocumentIdentifier(uri), WHOLE)
            assert not await editor.text_document_inlay_hint_async(asked)
            async with asyncio.timeout(LONG):
                await again.wait()
            assert await editor.text_document_inlay_hint_async(asked)

    asyncio.run(look())
