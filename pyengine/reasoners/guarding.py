"""Calls of compiled rules within a budget: seconds, memory, depth.

Compiled rules are Python, which nothing stops from outside but an exception that another thread asks for. A watchdog
thread does so where a call lasts too long or grows too large. Rules that recurse deeper than Python likes are run
again, since they are functions of the position, in a thread with a large stack.
"""

from __future__ import annotations

import contextlib
import ctypes
import sys
import threading
import time
from collections.abc import Callable
from functools import cache, partial
from typing import Any, Final, TypeVar

from pyengine.errors import RuleLimitError
from pyengine.reasoners.budget import Budget
from pyengine.reasoners.watchdog import resident_bytes

T = TypeVar("T")
_PERIOD: Final = 0.05
_PATIENCE: Final = 1.0
_IDLE_ROUNDS: Final = 20
_MEGABYTE: Final = 1024 * 1024
_STACK_BYTES: Final = 1024 * _MEGABYTE
_DEEPEST: Final = 1_000_000
"""How deep rules may recurse; what needs more has no end, or would use up the memory."""
_TOO_DEEP: Final = "more than a million calls inside each other"
_ALL_MEMORY: Final = "all memory there is"
_TOO_LONG: Final = "more time than it may"


class _Stop(BaseException):
    """What the watchdog raises in a thread that runs rules."""


class _Record:
    """What a thread is doing: the budget of the call that it is in, if any, and when that was seen to begin."""

    __slots__ = ("__weakref__", "alarm", "baseline", "began", "budget", "calls", "quiet_until", "seen", "thread")

    def __init__(self, thread: int) -> None:
        self.thread = thread
        self.budget: Budget | None = None
        self.calls = 0
        self.seen = -1
        self.began = 0.0
        self.baseline = 0
        self.alarm: str | None = None
        self.quiet_until = 0.0


class Watchdog:
    """One thread for all that run compiled rules; it sleeps while there are no calls."""

    def __init__(self) -> None:
        self._records: list[_Record] = []
        self._wanted = threading.Event()
        self.is_parked = True
        threading.Thread(target=self._run, name="pyengine-compiled-watchdog", daemon=True).start()

    def add(self, record: _Record) -> None:
        """Take a thread into the round."""
        self._records.append(record)

    def wake(self) -> None:
        """Begin the rounds."""
        self.is_parked = False
        self._wanted.set()

    def _run(self) -> None:
        while True:
            self._wanted.wait()
            self._wanted.clear()
            idle = 0
            while idle < _IDLE_ROUNDS:
                idle = 0 if self._round() else idle + 1
                time.sleep(_PERIOD)
            self.is_parked = True
            if any(record.budget for record in self._records):  # a call that began meanwhile
                self.wake()

    def _round(self) -> bool:
        busy = False
        for record in list(self._records):
            budget, calls = record.budget, record.calls
            if budget is None:
                continue
            busy = True
            if record.seen != calls:
                record.seen, record.began, record.baseline = calls, time.monotonic(), resident_bytes()
                record.quiet_until = 0.0
            elif time.monotonic() > record.quiet_until and (reason := _verdict(record, budget)):
                record.alarm = reason
                record.quiet_until = time.monotonic() + _PATIENCE  # the exception is lost if it hits a callback
                if record.calls == calls and record.budget is not None:
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(record.thread), ctypes.py_object(_Stop))
        return busy


def _verdict(record: _Record, budget: Budget) -> str | None:
    if time.monotonic() - record.began > budget.seconds:
        return f"more than {budget.seconds:g} seconds in one call"
    if resident_bytes() - record.baseline > budget.memory_bytes:
        return f"more than {budget.memory_bytes // _MEGABYTE} MiB of memory in one call"
    return None


@cache
def watchdog_of_all() -> Watchdog:
    """Give the one watchdog, starting it at the first call."""
    return Watchdog()


RUNNING: Final = threading.local()


def own_record() -> _Record:
    """Give the calling thread's record, making one at its first call."""
    record: _Record | None = getattr(RUNNING, "record", None)
    if record is None:
        record = RUNNING.record = _Record(threading.get_ident())
        watchdog_of_all().add(record)
    return record


def guarded(function: Callable[..., T], budget: Budget) -> Callable[..., T]:
    """Give the same function, whose calls end in RuleLimitError where they use more than the budget."""
    return partial(guard(budget), function)


def guard(budget: Budget) -> Callable[..., Any]:
    """Give a function that calls another one, in the same way, with the arguments that follow."""
    running, watchdog = RUNNING, watchdog_of_all()

    def call(function: Callable[..., T], *args: Any) -> T:
        try:
            record = running.record
        except AttributeError:
            record = own_record()
        outer = record.budget
        if outer is not None:
            return function(*args)
        record.calls += 1
        record.budget = budget
        if watchdog.is_parked:
            watchdog.wake()
        try:
            result = function(*args)
            record.budget = None
            if record.alarm is not None:
                settle(record)
            return result
        except RecursionError:
            record.budget = None
            if record.alarm is not None:
                settle(record)
        except BaseException as error:
            record.budget = None
            meant = limit_error(error, record)
            if meant is error:
                raise
            raise meant from None
        return _in_deep_thread(function, args, budget)

    return call


def limit_error(error: BaseException, record: _Record) -> BaseException:
    """Give the error for an exception that ended a call: what the watchdog raised becomes RuleLimitError."""
    if isinstance(error, _Stop):
        reason, record.alarm = record.alarm, None
        return RuleLimitError(reason or _TOO_LONG)
    if isinstance(error, MemoryError):
        return RuleLimitError(_ALL_MEMORY)
    if record.alarm is not None:
        settle(record)
    return error


def settle(record: _Record) -> None:
    """Wait for the exception that the watchdog has asked for as the call ended, so that it hits nobody else."""
    with contextlib.suppress(_Stop):
        for _ in range(200):
            time.sleep(0.001)
    record.alarm = None


def _in_deep_thread(function: Callable[..., T], args: tuple[Any, ...], budget: Budget) -> T:
    """Call a function where it may recurse much deeper."""
    results: list[T] = []
    errors: list[BaseException] = []
    done = threading.Event()

    def attempt() -> None:
        record = own_record()
        try:
            record.calls += 1
            record.budget = budget
            if watchdog_of_all().is_parked:
                watchdog_of_all().wake()
            results.append(function(*args))
        except RecursionError:
            errors.append(RuleLimitError(_TOO_DEEP))
        except MemoryError:
            errors.append(RuleLimitError(_ALL_MEMORY))
        except _Stop:
            errors.append(RuleLimitError(record.alarm or _TOO_LONG))
        except BaseException as error:
            errors.append(error)
        finally:
            record.budget = None

    def run() -> None:
        try:
            attempt()
        except BaseException:  # the watchdog's, while another one was handled
            errors.append(RuleLimitError(_TOO_LONG))
        finally:
            done.set()

    with _DEEP:
        old_size, old_limit = threading.stack_size(_STACK_BYTES), sys.getrecursionlimit()
        sys.setrecursionlimit(_DEEPEST)
        try:
            thread = threading.Thread(target=run, name="pyengine-deep", daemon=True)
            thread.start()
            threading.stack_size(old_size)
            try:
                done.wait()
                thread.join()
            except BaseException:  # Ctrl-C: the rules end, too
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), ctypes.py_object(_Stop))
                thread.join()
                raise
        finally:
            sys.setrecursionlimit(old_limit)
    if errors:
        raise errors[0]
    return results[0]


_DEEP: Final = threading.Lock()
