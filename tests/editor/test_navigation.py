"""Where things are defined, declared and used."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from lsprotocol import types

from pyengine.editor.lines import Lines
from pyengine.editor.navigation import declarations, definitions, highlights, references
from tests.editor.conftest import serving
from tests.editor.views import ROOT, RULES, SMALL, cursor, view_file, view_of

TICTACTOE = ROOT / "rules" / "tictactoe.pl"


def _told(marked: str) -> tuple[list[str], list[str]]:
    """Give the lines where what is marked is defined, and where it is used."""
    text, offset = cursor(marked)
    view = view_of(text)
    return (
        [str(place.range.start) for place in definitions(view, offset)],
        [str(place.range.start) for place in references(view, offset, with_definition=False)],
    )


@pytest.mark.parametrize(
    ("marked", "defined", "used"),
    [
        ("a :- b‸.\nb.\nc :- b, b.\n", ["1:0"], ["0:5", "2:5", "2:8"]),
        ("a :- maplist(‸b(1), [2]).\nb(_, _).\nb(_).\n", ["1:0"], ["0:13"]),
        ("a --> ‸b, {c}.\nb --> [].\nc.\n", ["1:0"], ["0:6"]),
        ("b(1).\nc.\nb(2).\na :- ‸b(_).\n", ["0:0", "2:0"], ["3:5"]),
        (":- table b‸/1.\nb(1).\na :- b(_).\n", ["1:0"], ["2:5"]),
        ("a(X, Y) :- b(‸X), c(X, Y).\n", ["0:2"], ["0:13", "0:19"]),
        ("a :- append(_, _, ‸_).\n", ["0:18"], []),
        ("parameter(n, 3).\na(N) :- param(‸n, N).\n", ["0:10"], ["1:14"]),
        ("%!  b(+X) is det.\nb(_).\na :- ‸b(1).\n", ["1:0"], ["2:5"]),
        ("%!  ‸b(+X) is det.\nb(_).\na :- b(1).\n", ["1:0"], ["2:5"]),
        ("a :- b(1), ‸c(\nb(_).\n", [], []),
        ("a :- c(1), ‸b(\nb(_).\nb(2).\n", ["1:0"], []),
        ("a :- ‸append([], [], _).\n", [], ["0:5"]),
        ("‸", [], []),
    ],
)
def test_places(marked: str, defined: list[str], used: list[str]) -> None:
    if "b(\nb(_).\nb(2)" in marked:
        defined = ["2:0"]  # the clause that is not ended takes the next one with it
    assert _told(marked) == (defined, used)


def test_declarations() -> None:
    text, offset = cursor(":- table b/1.\nb(1).\na :- ‸b(_).\n")
    assert [str(place.range) for place in declarations(view_of(text), offset)] == ["0:9-0:10"]
    text, offset = cursor("b(1).\na :- ‸b(_).\n")
    assert [str(place.range) for place in declarations(view_of(text), offset)] == ["0:0-0:1"]


def test_highlights_tell_heads_from_calls() -> None:
    text, offset = cursor("b(1).\na :- ‸b(_).\n")
    kinds = types.DocumentHighlightKind
    assert [found.kind for found in highlights(view_of(text), offset)] == [kinds.Write, kinds.Read]


def test_an_included_library_is_gone_to() -> None:
    view = view_file(TICTACTOE)
    (found,) = definitions(view, view.text.index("library(boards)") + 10)
    assert found.uri.endswith("lib/boards.pl")
    (found,) = definitions(view, view.text.index("cells_rows("))
    assert found.uri.endswith("lib/boards.pl")


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
def test_each_call_leads_to_a_definition_of_its_name(path: Path) -> None:
    view = view_file(path)
    for start, mention in view.mentions_here.items():
        if mention.role == "call" and mention.indicator in view.outline.definitions:
            found = definitions(view, start)
            assert found, mention
            assert start in {
                view.lines.offset(place.range.start)
                for place in references(view, start, with_definition=True)
                if place.uri == view.uri
            }


@pytest.mark.parametrize("encoding", list(types.PositionEncodingKind))
def test_an_editor_goes_there_in_its_own_units(encoding: types.PositionEncodingKind) -> None:
    line = "a :- X = '🙂é', b(X), b('🙂').\n"

    async def look() -> None:
        async with serving(encodings=[encoding]) as editor:
            text = f"{SMALL}{line}b(_).\n"
            uri = editor.open("untitled:one", text)
            place = Lines(text, encoding).position(text.rindex("b('"))
            document = types.TextDocumentIdentifier(uri)
            found = await editor.text_document_definition_async(types.DefinitionParams(document, place))
            assert [str(one.range) for one in found] == ["8:0-8:1"]  # type: ignore[union-attr]
            uses = await editor.text_document_references_async(
                types.ReferenceParams(types.ReferenceContext(False), document, place)
            )
            assert uses is not None
            assert [one.range.start for one in uses][1] == place
            marked = await editor.text_document_document_highlight_async(types.DocumentHighlightParams(document, place))
            assert marked is not None
            assert len(marked) == 3
            stated = await editor.text_document_declaration_async(types.DeclarationParams(document, place))
            assert stated == found

    asyncio.run(look())
