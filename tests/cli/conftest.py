"""The command as a user runs it: as a process, in a pipe or in a terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

COMMAND = (sys.executable, "-m", "pyengine.cli")
PATIENCE = 300.0
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@dataclass(frozen=True)
class Screen:
    """What a process wrote to its terminal, and how it ended."""

    returncode: int
    raw: str

    @property
    def text(self) -> str:
        return ESCAPES.sub("", self.raw).replace("\r\n", "\n")


@dataclass(frozen=True)
class Command:
    folder: Path

    def __call__(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        surroundings = {**os.environ, **environment}
        words = [*COMMAND, *arguments]
        return subprocess.run(
            words, cwd=self.folder, env=surroundings, capture_output=True, text=True, timeout=PATIENCE
        )

    def in_terminal(
        self, *arguments: str, interrupt_at: str | None = None, columns: int = 100, **environment: str
    ) -> Screen:
        """Run in a terminal of some columns; an interrupt is sent when some text is seen."""
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 30, columns, 0, 0))
        surroundings = {**os.environ, "TERM": "xterm-256color", **environment}
        surroundings.pop("COLUMNS", None)
        process = subprocess.Popen(
            [*COMMAND, *arguments], cwd=self.folder, env=surroundings, stdin=slave, stdout=slave, stderr=slave
        )
        os.close(slave)
        seen = b""
        deadline = time.monotonic() + PATIENCE
        try:
            while time.monotonic() < deadline:
                if not select.select([master], [], [], 1.0)[0]:
                    continue
                try:
                    piece = os.read(master, 65536)
                except OSError:  # the other side was closed
                    break
                if not piece:
                    break
                seen += piece
                if interrupt_at is not None and interrupt_at.encode() in seen:
                    process.send_signal(signal.SIGINT)
                    interrupt_at = None
            return Screen(process.wait(timeout=PATIENCE), seen.decode())
        finally:
            process.kill()
            process.wait()
            os.close(master)


@pytest.fixture
def pyengine(tmp_path: Path) -> Command:
    return Command(tmp_path)
