"""The exact value of a position from questions of yes and no, each answered by proof-number search.

Where the values of a game are known, the questions halve what is left of them. Where they are not, the worths of final
positions that were met take their place: a proof shows as much as the least of its ends, not only what was asked.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Protocol

from pyengine.errors import CyclicGameError, SearchError
from pyengine.game import Game
from pyengine.search.expansion import expander, move_to, opposed, values_of
from pyengine.search.faults import cyclic
from pyengine.search.headway import Sight
from pyengine.search.lines import moves_along
from pyengine.search.memory import path_of
from pyengine.search.options import Options
from pyengine.search.proof import Answer, ProofSearch, Question
from pyengine.search.proof_kernel import GaveUpError, KernelProof
from pyengine.search.proof_table import room_of
from pyengine.search.result import Bound, Result, StopReason
from pyengine.search.watch import Limit, Stopped, Watch
from pyengine.terms import Number

Progress = Callable[[Result[Any]], None]

REFUSED: Final = {
    "alliance": "is for two opponents: it takes no alliance",
    "window": "finds the bounds itself: it takes no window",
    "all_best": "proves one of the best moves: all_best is for alpha-beta",
    "table": "keeps a table of its own: it takes none",
    "store": "takes no store of solved positions",
    "trace": "is not traced",
}
"""What does not go with proof-number search."""


def require_proof(game: Game[Any, Any], limit: Limit, **given: object) -> None:
    """Refuse games and arguments that proof-number search is not for."""
    if len(game.players) != 2:
        raise SearchError(f"proof-number search is for two opponents, and this game has {len(game.players)} players")
    if not opposed(game):
        raise SearchError("proof-number search is for two opponents: here each player has a utility of their own")
    for name, value in given.items():
        if value is not None and value is not False:
            raise SearchError(f"proof-number search {REFUSED[name]}")
    if limit.depth is not None:
        raise SearchError("proof-number search plays every line to its end: it has no depth limit")


class Prover(Protocol):
    """What answers questions about positions of one game: `ProofSearch`, or `KernelProof`."""

    def make_table(self, capacity: int) -> Any:
        """Make a table for the numbers of one question; None where there is no room for any."""

    def run(self, root: Any, question: Question, table: Any) -> Answer:
        """Answer a question about a position."""


@dataclass(slots=True)
class Side:
    """One bound of the value: the question that showed it, None where it was known before, and its table."""

    value: Number
    question: Question | None = None
    table: Any = None
    choice: Any = None
    """The move of who is to move at the root, where it shows the bound."""


@dataclass(slots=True)
class Bounds:
    """What is known of a value: it is no less than `lower` and no more than `upper`; `worths` are what it may be."""

    lower: Side
    upper: Side
    worths: set[Number] = field(default_factory=set)

    @classmethod
    def of(cls, values: Collection[Number] | None) -> Bounds:
        """Begin with the values that a game is known to have; None where they are not known."""
        if not values:
            return cls(Side(-math.inf), Side(math.inf))
        return cls(Side(min(values)), Side(max(values)), set(values))

    @property
    def closed(self) -> bool:
        """Whether the value is known."""
        return self.lower.value == self.upper.value

    def next_question(self, is_max: bool, guess: Number) -> Question:
        """Ask what halves the worths that are left; of two of them, that which is better for who moves."""
        left = sorted(worth for worth in self.worths if self.lower.value < worth <= self.upper.value)
        if left:
            return Question(left[(len(left) if is_max else len(left) - 1) // 2])
        if not self.worths:
            return Question(guess)
        return Question(self.lower.value, strict=True)

    def take(self, question: Question, answer: Answer, table: Any) -> None:
        """Take an answer. The question becomes the hardest with that answer: whatever the table has stays true."""
        self.worths |= {worth for worth in (answer.lowest, answer.highest) if worth is not None}
        if answer.holds:
            value = min(worth for worth in self.worths if question.holds(worth))
            self.lower = Side(value, Question(value), table, answer.choice)
        else:
            value = max(worth for worth in self.worths if not question.holds(worth))
            self.upper = Side(value, Question(value, strict=True), table, answer.choice)


def prove(
    game: Game[Any, Any], root: Any, options: Options, watch: Watch, progress: Progress | None = None
) -> Result[Any]:
    """Find the value of a position and a line of best play, by the kernel of the game where it has one.

    `progress` is called with what is known after every question. A position that comes back on its own path raises
    `CyclicGameError`.
    """
    kernel = KernelProof.of(game, options, watch)
    before = watch.counts
    if kernel is not None:
        try:
            return _Proof(game, kernel, root, options, watch).run(progress)
        except GaveUpError:
            watch.counts = before
    return _Proof(game, ProofSearch(game, options, watch), root, options, watch).run(progress)


def _sight(table: Any, room: int) -> Sight:
    """Tell how full a table is; proofs do not go by moves."""
    return Sight((), len(table) / room)


class _Proof:
    """One position: its bounds, and the line once they have closed."""

    def __init__(self, game: Game[Any, Any], prover: Prover, root: Any, options: Options, watch: Watch) -> None:
        self.game, self.prover, self.root, self.options, self.watch = game, prover, root, options, watch
        self.expand = expander(game)
        self.opened = self.expand(root)
        self.end: tuple[Number, ...] | None = self.opened.utilities  # how the line ends, where it does
        values = values_of(game) if options.value_range else None
        self.bounds = Bounds.of(values)
        # Two questions can be needed for the line. Where there is but one to ask, it has all the room.
        room = room_of(options)
        self.room = room if values and len(values) <= 2 else (room + 1) // 2
        self.steps: list[tuple[Any, Any]] = []

    def run(self, progress: Progress | None) -> Result[Any]:
        """Ask until the value is known, then follow best play."""
        try:
            if self.end is not None:
                self.watch.enter_node()
                self.watch.leaves += 1
                self.bounds = Bounds(Side(self.end[0]), Side(self.end[0]))
                return self.result(StopReason.SOLVED)
            reason = self.ask(progress) or self.follow()
        except Stopped as stopped:
            reason = stopped.reason
        except KeyboardInterrupt:  # outside the prover, which sees to it itself
            reason = StopReason.INTERRUPTED
        return self.result(reason or StopReason.SOLVED)

    def ask(self, progress: Progress | None) -> StopReason | None:
        """Ask until the bounds close; give the reason where it has to stop before that."""
        bounds = self.bounds
        while not bounds.closed:
            question = bounds.next_question(self.opened.mover == 0, self.options.unknown)
            table = self.prover.make_table(self.room)
            if self.watch.signal is not None and table is not None:
                self.watch.stand.sight = partial(_sight, table, self.room)
            answer = self.prover.run(self.root, question, table)
            self.watch.stand.sight = None
            if answer.stopped is not None:
                return answer.stopped
            bounds.take(question, answer, table)
            if progress is not None and not bounds.closed:
                progress(self.result(StopReason.UNPROVED))
        return None

    def follow(self) -> StopReason | None:
        """Follow best play to its end; give the reason where it has to stop before that.

        Who moves keeps to the moves that show the bound of theirs; where that was known before, any move does.
        """
        state, opened, path = self.root, self.opened, path_of(self.game)
        while opened.utilities is None:
            path.add(state)
            side = self.bounds.lower if opened.mover == 0 else self.bounds.upper
            child = opened.children[0] if side.question is None else side.choice if not self.steps else None
            if child is None:
                assert side.question is not None
                answer = self.prover.run(state, side.question, side.table)
                if answer.stopped is not None:
                    return answer.stopped
                child = answer.choice
            self.steps.append((opened, child))
            if child in path:
                raise CyclicGameError(cyclic(self.game, child))
            if self.watch.limited and (reason := self.watch.due(0)) is not None:
                return reason
            state, opened = child, self.expand(child)
        self.end = opened.utilities
        return None

    def result(self, reason: StopReason) -> Result[Any]:
        """Put together what is known: of two bounds that of who moves, with the move that shows it."""
        bounds, opened = self.bounds, self.opened
        own, other = (bounds.lower, bounds.upper) if opened.mover == 0 else (bounds.upper, bounds.lower)
        told = own if bounds.closed or own.question is not None else other if other.question is not None else None
        bound = Bound.EXACT
        if told is not None and not bounds.closed:
            bound = Bound.LOWER if told is bounds.lower else Bound.UPPER
        line = moves_along(tuple(self.steps))
        best = line[0] if line else move_to(opened, own.choice) if own.choice is not None else None
        if best is None and opened.moves:
            best = opened.moves[0]
        value = None if told is None else told.value
        values: tuple[Number, ...] | None = None if value is None else (value, -value)
        if self.end is not None and value is not None and self.end[0] == value:
            values = self.end
        return Result(
            value=value,
            values=values,
            best=best,
            line=line,
            depth=None,
            reason=reason,
            bound=bound,
            **self.watch.figures,
        )
