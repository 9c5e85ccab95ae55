"""Lines that the author has aligned with the line above or below them, as in tables of facts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from pyengine.language.formatting.gaps import Plan
from pyengine.language.formatting.stretch import Stretch


def aligned_lines(sentences: Iterable[tuple[Stretch, Plan]]) -> frozenset[int]:
    """Find the lines in which more blanks than usual put a token under another one, or make both end alike.

    Both lines keep all their blanks then.
    """
    starts: defaultdict[int, set[int]] = defaultdict(set)
    ends: defaultdict[int, set[int]] = defaultdict(set)
    wide: list[tuple[int, int, int]] = []
    for stretch, plan in sentences:
        for place, (line, column) in enumerate(zip(stretch.lines, stretch.columns, strict=True)):
            end = column + stretch.widths[place]
            ends[line].add(end)
            blanks = stretch.blanks(place)
            if not blanks:
                continue
            starts[line].add(column)
            gap = plan.gaps[place]
            if blanks > gap.space and gap.padded is None:
                wide.append((line, column, end))
    found: set[int] = set()
    for line, column, end in wide:
        for other in (line - 1, line + 1):
            if column in starts[other] or end in ends[other]:
                found |= {line, other}
    return frozenset(found)
