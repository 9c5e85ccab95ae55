"""Who plays the games: processes of this machine, workers of a cluster, or this very process."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any, Protocol

from pyengine.arena.playing import play_game
from pyengine.errors import LibraryMissingError, TournamentError


class WorkerLostError(Exception):
    """The process that played a game is gone, and the game with it; nothing is known of why."""


class Crew(Protocol):
    """Plays games that are written as text. `size` is how many it plays at once."""

    @property
    def size(self) -> int:
        """How many games to give it at once."""

    def submit(self, task: str) -> Future[str]:
        """Begin a game; the future gives its record as text, or raises what `lost` tells."""

    def lost(self, error: BaseException) -> bool:
        """Tell whether an error means that a process died; the crew is then as good as new."""

    def close(self) -> None:
        """End all that is still being played."""


class LocalCrew:
    """Processes of this machine, each of which plays one game at a time."""

    def __init__(self, jobs: int | None = None) -> None:
        if jobs is not None and jobs < 1:
            raise TournamentError(f"at least one process must play, not {jobs}")
        self.size = jobs or os.cpu_count() or 1
        self._pool: ProcessPoolExecutor | None = None

    def submit(self, task: str) -> Future[str]:
        """Begin a game in a process that is free, or in a new one."""
        if self._pool is None:
            context = multiprocessing.get_context("spawn")  # a fork would copy the threads and locks of this process
            self._pool = ProcessPoolExecutor(self.size, context, _die_with_parent)
        with _uninterrupted():
            try:
                return self._pool.submit(play_game, task)
            except BrokenExecutor as error:  # it broke between two games
                failed: Future[str] = Future()
                failed.set_exception(error)
                return failed

    def lost(self, error: BaseException) -> bool:
        """Make a new pool where the old one is broken, as it is for all its processes once one of them dies."""
        if not isinstance(error, BrokenExecutor):
            return False
        self.close()
        return True

    def close(self) -> None:
        """End the processes, whatever they do."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        for process in list((getattr(pool, "_processes", None) or {}).values()):
            process.kill()
        pool.shutdown(wait=True, cancel_futures=True)


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


def _die_with_parent() -> None:
    """End this process when the one that started it is gone, killed for example: nobody else would."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


class HereCrew:
    """This process: for short matches from Python, where starting others would take longer than the games."""

    size = 1

    def submit(self, task: str) -> Future[str]:
        """Play a game, and only then return."""
        future: Future[str] = Future()
        future.set_result(play_game(task))
        return future

    def lost(self, error: BaseException) -> bool:
        """Nothing is ever lost here."""
        return False

    def close(self) -> None:
        """There is nothing to end."""


class ClusterCrew:
    """The workers of a Dask cluster. One that dies is replaced by the others: the cluster sees to it."""

    def __init__(self, address: str, seconds: float = 30.0) -> None:
        try:
            from distributed import Client
        except ImportError:
            told = "a cluster needs dask.distributed: pip install 'pyengine-logic[cluster]'"
            raise LibraryMissingError(told) from None
        try:
            self._client: Any = Client(address, timeout=seconds, set_as_default=False)
        except (OSError, ValueError, ImportError) as error:
            raise TournamentError(f"no Dask scheduler at {address}: {error or type(error).__name__}") from None
        try:
            self._client.wait_for_workers(1, timeout=seconds)
        except TimeoutError:
            self._client.close()
            raise TournamentError(f"the scheduler at {address} has no workers") from None
        self._executor: Executor = self._client.get_executor(pure=False, retries=0)

    @property
    def size(self) -> int:
        """Two games for each worker there is now: one that it plays, one that waits."""
        return 2 * max(1, len(self._client.scheduler_info(n_workers=-1)["workers"]))

    def submit(self, task: str) -> Future[str]:
        """Begin a game on some worker."""
        return self._executor.submit(play_game, task)

    def lost(self, error: BaseException) -> bool:
        """Tell whether workers died with the game; the scheduler has then tried some of them in vain."""
        from distributed import KilledWorker

        return isinstance(error, KilledWorker | CancelledError)

    def close(self) -> None:
        """Take back what is not played yet, and leave."""
        self._executor.shutdown(wait=False, cancel_futures=True)
        self._client.close()
