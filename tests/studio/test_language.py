"""The language server of a page: what is wrong with its text, and nothing about files that are none of its business."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from .conftest import LONG, Served, run

MAIN = "file:///studio/main.pl"


class Editor:
    """The editor of a page, one message a frame."""

    def __init__(self, socket: Any) -> None:
        self.socket, self.count = socket, 0
        self.news: list[dict[str, Any]] = []

    async def send(self, method: str, params: dict[str, Any], **more: Any) -> None:
        await self.socket.send(json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}))

    async def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        self.count += 1
        await self.send(method, params, id=self.count)
        while True:
            told = await self.hear()
            if told.get("id") == self.count and "method" not in told:
                return told

    async def hear(self) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(await asyncio.wait_for(self.socket.recv(), LONG))
        self.news.append(told)
        return told

    async def open(self, uri: str, text: str) -> None:
        document = {"uri": uri, "languageId": "prolog", "version": 1, "text": text}
        await self.send("textDocument/didOpen", {"textDocument": document})

    async def diagnostics(self, uri: str) -> list[dict[str, Any]]:
        while True:
            told = await self.hear()
            if told.get("method") == "textDocument/publishDiagnostics" and told["params"]["uri"] == uri:
                found: list[dict[str, Any]] = told["params"]["diagnostics"]
                return found

    async def begin(self) -> None:
        told = await self.ask(
            "initialize",
            {"processId": None, "rootUri": "file:///studio/", "rootPath": "/etc", "capabilities": {}},
        )
        assert "completionProvider" in told["result"]["capabilities"]
        await self.send("initialized", {})


def test_a_text_is_checked_completed_and_mended(served: Served) -> None:
    async def edit() -> None:
        async with served.connect("/language", open_timeout=LONG) as socket:
            editor = Editor(socket)
            await editor.begin()
            await editor.open(MAIN, "player(max).\nplayer(min).\ninitial(a)\n")
            found = await editor.diagnostics(MAIN)
            assert any(each["range"]["start"]["line"] == 2 for each in found)
            place = {"textDocument": {"uri": MAIN}, "position": {"line": 0, "character": 2}}
            assert "player" in json.dumps((await editor.ask("textDocument/hover", place))["result"])
            mended = await editor.ask(
                "textDocument/codeAction",
                {**place, "range": found[0]["range"], "context": {"diagnostics": found}},
            )
            assert MAIN in json.dumps(mended["result"])
            assert str(served.folder) not in json.dumps(editor.news)

    run(edit())


def test_files_beside_are_seen_by_the_names_that_pages_know(served: Served) -> None:
    (served.folder / "part.pl").write_text("half_of(X, Y) :- Y is X // 2.\n")

    async def edit() -> None:
        async with served.connect("/language", open_timeout=LONG) as socket:
            editor = Editor(socket)
            await editor.begin()
            await editor.open(MAIN, ":- include(part).\nmove(S, M, T) :- half_of(S, T), M = T.\n")
            await editor.diagnostics(MAIN)
            place = {"textDocument": {"uri": MAIN}, "position": {"line": 1, "character": 19}}
            told = await editor.ask("textDocument/definition", place)
            assert "file:///studio/part.pl" in json.dumps(told["result"])
            assert str(served.folder) not in json.dumps(editor.news)

    run(edit())


def test_what_comes_with_pyengine_has_a_name_of_its_own(served: Served) -> None:
    async def edit() -> None:
        async with served.connect("/language", open_timeout=LONG) as socket:
            editor = Editor(socket)
            await editor.begin()
            await editor.open(MAIN, ":- include(library(boards)).\nmove(S, M, T) :- replace_arg(M, S, a, b, T).\n")
            await editor.diagnostics(MAIN)
            place = {"textDocument": {"uri": MAIN}, "position": {"line": 1, "character": 20}}
            told = await editor.ask("textDocument/definition", place)
            assert "file:///pyengine/lib/boards.pl" in json.dumps(told["result"])

    run(edit())


@pytest.mark.parametrize(
    "uri",
    [
        "file:///etc/passwd",
        "file:///etc/evil.pl",
        "FILE:///etc/evil.pl",
        "file:///studio/../evil.pl",
        "file:///studio/%2e%2e/evil.pl",
        "file:///studio//etc/evil.pl",
        "file://studio/evil.pl",
        "file:/etc/evil.pl",
        "file:///studio/a%00.pl",
        "file:///pyengine/../evil.pl",
        "file:///pyengine//etc/evil.pl",
    ],
)
def test_no_other_file_is_looked_at(served: Served, uri: str) -> None:
    async def edit() -> None:
        async with served.connect("/language", open_timeout=LONG) as socket:
            editor = Editor(socket)
            told = await editor.ask("initialize", {"processId": None, "rootUri": uri, "capabilities": {}})
            assert "error" in told
            await editor.begin()
            await editor.open(uri, ":- include(passwd).\n")
            place = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}}
            assert "error" in await editor.ask("textDocument/hover", place)
            assert "root:" not in json.dumps(editor.news)

    run(edit())


def test_nonsense_does_not_end_it(served: Served) -> None:
    async def edit() -> None:
        async with served.connect("/language", open_timeout=LONG) as socket:
            editor = Editor(socket)
            deep = [f'{{"id": 5, "params": {"[" * depth}{"]" * depth}}}' for depth in range(100, 1000, 100)]
            for frame in ("", "{", "[]", "3", b"\xff", "[" * 50_000, '{"id": 5, "method": 7}', "x" * (11 << 20), *deep):
                await socket.send(frame)
            await editor.begin()

    run(edit())


def test_a_closed_editor_leaves_no_process(served: Served) -> None:
    async def edit() -> None:
        async with served.connect("/language", open_timeout=LONG) as socket:
            editor = Editor(socket)
            await editor.begin()
            await editor.open(MAIN, (served.folder / "part.pl").read_text())
            await editor.diagnostics(MAIN)
            assert served.working()
        await served.rest()

    run(edit())
