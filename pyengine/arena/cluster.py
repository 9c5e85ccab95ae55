"""Games played by the workers of a Dask cluster."""

from __future__ import annotations

import json
import time
from concurrent.futures import CancelledError, Executor, Future
from contextlib import suppress
from typing import Any, Final

from pyengine.arena.crew import Crew
from pyengine.arena.game_task import own_version, play_game, require_version
from pyengine.arena.rulebook import Rulebook
from pyengine.errors import LibraryMissingError, PyengineError, TournamentError
from pyengine.stores.json_shapes import MISSHAPEN, read_json

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
