"""An engine behind pipes, as an interface has it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

COMMAND = (sys.executable, "-m", "pyengine.cli", "uci")
PATIENCE = 120.0


class Pipes:
    """A process, what is said to it, and what it answers."""

    def __init__(self, *arguments: str) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([*COMMAND, *arguments], stdin=pipe, stdout=pipe, stderr=pipe)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._input, self._output = self.process.stdin, self.process.stdout

    def send(self, *lines: str | bytes) -> None:
        for line in lines:
            self._input.write((line.encode() if isinstance(line, str) else line) + b"\n")
        self._input.flush()

    def until(self, word: str) -> list[str]:
        """Give the lines up to one that begins with a word."""
        lines = []
        while True:
            line = self._output.readline().decode()
            assert line, f"the engine ended before it said {word}: {lines}, {self.process.stderr.read()!r}"  # type: ignore[union-attr]
            lines.append(line.rstrip("\n"))
            if line.split(maxsplit=1)[:1] == [word]:
                return lines

    def ask(self, *lines: str | bytes, until: str = "bestmove") -> list[str]:
        self.send(*lines)
        return self.until(until)

    def ready(self) -> list[str]:
        """Give what was said before the engine was ready."""
        return self.ask("isready", until="readyok")[:-1]

    def close(self) -> None:
        """Say no more."""
        self._input.close()

    def ended(self) -> tuple[int, str, str]:
        """Wait for the end: the status, and what was said and reported before it."""
        if not self._input.closed:
            self._input.close()
        told = self._output.read().decode()
        assert self.process.stderr is not None
        reported = self.process.stderr.read().decode()
        return self.process.wait(timeout=PATIENCE), told, reported

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self._input, self._output, self.process.stderr):
            with suppress(OSError):  # what was not flushed goes nowhere
                assert stream is not None
                stream.close()


@pytest.fixture
def engine() -> Iterator[Callable[..., Pipes]]:
    """Start engines that end with the test."""
    started: list[Pipes] = []

    def start(*arguments: str) -> Pipes:
        started.append(Pipes(*arguments))
        return started[-1]

    yield start
    for pipes in started:
        pipes.kill()
