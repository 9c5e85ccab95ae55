"""In which order the successors of a position are tried; the better the order, the more is cut off."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Final

from pyengine.game import Game, estimates, offers
from pyengine.search.changes import change, structure_of
from pyengine.search.expansion import ask, move_to, valuation
from pyengine.search.horizon import Draft
from pyengine.search.options import Options
from pyengine.terms import Number

REMEMBERED: Final = 1_000_000
"""Values of the previous iteration that are kept; further ones are not."""

ENOUGH_CUTS: Final = 1_024
SAMPLED: Final = 16
"""Cut-offs with history and without from which on it is known which is better; until then, one position of so many goes
the way that does not seem so."""


class Ordering:
    """Arranges moves by all the techniques that are on, the most telling first; ties keep the author's order.

    Killers, the previous iteration's values, static values, the game's own order, history. Moves are
    looked at only where a technique needs them, since a game may have to decode them first. History is for long
    searches; `early` says that there is another technique.
    """

    def __init__(self, game: Game[Any, Any], options: Options) -> None:
        self._killer_slots = options.killers
        self._structure = structure_of(game) if options.changes else None
        self._killers: dict[int, list[Hashable]] = defaultdict(list)
        self._static: Callable[[Any], Number] | None = None
        if options.static_order and estimates(game):
            self._static = valuation(game)
        self._scores: Callable[[Any, Any], Sequence[Number | None]] | None = None
        if options.order and offers(game, "order"):
            self._scores = scoring(game)
        self._history: dict[tuple[int, Hashable], Draft] | None = defaultdict(int) if options.history else None
        self._positions = self._plies = 0  # of long searches so far, and how far they were from the root together
        self._tried = 0  # positions that were asked whether they go another way than is best, to see
        self._cuts, self._first_cuts = [0, 0], [0, 0]  # without history, and with it
        self._last: dict[Hashable, Number] | None = {} if options.previous_order else None
        self._now: dict[Hashable, Number] | None = {} if options.previous_order else None

    @classmethod
    def of(cls, game: Game[Any, Any], options: Options) -> Ordering | None:
        """Make the ordering that the options ask for; None where the author's order and the table's move are all."""
        made = cls(game, options)
        return made if made.early or options.history else None

    @property
    def early(self) -> bool:
        """Whether there is something to do in a search that is not long."""
        return bool(self._killer_slots or self._last is not None or self._static or self._scores)

    def _identity(self, state: Any, expansion: Any, child: Any) -> Hashable:
        """Know a move by what it changes, or by its name."""
        changed = self._change(state, child)
        named: Hashable = move_to(expansion, child) if changed is None else changed
        return named

    def _change(self, state: Any, child: Any) -> Hashable | None:
        """Give what a move changes, None where it is known by its name."""
        look = self._structure
        return None if look is None else change(look(state), look(child))

    def next_iteration(self) -> None:
        """Let the values noted so far decide from now on."""
        if self._now is not None:
            self._last, self._now = self._now, {}

    def note(self, state: Hashable, value: Number) -> None:
        """Remember what a position was worth in this iteration."""
        if self._now is not None and len(self._now) < REMEMBERED:
            self._now[state] = value

    def try_history(self, ply: int) -> tuple[bool, bool]:
        """Tell whether history decides the order of a position of a long search, and whether it counts how that does.

        It does where it misses the move that cuts off less often than the order without it, by a third: it takes time,
        and what one position teaches may mislead others. At first one position of sixteen goes the other way, to see;
        only those count that are at least as far from the root as positions are on average: a bad order does little
        harm there.
        """
        if self._history is None:
            return False, False
        self._positions += 1
        self._plies += ply
        is_trial = ply * self._positions >= self._plies
        is_better = min(self._cuts) < ENOUGH_CUTS or 3 * self._miss_rate(True) <= 2 * self._miss_rate(False)
        is_sample = False
        if is_trial and self._cuts[not is_better] < ENOUGH_CUTS:
            is_sample = self._tried % SAMPLED == 0
            self._tried += 1
        return is_better != is_sample, is_trial

    def _miss_rate(self, by_history: bool) -> float:
        """Tell how often a position of the trial was not cut off by the first move tried, of those that were."""
        return (self._cuts[by_history] - self._first_cuts[by_history]) / self._cuts[by_history]

    def note_cut(self, *, by_history: bool, is_first: bool) -> None:
        """Note that a position of the trial was cut off, and whether by the first move tried."""
        self._cuts[by_history] += 1
        self._first_cuts[by_history] += is_first

    def learn(
        self, state: Any, expansion: Any, child: Any, tried: Sequence[Any], ply: int, left: Draft, *, by_history: bool
    ) -> None:
        """Remember the move that has just cut off the rest, and those that were tried before it in vain."""
        history = self._history if by_history else None
        if not self._killer_slots and history is None:
            return
        move = self._identity(state, expansion, child)
        if self._killer_slots:
            killers = self._killers[ply]
            if move in killers:
                killers.remove(move)
            killers.insert(0, move)
            del killers[self._killer_slots :]
        if history is not None:
            weight = max(1, left * left) if left < LONG else 1
            history[expansion.mover, move] += weight * len(tried)
            for other in tried:
                history[expansion.mover, self._identity(state, expansion, other)] -= weight

    def arrange(self, state: Any, expansion: Any, ply: int, *, by_history: bool) -> Sequence[int] | None:
        """Give the order in which to try the successors, as indices; None for the author's."""
        moves = expansion.moves
        size = len(moves)
        if size == 1:
            return None
        sign = -1 if expansion.mover == 0 else 1
        columns: list[list[Any]] = []
        killers = self._killers.get(ply) if self._killer_slots else None
        history = self._history if by_history else None
        known: Sequence[Any] = moves
        if self._structure and (killers or history is not None):
            changed = [self._change(state, child) for child in expansion.children]
            known = [move if found is None else found for move, found in zip(moves, changed, strict=True)]
        if killers:
            slot = {move: number for number, move in enumerate(killers)}
            columns.append([slot.get(move, size) for move in known])
        if self._last:
            found = [self._last.get(child) for child in expansion.children]
            columns.append([(1, 0) if value is None else (0, sign * value) for value in found])
        if self._static is not None:
            columns.append([sign * self._static(child) for child in expansion.children])
        if self._scores is not None:
            scores = self._scores(state, moves)
            columns.append([(1, 0) if score is None else (0, -score) for score in scores])
        if history is not None:
            mover = expansion.mover
            columns.append([-history.get((mover, move), 0) for move in known])
        if not columns:
            return None
        keys = columns[0] if len(columns) == 1 else list(zip(*columns, strict=True))
        return sorted(range(size), key=keys.__getitem__)


def scoring(game: Game[Any, Any]) -> Callable[[Any, Sequence[Any]], Sequence[Number | None]]:
    """Give how to score all moves of a position: by `score_moves`, which need not look at them, else by `order`."""
    if hasattr(game, "score_moves"):
        scores = ask(game, "score_moves")
        return lambda state, moves: scores(state)
    order = ask(game, "order")
    return lambda state, moves: [order(state, move) for move in moves]


LONG: Final = 1_000
"""Drafts from here on count alike in the history: a search without a depth limit has no better measure."""
