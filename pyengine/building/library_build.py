"""C sources to one shared library; what was built before, by whatever process, is not built again.

None of the processes of a build outlives it.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from shutil import rmtree, which
from typing import Any, Final, NamedTuple, Self

from pyengine.building.build_cache import BuildCache, content_key
from pyengine.building.toolchain import Toolchain
from pyengine.errors import BuildError

LONGEST_SECONDS: Final = 300
"""Seconds of the processor that a compiler has for one source: a busy machine builds what an idle one does."""
PATIENCE_SECONDS: Final = 3600.0
"""How long all of a build may take by the clock, since a compiler may wait for something that never comes."""

_SHELL: Final = ("/bin/sh", "-c", 'ulimit -S -t "$0" 2>/dev/null; exec "$@"')
_NOT_STARTED: Final = (126, 127)
_SHOWN_LINES: Final = 12


class Processes:
    """Child processes that several threads start; when the context is left, those that still run are ended."""

    def __init__(self, longest_seconds: int, patience_seconds: float, nice: int = 0) -> None:
        self._longest_seconds = longest_seconds
        self._patience_seconds = patience_seconds
        self._nice = nice
        self._running: set[subprocess.Popen[bytes]] = set()
        self._is_over = False
        self._lock = threading.RLock()  # the collector may end all in a thread that starts one
        self._alarm = threading.Timer(patience_seconds, self.end_all)
        self._alarm.daemon = True

    def __enter__(self) -> Self:
        self._alarm.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._alarm.cancel()
        self.end_all()

    def end_all(self) -> None:
        """End what runs, and start nothing more."""
        with self._lock:
            self._is_over = True
            for process in list(self._running):
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
            raise BuildError(f"the C compiler did not finish {name} in {self._patience_seconds:g} s")
        if status in _NOT_STARTED:
            raise BuildError(f"the C compiler cannot be started\n{_shown(said)}".rstrip())
        if status and _is_out_of_time(status, said):
            raise BuildError(f"the C compiler did not finish {name} in {self._longest_seconds} s of the processor")
        if status:
            raise BuildError(f"the C compiler failed on {name} (status {status})\n{_shown(said)}".rstrip())

    def _start(self, command: Sequence[str], said: Path) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._is_over:
                raise BuildError(f"the C compiler did not finish in {self._patience_seconds:g} s")
            try:
                with said.open("wb") as output:
                    # A compiler is several processes: they form a group, which is ended as a whole.
                    limited = _limited(command, self._longest_seconds)
                    process = subprocess.Popen(
                        limited, stdin=subprocess.DEVNULL, stdout=output, stderr=output, process_group=0
                    )
            except OSError as error:
                if error.filename == str(said):
                    raise
                raise BuildError(f"the C compiler cannot be started: {error.strerror}") from None
            self._running.add(process)
            if self._nice and hasattr(os, "setpriority"):
                with suppress(OSError):  # it is over already
                    os.setpriority(os.PRIO_PGRP, process.pid, self._nice)
            if self._is_over:
                _end(process)
            return process


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _limited(command: Sequence[str], seconds: int) -> list[str]:
    """Give a program that gets SIGXCPU after so many seconds of the processor, as does each that it starts.

    A shell can do that, but shells die where the sanitizer of threads is preloaded; Linux has a program for it.
    """
    limiter = which("prlimit")
    return [limiter, f"--cpu={seconds}:", "--", *command] if limiter else [*_SHELL, str(seconds), *command]


def _is_out_of_time(status: int, said: Path) -> bool:
    """Tell whether a compiler was ended by its limit, or says so of a program that it has started."""
    told = signal.strsignal(signal.SIGXCPU) or "SIGXCPU"
    return status == -signal.SIGXCPU or told in said.read_text(encoding="utf-8", errors="replace")


def _shown(said: Path) -> str:
    lines = said.read_text(encoding="utf-8", errors="replace").splitlines()
    return "\n".join(f"    {line}" for line in lines[:_SHOWN_LINES])


FLAGS: Final = (
    "-std=gnu11",
    "-O2",
    "-fPIC",
    "-fvisibility=hidden",
    "-fno-plt",
    "-ffp-contract=off",
    "-w",
    "-Werror=implicit-function-declaration",
)
LINKING: Final = ("-shared", "-pthread", "-lm")
_COMPLETE: Final = ("-Wl,-z,defs",) if sys.platform == "linux" else ()
"""What makes a name that nothing defines an error of linking, and not of the first call; elsewhere it always is."""


@dataclass(frozen=True, slots=True)
class TranslationUnit:
    """One C source, the folders where its headers are, and flags for it alone."""

    name: str
    text: str
    folders: tuple[Path, ...] = ()
    flags: tuple[str, ...] = ()

    @classmethod
    def all_in(cls, folder: Path, *others: Path) -> tuple[TranslationUnit, ...]:
        """Take all C sources of a folder, in the order of their names."""
        return tuple(
            cls(path.name, path.read_text(encoding="utf-8"), (folder, *others)) for path in sorted(folder.glob("*.c"))
        )

    def headers(self) -> Iterable[str]:
        """Give the text of every header that the source could see."""
        for folder in self.folders:
            for path in sorted(folder.glob("*.h")):
                yield path.read_text(encoding="utf-8")


class _Helpers:
    """Threads that do tasks aside. No process waits for them at its end, as it does for those of an executor."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._tasks: SimpleQueue[tuple[Future[Path], Callable[[], Path]] | None] = SimpleQueue()
        self._threads: list[threading.Thread] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.leave(None)

    def leave(self, seconds: float | None) -> None:
        """Wait until what was submitted is done, or for some seconds."""
        for _thread in self._threads:
            self._tasks.put(None)
        for thread in self._threads:
            thread.join(seconds)

    def submit(self, task: Callable[[], Path]) -> Future[Path]:
        """Have a task done; RuntimeError where no thread can be started."""
        if len(self._threads) < self._most:
            thread = threading.Thread(target=self._work, name="pyengine-building", daemon=True)
            thread.start()
            self._threads.append(thread)
        future: Future[Path] = Future()
        self._tasks.put((future, task))
        return future

    def _work(self) -> None:
        while (taken := self._tasks.get()) is not None:
            future, task = taken
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(task())
                except BaseException as error:
                    future.set_exception(error)


class _PartBuild(NamedTuple):
    """A translation unit that is compiled in the background, unless that is cancelled."""

    number: int
    source: TranslationUnit
    key: str
    made: Future[Path]


class LibraryBuild:
    """The build of one library: what is known early is compiled in the background, while the rest is being written.

    Used as a context; whatever way that is left, no compiler runs afterwards. What cannot be written is a BuildError,
    as is what the compiler refuses. A `nice` build leaves the processors to what does not wait for it.
    """

    def __init__(
        self,
        toolchain: Toolchain,
        cache: BuildCache,
        flags: Sequence[str] = FLAGS,
        longest_seconds: int = LONGEST_SECONDS,
        patience_seconds: float = PATIENCE_SECONDS,
        nice: int = 0,
    ) -> None:
        self._toolchain = toolchain
        self._cache = cache
        self._flags = flags
        self._parts: list[_PartBuild] = []
        self._commands = Processes(longest_seconds, patience_seconds, nice)
        self._leaving = ExitStack()

    def __enter__(self) -> Self:
        with self._keeping():
            self._place = self._leaving.enter_context(self._cache.workplace())
        # One processor is left to whoever writes the rest.
        self._aside = self._leaving.enter_context(_Helpers(max(1, (os.cpu_count() or 1) - 1)))
        self._leaving.callback(self._cancel)
        self._leaving.enter_context(self._commands)
        return self

    def __exit__(self, *error: Any) -> None:
        self._leaving.__exit__(*error)

    def end(self) -> None:
        """Let it fail at once, from whatever thread."""
        self._commands.end_all()

    def abandon(self, seconds: float) -> None:
        """End it and remove its workplace, whatever its own thread is at: the process is about to end."""
        self.end()
        self._cancel()
        self._aside.leave(seconds)
        rmtree(self._place, ignore_errors=True)

    def _cancel(self) -> None:
        for part in list(self._parts):
            part.made.cancel()

    def compile_aside(self, *sources: TranslationUnit) -> None:
        """Begin to compile sources, without waiting for them."""
        for source in sources:
            number, key = len(self._parts), object_key(source, self._toolchain, self._flags)
            try:
                made = self._aside.submit(partial(self._compiled, source, key, number))
            except RuntimeError:  # no thread can be started
                raise BuildError("there is not enough memory to build in") from None
            self._parts.append(_PartBuild(number, source, key, made))

    def library(self, *sources: TranslationUnit) -> Path:
        """Compile these sources here, and those that nobody has begun with; wait for the others, and link all."""
        with self._keeping():
            begun = list(reversed(self._parts))
            self.compile_aside(*sources)
            name = f"{content_key(*(part.key for part in self._parts), *LINKING)}.so"
            return self._cache.find(name) or self._linked(name, [*self._parts[len(begun) :], *begun])

    def keep(self, text: str, name: str) -> None:
        """Keep a text beside the library."""
        with self._keeping():
            written = self._place / "text"
            written.write_text(text, encoding="utf-8")
            self._cache.keep(written, name)

    def _compiled(self, source: TranslationUnit, key: str, number: int) -> Path:
        known = self._cache.find(f"{key}.o")
        if known is not None:
            return known
        written, made = self._place / f"{number}-{source.name}", self._place / f"{number}.o"
        written.write_text(source.text, encoding="utf-8")
        folders = [f"-I{folder}" for folder in source.folders]
        command = [*self._toolchain.command, *self._flags, *source.flags, *folders, "-c", "-o", str(made), str(written)]
        self._commands.run(source.name, command, self._place / f"said-{number}")
        return self._cache.keep(made, f"{key}.o")

    def _linked(self, name: str, parts: Sequence[_PartBuild]) -> Path:
        objects = [
            str(self._compiled(part.source, part.key, part.number) if part.made.cancel() else part.made.result())
            for part in parts
        ]
        sanitizers = [flag for flag in self._flags if flag.startswith("-fsanitize")]
        made = self._place / "library.so"
        command = [*self._toolchain.command, *(sanitizers or _COMPLETE), "-o", str(made), *objects, *LINKING]
        self._commands.run("the library", command, self._place / "said")
        kept = self._cache.keep(made, name)
        self._cache.tidy()
        return kept

    @contextmanager
    def _keeping(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            told = f"what is built cannot be kept in {self._cache.folder}: {error.strerror or error}"
            raise BuildError(told) from None


def build_library(
    sources: Sequence[TranslationUnit],
    toolchain: Toolchain,
    cache: BuildCache,
    flags: Sequence[str] = FLAGS,
    longest_seconds: int = LONGEST_SECONDS,
    patience_seconds: float = PATIENCE_SECONDS,
) -> Path:
    """Compile sources and link them; BuildError, with what the compiler said, where it fails."""
    with LibraryBuild(toolchain, cache, flags, longest_seconds, patience_seconds) as building:
        building.compile_aside(*sources)
        return building.library()


def object_key(source: TranslationUnit, toolchain: Toolchain, flags: Sequence[str]) -> str:
    """Name what a source is compiled to."""
    return content_key(toolchain.identity, *flags, *source.flags, source.text, *source.headers())
