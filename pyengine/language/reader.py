"""Prolog text to terms: whole files, and single terms."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from pyengine.errors import Finding, Severity, TermSyntaxError
from pyengine.language.brackets import group
from pyengine.language.diagnosis import misfit_bracket, misread_token, unended
from pyengine.language.directives import declare, flag, goals
from pyengine.language.precedence import Located, Resolver
from pyengine.language.problems import SyntaxProblem
from pyengine.language.program import Clause, Layout, Program
from pyengine.language.source import Source
from pyengine.language.tokens import Sentence, Token, next_sentence
from pyengine.terms import STANDARD, Atom, Compound, OperatorTable, String, Term

DEFAULT_FLAGS: Final[Mapping[str, str]] = MappingProxyType(
    {"double_quotes": "string", "back_quotes": "codes", "rational_syntax": "compatibility"}
)
"""The flags that decide how text is read, as a file finds them."""


def read_term(text: str, operators: OperatorTable = STANDARD, flags: Mapping[str, str] | None = None) -> Term:
    """Read one term; a full stop at its end is optional.

    Raises TermSyntaxError, with a caret below the mistake.

    >>> read_term("take(1, X)")
    Compound('take', (1, Var('X')))
    """
    source = Source("term", text)
    try:
        sentence = next_sentence(text, 0)
        if not sentence.tokens:
            raise SyntaxProblem("missing-operand", "no term stands here", 0, 1)
        located = _parse(sentence.tokens, sentence.end, Resolver(operators, DEFAULT_FLAGS if flags is None else flags))
        if sentence.stop is not None:
            rest = next_sentence(text, sentence.end)
            if rest.tokens or rest.stop is not None:
                raise SyntaxProblem(
                    "two-terms", "the term ends before this", sentence.stop.start, sentence.stop.end, "give one term"
                )
    except SyntaxProblem as problem:
        raise TermSyntaxError(str(problem.finding(source))) from None
    return located[0]


def read_program(source: Source) -> tuple[Program, tuple[Finding, ...]]:
    """Read a whole file with what it includes; syntax errors are findings, and reading goes on after each.

    >>> program, findings = read_program(Source("nim.pl", "player(a). player(b"))
    >>> [str(clause.term) for clause in program.sentences], [str(finding.place) for finding in findings]
    (['player(a)'], ['nim.pl:1:18'])
    """
    reading = _Reading()
    reading.read(source)
    program = Program(source, tuple(reading.sentences), reading.operators, MappingProxyType(dict(reading.flags)))
    return program, tuple(reading.findings)


def open_source(path: Path, name: str | None = None) -> tuple[Source, tuple[Finding, ...]]:
    """Read a file as UTF-8, with or without a byte order mark; a wrong encoding is a finding.

    Bytes that are not UTF-8 stand in the text as U+FFFD. Raises OSError where the file cannot be read.
    """
    name = str(path) if name is None else name
    raw = path.read_bytes()
    try:
        text, findings = raw.decode("utf-8-sig"), ()
    except UnicodeDecodeError as error:
        text = raw.decode("utf-8-sig", errors="replace")
        good = raw[: error.start].decode("utf-8-sig")
        place = Source(name, text).place(len(good))
        byte = raw[error.start]
        return Source(name, text, path), (
            Finding(
                Severity.ERROR,
                "wrong-encoding",
                f"the file is not UTF-8: byte 0x{byte:02X} cannot stand here",
                place,
                _encoding_hint(raw),
            ),
        )
    return Source(name, text, path), findings


def _encoding_hint(raw: bytes) -> str:
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "it looks like UTF-16; save it as UTF-8"
    return "save it as UTF-8; it may be Latin-1 or Windows-1252 now"


class _Reading:
    """The state of reading a file: what directives have changed, and what was found so far."""

    def __init__(self) -> None:
        self.operators = STANDARD
        self.flags: dict[str, str] = dict(DEFAULT_FLAGS)
        self.sentences: list[Clause] = []
        self.findings: list[Finding] = []
        self._resolver = Resolver(self.operators, self.flags)
        self._open: list[Path] = []

    def read(self, source: Source) -> None:
        """Read all sentences of a source."""
        if source.path is not None:
            self._open.append(source.path.resolve())
        text = source.text
        position = text.find("\n") if text.startswith("#!") else 0
        while 0 <= position < len(text):
            sentence = next_sentence(text, position)
            position = sentence.end
            if not sentence.tokens:
                if sentence.stop is not None:
                    stop = sentence.stop
                    self._report(source, SyntaxProblem("empty-clause", "no clause ends here", stop.start, stop.end))
                continue
            try:
                if self._sentence(source, sentence):
                    break
            except SyntaxProblem as problem:
                self._report(source, problem)
                position = _resume(text, sentence, problem)
        if source.path is not None:
            self._open.pop()

    def _report(self, source: Source, problem: SyntaxProblem) -> None:
        self.findings.append(problem.finding(source))

    def _sentence(self, source: Source, sentence: Sentence) -> bool:
        """Take in one sentence, or several that lack the full stop between them; tell whether the file ends here."""
        tokens = sentence.tokens
        end = sentence.stop.start if sentence.stop is not None else sentence.end
        while True:
            try:
                term, layout = _parse(tokens, end, self._resolver)
                break
            except SyntaxProblem as problem:
                cut = self._missing_stop(source, tokens, problem)
                if cut == 0:
                    raise
                self._report(source, unended(tokens[cut - 1].end))
                self._first_part(source, tokens[:cut])
                tokens = tokens[cut:]
        if sentence.stop is None:
            self._report(source, unended(tokens[-1].end))
        if term == _END_OF_FILE:
            return True
        self.sentences.append(Clause(term, layout, source))
        self._obey(source, term, layout)
        return False

    def _first_part(self, source: Source, tokens: list[Token]) -> None:
        """Keep a clause that only lacks its full stop, as far as it can be read."""
        try:
            term, layout = _parse(tokens, tokens[-1].end, self._resolver)
        except SyntaxProblem:
            return
        self.sentences.append(Clause(term, layout, source))
        self._obey(source, term, layout)

    def _missing_stop(self, source: Source, tokens: list[Token], problem: SyntaxProblem) -> int:
        """Find before which token a full stop was forgotten, 0 if nowhere: a clause begins on a new line, unindented."""
        if problem.code not in ("missing-operator", "priority-clash"):
            return 0
        text = source.text
        for index in range(1, len(tokens)):
            start = tokens[index].start
            if text[start - 1] != "\n" or "OPEN" in tokens[index].type:
                continue
            if start == problem.start:
                return index
            if problem.code == "priority-clash":
                before = tokens[: index - 1] if tokens[index - 1].type == "COMMA" else tokens[:index]
                if before and self._readable(before):
                    return index
        return 0

    def _readable(self, tokens: list[Token]) -> bool:
        try:
            _parse(tokens, tokens[-1].end, self._resolver)
        except SyntaxProblem:
            return False
        return True

    def _obey(self, source: Source, term: Term, layout: Layout) -> None:
        """Do what a directive asks of the reader."""
        for goal in goals(term, layout):
            try:
                if goal[0].name == "include" and len(goal[0].args) == 1:
                    self._include(source, goal[0].args[0], goal[1].parts[0])
                    continue
                self.operators = declare(goal, self.operators)
                setting = flag(goal)
            except SyntaxProblem as problem:
                self._report(source, problem)
                continue
            if setting is not None:
                self.flags[setting[0]] = setting[1]
            self._resolver = Resolver(self.operators, self.flags)

    def _include(self, source: Source, what: Term, layout: Layout) -> None:
        relative = _file_name(what)
        if relative is None:
            raise SyntaxProblem("bad-include", "this is not the name of a file", layout.start, layout.end)
        folder = source.path.parent if source.path is not None else Path()
        candidates = [folder / f"{relative}.pl", folder / relative]
        path = next((candidate for candidate in candidates if candidate.is_file()), None)
        if path is None:
            raise SyntaxProblem(
                "missing-include",
                f"there is no file {relative} to include",
                layout.start,
                layout.end,
                f"looked for {candidates[0].name} beside {source.name}" if "/" not in relative else None,
            )
        if path.resolve() in self._open:
            raise SyntaxProblem(
                "circular-include", f"{relative} includes itself", layout.start, layout.end, "remove this include"
            )
        shown = Path(source.name).parent / path.relative_to(folder) if not Path(relative).is_absolute() else path
        included, findings = open_source(path, str(shown))
        self.findings += findings
        self.read(included)


_END_OF_FILE: Final = Atom("end_of_file")


def _parse(tokens: list[Token], end: int, resolver: Resolver) -> Located:
    """Give the term that the tokens of one sentence are."""
    items = group(tokens)
    if items is None:
        raise misread_token(tokens) or misfit_bracket(tokens)
    return resolver.resolve(items, end)


def _resume(text: str, sentence: Sentence, problem: SyntaxProblem) -> int:
    """Find where to go on after a sentence that cannot be read."""
    return sentence.end


def _file_name(what: Term) -> str | None:
    """Give a relative path for `boards`, 'boards.pl', "boards" or lib/boards."""
    parts: list[str] = []
    while isinstance(what, Compound) and what.name == "/" and len(what.args) == 2:
        last = _file_name(what.args[1])
        if last is None:
            return None
        parts.append(last)
        what = what.args[0]
    if isinstance(what, Atom):
        parts.append(what.name)
    elif isinstance(what, String):
        parts.append(what.text)
    else:
        return None
    return "/".join(reversed(parts))
