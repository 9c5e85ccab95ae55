"""Weights adjusted by self-play, and the gain proved by a match.

Each generation, a candidate plays the best weights so far, and takes their place where it scores more than half. All
positions of all games by then, with how their games ended, then give the next candidate by logistic regression, as
Peter Österlund tuned the chess engine Texel ("Texel's tuning method", 2014). The first candidate is the best with its
weights changed at random, so that there are games to learn from. In the end, the best plays the untuned weights, from
openings that no generation has seen.

Every match is a tournament with a store in one folder: what was played is not played again, so a tuning goes on where
it was interrupted or killed, and comes to the same weights.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from pyengine.arena.executing import Crew
from pyengine.arena.players import Player
from pyengine.arena.records import Record
from pyengine.arena.regression import Row, Samples, fit, log_loss
from pyengine.arena.sampling import Sampler
from pyengine.arena.schedule import Plan
from pyengine.arena.standing import Standing
from pyengine.arena.statistics import Tally
from pyengine.arena.store import Store
from pyengine.arena.tournament import hold
from pyengine.arena.weighing import Weighing, Weights
from pyengine.errors import NotWrittenError, TuningError

DIGITS: Final = 10
"""Binary digits that the largest weight keeps: sums of such weights are exact, and the same for every reasoner."""

SHAKEN: Final = 0.5
"""By what part of itself, up or down, each weight of the first candidate differs from the best."""

PRIOR: Final = 200.0
"""Positions that the present weights are worth, against those that were played."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """What is tuned, and how. `player` is how both sides search; `games` are those of each generation's match."""

    weighing: Weighing
    player: Player
    games: int = 200
    generations: int = 4
    proof: int = 400
    opening_plies: int = 6
    seed: int = 0

    def __post_init__(self) -> None:
        if self.generations < 1:
            raise TuningError(f"there is at least one generation, not {self.generations}")
        if self.player.kind not in ("alphabeta", "pvs", "mtdf", "minimax"):
            raise TuningError(f"the player {self.player} goes by no estimate: its weights make no difference")
        for generation, games in ((0, self.games), (self.generations + 1, self.proof)):
            self.plan(generation, self.weighing.weights, self.weighing.weights, games)  # says what is wrong

    def plan(self, generation: int, candidate: Weights, best: Weights, games: int) -> Plan:
        """Plan a match; each generation has openings of its own."""
        players = tuple(
            replace(self.player, name=name, parameters=(*self.player.parameters, self.weighing.setting(weights)))
            for name, weights in (("candidate", candidate), ("best", best))
        )
        seed = self.seed * 1000 + generation
        return Plan(self.weighing.rules, players, games, opening_plies=self.opening_plies, seed=seed)


@dataclass(frozen=True, slots=True)
class Step:
    """How far a tuning is: the match of a generation, the last one's number being that of the proof.

    `loss` is how badly the candidate tells the results of all games before, and `before` how badly the best does.
    """

    generation: int
    candidate: Weights
    best: Weights
    tally: Tally
    positions: int = 0
    loss: float = math.nan
    before: float = math.nan
    is_proof: bool = False


@dataclass(slots=True)
class Tuned:
    """What came of a tuning. `proof` is the match of the best against the untuned weights, as far as it was played."""

    weights: Weights
    steps: list[Step] = field(default_factory=list)
    proof: Tally = field(default_factory=Tally)
    interrupted: bool = False

    @property
    def is_proved(self) -> bool:
        """Whether the tuned weights are better than the untuned ones, with a confidence of 95 %."""
        return self.proof.games > 0 and self.proof.interval().low > 0.5


Progress = Callable[[Tuned, Standing], None]


def tune(
    tuning: Tuning, folder: Path, make_crew: Callable[[], Crew], progress: Progress | None = None
) -> Iterator[Tuned]:
    """Tune weights, and give what there is after each match; the last is the proof, where there is a gain to prove.

    Ctrl-C ends it: the weights are the best so far, `interrupted`, and the same call goes on from there.
    """
    tuned = Tuned(tuning.weighing.weights)
    try:
        for _ in _Running(tuning, folder, make_crew, progress, tuned).matches():
            yield tuned
    except KeyboardInterrupt:
        tuned.interrupted = True
        yield tuned


class _Running:
    """A tuning in progress."""

    def __init__(
        self,
        tuning: Tuning,
        folder: Path,
        make_crew: Callable[[], Crew],
        progress: Progress | None,
        tuned: Tuned,
    ) -> None:
        self.tuning, self.folder, self.make_crew, self.progress, self.tuned = (
            tuning,
            folder,
            make_crew,
            progress,
            tuned,
        )
        self.samples: dict[Row, tuple[float, float]] = {}
        self.sampler = Sampler(tuning.weighing)
        if not self.sampler.counted:
            raise TuningError(f"all features of {tuning.weighing.rules.name} are 0 wherever it is played")

    def matches(self) -> Iterator[None]:
        """Play all matches, one after the other."""
        tuning, tuned, untuned = self.tuning, self.tuned, self.tuning.weighing.weights
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise NotWrittenError(f"{self.folder} cannot be made: {error.strerror}") from None
        for generation in range(tuning.generations):
            candidate, loss, before = self._candidate(generation)
            if candidate == tuned.weights:  # the games say nothing else
                break
            positions = int(sum(count for _, count in self.samples.values()))
            plan = tuning.plan(generation, candidate, tuned.weights, tuning.games)
            tally, records = self._play(plan, f"generation-{generation:02}.db")
            best = tuned.weights
            if tally.score > 0.5:
                tuned.weights = candidate
            tuned.steps.append(Step(generation, candidate, best, tally, positions, loss, before))
            yield
            self.sampler.add(records, self.samples)
        if tuned.weights != untuned:
            plan = tuning.plan(tuning.generations, tuned.weights, untuned, tuning.proof)
            tuned.proof, _ = self._play(plan, "proof.db")
            tuned.steps.append(Step(tuning.generations, tuned.weights, untuned, tuned.proof, is_proof=True))
            yield

    def _candidate(self, generation: int) -> tuple[Weights, float, float]:
        """Give the weights that play next, and how badly they and the best tell what has been played."""
        best = self.tuned.weights
        if not self.samples:
            chance = random.Random(f"candidate {self.tuning.seed} {generation}")
            return shaken(best, self.sampler.counted, chance), math.nan, math.nan
        scale = _scale(self.samples, best)
        candidate = fitted(self.samples, best, scale)
        loss, before = (log_loss(self.samples, _logits(weights, scale)) for weights in (candidate, best))
        return candidate, loss, before

    def _play(self, plan: Plan, name: str) -> tuple[Tally, list[Record]]:
        """Play a match to its end; a game that a fault ended, or Ctrl-C, ends the tuning."""

        def tell(standing: Standing) -> None:
            if self.progress is not None:
                self.progress(self.tuned, standing)

        with Store(self.folder / name) as store:
            standing = hold(plan, self.make_crew(), store, progress=tell)
            if standing.interrupted:
                raise KeyboardInterrupt
            records = list(store.records().values())
        fault = next((record.fault for record in records if record.fault is not None), None)
        if fault is not None:
            raise TuningError(f"a game could not be played: {fault.message}")
        return standing.pairings[0].tally, records


def shaken(weights: Weights, counted: Collection[str], chance: random.Random) -> Weights:
    """Change each weight that counts at random, by up to half of itself.

    >>> shaken((("men", 20), ("guard", 3)), {"men"}, random.Random(1))
    (('men', 12.6875), ('guard', 3))
    """
    moved = {name: 1 + SHAKEN * chance.uniform(-1, 1) if name in counted else 1.0 for name, _ in weights}
    return _rounded({name: float(weight) * moved[name] for name, weight in weights})


def fitted(samples: Samples, weights: Weights, scale: Sequence[float]) -> Weights:
    """Give the weights that tell results best, in the units of others whose estimates `scale` makes log-odds."""
    found = fit(samples, _logits(weights, scale), PRIOR)
    return _rounded({name: value / scale[0] for (name, _), value in zip(weights, found, strict=False)})


def _scale(samples: Samples, weights: Weights) -> list[float]:
    """Find by what to multiply estimates to make them log-odds of a win, and what it is worth to have the move."""
    merged: dict[Row, tuple[float, float]] = {}
    for row, (points, count) in samples.items():
        estimate = sum(float(weight) * value for (_, weight), value in zip(weights, row, strict=False))
        old_points, old_count = merged.get((estimate, row[-1]), (0.0, 0.0))
        merged[estimate, row[-1]] = old_points + points, old_count + count
    found = fit(merged, [0.0, 0.0])
    if found[0] <= 0:
        raise TuningError("whom the estimate calls better loses more often than not: there is nothing to start from")
    return found


def _logits(weights: Weights, scale: Sequence[float]) -> list[float]:
    return [*(float(weight) * scale[0] for _, weight in weights), scale[1]]


def _rounded(weights: dict[str, float]) -> Weights:
    """Keep as many binary digits of each weight as the largest needs, and write whole numbers as such."""
    largest = max(abs(weight) for weight in weights.values())
    grain = 2.0 ** (math.frexp(largest)[1] - DIGITS) if largest else 1.0
    exact = {name: round(weight / grain) * grain for name, weight in weights.items()}
    return tuple((name, int(weight) if weight.is_integer() else weight) for name, weight in exact.items())
