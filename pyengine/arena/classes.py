"""Classes of positions (`category/2`), and the share of wins, draws and losses of each, learned from self-play.

A game counts once for each class that a position of it is in: positions of one game are not independent, games nearly
are. What a class is worth is what the games with it were worth on the average, two draws added, so that none is taken
for a win; a class that no game had is taken for even.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from pyengine import winners
from pyengine.arena.crew import Crew
from pyengine.arena.game_record import Record
from pyengine.arena.game_store import replay
from pyengine.arena.rulebook import Rulebook
from pyengine.arena.statistics import Tally
from pyengine.arena.tournament import Progress
from pyengine.arena.tuning import Tuned, Tuning, TuningRun, decided, distance, grain_of
from pyengine.arena.weights import WeightedRules, Weights, declare_parameter, pairs_text
from pyengine.errors import TuningError
from pyengine.game import expand, offers
from pyengine.language.contract import declared_parameters, defined
from pyengine.language.reading.reader import read_term
from pyengine.quoting import quote_comment
from pyengine.search import playout
from pyengine.terms import Compound, Number, write_term

PARAMETER: Final = "learned_classes"
MARK: Final = "Classes of"
"""How a file of classes begins, so that one is not written over anything else."""
LOOKUP: Final = (
    f"expected(Class, Value) :- param({PARAMETER}, Classes), "
    "( memberchk(Class-Found, Classes) -> Value = Found ; Value = 0 )."
)
PLAYOUTS: Final = 200
"""Random games that the first candidate learns from, so that there is something to play with."""


@dataclass(frozen=True, slots=True)
class ClassifiedRules(WeightedRules):
    """Rules whose classes have their worth from the parameter `learned_classes`; nothing is known of them at first."""

    @classmethod
    def of(cls, book: Rulebook) -> ClassifiedRules:
        """Take rules that name the classes of positions; what they say classes are worth is left aside."""
        if book.reasoner == "native":
            raise TuningError("the classes of rules are learned, not those of a game in Python")
        game: Any = book.load()
        clauses = defined(game.program)
        if ("category", 2) not in clauses:
            raise TuningError(f"{book.name} has no classes to learn: it does not define category/2")
        if ("staticval", 2) in clauses or {("feature", 3), ("weight", 2)} <= clauses.keys():
            other = "staticval/2" if ("staticval", 2) in clauses else "the sum of its features"
            raise TuningError(f"the classes of {book.name} do not count: its estimate is {other}")
        if PARAMETER in declared_parameters(game.program):
            raise TuningError(f"{book.name} has a parameter {PARAMETER}, which learning needs for itself")
        files = declare_parameter(book, clauses, clauses.get(("expected", 2), []), f"{PARAMETER}, []", LOOKUP)
        return cls(replace(book, files=files), ())

    def setting(self, weights: Weights) -> tuple[str, str]:
        """Give the parameter of a player that goes by what classes are worth."""
        return PARAMETER, pairs_text(weights)


class ClassCounter:
    """Counts how the games ended that had positions of each class."""

    def __init__(self, rules: Rulebook, draw: Number | None = None) -> None:
        self.draw = draw
        self._rules = replace(rules, reasoner="python") if rules.reasoner == "c" else rules
        self.game: Any = self._rules.load()
        self._noisy = offers(self.game, "noisy")
        self.tallies: dict[str, Tally] = {}
        self.sizes: list[float] = []
        """How far from even each game ended that somebody won."""

    def count(self, states: Iterable[Any], points: float) -> None:
        """Count a game once for each of its classes; noisy positions are not estimated, and do not count."""
        found = set()
        for state in states:
            if expand(self.game, state).utilities is None and not (self._noisy and self.game.noisy(state)):
                found.add(write_term(self.game.category(state)))
        for name in found:
            self.tallies[name] = self.tallies.get(name, Tally()) + Tally.of(points)

    def add(self, records: Iterable[Record]) -> None:
        """Count games that were played, without their openings, which nobody chose."""
        for record in records:
            if record.points is not None:
                self.count([step.state for step in replay(self._rules, record)][record.opening + 1 :], record.points)
                size = decided(record, self.draw)
                self.sizes += [] if size is None else [size]

    def add_playouts(self, seed: int) -> None:
        """Count random games."""
        for number in range(PLAYOUTS):
            states = playout(self.game, random.Random(f"classes {seed} {number}").getrandbits(32)).states
            utilities = expand(self.game, states[-1]).utilities
            if utilities is None or len(utilities) < 2:
                continue
            points = winners.points(self.game, utilities, self.draw)
            self.count(states, points)
            size = distance(utilities, self.draw)
            self.sizes += [size] if points != 0.5 else []

    def worths(self) -> Weights:
        """Say what each class is worth, in the units of the game, by classes in order."""
        win = sum(self.sizes) / len(self.sizes) if self.sizes else 1.0
        grain = grain_of([win])
        found: list[tuple[str, Number]] = []
        for name, tally in sorted(self.tallies.items()):
            share = (tally.wins + tally.draws / 2 + 1) / (tally.games + 2)
            value = float(self.draw or 0) + round((2 * share - 1) * win / grain) * grain
            found.append((name, int(value) if value.is_integer() else value))
        return tuple(found)


class _ClassRun(TuningRun):
    """The learning of classes in progress: the same matches, other candidates."""

    def prepare(self) -> None:
        self.counts: dict[Weights, dict[str, Tally]] = {}
        self.first = ClassCounter(self.tuning.weighted.rules, self.draw)
        self.counter = ClassCounter(self.tuning.weighted.rules, self.draw)
        self.first.add_playouts(self.tuning.seed)
        if not self.first.tallies:
            raise TuningError(f"no random game of {self.tuning.weighted.rules.name} has a position with a class")

    def learn(self, records: list[Record]) -> None:
        self.counter.add(records)

    def candidate(self, generation: int) -> tuple[Weights, float, float]:
        found = self.counter if self.counter.tallies else self.first
        worths = found.worths()
        self.counts[worths] = dict(found.tallies)
        return worths, float("nan"), float("nan")

    def learned_from(self) -> int:
        return sum(tally.games for tally in self.counter.tallies.values())


def learn_classes(
    tuning: Tuning, folder: Path, crew: Crew, progress: Progress | None = None
) -> Iterator[tuple[Tuned, dict[str, Tally]]]:
    """Learn what classes are worth, and give what there is after each match, as `tune` does, with what was counted.

    The first candidate is of random games, each later one of all games of self-play by then.
    """
    tuned = Tuned((), (), tuning.proof)
    run = _ClassRun(tuning, folder, crew, progress, tuned)
    try:
        for _ in run.matches():
            yield tuned, run.counts.get(tuned.weights, {})
    except KeyboardInterrupt:
        tuned.interrupted = True
        yield tuned, run.counts.get(tuned.weights, {})


def classes_text(name: str, worths: Weights, tallies: dict[str, Tally], about: str) -> str:
    """Write classes as facts that a rule file can include: what each is worth, the games with it, the interval.

    >>> text = classes_text("race", (("ahead", 0.5),), {"ahead": Tally(6, 0, 1)}, "Learned.")
    >>> print(text.splitlines()[-1])
    learned(ahead,0.5,games(6,0,1),share(0.487,0.974)).
    """
    head = f"/*  {MARK} {quote_comment(f'{name}. {about}')}  */\n\n"
    if not worths:
        return f"{head}expected(_, 0).\n"
    facts = "".join(f"{write_term(_fact(class_, worth, tallies.get(class_, Tally())))}.\n" for class_, worth in worths)
    return (
        f"{head}expected(Class, Value) :-\n    learned(Class, Value, _, _),\n    !.\n"
        "expected(_, 0).\n\n"
        "%   learned(Class, Value, games(Won, Drawn, Lost), share(Low, High)): the\n"
        "%   games with a position of the class, as they ended for the first player,\n"
        f"%   and the 95 % interval of its share of the points.\n\n{facts}"
    )


def _fact(class_: str, worth: Number, tally: Tally) -> Compound:
    share = tally.interval()
    games = Compound("games", (tally.wins, tally.draws, tally.losses))
    interval = Compound("share", (round(share.low, 3), round(share.high, 3)))
    return Compound("learned", (read_term(class_), worth, games, interval))
