"""Who calls whom."""

from __future__ import annotations

import asyncio

from lsprotocol import types

from pyengine.editor.call_hierarchy import incoming, outgoing, prepared
from pyengine.editor.lines import Lines
from tests.editor.conftest import serving
from tests.editor.views import ROOT, cursor, view_file, view_of


def test_calls_in_and_out() -> None:
    text, offset = cursor("a :- ‸b, c, b.\nb :- c, append(_, _, _).\nc.\n")
    view = view_of(text)
    (item,) = prepared(view, offset)
    assert (item.name, str(item.selection_range)) == ("b/0", "1:0-1:1")
    assert [(call.from_.name, [str(r) for r in call.from_ranges]) for call in incoming(view, ("b", 0))] == [
        ("a/0", ["0:5-0:6", "0:11-0:12"])
    ]
    assert [(call.to.name, [str(r) for r in call.from_ranges]) for call in outgoing(view, ("b", 0))] == [
        ("c/0", ["1:5-1:6"])
    ]
    assert outgoing(view, ("nothing", 0)) == incoming(view, ("nothing", 0)) == []
    text, offset = cursor("a :- ‸append(_, _, _).\n")
    assert prepared(view_of(text), offset) == []


def test_a_library_is_part_of_the_program() -> None:
    view = view_file(ROOT / "rules" / "tictactoe.pl")
    called = {call.to.name: call.to.uri for call in outgoing(view, ("board", 2))}
    assert called["cells_rows/3"].endswith("lib/boards.pl")


def test_an_editor_climbs_calls() -> None:
    path = ROOT / "rules" / "tictactoe.pl"

    async def look() -> None:
        async with serving() as editor:
            uri = editor.open_file(path)
            text = path.read_text()
            place = Lines(text).position(text.index("opponent("))
            document = types.TextDocumentIdentifier(uri)
            items = await editor.text_document_prepare_call_hierarchy_async(
                types.CallHierarchyPrepareParams(document, place)
            )
            assert items is not None
            into = await editor.call_hierarchy_incoming_calls_async(types.CallHierarchyIncomingCallsParams(items[0]))
            assert into is not None
            assert {"move/3", "terminal/1", "utility/2"} <= {call.from_.name for call in into}
            mover = next(call.from_ for call in into if call.from_.name == "move/3")
            out = await editor.call_hierarchy_outgoing_calls_async(types.CallHierarchyOutgoingCallsParams(mover))
            assert out is not None
            assert [call.to.name for call in out] == ["opponent/2", "mark/5"]
            mover.data = None
            out = await editor.call_hierarchy_outgoing_calls_async(types.CallHierarchyOutgoingCallsParams(mover))
            assert not out

    asyncio.run(look())
