"""Calls of compiled rules within a budget: seconds, memory, depth.

A watchdog ends calls that last too long or grow too large. Rules that recurse deeper than Python likes are run
again, since they are functions of the position, in a thread with a large stack. Python has one limit of recursion for
all threads; while it is raised, no other thread may run rules, since its own stack could overflow.
"""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeVar

from pyengine.errors import RuleLimitError
from pyengine.reasoners.budget import Budget
from pyengine.reasoners.thread_watchdog import (
    ASKED_AGAIN,
    PATIENCE,
    RUNNING,
    Clock,
    Stop,
    ThreadCall,
    own_record,
    send_stop,
    spent_seconds,
    watchdog_of_all,
)

T = TypeVar("T")
_MEGABYTE: Final = 1024 * 1024
_STACKS_BYTES: Final = (1024 * _MEGABYTE, 256 * _MEGABYTE, 64 * _MEGABYTE)
"""How large the stack of deep rules is, the first that the system grants."""
_LEVEL_BYTES: Final = 1024
"""How much of it a call inside another may need; what recurses deeper has no end, or would use up the memory."""
_AT_LEAST: Final = 0.1
"""The part of its seconds that a question has for the last time, however long it took before."""
_TOO_DEEP: Final = "more than a million calls inside each other"
_ALL_MEMORY: Final = "all memory there is"
_TOO_LONG: Final = "more time than it may"


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
            if clock is not time.monotonic:
                record.began += time.monotonic() - clock()  # what was spent stays the same
                record.clock = time.monotonic
        return rerun(function, args, budget, spent, make_clock)

    return call


def limit_error(error: BaseException, record: ThreadCall) -> BaseException:
    """Give the error for an exception that ended a call: what the watchdog raised becomes RuleLimitError.

    What the rules had made is let go: the traceback has it all.
    """
    if isinstance(error, Stop | MemoryError):
        error.__traceback__ = None
    if isinstance(error, Stop):
        reason, record.alarm = record.alarm, None
        return RuleLimitError(reason or _TOO_LONG)
    if isinstance(error, MemoryError):
        return RuleLimitError(_ALL_MEMORY)
    if record.alarm is not None:
        settle(record)
    return error


def settle(record: ThreadCall) -> None:
    """Wait for the exception that the watchdog has asked for as the call ended, so that it hits nobody else."""
    with contextlib.suppress(Stop):
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
    seconds = max(ASKED_AGAIN * budget.seconds - spent, _AT_LEAST * budget.seconds)
    results: list[T] = []
    errors: list[BaseException] = []
    records: list[ThreadCall] = []
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
                        send_stop(thread.ident or 0)
                    thread.join(PATIENCE)
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
