"""Where workers come from: a process that has imported all that they need, and forks whenever one is wanted.

To start Python and import what it takes costs a second of a busy machine; a fork costs next to nothing, and the
processes share the memory of what they only read. No rules run in the nursery, and it has no thread of its own: what it
gives to its workers is code alone. It ends with the server, and they do as well.

    {"niceness": 10}    with one end of a pair of sockets: start a worker on it; answered with its number
    {"gone": 123}       a worker that was killed need not be kept in mind any longer
"""

from __future__ import annotations

import asyncio
import gc
import importlib
import json
import os
import socket
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from pyengine.errors import WorkerEndedError
from pyengine.studio import worker
from pyengine.studio.process_tree import end_tree

LONGEST_MESSAGE: Final = 1 << 12
ATTEMPTS: Final = 2
"""How often a worker is begun: a nursery that was killed is found out only by that."""
LONGEST_LINE: Final = 64 << 20
"""Bytes of an answer of a worker."""
NEEDED: Final = (
    "pyengine.compiler.python.compiled_rules",
    "pyengine.language.checking.checker",
    "pyengine.language.reading.reader",
    "pyengine.reasoners.c",
    "pyengine.reasoners.compiled",
    "pyengine.search.driver",
    "pyengine.search.retrograde",
)
"""What workers import only when they need it, which is always."""


@dataclass(slots=True, eq=False)
class Worker:
    """A process that was started, and the line to it."""

    pid: int
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter


@dataclass(slots=True)
class Nursery:
    """The nursery as the server holds it: started when the first worker is wanted, and anew if it is killed."""

    _process: asyncio.subprocess.Process | None = None
    _control: socket.socket | None = None
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def open(self) -> None:
        """Start the nursery, so that it is ready when the first worker is wanted."""
        async with self._lock:
            await self._opened()

    async def start(self, niceness: int) -> Worker:
        """Start a worker; WorkerEndedError where that cannot be."""
        ours, theirs = socket.socketpair()
        forking = asyncio.ensure_future(self._fork(niceness, theirs))
        try:
            pid = await asyncio.shield(forking)
        except asyncio.CancelledError:  # what was asked of the nursery is answered, and nobody wants it
            ours.close()
            forking.add_done_callback(self._forget)
            raise
        except (OSError, ValueError) as error:
            ours.close()
            raise WorkerEndedError(f"no process could be started: {error}") from None
        ours.setblocking(False)
        reader, writer = await asyncio.open_connection(sock=ours, limit=LONGEST_LINE)
        return Worker(pid, reader, writer)

    def _forget(self, forked: asyncio.Future[int]) -> None:
        if not forked.cancelled() and forked.exception() is None:
            end_tree(forked.result())
            self._tell_gone(forked.result())

    def end(self, gone: Worker) -> None:
        """Kill a worker and all that it has started."""
        end_tree(gone.pid)
        gone.writer.close()
        self._tell_gone(gone.pid)

    def _tell_gone(self, pid: int) -> None:
        if self._control is not None:
            with suppress(OSError):
                self._control.send(_line({"gone": pid}))

    def close(self) -> None:
        """End the nursery."""
        if self._control is not None:
            self._control.close()
        if self._process is not None:
            end_tree(self._process.pid)

    async def wait(self) -> None:
        """Wait for the end of a nursery that was closed."""
        if self._process is not None:
            await self._process.wait()

    async def _fork(self, niceness: int, theirs: socket.socket) -> int:
        """Have a worker started; by another nursery where this one has ended."""
        with theirs:
            async with self._lock:
                for _ in range(ATTEMPTS):
                    control = await self._opened()
                    with suppress(ConnectionError):
                        socket.send_fds(control, [_line({"niceness": niceness})], [theirs.fileno()])
                        told = await asyncio.get_running_loop().sock_recv(control, LONGEST_MESSAGE)
                        if told:
                            return int(json.loads(told)["pid"])
                    control.close()
                    self._control = None
        raise OSError("what starts processes has ended")

    async def _opened(self) -> socket.socket:
        if self._control is not None and self._process is not None and self._process.returncode is None:
            return self._control
        control, theirs = socket.socketpair()
        with theirs:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", "pyengine.studio.nursery"),
                stdin=theirs.fileno(),
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.DEVNULL,
                start_new_session=True,
            )
        control.setblocking(False)
        self._control = control
        return control


def _line(message: Mapping[str, Any]) -> bytes:
    return json.dumps(message).encode() + b"\n"


def serve(control: socket.socket) -> None:
    """Be the nursery until the server goes away."""
    gone: set[int] = set()
    lines: list[int] = []
    begun = b""
    while True:
        message, descriptors, _, _ = socket.recv_fds(control, LONGEST_MESSAGE, 16)
        if not message:
            return
        lines += descriptors
        *whole, begun = (begun + message).split(b"\n")
        for told in map(json.loads, whole):
            if "gone" in told:
                gone.add(told["gone"])
            else:
                _fork(control, lines, told["niceness"])
        gone = {pid for pid in gone if not _is_reaped(pid)}


def _fork(control: socket.socket, lines: list[int], niceness: int) -> None:
    """Become a worker on the line that came first, and stay what we are."""
    line = lines.pop(0)
    pid = os.fork()
    if pid == 0:
        control.close()
        for other in lines:
            os.close(other)
        _work(socket.socket(fileno=line), niceness)
    os.close(line)
    control.send(_line({"pid": pid}))


def _is_reaped(pid: int) -> bool:
    """Let go of a worker that was killed; until then no other process can have its number."""
    try:
        return os.waitpid(pid, os.WNOHANG)[0] != 0
    except ChildProcessError:
        return True


def _work(line: socket.socket, niceness: int) -> None:
    """Be a worker, in a session of its own, and nothing else ever after."""
    try:
        os.setsid()
        worker.work(line, niceness)
    finally:
        os._exit(1)


def main() -> None:
    """Import what workers need, then wait to become some."""
    control = socket.socket(fileno=os.dup(0))
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.close(nowhere)
    for module in NEEDED:
        importlib.import_module(module)
    gc.collect()
    gc.freeze()  # what is there stays, and its pages stay shared
    serve(control)


if __name__ == "__main__":
    main()
