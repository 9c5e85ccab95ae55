"""The crew that plays the games of a tournament: processes of this machine, this process itself, or a Dask cluster."""

from __future__ import annotations

import json
import multiprocessing
import os
import shutil
import signal
import tempfile
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any, Final, Self

from pyengine.arena.game_task import own_version, play_game, require_version
from pyengine.arena.rulebook import Rulebook
from pyengine.errors import LibraryMissingError, PyengineError, TournamentError
from pyengine.stores.json_shapes import MISSHAPEN, read_json


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


SECONDS_TO_COME: Final = 60.0
"""How long a cluster may be without a worker that can play."""


def obstacle(rules: str, version: str) -> str | None:
    """Tell what keeps this worker from playing by some rules; None where nothing does."""
    try:
        require_version(version)
        Rulebook.from_json(read_json(rules)).load()
    except (PyengineError, *MISSHAPEN) as error:
        return str(error).splitlines()[0]
    return None


class ClusterCrew(Crew):
    """The workers of a cluster; the scheduler gives the game of a worker that dies to another one."""

    def __init__(self, address: str, seconds: float = 10.0) -> None:
        try:
            from distributed import Client
            from distributed.comm import resolve_address
        except ImportError:
            told = "a cluster needs dask.distributed: pip install 'pyengine-logic[cluster]'"
            raise LibraryMissingError(told) from None
        try:
            resolve_address(address)  # a client that is given nonsense ends only after a minute
            self._client: Any = Client(address, timeout=seconds, set_as_default=False)
        except (OSError, ValueError, ImportError) as error:
            raise TournamentError(f"no Dask scheduler at {address}: {error}") from None
        self._address = address
        self._executor: Executor | None = None
        self._able: frozenset[str] | None = None
        self._deserted: float | None = None
        try:
            self._client.wait_for_workers(1, timeout=seconds)
        except TimeoutError:
            self.close()
            raise TournamentError(f"the scheduler at {address} has no workers") from None

    def prepare(self, rules: Rulebook) -> tuple[str, ...]:
        """Ask every worker whether it can play; those that cannot are left out, and said."""
        told = json.dumps(rules.as_json())
        answers = self._client.run(obstacle, told, own_version(), on_error="return")
        unable = {worker: str(answer) for worker, answer in sorted(answers.items()) if answer is not None}
        remarks = tuple(f"the worker {worker} does not play: {reason}" for worker, reason in unable.items())
        chosen: dict[str, Any] = {}
        self._able = None
        if unable:
            self._able = frozenset(answers) - frozenset(unable)
            chosen = {"workers": sorted(self._able), "allow_other_workers": False}
        if self._able is not None and not self._able:
            raise TournamentError("\n".join(("no worker of the cluster can play", *remarks)))
        self.drop()
        self._executor = self._client.get_executor(pure=False, retries=0, **chosen)
        return remarks

    def _require_scheduler(self) -> None:
        if self._client.status not in ("running", "connecting"):  # a client tries for some time to find it again
            raise TournamentError(f"the scheduler at {self._address} is gone")

    def _workers(self) -> frozenset[str]:
        """Name the workers that are there now and can play, as far as is known."""
        self._require_scheduler()
        try:
            there = frozenset(self._client.scheduler_info(n_workers=-1).get("workers", ()))
        except Exception:
            self._require_scheduler()
            raise
        return there if self._able is None else there & self._able

    @property
    def size(self) -> int:
        """Two games for each worker: one that it plays, one that waits."""
        return 2 * max(1, len(self._workers()))

    def submit(self, task: str) -> Future[str]:
        """Begin a game on some worker."""
        assert self._executor is not None, "the crew is prepared first"
        try:
            return self._executor.submit(play_game, task)
        except Exception:  # a client whose scheduler is gone raises various things
            self._require_scheduler()
            raise

    def lost(self, error: BaseException) -> bool:
        """Tell whether workers died with the game; the scheduler has then tried some of them in vain."""
        from distributed import KilledWorker

        self._require_scheduler()
        return isinstance(error, KilledWorker | CancelledError)

    def look(self) -> None:
        """Check that workers are left; new ones have some time to join."""
        if self._workers():
            self._deserted = None
            return
        now = time.monotonic()
        self._deserted = now if self._deserted is None else self._deserted
        if now - self._deserted > SECONDS_TO_COME:
            raise TournamentError(f"the cluster at {self._address} has no workers left that can play")

    def drop(self) -> None:
        """Cancel what is not played yet; the result of a game that a worker is playing is dropped."""
        executor, self._executor = self._executor, None
        if executor is not None:
            with suppress(Exception):  # nothing is left to take back where the scheduler is gone
                executor.shutdown(wait=False)

    def close(self) -> None:
        """Disconnect from the cluster, which goes on."""
        super().close()
        with suppress(Exception):
            self._client.close()
