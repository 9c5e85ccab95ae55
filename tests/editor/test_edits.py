"""Whatever is typed, pasted, deleted and undone: what the server tells is what a fresh check of the text says."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol.types import PositionEncodingKind

from pyengine.editor.diagnostics import diagnostics_of
from pyengine.editor.lines import Lines
from pyengine.editor.view import read_view
from tests.editor.conftest import Editor, serving

RULES = Path(__file__).parents[2] / "rules"
BROKEN = Path(__file__).parents[1] / "broken"
START = (RULES / "nim.pl").read_text("utf-8")
PASTED = [(BROKEN / f"{name}.pl").read_text("utf-8")[:400] for name in ("lint_scattered", "syntax_unclosed_comment")]
CHUNKS = [
    *(
        "a",
        "X",
        " ",
        "\n",
        "\r\n",
        "\r",
        ".",
        ". ",
        ",",
        "(",
        ")",
        "[",
        "]",
        "'",
        '"',
        "0'",
        "%",
        "/*",
        "*/",
        ":-",
        "|",
    ),
    *("🙂", "é", "e\u0301", "\u2028", "\t", "\\", "👩\u200d👩\u200d👧", "move(", "_Y", "player(c).\n", *PASTED),
]

Edits = list[tuple[float, float, str | None]]
edits = st.lists(
    st.tuples(st.floats(0, 1), st.floats(0, 0.2), st.one_of(st.none(), st.sampled_from(CHUNKS), st.text(max_size=8))),
    min_size=1,
    max_size=12,
)


@pytest.fixture(scope="module", params=list(PositionEncodingKind), ids=str)
def running(request: pytest.FixtureRequest) -> Iterator[tuple[asyncio.Runner, Editor, PositionEncodingKind]]:
    """A server that is used for many texts."""
    with asyncio.Runner() as runner:
        server = serving(encodings=[request.param])
        editor = runner.run(server.__aenter__())
        yield runner, editor, request.param
        runner.run(server.__aexit__(None, None, None))


async def type_in(editor: Editor, encoding: PositionEncodingKind, made: Edits) -> None:
    uri, text, before = editor.open(f"untitled:{len(editor.told)}", START), START, [START]
    for start, length, new in made:
        lines = Lines(text, encoding)
        if new is None and len(before) > 1:  # undo
            before.pop()
            editor.change(uri, before[-1])
            text = before[-1]
            continue
        first = int(start * len(text))
        last = min(len(text), first + int(length * len(text))) if new is None or length > 0.1 else first
        inserted = (new or "").encode(errors="ignore").decode()
        # An editor cannot put its cursor between the two characters that end a line.
        first -= text[first - 1 : first + 1] == "\r\n"
        last += text[last - 1 : last + 1] == "\r\n"
        editor.change(uri, (lines.range(first, last), inserted))
        text = text[:first] + inserted + text[last:]
        before.append(text)
    told = await editor.findings(uri)
    view = read_view(uri, text, editor.versions[uri], lambda _: None, encoding.value)
    expected = diagnostics_of(view, view.examined.findings)[uri]
    assert [(d.range, d.code, d.message, d.severity) for d in told] == [
        (d.range, d.code, d.message, d.severity) for d in expected
    ]
    editor.close(uri)


@given(made=edits)
def test_the_server_sees_what_a_fresh_check_sees(
    running: tuple[asyncio.Runner, Editor, PositionEncodingKind], made: Edits
) -> None:
    runner, editor, encoding = running
    runner.run(type_in(editor, encoding, made))
