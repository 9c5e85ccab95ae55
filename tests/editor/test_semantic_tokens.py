"""Tokens in colours."""

from __future__ import annotations

import asyncio
import itertools
from pathlib import Path

import pytest
from lsprotocol import types

from pyengine.editor.lines import Lines
from pyengine.editor.semantic_tokens import LEGEND, coloured, encoded
from tests.editor.conftest import serving
from tests.editor.views import BROKEN, ROOT, RULES, view_file, view_of


def _told(text: str) -> list[tuple[str, ...]]:
    view = view_of(text)
    return [(text[one.start : one.end], one.type, *one.modifiers) for one in coloured(view, 0, len(text))]


def test_what_tokens_are() -> None:
    assert _told(':- table b/1.\nb(Once) :- X is 1 mod 2, ( foo(X, "s") -> true ; param(n, a) ). % c\n') == [
        (":-", "keyword"),
        ("table", "operator"),
        ("b", "function", "declaration"),
        ("/", "operator"),
        ("1", "number"),
        ("b", "function", "definition"),
        ("Once", "variable", "singleton"),
        (":-", "keyword"),
        ("X", "variable"),
        ("is", "operator", "defaultLibrary"),
        ("1", "number"),
        ("mod", "operator"),
        ("2", "number"),
        ("foo", "function"),
        ("X", "variable"),
        ('"s"', "string"),
        ("->", "keyword"),
        ("true", "function", "defaultLibrary"),
        (";", "keyword"),
        ("param", "function", "defaultLibrary"),
        ("n", "property"),
        ("a", "enumMember"),
        ("% c", "comment"),
    ]


def test_a_clause_that_cannot_be_read_has_colours() -> None:
    assert _told("move(a, B) :- append(B,\n") == [
        ("move", "enumMember"),
        ("a", "enumMember"),
        ("B", "variable"),
        (":-", "keyword"),
        ("append", "function", "defaultLibrary"),
        ("B", "variable"),
    ]
    assert ("move", "function", "contract") in _told("move(a, B, C) :- append(B,\n")


def _decoded(data: list[int]) -> list[tuple[int, int, int]]:
    line = column = 0
    found = []
    for index in range(0, len(data), 5):
        step, across, length, kind, bits = data[index : index + 5]
        line, column = line + step, across + (0 if step else column)
        assert kind < len(LEGEND.token_types)
        assert bits < 1 << len(LEGEND.token_modifiers)
        assert length > 0
        found.append((line, column, length))
    return found


@pytest.mark.parametrize("path", [*BROKEN, *RULES], ids=lambda path: path.stem)
def test_tokens_come_in_order_and_do_not_overlap(path: Path) -> None:
    view = view_file(path)
    found = _decoded(encoded(view, coloured(view, 0, len(view.text))))
    for (line, column, length), (next_line, next_column, _) in itertools.pairwise(found):
        assert line < next_line or column + length <= next_column


@pytest.mark.parametrize("encoding", list(types.PositionEncodingKind))
def test_an_editor_gets_them_in_its_units(encoding: types.PositionEncodingKind) -> None:
    text = "a('🙂é', X, X).\n/* 🙂\n   b */\nc.\n"

    async def look() -> None:
        async with serving(encodings=[encoding]) as editor:
            document = types.TextDocumentIdentifier(editor.open("untitled:one", text))
            found = await editor.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document))
            assert found is not None
            lines = Lines(text, encoding)
            spans = [
                lines.span(types.Range(types.Position(line, column), types.Position(line, column + length)))
                for line, column, length in _decoded(list(found.data))
            ]
            assert [text[start:end] for start, end in spans] == ["a", "'🙂é'", "X", "X", "/* 🙂", "   b */", "c"]
            some = await editor.text_document_semantic_tokens_range_async(
                types.SemanticTokensRangeParams(document, types.Range(types.Position(3, 0), types.Position(3, 1)))
            )
            assert some is not None
            assert len(some.data) == 5

    asyncio.run(look())


def test_all_of_a_game_is_coloured() -> None:
    view = view_file(ROOT / "rules" / "tictactoe.pl")
    starts = {one.start for one in coloured(view, 0, len(view.text))}
    left = [t.text for t in view.stream.tokens if t.start not in starts]
    assert set(left) <= {",", "(", ")", "[", "]", "{", "}"}
