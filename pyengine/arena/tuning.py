"""Weights adjusted by self-play, and the gain proved by a match.

Each generation, a candidate plays the best weights so far, and takes their place where it scores more than half. All
positions of all games by then, with how their games ended, then give the next candidate by logistic regression, as
Peter Österlund tuned the chess engine Texel ("Texel's tuning method", 2014). The first candidate is the best with its
weights changed at random, so that there are games to learn from. In the end, the best plays the untuned weights, from
openings that no generation has, and from each of them once with either colour: searches that always choose alike would
only play the same games again. Where there are few such openings, there are fewer games.

Every match is a tournament with a store in one folder: what was played is not played again, so a tuning goes on where
it was interrupted or killed, and comes to the same weights.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from pyengine.arena.crew import Crew
from pyengine.arena.game_record import Record
from pyengine.arena.game_store import GameStore
from pyengine.arena.players import Player
from pyengine.arena.regression import Row, Sampler, Samples, fit, log_loss
from pyengine.arena.schedule import Plan, openings_of, schedule
from pyengine.arena.statistics import Tally
from pyengine.arena.tournament import Progress, hold
from pyengine.arena.weights import WeightedRules, Weights
from pyengine.building.build_cache import content_key
from pyengine.errors import NotWrittenError, TuningError
from pyengine.search.options import read_number
from pyengine.terms import Number
from pyengine.winners import draw_value

DIGITS: Final = 8
"""Binary digits that the largest weight keeps: sums of such weights are exact, and the same for every reasoner."""

SHAKEN: Final = 0.5
"""By what part of itself, up or down, each weight of the first candidate differs from the best."""

BELOW: Final = 0.75
"""How much of a win the largest estimate of a position is worth, where it would be more."""

PRIOR: Final = 500.0
"""Positions that the present weights are worth, against those that were played."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """What is tuned, and how. `player` is how both sides search; `games` are those of each generation's match.

    The untuned weights are those of the rule file, or with `flat` all 1, which is nobody's opinion.
    """

    weighted: WeightedRules
    player: Player
    games: int = 200
    generations: int = 4
    proof: int = 400
    opening_plies: int = 6
    seed: int = 0
    flat: bool = False

    def __post_init__(self) -> None:
        if self.generations < 1:
            raise TuningError(f"there is at least one generation, not {self.generations}")
        if self.player.kind not in ("alphabeta", "pvs", "mtdf", "minimax"):
            raise TuningError(f"the player {self.player} goes by no estimate: its weights make no difference")
        weights = self.weighted.weights
        self.plan(0, weights, weights)  # which says what is wrong, as the next does
        self.proof_plan(weights, weights, self.proof)

    def plan(self, generation: int, candidate: Weights, best: Weights) -> Plan:
        """Plan the match of a generation; each draws its openings anew, and some may come again."""
        return self._match(generation, candidate, best, self.games)

    def proof_plan(self, tuned: Weights, untuned: Weights, games: int) -> Plan:
        """Plan the proof, apart from all generations, whether they come to be played or not."""
        own = tuple((self._seed(generation), self.games // 2) for generation in range(self.generations))
        return replace(self._match(self.generations, tuned, untuned, games), apart=own)

    def _match(self, number: int, candidate: Weights, best: Weights, games: int) -> Plan:
        players = tuple(
            replace(self.player, name=name, parameters=(*self.player.parameters, self.weighted.setting(weights)))
            for name, weights in (("candidate", candidate), ("best", best))
        )
        seed = self._seed(number)
        return Plan(self.weighted.rules, players, games, opening_plies=self.opening_plies, seed=seed)

    def _seed(self, generation: int) -> int:
        return self.seed * 1000 + generation


@dataclass(frozen=True, slots=True)
class TuningStep:
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
    """The result of a tuning: the best weights so far, and at the end the match in which they play the untuned ones.

    `proof_games` is how many games that match has: fewer than asked for, where there are too few openings.
    """

    untuned: Weights
    weights: Weights
    proof_games: int
    steps: list[TuningStep] = field(default_factory=list)
    proof: Tally = field(default_factory=Tally)
    interrupted: bool = False

    @property
    def is_proved(self) -> bool:
        """Whether the tuned weights are better than the untuned ones, with a confidence of 95 %."""
        return self.proof.games > 0 and self.proof.interval().low > 0.5


def tune(tuning: Tuning, folder: Path, crew: Crew, progress: Progress | None = None) -> Iterator[Tuned]:
    """Tune weights, and give what there is after each match; the last is the proof, where there is a gain to prove.

    Ctrl-C ends it: the weights are the best so far, `interrupted`, and the same call goes on from there. A tuning whose
    generations would leave no opening for the proof is refused before anything is played.
    """
    tuned = Tuned(tuning.weighted.weights, tuning.weighted.weights, tuning.proof)
    try:
        for _ in TuningRun(tuning, folder, crew, progress, tuned).matches():
            yield tuned
    except KeyboardInterrupt:
        tuned.interrupted = True
        yield tuned


class TuningRun:
    """A tuning in progress."""

    def __init__(self, tuning: Tuning, folder: Path, crew: Crew, progress: Progress | None, tuned: Tuned) -> None:
        self.tuning, self.folder, self.crew, self.tuned = tuning, folder, crew, tuned
        self.progress = progress
        self.draw = draw_value(tuning.weighted.rules.load())
        self.prepare()
        tuned.proof_games = self._proof_games()

    def prepare(self) -> None:
        """Get ready to learn from games."""
        tuning, tuned = self.tuning, self.tuned
        self.samples: dict[Row, tuple[float, float]] = {}
        self.wins: set[float] = set()
        self.sampler = Sampler(tuning.weighted)
        if not self.sampler.counted:
            raise TuningError(f"all features of {tuning.weighted.rules.name} are 0 wherever it is played")
        if tuning.flat:
            flat = tuple((name, 1 if name in self.sampler.counted else old) for name, old in tuned.weights)
            tuned.untuned = tuned.weights = flat

    def learn(self, records: list[Record]) -> None:
        """Take what games tell."""
        self.sampler.add(records, self.samples)
        self.wins.update(size for record in records if (size := decided(record, self.draw)) is not None)

    def learned_from(self) -> int:
        """Count the positions that the next candidate is learned from."""
        return int(sum(count for _, count in self.samples.values()))

    def _proof_games(self) -> int:
        """Count the games that the proof can have without playing any of them twice."""
        tuning, weights, game = self.tuning, self.tuned.weights, self.tuning.weighted.rules.load()
        schedule(tuning.plan(0, weights, weights), game)  # which says where there are no openings at all
        left = len(openings_of(tuning.proof_plan(weights, weights, tuning.proof), game))
        if not left:
            raise TuningError(
                f"the generations have all openings of {tuning.opening_plies} plies, and leave none for the proof: "
                "there must be fewer games, or openings of more plies"
            )
        return 2 * left

    def matches(self) -> Iterator[None]:
        """Play all matches, one after the other."""
        tuning, tuned, untuned = self.tuning, self.tuned, self.tuned.untuned
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise NotWrittenError(f"{self.folder} cannot be made: {error.strerror}") from None
        for generation in range(tuning.generations):
            candidate, loss, before = self.candidate(generation)
            if candidate == tuned.weights:  # the games say nothing else
                break
            positions = self.learned_from()
            plan = tuning.plan(generation, candidate, tuned.weights)
            tally, records = self._play(plan, f"generation-{generation:02}.db")
            best = tuned.weights
            if tally.score > 0.5:
                tuned.weights = candidate
            tuned.steps.append(TuningStep(generation, candidate, best, tally, positions, loss, before))
            yield
            self.learn(records)
        if tuned.weights != untuned:
            plan = tuning.proof_plan(tuned.weights, untuned, tuned.proof_games)
            tuned.proof, _ = self._play(plan, _proof_name(plan))
            tuned.steps.append(TuningStep(tuning.generations, tuned.weights, untuned, tuned.proof, is_proof=True))
            yield

    def candidate(self, generation: int) -> tuple[Weights, float, float]:
        """Give the weights that play next, and how badly they and the best tell what has been played."""
        best = self.tuned.weights
        if not self.samples:
            chance = random.Random(f"candidate {self.tuning.seed} {generation}")
            moved = {name: float(weight) * (1 + SHAKEN * chance.uniform(-1, 1)) for name, weight in best}
            return self._rounded(moved), math.nan, math.nan
        old = [float(weight) for _, weight in best]
        prior = _log_odds(self.samples, old)
        found = fit(self.samples, prior, PRIOR)
        size = _size(self.samples, found[:-1])
        unit = _size(self.samples, old) / size if size else 0.0
        fitted = {name: value * unit for (name, _), value in zip(best, found, strict=False)}
        candidate = self._rounded(self._below_a_win(fitted)) if unit else best
        return candidate, log_loss(self.samples, found), log_loss(self.samples, prior)

    def _below_a_win(self, weights: dict[str, float]) -> dict[str, float]:
        """Make weights smaller where they estimate a position higher than a win, and the untuned ones do not.

        Where games are won by more or less, an estimate may be more than the least win.
        """
        if len(self.wins) != 1:
            return weights
        [win] = self.wins
        untuned = [float(weight) for _, weight in self.tuned.untuned]
        before, largest = (_largest(self.samples, of) for of in (untuned, list(weights.values())))
        if not before < win <= largest:
            return weights
        return {name: weight * max(before, BELOW * win) / largest for name, weight in weights.items()}

    def _rounded(self, weights: dict[str, float]) -> Weights:
        """Round the weights that count, to as many binary digits as the largest keeps; the others are left alone."""
        counted = self.sampler.counted
        grain = grain_of(abs(weights[name]) for name in counted)
        found: list[tuple[str, Number]] = []
        for name, old in self.tuned.weights:
            new = round(weights[name] / grain) * grain
            found.append((name, old if name not in counted else int(new) if new.is_integer() else new))
        return tuple(found)

    def _play(self, plan: Plan, name: str) -> tuple[Tally, list[Record]]:
        """Play a match to its end; a game that a fault ended, or Ctrl-C, ends the tuning."""
        with GameStore(self.folder / name) as store:
            standing = hold(plan, self.crew, store, progress=self.progress)
            if standing.interrupted:
                raise KeyboardInterrupt
            planned = {game.identifier for game in standing.schedule.games}  # the file may be of a longer match
            records = [record for identifier, record in store.records().items() if identifier in planned]
        fault = next((record.fault for record in records if record.fault is not None), None)
        if fault is not None:
            raise TuningError(f"a game could not be played: {fault.message}")
        return standing.pairings[0].tally, records


def _proof_name(plan: Plan) -> str:
    """Name the file of a proof by all that it is about: more generations have another, in the same folder."""
    about = json.dumps([[str(player) for player in plan.players], plan.seed, plan.apart])
    return f"proof-{content_key(about)[:8]}.db"


def grain_of(sizes: Iterable[float]) -> float:
    """Give the power of two of which all weights are multiples, for the sizes that they have.

    >>> grain_of([20, 50.3]), grain_of([0.0])
    (0.25, 1.0)
    """
    largest = max(sizes)
    return 2.0 ** (math.frexp(largest)[1] - DIGITS) if largest else 1.0


def _log_odds(samples: Samples, weights: Sequence[float]) -> list[float]:
    """Multiply weights so that estimates tell results best, and add what it is worth to have the move.

    Where an estimate tells nothing, or the contrary, that leaves nothing of it.
    """
    merged: dict[Row, tuple[float, float]] = {}
    for row, (points, count) in samples.items():
        estimate = sum(map(float.__mul__, row, weights))
        old_points, old_count = merged.get((estimate, row[-1]), (0.0, 0.0))
        merged[estimate, row[-1]] = old_points + points, old_count + count
    scale, move = fit(merged, [0.0, 0.0])
    return [*(weight * max(scale, 0.0) for weight in weights), move]


def _size(samples: Samples, weights: Sequence[float]) -> float:
    """Say how much weights make of the features of positions: the sum of what each does on the average."""
    total = sum(count for _, count in samples.values())
    squares = [sum(row[i] ** 2 * count for row, (_, count) in samples.items()) for i in range(len(weights))]
    return sum(abs(weight) * math.sqrt(square / total) for weight, square in zip(weights, squares, strict=True))


def decided(record: Record, draw: Number | None) -> float | None:
    """Give how far from a draw a game ended, in the units of estimates; None where nobody won."""
    worths = [read_number(value) if isinstance(value, str) else value for value in record.utilities]
    if record.points in (0.5, None) or len(worths) < 2:
        return None
    return distance(worths, draw)


def distance(utilities: Sequence[Number], draw: Number | None) -> float:
    """Give how far from a draw, or from what both get on the average, the first of two has ended.

    >>> distance((3, -3), None), distance((3, -3), 1)
    (3.0, 2.0)
    """
    first, other = map(float, utilities[:2])
    return abs(first - ((first + other) / 2 if draw is None else float(draw)))


def _largest(samples: Samples, weights: Sequence[float]) -> float:
    """Give the largest estimate of any position, for either side."""
    return max(abs(sum(map(float.__mul__, row, weights))) for row in samples)
