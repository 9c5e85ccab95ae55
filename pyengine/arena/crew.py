"""The crew that plays the games of a tournament: processes of this machine, or this process itself."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import tempfile
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Self

from pyengine.arena.game_task import play_game
from pyengine.arena.rulebook import Rulebook
from pyengine.errors import TournamentError


class Crew(ABC):
    """Takes games as text and gives their records as text, for one tournament after the other; its maker closes it."""

    @property
    def size(self) -> int:
        """How many games may be under way at once."""
        return 1

    def prepare(self, rules: Rulebook) -> tuple[str, ...]:
        """Check which workers can play by these rules; give remarks for the report."""
        return ()

    @abstractmethod
    def submit(self, task: str) -> Future[str]:
        """Begin a game; the future gives its record as text, or raises what `lost` tells."""

    def lost(self, error: BaseException) -> bool:
        """Tell whether an error means that a process died; the crew is then as good as new."""
        return False

    def look(self) -> None:  # noqa: B027 - most crews notice by themselves
        """Check that workers are left; TournamentError where none is, and none joins."""

    def drop(self) -> None:  # noqa: B027 - there may be nothing to end
        """Cancel all games under way; the crew can take others."""

    def close(self) -> None:
        """End all workers."""
        self.drop()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class LocalCrew(Crew):
    """Processes of this machine, each of which plays one game at a time."""

    def __init__(self, jobs: int | None = None) -> None:
        if jobs is not None and jobs < 1:
            raise TournamentError(f"at least one process must play, not {jobs}")
        self._jobs = jobs or os.cpu_count() or 1
        self._pool: ProcessPoolExecutor | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    @property
    def size(self) -> int:
        """How many processes there are."""
        return self._jobs

    def submit(self, task: str) -> Future[str]:
        """Begin a game in a process that is free, or in a new one."""
        if self._pool is None:
            context = multiprocessing.get_context("spawn")  # a fork would copy the threads and locks of this process
            self._folder = tempfile.TemporaryDirectory(prefix="pyengine-arena-")
            self._pool = ProcessPoolExecutor(self._jobs, context, _begin, (self._folder.name,))
        with _uninterrupted():
            try:
                return self._pool.submit(play_game, task)
            except BrokenExecutor as error:  # it broke between two games
                failed: Future[str] = Future()
                failed.set_exception(error)
                return failed

    def lost(self, error: BaseException) -> bool:
        """Make a new pool where the old one is broken, as it is for all its processes once one of them dies."""
        if not isinstance(error, BrokenExecutor | CancelledError):
            return False
        self.drop()
        return True

    def drop(self) -> None:
        """End the processes, whatever they do; there will be others."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        for process in list((getattr(pool, "_processes", None) or {}).values()):
            process.kill()
        pool.shutdown(wait=True, cancel_futures=True)
        if self._folder is not None:
            self._folder.cleanup()


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Start processes that Ctrl-C does not reach: it is the tournament's to end them, not each one's to end a move."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(folder: str) -> None:
    """Prepare a process that may be killed at any time: what it leaves in its temporary files, its parent removes.

    Where the parent is gone, killed for example, it ends, since nobody else would end it, and removes them itself.
    """
    tempfile.tempdir = folder
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


class HereCrew(Crew):
    """This process: for short matches from Python, where starting others would take longer than the games."""

    def submit(self, task: str) -> Future[str]:
        """Play a game, then return its finished future."""
        future: Future[str] = Future()
        future.set_result(play_game(task))
        return future
