"""A whole text, formatted piece by piece: sentences, and what stands between them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

from pyengine.language.formatting.alignment import aligned_lines
from pyengine.language.formatting.planning import plan_sentence
from pyengine.language.formatting.printer import WIDTH, Page, SentencePrinter
from pyengine.language.formatting.stretch import Stretch
from pyengine.language.formatting.trivia import Comment, Ruler, Trivia, read_trivia
from pyengine.language.reading.files import Texts
from pyengine.language.reading.reader import read_sentences
from pyengine.language.source import Source

_MOST_BLANK_LINES: Final = 2


class Piece(NamedTuple):
    """A stretch of a text, and what becomes of it; a sentence, or what is before or after one."""

    start: int
    end: int
    text: str
    is_sentence: bool


class Document:
    """A text as it was read. Sentences that cannot be read, or are among the `frozen` ones, are left as they are."""

    def __init__(self, source: Source, texts: Texts, frozen: Collection[int] = ()) -> None:
        self._text = source.text
        self._sentences, program, self.findings = read_sentences(source, texts)
        self.terms = [sentence.term for sentence in self._sentences]
        self._operators = program.operators
        self._frozen = frozen
        self._ruler = Ruler(source.text)
        end = source.text.find("\n")
        self._newline = "\r\n" if end > 0 and source.text[end - 1] == "\r" else "\n"

    def pieces(self) -> list[Piece]:
        """Format the text."""
        read = [one for place, one in enumerate(self._sentences) if place not in self._frozen]
        stretches = [Stretch(self._text, sentence, self._ruler) for sentence in read]
        plans = [plan_sentence(stretch, self._operators) for stretch in stretches]
        aligned = aligned_lines(list(zip(stretches, plans, strict=True)))
        page = Page(self._newline)
        pieces: list[Piece] = []
        position = self._skip_interpreter(page)
        was_tall = False
        begun = 0
        for stretch, plan in zip(stretches, plans, strict=True):
            printer = SentencePrinter(stretch, plan, aligned)
            start, end = stretch.tokens[0].start, stretch.tokens[-1].end
            is_apart = was_tall or stretch.has_line_end(1, stretch.last + 1)
            self._print_between(page, position, start, printer.width, is_apart)
            boundary = self._boundary(position, start)
            pieces.append(Piece(begun, boundary, page.take(), False))
            printer.print(page)
            pieces.append(Piece(boundary, end, page.take(), True))
            was_tall = "\n" in pieces[-1].text
            position = begun = end
        self._print_rest(page, position)
        pieces.append(Piece(begun, len(self._text), page.take(), False))
        return pieces

    def _skip_interpreter(self, page: Page) -> int:
        """Leave a first line such as `#!/usr/bin/swipl` as it is."""
        if not self._text.startswith("#!"):
            return 0
        end = self._text.find("\n")
        end = len(self._text) if end < 0 else end
        page.put(self._text[:end].removesuffix("\r"))
        return end

    def _boundary(self, position: int, start: int) -> int:
        """Give where a sentence begins with its indentation, which no longer belongs to what is before it."""
        begin = max(position, self._ruler.line_start(start))
        return begin if self._text[begin:start].isspace() and begin > position else start

    def _print_between(self, page: Page, start: int, end: int, width: int, is_apart: bool) -> None:
        """Print what is before a sentence of some width."""
        trivia = read_trivia(self._text, start, end, self._ruler)
        is_first = self._print_comments(page, trivia.comments, start == 0)
        if trivia.end < end:
            self._print_unread(page, trivia, start, end, is_first)
            return
        if is_first:
            return
        blanks = 1
        if trivia.comments:
            is_apart = trivia.comments[-1].is_line
        elif not trivia.line_ends:
            before = self._ruler.column(start)  # first, as the ruler is quick in rising order
            blanks = max(1, self._ruler.column(end) - before)
            is_apart = is_apart or page.column + blanks + width > WIDTH
        if trivia.line_ends or is_apart:
            page.new_line(0, min(_MOST_BLANK_LINES, max(0, trivia.line_ends - 1)))
        else:
            page.space(blanks)

    def _print_comments(self, page: Page, comments: tuple[Comment, ...], is_first: bool) -> bool:
        """Print comments between sentences; tell whether still nothing stands on the page."""
        beside: tuple[int, int] | None = None
        for comment in comments:
            if comment.line_ends == 0 and not is_first:
                column = page.comment(comment)
                beside = (comment.column, column) if comment.is_line else beside
                continue
            if not is_first:
                page.new_line(0, min(_MOST_BLANK_LINES, comment.line_ends - 1))
            if comment.is_tall:
                page.put(comment.lead(self._text))
            elif beside is not None and comment.is_line and comment.column == beside[0]:
                page.space(beside[1])
            page.put(comment.text)
            is_first = False
        return is_first

    def _print_unread(self, page: Page, trivia: Trivia, start: int, end: int, is_first: bool) -> None:
        """Print what cannot be read, up to the next sentence that can, as it is."""
        begin = max(start, self._ruler.line_start(trivia.end))
        if trivia.comments:
            begin = max(begin, trivia.comments[-1].start + len(trivia.comments[-1].text))
        if trivia.line_ends and not is_first:
            page.new_line(0, min(_MOST_BLANK_LINES, trivia.line_ends - 1))
        unread = self._text[begin:end]
        if end < len(self._text) and (cut := unread.rstrip(" \t")).endswith("\n"):
            unread = cut
        page.put(unread)

    def _print_rest(self, page: Page, start: int) -> None:
        """Print what is after the last sentence; the text ends with one line end."""
        end = len(self._text)
        trivia = read_trivia(self._text, start, end, self._ruler)
        is_first = self._print_comments(page, trivia.comments, start == 0)
        if trivia.end < end:
            self._print_unread(page, trivia, start, end, is_first)
        elif not is_first:
            page.new_line()
