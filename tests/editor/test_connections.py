"""Editors that come to a port: several, some of which go away, and pages that are not welcome."""

from __future__ import annotations

import asyncio
import json
import socket
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from pyengine.editor.connections import is_welcome
from tests.editor.conftest import LONG, Editor
from tests.editor.ports import waiting
from tests.editor.views import SMALL

WRONG = SMALL.replace("to_move(_,", "to_move(Once,")
BEGIN = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"capabilities": {}, "processId": None, "rootUri": None},
}


async def coming(way: str, port: int) -> Editor:
    """Come to a server as an editor."""
    editor = Editor()
    await (editor.start_tcp if way == "tcp" else editor.start_ws)("127.0.0.1", port)
    asked = types.InitializeParams(types.ClientCapabilities(), initialization_options={"walk": False})
    await editor.initialize_async(asked)
    return editor


async def ending(editor: Editor) -> None:
    """Leave as an editor does that has started the server."""
    await editor.shutdown_async(None)
    editor.exit(None)
    await editor.stop()


async def leaving(editor: Editor) -> None:
    """Go away without a word."""
    writer = editor.protocol.writer
    assert writer is not None
    closed = writer.close()
    if closed is not None:
        await closed
    await editor.stop()


@pytest.mark.parametrize("way", ["tcp", "websocket"])
def test_several_editors_come_and_go(way: str) -> None:
    async def look(port: int) -> None:
        first, second = await coming(way, port), await coming(way, port)
        one = first.open("untitled:one", WRONG)
        other = second.open("untitled:one", SMALL)
        assert [found.code for found in await first.findings(one)] == ["singleton-variable"]
        assert await second.findings(other) == []
        assert len(first.told[one]) == 1  # nothing of the other's
        await ending(second)
        first.change(one, SMALL)
        assert await first.findings(one) == []
        await leaving(first)
        third = await coming(way, port)
        again = third.open("untitled:one", WRONG)
        assert [found.code for found in await third.findings(again)] == ["singleton-variable"]
        await ending(third)

    with waiting(f"--{way}") as (server, port):
        asyncio.run(look(port))
        server.wait(LONG)  # the last one has ended it
        assert server.returncode == 0


def test_pages_of_other_hosts_are_refused() -> None:
    async def look(port: int) -> None:
        for origin in ("https://example.org", "null", "file://", "http://localhost.example.org", "http://[::1"):
            with pytest.raises(InvalidStatus) as refused:
                await connect(f"ws://127.0.0.1:{port}", additional_headers={"Origin": origin})
            assert refused.value.response.status_code == 403
        for origin in ("http://localhost:8080", "http://127.0.0.1", "https://games.example"):
            async with connect(f"ws://127.0.0.1:{port}", additional_headers={"Origin": origin}) as page:
                await page.send(json.dumps(BEGIN))
                told = await page.recv()
                assert isinstance(told, str)  # a page gets text
                assert json.loads(told)["id"] == 1

    with waiting("--websocket", "--origin", "https://games.example") as (_, port):
        asyncio.run(look(port))


def test_a_page_is_of_this_machine_by_its_host_alone() -> None:
    assert is_welcome("http://[::1]:9", ())
    assert not is_welcome("http://127.0.0.1.example.org", ())
    assert not is_welcome("http://localhost@example.org", ())
    assert not is_welcome("ftp://localhost", ())
    assert not is_welcome("", ())


def test_a_page_cannot_speak_to_a_port_by_a_form() -> None:
    body = json.dumps(BEGIN).encode()
    head = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n" % len(body)
    with waiting("--tcp") as (server, port):
        for noise in (head + body, b"a" * 200_000 + b"\n", b"Content-Length: 99999999999\r\n\r\n", b"\x16\x03\x01\n"):
            with socket.create_connection(("127.0.0.1", port), LONG) as page:
                page.sendall(noise)
                assert answer(page) == b""
        with socket.create_connection(("127.0.0.1", port), LONG) as page:
            page.sendall(b"Content-Length: %d\r\nContent-Type: text\r\n\r\n%s" % (len(body), body))
            assert b"Content-Length" in page.recv(1 << 16)
        assert server.poll() is None


def answer(page: socket.socket) -> bytes:
    try:
        return page.recv(1000)
    except ConnectionResetError:
        return b""


def test_without_files_nothing_of_the_machine_is_told(tmp_path: Path) -> None:
    secret = tmp_path / "secret.pl"
    secret.write_text("secret(hush).\n")
    main = (tmp_path / "main.pl").as_uri()

    async def look(port: int) -> tuple[Any, list[str]]:
        editor = await coming("tcp", port)
        document = types.TextDocumentIdentifier(secret.as_uri())
        symbols = await editor.text_document_document_symbol_async(types.DocumentSymbolParams(document))
        editor.open(main, SMALL + ":- include(secret).\n")
        codes = [str(found.code) for found in await editor.findings(main)]
        await leaving(editor)
        return [symbol.name for symbol in symbols or ()], codes

    with waiting("--tcp", "--no-files") as (_, port):
        assert asyncio.run(look(port)) == ([], ["missing-include"])
    with waiting("--tcp") as (_, port):
        assert asyncio.run(look(port)) == (["secret/1"], [])
