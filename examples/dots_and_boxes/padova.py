"""What a report on Dots and Boxes says: its players, its node counts, and its Table 1.

R. Angius, Algoritmo Minimax, varianti ed euristiche: applicazione al gioco Dots and Boxes (Padova, 2014). CK goes by
the evaluation K; T1 orders moves by static values, T2 by those of the previous iteration; Q adds two plies of
quiescence. All are alpha-beta with a table.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from pyengine.arena.players import Player
from pyengine.arena.statistics import Tally


class Reported(NamedTuple):
    """A row of Table 1: 100 games, each of the two first to move in 50 of them, from the side of `first`."""

    first: str
    second: str
    tally: Tally


TABLE_1: Final = (
    Reported("C1", "C1T1", Tally(wins=30, draws=30, losses=40)),
    Reported("C1", "C1T2", Tally(wins=27, draws=41, losses=32)),
    Reported("C1T1", "C1T2", Tally(wins=40, draws=33, losses=27)),
    Reported("C1", "C1Q", Tally(wins=26, draws=29, losses=45)),
    Reported("C1", "C4", Tally(wins=38, draws=38, losses=24)),
    Reported("C1Q", "C5", Tally(wins=33, draws=31, losses=36)),
    Reported("C1Q", "C6", Tally(wins=28, draws=39, losses=33)),
    Reported("C1Q", "C7", Tally(wins=29, draws=39, losses=32)),
    Reported("C5", "C6", Tally(wins=36, draws=35, losses=29)),
    Reported("C5", "C7", Tally(wins=34, draws=38, losses=28)),
    Reported("C6", "C7", Tally(wins=31, draws=39, losses=30)),
)
"""On 3 by 3 dots, one second a move. The report's columns are 1 (won), 2 (lost) and X (drawn)."""

GAMES: Final = 100
SECONDS: Final = 1.0

FIRST_LINE: Final = "100000000000 b 0"
"""The position whose best reply is searched in the report: 3 by 3 dots, one line, here an outer one."""

FIRST_LINE_OWNED: Final = f"{FIRST_LINE} 0000"
"""The same where positions tell who owns each box, as those of the report do."""

INNER_LINE_OWNED: Final = "001000000000 b 0 0000"

MINIMAX_NODES: Final = 108_505_112
ALPHA_BETA_NODES: Final = 405_294
MINIMAX_TABLE_NODES: Final = 14_300
ALPHA_BETA_TABLE_NODES: Final = 6_331
ALPHA_BETA_TABLE_SECONDS: Final = 8.97

VISITS_IN_A_SECOND: Final = round(ALPHA_BETA_TABLE_NODES / ALPHA_BETA_TABLE_SECONDS)
"""How far the report's players came in one second, going by what it says of alpha-beta with a table."""

NODES_IN_A_SECOND: Final = 290
"""The same in nodes, as limits count them: what is found in the table is a visit, and no node. See `explanations`."""

SETTINGS: Final = {
    "C1": "eval=1",
    "C1T1": "eval=1,order=T1",
    "C1T2": "eval=1,order=T2",
    "C1Q": "eval=1,quiescence=2",
    "C4": "eval=4",
    "C5": "eval=5",
    "C6": "eval=6",
    "C7": "eval=7",
}
"""The report's players, as what they have besides alpha-beta and a table."""


def agent(name: str, settings: str, limit: str) -> Player:
    """Give a player such as the report's: nothing but alpha-beta and a table, in which no two boards are alike.

    >>> str(agent("C1Q", "eval=1,quiescence=2", "seconds=1")).partition(",value_range")[0]
    'C1Q=alphabeta:eval=1,order=none,table=1000000,canonical=no'
    """
    given = [setting.partition("=")[0] for setting in settings.split(",")]
    usual = ("plain", "table=1000000", "canonical=no")
    words = [word for word in usual if word.partition("=")[0] not in given]
    return Player.parse(f"{name}=alphabeta:{','.join([*words, settings, limit])}")
