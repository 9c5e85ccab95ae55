"""What folds."""

from __future__ import annotations

import asyncio

from lsprotocol import types

from pyengine.editor.folding import folds
from tests.editor.conftest import serving
from tests.editor.views import ROOT, view_of

TEXT = """\
/*  Title

    more */

%   one
%   two

a(1) :-
    b.
a(2).

b :- c, % said
    d(
c.
"""


def test_clauses_predicates_and_comments_fold() -> None:
    found = [(fold.start_line, fold.end_line, fold.kind) for fold in folds(view_of(TEXT))]
    comment = types.FoldingRangeKind.Comment
    assert found == [(0, 2, comment), (4, 5, comment), (7, 9, None), (11, 13, None)]


def test_an_editor_folds() -> None:
    async def look() -> None:
        async with serving() as editor:
            path = ROOT / "rules" / "tictactoe.pl"
            uri = editor.open_file(path)
            asked = types.FoldingRangeParams(types.TextDocumentIdentifier(uri))
            found = await editor.text_document_folding_range_async(asked)
            assert found is not None
            count = len(path.read_text().splitlines())
            assert all(0 <= fold.start_line < fold.end_line < count for fold in found)
            assert len(found) > 20

    asyncio.run(look())
