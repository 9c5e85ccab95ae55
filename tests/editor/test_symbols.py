"""Outlines of texts, and predicates of the workspace by name."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from lsprotocol import types

from pyengine.editor.symbols import document_symbols
from tests.editor.conftest import serving
from tests.editor.views import BROKEN, ROOT, RULES, SMALL, view_file, view_of


def test_predicates_with_their_clauses() -> None:
    found = document_symbols(view_of("a(1).\na(2) :-\n    b.\nb.\na(3).\nc --> [].\n"))
    assert [(symbol.name, str(symbol.range), symbol.detail) for symbol in found] == [
        ("a/1", "0:0-2:6", "2 clauses"),
        ("b/0", "3:0-3:2", None),
        ("a/1", "4:0-4:5", None),
        ("c//0", "5:0-5:9", None),
    ]
    assert [child.name for child in found[0].children or ()] == ["a(1)", "a(2)"]


@pytest.mark.parametrize("path", [*BROKEN, *RULES], ids=lambda path: path.stem)
def test_symbols_lie_within_each_other(path: Path) -> None:
    view = view_file(path)

    def holds(outer: types.Range, inner: types.Range) -> bool:
        return outer.start <= inner.start and inner.end <= outer.end

    for symbol in document_symbols(view):
        assert symbol.name
        assert holds(symbol.range, symbol.selection_range)
        for child in symbol.children or ():
            assert child.name
            assert holds(symbol.range, child.range)
            assert holds(child.range, child.selection_range)


def test_an_editor_asks_for_symbols(tmp_path: Path) -> None:
    (tmp_path / "closed.pl").write_text(SMALL)
    (tmp_path / "bytes.pl").write_bytes(b"\xff\xfe\x00")
    nested = types.DocumentSymbolClientCapabilities(hierarchical_document_symbol_support=True)
    capabilities = types.ClientCapabilities(text_document=types.TextDocumentClientCapabilities(document_symbol=nested))

    async def look() -> None:
        async with serving(root=tmp_path, capabilities=capabilities) as editor:
            uri = editor.open_file(ROOT / "rules" / "tictactoe.pl")
            asked = types.DocumentSymbolParams(types.TextDocumentIdentifier(uri))
            found = await editor.text_document_document_symbol_async(asked)
            assert found is not None
            assert "opponent/2" in [symbol.name for symbol in found]
            assert any(isinstance(symbol, types.DocumentSymbol) and symbol.children for symbol in found)
            known = await editor.workspace_symbol_async(types.WorkspaceSymbolParams("tomv"))
            assert known is not None
            assert sorted(Path(symbol.location.uri).name for symbol in known) == ["closed.pl", "tictactoe.pl"]
        async with serving() as editor:
            uri = editor.open("untitled:one", SMALL)
            asked = types.DocumentSymbolParams(types.TextDocumentIdentifier(uri))
            found = await editor.text_document_document_symbol_async(asked)
            assert found is not None
            assert all(isinstance(symbol, types.SymbolInformation) for symbol in found)

    asyncio.run(look())
