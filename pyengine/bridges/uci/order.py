"""One `go`, from the moment that it is read: what may end it, from any thread."""

from __future__ import annotations

import threading
from typing import Final

from pyengine.bridges.uci.commands import Go
from pyengine.search import StopSignal

MOST_SECONDS: Final = 1e7
"""How far ahead a timer can be set."""


class Order:
    """A search that was asked for. It can be stopped before it has begun, and it then ends at once.

    While an interface ponders, or has asked for an endless search, the move is kept back until `released`. When it
    comes to what was pondered about, `hit`, the clock of the move begins to run.
    """

    def __init__(self, go: Go) -> None:
        self.go = go
        self.signal = StopSignal()
        self.released = threading.Event()
        self._lock = threading.Lock()
        self._seconds: float | None = None
        self._is_pondering = "ponder" in go.flags
        self._is_endless = go.is_endless
        if not go.is_endless:
            self.released.set()

    @property
    def is_pondering(self) -> bool:
        """Whether the interface has yet to say that what is searched has come on the board."""
        return self._is_pondering

    @property
    def ends_by_itself(self) -> bool:
        """Whether it is enough to wait for its end."""
        return not self._is_endless and self.go.has_limit

    def stop(self) -> None:
        """Have the best move so far."""
        self.signal.stop()
        self.released.set()

    def hit(self) -> None:
        """Go on as if it had been no pondering; nothing where it was none."""
        with self._lock:
            if not self._is_pondering:
                return
            self._is_pondering = False
            self._is_endless = "infinite" in self.go.flags
            if self._seconds is not None:
                self._set_timer(self._seconds)
        if not self._is_endless:
            self.released.set()

    def allow(self, seconds: float | None) -> float | None:
        """Take the time for the move; gives it back where it runs from now on, None where that begins with a hit."""
        with self._lock:
            if "infinite" in self.go.flags:
                return None
            if not self._is_pondering:
                return seconds
            self._seconds = seconds
            return None

    def _set_timer(self, seconds: float) -> None:
        timer = threading.Timer(min(seconds, MOST_SECONDS), self.signal.stop)
        timer.daemon = True
        timer.start()
