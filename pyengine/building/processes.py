"""The processes of a build, none of which outlives it."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from pyengine.errors import BuildError

LONGEST_SECONDS: Final = 300.0
"""How long a compiler may take for all that is built."""

_SHOWN_LINES: Final = 12


class Processes:
    """Child processes that several threads start; when the context is left, those that still run are ended."""

    def __init__(self, longest_seconds: float) -> None:
        self._longest_seconds = longest_seconds
        self._running: set[subprocess.Popen[bytes]] = set()
        self._is_over = False
        self._lock = threading.Lock()
        self._alarm = threading.Timer(longest_seconds, self._end_all)
        self._alarm.daemon = True

    def __enter__(self) -> Self:
        self._alarm.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._alarm.cancel()
        self._end_all()

    def _end_all(self) -> None:
        with self._lock:
            self._is_over = True
            for process in self._running:
                _end(process)

    def run(self, name: str, command: Sequence[str], said: Path) -> None:
        """Run a program and wait for it; BuildError, with the first of what it said, where it fails."""
        process = self._start(command, said)
        try:
            status = process.wait()
        finally:
            with self._lock:
                self._running.discard(process)
                _end(process)
                is_over = self._is_over
        if is_over:
            raise BuildError(f"the C compiler did not finish {name} in {self._longest_seconds:g} s")
        if status:
            raise BuildError(f"the C compiler failed on {name} (status {status})\n{_shown(said)}".rstrip())

    def _start(self, command: Sequence[str], said: Path) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._is_over:
                raise BuildError(f"the C compiler did not finish in {self._longest_seconds:g} s")
            try:
                with said.open("wb") as output:
                    # A compiler is several processes: they form a group, which is ended as a whole.
                    process = subprocess.Popen(
                        command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, process_group=0
                    )
            except OSError as error:
                if error.filename == str(said):
                    raise
                raise BuildError(f"the C compiler cannot be started: {error.strerror}") from None
            self._running.add(process)
            return process


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _shown(said: Path) -> str:
    lines = said.read_text(encoding="utf-8", errors="replace").splitlines()
    return "\n".join(f"    {line}" for line in lines[:_SHOWN_LINES])
