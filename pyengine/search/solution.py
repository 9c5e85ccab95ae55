"""A whole game solved: the value, the distance and the best move of every position."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, NamedTuple

from pyengine.display import Displayed
from pyengine.errors import InvalidStateError, SearchError
from pyengine.game import Expansion, Game, M, S, offers
from pyengine.search.expansion import expander
from pyengine.search.result import Result
from pyengine.search.watch import Watch
from pyengine.terms import Number
from pyengine.texts import position_of
from pyengine.winners import draw_value

UNFORCED: Final = -1
"""The distance of a position from which nobody can force an end, or not yet."""


class Label(NamedTuple):
    """A position, its value for MAX, and the plies to the end under best play, None where nobody can force one."""

    state: Any
    value: Number
    distance: int | None


@dataclass(frozen=True, slots=True)
class Counts:
    """How many positions are worth more to MAX than a draw, as much, and less; endless play is one if rules say so."""

    wins: int
    draws: int
    losses: int


@dataclass(slots=True, eq=False)
class Labels:
    """The values and distances of numbered positions; `numbers` and `key_of` lead from positions to them.

    Without any values and distances, all are open. Once they are `complete`, a position without a distance is worth as
    much as endless play.
    """

    numbers: Mapping[Any, int]
    key_of: Callable[[Any], Any] | None
    infinite: Number
    values: Any = None
    distances: Any = None
    complete: bool = False

    def __post_init__(self) -> None:
        if self.values is None:
            count = len(self.numbers)
            self.values, self.distances = [self.infinite] * count, array("q", [UNFORCED]) * count

    def find(self, state: Any) -> int:
        """Give the number of a position."""
        try:
            return self.numbers[state if self.key_of is None else self.key_of(state)]
        except (KeyError, TypeError):
            raise SearchError("that position cannot be reached from where the solution starts") from None

    def known(self, number: int) -> bool:
        """Tell whether a position has its label; where there was no time to reach any, not even the first has."""
        return self.complete or (number < len(self.distances) and self.distances[number] != UNFORCED)

    def ranks(self, expansion: Expansion[Any, Any]) -> list[tuple[Number, Number]]:
        """Say how good it is for the player to move to go to each successor: by value, then by distance."""
        numbers = map(self.find, expansion.children)
        return [rank_of(self.values[at], self.distances[at], expansion.mover, self.infinite) for at in numbers]


def rank_of(value: Number, distance: int, mover: int, endless: Number) -> tuple[Number, Number]:
    """Say how good a value at a distance is for a player.

    Who gets more than endless play is worth hurries; who gets less delays. Nobody minds where it is worth the same.
    """
    if mover == 0:
        return value, -distance if value > endless else distance if value < endless else 0
    return -value, -distance if value < endless else distance if value > endless else 0


@dataclass(frozen=True, slots=True, eq=False)
class Solution(Displayed, Generic[S, M]):
    """Every position that can be reached from `root`, labelled; `result` is what a search of the root gives.

    Where there were other positions to start from, what can be reached from them is labelled too.

    `infinite` is what endless play was taken to be worth. Iteration gives a `Label` for each position, or for each
    class of symmetric ones. Moves are found by expanding a position again, so that none need be kept. Positions may be
    given as text, as for a search; text that cannot be read is in no solution.
    """

    game: Game[S, M]
    root: S
    labels: Labels
    result: Result[M]

    @property
    def infinite(self) -> Number:
        """What endless play is worth."""
        return self.labels.infinite

    def __len__(self) -> int:
        return len(self.labels.numbers)

    def __contains__(self, state: object) -> bool:
        try:
            self.labels.find(position_of(self.game, state))
        except (SearchError, InvalidStateError):
            return False
        return True

    def __iter__(self) -> Iterator[Label]:
        for state, number in self.labels.numbers.items():
            if self.labels.known(number):
                distance = self.labels.distances[number]
                yield Label(state, self.labels.values[number], None if distance == UNFORCED else distance)

    def value(self, state: S) -> Number:
        """Give the value of a position for MAX."""
        value: Number = self.labels.values[self._labelled(state)]
        return value

    def distance(self, state: S) -> int | None:
        """Give the plies to the end under best play; None where the value is that of endless play.

        The player who gets more than endless play is worth shortens the game, the other prolongs it. A final position
        is at 0 whatever its value.
        """
        distance = self.labels.distances[self._labelled(state)]
        return None if distance == UNFORCED else distance

    def best(self, state: S) -> M | None:
        """Give the best move, the first of several in the author's order; None in a final position.

        Played from a position that is worth more to its player than endless play, these moves end the game with at
        least that value, whatever the other does.
        """
        step = best_step(expander(self.game)(position_of(self.game, state)), self.labels)
        return None if step is None else step[0]

    def best_moves(self, state: S) -> tuple[M, ...]:
        """Give all the moves that are as good as the best one, in value and in distance."""
        expansion = expander(self.game)(position_of(self.game, state))
        ranks = self.labels.ranks(expansion)
        most = max(ranks, default=None)
        return tuple(move for move, rank in zip(expansion.moves, ranks, strict=True) if rank == most)

    @property
    def counts(self) -> Counts:
        """Count the positions by value, as MAX sees them."""
        labels = list(self)
        told = None if offers(self.game, "infinite") else draw_value(self.game)
        draw = self.infinite if told is None else told
        more = sum(label.value > draw for label in labels)
        less = sum(label.value < draw for label in labels)
        return Counts(more, len(labels) - more - less, less)

    def _labelled(self, state: S) -> int:
        number = self.labels.find(position_of(self.game, state))
        if not self.labels.known(number):
            raise SearchError(f"that position is not labelled: the search ended before ({self.result.reason.value})")
        return number


def best_step(expansion: Expansion[S, M], labels: Labels) -> tuple[M, S] | None:
    """Give the best move and where it leads; None in a final position."""
    if expansion.is_terminal:
        return None
    ranks = labels.ranks(expansion)
    chosen = ranks.index(max(ranks))
    return expansion.moves[chosen], expansion.children[chosen]


def best_line(opener: Callable[[S], Expansion[S, M]], root: S, labels: Labels, watch: Watch) -> tuple[M, ...]:
    """Follow the best moves to the end of the game, or to the first position that comes back.

    The line is left short where there is no more time for it: the value is known by then.
    """
    line: list[M] = []
    state, seen = root, {root}
    try:
        while (step := best_step(opener(state), labels)) is not None:
            move, state = step
            line.append(move)
            if state in seen or (watch.limited and watch.due(0) is not None):
                break
            seen.add(state)
    except KeyboardInterrupt:
        pass
    return tuple(line)
