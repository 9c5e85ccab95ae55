"""The standings of a tournament: results of each pairing from both sides, and what each player spent on moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from pyengine.arena.game_record import Fault, Record
from pyengine.arena.schedule import Pairing, Plan, Planned, Schedule
from pyengine.arena.statistics import SequentialTest, Tally, Verdict
from pyengine.display import Displayed


@dataclass(frozen=True, slots=True)
class PlayerEffort:
    """What a player spent on its moves, those of openings left out; `depths` is the sum over moves with a depth."""

    moves: int = 0
    nodes: int = 0
    seconds: float = 0.0
    depths: int = 0
    searched: int = 0
    overruns: int = 0
    slowest: float = 0.0

    def __add__(self, other: PlayerEffort) -> PlayerEffort:
        sums = {name: getattr(self, name) + getattr(other, name) for name in self.__slots__}
        return PlayerEffort(**{**sums, "slowest": max(self.slowest, other.slowest)})

    @property
    def nodes_per_move(self) -> float:
        """The mean number of positions searched for a move."""
        return self.nodes / self.moves if self.moves else 0.0

    @property
    def seconds_per_move(self) -> float:
        """The mean time for a move."""
        return self.seconds / self.moves if self.moves else 0.0

    @property
    def depth(self) -> float | None:
        """The mean depth of completed searches; None where no search had one."""
        return self.depths / self.searched if self.searched else None


@dataclass(frozen=True, slots=True)
class GameSummary:
    """The summary of one game. `efforts` are those of MAX and MIN, `worth` what the end was worth to MAX."""

    identifier: str
    players: tuple[str, str]
    points: float | None
    ending: str
    efforts: tuple[PlayerEffort, PlayerEffort]
    worth: int | float | str | None
    reasoners: frozenset[str]
    fault: Fault | None

    @classmethod
    def of(cls, record: Record) -> GameSummary:
        """Sum up a game."""
        return cls(
            record.identifier,
            record.players,
            record.points,
            record.ending,
            (_effort(record, 0), _effort(record, 1)),
            record.utilities[0] if record.utilities else None,
            frozenset((record.setting or {}).get("reasoners", ())),
            record.fault,
        )


NONE: Final = Tally()


@dataclass(frozen=True, slots=True)
class PairingStanding:
    """A match of two players, from the side of the first: with each colour, and as a whole.

    `verdict` is that of the sequential test; games that were played after it had ended do not count.
    """

    players: Pairing
    planned: int
    as_max: Tally = NONE
    as_min: Tally = NONE
    faults: tuple[GameSummary, ...] = ()
    verdict: Verdict | None = None

    @property
    def tally(self) -> Tally:
        """All games that count."""
        return self.as_max + self.as_min

    @property
    def finished(self) -> bool:
        """Whether there is nothing left to play."""
        return self.verdict in ("better", "not better") or self.tally.games + len(self.faults) >= self.planned


@dataclass(frozen=True, slots=True)
class Standing(Displayed):
    """The standing of all pairings, in the order of the plan.

    `endings` and `reasoners` say how many games ended so, and were played with whom; `worths` are all that the ends
    were worth to MAX, and `remarks` what the crew had to say.
    """

    schedule: Schedule
    pairings: tuple[PairingStanding, ...]
    efforts: tuple[PlayerEffort, ...]
    played: int
    endings: Mapping[str, int] = field(default_factory=dict)
    worths: frozenset[int | float | str] = frozenset()
    reasoners: Mapping[str, int] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()
    interrupted: bool = False

    @classmethod
    def of(cls, games: Schedule, played: Mapping[str, GameSummary], test: SequentialTest | None = None) -> Standing:
        """Count the games of a schedule that were played."""
        plan = games.plan
        by_pairing: dict[Pairing, list[tuple[Planned, GameSummary | None]]] = {pairing: [] for pairing in plan.pairings}
        for game in games.games:
            by_pairing[game.pairing].append((game, played.get(game.identifier)))
        efforts = [PlayerEffort() for _ in plan.players]
        endings: Counter[str] = Counter()
        reasoners: Counter[str] = Counter()
        pairings = []
        worths = set()
        count = 0
        for pairing, entries in by_pairing.items():
            standing, counted = _count(pairing, entries, plan.games, test)
            pairings.append(standing)
            for game, known in counted:
                count += 1
                endings[known.ending] += 1
                reasoners.update(known.reasoners)
                if known.worth is not None:
                    worths.add(known.worth)
                for side, place in enumerate(game.players):
                    efforts[place] += known.efforts[side]
        return cls(games, tuple(pairings), tuple(efforts), count, endings, frozenset(worths), reasoners)

    @property
    def plan(self) -> Plan:
        """The plan of the tournament."""
        return self.schedule.plan

    def decided(self, game: Planned) -> bool:
        """Tell whether the sequential test of a game's pairing has ended."""
        place = self.plan.pairings.index(game.pairing)
        return self.pairings[place].verdict in ("better", "not better")

    @property
    def total(self) -> int:
        """How many games there are to play, as far as is known: tests may end pairings early."""
        return sum(
            pairing.tally.games + len(pairing.faults) if pairing.finished else pairing.planned
            for pairing in self.pairings
        )

    @property
    def faults(self) -> tuple[GameSummary, ...]:
        """All games that something went wrong with; they do not count."""
        return tuple(fault for pairing in self.pairings for fault in pairing.faults)

    def tally(self, player: int) -> Tally:
        """Give all results of a player."""
        total = Tally()
        for pairing in self.pairings:
            if pairing.players[0] == player:
                total += pairing.tally
            elif pairing.players[1] == player:
                total += pairing.tally.reversed
        return total


def _count(
    pairing: Pairing, entries: list[tuple[Planned, GameSummary | None]], planned: int, test: SequentialTest | None
) -> tuple[PairingStanding, list[tuple[Planned, GameSummary]]]:
    """Count the games of a pairing, in their order; a test looks at whole pairs of colours, as far as all are played.

    So the same games count whatever the order in which they ended.
    """
    tallies = [NONE, NONE]
    counted: list[tuple[Planned, GameSummary]] = []
    verdict: Verdict | None = None if test is None else "open"
    unbroken = True
    for game, known in entries:
        if known is None:
            unbroken = False
            continue
        counted.append((game, known))
        if known.points is not None:
            tallies[game.swapped] += Tally.of(1 - known.points if game.swapped else known.points)
        if test is not None and unbroken and game.number % 2:
            verdict = test.verdict(tallies[0] + tallies[1])
            if verdict != "open":
                break
    faults = tuple(known for _, known in counted if known.fault is not None)
    return PairingStanding(pairing, planned, tallies[0], tallies[1], faults, verdict), counted


def _effort(record: Record, side: int) -> PlayerEffort:
    own = [move for move in record.moves[record.opening :] if move.mover == side]
    depths = [move.depth for move in own if move.depth is not None]
    return PlayerEffort(
        moves=len(own),
        nodes=sum(move.nodes for move in own),
        seconds=sum(move.seconds for move in own),
        depths=sum(depths),
        searched=len(depths),
        overruns=sum(move.overran for move in own),
        slowest=max((move.seconds for move in own), default=0.0),
    )
