"""The second tier of a game that is compiled to Python: the same rules in C, built aside when searches take long.

Short work never waits for a compiler, and long work does not stay with Python: `search/tiers.py` begins the build, and
goes on in C when that is there. Where there can be no C, SWI-Prolog takes its place, if a sample of positions shows
that it is faster. No build outlives its game, or a process that ends by itself or by
Ctrl-C; where a process is killed, the compiler ends by itself, and what it leaves is removed later.
"""

from __future__ import annotations

import atexit
import contextlib
import math
import os
import sys
import threading
import weakref
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, Final

from pyengine.errors import PyengineError, ReasonerError
from pyengine.language.gate import CheckedProgram

if TYPE_CHECKING:
    from pyengine.building.library_build import LibraryBuild
    from pyengine.reasoners.c import CGame
    from pyengine.reasoners.compiled import CompiledGame
    from pyengine.reasoners.rule_game import RuleGame

VARIABLE: Final = "PYENGINE_C_AFTER"
"""The environment variable that says after how many seconds of search in Python C is begun, or `never`."""
USUAL_SECONDS: Final = 0.25
_TO_LEAVE: Final = 0.2
"""Seconds that a process waits at its end for a thread that may be in the middle of writing C."""

_NICE: Final = 10
"""The search goes on meanwhile, and may be over before: where processors are scarce, they are its."""

ONLY_PYTHON: Final = "the rules are compiled to Python"
IN_C: Final = "the rules are compiled to C since searches took long; Python answers for single positions"

C_SPEED_UP: Final = 5.0
"""How many times as fast as Python C is at least; most rules are faster still."""
WORTH_A_CHANGE: Final = 1.5
"""How many times as fast as Python SWI-Prolog must be to take over: what was searched so far is searched again."""


def patience() -> float:
    """Give the seconds of search in Python before a build in C is begun; infinite where there is to be none."""
    told = os.environ.get(VARIABLE, "").strip()
    if not told:
        return USUAL_SECONDS
    try:
        seconds = math.inf if told == "never" else float(told)
    except ValueError:
        seconds = math.nan
    if not seconds >= 0:
        raise ReasonerError(f"{VARIABLE} is a number of seconds from 0, or never; not {told!r}")
    return seconds


class SecondTier:
    """The game in C, or in SWI-Prolog, that is to take over the searches of one in Python.

    A search adds what it took to `spent`. Once that is beyond `patience` it says `begin`, and looks at `game`, which
    is there when the build is; `speed_up` says about how many times as fast it is. `is_over` tells that there will be
    none.
    """

    first_reasoner: Final = "python"

    def __init__(self, game: CompiledGame, seconds: float) -> None:
        self.patience = seconds
        self.spent = 0.0
        self.game: RuleGame[bytes] | None = None
        self.speed_up = C_SPEED_UP
        self.is_over = False
        self.keep: Callable[[CheckedProgram], None] | None = None
        """What keeps the program beside its library, where nobody has yet."""
        self._first = weakref.ref(game)
        self._build: _Build | None = None
        self._ending: weakref.finalize[..., Any] | None = None

    def begin(self) -> None:
        """Begin to build, unless that was done; a forked process does so for itself."""
        with _BEGINNING:
            first, build = self._first(), self._build
            if first is None or self.game is not None or self.is_over or (build is not None and build.is_own):
                return
            self._build = build = _Build(self, first)
        self._ending = weakref.finalize(self, build.end)
        self._ending.atexit = False  # all builds are ended then
        if not build.start():
            self.is_over = True

    def wait(self) -> None:
        """Wait for a build that was begun."""
        if self._build is not None:
            self._build.thread.join()

    def close(self) -> None:
        """End what was begun, and let go of the second game."""
        self.is_over = True
        if self._ending is not None:
            self._ending()
        if self.game is not None:
            self.game.close()

    def into(self, state: Hashable) -> bytes:
        """Take a position of the game in Python to the second one."""
        assert self.game is not None
        return self.game.state(self._open().term(state))

    def back(self, state: bytes) -> Any:
        """Take a position of the second game to the one in Python."""
        assert self.game is not None
        return self._open().state(self.game.term(state))

    def _open(self) -> CompiledGame:
        first = self._first()
        assert first is not None, "a search holds its game"
        return first

    def arrive(self, game: RuleGame[bytes], speed_up: float, why: str) -> None:
        """Take the game that goes on, so many times as fast."""
        self.speed_up, self.game = speed_up, game
        first = self._first()
        if first is not None and not self.is_over:
            first.reasoner, first.why = game.reasoner, why

    def fail(self, obstacle: str) -> None:
        """Stay with Python, and say why."""
        first = self._first()
        if first is not None and not self.is_over:
            first.why = f"{ONLY_PYTHON}, not to C: {obstacle}"
        self.is_over = True


_RUNNING: Final[set[_Build]] = set()
_BEGINNING: Final = threading.Lock()
"""Held for a moment while somebody begins: several threads may search one game."""
if hasattr(os, "register_at_fork"):  # a forked process does not wait for a thread that it does not have
    os.register_at_fork(
        before=_BEGINNING.acquire, after_in_parent=_BEGINNING.release, after_in_child=_BEGINNING.release
    )


class _ShortTurns:
    """While anybody is inside, threads of Python take turns after a fraction of a millisecond.

    A build reads and writes many small files, and after each of them waits for its turn: at five milliseconds each,
    which is usual, beside a search it would take ten times as long.
    """

    SECONDS: Final = 0.0002
    _HALF_A_UNIT: Final = 0.0000005
    """Python keeps whole microseconds, and cuts off the rest: what it says of 200 it would take for 199."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._inside = 0
        self._usual_seconds = 0.0

    def __enter__(self) -> None:
        with self._lock:
            self._inside += 1
            if self._inside == 1:
                self._usual_seconds = sys.getswitchinterval()
                sys.setswitchinterval(min(self._usual_seconds, self.SECONDS))

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._inside -= 1
            if not self._inside:
                sys.setswitchinterval(self._usual_seconds + self._HALF_A_UNIT)


_SHORT_TURNS: Final = _ShortTurns()


class _Build:
    """A game compiled to C by a thread of its own, which does not hold the tier that waits for it."""

    def __init__(self, tier: SecondTier, first: CompiledGame) -> None:
        self._tier, self._first = weakref.ref(tier), weakref.ref(first)
        self._program, self._specification = first.program, first._specification
        self._keep = tier.keep
        self._process = os.getpid()
        self._building: LibraryBuild | None = None
        self._is_ended = False
        self.thread = threading.Thread(target=self._run, name="pyengine-second-tier", daemon=True)

    @property
    def is_own(self) -> bool:
        """Whether it is of this process, and not of one that this was forked from."""
        return self._process == os.getpid()

    def start(self) -> bool:
        """Begin; tell whether that could be."""
        _end_with_process()
        _RUNNING.add(self)
        try:
            self.thread.start()
        except RuntimeError:  # no room for a thread
            _RUNNING.discard(self)
            return False
        return True

    def end(self) -> None:
        """Let it fail at once: no compiler runs afterwards."""
        self._is_ended = True
        if self.is_own and self._building is not None:
            self._building.end()

    def leave(self) -> None:
        """Leave nothing behind: the process ends."""
        self.thread.join(_TO_LEAVE)
        if self.thread.is_alive() and self._building is not None:
            self._building.abandon(_TO_LEAVE)

    def _run(self) -> None:
        try:
            self._finish()
        finally:
            _RUNNING.discard(self)

    def _finish(self) -> None:
        try:
            with _SHORT_TURNS:
                game, obstacle = self._made(), ""
        except PyengineError as error:
            game, obstacle = None, str(error)
        except Exception as error:  # whatever it is, Python goes on
            game, obstacle = None, str(error) or type(error).__name__
        tier = self._tier()
        if tier is None or self._is_ended:
            return
        if game is None:
            self._do_without_c(tier, obstacle)
            return
        tier.arrive(game, C_SPEED_UP, IN_C)
        if self._keep is not None:
            self._keep(self._program)

    def _do_without_c(self, tier: SecondTier, obstacle: str) -> None:
        """Have SWI-Prolog take over where it is faster; else stay with Python."""
        speed_up, game = None, None
        with (
            contextlib.suppress(Exception),
            _SHORT_TURNS,
        ):  # it is missing, or rules fail, of which the search will tell
            game, speed_up = self._in_swi()
        if self._is_ended:
            return
        told = "" if speed_up is None else f"SWI-Prolog answers {speed_up:.1f} times as fast"
        if game is not None and speed_up is not None and speed_up >= WORTH_A_CHANGE:
            tier.arrive(game, speed_up, f"{told} as the rules compiled to Python, and there is no C: {obstacle}")
        else:
            tier.fail(f"{obstacle} ({told})" if told else obstacle)

    def _in_swi(self) -> tuple[RuleGame[bytes] | None, float | None]:
        """Load the rules into SWI-Prolog, and see how many times as fast as Python it answers."""
        from pyengine.reasoners.speed import times_as_fast

        first = self._first()
        if first is None:
            return None, None
        game = first.in_swi()
        return game, times_as_fast(first, game, lambda: not self._is_ended)

    def _made(self) -> CGame:
        from pyengine.reasoners.c import CGame
        from pyengine.reasoners.c_library import find_library, head_start

        given = self._specification
        library = find_library(self._program, given["parameters"], given["start"])
        if library is not None:
            game = CGame(self._program, **given, library=library)
        else:
            with head_start(_NICE) as self._building:
                if self._is_ended:
                    self._building.end()
                game = CGame(self._program, **given, building=self._building, analysed=self._analysed)
        game.may_ask_swi = True
        return game

    def _analysed(self) -> CompiledGame | None:
        """Give the game in Python where C can be written of what was found out for it, and need not be again."""
        first = self._first()
        return first if first is not None and first.is_as_loaded else None


def _end_with_process() -> None:
    """See to it that no build outlives this process."""
    atexit.unregister(_end_all)
    atexit.register(_end_all)
    if "multiprocessing.util" in sys.modules:  # its processes end without asking atexit
        from multiprocessing.util import Finalize

        Finalize(None, _end_all, exitpriority=100)


def _end_all() -> None:
    """End all builds of this process, and wait until their workplaces are gone."""
    builds = [build for build in list(_RUNNING) if build.is_own]
    for build in builds:
        build.end()
    for build in builds:
        build.leave()
