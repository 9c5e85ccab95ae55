"""Prolog text to terms: whole files, and single terms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from pyengine.errors import Finding, Place, Severity, TermSyntaxError
from pyengine.language.program import Clause, Layout, Program
from pyengine.language.reading.brackets import Item, group
from pyengine.language.reading.diagnosis import misfit, mistake, unended
from pyengine.language.reading.directives import declared, flag, goals, imported
from pyengine.language.reading.files import TOO_LARGE, ElsewhereError, Folder, NoTextError, Texts
from pyengine.language.reading.includes import file_name, library_name, misnamed_library, missing_file
from pyengine.language.reading.operands import Located
from pyengine.language.reading.precedence import Resolver
from pyengine.language.reading.problems import TRUST, MisreadError, Span
from pyengine.language.reading.recovery import recover
from pyengine.language.reading.text_limits import deep_term, find_excess, may_be_deep
from pyengine.language.reading.tokens import Scanner, Sentence
from pyengine.language.sizes import MOST_REPORTED, MOST_RULE_BYTES
from pyengine.language.source import Source
from pyengine.quoting import show_value
from pyengine.terms import STANDARD, Atom, OperatorTable, Term

__all__ = ["DEFAULT_FLAGS", "ReadSentence", "read_program", "read_sentences", "read_term"]

DEFAULT_FLAGS: Final[Mapping[str, str]] = MappingProxyType(
    {"double_quotes": "string", "back_quotes": "codes", "rational_syntax": "compatibility"}
)
"""The flags that decide how text is read, as a file finds them."""


def read_term(text: str, operators: OperatorTable = STANDARD, flags: Mapping[str, str] | None = None) -> Term:
    """Read one term of any depth; a full stop at its end is optional.

    Raises TermSyntaxError, with a caret below the mistake.

    >>> read_term("take(1, X)")
    Compound('take', (1, Var('X')))
    """
    if not isinstance(text, str):
        raise TermSyntaxError(f"a term is read from text, not from {show_value(text)}")
    source = Source("term", text)
    try:
        scanner = Scanner(text)
        sentence = scanner.sentence(0)
        if not sentence.tokens:
            raise MisreadError("missing-operand", "no term stands here", Span(0, 1))
        items = group(sentence.tokens)
        if items is None:
            raise misfit(sentence.tokens)
        term, _ = Resolver(operators, DEFAULT_FLAGS if flags is None else flags).resolve(items)
        if sentence.stop is not None:
            rest = scanner.sentence(sentence.end)
            if rest.tokens or rest.stop is not None:
                raise MisreadError("two-terms", "the term ends before this", sentence.stop, "give one term")
    except MisreadError as problem:
        raise TermSyntaxError(str(problem.finding(source))) from None
    return term


def read_program(
    source: Source, *, trust: bool = False, texts: Texts | None = None
) -> tuple[Program, tuple[Finding, ...]]:
    """Read a whole file with what it includes; syntax errors are findings, and reading goes on after each.

    Unless the file is trusted, what it wants to include from elsewhere than beside or below itself is not even opened,
    since a message must not show a line of some other file. `texts` is what it can include; without it, its folder.

    >>> program, findings = read_program(Source("nim.pl", "player(a). player(b"))
    >>> [str(clause.term) for clause in program.sentences], [str(finding.place) for finding in findings]
    (['player(a)'], ['nim.pl:1:18'])
    """
    reading = _Reading(trust, Folder(source, trust=trust) if texts is None else texts)
    reading.read(source)
    flags = MappingProxyType(dict(reading.flags))
    program = Program(source, tuple(reading.sentences), reading.operators, flags, tuple(reading.sources))
    return program, tuple(reading.findings)


class ReadSentence(NamedTuple):
    """A sentence that was read as a whole, up to its full stop, with the tokens that it is made of."""

    sentence: Sentence
    term: Term
    layout: Layout


def read_sentences(source: Source, texts: Texts) -> tuple[list[ReadSentence], Program, tuple[Finding, ...]]:
    """Read a file for tools that look at its text: beside the program, the tokens of what can be read.

    What is wrong is in none of the sentences, and what the file includes is not either.
    """
    whole: list[ReadSentence] = []

    def keep(read: Source, sentence: Sentence, located: Located) -> None:
        if read is source:
            whole.append(ReadSentence(sentence, *located))

    reading = _Reading(False, texts, keep)
    reading.read(source)
    program = Program(source, tuple(reading.sentences), reading.operators, reading.flags, tuple(reading.sources))
    return whole, program, tuple(reading.findings)


Keep = Callable[[Source, Sentence, Located], None]


class _Reading:
    """The state of reading a file: what directives have changed, and what was found so far.

    `keep` is told of each sentence that can be read as a whole.
    """

    def __init__(self, trust: bool, texts: Texts, keep: Keep | None = None) -> None:
        self._trust = trust
        self._texts = texts
        self._keep_whole = keep
        self.operators = STANDARD.copy()
        self.flags: dict[str, str] = dict(DEFAULT_FLAGS)
        self.sentences: list[Clause] = []
        self.sources: list[Source] = []
        self.findings: list[Finding] = []
        self._resolver = Resolver(self.operators, self.flags)
        self._open: list[str] = []
        self._including: list[Place] = []
        self._reported: dict[str, int] = {}
        self._untold: dict[str, Place] = {}
        self._included = 0
        self._room = MOST_RULE_BYTES

    def read(self, source: Source) -> None:
        """Read all sentences of a source, up to its end or a clause `end_of_file`."""
        self.sources.append(source)
        self._room -= len(source.text)
        if self._room < 0:
            message = f"the rules, with all that they include, have {TOO_LARGE}"
            self.findings.append(Finding(Severity.ERROR, "too-large", message, Place(source.name, 1, 1)))
            return
        self._open.append(self._texts.identity(source))
        self._reported[source.name] = 0
        text = source.text
        scanner = Scanner(text)
        position = text.find("\n") if text.startswith("#!") else 0
        while 0 <= position < len(text):
            sentence = scanner.sentence(position)
            if not sentence.tokens:
                if sentence.stop is not None:
                    self._report(source, mistake("empty clause", sentence.stop))
                position = sentence.end
            elif (items := group(sentence.tokens)) is None:
                found = recover(scanner, sentence, [], misfit(sentence.tokens), self._is_readable)
                self._report(source, found.problem)
                position = found.resume
            elif (problem := find_excess(sentence.tokens)) is not None:
                self._report(source, problem)
                position = sentence.end
            else:
                position = self._sentence(source, scanner, sentence, items)
        self._open.pop()
        self._tell_rest(source)

    def _sentence(self, source: Source, scanner: Scanner, sentence: Sentence, items: list[Item]) -> int:
        """Take in one sentence, or several without a full stop between them; give where the next one begins."""
        resume = sentence.end
        is_whole = sentence.stop is not None
        while items:
            try:
                located = self._resolver.resolve(items)
            except MisreadError as problem:
                found = recover(scanner, sentence, items, problem, self._is_readable)
                self._report(source, found.problem)
                if found.before and self._is_readable(found.before):
                    self._keep(source, self._resolver.resolve(found.before))
                items, resume = found.after, found.resume
                is_whole = False
                continue
            if may_be_deep(sentence.tokens) and (deep := deep_term(*located)) is not None:
                self._report(source, deep)
                break
            if sentence.stop is None:
                self._report(source, unended(items[-1].end))
            elif located[0] == _END_OF_FILE:
                return len(scanner.text)
            if is_whole and self._keep_whole is not None:
                self._keep_whole(source, sentence, located)
            self._keep(source, located)
            break
        return resume

    def _report(self, source: Source, problem: MisreadError) -> None:
        """Report a mistake; of very many in one file, only the first."""
        count = self._reported[source.name] = self._reported[source.name] + 1
        if count <= MOST_REPORTED:
            self.findings.append(problem.finding(source))
        elif count == MOST_REPORTED + 1:
            self._untold[source.name] = source.place(problem.start)

    def _tell_rest(self, source: Source) -> None:
        if (place := self._untold.pop(source.name, None)) is not None:
            count = self._reported[source.name] - MOST_REPORTED
            message = f"{count:,} more places from here on cannot be read, and are not listed"
            self.findings.append(Finding(Severity.NOTE, "more-errors", message, place))

    def _is_readable(self, items: list[Item]) -> bool:
        try:
            self._resolver.resolve(items)
        except MisreadError:
            return False
        return True

    def _keep(self, source: Source, located: Located) -> None:
        term, layout = located
        self.sentences.append(Clause(term, layout, source))
        self._obey(source, term, layout)

    def _obey(self, source: Source, term: Term, layout: Layout) -> None:
        """Do what a directive asks of the reader."""
        for goal in goals(term, layout):
            try:
                if goal[0].name == "include" and len(goal[0].args) == 1:
                    self._include(source, goal[0].args[0], goal[1].parts[0])
                    continue
                operators = [*declared(goal), *imported(goal[0])]
                setting = flag(goal)
            except MisreadError as problem:
                self._report(source, problem)
                continue
            for operator in operators:
                self.operators.put(*operator)
            if setting is not None:
                self.flags[setting[0]] = setting[1]
            self._resolver = Resolver(self.operators, self.flags)

    def _include(self, source: Source, what: Term, layout: Layout) -> None:
        library, relative = library_name(what), file_name(what)
        if library is None and relative is None:
            hint = "write name, 'name.pl' or folder/name, seen from this file, or library(name)"
            raise MisreadError("bad-include", "this is not the name of a file", layout, hint)
        if relative is not None and not self._trust and (Path(relative).is_absolute() or ".." in Path(relative).parts):
            return
        self._included += 1
        if self._included > _MOST_INCLUDES:
            message = f"more than {_MOST_INCLUDES} files are included"
            raise MisreadError("circular-include", message, layout, "include each file once")
        if relative is not None:
            included = self._file(source, relative, layout)
        else:
            assert library is not None
            try:
                included = self._texts.find_library(library)
            except NoTextError as error:
                raise misnamed_library(library, layout, str(error)) from None
        identity = self._texts.identity(included)
        if identity in self._open:
            message = f"{relative or included.name} includes itself"
            between = self._including[self._open.index(identity) :]
            way = [(place, "by way of this") for place in between]
            raise MisreadError("circular-include", message, layout, "remove this include", way)
        self._including.append(source.place(layout.start, layout.end))
        self.read(included)
        self._including.pop()

    def _file(self, source: Source, relative: str, layout: Layout) -> Source:
        try:
            included, findings = self._texts.find(source, relative)
        except ElsewhereError:
            message = f"rules may only include files beside them, and {relative} leads elsewhere by a link"
            hint = f"put a copy of the file into the same folder; to allow it all the same: {TRUST}"
            raise MisreadError("unsafe-directive", message, layout, hint) from None
        except NoTextError as error:
            raise missing_file(relative, layout, str(error)) from None
        except OSError as error:
            message = f"{relative}: the file cannot be read: {error.strerror or error}"
            raise MisreadError("missing-include", message, layout) from None
        self.findings += findings
        return included


_END_OF_FILE: Final = Atom("end_of_file")
_MOST_INCLUDES: Final = 100
