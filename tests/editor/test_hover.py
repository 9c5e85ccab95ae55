"""What is told of what the cursor is on."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from lsprotocol import types

from pyengine.editor import inference
from pyengine.editor.builtins import built_ins
from pyengine.editor.hover import code, fenced, told_at
from pyengine.editor.inference import Inference, infer
from pyengine.editor.lines import Lines
from pyengine.editor.positions import position_at
from pyengine.language.vocabulary import PREDICATES
from pyengine.reasoners.budget import Budget
from tests.editor.conftest import LONG, Editor, serving
from tests.editor.views import BROKEN, ROOT, SMALL, cursor, view_file, view_of

TICTACTOE = ROOT / "rules" / "tictactoe.pl"


def _told(marked: str) -> str | None:
    text, offset = cursor(marked)
    found = told_at(view_of(text), offset, None)
    return None if found is None else found[0]


@pytest.mark.parametrize(
    ("marked", "parts"),
    [
        (
            "mo‸ve(1, go, 0).\n",
            ["move(S, M, S2)", "every legal move M and where it leads", "needed", "1 clause; asked by"],
        ),
        ("a :- b(‸c).\n", None),
        (
            "%! b(+X) is det.\n%\n%  Says so.\nb(_).\nb(_).\na :- ‸b(1).\n",
            ["%! b(+X) is det.", "Says so.", "2 clauses", "`a/0`"],
        ),
        ("%  Why.\n\nb(X, _) :- c(X).\na :- ‸b(1, 2).\n", ["b(X, Arg2)", "Why.", "called by `a/0`"]),
        ("‸b(1).\n", ["called by nobody"]),
        ("a :- ‸b(1).\n", ["`b/1` is not defined"]),
        (
            "a :- ‸replace_arg(1, b, c, d, e).\n",
            ["`replace_arg/5` comes with `library(boards)`, which is not included"],
        ),
        ("a(X) :- ‸between(1, 2, X).\n", ["between(+Low, +High, ?Value)", "man?predicate=between/3"]),
        ("a(X) :- X ‸is 1.\n", ["is(-Value, +Expression)", "predicate=is/2"]),
        ("a :- ‸shell(ls).\n", ["rules may not call it"]),
        ("a(X) :- ‸param(n, X).\n", ["param(+Name, -Value)", "pyengine has it"]),
        ("parameter(n, [1, 2]).\na(X) :- param(‸n, X).\n", ["parameter(n, [1,2])."]),
        ("a(X) :- param(‸n, X).\n", ["`n` is not a parameter of this game"]),
        ("a(‸X, X).\n", ["`X` occurs 2 times in its clause"]),
        ("a(‸_).\n", ["each `_` is a variable of its own"]),
        (":- include(library(‸boards)).\n", ["Boards as terms and lists", "`library(boards)`"]),
        ("a --> ‸b.\nb --> [].\n", ["1 clause; called by `a//0`"]),
        ("a :- ‸append([], X,\n", ["append"]),
        ("‸", None),
    ],
)
def test_what_is_told(marked: str, parts: list[str] | None) -> None:
    text = _told(marked)
    if parts is None:
        assert text is None
    else:
        assert text is not None
        assert [part for part in parts if part not in text] == [], text


def test_text_of_rules_is_shown_as_code() -> None:
    assert fenced("```\n![x](http://x)\n```").split("\n")[0] == "````prolog"
    assert [code("a"), code("a`b"), code("a``b")] == ["`a`", "`` a`b ``", "`…`"]


def test_lines_about_built_ins_are_about_what_rules_may_call() -> None:
    assert [found for found in built_ins() if found not in PREDICATES or not PREDICATES[found].safe] == []


def test_what_is_inferred() -> None:
    view = view_file(TICTACTOE)
    ways = infer(view.examined)
    found = told_at(view, view.text.index("opponent("), ways)
    assert found is not None
    assert "opponent(in o|x, out o|x), a table of 2 facts" in found[0]
    found = told_at(view, view.text.index("mark("), ways)
    assert found is not None
    assert "mark(in list(e|o|x), in integer, in o|x, out integer, out list(e|o|x)) is nondet" in found[0]


def test_rules_that_take_too_long_are_inferred_nothing_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inference, "_BUDGET", Budget(seconds=0.001))
    assert infer(view_file(TICTACTOE).examined) == {}


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_broken_rules_are_inferred_nothing_of_without_harm(path: Any) -> None:
    infer(view_file(path).examined)


def test_inference_is_there_the_next_time() -> None:
    inference = Inference()
    view = view_file(TICTACTOE)
    assert inference.of(view) is None
    inference._known[view.program.source.name][1].result(LONG)
    assert inference.of(view)
    inference.end()


@pytest.mark.parametrize(
    ("marked", "state"),
    [
        ("initial(s(x, ‸[e])).\n", "s(x,[e])"),
        ("initial(‸X) :- a(X).\n", None),
        ("initial('A'-‸1) :- b.\n", "'A'-1"),
        ("utility(‸1, 2).\n", "1"),
        ("utility(1, ‸2).\n", None),
        ("staticval(‸d, 4).\n", "d"),
        ("other(‸d, 4).\n", None),
        ("%  position: s(‸x).\n", "s(x)"),
        ("% at s(‸x).\n", None),
        (":- initial(‸x).\n", None),
    ],
)
def test_positions(marked: str, state: str | None) -> None:
    text, offset = cursor(marked)
    found = position_at(view_of(text), offset)
    assert (None if found is None else found.state) == state


async def _ask(editor: Editor, uri: str, text: str, word: str) -> str:
    place = Lines(text).position(text.index(word))
    found = await editor.text_document_hover_async(types.HoverParams(types.TextDocumentIdentifier(uri), place))
    assert found is not None
    assert isinstance(found.contents, types.MarkupContent)
    return found.contents.value


def test_an_editor_hovers_over_rules() -> None:
    plain = types.ClientCapabilities(
        text_document=types.TextDocumentClientCapabilities(
            hover=types.HoverClientCapabilities(content_format=[types.MarkupKind.PlainText])
        )
    )

    async def look() -> None:
        async with serving() as editor:
            uri = editor.open_file(TICTACTOE)
            text = TICTACTOE.read_text()
            async with asyncio.timeout(LONG):
                while "is nondet" not in await _ask(editor, uri, text, "mark(Cells"):
                    await asyncio.sleep(0.1)
        async with serving(capabilities=plain) as editor:
            uri = editor.open_file(TICTACTOE)
            told = await _ask(editor, uri, text, "between(")
            assert "`" not in told
            assert "Manual of SWI-Prolog: https://www.swi-prolog.org/pldoc/man?predicate=between/3" in told

    asyncio.run(look())


def test_an_editor_sees_the_board_of_a_position() -> None:
    text = SMALL.replace("initial(1)", "initial(s(🙂))").replace("🙂", "'🙂'") + "show(s(X), X).\n% position: s(two)\n"
    text = text.replace("move(1", "move(s(_)").replace("to_move(_, a)", "to_move(_, a)")

    async def look() -> None:
        async with serving() as editor:
            uri = editor.open("file:///nowhere/game.pl", text)
            assert "🙂" in await _ask(editor, uri, text, "s('🙂')")
            assert await _ask(editor, uri, text, "s(two)") == fenced("two", "text")
            assert await _ask(editor, uri, text, "s(two)") == fenced("two", "text")
            broken = text.replace("terminal(0).\n", "terminal(0) :- nothing.\n")
            editor.change(uri, broken)
            assert "the start position" in await _ask(editor, uri, broken, "initial")

    asyncio.run(look())
