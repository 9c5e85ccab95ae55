"""Calls of compiled rules within a budget: seconds, memory, depth.

Compiled rules are Python, which nothing stops from outside but an exception that another thread asks for. A watchdog
thread does so where a call lasts too long or grows too large. Rules that recurse deeper than Python likes are run
again, since they are functions of the position, in a thread with a large stack. Python has one limit of recursion for
all threads; while it is raised, no other thread may run rules, since its own stack could overflow.
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
from functools import cache, partial
from typing import Any, Final, TypeVar

from pyengine.errors import ReasonerError, RuleLimitError
from pyengine.reasoners.budget import Budget, resident_bytes

T = TypeVar("T")
Clock = Callable[[], float]
_PERIOD: Final = 0.05
_PATIENCE: Final = 1.0
_MOMENT: Final = 0.001
_IDLE_ROUNDS: Final = 20
_MEGABYTE: Final = 1024 * 1024
_STACKS_BYTES: Final = (1024 * _MEGABYTE, 256 * _MEGABYTE, 64 * _MEGABYTE)
"""How large the stack of deep rules is, the first that the system grants."""
_LEVEL_BYTES: Final = 1024
"""How much of it a call inside another may need; what recurses deeper has no end, or would use up the memory."""
_ASKED_AGAIN: Final = 1.4
"""How many times its seconds a question may take that is asked again, on a large stack or of other code, in all."""
_AT_LEAST: Final = 0.1
"""The part of the seconds that it has for the last time, however long it took before."""
_TOO_DEEP: Final = "more than a million calls inside each other"
_ALL_MEMORY: Final = "all memory there is"
_TOO_LONG: Final = "more time than it may"


class _Stop(BaseException):
    """What the watchdog raises in a thread that runs rules."""


class _Hush:
    """A hook for exceptions that nobody can catch, which says nothing of a `_Stop`.

    One that hits the callback of a collector or of a weak reference is lost, Python would print it, and it is sent
    again; by then the collector is at rest.
    """

    def __init__(self, inner: Callable[[Any], Any]) -> None:
        self.inner = inner

    def __call__(self, unraisable: Any) -> None:
        if unraisable.exc_type is not _Stop:
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
class _ThreadCall:
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
        self._records: weakref.WeakSet[_ThreadCall] = weakref.WeakSet()
        self._wanted = threading.Event()
        self._free = threading.Event()
        self._free.set()
        self._lock = threading.Lock()
        self._deep = threading.Lock()
        self._thread: threading.Thread | None = None
        self._collector_rests = False
        self.is_parked = True
        RUNNING.__dict__.clear()

    def add(self, record: _ThreadCall) -> None:
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
                record.quiet_until = time.monotonic() + _PATIENCE  # the exception is lost if it hits a callback
                if record.calls == calls and record.budget is not None:
                    stopping = True
                    if gc.isenabled():  # rules that make many terms spend most of their time in its callbacks
                        self._collector_rests = True
                        gc.disable()
                    _Hush.begin()
                    _send_stop(record.thread)
        if self._collector_rests and not stopping:
            self._collector_rests = False
            gc.enable()
        return busy


def _send_stop(thread: int) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(_Stop))


def _seconds_of(record: _ThreadCall, budget: Budget) -> float:
    if record.seconds is not None:
        return record.seconds
    return _ASKED_AGAIN * budget.seconds - record.spent if record.spent else budget.seconds


def _verdict(record: _ThreadCall, budget: Budget) -> str | None:
    if record.clock() - record.began > _seconds_of(record, budget):
        return budget.out_of_time
    if resident_bytes() - record.baseline > budget.memory_bytes:
        return budget.out_of_memory
    return None


@cache
def watchdog_of_all() -> ThreadWatchdog:
    """Give the one watchdog, starting it at the first call."""
    return ThreadWatchdog()


def own_record() -> _ThreadCall:
    """Give the calling thread's record, making one at its first call."""
    record: _ThreadCall | None = getattr(RUNNING, "record", None)
    if record is None:
        record = RUNNING.record = _ThreadCall(threading.get_ident())
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


def processor_clock() -> Clock:
    """Give a clock that goes while this thread runs; where there is none, it goes always."""
    try:
        return partial(time.clock_gettime, time.pthread_getcpuclockid(threading.get_ident()))
    except AttributeError:  # not on every system
        return time.monotonic


def wall_clock() -> Clock:
    """Give a clock that goes always."""
    return time.monotonic


def guard(budget: Budget, make_clock: Callable[[], Clock] = wall_clock) -> Callable[..., Any]:
    """Give a function that calls another one, in the same way, with the arguments that follow.

    `make_clock` gives the thread that calls it the clock by which it is held to its seconds.
    """
    running, watchdog, clock = RUNNING, watchdog_of_all(), make_clock()

    def call(function: Callable[..., T], *args: Any) -> T:
        try:
            record = running.record
        except AttributeError:
            record = own_record()
        outer = record.budget
        if outer is not None:
            return function(*args)
        record.clock = clock
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
            spent = spent_seconds()  # by the clock of this call
        except BaseException as error:
            record.budget = None
            meant = limit_error(error, record)
            if meant is error:
                raise
            raise meant from None
        finally:
            record.clock = time.monotonic
        return rerun(function, args, budget, spent, make_clock)

    return call


def limit_error(error: BaseException, record: _ThreadCall) -> BaseException:
    """Give the error for an exception that ended a call: what the watchdog raised becomes RuleLimitError.

    What the rules had made is let go: the traceback has it all.
    """
    if isinstance(error, _Stop | MemoryError):
        error.__traceback__ = None
    if isinstance(error, _Stop):
        reason, record.alarm = record.alarm, None
        return RuleLimitError(reason or _TOO_LONG)
    if isinstance(error, MemoryError):
        return RuleLimitError(_ALL_MEMORY)
    if record.alarm is not None:
        settle(record)
    return error


def settle(record: _ThreadCall) -> None:
    """Wait for the exception that the watchdog has asked for as the call ended, so that it hits nobody else."""
    with contextlib.suppress(_Stop):
        for _ in range(200):
            time.sleep(0.001)
    record.alarm = None


def rerun(
    function: Callable[..., T],
    args: tuple[Any, ...],
    budget: Budget,
    spent: float,
    make_clock: Callable[[], Clock] = wall_clock,
) -> T:
    """Call a function that has spent seconds and ended in a RecursionError again, where it may recurse much deeper."""
    seconds = max(_ASKED_AGAIN * budget.seconds - spent, _AT_LEAST * budget.seconds)
    results: list[T] = []
    errors: list[BaseException] = []
    records: list[_ThreadCall] = []
    done = threading.Event()

    def attempt() -> None:
        record = own_record()
        record.is_deep, record.seconds, record.clock = True, seconds, make_clock()
        records.append(record)
        try:
            record.calls += 1
            record.budget = budget
            if watchdog_of_all().is_parked:
                watchdog_of_all().wake()
            results.append(function(*args))
        except RecursionError:
            errors.append(RuleLimitError(_TOO_DEEP))
        except BaseException as error:
            errors.append(limit_error(error, record))
        finally:
            record.budget = None

    def run() -> None:
        try:
            try:
                attempt()
            finally:
                done.set()
        except BaseException:  # what was sent again while the first was handled
            errors.append(RuleLimitError((records and records[0].alarm) or _TOO_LONG))
            done.set()

    with watchdog_of_all().alone():
        old_limit = sys.getrecursionlimit()
        try:
            thread = _start_deep(run)
            try:
                done.wait()
                thread.join()
            except BaseException:  # Ctrl-C: the rules end, too
                while thread.is_alive():
                    if not done.is_set():
                        _send_stop(thread.ident or 0)
                    thread.join(_PATIENCE)
                raise
        finally:
            sys.setrecursionlimit(old_limit)
    if errors:
        raise errors[0]
    return results[0]


def _start_deep(run: Callable[[], None]) -> threading.Thread:
    """Start a thread with a stack as large as can be had, and let Python recurse as deep as that allows."""
    for size in _STACKS_BYTES:
        old_size = threading.stack_size(size)
        sys.setrecursionlimit(size // _LEVEL_BYTES)
        thread = threading.Thread(target=run, name="pyengine-deep", daemon=True)
        try:
            thread.start()
            return thread
        except RuntimeError:  # there is no room for such a stack
            continue
        finally:
            threading.stack_size(old_size)
    raise RuleLimitError(_ALL_MEMORY)
