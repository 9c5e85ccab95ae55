"""A real editor's side of the protocol: a client that talks to `pyengine lsp` over pipes."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.client import LanguageClient

LONG = 120.0
"""Seconds that something may take which takes one, on a machine that is busy."""


class Editor(LanguageClient):
    """An editor that remembers what it was told of each text."""

    def __init__(self) -> None:
        super().__init__("an-editor", "1")
        self.told: dict[str, list[types.PublishDiagnosticsParams]] = {}
        self.messages: list[str] = []
        self.versions: dict[str, int] = {}
        self.capabilities: types.ServerCapabilities
        self._news = asyncio.Event()
        self.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(lambda params: self._take(params))
        self.feature(types.WINDOW_SHOW_MESSAGE)(lambda params: self.messages.append(params.message))
        self.feature(types.WINDOW_LOG_MESSAGE)(lambda params: None)

    def _take(self, params: types.PublishDiagnosticsParams) -> None:
        self.told.setdefault(params.uri, []).append(params)
        self._news.set()

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds that depends on what is told."""
        async with asyncio.timeout(LONG):
            while not holds():
                self._news.clear()
                await self._news.wait()

    async def findings(self, uri: str, version: int | None = None) -> list[types.Diagnostic]:
        """Wait for what is told of a version of a text; the newest one."""
        wanted = self.versions[uri] if version is None else version
        await self.until(lambda: any(told.version == wanted for told in self.told.get(uri, ())))
        return list(self.told[uri][-1].diagnostics)

    def end(self) -> None:
        """Kill the server, if it has not ended by itself."""
        process = self._server
        if process is not None and process.returncode is None:
            process.kill()

    def open(self, uri: str, text: str) -> str:
        """Open a text."""
        self.versions[uri] = 1
        document = types.TextDocumentItem(uri, "prolog", 1, text)
        self.text_document_did_open(types.DidOpenTextDocumentParams(document))
        return uri

    def open_file(self, path: Path) -> str:
        """Open a file."""
        return self.open(path.as_uri(), path.read_bytes().decode("utf-8-sig"))

    def change(self, uri: str, *edits: Any) -> None:
        """Send edits, each a `(range, text)`, or the whole text."""
        self.versions[uri] += 1
        document = types.VersionedTextDocumentIdentifier(self.versions[uri], uri)
        changes: list[types.TextDocumentContentChangeEvent] = [
            types.TextDocumentContentChangeWholeDocument(edit)
            if isinstance(edit, str)
            else types.TextDocumentContentChangePartial(*edit)
            for edit in edits
        ]
        self.text_document_did_change(types.DidChangeTextDocumentParams(document, changes))

    def close(self, uri: str) -> None:
        """Close a text."""
        self.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))


@asynccontextmanager
async def serving(
    *,
    root: Path | None = None,
    root_uri: str | None = None,
    encodings: list[types.PositionEncodingKind] | None = None,
    capabilities: types.ClientCapabilities | None = None,
    walk: bool = False,
    options: dict[str, Any] | None = None,
) -> AsyncIterator[Editor]:
    """Start a server, and end it as an editor does."""
    editor = Editor()
    await editor.start_io(sys.executable, "-m", "pyengine", "lsp")
    capable = capabilities or types.ClientCapabilities()
    if encodings is not None:
        capable.general = types.GeneralClientCapabilities(position_encodings=encodings)
    folders = None if root is None else [types.WorkspaceFolder(root.as_uri(), root.name)]
    given = {"walk": walk, **(options or {})}
    asked = types.InitializeParams(capable, root_uri=root_uri, workspace_folders=folders, initialization_options=given)
    editor.capabilities = (await editor.initialize_async(asked)).capabilities
    editor.initialized(types.InitializedParams())
    try:
        yield editor
        async with asyncio.timeout(LONG):
            await editor.shutdown_async(None)
            editor.exit(None)
    finally:
        editor.end()
        await editor.stop()
