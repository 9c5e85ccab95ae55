"""SWI-Prolog as the judge of the reader: its terms, and ours, in one comparable notation."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

from pyengine.errors import Finding
from pyengine.language.reading.files import open_source
from pyengine.language.reading.reader import read_program
from pyengine.language.shipped import library_folder
from pyengine.language.source import Source
from pyengine.terms import Atom, Compound, List, String, Term, Var

_HERE = Path(__file__).parent
_SENTENCE, _JOB = "\x1e.\n", "\x1d.\n"


def ask(kind: str, jobs: Sequence[str]) -> list[list[str]]:
    """Let SWI-Prolog read files (`kind` "file") or texts ("text"): for each a record per sentence, E for an error."""
    given = "".join(f"{kind} {len(job)}\n{job}" for job in jobs)
    command = ["swipl", "-q", "--stack-limit=4g", "-p", f"library={library_folder()}", str(_HERE / "oracle.pl")]
    done = subprocess.run(command, input=given.encode(), capture_output=True, check=False)
    answers = done.stdout.decode().split(_JOB)
    assert len(answers) == len(jobs) + 1, done.stderr.decode()[-2000:]
    return [answer.split(_SENTENCE)[:-1] for answer in answers[:-1]]


def notation(term: Term) -> str:
    """Write a term as oracle.pl does; variables are numbered, so that only which are the same counts."""
    out: list[str] = []
    numbers: dict[Var, int] = {}
    stack: list[Term] = [term]
    while stack:
        t = stack.pop()
        if isinstance(t, Var):
            out.append(f"v{numbers.setdefault(t, len(numbers) + 1)}")
        elif isinstance(t, Atom):
            out.append(f"a{len(t.name)}:{t.name}")
        elif isinstance(t, Compound):
            out.append(f"c{len(t.args)}:{len(t.name)}:{t.name}")
            stack.extend(reversed(t.args))
        elif isinstance(t, List) and t.items:
            out.append(f"l{len(t.items)}:")
            stack.append(t.tail)
            stack.extend(reversed(t.items))
        elif isinstance(t, List):
            out.append("n")
        elif isinstance(t, String):
            out.append(f"s{len(t.text)}:{t.text}")
        elif isinstance(t, float):
            out.append(f"f{t:.16e};")
        elif isinstance(t, Fraction):
            out.append(f"r{t.numerator}r{t.denominator};")
        else:
            out.append(f"i{t};")
    return "".join(out)


@dataclass(frozen=True)
class Verdict:
    """How a text was read by both."""

    name: str
    theirs: list[str]
    ours: list[str]
    findings: tuple[Finding, ...]

    @property
    def has_error(self) -> bool:
        """Whether SWI-Prolog reports an error."""
        return any(record.startswith("E") for record in self.theirs)

    @property
    def is_accepted(self) -> bool:
        """Whether SWI-Prolog reads something, without an error."""
        return bool(self.theirs) and not self.has_error

    @property
    def is_accepted_here(self) -> bool:
        """Whether pyengine reads it."""
        return bool(self.ours) and not self.findings

    @property
    def agrees(self) -> bool:
        """Whether both refuse it, or both read the same terms."""
        if self.is_accepted:
            return self.is_accepted_here and self.ours == self.theirs
        return not self.is_accepted_here


def judge_files(paths: Sequence[Path]) -> Iterator[Verdict]:
    """Compare what both make of files."""
    for path, theirs in zip(paths, ask("file", [str(path) for path in paths]), strict=True):
        source, findings = open_source(path)
        yield _verdict(str(path), theirs, source, findings)


def judge_texts(texts: Sequence[str]) -> Iterator[Verdict]:
    """Compare what both make of texts."""
    for text, theirs in zip(texts, ask("text", texts), strict=True):
        yield _verdict(text, theirs, Source("text", text), ())


def _verdict(name: str, theirs: list[str], source: Source, findings: tuple[Finding, ...]) -> Verdict:
    program, more = read_program(source)
    ours = [notation(clause.term) for clause in program.sentences]
    return Verdict(name, theirs, ours, (*findings, *more))


@lru_cache(maxsize=1)
def library_files() -> tuple[Path, ...]:
    """List the .pl files in the library of the installed SWI-Prolog."""
    goal = "current_prolog_flag(home, Home), format('~w/library', [Home])"
    done = subprocess.run(["swipl", "-q", "-g", goal, "-t", "halt"], capture_output=True, check=True, text=True)
    return tuple(sorted(Path(done.stdout).rglob("*.pl")))


@lru_cache(maxsize=1)
def syntax_cases() -> list[dict[str, Any]]:
    """Give the cases of the ISO conformity table; their `text` has the premise as a directive."""
    cases: list[dict[str, Any]] = json.loads((_HERE / "syntax_cases.json").read_text(encoding="utf-8"))["cases"]
    for case in cases:
        premise = f":- {case['premise']}\n" if case["premise"] else ""
        case["text"] = f"{premise}{case['input']}\n"
    return cases
