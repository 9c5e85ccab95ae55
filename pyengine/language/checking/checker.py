"""All that can be said about a rule file without running it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from pyengine.errors import ContractError, Finding, GdlError, Place, RuleSyntaxError, Severity, UnsafeRuleError
from pyengine.language.checking.clauses import outline
from pyengine.language.checking.declarations import declarations
from pyengine.language.checking.goals import goals_of
from pyengine.language.checking.lint import lint
from pyengine.language.checking.obligations import missing, obligations
from pyengine.language.checking.safety import unsafe
from pyengine.language.checking.slips import slips
from pyengine.language.checking.undefined import undefined
from pyengine.language.program import Program
from pyengine.language.vocabulary import LIBRARIES, PREDICATES

UNSAFE_CODES: Final = frozenset({"unsafe-call", "unsafe-head", "unsafe-directive", "unsafe-import"})
"""The findings that `trust` silences."""

GDL_MARK: Final = "gdl-"
"""What the codes of findings in games in GDL begin with."""

CONTRACT_CODES: Final = frozenset(
    {"missing-predicate", "missing-utility", "not-a-game", "both-utilities", "too-many-players", "wrong-order"}
    | {"bad-parameter", "undeclared-parameter", "bad-value", "unevaluated-value", "undefined-predicate", "bad-goal"}
    | {"bad-head", "missing-directive-mark", "redefined-builtin", "bad-directive", "unknown-import", "redefined-import"}
    | {"bad-import", "undefined-export", "core-operator", "two-heads", "stray-goal"}
)
"""The errors of a file that reads as Prolog and yet is no game."""


def check_program(program: Program, *, trust: bool = False, syntax: Sequence[Finding] = ()) -> tuple[Finding, ...]:
    """Report everything that can be found in the text: errors before warnings, each group in the order of the file.

    `syntax` are the findings of the reader. They are among the findings returned; and what is named in text that could
    not be read is not reported as missing, so that one mistake gives one message.
    """
    if "\0" in program.source.text:  # binary files, and UTF-16 read as UTF-8, have zero bytes
        return in_order(_no_text(syntax, Place(program.source.name, 1, 1)))
    syntax = [finding for finding in syntax if not _is_consequence(finding)]
    whole = outline(program, broken=any(finding.severity is Severity.ERROR for finding in syntax))
    declared = tuple(declarations(whole, trust=trust))
    if any(finding.code == "core-operator" for finding in declared):
        return in_order((*syntax, *declared))  # what follows such a change does not mean what it says
    calls = tuple((rule, goal) for rule in whole.rules for goal in goals_of(rule, whole))
    lacking = {entry.indicator for entry in missing(whole)}
    findings = [
        *obligations(whole, calls),
        *declared,
        *undefined(calls, whole, lacking, trust=trust),
        *lint(whole),
        *slips(calls, whole),
    ]
    if not trust:
        findings += unsafe(calls, whole)
    return in_order((*syntax, *findings))


def check_translation(program: Program, *, trust: bool = False, syntax: Sequence[Finding] = ()) -> tuple[Finding, ...]:
    """Check what rules in another language were translated to: `syntax` is what was found in those.

    Where that leaves no program, nothing more is to be said, and of a program only what keeps it from being run.
    """
    if "\0" in program.source.text:
        return in_order(_no_text(syntax, Place(program.source.name, 1, 1)))
    if any(finding.severity is Severity.ERROR for finding in syntax):
        return in_order(syntax)
    found = check_program(program, trust=trust)
    return in_order((*syntax, *(finding for finding in found if finding.severity is Severity.ERROR)))


def left_to_games(program: Program) -> frozenset[Finding]:
    """Give what is refused as a call of a library of SWI-Prolog: a game that includes the file may define it itself."""
    alone = outline(program)
    calls = tuple((rule, goal) for rule in alone.rules for goal in goals_of(rule, alone))
    theirs = {found: () for found, known in PREDICATES.items() if known.library not in LIBRARIES | {"system"}}
    within = replace(alone, definitions={**theirs, **alone.definitions})
    return frozenset(unsafe(calls, alone)) - frozenset(unsafe(calls, within))


def _no_text(syntax: Sequence[Finding], start: Place) -> list[Finding]:
    encoding = [replace(finding, place=start) for finding in syntax if finding.code == "wrong-encoding"]
    hint = "a rule file is Prolog text in UTF-8"
    return encoding or [Finding(Severity.ERROR, "wrong-encoding", "this is not a text file", start, hint)]


def _is_consequence(finding: Finding) -> bool:
    """Tell whether a finding only follows from an encoding that was reported."""
    is_damaged = finding.place is not None and "\N{REPLACEMENT CHARACTER}" in finding.place.text
    return is_damaged and finding.code != "wrong-encoding"


def in_order(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Sort findings: errors before warnings, then by file, line and column; the same one is kept once."""

    def key(finding: Finding) -> tuple[bool, int, int, int]:
        place = finding.place
        warning = finding.severity is Severity.WARNING
        if place is None:
            return warning, -1, 0, 0
        return warning, files.index(place.file), place.line, place.column

    files = list(dict.fromkeys(finding.place.file for finding in findings if finding.place))
    return tuple(sorted(dict.fromkeys(findings), key=key))


def raise_for(findings: Sequence[Finding]) -> None:
    """Raise the error that fits, with all findings, where any of them is an error.

    Text that cannot be read comes first, then what is unsafe, then a contract that is broken.
    """
    codes = {finding.code for finding in findings if finding.severity is Severity.ERROR}
    if not codes:
        return
    if any(code.startswith(GDL_MARK) for code in codes):
        raise GdlError(findings)
    if codes - CONTRACT_CODES - UNSAFE_CODES:
        raise RuleSyntaxError(findings)
    if codes & UNSAFE_CODES:
        raise UnsafeRuleError(findings)
    raise ContractError(findings)
