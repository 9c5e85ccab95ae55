"""The application: the page and its files, and the two web sockets of each page, behind the gatekeeper."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from pyengine.quoting import json_text
from pyengine.studio.folder import StudioFolder
from pyengine.studio.gatekeeper import Gatekeeper
from pyengine.studio.language import LanguageBridge
from pyengine.studio.nursery import Nursery
from pyengine.studio.session import Session
from pyengine.studio.shelf import Opened

MOST_PAGES: Final = 64
"""Pages that are served at once."""
TRY_LATER: Final = 1013
"""The code by which a web socket is closed that is one too many."""
PAGE: Final = Path(__file__).parent / "page"
CONTENT_TYPES: Final[Mapping[str, str]] = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
}
HEADERS: Final[Mapping[str, str]] = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
        "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
UNKNOWN_TOKEN: Final = "This is a pyengine studio. Open the link that `pyengine studio` has printed: it has the token."
WRONG_HOST: Final = "The studio answers on the loopback alone, by the link that `pyengine studio` has printed."


@dataclass(slots=True)
class Studio:
    """A studio: who may enter, the folder, what it was started with, and the pages that are open."""

    gatekeeper: Gatekeeper
    folder: StudioFolder
    opened: Opened | None = None
    page: Path = PAGE
    nursery: Nursery = field(default_factory=Nursery)
    sessions: set[Session] = field(default_factory=set)
    bridges: set[LanguageBridge] = field(default_factory=set)

    def application(self) -> ASGIApp:
        """Make the application."""
        routes = [
            Route("/", self._index, methods=["GET"]),
            Route("/{path:path}", self._file, methods=["GET"]),
            WebSocketRoute("/session", self._serve_session),
            WebSocketRoute("/language", self._serve_language),
        ]
        return _Door(Starlette(routes=routes), self.gatekeeper)

    def end(self) -> None:
        """End all processes, whatever becomes of the pages."""
        for session in list(self.sessions):
            session.end()
        for bridge in list(self.bridges):
            bridge.close()
        self.nursery.close()

    async def _index(self, request: Request) -> Response:
        if self.gatekeeper.has_token(request.url.query):
            return RedirectResponse("/", 303, {"Set-Cookie": self.gatekeeper.cookie_text, "Cache-Control": "no-store"})
        if not self.gatekeeper.has_cookie(request.headers.get("cookie")):
            return PlainTextResponse(UNKNOWN_TOKEN, 403)
        return _served(self.page, "index.html")

    async def _file(self, request: Request) -> Response:
        return _served(self.page, request.path_params["path"])

    async def _serve_session(self, socket: WebSocket) -> None:
        await socket.accept()
        if len(self.sessions) >= MOST_PAGES:
            told = f"{MOST_PAGES} pages are open already: close one of them"
            await socket.send_text(json_text({"method": "refused", "params": {"message": told}}))
            await socket.close(TRY_LATER)
            return
        session = Session(socket.send_text, self.folder, self.opened, self.nursery)
        self.sessions.add(session)
        try:
            while True:
                await session.take(await _received(socket))
        except WebSocketDisconnect:
            pass
        finally:
            session.end()
            self.sessions.discard(session)
            await session.close()

    async def _serve_language(self, socket: WebSocket) -> None:
        if len(self.bridges) >= MOST_PAGES:
            await socket.close(TRY_LATER)
            return
        await socket.accept()
        bridge = LanguageBridge(self.folder)
        self.bridges.add(bridge)
        try:
            await bridge.start()
            await _both(_inwards(socket, bridge), _outwards(socket, bridge))
        finally:
            bridge.close()
            self.bridges.discard(bridge)
            await bridge.wait()
            if socket.application_state is WebSocketState.CONNECTED:
                with suppress(RuntimeError, WebSocketDisconnect):
                    await socket.close()


async def _received(socket: WebSocket) -> str:
    """Give the next frame; bytes are taken for text, which is then no JSON."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    text: str | None = message.get("text")
    return text if text is not None else (message.get("bytes") or b"").decode(errors="replace")


async def _inwards(socket: WebSocket, bridge: LanguageBridge) -> None:
    with suppress(WebSocketDisconnect):
        while True:
            refusal = await bridge.take(await _received(socket))
            if refusal is not None:
                await socket.send_text(refusal)


async def _outwards(socket: WebSocket, bridge: LanguageBridge) -> None:
    with suppress(WebSocketDisconnect):
        async for message in bridge.messages():
            await socket.send_text(message)


async def _both(*ways: object) -> None:
    """Go on until one of them ends."""
    tasks = [asyncio.ensure_future(way) for way in ways]  # type: ignore[call-overload]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _served(folder: Path, name: str) -> Response:
    """Serve a file of the page: only what stands in its folder, and only kinds that a page is made of."""
    root = folder.resolve()
    kind = CONTENT_TYPES.get(Path(name).suffix)
    if kind is None or "\0" in name or "\\" in name:
        return PlainTextResponse("there is nothing here", 404)
    with suppress(OSError):  # a name may be longer than those of files
        path = (root / name).resolve()
        if path.is_relative_to(root) and path.is_file():
            return FileResponse(path, media_type=kind)
    return PlainTextResponse("there is nothing here", 404)


class _Door:
    """What every request goes through before anything else looks at it."""

    def __init__(self, app: ASGIApp, gatekeeper: Gatekeeper) -> None:
        self._app, self._gatekeeper = app, gatekeeper

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            header = _single(Headers(scope=scope))
            answer: ASGIApp = self._app
            if not self._gatekeeper.is_own_host(header("host")):
                answer = PlainTextResponse(WRONG_HOST, 421)
            await answer(scope, receive, _with_headers(send))
        elif scope["type"] == "websocket":
            if self._gatekeeper.admits_page(_single(Headers(scope=scope))):
                await self._app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1008})  # before it is accepted: 403
        else:
            await self._app(scope, receive, send)


def _single(headers: Headers) -> Callable[[str], str | None]:
    """Give headers by name; one that is there twice counts as none."""

    def header(name: str) -> str | None:
        found = headers.getlist(name)
        return found[0] if len(found) == 1 else None

    return header


def _with_headers(send: Send) -> Send:
    """Add what every answer says, unless it says something else itself."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            said = {name.lower() for name, _ in message["headers"]}
            more = [(name.lower().encode(), text.encode()) for name, text in HEADERS.items()]
            message["headers"] = [*message["headers"], *(pair for pair in more if pair[0] not in said)]
        await send(message)

    return sent
