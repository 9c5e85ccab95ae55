"""The watchdog of SWI-Prolog's engines: ends calls that last too long, grow too large, or are interrupted.

A thread looks at the engines several times a second. Where a call has lasted longer than that, it raises a signal of
Prolog's own (no signal of the operating system) in that engine. Its handler runs between two steps of the rules, in
the thread that called them. There Python runs its own signal handlers, so that Ctrl-C has its effect, and the budget
is compared with the use. To end the call, `$aborted` is thrown, which rules cannot catch for good.
"""

from __future__ import annotations

import ctypes
import threading
import time
import weakref
from collections.abc import Generator
from typing import Final

from pyengine.errors import ReasonerError, RuleLimitError
from pyengine.reasoners.budget import resident_bytes
from pyengine.reasoners.swi import foreign_interface
from pyengine.reasoners.swi.foreign_interface import Engine, Handler, PrologLibrary, SignalAction

_PERIOD: Final = 0.05
_IDLE_ROUNDS: Final = 20


class EngineWatchdog:
    """One thread for all engines of the process; it sleeps while there are no calls."""

    def __init__(self, library: PrologLibrary) -> None:
        self._library = library
        self._engines: weakref.WeakSet[Engine] = weakref.WeakSet()
        self._wanted = threading.Event()
        self._ticks = _ticks()
        next(self._ticks)
        # The main thread's handler is a suspended generator: Python may raise KeyboardInterrupt at the very first
        # instruction of a function, where no `try` has begun yet, but resumes a generator inside its `try`.
        self._handlers = (Handler(self._ticks.send), Handler(_tick))
        actions = (ctypes.byref(SignalAction(handler, None, 0)) for handler in self._handlers)
        self._main_signal, self._signal = (library.sigaction(0, action, None) for action in actions)
        self.is_parked = True
        try:
            threading.Thread(target=self._run, name="pyengine-watchdog", daemon=True).start()
        except RuntimeError:  # there is no room for its stack
            raise ReasonerError("there is not enough memory to watch over SWI-Prolog") from None

    def watch(self, engine: Engine) -> None:
        """Take an engine into the round."""
        self._engines.add(engine)

    def wake(self) -> None:
        """Begin the rounds; callers set the engine's budget first, then look at `is_parked`."""
        self.is_parked = False
        self._wanted.set()

    def _run(self) -> None:
        while self._library.is_running:
            self._wanted.wait()
            self._wanted.clear()
            idle = 0
            while idle < _IDLE_ROUNDS and self._library.is_running:
                idle = 0 if self._round() else idle + 1
                time.sleep(_PERIOD)
            self.is_parked = True
            if any(engine.budget for engine in list(self._engines)):  # a call that began meanwhile
                self.wake()

    def _round(self) -> bool:
        busy = False
        for engine in list(self._engines):
            if engine.budget is None:
                continue
            busy = True
            calls = engine.calls
            if engine.seen != calls:
                engine.seen = calls
                engine.began, engine.baseline = time.monotonic(), resident_bytes()
            elif not engine.is_ticking and self._library.is_running:
                self._library.thread_raise(engine.thread, self._main_signal if engine.is_main else self._signal)
        return busy


def _ticks() -> Generator[None, int, None]:
    while True:
        try:
            while True:
                _tick((yield))
        except GeneratorExit:
            raise
        except BaseException as interruption:
            _stop(foreign_interface.engine(), interruption)


def _tick(_signal: int) -> None:
    current = foreign_interface.engine()
    current.is_ticking = True
    try:
        if reason := _verdict(current):
            _stop(current, RuleLimitError(reason))
    except BaseException as interruption:
        _stop(current, interruption)
    finally:
        current.is_ticking = False


def _verdict(engine: Engine) -> str | None:
    budget = engine.budget
    if budget is None or engine.seen != engine.calls:  # the signal was meant for the call before
        return None
    if engine.alarm:
        return "still running after having been stopped"
    seconds = time.monotonic() - engine.began
    if seconds > budget.seconds:
        return budget.out_of_time
    grown = resident_bytes() - engine.baseline
    if grown > budget.memory_bytes:
        return budget.out_of_memory
    return None


def _stop(engine: Engine, reason: BaseException) -> None:
    engine.alarm = engine.alarm or reason
    ref = engine.library.new_refs(1)
    name = b"$aborted"
    atom = engine.library.new_atom(0, len(name), name)
    engine.library.put_atom(ref, atom)
    engine.library.unregister_atom(atom)
    engine.library.raise_exception(ref)
