"""Logistic regression: the weights under which an estimate tells best how games end.

The chance that MAX wins from a position is taken for 1 / (1 + exp(-x)), where x is the weighted sum of its features;
a draw is half a win. The weights that make the results of many games likeliest are found by Newton's method. What the
results say little about stays near a prior: each weight is drawn to it as if by so many more positions. The samples
are positions of games, with how these ended.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from pyengine.arena.game_record import Record
from pyengine.arena.game_store import replay
from pyengine.arena.weights import WeightedRules
from pyengine.game import expand, offers
from pyengine.search import playout

Row = tuple[float, ...]
Samples = Mapping[Row, tuple[float, float]]
"""The features of positions, with the points that MAX got from them, and how many such positions there were."""

STEPS: Final = 50
CLOSE: Final = 1e-8


def fit(samples: Samples, prior: Sequence[float], strength: float = 1.0) -> list[float]:
    """Find the likeliest weights, one for each feature.

    `strength` is how many positions the prior is worth, each feature as large as it is on the average.

    >>> samples = {(1.0, 0.0): (73, 100), (-1.0, 0.0): (27, 100)}
    >>> [round(weight, 2) for weight in fit(samples, [0.0, 5.0])]
    [0.99, 5.0]
    """
    weights = list(prior)
    drawn = _pull(samples, len(prior), strength)
    loss = _loss(samples, weights, prior, drawn)
    for _ in range(STEPS):
        step = _newton(samples, weights, prior, drawn)
        length = 1.0
        while True:  # a whole step may go too far, half of it or a quarter does not
            tried = [weight - length * change for weight, change in zip(weights, step, strict=True)]
            found = _loss(samples, tried, prior, drawn)
            if found <= loss or length < CLOSE:
                break
            length /= 2
        if found > loss:
            return weights
        gained, weights, loss = loss - found, tried, found
        if gained <= CLOSE * (1 + abs(loss)):
            break
    return weights


def log_loss(samples: Samples, weights: Sequence[float]) -> float:
    """Give how badly an estimate tells the results, on the average: the mean negative log-likelihood."""
    number = sum(count for _, count in samples.values())
    return _loss(samples, weights, weights, [0.0] * len(weights)) / number if number else 0.0


def _pull(samples: Samples, size: int, strength: float) -> list[float]:
    """Give how strongly each weight is drawn to its prior: a quarter is the most that a position says of one."""
    total = sum(count for _, count in samples.values()) or 1
    squares = [sum(row[i] ** 2 * count for row, (_, count) in samples.items()) / total for i in range(size)]
    return [strength * square / 4 or 1.0 for square in squares]


def _loss(samples: Samples, weights: Sequence[float], prior: Sequence[float], drawn: Sequence[float]) -> float:
    total = sum(pull * (w - p) ** 2 for w, p, pull in zip(weights, prior, drawn, strict=True)) / 2
    for row, (points, count) in samples.items():
        x = sum(map(float.__mul__, row, weights))
        # log(1 + exp(x)) without overflow
        total += count * (max(x, 0.0) + math.log1p(math.exp(-abs(x)))) - points * x
    return total


def _newton(samples: Samples, weights: Sequence[float], prior: Sequence[float], drawn: Sequence[float]) -> list[float]:
    """Give the step from some weights to the minimum of the parabola that fits the loss there."""
    size = len(weights)
    slope = [pull * (w - p) for w, p, pull in zip(weights, prior, drawn, strict=True)]
    curve = [[drawn[i] if i == j else 0.0 for j in range(size)] for i in range(size)]
    for row, (points, count) in samples.items():
        x = sum(map(float.__mul__, row, weights))
        chance = 1 / (1 + math.exp(-x)) if x > -700 else 0.0
        error, bend = count * chance - points, count * chance * (1 - chance)
        for i, value in enumerate(row):
            if value:
                slope[i] += error * value
                line, scaled = curve[i], bend * value
                for j in range(i + 1):
                    line[j] += scaled * row[j]
    return _solve(curve, slope)


def _solve(curve: list[list[float]], slope: Sequence[float]) -> list[float]:
    """Solve a system whose matrix is symmetric and positive, given by its lower half, by Cholesky's method."""
    size = len(slope)
    factor = [[0.0] * size for _ in range(size)]
    for i in range(size):
        for j in range(i + 1):
            left = curve[i][j] - sum(factor[i][k] * factor[j][k] for k in range(j))
            factor[i][j] = math.sqrt(max(left, 1e-12)) if i == j else left / factor[j][j]
    forward: list[float] = []
    for i in range(size):
        forward.append((slope[i] - sum(factor[i][k] * forward[k] for k in range(i))) / factor[i][i])
    step = [0.0] * size
    for i in reversed(range(size)):
        step[i] = (forward[i] - sum(factor[k][i] * step[k] for k in range(i + 1, size))) / factor[i][i]
    return step


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
