"""Everything that an editor can ask the server for: each module of questions, in one list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from lsprotocol import types

from pyengine.editor import (
    actions,
    call_hierarchy,
    commands,
    completion,
    folding,
    hover,
    inlay_hints,
    lenses,
    navigation,
    renaming,
    selection,
    semantic_tokens,
    signatures,
    symbols,
)
from pyengine.editor.server import RuleServer


def make_server(*, uses_files: bool = True) -> RuleServer:
    """Make a server that answers all that it can be asked; without files, of texts that are open alone."""
    server = RuleServer(uses_files=uses_files)
    for register in _REGISTERS:
        register(server)
    return server


def _register_texts(server: RuleServer) -> None:
    """Answer for texts that are opened, changed and closed: at once, so that what is asked next is asked of them."""

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        options = params.initialization_options
        if isinstance(options, dict):
            server.walks = options.get("walk") is not False
            server.hints_types = options.get("inlayHints") is True
            server.shows_answers = options.get("answers") is True

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        opened = params.text_document
        server.desk.open(opened.uri, opened.text, opened.version)
        server.changed(opened.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        changed = params.text_document
        if changed.uri in server.desk.uris:
            server.desk.edit(changed.uri, params.content_changes, changed.version)
            server.changed(changed.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        server.closed(params.text_document.uri)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def files_changed(params: types.DidChangeWatchedFilesParams) -> None:
        for uri in server.desk.uris:
            server.changed(uri)


_REGISTERS: Final[tuple[Callable[[RuleServer], None], ...]] = (
    _register_texts,
    actions.register,
    commands.register,
    lenses.register,
    *(module.register for module in (navigation, renaming, symbols, call_hierarchy)),
    *(module.register for module in (folding, selection, semantic_tokens)),
    *(module.register for module in (hover, completion, signatures, inlay_hints)),
)
