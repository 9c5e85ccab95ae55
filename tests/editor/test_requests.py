"""Every question at many places of every text, over pipes: no question is answered by an error."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from pyengine.editor.lines import Lines
from tests.editor.conftest import LONG, Editor, serving
from tests.editor.views import BROKEN, RULES, text_of

REFUSED = -32803
_OPTIONS = types.FormattingOptions(4, True)
Question = Callable[[Editor, types.TextDocumentIdentifier, types.Position], Any]
AT_PLACES: dict[str, Question] = {
    "definition": lambda e, d, p: e.text_document_definition_async(types.DefinitionParams(d, p)),
    "declaration": lambda e, d, p: e.text_document_declaration_async(types.DeclarationParams(d, p)),
    "references": lambda e, d, p: e.text_document_references_async(
        types.ReferenceParams(types.ReferenceContext(True), d, p)
    ),
    "highlight": lambda e, d, p: e.text_document_document_highlight_async(types.DocumentHighlightParams(d, p)),
    "prepare rename": lambda e, d, p: e.text_document_prepare_rename_async(types.PrepareRenameParams(d, p)),
    "rename": lambda e, d, p: e.text_document_rename_async(types.RenameParams(d, p, "something_new")),
    "calls": lambda e, d, p: e.text_document_prepare_call_hierarchy_async(types.CallHierarchyPrepareParams(d, p)),
    "hover": lambda e, d, p: e.text_document_hover_async(types.HoverParams(d, p)),
    "completion": lambda e, d, p: e.text_document_completion_async(types.CompletionParams(d, p)),
    "signature": lambda e, d, p: e.text_document_signature_help_async(types.SignatureHelpParams(d, p)),
    "selection": lambda e, d, p: e.text_document_selection_range_async(types.SelectionRangeParams(d, [p])),
}
OF_TEXTS: dict[str, Question] = {
    "symbols": lambda e, d, p: e.text_document_document_symbol_async(types.DocumentSymbolParams(d)),
    "folding": lambda e, d, p: e.text_document_folding_range_async(types.FoldingRangeParams(d)),
    "tokens": lambda e, d, p: e.text_document_semantic_tokens_full_async(types.SemanticTokensParams(d)),
    "hints": lambda e, d, p: e.text_document_inlay_hint_async(
        types.InlayHintParams(d, types.Range(types.Position(0, 0), p))
    ),
    "some tokens": lambda e, d, p: e.text_document_semantic_tokens_range_async(
        types.SemanticTokensRangeParams(d, types.Range(types.Position(0, 0), p))
    ),
}


async def _ask(question: Question, editor: Editor, uri: str, position: types.Position, name: str) -> Any:
    try:
        async with asyncio.timeout(LONG):
            return await question(editor, types.TextDocumentIdentifier(uri), position)
    except JsonRpcException as error:
        if "rename" not in name or error.code != REFUSED:
            raise AssertionError(f"{name} at {position} of {uri}: {error}") from error
        return None


@pytest.mark.parametrize("paths", [BROKEN, RULES], ids=["broken", "rules"])
def test_all_questions_are_answered_everywhere(paths: list[Any]) -> None:
    async def look() -> None:
        async with serving(options={"inlayHints": True}) as editor:
            for path in paths:
                text = text_of(path)
                if text is None:
                    continue
                uri = editor.open_file(path)
                lines = Lines(text)
                step = max(1, len(text) // 6)
                places = [lines.position(offset) for offset in range(0, len(text) + step, step)]
                places.append(types.Position(len(text), 1000))
                for name, question in AT_PLACES.items():
                    for place in places[:: 4 if name == "hover" else 1]:  # boards are drawn in processes of their own
                        await _ask(question, editor, uri, place, name)
                for name, question in OF_TEXTS.items():
                    for place in places[-3:]:
                        await _ask(question, editor, uri, place, name)
                editor.close(uri)
            assert await editor.workspace_symbol_async(types.WorkspaceSymbolParams("move")) == []

    asyncio.run(look())
