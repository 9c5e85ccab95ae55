"""Servers that wait at a port."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tests.editor.conftest import LONG


def started(*words: str) -> tuple[subprocess.Popen[bytes], int]:
    """Start a server at a port that is free; gives it and the port once somebody is there."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = int(taken.getsockname()[1])
    server = subprocess.Popen(
        [sys.executable, "-m", "pyengine", "lsp", *words, "--port", str(port)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    end = time.monotonic() + LONG
    while time.monotonic() < end:
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.05)
    return server, port


@contextmanager
def waiting(*words: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """Have a server at a port, for a while."""
    server, port = started(*words)
    try:
        yield server, port
    finally:
        server.kill()
        _, errors = server.communicate()
        assert b"Traceback" not in errors, errors.decode()
