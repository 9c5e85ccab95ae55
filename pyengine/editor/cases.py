"""A finding in an open text, and the edits that mend it: what quick fixes are made of."""

from __future__ import annotations

from dataclasses import dataclass

from pyengine.editor.view import View
from pyengine.errors import Finding
from pyengine.language.program import Clause, is_directive
from pyengine.language.reading.tokens import Scanner, Token

Edit = tuple[int, int, str]
"""Where text is replaced, from and up to an offset, and by what."""


@dataclass(frozen=True, slots=True)
class Fix:
    """What is done, as people are told, and the edits that do it."""

    title: str
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Case:
    """A finding in the open text, and where it is."""

    view: View
    finding: Finding
    start: int
    end: int

    @property
    def text(self) -> str:
        """All of the open text."""
        return self.view.text

    @property
    def span(self) -> tuple[int, int]:
        """From where to where the finding marks the text."""
        return self.start, self.end

    @property
    def marked(self) -> str:
        """The text that the finding marks."""
        return self.text[self.start : self.end]

    def replace(self, title: str, text: str) -> Fix:
        """Put something else in the place of what is marked."""
        return Fix(title, ((self.start, self.end, text),))

    def insert(self, title: str, offset: int, text: str) -> Fix:
        """Put something in."""
        return Fix(title, ((offset, offset, text),))

    def sentence(self) -> Clause | None:
        """Find the sentence that was read where the finding is."""
        return self.view.sentence_at(self.start)

    def tokens(self) -> list[Token]:
        """Read on from the beginning of the line of the finding, or of its sentence, up to its full stop."""
        sentence = self.sentence()
        start = self.text.rfind("\n", 0, self.start) + 1 if sentence is None else sentence.layout.start
        found = Scanner(self.text).sentence(start)
        return found.tokens if found.stop is None else [*found.tokens, found.stop]

    def end_of_token_before(self) -> int:
        """Give where the text before the finding ends, without the layout and comments between."""
        scanner, position, last = Scanner(self.text), 0, 0
        while position < self.start:
            sentence = scanner.sentence(position)
            for token in (*sentence.tokens, *([sentence.stop] if sentence.stop else ())):
                if token.start >= self.start:
                    return last
                last = token.end
            if sentence.end <= position:
                break
            position = sentence.end
        return last

    def full_stop(self, sentence: Clause) -> int:
        """Give where a sentence ends, behind its full stop; comments before that may have others."""
        stop = Scanner(self.text).sentence(sentence.layout.start).stop
        return len(self.text) if stop is None else stop.end

    def without_sentence(self, title: str, sentence: Clause) -> Fix:
        """Take a sentence out, with its full stop, and its line where nothing else is on it."""
        start, end = sentence.layout.start, self.full_stop(sentence)
        before = self.text.rfind("\n", 0, start) + 1
        after = self.text.find("\n", end)
        after = len(self.text) if after < 0 else after
        if not self.text[before:start].strip() and not self.text[end:after].strip():
            start, end = before, min(after + 1, len(self.text))
        return Fix(title, ((start, end, ""),))

    def with_directive(self, directive: str) -> Fix:
        """Put a directive before the first sentence, after the directives that are there."""
        return self.insert(f"add {directive}", head_end(self.view), f"{directive}\n")


def head_end(view: View) -> int:
    """Give where a directive may be put in: before the first clause, or at the end of the text."""
    last = 0
    for sentence in view.sentences:
        if not is_directive(sentence.term):
            break
        last = sentence.layout.end
    if last:
        return view.text.find("\n", last) + 1 or len(view.text)
    if not view.sentences:
        return len(view.text) if view.text.endswith("\n") or not view.text else 0
    return view.text.rfind("\n", 0, view.sentences[0].layout.start) + 1
