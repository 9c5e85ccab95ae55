"""The server: bound to the loopback, until somebody ends it, and then gone with all its processes."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import uvicorn

from pyengine.errors import ReasonerError
from pyengine.studio.app import Studio
from pyengine.studio.folder import StudioFolder
from pyengine.studio.gatekeeper import Gatekeeper
from pyengine.studio.shelf import Opened

HOST: Final = "127.0.0.1"
USUAL_PORT: Final = 8737
"""Where the studio is unless told otherwise; where that is taken, anywhere."""
MOST_BYTES: Final = 128 << 20
"""Bytes of a frame: what is longer than a request may be is answered, and what is longer than this ends the line."""
GRACE_SECONDS: Final = 2


def serve(folder: StudioFolder, opened: Opened | None, port: int | None, ready: Callable[[str], None]) -> None:
    """Serve pages until Ctrl-C or SIGTERM; `ready` is told the link once somebody can open it."""
    with _bound(port) as bound:
        gatekeeper = Gatekeeper(bound.getsockname()[1])
        studio = Studio(gatekeeper, folder, opened)
        server = _Server(studio, lambda: ready(gatekeeper.link))
        try:
            with suppress(KeyboardInterrupt):
                server.run(sockets=[bound])
        finally:
            studio.end()


class _Server(uvicorn.Server):
    """The server of uvicorn, which says when it is ready."""

    def __init__(self, studio: Studio, ready: Callable[[], None]) -> None:
        super().__init__(_settings(studio))
        self._studio, self._ready = studio, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets)
        if not self.should_exit:
            await self._studio.nursery.open()
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let the pages go, and end all processes while there is still somebody to see them end."""
        await super().shutdown(sockets)
        self._studio.end()
        await self._studio.nursery.wait()


def _settings(studio: Studio) -> uvicorn.Config:
    return uvicorn.Config(
        studio.application(),
        log_config=None,
        log_level="critical",
        access_log=False,
        lifespan="off",
        ws="websockets-sansio",
        ws_max_size=MOST_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=60,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )


def _bound(port: int | None) -> socket.socket:
    """Bind to the loopback: to the port that was asked for, or to the usual one, or to any."""
    for wanted in (USUAL_PORT, 0) if port is None else (port,):
        bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            bound.bind((HOST, wanted))
            return bound
        except OSError as error:
            bound.close()
            if wanted in (0, port):
                raise ReasonerError(f"nobody can be served at port {wanted}: {error.strerror or error}") from None
    raise AssertionError
