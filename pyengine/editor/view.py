"""What is known of a text that is open in an editor: read, checked, and with the places of all its parts."""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from pygls.uris import from_fs_path, to_fs_path

from pyengine.editor.lines import Lines
from pyengine.editor.mentions import Mention, mentions
from pyengine.editor.mode_lines import ModeLine, mode_lines
from pyengine.editor.token_stream import TokenStream
from pyengine.errors import Finding
from pyengine.language.checking.clauses import Outline, Part, Rule, outline
from pyengine.language.checking.goals import Goal, goals_of
from pyengine.language.gate import Examined, examine
from pyengine.language.program import Clause, Program
from pyengine.language.reading.files import Folder
from pyengine.language.source import Source
from pyengine.language.vocabulary import Indicator

OpenText = Callable[[str], str | None]
"""Gives the text of a file as an editor has it, by its path; None where none has it open."""


class OpenFolder(Folder):
    """The files beside and below a rule file, as they are in the editor where they are open there."""

    def __init__(self, main: Source, open_text: OpenText) -> None:
        super().__init__(main, trust=False)
        self._open_text = open_text

    def find(self, including: Source, name: str) -> tuple[Source, tuple[Finding, ...]]:
        """Give the text of a file."""
        source, findings = super().find(including, name)
        text = self._open_text(os.path.realpath(source.path)) if source.path is not None else None
        return (source, findings) if text is None else (replace(source, text=text), ())


@dataclass(frozen=True)
class View:
    """One version of an open text, and all that can be said about it without running it."""

    uri: str
    version: int | None
    source: Source
    examined: Examined
    encoding: str
    open_uris: Mapping[str, str] = field(default_factory=dict)
    """The URI that the editor has for each open file, by its path without links: each quotes in a way of its own."""

    @property
    def program(self) -> Program:
        """What was read, with what it includes."""
        return self.examined.read

    @property
    def text(self) -> str:
        """The text itself."""
        return self.source.text

    @cached_property
    def lines(self) -> Lines:
        """The lines of the text."""
        return Lines(self.text, self.encoding)

    @cached_property
    def outline(self) -> Outline:
        """What the program defines and declares."""
        return outline(self.program)

    @cached_property
    def goals(self) -> tuple[tuple[Rule, Goal], ...]:
        """All goals of all clauses, each with its clause."""
        return tuple((rule, goal) for rule in self.outline.rules for goal in goals_of(rule, self.outline))

    @cached_property
    def stream(self) -> TokenStream:
        """The tokens of the text."""
        return TokenStream(self.text)

    @cached_property
    def mentions(self) -> Mapping[Indicator, tuple[Mention, ...]]:
        """Where each predicate is named, in all texts of the program; in one that is included twice, once."""
        found: dict[Indicator, dict[tuple[str, int], Mention]] = {}
        for mention in mentions(self.outline, self.goals):
            found.setdefault(mention.indicator, {}).setdefault((mention.source.name, mention.start), mention)
        return {named: tuple(places.values()) for named, places in found.items()}

    @cached_property
    def mentions_here(self) -> Mapping[int, Mention]:
        """Where predicates are named in this text, by where the name begins; a definition before a call."""
        here = [one for places in self.mentions.values() for one in places if self.is_here(one.source)]
        return {one.start: one for one in sorted(here, key=lambda one: one.role == "definition")}

    @cached_property
    def mode_lines_here(self) -> list[ModeLine]:
        """The mode lines in the comments of this text."""
        return mode_lines(self.source, self.stream)

    @cached_property
    def modes(self) -> Mapping[Indicator, ModeLine]:
        """The mode line of each predicate of the program that has one; of several, the first."""
        others = (source for source in self.program.sources if not self.is_here(source))
        lines = [*self.mode_lines_here, *(line for text in others for line in mode_lines(text, TokenStream(text.text)))]
        return {line.indicator: line for line in reversed(lines)}

    @cached_property
    def sentences(self) -> tuple[Clause, ...]:
        """The clauses and directives that stand in this text, not in what it includes."""
        return tuple(sentence for sentence in self.program.sentences if self.is_here(sentence.source))

    @cached_property
    def paths(self) -> frozenset[str]:
        """Where all that was read for it stands."""
        return frozenset(os.path.realpath(source.path) for source in self.program.sources if source.path is not None)

    def is_here(self, source: Source) -> bool:
        """Tell whether a text is the open one itself."""
        return source is self.source or (source.path is not None and source.path == self.source.path)

    @cached_property
    def _in_order(self) -> list[Clause]:
        return sorted(self.sentences, key=lambda sentence: sentence.layout.start)

    def sentence_at(self, offset: int) -> Clause | None:
        """Find the sentence that an offset is in, from its first character to its full stop."""
        index = bisect_right(self._in_order, offset, key=lambda sentence: sentence.layout.start) - 1
        sentence = self._in_order[index] if index >= 0 else None
        return sentence if sentence is not None and offset <= sentence.layout.end + 1 else None

    def parts_at(self, offset: int) -> Iterator[Part]:
        """Go through the terms that an offset is in, the innermost last."""
        sentence = self.sentence_at(offset)
        part = None if sentence is None else Part(sentence.term, sentence.layout, sentence)
        while part is not None:
            yield part
            inner = (p for p in part.parts() if p.layout is not part.layout if p.layout.start <= offset <= p.layout.end)
            part = next(inner, None)

    def uri_of(self, source: Source) -> str | None:
        """Say by which URI an editor opens one of the texts of the program; None for text that is in no file."""
        if self.is_here(source):
            return self.uri
        if source.path is None:
            return None
        return self.open_uris.get(os.path.realpath(source.path)) or from_fs_path(os.path.abspath(source.path))

    def lines_of(self, source: Source) -> Lines:
        """Give the lines of one of the texts of the program."""
        return self.lines if self.is_here(source) else Lines(source.text, self.encoding)


def file_of(uri: str) -> str | None:
    """Give the path of the file that a URI is of; None where it is of none.

    >>> file_of("file:///games/nim.pl"), file_of("untitled:one"), file_of("file:///a%00b")
    ('/games/nim.pl', None, None)
    """
    try:
        path = to_fs_path(uri) if uri.startswith("file:") else None
    except ValueError:  # brackets that are no address
        return None
    return path if path and "\0" not in path else None


def read_view(
    uri: str,
    text: str,
    version: int | None,
    open_text: OpenText,
    encoding: str,
    *,
    uses_files: bool = True,
    open_uris: Mapping[str, str] | None = None,
) -> View:
    """Read and check a text; rules that are open in an editor are never trusted. With files, some may be included."""
    path = file_of(uri) if uses_files else None
    source = Source(path or uri, text, None if path is None else Path(path))
    examined = examine(source, trust=False, texts=OpenFolder(source, open_text))
    return View(uri, version, source, examined, encoding, open_uris or {})
