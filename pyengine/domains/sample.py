"""What games played at random have met: observed, and no proof of anything."""

from __future__ import annotations

from dataclasses import dataclass

from pyengine.domains.game_domains import GameDomains
from pyengine.search import playout
from pyengine.search.expansion import expander


@dataclass(frozen=True, slots=True)
class Sample:
    """Games played at random: how many moves positions had, and how long the games were.

    Those of `plies` moves were broken off there.
    """

    games: int
    positions: int
    moves: int
    most_moves: int
    shortest: int
    longest: int
    plies: int
    broken_off: int

    @property
    def branching(self) -> float:
        """How many moves a position that is not final has on average."""
        return self.moves / max(1, self.positions)

    @property
    def length(self) -> float:
        """How many moves a game has on average."""
        return self.plies / max(1, self.games)


def sample(domains: GameDomains, games: int, seed: int, most_plies: int) -> Sample:
    """Play at random, and hold every position against what was said of all; DomainError where that is wrong."""
    opener = expander(domains.game)
    positions = moves = most = broken = 0
    lengths = []
    for number in range(games):
        played = playout(domains.game, seed + number, plies=most_plies)
        lengths.append(played.plies)
        broken += played.utilities is None
        for state in played.states:
            expansion = opener(state)
            domains.check(state, expansion)
            if expansion.utilities is None:
                positions += 1
                moves += len(expansion.moves)
                most = max(most, len(expansion.moves))
    return Sample(games, positions, moves, most, min(lengths), max(lengths), sum(lengths), broken)
