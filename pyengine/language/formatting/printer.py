"""From gaps to text: one sentence, token by token, each line as long as it may be."""

from __future__ import annotations

from itertools import accumulate
from typing import Final

from pyengine.language.formatting.gaps import Gap, Group, Margin, Plan
from pyengine.language.formatting.stretch import Stretch
from pyengine.language.formatting.trivia import Comment, advance

WIDTH: Final = 100
"""The longest line that the style makes."""

_COMMENT_GAP: Final = 2
"""The fewest blanks before a comment at the end of a line; at a tab stop, where comments are put to be aligned, one."""

_STOP: Final = 8

_FOLLOWERS: Final = frozenset({"CLOSE", "CLOSE_LIST", "CLOSE_CURLY", "COMMA", "END"})
_NEVER: Final = 1 << 30


class Page:
    """Text that grows at its end, with the column where it has got to."""

    def __init__(self, newline: str) -> None:
        self._newline = newline
        self._pieces: list[str] = []
        self.column = 0

    def put(self, text: str) -> None:
        """Add a text as it is."""
        self._pieces.append(text)
        self.column = advance(self.column, text)

    def space(self, count: int) -> None:
        """Add blanks."""
        self._pieces.append(" " * count)
        self.column += count

    def new_line(self, column: int = 0, blank_lines: int = 0) -> None:
        """End the line, and begin one at a column."""
        self._pieces.append(self._newline * (1 + blank_lines))
        self.column = 0
        self.space(max(column, 0))

    def comment(self, comment: Comment, pad: int = 1) -> int:
        """Add a comment to the line, at its column if there is room, and give the column."""
        if comment.is_line:
            is_at_stop = comment.column % _STOP == 0 and comment.column > self.column
            self.space(max(pad, 1 if is_at_stop else _COMMENT_GAP, comment.column - self.column))
        else:
            self.space(0 if comment.is_touching else pad)
        column = self.column
        self.put(comment.text)
        return column

    def take(self) -> str:
        """Give what was added since the last time."""
        text = "".join(self._pieces)
        self._pieces.clear()
        return text


class SentencePrinter:
    """Prints one sentence on a page, from its column on."""

    def __init__(self, stretch: Stretch, plan: Plan, aligned: frozenset[int]) -> None:
        self._stretch = stretch
        self._plan = plan
        self._aligned = aligned
        spaces = [self._flat_space(place) for place in range(len(stretch.tokens))]
        ends = accumulate(space + width for space, width in zip(spaces, stretch.widths, strict=True))
        self._ends = list(ends)
        self._starts = [end - width for end, width in zip(self._ends, stretch.widths, strict=True)]
        self._with_followers = self._find_followers()
        self._reach = self._find_reach()

    @property
    def width(self) -> int:
        """How many columns it takes on one line."""
        return self._ends[-1]

    def print(self, page: Page) -> None:
        """Add the sentence to a page."""
        self._base = page.column
        self._columns: list[int] = []
        for place, token in enumerate(self._stretch.tokens):
            if place:
                self._print_gap(page, place)
            self._columns.append(page.column)
            for group in self._plan.groups.get(place, ()):
                self._decide(group, page.column)
            page.put(token.text)

    def _flat_space(self, place: int) -> int:
        if place == 0:
            return 0
        aligned = self._aligned_space(place)
        space = self._plan.gaps[place].space if aligned is None else aligned
        return space + sum(len(comment.text) + 1 for comment in self._stretch.trivia[place].comments)

    def _aligned_space(self, place: int) -> int | None:
        """Give the blanks before a token in a line that the author has aligned with another; None elsewhere."""
        if self._stretch.lines[place] not in self._aligned:
            return None
        return self._stretch.blanks(place)

    def _find_followers(self) -> list[int]:
        """Find for each token the last of the closing brackets, commas or full stop that follow it."""
        found = list(range(len(self._stretch.tokens)))
        for place in range(len(found) - 2, -1, -1):
            if self._stretch.tokens[place + 1].type in _FOLLOWERS:
                is_comma = self._stretch.tokens[place + 1].type == "COMMA"
                found[place] = place + 1 if is_comma else found[place + 1]
        return found

    def _find_reach(self) -> list[int]:
        """Find for each gap the last token before the next gap where a line can end as soon as there."""
        gaps = self._plan.gaps
        reach = [0] * len(gaps)
        later: list[int] = []
        for place in range(len(gaps) - 1, -1, -1):
            level = self._level(gaps[place])
            while later and self._level(gaps[later[-1]]) > level:
                later.pop()
            reach[place] = later[-1] - 1 if later else len(gaps) - 1
            later.append(place)
        return reach

    def _level(self, gap: Gap) -> int:
        return -1 if self._is_broken(gap) else gap.level if gap.level >= 0 else _NEVER

    def _is_broken(self, gap: Gap) -> bool:
        return gap.is_break or (gap.group is not None and gap.group.is_broken)

    def _decide(self, group: Group, column: int) -> None:
        if group.is_broken:
            return
        widths = [self._ends[self._with_followers[last]] - self._starts[first] for first, last in group.stretches]
        is_too_long = column + max(widths, default=0) > WIDTH
        group.is_broken = is_too_long or (group.outer is not None and group.outer.is_broken)

    def _column(self, margin: Margin) -> int:
        return max(0, (self._base if margin.token < 0 else self._columns[margin.token]) + margin.by)

    def _print_gap(self, page: Page, place: int) -> None:
        stretch, gap = self._stretch, self._plan.gaps[place]
        trivia = stretch.trivia[place]
        if gap.is_raw:
            page.put(stretch.text[stretch.tokens[place - 1].end : stretch.tokens[place].start])
            return
        if trivia.comments:
            self._print_comments(page, gap, trivia.comments)
            if trivia.comments[-1].is_line or trivia.line_ends or self._is_broken(gap):
                page.new_line(self._column(gap.margin), min(1, max(0, trivia.line_ends - 1)))
            else:
                page.space(0 if trivia.is_touching else 1)
        elif self._ends_line(page, place):
            page.new_line(self._column(gap.margin), min(1, max(0, trivia.line_ends - 1)))
        else:
            page.space(self._space(place))

    def _space(self, place: int) -> int:
        gap, aligned = self._plan.gaps[place], self._aligned_space(place)
        if aligned is not None:
            return aligned
        return gap.pad if gap.padded is not None and gap.padded.is_broken else gap.space

    def _ends_line(self, page: Page, place: int) -> bool:
        gap = self._plan.gaps[place]
        if self._is_broken(gap):
            return True
        if not gap.is_soft or self._aligned_space(place) is not None:
            return False
        start = page.column + self._space(place)
        width = self._ends[self._reach[place]] - self._starts[place]
        return start + width > WIDTH and self._column(gap.margin) < start

    def _print_comments(self, page: Page, gap: Gap, comments: tuple[Comment, ...]) -> None:
        margin = self._column(gap.margin if gap.comments is None else gap.comments)
        pad = gap.pad if gap.padded is not None and gap.padded.is_broken else 1
        beside: tuple[int, int] | None = None
        for comment in comments:
            if comment.line_ends == 0:
                column = page.comment(comment, pad)
                beside = (comment.column, column) if comment.is_line else beside
                continue
            column = margin
            if comment.is_tall or (comment.is_line and comment.column == 0):
                column = 0
            elif beside is not None and comment.column == beside[0]:
                column = beside[1]
            page.new_line(column, min(1, comment.line_ends - 1))
            page.put(comment.lead(self._stretch.text) if comment.is_tall else "")
            page.put(comment.text)
