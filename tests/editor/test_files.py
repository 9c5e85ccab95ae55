"""What the server looks at on the disk: rule files of the workspace, and nothing that never ends."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from lsprotocol import types

from tests.editor.conftest import LONG, Editor, serving
from tests.editor.views import SMALL


async def symbols(editor: Editor, uri: str) -> list[str]:
    asked = types.DocumentSymbolParams(types.TextDocumentIdentifier(uri))
    async with asyncio.timeout(LONG):
        return [symbol.name for symbol in await editor.text_document_document_symbol_async(asked) or ()]


def test_what_is_no_file_is_empty(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.pl")

    async def look() -> None:
        async with serving(root=tmp_path) as editor:
            for path in (tmp_path / "pipe.pl", Path("/dev/zero"), tmp_path, tmp_path / "none.pl"):
                assert await symbols(editor, path.as_uri()) == []

    asyncio.run(look())


def test_a_workspace_is_what_folders_or_the_root_say(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "closed.pl").write_text("quite_new(1).\n")
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden" / "other.pl").write_text("quite_new(2).\n")
    (tmp_path / "inner" / "loop").symlink_to(tmp_path)

    async def found(editor: Editor) -> list[str]:
        told = await editor.workspace_symbol_async(types.WorkspaceSymbolParams("quite_new")) or ()
        return [str(symbol.location.uri) for symbol in told]

    async def look() -> None:
        async with serving(root=tmp_path) as editor:
            assert await found(editor) == [(tmp_path / "inner" / "closed.pl").as_uri()]
        async with serving(root_uri=tmp_path.as_uri()) as editor:
            assert await found(editor) == [(tmp_path / "inner" / "closed.pl").as_uri()]
            editor.open("untitled:one", SMALL)

    asyncio.run(look())
