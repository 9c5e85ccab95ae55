"""The server itself: how it is reached, and what it does about rules that do not end and editors that go away."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from lsprotocol import types

from tests.editor.conftest import LONG, Editor, serving
from tests.editor.ports import started

GAME = "player(a).\nplayer(b).\ninitial(1).\nto_move(_, a).\nmove(1, go, 0).\nterminal(0).\nutility(0, 1).\n"
ENDLESS = GAME.replace("terminal(0).", "terminal(X) :- walk(X), X = 0.\nwalk(X) :- Y is X + 1, walk(Y).")


def walkers(server: int) -> list[int]:
    """Give the processes that a server has started."""
    found = []
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            text = status.read_text()
        except OSError:
            continue
        if re.search(rf"^PPid:\s+{server}$", text, re.MULTILINE) and not re.search(r"^State:\s+Z", text, re.MULTILINE):
            found.append(int(status.parent.name))
    return found


def is_alive(process: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False


async def walking(editor: Editor) -> list[int]:
    assert editor._server is not None
    async with asyncio.timeout(LONG):
        while not (found := walkers(editor._server.pid)):
            await asyncio.sleep(0.02)
    return found


async def gone(processes: list[int]) -> None:
    async with asyncio.timeout(LONG):
        while any(map(is_alive, processes)):
            await asyncio.sleep(0.02)


def test_a_walk_that_does_not_end_is_given_up_when_the_text_changes() -> None:
    async def look() -> None:
        async with serving(walk=True) as editor:
            uri = editor.open("untitled:endless", ENDLESS)
            processes = await walking(editor)
            editor.change(uri, GAME)
            await gone(processes)
            await editor.until(lambda: editor.told[uri][-1].version == 2)
            assert editor.told[uri][-1].diagnostics in ([], ())
            assert not editor.messages

    asyncio.run(look())


def test_a_walk_ends_with_the_server() -> None:
    async def look() -> list[int]:
        async with serving(walk=True) as editor:
            editor.open("untitled:endless", ENDLESS)
            return await walking(editor)

    processes = asyncio.run(look())
    asyncio.run(gone(processes))


@pytest.mark.hunt
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_walk_ends_with_a_server_that_is_told_to_end(number: signal.Signals, tmp_path: Path) -> None:
    async def look() -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("TMPDIR", str(tmp_path))
            editor = Editor()
            await editor.start_io(sys.executable, "-m", "pyengine", "lsp")
        try:
            await editor.initialize_async(types.InitializeParams(types.ClientCapabilities()))
            editor.open("untitled:endless", ENDLESS)
            processes = await walking(editor)
            assert editor._server is not None
            editor._server.send_signal(number)
            async with asyncio.timeout(LONG):
                assert await editor._server.wait() == 128 + number
            assert not any(map(is_alive, processes))
        finally:
            editor.end()
            await editor.stop()

    asyncio.run(look())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.hunt
def test_a_walk_that_does_not_end_is_cut_off_by_its_budget() -> None:
    async def look() -> None:
        async with serving(walk=True) as editor:
            uri = editor.open("untitled:endless", ENDLESS)
            await editor.until(lambda: any(told.diagnostics for told in editor.told.get(uri, ())))
            (found,) = editor.told[uri][-1].diagnostics
            assert found.code == "rule-limit"

    asyncio.run(look())


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pyengine", "lsp", *words], capture_output=True, text=True, timeout=LONG
    )


def test_a_port_that_is_taken_is_told() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = run("--tcp", "--port", str(taken.getsockname()[1]))
    assert done.returncode == 1
    assert done.stderr.startswith("pyengine: nobody can be served at 127.0.0.1, port ")
    assert done.stdout == ""


def test_ways_that_exclude_each_other() -> None:
    done = run("--tcp", "--websocket")
    assert done.returncode == 2
    assert "exclude each other" in done.stderr


@pytest.mark.parametrize(
    "noise", [b"", b"\n", b"Content-Length: 3\r\n\r\n{]}", b"\xff\xfe" * 100, b"GET / HTTP/1.1\r\n\r\n"]
)
def test_an_editor_that_goes_away_or_makes_noise(noise: bytes) -> None:
    server = subprocess.Popen(
        [sys.executable, "-m", "pyengine", "lsp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    _, errors = server.communicate(noise, timeout=LONG)
    assert b"Traceback" not in errors
    assert server.returncode in (0, 1)


def test_an_interrupt_ends_it_quietly() -> None:
    server, _ = started("--tcp")
    os.kill(server.pid, signal.SIGINT)
    out, errors = server.communicate(timeout=LONG)
    assert (out, b"Traceback" in errors) == (b"", False)
