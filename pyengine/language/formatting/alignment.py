"""Lines that the author has aligned with others, as in tables of facts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from pyengine.language.formatting.gaps import Plan
from pyengine.language.formatting.stretch import Stretch
from pyengine.language.reading.operands import NUMBERS


def aligned_lines(sentences: Sequence[tuple[Stretch, Plan]]) -> frozenset[int]:
    """Find the lines in which more blanks than usual put a token under another one, or make two numbers end alike.

    The other one is on the line above or below, or for a head in that of the clause right before or after. Both lines
    keep all their blanks then.
    """
    starts: defaultdict[int, set[int]] = defaultdict(set)
    ends: defaultdict[int, set[int]] = defaultdict(set)
    wide: list[tuple[int, int, int]] = []
    for stretch, plan in sentences:
        for place, (line, column) in enumerate(zip(stretch.lines, stretch.columns, strict=True)):
            end = column + stretch.widths[place] if stretch.tokens[place].type in NUMBERS else -1
            ends[line].add(end)
            blanks = stretch.blanks(place)
            if not blanks:
                continue
            starts[line].add(column)
            gap = plan.gaps[place]
            if blanks > gap.space and gap.padded is None:
                wide.append((line, column, end))
    heads = _neighbouring_heads([stretch for stretch, _ in sentences])
    found: set[int] = set()
    for line, column, end in wide:
        for other in (line - 1, line + 1, *heads[line]):
            if column in starts[other] or (end >= 0 and end in ends[other]):
                found |= {line, other}
    return frozenset(found)


def _neighbouring_heads(stretches: Sequence[Stretch]) -> defaultdict[int, list[int]]:
    """Give for the first line of a clause those of the clauses that are right before and after it."""
    found: defaultdict[int, list[int]] = defaultdict(list)
    for before, after in pairwise(stretches):
        if before.lines[-1] + 1 == after.lines[0]:
            found[before.lines[0]].append(after.lines[0])
            found[after.lines[0]].append(before.lines[0])
    return found
