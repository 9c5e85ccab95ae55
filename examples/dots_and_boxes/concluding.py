"""What can be concluded from the trials, and what cannot.

Two players are told apart where the interval of their score excludes an even one, with allowance for how many pairings
there are (Bonferroni's). Intervals take games to be independent, which games from openings that are alike are not; so a
sign-flip test, for which all games from such openings are one observation, has to say the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from holding import Held
from padova import TABLE_1

from pyengine.arena.statistics import Tally

RISK: Final = 0.05
"""How often something may be concluded that is not so: from one interval, or from all of a trial together."""


class Match(NamedTuple):
    """Two players, and what came of their games, from the side of the first.

    `balances` are the games won less those lost, for each class of openings; None where they are not known.
    """

    first: str
    second: str
    tally: Tally
    balances: tuple[int, ...] | None = None

    @property
    def is_uneven(self) -> bool:
        """Whether the interval of the score excludes an even one."""
        return bool(self.tally.games) and 0.5 not in self.tally.interval(1 - RISK)

    def is_decided(self, of: int) -> bool:
        """Tell whether players are told apart, with allowance for `of` matches that are looked at together."""
        if not self.tally.games or 0.5 in self.tally.interval(1 - RISK / of):
            return False
        return self.balances is None or sign_flip(self.balances) <= RISK / of

    def __str__(self) -> str:
        ahead = self.tally.score > 0.5
        return f"{self.first} beats {self.second}" if ahead else f"{self.second} beats {self.first}"


REPORTED: Final = tuple(Match(*row) for row in TABLE_1)


def matches(held: Held) -> tuple[Match, ...]:
    """Give the results of a trial."""
    found = zip(held.trial.pairings, held.standing.pairings, held.balances, strict=True)
    return tuple(Match(*labels, pairing.tally, balances) for labels, pairing, balances in found)


def sign_flip(balances: Sequence[int]) -> float:
    """Give how likely a sum at least as far from 0 is if each balance could as well be the other way round.

    It is exact: all ways to choose the signs are counted.

    >>> sign_flip([2, 2, 2, 2]), sign_flip([2, -2]), sign_flip([])
    (0.125, 1.0, 1.0)
    """
    sums = Counter({0: 1})
    for balance in balances:
        flipped: Counter[int] = Counter()
        for total, ways in sums.items():
            flipped[total + balance] += ways
            flipped[total - balance] += ways
        sums = flipped
    far = abs(sum(balances))
    return sum(ways for total, ways in sums.items() if abs(total) >= far) / sums.total()


def decided(found: Sequence[Match]) -> tuple[Match, ...]:
    """Give the matches that tell two players apart, with allowance for all of them.

    >>> [str(match) for match in decided(REPORTED)]
    []
    """
    return tuple(match for match in found if match.is_decided(len(found)))


def remarks(held: Held) -> Iterator[str]:
    """Tell what a trial shows, and what a reader should know of its games."""
    found = matches(held)
    alone = [match for match in found if match.is_uneven]
    told = f"{len(alone)} of {len(found)} intervals exclude an even score{_named(alone)}"
    together = decided(found)
    if alone and (len(found) > 1 or not together):
        told += f"; with allowance for all that is looked at, {len(together) or 'none'}{_named(together)}"
    yield told
    if held.trial.reported:
        yield _overlaps(held)
    if held.classes < held.openings:
        told = f"{held.classes} of the {held.openings} openings are different up to symmetry"
        yield f"{told}; games from those that are alike count as one observation"
    if held.perfect is not None:
        yield f"{held.perfect:,} of {held.standing.played:,} games ended as perfect play from their openings does"


def _overlaps(held: Held) -> str:
    pairs = zip(held.trial.reported, matches(held), strict=True)
    ranges = [(old.interval(), match.tally.interval()) for old, match in pairs]
    count = sum(old.low <= new.high and new.low <= old.high for old, new in ranges)
    return f"{count} of {len(ranges)} intervals overlap those of the report's own figures"


def conclusions(all_held: Sequence[Held]) -> tuple[str, str]:
    """Say in one sentence what can be concluded, and in another what cannot."""
    groups = [(held, decided(matches(held))) for held in all_held]
    shown = [f"on {held.trial.title}, {', '.join(map(str, found))}" for held, found in groups if found]
    can = (
        f"What can be concluded, at 95 % for all pairings of a table together: {'; '.join(shown)}."
        if shown
        else "What can be concluded: nothing, no two players are told apart once all that is looked at is allowed for."
    )
    report = decided(REPORTED)
    own = f"the report's Table 1 tells {_told_apart(report)}"
    exact = [held for held in all_held if held.perfect is not None and held.perfect == held.standing.played > 0]
    same = [f"{held.trial.title}, can tell nobody apart, since all games end as perfect play does" for held in exact]
    rest = [(held, found) for held, found in groups if held not in exact]
    total = sum(len(held.trial.pairings) for held, _ in rest)
    undecided = total - sum(len(found) for _, found in rest)
    left = [
        f"{undecided} of {total} {'other ' if exact else ''}pairings stay open, which does not make their players equal"
    ]
    return can, f"What cannot: {'; '.join([own, *same, *(left if undecided else [])])}."


def _told_apart(found: Sequence[Match]) -> str:
    return f"apart only these: {', '.join(map(str, found))}" if found else "no two players apart"


def _named(found: Sequence[Match]) -> str:
    return f" ({', '.join(map(str, found))})" if found else ""
