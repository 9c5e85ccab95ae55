"""A move found for one `go`: searched, told of on the way, and ended as soon as a win is found."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final

from pyengine.bridges.uci.clock import limit_of
from pyengine.bridges.uci.move_texts import MoveTexts
from pyengine.bridges.uci.order import Order
from pyengine.bridges.uci.repetitions import Repetitions
from pyengine.bridges.uci.reports import Reporter, of_headway
from pyengine.bridges.uci.settings import Settings
from pyengine.bridges.uci.some_moves import search_some
from pyengine.errors import IllegalMoveError, TermSyntaxError
from pyengine.game import Expansion, expand
from pyengine.quoting import show_value
from pyengine.search import Limit, Options, Result, Table, search
from pyengine.search.known import Store
from pyengine.texts import AnyGame
from pyengine.winners import draw_value

TELL_SECONDS: Final = 1.0
"""How often an interface is told how far a search is; better lines of an unfinished depth are told from then on."""

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Choice:
    """What to play, what is expected in return, and how the search ended; no move where there is nothing to play."""

    move: str | None = None
    reply: str | None = None
    ending: str = "nothing was searched"

    def __str__(self) -> str:
        told = f"bestmove {self.move or '(none)'}"
        return told if self.reply is None else f"{told} ponder {self.reply}"


@dataclass(frozen=True, slots=True)
class Thinker:
    """Who searches for an interface: a game, what is set, and what is kept from move to move."""

    game: AnyGame
    texts: MoveTexts
    repetitions: Repetitions
    settings: Settings
    table: Table | None
    store: Store | None
    say: Say

    def think(self, order: Order, state: Any, before: Sequence[Any] = ()) -> Choice:
        """Search a position until the order says that it is enough; `before` are all positions up to it."""
        expansion = expand(self.game, state)
        if expansion.utilities is not None:
            self.say("info string the game is over: there is no move")
            return Choice()
        wanted = self._wanted(order, state)
        drawing: tuple[Any, ...] = ()
        if not wanted and "infinite" not in order.go.flags:
            drawing = self.repetitions.drawing(expansion, before)
            wanted = tuple(move for move in dict.fromkeys(expansion.moves) if move not in drawing) if drawing else ()
        limit = self._limit(order, len(wanted or set(expansion.moves)), expansion.mover)
        thought = _Thought(Reporter(self.game, self.texts, state, expansion.mover, self.settings.unit), order, self.say)
        order.signal.led = thought.lead
        with _told_regularly(order, self.say):
            result = self._search(thought, order, state, limit, wanted, expansion)
        found = thought.conclude(result)
        if thought.mate is not None and self.table is not None:
            self.table.clear()  # it knows longer ways to the same end, and these would do as well
        if drawing and self._is_worse_than_a_draw(found, expansion.mover):
            return Choice(self.texts.word(drawing[0], state), None, "a draw by repetition")
        line = self.texts.line(found.line[:2], state) if found.line else [self.texts.word(found.best, state)]
        return Choice(line[0], line[1] if len(line) > 1 else None, found.ending)

    def _wanted(self, order: Order, state: Any) -> tuple[Any, ...]:
        """Give the moves to which the search is restricted; none where all count. What is no legal move is told."""
        words, moves = list(order.go.moves), []
        unknown: list[str] = []
        while words:
            try:
                move, count = self.texts.read(words, state)
            except (IllegalMoveError, TermSyntaxError):
                unknown.append(words.pop(0))
                continue
            moves.append(move)
            del words[:count]
        if unknown:
            self.say(f"info string not legal after searchmoves: {show_value(', '.join(unknown))}")
        return tuple(dict.fromkeys(moves))

    def _is_worse_than_a_draw(self, result: Result[Any], mover: int) -> bool:
        level = draw_value(self.game)
        if level is None or result.values is None or len(result.values) != 2:
            return False
        return result.values[0] < level if mover == 0 else result.values[0] > level

    def _limit(self, order: Order, choices: int, mover: int) -> Limit:
        limit = limit_of(order.go, mover, self.settings.overhead)
        if choices == 1 and limit.seconds is not None and "movetime" not in order.go.numbers:
            limit = replace(limit, depth=1)  # the clock is better spent on other moves
        return replace(limit, seconds=order.allow(limit.seconds))

    def _options(self, limit: Limit) -> Options:
        """Give the options of a search. Whether late moves are reduced is said: the table keeps to one way."""
        options = self.settings.options
        if options.algorithm in ("mcts", "proof") and limit.depth is not None:
            self.say(f"info string {options.algorithm} has no depths: pvs does it")
            options = replace(options, algorithm="pvs")
        return options if options.reductions is not None else replace(options, reductions=limit.depth is None)

    def _search(
        self,
        thought: _Thought,
        order: Order,
        state: Any,
        limit: Limit,
        wanted: Sequence[Any],
        expansion: Expansion[Any, Any],
    ) -> Result[Any]:
        options = self._options(limit)
        given: dict[str, Any] = {"options": options, "store": self.store, "stop": order.signal}
        if self.settings.has_table:
            given["table"] = self.table
        if wanted and len(wanted) < len(set(expansion.moves)):
            return search_some(self.game, state, wanted, limit, thought.completed, **given)
        return search(self.game, state, limit=limit, progress=thought.completed, **given)


class _Thought:
    """What a search has come to so far, told when it is new."""

    def __init__(self, reporter: Reporter, order: Order, say: Say) -> None:
        self._reporter, self._order, self._say = reporter, order, say
        self._before: Result[Any] | None = None
        self._decided: Result[Any] | None = None
        self.mate: int | None = None

    def completed(self, result: Result[Any]) -> None:
        """Tell of a depth. A win ends the search: of deeper ones, any longer way to win would be as good.

        So does a loss: the last move that was not known to lose holds out for longest.
        """
        mate = self._reporter.mate_of(result)
        if mate is not None and self._decided is None:
            self.mate = mate
            if mate < 0 and self._before is not None:
                if result.depth is not None:
                    self.mate = mate = -((result.depth + 1) // 2)
                if result.best != self._before.best:
                    result = replace(result, line=self._before.line[:1], best=self._before.best)
            self._decided = result
            self._order.signal.stop()
        self._before = result
        self._say(self._reporter.of_result(result, mate=mate))

    def lead(self, line: tuple[Any, ...]) -> None:
        """Tell of a better line, where searches take long enough for somebody to read it."""
        headway = self._order.signal.headway
        if headway.seconds >= TELL_SECONDS and line and not self._order.signal.stopped:
            self._say(self._reporter.of_lead(headway))

    def conclude(self, result: Result[Any]) -> Result[Any]:
        """Give what counts in the end, and tell it where that was not done."""
        if self._decided is not None:
            return self._decided
        if result.value is not None and (self._before is None or result.line != self._before.line):
            self._say(self._reporter.of_result(result))
        self.mate = self._reporter.mate_of(result)
        return result


@contextmanager
def _told_regularly(order: Order, say: Say) -> Iterator[None]:
    """Tell an interface now and then how much is done, by a thread of its own."""
    is_over = threading.Event()

    def tell() -> None:
        while not is_over.wait(TELL_SECONDS):
            say(of_headway(order.signal.headway))

    teller = threading.Thread(target=tell, name="uci-teller", daemon=True)
    teller.start()
    try:
        yield
    finally:
        is_over.set()
        teller.join()
