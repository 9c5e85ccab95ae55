"""Logistic regression: the weights under which an estimate tells best how games end.

The chance that MAX wins from a position is taken for 1 / (1 + exp(-x)), where x is the weighted sum of its features;
a draw is half a win. The weights that make the results of many games likeliest are found by Newton's method. What the
results say little about stays near a prior: each weight is drawn to it as if by so many more positions.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

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
