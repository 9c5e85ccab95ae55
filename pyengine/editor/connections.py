"""How editors reach the server: pipes, a port, web sockets. Each editor has a server, and texts, of its own.

A page in a browser can open web sockets to any port of this machine, and send requests of HTTP there. So a web socket
is refused to pages of other hosts, and what is no message of the protocol ends a connection.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
import threading
from collections.abc import Awaitable, Callable, Collection, Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from pyengine.editor.server import RuleServer
from pyengine.errors import ReasonerError

if TYPE_CHECKING:
    from websockets.asyncio.server import ServerConnection
    from websockets.http11 import Request, Response

MOST_BYTES: Final = 256 << 20
"""Of one message; a rule file has 8 MiB at most, and an editor that sends more than this is none."""
_FIELD: Final = re.compile(rb"([A-Za-z-]+):[ \t]*(.*?)[ \t]*\r?\n")
_LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})

_ENDS: Final = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if os.name == "posix")
"""How editors end a server that they do not ask to end, or do not wait for."""

MakeServer = Callable[[], RuleServer]


class NotAnEditorError(Exception):
    """What comes is not the protocol of editors."""


def _run(talk: Coroutine[Any, Any, int]) -> int:
    """Talk until that is over; where the process is told to end, what it has started ends first. Gives the status."""
    ended: list[int] = []

    async def run() -> int:
        task, loop = asyncio.current_task(), asyncio.get_running_loop()
        assert task is not None

        def end(number: int) -> None:
            ended.append(128 + number)
            task.cancel()

        for number in _ENDS:
            if signal.getsignal(number) is signal.SIG_DFL:  # what was started by nohup stays
                loop.add_signal_handler(number, end, number)
        return await talk

    try:
        return asyncio.run(run())
    except asyncio.CancelledError:
        return ended[0] if ended else 1


# Messages with a header each: pipes and ports


async def _length(reader: asyncio.StreamReader) -> int | None:
    """Read the header of a message, and give the length of what follows; None at the end of what there is to read."""
    length = None
    try:
        while line := await reader.readline():
            if not line.strip():
                if length is not None:
                    return length
                continue
            field = _FIELD.fullmatch(line)
            if field is None:
                raise NotAnEditorError
            if field[1].lower() == b"content-length":
                length = int(field[2]) if re.fullmatch(rb"\d{1,12}", field[2]) else MOST_BYTES + 1
                if length > MOST_BYTES:
                    raise NotAnEditorError
    except ValueError:  # a line that does not end
        raise NotAnEditorError from None
    return None


async def _converse(server: RuleServer, reader: asyncio.StreamReader, sent: Callable[[], Awaitable[None]]) -> None:
    """Take messages until the editor has had enough, or is gone. Raises NotAnEditorError."""
    while not server.protocol.has_ended and (length := await _length(reader)) is not None:
        try:
            body = await reader.readexactly(length)
        except asyncio.IncompleteReadError:
            return
        server.protocol.take(body)
        await sent()
        await asyncio.sleep(0)  # whoever sends without a pause does not keep others waiting


class _PipeWriter:
    """Standard output; what an editor that is gone would have been told is lost."""

    def __init__(self, number: int) -> None:
        self._number = number

    def write(self, data: bytes) -> None:
        left = memoryview(data)
        with suppress(BrokenPipeError):
            while left:
                left = left[os.write(self._number, left) :]

    def close(self) -> None:
        """Leave it to the process, whose it is."""


def serve_pipes(make: MakeServer) -> int:
    """Serve one editor over standard input and output; gives the status to end with."""
    return _run(_over_pipes(make()))


async def _over_pipes(server: RuleServer) -> int:
    reader, loop = asyncio.StreamReader(), asyncio.get_running_loop()

    def pump() -> None:
        """Read on, whatever the server is doing: a thread, since not all systems can wait for pipes otherwise."""
        with suppress(RuntimeError), open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as stream:
            while some := stream.read(1 << 16):
                loop.call_soon_threadsafe(reader.feed_data, some)
            loop.call_soon_threadsafe(reader.feed_eof)  # RuntimeError: the loop has ended before

    threading.Thread(target=pump, daemon=True).start()
    server.protocol.set_writer(_PipeWriter(sys.stdout.fileno()))
    try:
        await _converse(server, reader, _at_once)
    except NotAnEditorError:
        raise ReasonerError("what came over standard input is not from an editor") from None
    finally:
        server.shutdown()
    return int(server.protocol.has_ended and not server.protocol.was_shut_down)


async def _at_once() -> None:
    """Wait for nothing: what is written to a pipe is written."""


# Editors that come to a port


class _Reception:
    """The editors that are there; when the last one has asked for the end, that is the end of the process."""

    def __init__(self) -> None:
        self._there = 0
        self.is_over = asyncio.Event()

    async def welcome(self, server: RuleServer, talk: Awaitable[None]) -> None:
        """Have a conversation with an editor."""
        self._there += 1
        try:
            await talk
        finally:
            self._there -= 1
            server.shutdown()
            if server.protocol.has_ended and not self._there:
                self.is_over.set()


def serve_port(make: MakeServer, host: str, port: int) -> int:
    """Serve editors at a port until one of them ends the server; gives the status to end with. Raises OSError."""
    return _run(_over_port(make, host, port))


async def _over_port(make: MakeServer, host: str, port: int) -> int:
    reception = _Reception()

    async def come(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        server = make()
        server.protocol.set_writer(writer)
        with suppress(NotAnEditorError, ConnectionError):
            await reception.welcome(server, _converse(server, reader, writer.drain))
        writer.close()

    async with await asyncio.start_server(come, host, port):
        await reception.is_over.wait()
    return 0


# Web sockets


class _SocketWriter:
    """Sends messages as text, one after the other, as long as somebody is there."""

    def __init__(self, socket: ServerConnection) -> None:
        self._socket = socket
        self._queue: asyncio.Queue[bytes] = asyncio.Queue()

    def write(self, data: bytes) -> None:
        self._queue.put_nowait(data)

    def close(self) -> None:
        """Leave it to the conversation."""

    async def send(self) -> None:
        """Send what is written, and go on until cancelled."""
        from websockets.exceptions import ConnectionClosed

        with suppress(ConnectionClosed):
            while True:
                await self._socket.send((await self._queue.get()).decode())


def is_welcome(origin: str | None, allowed: Collection[str]) -> bool:
    """Tell whether a web socket may be opened from a page: one of this machine, or of an origin that is allowed.

    Programs that are no browsers tell no origin.

    >>> is_welcome(None, ()), is_welcome("http://localhost:8080", ()), is_welcome("https://example.org", ())
    (True, True, False)
    >>> is_welcome("https://example.org", ["https://example.org"])
    True
    """
    if origin is None or origin in allowed:
        return True
    try:
        parts = urlsplit(origin)
        return parts.scheme in ("http", "https") and parts.hostname in _LOOPBACK
    except ValueError:
        return False


def serve_sockets(make: MakeServer, host: str, port: int, origins: Collection[str]) -> int:
    """Serve editors over web sockets until one of them ends the server; gives the status. Raises OSError."""
    return _run(_over_sockets(make, host, port, origins))


async def _over_sockets(make: MakeServer, host: str, port: int, origins: Collection[str]) -> int:
    from websockets.asyncio.server import serve

    reception = _Reception()

    def admit(socket: ServerConnection, request: Request) -> Response | None:
        given = request.headers.get_all("Origin")
        if all(is_welcome(origin, origins) for origin in given):
            return None
        return socket.respond(403, "pages of other hosts are not served; --origin allows one\n")

    async def come(socket: ServerConnection) -> None:
        server, writer = make(), _SocketWriter(socket)
        server.protocol.set_writer(writer, include_headers=False)
        sending = asyncio.get_running_loop().create_task(writer.send())
        try:
            await reception.welcome(server, _listen(server, socket))
        finally:
            sending.cancel()

    async with serve(come, host, port, process_request=admit, max_size=MOST_BYTES):
        await reception.is_over.wait()
    return 0


async def _listen(server: RuleServer, socket: ServerConnection) -> None:
    from websockets.exceptions import ConnectionClosed

    with suppress(ConnectionClosed):
        while not server.protocol.has_ended:
            server.protocol.take(await socket.recv())
            await asyncio.sleep(0)
