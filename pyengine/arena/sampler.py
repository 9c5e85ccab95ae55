"""Training samples out of games: the features of their positions, and how the games ended."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from pyengine.arena.game_record import Record
from pyengine.arena.game_replay import replay
from pyengine.arena.regression import Row
from pyengine.arena.weights import WeightedRules
from pyengine.game import expand, offers
from pyengine.search import playout

SAMPLED: Final = 30
"""Positions that are taken of a game, at most: those of a long one are much the same, and end alike."""

PLAYOUTS: Final = 10
"""Random games that show which features count at all."""


class Sampler:
    """Takes positions of one game, gives the features of each.

    A feature is measured by the estimate of a game in which it alone counts, and counts 1. The last column is 1 where
    MAX is to move, -1 where MIN is: having the move may be worth something that the rules do not count. `counted` names
    the features that are not always 0: a parameter of the game may leave some out.

    Left out are positions in which the search would not be cut off, since they are noisy; those of the opening, which
    nobody chose; and drawn games, which tell of no position who stands better: where a lead in something is often not
    enough to win, they would make little of it.
    """

    def __init__(self, weighted: WeightedRules) -> None:
        rules = weighted.rules
        if rules.reasoner == "c":  # which is for searches: one position is asked for sooner without it
            rules = replace(rules, reasoner="python")
        self._rules = rules
        names = [name for name, _ in weighted.weights]
        alone = [tuple((name, int(name == one)) for name in names) for one in names]
        self._games: list[Any] = [rules.load((weighted.setting(weights),)) for weights in alone]
        self._game: Any = rules.load()
        self._noisy = offers(self._game, "noisy")
        played = [state for seed in range(PLAYOUTS) for state in playout(self._game, seed).states]
        rows = [row for row in map(self.measure, played) if row is not None]
        self.counted = frozenset(name for name, *values in zip(names, *rows, strict=False) if any(values))

    def measure(self, state: Any) -> Row | None:
        """Give the features of a position; None where it is no use as a sample."""
        expansion = expand(self._game, state)
        if expansion.utilities is not None or (self._noisy and self._game.noisy(state)):
            return None
        term = self._game.term(state)
        return (*(float(game.staticval(game.state(term))) for game in self._games), 1.0 - 2.0 * expansion.mover)

    def add(self, records: Iterable[Record], samples: dict[Row, tuple[float, float]]) -> None:
        """Add the positions of games to the samples."""
        for record in records:
            if record.points in (0.5, None):
                continue
            states = [step.state for step in replay(self._rules, record)][record.opening + 1 :]
            random.Random(record.identifier).shuffle(states)
            taken = 0
            for state in states:
                row = self.measure(state)
                if row is None:
                    continue
                points, count = samples.get(row, (0.0, 0.0))
                samples[row] = points + record.points, count + 1
                taken += 1
                if taken == SAMPLED:
                    break
