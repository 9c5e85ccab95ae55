"""What may come next."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from lsprotocol import types

from pyengine.editor.completion import items
from pyengine.editor.lines import Lines
from tests.editor.conftest import serving
from tests.editor.views import BROKEN, ROOT, SMALL, cursor, view_file, view_of


def _offered(marked: str) -> list[str]:
    """Give what is offered, what comes first before the others."""
    text, offset = cursor(marked)
    found = sorted(items(view_of(text), offset, snippets=False), key=lambda item: item.sort_text or "")
    return [item.label for item in found]


@pytest.mark.parametrize(
    ("marked", "first"),
    [
        ("‸", ["player(P)", "initial(S)", "to_move(S, P)", "move(S, M, S2)", "utility(S, V)"]),
        ("player(a).\nin‸\nplayer(b).\n", ["initial(S)", "to_move(S, P)"]),
        (f"{SMALL}‸", ["player(P)"]),
        ("moves(a, [b]).\n‸", ["max_to_move(Pos)", "min_to_move(Pos)", "staticval(Pos, Val)"]),
        ("b(X, Y) :- c(X, Z), ‸.\n", ["X", "Y", "Z", "b(Arg1, Arg2)"]),
        ("b(Xa, Ya) :- c(X‸", ["Xa", "Ya"]),
        ("b(Xa) :-\n    X‸\nc(Ya).\n", ["Xa"]),
        ("%! b(+In) is det.\nb(_).\na :- b‸.\n", ["b(+In)"]),
        (":- include(‸", ["library(boards)"]),
        (":- include(library(b‸", ["boards"]),
        (":- use_module(library(‸)).\n", ["aggregate"]),
        (":- use_module(‸).\n", ["library(aggregate)"]),
        ("parameter(piles, 3).\na(X) :- param(‸, X).\n", ["piles"]),
        (":- ‸", ["det"]),
        ("b(1).\n:- table ‸.\n", ["b/1"]),
        ("a(X) :- ( b -> ‸\n", ["X"]),
    ],
)
def test_what_is_offered_first(marked: str, first: list[str]) -> None:
    assert _offered(marked)[: len(first)] == first


@pytest.mark.parametrize("marked", ["a('x‸').\n", "% a‸\n", "/* a‸ */", "a(1‸).", 'a("b‸', "a(12‸"])
def test_nothing_is_offered_in_comments_quotes_and_numbers(marked: str) -> None:
    assert _offered(marked) == []


def test_what_may_not_be_called_is_not_offered() -> None:
    offered = _offered("a :- ‸")
    assert any(label.startswith("between(") for label in offered)
    assert not any(label.startswith(("shell(", "assertz(")) for label in offered)


def test_files_beside_the_text_are_offered(tmp_path: Path) -> None:
    (tmp_path / "main.pl").write_text(":- include(\n")
    (tmp_path / "Big part.pl").write_text("")
    view = view_file(tmp_path / "main.pl")
    found = items(view, len(view.text) - 1, snippets=False)
    assert found[-1].label == "'Big part'"


def test_snippets_are_for_editors_that_know_them() -> None:
    text, offset = cursor("‸")
    with_places = {item.label: item for item in items(view_of(text), offset, snippets=True)}
    edit = with_places["initial(S)"].text_edit
    assert isinstance(edit, types.TextEdit)
    assert edit.new_text == "initial($1).$0"
    plain = {item.label: item for item in items(view_of(text), offset, snippets=False)}
    edit = plain["initial(S)"].text_edit
    assert isinstance(edit, types.TextEdit)
    assert edit.new_text == "initial("
    text, offset = cursor("b(X) :- b‸(1).\n")
    found = {item.label: item for item in items(view_of(text), offset, snippets=True)}
    edit = found["b(X)"].text_edit
    assert isinstance(edit, types.TextEdit)
    assert edit.new_text == "b"


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_something_can_be_asked_everywhere(path: Path) -> None:
    view = view_file(path)
    for offset in range(0, len(view.text) + 1, max(1, len(view.text) // 20)):
        items(view, offset, snippets=True)


@pytest.mark.parametrize("encoding", list(types.PositionEncodingKind))
def test_an_editor_completes_a_word(encoding: types.PositionEncodingKind) -> None:
    snippets = types.ClientCompletionItemOptions(snippet_support=True)
    capabilities = types.ClientCapabilities(
        text_document=types.TextDocumentClientCapabilities(
            completion=types.CompletionClientCapabilities(completion_item=snippets)
        )
    )
    text, offset = cursor(f"{SMALL}a(Größe, X) :- X = '🙂🙂', memb‸\n")

    async def look() -> None:
        async with serving(encodings=[encoding], capabilities=capabilities) as editor:
            uri = editor.open("untitled:one", text)
            place = Lines(text, encoding).position(offset)
            asked = types.CompletionParams(types.TextDocumentIdentifier(uri), place)
            found = await editor.text_document_completion_async(asked)
            assert isinstance(found, types.CompletionList)
            named = {item.label: item for item in found.items}
            assert "Größe" in named
            edit = named["member(?Item, ?List)"].text_edit
            assert isinstance(edit, types.TextEdit)
            assert edit.new_text == "member(${1:Item}, ${2:List})$0"
            start, end = Lines(text, encoding).span(edit.range)
            assert text[start:end] == "memb"

    asyncio.run(look())


def test_shipped_rules_offer_their_own_predicates() -> None:
    view = view_file(ROOT / "rules" / "tictactoe.pl")
    offset = view.text.index("opponent(Player, Opponent)")
    labels = [item.label for item in items(view, offset, snippets=False)]
    assert "cells_rows(+Cells, +Columns, -Rows)" in labels
    assert "lined(Player, Cells)" in labels
