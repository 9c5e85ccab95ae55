"""The engine that an interface talks to: one thread reads what it says, another one does it.

The main thread alone asks the rules, loads the game and searches; the reader answers what cannot wait, and stops
searches. A search that ends by itself is waited for, as all commands are done one after the other; one that does not
is ended by the next command. What goes wrong is told by `info string`, and every `go` is answered by one `bestmove`.
"""

from __future__ import annotations

import _thread
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from queue import SimpleQueue
from typing import Any, Final

from pyengine.bridges.uci.commands import parse_go, parse_position, parse_setting
from pyengine.bridges.uci.line_reader import MOST_BYTES, read_lines
from pyengine.bridges.uci.move_texts import MoveTexts
from pyengine.bridges.uci.order import Order
from pyengine.bridges.uci.record import Record
from pyengine.bridges.uci.repetitions import Repetitions
from pyengine.bridges.uci.settings import Settings, is_clearing, option_lines
from pyengine.bridges.uci.thinking import Choice, Say, Thinker
from pyengine.errors import ProtocolError, PyengineError
from pyengine.game import expand
from pyengine.quoting import quote_line, show_value
from pyengine.search import Table
from pyengine.search.known import Store
from pyengine.texts import AnyGame, parse_state, state_text

SHOWN: Final = 300
"""Characters of what went wrong that are told."""
GRACE_SECONDS: Final = 3.0
"""After that the process ends even where the rules do not answer, or an interface does not read what it is told."""
ENDS: Final = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
USUAL: Final = (signal.SIG_DFL, signal.default_int_handler)

Load = Callable[[], tuple[AnyGame, Any]]
"""Gives the game, and where it starts."""


class Engine:
    """An engine by the universal chess interface, for any game."""

    def __init__(self, name: str, load: Load, say: Say, settings: Settings, store: Store | None = None) -> None:
        self._name, self._load, self._write, self._store = name, load, say, store
        self._settings = settings
        self._tasks: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._orders: list[Order] = []
        self._lock, self._speaking = threading.RLock(), threading.Lock()
        self._is_ending = self._is_loading = self._is_debugging = False
        self._broken: OSError | None = None
        self._status = 0
        self._last_resort = threading.Timer(GRACE_SECONDS, lambda: os._exit(self._status))
        self._last_resort.daemon = True

    def run(self, descriptor: int) -> int:
        """Do what the lines of a pipe say, until they end or say so; gives the exit status.

        BrokenPipeError, or another OSError, where nobody listens any more.
        """
        with self._ended_by_signals():
            try:
                self._is_loading = True
                threading.Thread(target=self._listen, args=(descriptor,), name="uci-reader", daemon=True).start()
                self._open(*self._load())
                while (task := self._tasks.get()) is not None:
                    self._do(task)
            except KeyboardInterrupt:  # while the game was loaded
                self.end()
            finally:
                self._last_resort.cancel()
        if self._broken is not None:
            raise self._broken
        return self._status

    def end(self, status: int = 0) -> None:
        """End as soon as possible; from any thread, and from the handler of a signal."""
        if not self._is_ending:
            self._is_ending, self._status = True, status
            self._last_resort.start()
        self._stop_all()
        self._tasks.put(None)

    def _open(self, game: AnyGame, start: Any) -> None:
        self._game, self._texts = game, MoveTexts(game)
        self._record, self._repetitions = Record(game, self._texts, start), Repetitions(game)
        self._state: Any = start
        self._has_position = True
        self._table: Table | None = None
        for move in expand(game, start).moves[:1]:  # what is wrong with the rules is told before anybody plays
            self._texts.word(move, start)
        with suppress(PyengineError):  # what reads positions is compiled when it is first asked, and no clock runs yet
            parse_state(game, state_text(game, start))
        self._is_loading = False

    # What the reader does

    def _listen(self, descriptor: int) -> None:
        try:
            for line in read_lines(descriptor):
                if self._is_ending:
                    return
                if line is None:
                    self._tell(f"a line of more than {MOST_BYTES} bytes is not read")
                elif line:
                    self._hear(line)
            with self._lock:
                for order in self._orders:
                    if not order.ends_by_itself:
                        order.stop()
            self._tasks.put(None)
        finally:
            if self._is_ending and self._is_loading:
                _thread.interrupt_main()

    def _hear(self, line: str) -> None:
        """Find the command of a line, after words that are none, as the protocol wants it."""
        words = line.split(maxsplit=1)
        unknown = []
        while words:
            hear = getattr(self, f"_hear_{words[0]}", None) if words[0] in COMMANDS else None
            rest = words[1] if len(words) > 1 else ""
            if hear is not None:
                hear(rest)
                return
            unknown.append(words[0])
            if len(unknown) == MOST_UNKNOWN:
                break
            words = rest.split(maxsplit=1)
        self._tell(f"{show_value(' '.join(unknown))} is no command; there are: {', '.join(COMMANDS)}")

    def _hear_uci(self, _: str) -> None:
        lines = (f"id name pyengine {quote_line(self._name)}", "id author the authors of pyengine")
        for line in (*lines, *option_lines(self._settings), "uciok"):
            self._say(line)

    def _hear_isready(self, _: str) -> None:
        with self._lock:
            is_searching = bool(self._orders)
        if is_searching:
            self._say("readyok")
        else:
            self._tasks.put(partial(self._say, "readyok"))

    def _hear_debug(self, rest: str) -> None:
        self._is_debugging = rest.strip() == "on"

    def _hear_register(self, _: str) -> None:
        """Nobody has to register."""

    def _hear_stop(self, _: str) -> None:
        self._stop_all()

    def _hear_ponderhit(self, _: str) -> None:
        with self._lock:
            for order in self._orders[-1:]:
                order.hit()

    def _hear_quit(self, _: str) -> None:
        self.end()

    def _hear_ucinewgame(self, _: str) -> None:
        self._queue(self._clear_table)

    def _hear_setoption(self, rest: str) -> None:
        self._queue(partial(self._set_option, rest))

    def _hear_position(self, rest: str) -> None:
        self._queue(partial(self._set_position, rest))

    def _hear_go(self, rest: str) -> None:
        go = parse_go(rest)
        order = Order(go)
        self._queue(partial(self._go, order), order)
        if go.ignored:
            self._tell(f"not understood after go: {show_value(', '.join(go.ignored))}")

    def _queue(self, task: Callable[[], None], order: Order | None = None) -> None:
        """Have something done once all before it is, which ends searches that would not end by themselves."""
        with self._lock:
            for earlier in self._orders:
                if not earlier.ends_by_itself:
                    earlier.stop()
            if order is not None:
                self._orders.append(order)
        self._tasks.put(task)

    def _stop_all(self) -> None:
        with self._lock:
            for order in self._orders:
                order.stop()

    # What the main thread does

    def _do(self, task: Callable[[], None]) -> None:
        try:
            task()
        except Exception as error:  # a game may be a class in Python, which raises anything
            self._tell_error(error)

    def _clear_table(self) -> None:
        self._table = None

    def _set_option(self, text: str) -> None:
        setting = parse_setting(text)
        changed = self._settings.changed(setting)
        if is_clearing(setting) or changed.options != self._settings.options:
            self._clear_table()
        self._settings = changed

    def _set_position(self, text: str) -> None:
        self._has_position = False
        self._state = self._record.go_to(parse_position(text), lambda: self._is_ending)
        self._has_position = True

    def _go(self, order: Order) -> None:
        choice = Choice()
        try:
            choice = self._think(order)
        except Exception as error:  # the interface waits for an answer, whatever is wrong
            self._tell_error(error)
            choice = self._any_choice()
        finally:
            order.released.wait()
            with self._lock:
                self._orders.remove(order)
            self._say(str(choice))

    def _think(self, order: Order) -> Choice:
        if not self._has_position:
            raise ProtocolError("there is no position: the last one was refused")
        if self._settings.has_table and self._table is None:
            self._table = Table.of(self._settings.options)
        thinker = Thinker(
            self._game, self._texts, self._repetitions, self._settings, self._table, self._store, self._say
        )
        choice = thinker.think(order, self._state, self._record.states)
        if self._is_debugging:
            reasoner = getattr(self._game, "reasoner", None)
            self._tell(f"{choice.ending}; {'the game is a class' if reasoner is None else f'reasoner {reasoner}'}")
        return choice

    def _any_choice(self) -> Choice:
        """Choose the first legal move, where the search cannot choose; none where the rules cannot even say this."""
        try:
            moves = expand(self._game, self._state).moves if self._has_position else ()
            return Choice(self._texts.word(moves[0], self._state)) if moves else Choice()
        except Exception:  # which was told
            return Choice()

    # What is said

    def _tell_error(self, error: Exception) -> None:
        is_known = isinstance(error, PyengineError)
        self._tell(str(error) if is_known else f"{type(error).__name__}: {error}")

    def _tell(self, text: str) -> None:
        told = " ".join(text.split())
        self._say(f"info string {quote_line(told if len(told) <= SHOWN else told[:SHOWN] + '…')}")

    def _say(self, line: str) -> None:
        """Say a line; where nobody listens any more, that is the end."""
        with self._speaking:
            if self._broken is not None:
                return
            try:
                self._write(line)
            except OSError as error:
                self._broken = error
        if self._broken is not None:
            self.end()

    @contextmanager
    def _ended_by_signals(self) -> Iterator[None]:
        """End where the process is told to; what was started by nohup stays."""

        def end(number: int, _: object) -> None:
            self.end(128 + number)
            if self._is_loading:
                raise KeyboardInterrupt

        kept = {}
        if threading.current_thread() is threading.main_thread():
            kept = {each: signal.getsignal(each) for each in ENDS if signal.getsignal(each) in USUAL}
        for number in kept:
            signal.signal(number, end)
        try:
            yield
        finally:
            for number, handler in kept.items():
                signal.signal(number, handler)


COMMANDS: Final = tuple(name.removeprefix("_hear_") for name in vars(Engine) if name.startswith("_hear_"))
"""What an interface may say."""
MOST_UNKNOWN: Final = 16
"""Words that are looked at for a command."""
