"""Messages that make no sense: each request is answered, and the server goes on."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.editor.conftest import LONG
from tests.editor.views import SMALL

URI = "studio:///mine.pl"
HERE = {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 0}}
Talk = Callable[["Plain"], Awaitable[None]]


class Plain:
    """An editor that says whatever it likes."""

    def __init__(self, server: asyncio.subprocess.Process) -> None:
        self.server = server
        self.told: list[dict[str, Any]] = []

    async def say(self, message: object) -> None:
        await self.say_bytes(json.dumps(message).encode())

    async def say_bytes(self, body: bytes) -> None:
        assert self.server.stdin is not None
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        await self.server.stdin.drain()

    async def hear(self) -> Any:
        """Give the next answer; notifications are kept."""
        stream = self.server.stdout
        assert stream is not None
        async with asyncio.timeout(LONG):
            while True:
                length = 0
                while line := (await stream.readline()).strip():
                    if line.lower().startswith(b"content-length:"):
                        length = int(line.split(b":")[1])
                told = json.loads(await stream.readexactly(length))
                if "method" not in told:
                    return told
                self.told.append(told)

    async def ask(self, number: object, method: object, params: object = None) -> Any:
        await self.say({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        return await self.hear()

    async def notify(self, method: str, params: object = None) -> None:
        await self.say({"jsonrpc": "2.0", "method": method, "params": params})

    async def begin(self) -> None:
        await self.ask(0, "initialize", {"capabilities": {}, "processId": None, "rootUri": None})
        opened = {"uri": URI, "languageId": "prolog", "version": 1, "text": SMALL}
        await self.notify("textDocument/didOpen", {"textDocument": opened})

    async def is_well(self) -> None:
        """Ask something that makes sense."""
        assert "player" in (await self.ask("well?", "textDocument/hover", HERE))["result"]["contents"]["value"]


def talk(said: Talk) -> tuple[int, str]:
    """Have a conversation with a server; gives how it ended, and what it logged."""

    async def run() -> tuple[int, str]:
        pipe = asyncio.subprocess.PIPE
        server = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "pyengine", "lsp"), stdin=pipe, stdout=pipe, stderr=pipe
        )
        try:
            await said(Plain(server))
            async with asyncio.timeout(LONG):
                _, errors = await server.communicate()
        finally:
            if server.returncode is None:
                server.kill()
                await server.wait()
        assert server.returncode is not None
        return server.returncode, errors.decode()

    return asyncio.run(run())


QUESTIONS: list[tuple[object, int]] = [
    ({"jsonrpc": "2.0", "id": 1, "method": "textDocument/hover", "params": {"textDocument": 5}}, -32602),
    ({"jsonrpc": "2.0", "id": 1, "method": "textDocument/hover"}, -32602),
    ({"jsonrpc": "2.0", "id": 1, "method": "textDocument/hover", "params": [1]}, -32602),
    ({"jsonrpc": "2.0", "id": 1, "method": "textDocument/hover", "params": {**HERE, "position": {"line": -1}}}, -32602),
    ({"jsonrpc": "2.0", "id": 1, "method": "no/such", "params": {}}, -32601),
    ({"jsonrpc": "2.0", "id": 1, "method": 5}, -32600),
    ({"jsonrpc": "1.0", "id": 1, "method": "textDocument/hover", "params": HERE}, -32600),
    ({"id": 1, "method": "textDocument/hover", "params": HERE}, -32600),
    ({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}, -32600),
]
NOISE: list[tuple[bytes, int]] = [
    (b'{"jsonrpc": "2.0", "id": [1], "method": "a"}', -32600),
    (b'{"jsonrpc": "2.0", "id": null, "method": "a"}', -32600),
    (b'[{"jsonrpc": "2.0", "id": 1, "method": "a"}]', -32600),
    (b"5", -32600),
    (b"{]}", -32700),
    (b"\xff\xfe", -32700),
    (b"[" * 100_000, -32700),
]


def test_a_question_that_makes_no_sense_is_answered() -> None:
    async def said(editor: Plain) -> None:
        early = await editor.ask(7, "textDocument/hover", HERE)
        assert (early["id"], early["error"]["code"]) == (7, -32002)
        await editor.begin()
        for question, code in QUESTIONS:
            await editor.say(question)
            answer = await editor.hear()
            assert (answer["id"], answer["error"]["code"]) == (1, code), question
            assert "Traceback" not in str(answer)
        for noise, code in NOISE:
            await editor.say_bytes(noise)
            answer = await editor.hear()
            assert (answer["id"], answer["error"]["code"]) == (None, code), noise
        await editor.is_well()
        assert await editor.ask(8, "shutdown") == {"id": 8, "jsonrpc": "2.0", "result": None}
        assert (await editor.ask(9, "textDocument/hover", HERE))["error"]["code"] == -32600
        await editor.notify("exit")

    status, errors = talk(said)
    assert (status, errors) == (0, "")


def test_notifications_that_make_no_sense_are_passed_over() -> None:
    async def said(editor: Plain) -> None:
        await editor.notify("textDocument/didChange", HERE)  # before all else
        await editor.begin()
        wild = {"start": {"line": -4, "character": 0}, "end": {"line": 10**12, "character": 0}}
        changes = [{"range": wild, "text": "x"}]
        await editor.notify(
            "textDocument/didChange", {"textDocument": {"uri": URI, "version": 2}, "contentChanges": changes}
        )
        other = {"textDocument": {"uri": "untitled:other", "version": 2}, "contentChanges": [{"text": "x"}]}
        await editor.notify("textDocument/didChange", other)
        await editor.notify("textDocument/didClose", {"textDocument": {"uri": "untitled:other"}})
        for params in (None, {"id": 55}, {"id": None}, {"id": [1]}, {"id": {}}, {}):
            await editor.notify("$/cancelRequest", params)
        await editor.say({"jsonrpc": "2.0", "id": "nobody asked", "result": 1})
        await editor.notify("no/such", 1)
        await editor.is_well()
        told = [one["params"] for one in editor.told if one["method"] == "textDocument/publishDiagnostics"]
        assert not [one for one in told if one["uri"] == "untitled:other" and one["diagnostics"]]
        assert not [one for one in editor.told if one["method"] == "window/showMessage"]
        await editor.notify("exit")

    status, errors = talk(said)
    assert status == 1  # nobody has said shutdown
    assert "Traceback" not in errors


URIS = ["", "untitled:one", "file://[::1/x", "file:///a%00b", "a \x1b[31m", "x:" + "y" * 5000]


def test_a_text_may_be_called_anything() -> None:
    text = SMALL.replace("to_move(_,", "to_move(One,")
    place = {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}

    async def said(editor: Plain) -> None:
        await editor.begin()
        for number, uri in enumerate(URIS):
            opened = {"uri": uri, "languageId": "prolog", "version": 1, "text": text}
            await editor.notify("textDocument/didOpen", {"textDocument": opened})
            asked = {"textDocument": {"uri": uri}, "range": place, "context": {"diagnostics": []}}
            fixes = (await editor.ask(number, "textDocument/codeAction", asked))["result"]
            assert [fix["title"] for fix in fixes] == ["write _One", "write _"]
            command = {"command": "pyengine.show", "arguments": [{"uri": uri}]}
            shown = await editor.ask(f"show {number}", "workspace/executeCommand", command)
            assert "position  1" in shown["result"]["text"]
        await editor.notify("exit")

    assert talk(said)[1] == ""


def test_what_is_asked_right_after_a_change_is_asked_of_the_new_text() -> None:
    async def said(editor: Plain) -> None:
        await editor.begin()
        for version in range(2, 40):
            text = f"p{version}(a)."
            changed = {"textDocument": {"uri": URI, "version": version}, "contentChanges": [{"text": text}]}
            await editor.notify("textDocument/didChange", changed)
            answer = await editor.ask(version, "textDocument/hover", HERE)
            assert f"p{version}" in answer["result"]["contents"]["value"]
        await editor.notify("exit")

    talk(said)


@pytest.mark.parametrize(
    "noise", [b"GET / HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}", b"Content-Length: 99999999999\r\n\r\n"]
)
def test_what_is_no_editor_is_told_so(noise: bytes) -> None:
    done = subprocess.run([sys.executable, "-m", "pyengine", "lsp"], input=noise, capture_output=True, timeout=LONG)
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr == b"pyengine: what came over standard input is not from an editor\n"
