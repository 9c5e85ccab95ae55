"""What can be concluded from the trials, and what cannot: by intervals, with allowance for how many there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from pyengine.arena.statistics import Tally
from pyengine.experiments.holding import Held
from pyengine.experiments.padova import TABLE_1

RISK: Final = 0.05
"""How often something may be concluded that is not so: from one interval, or from all of a trial together."""


class Match(NamedTuple):
    """Two players, and what came of their games, from the side of the first."""

    first: str
    second: str
    tally: Tally

    def is_decided(self, of: int) -> bool:
        """Tell whether the interval excludes an even score; it is wider, so as to hold for `of` matches together."""
        return bool(self.tally.games) and 0.5 not in self.tally.interval(1 - RISK / of)

    def __str__(self) -> str:
        ahead = self.tally.score > 0.5
        return f"{self.first} beats {self.second}" if ahead else f"{self.second} beats {self.first}"


REPORTED: Final = tuple(Match(*row) for row in TABLE_1)


def matches(held: Held) -> tuple[Match, ...]:
    """Give the results of a trial."""
    tallies = (pairing.tally for pairing in held.standing.pairings)
    return tuple(Match(*labels, tally) for labels, tally in zip(held.trial.pairings, tallies, strict=True))


def decided(found: Sequence[Match]) -> tuple[Match, ...]:
    """Give the matches that tell two players apart, with allowance for all of them.

    >>> [str(match) for match in decided(REPORTED)]
    []
    """
    return tuple(match for match in found if match.is_decided(len(found)))


def remarks(held: Held) -> Iterator[str]:
    """Tell what a trial shows, and what a reader should know of its games."""
    found = matches(held)
    alone = [match for match in found if match.is_decided(1)]
    told = f"{len(alone)} of {len(found)} intervals exclude an even score{_named(alone)}"
    together = decided(found)
    if len(found) > 1 and alone:
        told += (
            f"; taken together at 95 %, {len(together) or 'none'}{_named(together) if together != tuple(alone) else ''}"
        )
    yield told
    if held.trial.reported:
        yield _overlaps(held)
    if held.classes < held.openings:
        yield (
            f"{held.classes} of the {held.openings} openings are different up to symmetry: games are less independent "
            "than the intervals take them to be"
        )
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
        else "What can be concluded: nothing, no pairing's interval excludes an even score once all are allowed for."
    )
    report = decided(REPORTED)
    own = f"the report's Table 1 tells {_told_apart(report)}"
    exact = [held for held in all_held if held.perfect is not None and held.perfect == held.standing.played > 0]
    same = [f"{held.trial.title}, can tell nobody apart, since everybody plays perfectly" for held in exact]
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
