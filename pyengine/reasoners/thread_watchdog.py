"""The watchdog of threads that run compiled rules: it ends calls that last too long or grow too large.

Compiled rules are Python, which nothing stops from outside but an exception that another thread asks for.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import os
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from pyengine.errors import ReasonerError
from pyengine.reasoners.budget import Budget, resident_bytes

Clock = Callable[[], float]
_PERIOD: Final = 0.05
PATIENCE: Final = 1.0
"""Seconds after which a stop that was lost is sent again."""
_MOMENT: Final = 0.001
_IDLE_ROUNDS: Final = 20
ASKED_AGAIN: Final = 1.4
"""How many times its seconds a question may take that is asked again, on a large stack or of other code, in all."""


class Stop(BaseException):
    """What the watchdog raises in a thread that runs rules."""


class _Hush:
    """A hook for exceptions that nobody can catch, which says nothing of a `Stop`.

    One that hits the callback of a collector or of a weak reference is lost, Python would print it, and it is sent
    again; by then the collector is at rest.
    """

    def __init__(self, inner: Callable[[Any], Any]) -> None:
        self.inner = inner

    def __call__(self, unraisable: Any) -> None:
        if unraisable.exc_type is not Stop:
            self.inner(unraisable)

    @staticmethod
    def begin() -> None:
        """Put the hook before the one that is there."""
        if not isinstance(sys.unraisablehook, _Hush):
            sys.unraisablehook = _Hush(sys.unraisablehook)

    @staticmethod
    def end() -> None:
        """Give its place back, unless somebody else has taken it."""
        if isinstance(sys.unraisablehook, _Hush):
            sys.unraisablehook = sys.unraisablehook.inner


@dataclass(eq=False)
class ThreadCall:
    """What a thread is doing: the budget of the call that it is in, if any, and when that was seen to begin."""

    thread: int
    is_deep: bool = False
    seconds: float | None = None
    """What a call has in place of the seconds of its budget."""
    spent: float = 0.0
    """Seconds that the question took before this call for it."""
    budget: Budget | None = None
    calls: int = 0
    seen: int = -1
    clock: Clock = time.monotonic
    began: float = 0.0
    baseline: int = 0
    alarm: str | None = None
    quiet_until: float = 0.0


RUNNING: Final = threading.local()
"""The record of each thread, where it has one."""


class ThreadWatchdog:
    """One thread for all that run compiled rules; it sleeps while there are no calls."""

    def __init__(self) -> None:
        self._collector_rests = False
        self._begin_anew()
        if hasattr(os, "register_at_fork"):  # not on every system
            os.register_at_fork(after_in_child=self._begin_anew)

    def _begin_anew(self) -> None:
        """Get ready; a forked process has nothing but the thread that forked it."""
        if self._collector_rests:
            gc.enable()
        self._records: weakref.WeakSet[ThreadCall] = weakref.WeakSet()
        self._wanted = threading.Event()
        self._free = threading.Event()
        self._free.set()
        self._lock = threading.Lock()
        self._deep = threading.Lock()
        self._thread: threading.Thread | None = None
        self._collector_rests = False
        self.is_parked = True
        RUNNING.__dict__.clear()

    def add(self, record: ThreadCall) -> None:
        """Take a thread into the round."""
        self._records.add(record)

    def wake(self) -> None:
        """Begin the rounds; callers set their budget first, then look at `is_parked`.

        While rules run alone in another thread, `is_parked` stays true and callers wait here.
        """
        record = own_record()
        budget = record.budget
        while not self._free.is_set() and not record.is_deep:
            record.budget = None
            self._free.wait()
            record.calls += 1
            record.budget = budget
        self._begin()

    def _begin(self) -> None:
        with self._lock:
            self.is_parked = not self._free.is_set()
            if self._thread is None:
                thread = threading.Thread(target=self._run, name="pyengine-compiled-watchdog", daemon=True)
                try:
                    thread.start()
                except RuntimeError:  # there is no room for its stack
                    self.is_parked = True
                    own_record().budget = None
                    raise ReasonerError("there is not enough memory to watch over rules") from None
                self._thread = thread
        self._wanted.set()

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Keep all threads out of rules but one whose record is deep, and wait for those that are in."""
        with self._deep:
            with self._lock:
                self._free.clear()
                self.is_parked = True
            try:
                while any(record.budget for record in list(self._records)):
                    time.sleep(_MOMENT)
                yield
            finally:
                self._free.set()

    def _run(self) -> None:
        while True:
            self._wanted.wait()
            self._wanted.clear()
            idle = 0
            while idle < _IDLE_ROUNDS:
                idle = 0 if self._round() else idle + 1
                time.sleep(_PERIOD)
            _Hush.end()
            self.is_parked = True
            if any(record.budget for record in list(self._records)):  # a call that began meanwhile
                self._begin()

    def _round(self) -> bool:
        busy = stopping = False
        for record in list(self._records):
            budget, calls = record.budget, record.calls
            if budget is None:
                continue
            busy = True
            stopping |= record.seen == calls and record.quiet_until > 0
            if record.seen != calls:
                record.seen, record.began, record.baseline = calls, record.clock(), resident_bytes()
                record.quiet_until = 0.0
            elif time.monotonic() > record.quiet_until and (reason := _verdict(record, budget)):
                record.alarm = reason
                record.quiet_until = time.monotonic() + PATIENCE  # the exception is lost if it hits a callback
                if record.calls == calls and record.budget is not None:
                    stopping = True
                    if gc.isenabled():  # rules that make many terms spend most of their time in its callbacks
                        self._collector_rests = True
                        gc.disable()
                    _Hush.begin()
                    send_stop(record.thread)
        if self._collector_rests and not stopping:
            self._collector_rests = False
            gc.enable()
        return busy


def send_stop(thread: int) -> None:
    """Have a `Stop` raised in a thread."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(Stop))


def seconds_of(record: ThreadCall, budget: Budget) -> float:
    """Give how long the call of a thread may take."""
    if record.seconds is not None:
        return record.seconds
    return ASKED_AGAIN * budget.seconds - record.spent if record.spent else budget.seconds


def _verdict(record: ThreadCall, budget: Budget) -> str | None:
    if record.clock() - record.began > seconds_of(record, budget):
        return budget.out_of_time
    if resident_bytes() - record.baseline > budget.memory_bytes:
        return budget.out_of_memory
    return None


@cache
def watchdog_of_all() -> ThreadWatchdog:
    """Give the one watchdog, starting it at the first call."""
    return ThreadWatchdog()


def own_record() -> ThreadCall:
    """Give the calling thread's record, making one at its first call."""
    record: ThreadCall | None = getattr(RUNNING, "record", None)
    if record is None:
        record = RUNNING.record = ThreadCall(threading.get_ident())
        watchdog_of_all().add(record)
    return record


def spent_seconds() -> float:
    """How long the question takes that the last call of this thread was for; 0 where that was too short to be seen."""
    record = own_record()
    return record.spent + (record.clock() - record.began if record.seen == record.calls else 0.0)


@contextlib.contextmanager
def one_question() -> Iterator[Callable[[], None]]:
    """Let several calls share the seconds of one question; the function that is given says that another one begins."""
    record = own_record()
    before = record.spent

    def go_on() -> None:
        record.spent = spent_seconds()

    try:
        yield go_on
    finally:
        record.spent = before
