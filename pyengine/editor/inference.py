"""What the compiler finds out about the predicates of an open game: modes, types, how many solutions.

It takes a while, so it is done in a thread, one game at a time, within a small budget. Who asks
gets it once it is there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

from pyengine.compiler.analysis.entries import AnalysedGame
from pyengine.compiler.explanation import tables_in
from pyengine.compiler.procedures import domain
from pyengine.compiler.procedures.callees import FactTable
from pyengine.compiler.procedures.procedure import Procedure
from pyengine.compiler.techniques import without
from pyengine.compiler.unsupported import UnsupportedError
from pyengine.editor.view import View
from pyengine.errors import PyengineError, Severity
from pyengine.language.gate import Examined
from pyengine.language.vocabulary import Indicator
from pyengine.reasoners.budget import Budget
from pyengine.reasoners.compilation import compile_within

_BUDGET: Final = Budget(seconds=3.0, memory_bytes=256 << 20)
_MOST_GAMES: Final = 8
_MOST_LETTERS: Final = 80
_MOST_ROWS: Final = 500
_MODES: Final = {"g": "in", "a": "any", "f": "out"}


@dataclass(frozen=True, slots=True)
class Way:
    """One way in which a predicate is called: what is known of each argument, and how many solutions there are.

    A type is None where nothing is known. An `in` argument is ground, an `out` one is free, `any` may be either.
    """

    modes: tuple[str, ...]
    types: tuple[str | None, ...]
    solutions: str


Ways = Mapping[Indicator, tuple[Way, ...]]


def infer(examined: Examined) -> Ways:
    """Find out what can be found out; nothing where rules are wrong, or take too long."""
    if any(finding.severity is Severity.ERROR for finding in examined.findings):
        return {}
    try:
        with without("goes_down"):  # what is written out elsewhere has types of its own, too
            game = compile_within(_BUDGET, examined.program, {}).analysed
    except (PyengineError, UnsupportedError, MemoryError):
        return {}
    return _ways(game)


def _ways(game: AnalysedGame) -> Ways:
    procedures = [game.analysis.procedures[key] for key in game.analysis.reachable(list(game.entries))]
    found: dict[Indicator, dict[Way, None]] = {}
    for procedure in procedures:
        key = procedure.key
        found.setdefault((key.name, key.arity), {})[_way(procedure)] = None
    for table in tables_in(procedures):
        found.setdefault((table.name, len(table.pattern)), {})[_table_way(table)] = None
    return {indicator: tuple(ways) for indicator, ways in found.items()}


def _way(procedure: Procedure) -> Way:
    key, summary = procedure.key, procedure.summary
    inputs, outs = iter(summary.types), iter(summary.outs or ())
    known: list[str | None] = []
    for letter in key.pattern:
        if letter != "f":
            type_ = next(inputs, domain.ANY)
            known.append(_told(type_) if letter == "g" else None)
        else:
            is_clean, type_ = next(outs, (False, domain.ANY))
            known.append(_told(type_) if is_clean else None)
    solutions = "without a solution" if summary.outs is None else summary.determinism
    return Way(tuple(_MODES[letter] for letter in key.pattern), tuple(known), solutions)


def _table_way(table: FactTable) -> Way:
    known = []
    for place in range(len(table.pattern)):
        type_ = domain.NOTHING
        for row in table.rows[:_MOST_ROWS]:
            type_ = domain.join(type_, domain.of_value(row[place]))
        known.append(_told(type_) if len(table.rows) <= _MOST_ROWS else None)
    return Way(tuple(_MODES[letter] for letter in table.pattern), tuple(known), f"a table of {len(table.rows)} facts")


def _told(type_: domain.Type) -> str | None:
    text = str(type_)
    if text == "any":
        return None
    return text if len(text) <= _MOST_LETTERS else f"{text[: _MOST_LETTERS - 1]}…"


class Inference:
    """What was found out about the games that are open."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="inference")
        self._known: dict[str, tuple[Examined, Future[Ways]]] = {}

    def of(self, view: View, when_ready: Callable[[], None] | None = None) -> Ways | None:
        """Give what is known of a game; None where that is not known yet, and is being found out.

        `when_ready` is called, in another thread, when it is.
        """
        name = view.program.source.name
        known = self._known.get(name)
        if known is None or known[0] is not view.examined:
            if known is not None:
                known[1].cancel()
            future = self._threads.submit(infer, view.examined)
            self._known.pop(name, None)
            self._known[name] = known = view.examined, future
            while len(self._known) > _MOST_GAMES:
                self._known.pop(next(iter(self._known)))[1].cancel()
        future = known[1]
        if when_ready is not None and not future.done():
            future.add_done_callback(lambda done: None if done.cancelled() else when_ready())
        if not future.done() or future.cancelled() or future.exception() is not None:
            return None
        return future.result()

    def end(self) -> None:
        """Find out nothing more."""
        self._threads.shutdown(wait=False, cancel_futures=True)
