"""A process that works for one page: it is asked one thing after the other, in lines of JSON, and can be ended.

    {"id": 1, "method": "position", "params": {...}}    what is to be done
    {"cancel": 1}                                       it is to end with what is known
    {"id": 1, "progress": {...}}                        how far it is
    {"id": 1, "result": ...} or {"id": 1, "error": {"kind": ..., "message": ...}}

Rules run here and nowhere else in the studio. Where the server goes away, so does the process, with all that it has
started. Processes come from the nursery.
"""

from __future__ import annotations

import json
import os
import queue
import socket
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from pyengine.errors import PyengineError, WorkerEndedError
from pyengine.reasoners.budget import resident_bytes
from pyengine.search.watch import StopSignal
from pyengine.studio.process_tree import end_tree
from pyengine.studio.protocol import error_as_json
from pyengine.studio.workbench import Workbench

MOST_BYTES: Final = 3 << 29
"""The memory that a process may hold."""
MOST_ADDRESSES: Final = 6 << 30
"""The addresses that it may have: searches in C reserve more of them than they come to use."""
LOOK_SECONDS: Final = 0.2
"""How often it is looked at what it holds."""


@dataclass(slots=True)
class Job:
    """Something that is being done: how it is told to end, and how it tells how far it is."""

    id: int
    wire: Wire
    stop: StopSignal = field(default_factory=StopSignal)

    def tell(self, progress: Mapping[str, Any]) -> None:
        """Tell how far it is."""
        self.wire.send({"id": self.id, "progress": progress})


class Wire:
    """The line to the server."""

    def __init__(self, line: socket.socket) -> None:
        self.incoming = line.makefile("rb")
        self._outgoing = line.makefile("wb")
        self._lock = threading.Lock()

    def send(self, message: Mapping[str, Any]) -> None:
        """Send a line; without a server there is nobody to work for."""
        line = json.dumps(message, separators=(",", ":")).encode() + b"\n"
        try:
            with self._lock:
                self._outgoing.write(line)
                self._outgoing.flush()
        except OSError:
            leave()


def leave() -> None:
    """End this process at once, with all that it has started."""
    end_tree(os.getpid(), itself=False)
    os._exit(0)


class Worker:
    """Does what comes along the wire, one thing at a time."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._waiting: queue.Queue[dict[str, Any]] = queue.Queue()
        self._cancelled: set[int] = set()
        self._job: Job | None = None
        self._bench = Workbench()

    def run(self) -> None:
        """Work until the server goes away."""
        for task in (self._listen, self._watch):
            threading.Thread(target=task, name="pyengine-studio", daemon=True).start()
        while True:
            request = self._waiting.get()
            self._job = job = Job(request["id"], self._wire)
            if job.id in self._cancelled:
                job.stop.stop()
            self._wire.send({"id": job.id, **self._answer(request, job)})
            self._cancelled.discard(job.id)

    def _listen(self) -> None:
        for line in self._wire.incoming:
            request = json.loads(line)
            if "cancel" not in request:
                self._waiting.put(request)
                continue
            self._cancelled.add(request["cancel"])
            if self._job is not None and self._job.id == request["cancel"]:
                self._job.stop.stop()
        leave()

    def _watch(self) -> None:
        """End the process where it holds too much; whoever waits for it is told why."""
        while resident_bytes() <= MOST_BYTES:
            time.sleep(LOOK_SECONDS)
        if self._job is not None:
            told = WorkerEndedError(f"it takes more than {MOST_BYTES >> 20:,} MiB of memory, and was ended")
            self._wire.send({"id": self._job.id, "error": error_as_json(told)})
        leave()

    def _answer(self, request: Mapping[str, Any], job: Job) -> dict[str, Any]:
        try:
            return {"result": self._bench.answer(request["method"], request["params"], job)}
        except PyengineError as error:
            return {"error": error_as_json(error)}
        except MemoryError:
            return {"error": error_as_json(WorkerEndedError("there is not enough memory for that"))}
        except RecursionError:
            return {"error": error_as_json(WorkerEndedError("that is nested too deeply"))}
        except OSError as error:  # no compiler or no SWI-Prolog can be started, say: the folder is gone
            return {"error": error_as_json(WorkerEndedError(error.strerror or str(error)))}
        except KeyboardInterrupt:
            return {"error": error_as_json(WorkerEndedError("interrupted"))}


def limit_memory() -> None:
    """Let this process have so many addresses and no more, where the system can see to that."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_AS)
        limit = MOST_ADDRESSES if most == resource.RLIM_INFINITY else min(MOST_ADDRESSES, most)
        resource.setrlimit(resource.RLIMIT_AS, (limit, most))


def work(line: socket.socket, niceness: int) -> None:
    """Be a worker: with so much memory, and so patient with others."""
    limit_memory()
    os.nice(niceness)
    Worker(Wire(line)).run()
