"""The matches of the Dots and Boxes experiment: those of the report, and those that it leaves to others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from padova import GAMES, NODES_IN_A_SECOND, SECONDS, SETTINGS, TABLE_1, agent

from pyengine.arena.rulebook import Rulebook
from pyengine.arena.schedule import Plan
from pyengine.arena.statistics import Tally
from pyengine.reasoners.names import ReasonerOrTwin

PARTS: Final = {
    "nodes": "the nodes that a reply to the first line takes",
    "table-1": "Table 1 again, on the clock",
    "report-speed": "Table 1 again, at the report's speed",
    "4x4-dots": "a larger board",
    "5x5-dots": "a larger board still",
    "more-time": "five times as much searched",
    "symmetry": "boards that are alike recognised",
    "chains": "long chains counted",
}
"""What each part of the experiment shows: the node counts, then the trials in their order."""

MORE_TIME: Final = 5
"""How many times as much is searched where players have more time."""

OWN_SETTINGS: Final = {
    "C1S": "eval=1,canonical=yes",
    "C1QS": "eval=1,quiescence=2,canonical=yes",
    "C6S": "eval=6,canonical=yes",
    "K": "eval=chains",
    "KQ": "eval=chains,quiescence=2",
}
"""Players of the report's future work: S takes boards that are alike for one, K counts long chains and loops."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How much of everything: games of a pairing, seconds of a move on the clock, nodes of a move elsewhere.

    `walk` says whether plain minimax visits its hundred million nodes, or has them counted ply by ply. `plies` are how
    deep 4x4 and 5x5 dots are searched to see what symmetry saves.
    """

    games: int = GAMES
    seconds: float = SECONDS
    nodes: int = NODES_IN_A_SECOND
    walk: bool = True
    plies: tuple[int, int] = (10, 7)


QUICK: Final = Scale(games=2, seconds=0.01, nodes=20, walk=False, plies=(3, 3))
"""A few seconds in all, which show nothing but that it works."""


@dataclass(frozen=True, slots=True)
class Trial:
    """Pairings of players on one board, under one limit. `reported` has what the report says of each pairing."""

    name: str
    title: str
    dots: int
    limit: str
    opening_plies: int
    pairings: tuple[tuple[str, str], ...]
    reported: tuple[Tally, ...] = ()

    @property
    def labels(self) -> tuple[str, ...]:
        """Name those who play, each once."""
        return tuple(dict.fromkeys(label for pairing in self.pairings for label in pairing))

    def plan(self, games: int, seed: int, reasoner: ReasonerOrTwin) -> Plan:
        """Give the tournament."""
        side = str(self.dots - 1)
        settings = SETTINGS | OWN_SETTINGS
        return Plan(
            Rulebook.of("dots_and_boxes", parameters={"rows": side, "columns": side}, reasoner=reasoner),
            tuple(agent(label, settings[label], self.limit) for label in self.labels),
            games=games,
            pairings=tuple((self.labels.index(a), self.labels.index(b)) for a, b in self.pairings),
            opening_plies=self.opening_plies,
            seed=seed,
        )


def trials(scale: Scale) -> tuple[Trial, ...]:
    """Give all matches, in the order in which they are played.

    Openings are of 3 plies on 3 by 3 dots, where 4 leave little to play, and of 4 on larger boards.

    >>> [trial.name for trial in trials(Scale())]
    ['table-1', 'report-speed', '4x4-dots', '5x5-dots', 'more-time', 'symmetry', 'chains']
    """
    again = tuple((row.first, row.second) for row in TABLE_1)
    tallies = tuple(row.tally for row in TABLE_1)
    clock, nodes, more = f"seconds={scale.seconds:g}", f"nodes={scale.nodes}", f"nodes={MORE_TIME * scale.nodes}"
    alike = (("C1S", "C1"), ("C1QS", "C1Q"), ("C6S", "C6"))
    chains = (("K", "C1"), ("K", "C4"), ("K", "C5"), ("K", "C6"), ("K", "C7"), ("KQ", "C1Q"))
    of_nodes, of_more = f"{scale.nodes:,} nodes a move", f"{MORE_TIME * scale.nodes:,} nodes a move"
    return (
        Trial("table-1", f"3x3 dots, {scale.seconds:g} s a move", 3, clock, 3, again, tallies),
        Trial("report-speed", f"3x3 dots, {of_nodes}", 3, nodes, 3, again, tallies),
        Trial("4x4-dots", f"4x4 dots, {of_nodes}", 4, nodes, 4, again),
        Trial("5x5-dots", f"5x5 dots, {of_nodes}", 5, nodes, 4, again),
        Trial("more-time", f"4x4 dots, {of_more}", 4, more, 4, again),
        Trial("symmetry", f"4x4 dots, {of_nodes}", 4, nodes, 4, alike),
        Trial("chains", f"5x5 dots, {of_nodes}", 5, nodes, 4, chains),
    )
