"""Prolog text to terms: whole files, and single terms."""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from pyengine.errors import Finding, Place, Severity, TermSyntaxError
from pyengine.language.program import Clause, Layout, Program
from pyengine.language.reading.brackets import Item, group
from pyengine.language.reading.diagnosis import empty_clause, misfit, unended
from pyengine.language.reading.directives import declare, flag, goals
from pyengine.language.reading.imports import imported
from pyengine.language.reading.operands import Located
from pyengine.language.reading.precedence import Resolver
from pyengine.language.reading.problems import MisreadError
from pyengine.language.reading.recovery import recover
from pyengine.language.reading.tokens import Scanner, Sentence
from pyengine.language.source import Source
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
        scanner = Scanner(text)
        sentence = scanner.sentence(0)
        if not sentence.tokens:
            raise MisreadError("missing-operand", "no term stands here", 0, 1)
        items = group(sentence.tokens)
        if items is None:
            raise misfit(sentence.tokens)
        term, _ = Resolver(operators, DEFAULT_FLAGS if flags is None else flags).resolve(items)
        if sentence.stop is not None:
            rest = scanner.sentence(sentence.end)
            if rest.tokens or rest.stop is not None:
                raise MisreadError(
                    "two-terms", "the term ends before this", sentence.stop.start, sentence.stop.end, "give one term"
                )
    except MisreadError as problem:
        raise TermSyntaxError(str(problem.finding(source))) from None
    return term


def read_program(source: Source, *, trust: bool = False) -> tuple[Program, tuple[Finding, ...]]:
    """Read a whole file with what it includes; syntax errors are findings, and reading goes on after each.

    Unless the file is trusted, what it wants to include from elsewhere than beside or below itself is not even opened:
    the checker refuses such a directive, and a message must not show a line of some other file.

    >>> program, findings = read_program(Source("nim.pl", "player(a). player(b"))
    >>> [str(clause.term) for clause in program.sentences], [str(finding.place) for finding in findings]
    (['player(a)'], ['nim.pl:1:18'])
    """
    reading = _Reading(trust)
    reading.read(source)
    flags = MappingProxyType(dict(reading.flags))
    program = Program(source, tuple(reading.sentences), reading.operators, flags, tuple(reading.sources))
    return program, tuple(reading.findings)


def open_source(path: Path, name: str | None = None) -> tuple[Source, tuple[Finding, ...]]:
    """Read a file as UTF-8, with or without a byte order mark; a wrong encoding is a finding.

    The text is then what the bytes most probably mean, so that no other message follows from this mistake.
    A file that cannot be read is a finding, too, and an empty text.
    """
    name = _printable(path) if name is None else name
    try:
        raw = path.read_bytes()
    except OSError as error:
        message = f"the file cannot be read: {error.strerror or error}"
        return Source(name, "", path), (Finding(Severity.ERROR, "unreadable-file", message, Place(name, 1, 1)),)
    try:
        return Source(name, raw.decode("utf-8-sig"), path), ()
    except UnicodeDecodeError as error:
        if raw[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
            text, at, hint = raw.decode("utf-16", errors="replace"), 0, "it looks like UTF-16: save it as UTF-8"
        else:
            text = _LONE_BYTE.sub(_latin, raw.decode("utf-8-sig", errors="surrogateescape"))
            at = len(raw[: error.start].decode("utf-8-sig"))
            hint = "it may be Latin-1 or Windows-1252: save it as UTF-8"
        source = Source(name, text, path)
        message = f"the file is not UTF-8: byte 0x{raw[error.start]:02X} cannot stand here"
        return source, (Finding(Severity.ERROR, "wrong-encoding", message, source.place(at), hint),)


def _printable(path: Path) -> str:
    """Give a path as messages write it, also where its name is no UTF-8."""
    return os.fsencode(path).decode(errors="replace")


_LONE_BYTE: Final = re.compile("[\udc80-\udcff]")


def _latin(found: re.Match[str]) -> str:
    return chr(ord(found.group()) - 0xDC00)


class _Reading:
    """The state of reading a file: what directives have changed, and what was found so far."""

    def __init__(self, trust: bool) -> None:
        self._trust = trust
        self.operators = STANDARD
        self.flags: dict[str, str] = dict(DEFAULT_FLAGS)
        self.sentences: list[Clause] = []
        self.sources: list[Source] = []
        self.findings: list[Finding] = []
        self._resolver = Resolver(self.operators, self.flags)
        self._open: list[Path] = []
        self._included = 0

    def read(self, source: Source) -> None:
        """Read all sentences of a source, up to its end or a clause `end_of_file`."""
        self.sources.append(source)
        if source.path is not None:
            self._open.append(source.path.resolve())
        text = source.text
        scanner = Scanner(text)
        position = text.find("\n") if text.startswith("#!") else 0
        while 0 <= position < len(text):
            sentence = scanner.sentence(position)
            if not sentence.tokens:
                if sentence.stop is not None:
                    self._report(source, empty_clause(sentence.stop))
                position = sentence.end
            elif (items := group(sentence.tokens)) is None:
                found = recover(scanner, sentence, [], misfit(sentence.tokens), self._is_readable)
                self._report(source, found.problem)
                position = found.resume
            else:
                position = self._sentence(source, scanner, sentence, items)
        if source.path is not None:
            self._open.pop()

    def _sentence(self, source: Source, scanner: Scanner, sentence: Sentence, items: list[Item]) -> int:
        """Take in one sentence, or several without a full stop between them; give where the next one begins."""
        resume = sentence.end
        while items:
            try:
                located = self._resolver.resolve(items)
            except MisreadError as problem:
                found = recover(scanner, sentence, items, problem, self._is_readable)
                self._report(source, found.problem)
                if found.before and self._is_readable(found.before):
                    self._keep(source, self._resolver.resolve(found.before))
                items, resume = found.after, found.resume
                continue
            if sentence.stop is None:
                self._report(source, unended(items[-1].end))
            elif located[0] == _END_OF_FILE:
                return len(scanner.text)
            self._keep(source, located)
            break
        return resume

    def _report(self, source: Source, problem: MisreadError) -> None:
        self.findings.append(problem.finding(source))

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
                self.operators = imported(goal[0], declare(goal, self.operators))
                setting = flag(goal)
            except MisreadError as problem:
                self._report(source, problem)
                continue
            if setting is not None:
                self.flags[setting[0]] = setting[1]
            self._resolver = Resolver(self.operators, self.flags)

    def _include(self, source: Source, what: Term, layout: Layout) -> None:
        start, end = layout.start, layout.end
        relative = _file_name(what)
        if relative is None:
            hint = "write name, 'name.pl' or folder/name, seen from this file"
            raise MisreadError("bad-include", "this is not the name of a file", start, end, hint)
        if not self._trust and (Path(relative).is_absolute() or ".." in Path(relative).parts):
            return
        folder = source.path.parent if source.path is not None else Path()
        candidates = [folder / f"{relative}.pl", folder / relative]
        path = next((candidate for candidate in candidates if candidate.is_file()), None)
        if path is None:
            message, hint = f"there is no file {relative} to include", f"looked for {relative}.pl beside {source.name}"
            raise MisreadError("missing-include", message, start, end, hint)
        if path.resolve() in self._open:
            message = f"{relative} includes itself"
            raise MisreadError("circular-include", message, start, end, "remove this include")
        self._included += 1
        if self._included > _MOST_INCLUDES:
            message = f"more than {_MOST_INCLUDES} files are included"
            raise MisreadError("circular-include", message, start, end, "include each file once")
        included, findings = open_source(path, str(Path(source.name).parent / relative) + _suffix(path, relative))
        for unreadable in findings:
            if unreadable.code == "unreadable-file":
                raise MisreadError("missing-include", f"{relative}: {unreadable.message}", start, end)
        self.findings += findings
        self.read(included)


_END_OF_FILE: Final = Atom("end_of_file")
_MOST_INCLUDES: Final = 100


def _suffix(path: Path, relative: str) -> str:
    return "" if path.name == Path(relative).name else ".pl"


def _file_name(what: Term) -> str | None:
    """Give a relative path for `boards`, 'boards.pl', "boards" or lib/boards."""
    parts: list[str] = []
    while True:
        last = what
        if isinstance(what, Compound) and what.name == "/" and len(what.args) == 2:
            what, last = what.args
        if isinstance(last, Atom):
            parts.append(last.name)
        elif isinstance(last, String):
            parts.append(last.text)
        else:
            return None
        if last is what:
            return "/".join(reversed(parts))
