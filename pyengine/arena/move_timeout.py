"""The timeout of a move: an exception in the thread that plays, as soon as it runs Python again."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

PERIOD: Final = 0.1
"""Seconds between two looks at the clock."""


class MoveTimeoutError(BaseException):
    """A move that takes too long; no rule or game should catch it."""


class MoveTimeout:
    """Watches one thread, that which enters it, from another one.

    What was raised is let through to its end. It cannot be taken back: Python 3.11 would look for it for ever after,
    at every call, and does not come out of that where a profiler or debugger is at work.

    >>> with MoveTimeout() as timeout:
    ...     try:
    ...         with timeout.of(0.01):
    ...             while True:
    ...                 pass
    ...     except MoveTimeoutError:
    ...         print("enough")
    enough
    """

    def __init__(self) -> None:
        self._thread = 0
        self._deadline: float | None = None
        self._raised = False
        self._lock = threading.Lock()
        self._over = threading.Event()

    def __enter__(self) -> MoveTimeout:
        self._thread = threading.get_ident()
        threading.Thread(target=self._watch, name="pyengine-move-timeout", daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()

    def _watch(self) -> None:
        while not self._over.wait(PERIOD):
            with self._lock:
                if self._deadline is not None and time.monotonic() > self._deadline:
                    self._deadline, self._raised = None, True
                    thread, error = ctypes.c_ulong(self._thread), ctypes.py_object(MoveTimeoutError)
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, error)

    @contextmanager
    def of(self, seconds: float) -> Iterator[None]:
        """Let what is done inside take so many seconds; MoveTimeoutError comes a little later than that."""
        self._deadline = time.monotonic() + seconds
        try:
            yield
        except MoveTimeoutError:
            self._raised = False
            raise
        finally:
            with self._lock:
                self._deadline = None
            while self._raised:
                time.sleep(0.001)  # it is raised here
