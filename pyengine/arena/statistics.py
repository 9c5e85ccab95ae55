"""What can be concluded from wins, draws and losses.

The score of a match is the mean of its games' points: 1, 1/2, 0. The interval is Wilson's, made narrower where draws
make the points vary less than those of games without draws would; it is never empty, and never leaves 0 to 1. Elo
differences are the logistic ones.

The sequential test is the generalised likelihood ratio test of Michel Van den Bergh, "The generalized maximum
likelihood ratio for the expectation value of a distribution" (2020): its ratio is that of the likelihoods of the
results under the distributions that fit them best among those with the mean of either hypothesis.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist
from typing import Final, Literal

POINTS: Final = (0.0, 0.5, 1.0)
_NORMAL: Final = NormalDist()


@dataclass(frozen=True, slots=True)
class Interval:
    """A range that holds the true value with some confidence."""

    low: float
    high: float

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high


@dataclass(frozen=True, slots=True)
class Tally:
    """How many games were won, drawn and lost, from one side.

    >>> tally = Tally(60, 20, 20)
    >>> tally.score, f"{tally.interval().low:.3f} to {tally.interval().high:.3f}"
    (0.7, '0.617 to 0.772')
    >>> f"{tally.elo:+.0f}", tally.reversed
    ('+147', Tally(wins=20, draws=20, losses=60))
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @classmethod
    def of(cls, points: float) -> Tally:
        """Count one game."""
        return cls(int(points == 1), int(points == 0.5), int(points == 0))

    @property
    def games(self) -> int:
        """How many games there were."""
        return self.wins + self.draws + self.losses

    @property
    def reversed(self) -> Tally:
        """The same games from the other side."""
        return Tally(self.losses, self.draws, self.wins)

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    @property
    def score(self) -> float:
        """The mean of the points; one half where there was no game."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def variance(self) -> float:
        """The variance of one game's points."""
        if not self.games:
            return 0.25
        counts = (self.losses, self.draws, self.wins)
        return sum(n * (points - self.score) ** 2 for n, points in zip(counts, POINTS, strict=True)) / self.games

    def interval(self, confidence: float = 0.95) -> Interval:
        """Give the range of the true score.

        A draw makes the points vary less, but is no reason to think more of a side than a win would be: the range
        reaches as low as it would with all draws won, and as high as it would with all of them lost.
        """
        own = self._own_interval(confidence)
        won = Tally(self.wins + self.draws, 0, self.losses)._own_interval(confidence)
        lost = Tally(self.wins, 0, self.draws + self.losses)._own_interval(confidence)
        return Interval(min(own.low, won.low), max(own.high, lost.high))

    def _own_interval(self, confidence: float) -> Interval:
        return wilson(self.score, self.variance, self.games, confidence) if self.games else Interval(0.0, 1.0)

    @property
    def elo(self) -> float:
        """The Elo difference that the score stands for; infinite where everything was won or lost."""
        return elo_of(self.score)

    def elo_interval(self, confidence: float = 0.95) -> Interval:
        """Give the range of the Elo difference."""
        found = self.interval(confidence)
        return Interval(elo_of(found.low), elo_of(found.high))

    @property
    def superiority(self) -> float:
        """How likely this side is the better one, given the games that were not drawn (normal approximation)."""
        decided = self.wins + self.losses
        return _NORMAL.cdf((self.wins - self.losses) / math.sqrt(decided)) if decided else 0.5


def wilson(score: float, variance: float, count: int, confidence: float = 0.95) -> Interval:
    """Give the range of the true mean of so many results between 0 and 1, by their own mean and variance."""
    z = _NORMAL.inv_cdf((1 + confidence) / 2)
    undrawn = score * (1 - score)
    # Where all ended alike nothing is known of the variance: take it for that of games without draws.
    games = count * undrawn / variance if variance else count
    middle = (score + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(undrawn / games + z * z / (4 * games * games))
    return Interval(max(0.0, min(score, middle - half)), min(1.0, max(score, middle + half)))


def elo_of(score: float) -> float:
    """Give the Elo difference at which a score is expected.

    >>> round(elo_of(0.75)), elo_of(0.5), elo_of(1.0)
    (191, 0.0, inf)
    """
    if score <= 0:
        return -math.inf
    return math.inf if score >= 1 else 400 * math.log10(score / (1 - score))


def score_of(elo: float) -> float:
    """Give the score that is expected at an Elo difference.

    >>> round(score_of(191), 2)
    0.75
    """
    return 1 / (1 + 10 ** (-elo / 400))


FARTHEST: Final = 2_000
"""The largest Elo difference that is tested for: beyond it, a score is as good as 1."""

Verdict = Literal["better", "not better", "open"]


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """Tests while games are played whether a side is `elo1` stronger, rather than `elo0`.

    `alpha` bounds how often a side that is `elo0` stronger is called better, `beta` how often one that is `elo1`
    stronger is not.

    >>> test = SequentialTest(0, 50)
    >>> test.verdict(Tally(60, 20, 20)), test.verdict(Tally(6, 2, 2)), test.verdict(Tally(20, 20, 60))
    ('better', 'open', 'not better')
    """

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not (abs(self.elo0) <= FARTHEST and abs(self.elo1) <= FARTHEST):
            raise ValueError(f"Elo differences are between -{FARTHEST} and {FARTHEST}")
        if not self.elo0 < self.elo1:
            raise ValueError(f"elo0 must be below elo1, not {self.elo0:g} and {self.elo1:g}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError("alpha and beta are between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the test ends."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def log_ratio(self, tally: Tally) -> float:
        """Give the log-likelihood ratio of elo1 against elo0."""
        return log_likelihood(tally, score_of(self.elo1)) - log_likelihood(tally, score_of(self.elo0))

    def verdict(self, tally: Tally) -> Verdict:
        """Tell how the test stands."""
        low, high = self.bounds
        ratio = self.log_ratio(tally)
        return "better" if ratio >= high else "not better" if ratio <= low else "open"


@lru_cache(maxsize=10_000)
def log_likelihood(tally: Tally, mean: float) -> float:
    """Give the log-likelihood of results under the likeliest distribution of points that has a mean.

    That distribution has p_i = f_i / (1 + t (x_i - mean)), with the observed frequencies f_i and points x_i, for the t
    that gives it the mean. A result that never came up is given a thousandth of a game, so that there always is one.
    What was computed is kept: a test that is looked at after each game asks for the same again and again.
    """
    counts = [max(count, 1e-3) for count in (tally.losses, tally.draws, tally.wins)]
    total = sum(counts)
    frequencies = [count / total for count in counts]
    offsets = [points - mean for points in POINTS]
    # t lies where all probabilities are positive; the sum below falls from infinity to minus infinity there.
    low, high = -1 / offsets[2], -1 / offsets[0]
    for _ in range(60):
        t = (low + high) / 2
        balance = sum(f * x / (1 + t * x) for f, x in zip(frequencies, offsets, strict=True))
        low, high = (t, high) if balance > 0 else (low, t)
    t = (low + high) / 2
    return sum(count * math.log(f / (1 + t * x)) for count, f, x in zip(counts, frequencies, offsets, strict=True))
