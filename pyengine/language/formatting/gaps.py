"""What the style says of the place before each token: how many blanks, whether a line ends, where the next begins."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple


class Margin(NamedTuple):
    """A column, as so many columns right of a token; -1 is where the sentence begins."""

    token: int
    by: int

    def right(self, by: int) -> Margin:
        """Give the margin so many columns farther right."""
        return Margin(self.token, self.by + by)


SENTENCE: Final = Margin(-1, 0)
BODY: Final = Margin(-1, 4)


@dataclass(slots=True)
class Group:
    """Gaps that end lines together: where the author did so in one of them, or where their stretches are too long.

    It is decided at the token `first`. A group whose `outer` one the author had on one line ends lines with that.
    """

    first: int
    stretches: list[tuple[int, int]]
    is_broken: bool = False
    outer: Group | None = None


@dataclass(slots=True)
class Gap:
    """The place before a token.

    `space` is for one line, `pad` for where the group `padded` ends lines. A line ends here if `is_break`, if the
    group does, or in a gap that `is_soft` where the rest would be too long; the lower the `level`, the sooner.
    """

    space: int = 1
    margin: Margin = BODY
    is_break: bool = False
    group: Group | None = None
    padded: Group | None = None
    pad: int = 1
    is_soft: bool = False
    level: int = -1
    comments: Margin | None = None
    is_raw: bool = False


@dataclass(slots=True)
class Plan:
    """The gaps of a sentence, one before each token and one before its full stop, and the groups by first tokens."""

    gaps: list[Gap]
    groups: dict[int, list[Group]] = field(default_factory=dict)

    def add(self, group: Group) -> Group:
        """Take in a group; one that is around others comes first."""
        self.groups.setdefault(group.first, []).append(group)
        return group
