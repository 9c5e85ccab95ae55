"""The tokens of one sentence, with what the author wrote between them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import accumulate
from typing import Final, NamedTuple

from pyengine.language.formatting.trivia import NOTHING, Ruler, Trivia, read_trivia
from pyengine.language.program import Layout
from pyengine.language.reading.reader import ReadSentence
from pyengine.language.reading.tokens import Token
from pyengine.quoting import columns_of

_CLOSES: Final = {"OPEN": "CLOSE", "OPEN_LIST": "CLOSE_LIST", "OPEN_CURLY": "CLOSE_CURLY"}
_ENDS: Final = frozenset(_CLOSES.values())


class Node(NamedTuple):
    """A term as the tokens from `first` up to `end`; `kind` is LEAF, ROUND, CALL, LIST, CURLY, INFIX, PREFIX, POSTFIX.

    `mark` is the operator's token, or the opening bracket. EMPTY is `[]` or `{}`; a RAW one is left as it is.
    """

    kind: str
    first: int
    end: int
    mark: int
    layout: Layout


class Stretch:
    """One sentence: its tokens, the full stop last, and what is between them.

    `line_ended[i]` says how many gaps up to the one before token i have a line end or a comment that forces one.
    """

    def __init__(self, text: str, read: ReadSentence, ruler: Ruler) -> None:
        stop = read.sentence.stop
        assert stop is not None
        self.text = text
        self.tokens: list[Token] = [*read.sentence.tokens, stop]
        self.last = len(self.tokens) - 1
        self.layout = read.layout
        self.columns = [ruler.column(token.start) for token in self.tokens]
        self.lines = [ruler.line(token.start) for token in self.tokens]
        self.trivia = [NOTHING] + [
            read_trivia(text, before.end, after.start, ruler) if before.end < after.start else NOTHING
            for before, after in zip(self.tokens, self.tokens[1:], strict=False)
        ]
        self._move_comments()
        self.widths = [columns_of(token.text.rpartition("\n")[2]) for token in self.tokens]
        self.line_ended = list(accumulate(int(between.has_line_end) for between in self.trivia))
        self._places = {token.start: place for place, token in enumerate(self.tokens)}
        self._partner = self._match()

    def _move_comments(self) -> None:
        """A comment at the end of a line goes behind a comma that follows it on the next one."""
        for place, between in enumerate(self.trivia):
            if self.tokens[place].type != "COMMA" or not any(one.is_line for one in between.comments):
                continue
            after = self.trivia[place + 1]
            moved, line_ends = list(after.comments), after.line_ends
            if moved:
                moved[0] = replace(moved[0], line_ends=moved[0].line_ends + between.line_ends)
            else:
                line_ends += between.line_ends
            self.trivia[place] = NOTHING
            self.trivia[place + 1] = Trivia((*between.comments, *moved), line_ends, after.end, after.is_touching)

    def _match(self) -> dict[int, int]:
        opened: list[int] = []
        partner: dict[int, int] = {}
        for place, token in enumerate(self.tokens):
            if token.type in _CLOSES:
                opened.append(place)
            elif token.type in _ENDS:
                partner[opened.pop()] = place
        return partner

    def has_line_end(self, first: int, end: int) -> bool:
        """Tell whether a line ends before any of the tokens from `first` up to `end`."""
        return self.line_ended[end - 1] > self.line_ended[first - 1]

    def blanks(self, place: int) -> int | None:
        """Give how many blanks the author put before a token; None where a line ends there, or a comment stands."""
        if place == 0 or self.trivia[place].comments or self.trivia[place].line_ends:
            return None
        if "\n" in self.tokens[place - 1].text:
            return None
        return self.columns[place] - self.columns[place - 1] - self.widths[place - 1]

    def is_touching(self, place: int) -> bool:
        """Tell whether a token follows the one before it without anything between them."""
        between = self.trivia[place]
        return between.is_touching and not between.comments

    def partner(self, place: int) -> int:
        """Give the bracket that closes the one at a place."""
        return self._partner[place]

    def text_of(self, place: int) -> str:
        """Give a token as it is written."""
        return self.tokens[place].text

    def commas(self, first: int, end: int) -> list[int]:
        """Give the commas and bars from `first` up to `end`, without those in brackets."""
        found: list[int] = []
        place = first
        while place < end:
            kind = self.tokens[place].type
            if kind in _CLOSES:
                place = self._partner[place]
            elif kind in ("COMMA", "BAR"):
                found.append(place)
            place += 1
        return found

    def node(self, first: int, end: int, layout: Layout) -> Node:
        """Tell what the tokens of a term are."""

        def made(kind: str, mark: int = first) -> Node:
            return Node(kind, first, end, mark, layout)

        token = self.tokens[first]
        is_bracket = token.type in _CLOSES and self._partner[first] == end - 1
        if token.start < layout.start:
            return made("ROUND" if token.type == "OPEN" and is_bracket else "RAW")
        if end - first == 1:
            return made("LEAF")
        if not layout.parts:
            return made("EMPTY" if is_bracket and end - first == 2 else "RAW")
        if layout.name_start == token.start:
            if token.type == "FUNCTOR" and self._partner.get(first + 1) == end - 1:
                return made("CALL", first + 1)
            if is_bracket and token.type == "OPEN_LIST":
                return made("LIST")
            if is_bracket and token.type == "OPEN_CURLY" and len(layout.parts) == 1:
                return made("CURLY")
        return self._operation(made, first, end, layout)

    def _operation(self, made: Callable[[str, int], Node], first: int, end: int, layout: Layout) -> Node:
        mark = self._places.get(layout.name_start, -1)
        count = len(layout.parts)
        if self.tokens[mark].type in _CLOSES:  # a bracket that was declared an operator
            return made("RAW", first)
        if count == 2 and first < mark < end - 1 and layout.parts[0].end <= layout.name_start:
            return made("INFIX", mark)
        if count == 1 and mark == first and self.tokens[first].type in ("NAME", "SYMBOL", "SOLO", "QUOTED"):
            return made("PREFIX", mark)
        if count == 1 and mark == end - 1:
            return made("POSTFIX", mark)
        return made("RAW", first)

    def sides(self, node: Node) -> tuple[Node, Node]:
        """Give both operands of an infix operator."""
        left, right = node.layout.parts
        return self.node(node.first, node.mark, left), self.node(node.mark + 1, node.end, right)
