"""What each player of a game wants: the own utility, harm to one opponent, or the sum of a coalition."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from itertools import combinations
from operator import itemgetter
from typing import Literal

from pyengine.errors import SearchError
from pyengine.quoting import show_value
from pyengine.terms import Number

Vector = tuple[Number, ...]
"""One value for each player, in their order."""
Interest = Callable[[Vector], Number]
"""What a player maximises."""
Alliance = Literal["maxn", "paranoid"] | Collection[Hashable]


def interests(players: Sequence[Hashable], mover: int, alliance: Alliance) -> tuple[Interest, ...]:
    """Give what each player maximises.

    | alliance | who moves at the root | the others |
    | --- | --- | --- |
    | `"maxn"` | the own utility | each the own utility |
    | `"paranoid"` | the own utility | all against it: minus that utility |
    | a set of players | a member: the sum of all members; else the sum of all who are not | likewise |
    | a set of sets | the sum of the own set | likewise; who is in no set is alone |

    A player is named by itself or by its text, so that `{"a", "b"}` will do for the atoms of a rule file.

    >>> [interest((1, 2, 4)) for interest in interests("abc", 0, {"a", "b"})]
    [3, 3, 4]
    >>> [interest((1, 2, 4)) for interest in interests("abc", 2, "paranoid")]
    [-4, -4, 4]
    """
    everyone = range(len(players))
    if alliance == "paranoid":
        return tuple(itemgetter(index) if index == mover else _against(mover) for index in everyone)
    if alliance == "maxn":
        return tuple(itemgetter(index) for index in everyone)
    if isinstance(alliance, str) or not isinstance(alliance, Collection):
        raise SearchError(f"no alliance {show_value(alliance)}; there are: maxn, paranoid, and sets of players")
    teams = _teams(players, alliance)
    return tuple(_sum_of(next(team for team in teams if index in team)) for index in everyone)


def _teams(players: Sequence[Hashable], alliance: Collection[Hashable]) -> list[tuple[int, ...]]:
    """Divide the players; each is in just one team."""
    numbers: dict[Hashable, int] = {str(player): index for index, player in enumerate(players)}
    numbers |= {player: index for index, player in enumerate(players)}
    # A frozen set can itself be a player, any other set cannot.
    teamed = (isinstance(team, set) or (isinstance(team, frozenset) and team not in numbers) for team in alliance)
    several = len(alliance) > 0 and all(teamed)
    named: list[Collection[Hashable]] = list(alliance) if several else [alliance]  # type: ignore[arg-type]
    for player in (player for team in named for player in team):
        if player not in numbers:
            listed = ", ".join(map(str, players))
            raise SearchError(f"alliance: {player} is not a player of this game; there are: {listed}")
    teams = [tuple(sorted(numbers[player] for player in set(team))) for team in named]
    for one, other in combinations(teams, 2):
        if both := set(one) & set(other):
            raise SearchError(f"alliance: {players[min(both)]} is in two teams")
    rest = [index for index in range(len(players)) if not any(index in team for team in teams)]
    return [*teams, *((index,) for index in rest)] if several else [*teams, tuple(rest)]


def _against(index: int) -> Interest:
    return lambda values: -values[index]


def _sum_of(team: tuple[int, ...]) -> Interest:
    if len(team) == 1:
        return itemgetter(team[0])
    return lambda values: sum([values[index] for index in team])
