"""The processes that work for a page, as the server holds them: started when they are needed, and ended for good.

A process does one thing at a time. Where it does not answer in time it is killed with all that it has started, and the
next request starts another.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from pyengine.errors import WorkerEndedError
from pyengine.studio.nursery import Nursery, Worker

GRACE_SECONDS: Final = 2.0
"""How long a process may take to end what was cancelled."""
IDLE_SECONDS: Final = 120.0
"""How long a process that nobody asks for anything stays."""

Tell = Callable[[Mapping[str, Any]], Awaitable[None]]


class ToldError(Exception):
    """An error that a worker has told, as pages are told of it."""

    def __init__(self, told: Mapping[str, Any]) -> None:
        super().__init__(told.get("message"))
        self.told = dict(told)


@dataclass(slots=True)
class _Task:
    """What a process is doing: for which ticket, and how far it is."""

    ticket: int
    number: int
    latest: Mapping[str, Any] | None = None
    deadline: asyncio.Timeout | None = None
    cancelled: bool = False


@dataclass(slots=True, eq=False)
class WorkerProcess:
    """One process of a page, which may not be running.

    `prepare` is what it must be told before anything else; a process that has another version of it is told anew.
    """

    nursery: Nursery
    niceness: int
    idle_seconds: float = IDLE_SECONDS
    _process: Worker | None = None
    _prepared: object = None
    _count: int = 0
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    _task: _Task | None = None
    _cancelled: set[int] = field(default_factory=set)
    _idle: asyncio.TimerHandle | None = None
    _closed: bool = False

    @property
    def pid(self) -> int | None:
        """The number of the process, if it runs as far as is known."""
        return None if self._process is None or self._process.reader.at_eof() else self._process.pid

    async def ask(
        self,
        ticket: int,
        method: str,
        params: Mapping[str, Any],
        *,
        seconds: float,
        tell: Tell | None = None,
        prepare: tuple[object, Mapping[str, Any]] | None = None,
    ) -> Any:
        """Have something done, after what was asked before.

        Raises ToldError for what the worker says is wrong, TimeoutError where it takes too long, and WorkerEndedError
        where the process ends. What is cancelled and does not end by itself is answered with the latest progress.
        """
        async with self._lock:
            if self._idle is not None:
                self._idle.cancel()
            try:
                if prepare is not None and (self.pid is None or self._prepared != prepare[0]):
                    self._prepared = None
                    await self._do(ticket, "load", prepare[1], seconds, None)
                    self._prepared = prepare[0]
                return await self._do(ticket, method, params, seconds, tell)
            except BaseException as error:
                if not isinstance(error, ToldError):
                    self.end()
                raise
            finally:
                self._task = None
                self._cancelled.discard(ticket)
                self._idle = asyncio.get_running_loop().call_later(self.idle_seconds, self.end)

    def prepared_by(self, version: object) -> None:
        """Note that the process has been told what it must be told."""
        self._prepared = version

    def cancel(self, ticket: int) -> None:
        """Have a task end with what is known; one that does not is ended with its process."""
        self._cancelled.add(ticket)
        task = self._task
        if task is not None and task.ticket == ticket and not task.cancelled:
            task.cancelled = True
            self._send({"cancel": task.number})
            if task.deadline is not None:
                task.deadline.reschedule(asyncio.get_running_loop().time() + GRACE_SECONDS)

    def end(self) -> None:
        """Kill the process and all that it has started; the next request starts another."""
        process, self._process, self._prepared = self._process, None, None
        if process is not None:
            self.nursery.end(process)

    def close(self) -> None:
        """End for good: nothing is started any more."""
        self._closed = True
        if self._idle is not None:
            self._idle.cancel()
        self.end()

    async def _do(self, ticket: int, method: str, params: Mapping[str, Any], seconds: float, tell: Tell | None) -> Any:
        process = await self._started()
        self._count += 1
        self._task = task = _Task(ticket, self._count)
        try:
            async with asyncio.timeout(seconds) as task.deadline:
                self._send({"id": task.number, "method": method, "params": params})
                if ticket in self._cancelled:
                    self.cancel(ticket)
                return await self._answer(process, task, tell)
        except TimeoutError:
            if task.cancelled and task.latest is not None:
                self.end()
                return {**task.latest, "done": True, "solved": False}
            if task.cancelled:
                raise WorkerEndedError("it was cancelled before anything was known") from None
            raise

    async def _answer(self, process: Worker, task: _Task, tell: Tell | None) -> Any:
        while True:
            try:
                line = await process.reader.readline()
            except ValueError:
                raise WorkerEndedError("the answer is too long") from None
            except ConnectionError:
                line = b""
            if not line:
                raise WorkerEndedError("the process that was at work has ended before it was done")
            told = json.loads(line)
            if told["id"] != task.number:
                continue
            if "progress" in told:
                task.latest = told["progress"]
                if tell is not None:
                    await tell(told["progress"])
            elif "error" in told:
                raise ToldError(told["error"])
            else:
                return told["result"]

    async def _started(self) -> Worker:
        if self._process is not None and self._process.reader.at_eof():
            self.end()
        if self._process is not None:
            return self._process
        started = None if self._closed else await self.nursery.start(self.niceness)
        if started is None or self._closed:  # perhaps meanwhile
            if started is not None:
                self.nursery.end(started)
            raise WorkerEndedError("the page is closed")
        self._process = started
        return started

    def _send(self, message: Mapping[str, Any]) -> None:
        if self._process is not None:
            with suppress(OSError, RuntimeError):
                self._process.writer.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
