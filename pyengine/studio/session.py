"""One page: its requests in, answers and news out, and the processes that work for it.

A page that goes away takes all of its processes along. Nothing that a page sends ends its session.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from typing import Any, Final

from pyengine.errors import PyengineError, RequestError, RuleLimitError, WorkerEndedError
from pyengine.quoting import json_text
from pyengine.studio.folder import StudioFolder
from pyengine.studio.nursery import Nursery
from pyengine.studio.protocol import (
    Cancel,
    Choose,
    Compare,
    Load,
    Open,
    Request,
    Role,
    Save,
    UnansweredError,
    error_as_json,
    read_request,
)
from pyengine.studio.shelf import Opened, Shelf
from pyengine.studio.workers import Tell, ToldError, WorkerProcess

RULES_SECONDS: Final = 12.0
"""How long rules may take for a position and all that is told of it."""
SPARE_SECONDS: Final = 60.0
"""What work may take beyond its time: loading the rules, compiling them to C, and one call into them."""
TRACE_SECONDS: Final = 20.0
"""How long a search for a picture may take."""
MOST_WAITING: Final = 200
"""Requests of one page that are not answered yet."""
MOST_UNSENT: Final = 50
"""News that a page has not taken yet, from which on there are no more."""
LULL_SECONDS: Final = 0.02
NICENESS: Final[Mapping[Role, int]] = {"rules": 0, "engine": 5, "analysis": 10, "chart": 10, "study": 10}

Send = Callable[[str], Awaitable[None]]


class Session:
    """What the server knows of a page."""

    def __init__(self, send: Send, folder: StudioFolder, opened: Opened | None, nursery: Nursery) -> None:
        self._send, self._folder = send, folder
        self._shelf = Shelf(folder, opened)
        self._workers = {role: WorkerProcess(nursery, niceness) for role, niceness in NICENESS.items()}
        self._tasks: dict[int, tuple[Request, asyncio.Task[None]]] = {}
        self._outgoing: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._sender: asyncio.Task[None] | None = None
        self._loaded: tuple[int, Mapping[str, Any]] | None = None
        self._loads = 0

    async def take(self, frame: str) -> None:
        """Take a request, and see to its answer."""
        if self._sender is None:
            self._sender = asyncio.create_task(self._send_all())
        while self._outgoing.qsize() > MOST_WAITING and not self._sender.done():
            await asyncio.sleep(LULL_SECONDS)  # who takes no answers gets no more questions in
        try:
            request = read_request(frame)
            if request.id in self._tasks or len(self._tasks) >= MOST_WAITING:
                told = "is not answered yet" if request.id in self._tasks else "is one too many"
                raise UnansweredError(request.id, RequestError(f"the request {request.id} {told}"))
        except UnansweredError as error:
            self._say({"id": error.id, "error": error_as_json(error.error)})
            return
        task = asyncio.create_task(self._answer(request))
        self._tasks[request.id] = request, task
        task.add_done_callback(lambda _: self._tasks.pop(request.id, None))

    def end(self) -> None:
        """End the processes of the page for good, at once."""
        for worker in self._workers.values():
            worker.close()

    async def close(self) -> None:
        """End all that is done for the page."""
        self.end()
        running = [task for _, task in self._tasks.values()]
        if self._sender is not None:
            running.append(self._sender)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        self.end()

    async def _send_all(self) -> None:
        while True:
            message = await self._outgoing.get()
            await self._send(json_text(message))

    def _say(self, message: dict[str, Any]) -> None:
        self._outgoing.put_nowait(message)

    async def _answer(self, request: Request) -> None:
        try:
            result = await self._result(request)
            self._say({"id": request.id, "result": result})
        except ToldError as error:
            self._say({"id": request.id, "error": error.told})
        except PyengineError as error:
            self._say({"id": request.id, "error": error_as_json(error)})
        except OSError as error:
            self._say(
                {"id": request.id, "error": {"kind": "WorkerEndedError", "message": error.strerror or str(error)}}
            )

    async def _result(self, request: Request) -> Any:
        match request.params:
            case Cancel(ticket=ticket):
                return self._cancel(ticket)
            case Open() | Save() as asked:
                return await asyncio.to_thread(self._shelf.answer, asked)
            case Load() as asked:
                return await self._load(request, asked)
        if request.name == "hello":
            return await asyncio.to_thread(self._shelf.hello)
        return await self._ask(request)

    def _cancel(self, ticket: int) -> dict[str, Any]:
        known = self._tasks.get(ticket)
        if known is not None and known[0].method.role != "server":
            self._workers[known[0].method.role].cancel(ticket)
        return {}

    async def _load(self, request: Request, asked: Load) -> Any:
        """Load rules for the page; what was searched under others ends."""
        for ticket, (other, _) in list(self._tasks.items()):
            if other.method.role in ("engine", "analysis", "chart"):
                self._cancel(ticket)
        self._loads += 1
        version = self._loads
        path = None if asked.file is None else str(self._folder.path(asked.file))
        params = asdict(replace(asked, file=path))
        worker = self._workers["rules"]
        try:
            told = await worker.ask(request.id, "load", params, seconds=RULES_SECONDS)
        except TimeoutError:
            raise _too_long(RULES_SECONDS) from None
        if version == self._loads:
            self._loaded = version, params
            worker.prepared_by(version)
        return told

    async def _ask(self, request: Request) -> Any:
        role = request.method.role
        if request.method.replaces:
            for ticket, (other, _) in list(self._tasks.items()):
                if other.name == request.name and ticket != request.id:
                    self._cancel(ticket)
        if self._loaded is None:
            raise RequestError("no game is loaded")
        seconds = RULES_SECONDS if role == "rules" else _seconds_of(request.params) + SPARE_SECONDS
        params = request.raw
        if isinstance(request.params, Compare):
            params = asdict(
                replace(request.params, other=await asyncio.to_thread(self._shelf.rules, request.params.other))
            )
        try:
            return await self._workers[role].ask(
                request.id,
                request.name,
                params,
                seconds=seconds,
                tell=self._teller(request),
                prepare=self._loaded,
            )
        except TimeoutError:
            if role == "rules":
                raise _too_long(seconds) from None
            raise WorkerEndedError(f"nothing was found in {seconds:g} seconds, and the work was ended") from None

    def _teller(self, request: Request) -> Tell:
        name = "analysis" if request.name == "analyse" else request.name

        async def tell(progress: Mapping[str, Any]) -> None:
            if self._outgoing.qsize() < MOST_UNSENT:
                self._say({"method": name, "params": {"ticket": request.id, **progress}})

        return tell


def _seconds_of(params: Any) -> float:
    """Say how long a request may be worked on."""
    if isinstance(params, Choose):
        from pyengine.play.level import Level

        with suppress(PyengineError):
            level = Level.parse(params.level)
            return float(level.amount) if level.measure == "seconds" else 600.0
        return 0.0
    return float(getattr(params, "seconds", TRACE_SECONDS))


def _too_long(seconds: float) -> RuleLimitError:
    return RuleLimitError(f"the rules have not answered in {seconds:g} seconds, and their process was ended")
