"""A real studio in a process of its own, and pages that talk to it over real web sockets."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import websockets
from websockets.asyncio.client import ClientConnection, connect

LONG = 120.0
"""Seconds that something may take which takes one, on a machine that is busy."""
LINK = re.compile(r"http://127\.0\.0\.1:(\d+)/\?token=(\S+)")


class ToldError(Exception):
    """What a studio has answered in place of a result."""

    def __init__(self, told: dict[str, Any]) -> None:
        super().__init__(f"{told['kind']}: {told['message']}")
        self.kind, self.message, self.findings = told["kind"], told["message"], told.get("findings")


@dataclass
class Page:
    """A page: requests get the answers that have their number; all else is news."""

    socket: ClientConnection
    news: list[dict[str, Any]] = field(default_factory=list)
    _answers: dict[int | None, asyncio.Future[dict[str, Any]]] = field(default_factory=dict)
    _count: int = 0

    async def listen(self) -> None:
        async for frame in self.socket:
            told = json.loads(frame)
            if "method" in told:
                self.news.append(told)
            else:
                self._waiting(told["id"]).set_result(told)

    def _waiting(self, ticket: int | None) -> asyncio.Future[dict[str, Any]]:
        return self._answers.setdefault(ticket, asyncio.get_running_loop().create_future())

    async def send(self, method: str, **params: Any) -> int:
        self._count += 1
        await self.socket.send(json.dumps({"id": self._count, "method": method, "params": params}))
        return self._count

    async def answer(self, ticket: int | None) -> Any:
        told = await asyncio.wait_for(self._waiting(ticket), LONG)
        del self._answers[ticket]
        if "error" in told:
            raise ToldError(told["error"])
        return told["result"]

    async def ask(self, method: str, **params: Any) -> Any:
        return await self.answer(await self.send(method, **params))

    async def load(self, game: str, **parameters: str) -> Any:
        opened = await self.ask("open", game=game)
        return await self.ask("load", text=opened["text"], name=game, file=None, parameters=parameters)

    async def told_of(self, method: str, ticket: int) -> dict[str, Any]:
        """Wait for the first news of a kind about a request."""
        async with asyncio.timeout(LONG):
            while True:
                for told in self.news:
                    if told["method"] == method and told["params"]["ticket"] == ticket:
                        return dict(told["params"])
                await asyncio.sleep(0.01)


@dataclass
class Served:
    """A studio that runs."""

    process: subprocess.Popen[str]
    folder: Path
    port: int
    token: str

    @property
    def cookie(self) -> str:
        return f"pyengine-studio-{self.port}={self.token}"

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def connect(self, path: str = "/session", **changed: Any) -> Any:
        headers = changed.pop("headers", {"Cookie": self.cookie})
        origin = changed.pop("origin", self.origin)
        address = f"ws://127.0.0.1:{self.port}{path}"
        return connect(
            address, origin=origin, additional_headers=headers, max_size=None, compression=None, proxy=None, **changed
        )

    @asynccontextmanager
    async def page(self) -> AsyncIterator[Page]:
        async with self.connect(open_timeout=LONG) as socket:
            page = Page(socket)
            listening = asyncio.create_task(page.listen())
            try:
                yield page
            finally:
                listening.cancel()

    def descendants(self) -> set[int]:
        """The processes that the studio has started, and theirs, that have not ended."""
        return descendants(self.process.pid)

    def nursery(self) -> int:
        """The process that workers come from."""
        [found] = [pid for pid in children(self.process.pid) if b"pyengine.studio.nursery" in words_of(pid)]
        return found

    def working(self) -> set[int]:
        """The processes that work for pages, and all that they have started."""
        return self.descendants() - {self.nursery()}

    async def rest(self) -> None:
        """Wait until nothing works for any page."""
        async with asyncio.timeout(LONG):
            while self.working():
                await asyncio.sleep(0.02)


def parents() -> dict[int, int]:
    """The parent of each process that has not ended."""
    found = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                state, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
            except OSError:
                continue
            if state not in "ZX":
                found[int(entry.name)] = int(parent)
    return found


def children(root: int) -> set[int]:
    return {pid for pid, parent in parents().items() if parent == root}


def descendants(root: int) -> set[int]:
    known, found = parents(), {root}
    while more := {pid for pid, parent in known.items() if parent in found} - found:
        found |= more
    return found - {root}


def words_of(pid: int) -> list[bytes]:
    """The command line of a process; none where it has just ended."""
    try:
        return (Path("/proc") / str(pid) / "cmdline").read_bytes().split(b"\0")
    except OSError:
        return []


def is_running(pid: int) -> bool:
    try:
        return (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def start(folder: Path, *arguments: str, **environment: str) -> Served:
    """Start a studio in a folder."""
    process = subprocess.Popen(
        [sys.executable, "-m", "pyengine", "studio", "--no-browser", "--port", "0", *arguments],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path), **environment},
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    link = LINK.search(line)
    assert link, line + (process.stdout.read() if process.poll() is not None else "")
    threading.Thread(target=process.stdout.read, daemon=True).start()
    return Served(process, folder, int(link[1]), link[2])


def stop(served: Served) -> int:
    """End a studio as its user does."""
    if served.process.poll() is None:
        served.process.send_signal(signal.SIGINT)
    try:
        return served.process.wait(LONG)
    finally:
        for pid in (*served.descendants(), served.process.pid):
            if is_running(pid):
                os.kill(pid, signal.SIGKILL)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A studio for all tests of a module."""
    served = start(tmp_path_factory.mktemp("studio"))
    yield served
    stop(served)


@pytest.fixture
def begin() -> Iterator[Callable[..., Served]]:
    """Start studios that a test ends itself, or that are ended after it."""
    begun: list[Served] = []

    def starting(folder: Path, *arguments: str, **environment: str) -> Served:
        begun.append(start(folder, *arguments, **environment))
        return begun[-1]

    yield starting
    for served in begun:
        stop(served)


def run(coroutine: Any) -> Any:
    return asyncio.run(coroutine)


__all__ = ["LONG", "Page", "Served", "ToldError", "descendants", "is_running", "run", "start", "stop", "websockets"]
