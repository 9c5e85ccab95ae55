"""The language server of a page: a process of its own, and the bridge between it and the page's web socket.

A message of the protocol is a frame of the web socket, and on the other side a text with its length before it. Pages
know no folders of this machine: to them the folder of the studio is `file:///studio/`, and the rules that come with
pyengine are in `file:///pyengine/`. No other file gets through, so that nothing outside the folder is read.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

from pyengine.errors import OutsideFolderError, RequestError
from pyengine.language.shipped import shipped
from pyengine.quoting import json_text
from pyengine.stores.json_shapes import read_json
from pyengine.studio.folder import StudioFolder
from pyengine.studio.process_tree import end_tree
from pyengine.studio.protocol import MOST_FRAME

OUTSIDE: Final = "file:///studio/"
"""What pages call the folder."""
SHIPPED: Final = "file:///pyengine/"
"""What they call that of the rules that come with pyengine."""
ELSEWHERE: Final = "file:///elsewhere/"
"""What they call all else."""
LONGEST_MESSAGE: Final = 64 << 20
TEXTS: Final = frozenset({"text", "newText", "value", "message"})
"""Fields that hold text of people, and no addresses."""
LEFT_OUT: Final = frozenset({"rootPath", "codeDescription"})
"""Fields that hold paths of a machine, or links to its files, which no page can open."""


class LanguageBridge:
    """The language server of one page."""

    def __init__(self, folder: StudioFolder) -> None:
        self._folder = folder
        self._inside = f"{folder.root.as_uri().rstrip('/')}/"
        self._shipped = Path(os.path.realpath(shipped("rules")))
        self._process: asyncio.subprocess.Process | None = None
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The number of the process, if it runs."""
        return None if self._process is None or self._process.returncode is not None else self._process.pid

    async def start(self) -> None:
        """Start the server."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "pyengine", "lsp", "--stdio"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            limit=LONGEST_MESSAGE,
            cwd=self._folder.root,
            start_new_session=True,
        )
        if self._closed:
            end_tree(process.pid)
        self._process = process

    def close(self) -> None:
        """End the server, and all that it has started."""
        self._closed = True
        if self.pid is not None:
            end_tree(self.pid)

    async def wait(self) -> None:
        """Wait for the end of a server that was closed."""
        if self._process is not None:
            await self._process.wait()

    async def take(self, frame: str) -> str | None:
        """Pass a message on to the server; give what the page is told where it does not get through."""
        told: Any = None
        try:
            if len(frame) > MOST_FRAME:
                raise RequestError(f"a message has at most {MOST_FRAME >> 20} MiB")
            told = read_json(frame)
            if not isinstance(told, dict):
                raise RequestError("a message is an object")
            content = _written(told, self._inwards)
        except (ValueError, RequestError, OutsideFolderError) as error:
            number = told.get("id") if isinstance(told, dict) else None
            if isinstance(told, dict) and number is None:
                return None  # what expects no answer gets none
            refusal = {"jsonrpc": "2.0", "id": number, "error": {"code": -32602, "message": str(error)}}
            return json_text(refusal)
        process = self._process
        if process is not None and process.stdin is not None:
            with suppress(OSError):
                process.stdin.write(f"Content-Length: {len(content)}\r\n\r\n".encode() + content)
                await process.stdin.drain()
        return None

    async def messages(self) -> AsyncIterator[str]:
        """Give what the server says, until it ends."""
        assert self._process is not None
        stream = self._process.stdout
        assert stream is not None
        with suppress(asyncio.IncompleteReadError, ValueError):
            while True:
                head = (await stream.readuntil(b"\r\n\r\n")).decode("ascii", "replace").lower()
                lengths = [line.split(":")[1] for line in head.splitlines() if line.startswith("content-length:")]
                told = json.loads(await stream.readexactly(int(lengths[0])))
                yield json.dumps(_renamed(told, self._outwards))

    def _inwards(self, address: str) -> str:
        """Give the real address of a file that a page names; OutsideFolderError for any other file."""
        if not address.lower().lstrip().startswith("file:"):
            return address
        if address.startswith(SHIPPED):
            path = Path(os.path.realpath(self._shipped / unquote(address.removeprefix(SHIPPED))))
            if path.is_relative_to(self._shipped):
                return path.as_uri()
        if not address.startswith(OUTSIDE):
            raise OutsideFolderError(f"only files of the folder are looked at: {OUTSIDE}NAME.pl")
        name = unquote(address.removeprefix(OUTSIDE))
        return self._folder.path(name).as_uri() if name else self._inside

    def _outwards(self, address: str) -> str:
        """Give the address by which pages know a file."""
        if not address.startswith("file:"):
            return address
        for outside, inside in ((OUTSIDE, self._inside), (SHIPPED, f"{self._shipped.as_uri()}/")):
            if f"{address}/".startswith(inside):
                return outside + address.removeprefix(inside.rstrip("/")).removeprefix("/")
        return ELSEWHERE


def _written(told: Any, name: Callable[[str], str]) -> bytes:
    """Write a message with other addresses in it; RequestError where it is nested too deeply for that."""
    try:
        return json.dumps(_renamed(told, name)).encode()
    except RecursionError:
        raise RequestError("a message that is nested too deeply") from None


def _renamed(value: Any, name: Callable[[str], str], field: str = "") -> Any:
    """Put other addresses in place of those in a message, wherever they are; texts stay as they are."""
    match value:
        case dict():
            return {name(key): _renamed(item, name, key) for key, item in value.items() if key not in LEFT_OUT}
        case list():
            return [_renamed(item, name, field) for item in value]
        case str() if field not in TEXTS:
            return name(value)
    return value
