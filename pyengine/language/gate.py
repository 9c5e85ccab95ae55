"""The gate between text and a reasoner: whatever rules come from, they are read and checked here, in one way.

Reasoners take a `CheckedProgram`, and nothing makes one but this module, and `building/parsed_cache.py` out of what
passed here before. So rules from a file, a store, a cluster, a cache or a pickle cannot get by it without mypy saying
so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NewType

from pyengine.errors import Finding
from pyengine.language.program import Program
from pyengine.language.reading.files import Bundle, Texts, open_source
from pyengine.language.source import Source
from pyengine.terms import STANDARD

CheckedProgram = NewType("CheckedProgram", Program)
"""A program in which nothing was found that keeps it from being reasoned with."""


@dataclass(frozen=True, slots=True)
class Examined:
    """What was read of some rules, and everything that was found in them."""

    read: Program
    findings: tuple[Finding, ...]

    @property
    def program(self) -> CheckedProgram:
        """The program for a reasoner; RuleFileError, with all findings, where one of them is an error."""
        from pyengine.language.checking.checker import raise_for

        raise_for(self.findings)
        return CheckedProgram(self.read)


def examine(source: Source, *, trust: bool, texts: Texts | None = None, unreadable: Sequence[Finding] = ()) -> Examined:
    """Read rules and check all that can be checked without running them.

    `texts` is what they can include; without it, the folder of their file. `unreadable` is what was found when their
    text was fetched. With `trust`, they may do what rules may not, and include files from anywhere.

    >>> [finding.code for finding in examine(Source("evil.pl", "a :- shell(ls)."), trust=False).findings]
    ['not-a-game', 'unsafe-call']
    """
    if any(finding.code == "unreadable-file" for finding in unreadable):
        return Examined(Program(source, (), STANDARD), tuple(unreadable))  # that it defines nothing need not be said
    # What it takes to read is imported only where something is read: a program that was kept takes none of it.
    from pyengine.language.checking.checker import check_program, check_translation

    program, syntax = read_rules(source, trust=trust, texts=texts)
    check = check_translation if source.is_gdl else check_program
    return Examined(program, check(program, trust=trust, syntax=(*unreadable, *syntax)))


def read_rules(source: Source, *, trust: bool = False, texts: Texts | None = None) -> tuple[Program, Sequence[Finding]]:
    """Read rules in Prolog, or a game in GDL as what it is translated to."""
    if source.is_gdl:
        from pyengine.language.gdl.rule_text import read_gdl

        return read_gdl(source)
    from pyengine.language.reading.reader import read_program

    return read_program(source, trust=trust, texts=texts)


def examine_file(path: Path, *, trust: bool) -> Examined:
    """Examine a file that the user named."""
    source, unreadable = open_source(path)
    return examine(source, trust=trust, unreadable=unreadable)


def examine_texts(sources: Sequence[Source], *, trust: bool) -> Examined:
    """Examine rules that came as texts, the main one first; they include each other and nothing else."""
    return examine(sources[0], trust=trust, texts=Bundle(sources))
