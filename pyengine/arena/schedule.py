"""Which games a tournament has: who plays whom, from which openings, and what each game is called."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from itertools import combinations, islice
from typing import Any, Final, get_type_hints

from pyengine.arena.players import Player
from pyengine.arena.rulebook import AnyGame, Rulebook, move_name
from pyengine.building.build_cache import content_key
from pyengine.errors import TournamentError
from pyengine.game import expand
from pyengine.search.options import read_number
from pyengine.search.result import number_as_json
from pyengine.stores.json_shapes import shaped
from pyengine.terms import Atom, Number
from pyengine.winners import draw_value

Opening = tuple[str, ...]
"""The first moves of a game, as text."""

Pairing = tuple[int, int]
"""Two players, by their places in the plan."""

TRIES: Final = 200
"""Openings that are drawn in vain before there are taken to be no more."""


MOST_PLAYERS: Final = 1000
MOST_GAMES: Final = 10_000_000
"""Of a tournament, and the most plies of a game: what is more would never end, and is planned in memory."""


def round_robin(players: int) -> tuple[Pairing, ...]:
    """Give the pairings in which each plays each.

    >>> round_robin(3)
    ((0, 1), (0, 2), (1, 2))
    """
    return tuple(combinations(range(players), 2))


def gauntlet(players: int) -> tuple[Pairing, ...]:
    """Give the pairings in which the first plays all the others."""
    return tuple((0, other) for other in range(1, players))


@dataclass(frozen=True, slots=True)
class Planned:
    """One game. `players` are those of the plan; the first of them is MAX, who need not be the first to move.

    `identifier` says all that decides about the game, and nothing else: the rules, both players, the opening and the
    number. The same game of a longer tournament has the same one. `seed` is what players draw from; it does not depend
    on who answers for the rules.
    """

    identifier: str
    seed: str
    pairing: Pairing
    number: int
    players: Pairing
    opening: Opening

    @property
    def swapped(self) -> bool:
        """Whether the first of the pairing plays second."""
        return self.players != self.pairing


@dataclass(frozen=True, slots=True)
class Plan:
    """A tournament before it is played.

    `games` is for each pairing, half of them with either as MAX. `opening_plies` are played at random, the same for
    both colours and all pairings. A game is broken off after `longest` plies, or where a position comes back for the
    third time; it then counts as what the rules say that endless play is worth, or else as a draw. `even` is what a
    draw is worth to MAX, where it is not what the game says. `patience` is how many seconds any move may
    take; a player with a limit of S seconds has no more than 60 + 10 S. `apart` are seeds of other
    tournaments, and how many openings each has: this one has none of them.
    """

    rules: Rulebook
    players: tuple[Player, ...]
    games: int = 100
    pairings: tuple[Pairing, ...] = ()
    opening_plies: int = 2
    seed: int = 0
    longest: int = 500
    even: Number | None = None
    patience: float = 600.0
    apart: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        if len(self.players) < 2:
            raise TournamentError("a tournament needs two players")
        if len(self.players) > MOST_PLAYERS:
            raise TournamentError(f"a tournament has at most {MOST_PLAYERS} players, not {len(self.players)}")
        labels = [player.label for player in self.players]
        if twice := [label for label in labels if labels.count(label) > 1]:
            raise TournamentError(f"two players are called {twice[0]}; give one of them another name: NAME={twice[0]}")
        if self.games < 2 or self.games % 2:
            raise TournamentError(f"games must be an even number, so that both have each colour, not {self.games}")
        if not self.pairings:
            object.__setattr__(self, "pairings", round_robin(len(self.players)))
        for a, b in self.pairings:
            if a == b or not (0 <= a < len(labels) and 0 <= b < len(labels)):
                raise TournamentError(f"there is no pairing {a}, {b} of {len(labels)} players")
        if len(set(self.pairings)) < len(self.pairings):
            raise TournamentError("a pairing is there twice")
        if min(self.opening_plies, self.longest - 1) < 0 or self.patience <= 0:
            raise TournamentError("plies are counted from 0, and patience is above 0")
        counts = (self.games * len(self.pairings), self.opening_plies, self.longest, *(many for _, many in self.apart))
        if max(counts) > MOST_GAMES:
            raise TournamentError(f"games, and the plies of a game, are counted up to {MOST_GAMES}, not {max(counts)}")
        if min(counts) < 0 or (self.even is not None and not math.isfinite(self.even)):
            raise TournamentError("openings are counted from 0, and a draw is worth a number")

    def as_json(self) -> dict[str, Any]:
        """Give all that decides about the games, as JSON."""
        return {field.name: getattr(self, field.name) for field in fields(self)} | {
            "rules": self.rules.as_json(),
            "players": [str(player) for player in self.players],
            "pairings": [list(pairing) for pairing in self.pairings],
            "even": number_as_json(self.even),
            "apart": [list(seed_and_count) for seed_and_count in self.apart],
        }

    @classmethod
    def from_json(cls, found: Mapping[str, Any]) -> Plan:
        """Take what `as_json` gave; ValueError or a PyengineError for anything else."""
        even = shaped(int | float | str | None, found["even"])
        kinds = get_type_hints(cls)
        plain = ("games", "pairings", "opening_plies", "seed", "longest", "patience")
        return cls(
            rules=Rulebook.from_json(shaped(dict[str, Any], found["rules"])),
            players=tuple(Player.parse(text) for text in shaped(tuple[str, ...], found["players"])),
            even=read_number(even) if isinstance(even, str) else even,
            apart=shaped(kinds["apart"], found.get("apart", [])),
            **{name: shaped(kinds[name], found[name]) for name in plain},
        )


def openings(game: AnyGame, plies: int, seed: int, seen: set[Any] | None = None) -> Iterator[Opening]:
    """Draw openings of random legal moves, each leading to a position of its own in which the game is not over.

    They end where no new one is found any more: there may be few, and there is one of no plies. None leads to a
    position of `seen`; those they lead to are added to it.
    """
    chance = random.Random(f"openings {seed}")
    seen = set() if seen is None else seen
    in_vain = 0
    while in_vain < TRIES:
        drawn = _draw(game, plies, chance)
        if drawn is None or drawn[1] in seen:
            in_vain += 1
            continue
        in_vain = 0
        seen.add(drawn[1])
        yield drawn[0]


def _draw(game: AnyGame, plies: int, chance: random.Random) -> tuple[Opening, Any] | None:
    """Play at random; None where the game is over too soon."""
    state, moves = game.initial, []
    for _ in range(plies):
        expansion = expand(game, state)
        if expansion.utilities is not None:
            return None
        results = dict(zip(reversed(expansion.moves), reversed(expansion.children), strict=True))
        # A move that is offered twice is one move, and leads to the first of its results, as it does in a game.
        move = chance.choice(list(dict.fromkeys(expansion.moves)))
        moves.append(move_name(game, move, state))
        state = results[move]
    return None if expand(game, state).utilities is not None else (tuple(moves), state)


@dataclass(frozen=True, slots=True)
class Schedule:
    """The games of a plan, in the order in which they are begun: of all pairings alike.

    `sides` names MAX and MIN as the game does. `distinct` is how many openings there are; where it is less than half
    of a pairing's games, they come again. `draw` is what the game says that a draw is worth.
    """

    plan: Plan
    games: tuple[Planned, ...]
    sides: tuple[str, str]
    distinct: int
    draw: Number | None = None


def openings_of(plan: Plan, game: AnyGame) -> list[Opening]:
    """Draw the openings of a plan: one for two games, or as many as there are."""
    others: set[Any] = set()
    for seed, count in plan.apart:
        drawn: set[Any] = set()
        for _ in islice(openings(game, plan.opening_plies, seed, drawn), count):
            pass
        others |= drawn
    return list(islice(openings(game, plan.opening_plies, plan.seed, others), plan.games // 2))


def schedule(plan: Plan, game: AnyGame) -> Schedule:
    """Plan all games; `game` is the plan's own, by its rules alone."""
    if len(game.players) != 2:
        raise TournamentError(f"the arena is for two players, and {plan.rules.name} has {len(game.players)}")
    found = openings_of(plan, game)
    if not found:
        raise TournamentError(f"no game of {plan.rules.name} goes on after {plan.opening_plies} plies")
    rules = plan.rules.key
    games: list[Planned] = []
    for number in range(plan.games):
        opening = found[number // 2 % len(found)]
        games += [_planned(plan, rules, pairing, number, opening) for pairing in plan.pairings]
    first, second = (player.name if isinstance(player, Atom) else str(player) for player in game.players)
    return Schedule(plan, tuple(games), (first, second), len(found), draw_value(game))


def _planned(plan: Plan, rules: str, pairing: Pairing, number: int, opening: Opening) -> Planned:
    players = pairing if number % 2 == 0 else (pairing[1], pairing[0])
    first, second = (str(plan.players[place]) for place in players)
    seed = content_key(first, second, json.dumps([plan.seed, number, list(opening)]))[:16]
    identifier = content_key(rules, seed, json.dumps([plan.longest, number_as_json(plan.even)]))[:16]
    return Planned(identifier, seed, pairing, number, players, opening)
