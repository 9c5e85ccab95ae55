"""What stands at an offset of a text: a predicate, a variable, a parameter or a file; found here for all who ask."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from pyengine.editor.mode_lines import unquoted
from pyengine.editor.token_stream import NAMES, arities
from pyengine.editor.view import View
from pyengine.language.checking.clauses import Part
from pyengine.language.program import Clause
from pyengine.language.reading.includes import file_name, library_name
from pyengine.language.reading.tokens import Token
from pyengine.language.source import Source
from pyengine.language.vocabulary import PREDICATES, Indicator
from pyengine.terms import Atom, Var

Kind = Literal["predicate", "variable", "parameter", "file"]


@dataclass(frozen=True, slots=True)
class Subject:
    """What an editor asks about; `start` and `end` span its name in the text.

    A predicate has an arity. A variable has its sentence, if that can be read. A file has the text that is included.
    """

    kind: Kind
    name: str
    start: int
    end: int
    arity: int = 0
    is_grammar: bool = False
    sentence: Clause | None = None
    source: Source | None = None

    @property
    def indicator(self) -> Indicator:
        """Name and arity."""
        return self.name, self.arity


def subject_at(view: View, offset: int) -> Subject | None:
    """Tell what stands at an offset, or ends there."""
    remark = view.stream.comment_at(offset)
    if remark is not None:
        return _in_comment(view, offset)
    token = view.stream.token_at(offset)
    if token is None:
        return None
    if token.type == "VARIABLE":
        sentence = view.sentence_at(token.start)
        return Subject("variable", token.text, token.start, token.end, sentence=sentence)
    if token.type not in NAMES and token.type not in ("COMMA", "BAR", "STRING"):
        return None
    sentence = view.sentence_at(token.start)
    if sentence is not None:
        return _in_sentence(view, token)
    return _in_unread(view, token)


def _in_comment(view: View, offset: int) -> Subject | None:
    for line in view.mode_lines_here:
        if line.start <= offset <= line.end:
            return Subject("predicate", line.indicator[0], line.start, line.end, line.indicator[1])
    return None


def _in_sentence(view: View, token: Token) -> Subject | None:
    mention = view.mentions_here.get(token.start)
    if mention is not None:
        name, arity = mention.indicator
        return Subject("predicate", name, mention.start, mention.end, arity, mention.is_grammar)
    chain = list(view.parts_at(token.start))
    for outer, inner in pairwise(chain[-4:]):
        first = outer.parts()[0] if outer.is_call("param", 2) or outer.is_call("parameter", 2) else None
        if first is not None and first.layout is inner.layout and isinstance(inner.term, Atom):
            return Subject("parameter", inner.term.name, inner.layout.start, inner.layout.end)
    for part in chain:
        if part.is_call("include", 1):
            return _file(view, part.parts()[0])
    return None


def _file(view: View, part: Part) -> Subject | None:
    """Find the text that `include(part)` takes in."""
    name = library_name(part.term)
    wanted = file_name(part.term) if name is None else name
    if wanted is None:
        return None
    stem = wanted.removesuffix(".pl").rsplit("/", 1)[-1]
    for source in view.program.sources:
        is_it = source.library == name if name is not None else source.library is None and source.path is not None
        if is_it and source.path is not None and source.path.stem == stem:
            return Subject("file", wanted, part.layout.start, part.layout.end, source=source)
    return None


def _in_unread(view: View, token: Token) -> Subject | None:
    """Go by the tokens: a name before a bracket is a call, another one may be that of a predicate that is known."""
    if token.type not in NAMES:
        return None
    clause = view.stream.clause_at(token.start)
    name = unquoted(token.text)
    arity = arities(clause).get(token.start, 0)
    if token.type in ("SYMBOL", "SOLO"):
        arity = 2 if (name, 2) in PREDICATES else arity
    known = {(name, arity)} & (view.outline.definitions.keys() | PREDICATES.keys())
    if not known and (others := view.outline.arities(name)):
        arity = others[0]
    elif not known and token.type != "FUNCTOR":
        return None
    return Subject("predicate", name, token.start, token.end, arity)


# Variables


def variable_spans(view: View, subject: Subject) -> list[tuple[int, int]]:
    """Give all places of a variable in its clause, in the order of the text; `_` stands for itself alone."""
    if subject.name == "_":
        return [(subject.start, subject.end)]
    if subject.sentence is None:
        tokens = view.stream.clause_at(subject.start)
        return [(t.start, t.end) for t in tokens if t.type == "VARIABLE" and t.text == subject.name]
    return sorted({span for name, span in variables(subject.sentence) if name == subject.name})


def variables(sentence: Clause) -> Iterator[tuple[str, tuple[int, int]]]:
    """Go through the variables of a sentence with their places."""
    for part in Part(sentence.term, sentence.layout, sentence).walk():
        if isinstance(part.term, Var):
            yield part.term.name, (part.layout.start, part.layout.end)
