"""Files with very many mistakes, or very many of anything: what is told of them, and that work does not add up."""

from __future__ import annotations

from collections import Counter

import pytest

from pyengine.errors import Finding, Severity
from pyengine.language.gate import examine
from pyengine.language.reading.reader import read_program
from pyengine.language.sizes import MOST_REPORTED
from pyengine.language.source import Source
from pyengine.terms import STANDARD, OperatorTable

GAME = "player(max). player(min).\ninitial(0).\nto_move(_, max).\nmove(0, a, 1).\nutility(1, 0).\n"


def _found(text: str) -> tuple[Finding, ...]:
    return examine(Source("many.pl", GAME + text), trust=False).findings


def test_of_many_syntax_errors_the_first_are_listed_and_the_others_counted() -> None:
    findings = _found("p(]).\n" * 3000)
    assert Counter(finding.severity for finding in findings) == {Severity.ERROR: MOST_REPORTED, Severity.NOTE: 1}
    last = findings[-1]
    assert str(last.place) == "many.pl:106:2"
    assert last.message == "2,900 more places from here on cannot be read, and are not listed"


def test_as_many_syntax_errors_as_are_listed_need_no_note() -> None:
    findings = _found("p(]).\n" * MOST_REPORTED)
    assert Counter(finding.severity for finding in findings) == {Severity.ERROR: MOST_REPORTED}


def test_of_many_undefined_predicates_the_first_are_listed() -> None:
    findings = _found("".join(f"q{i} :- r{i}.\n" for i in range(400)))
    codes = Counter(finding.code for finding in findings)
    assert codes["undefined-predicate"] == MOST_REPORTED
    assert [finding.message for finding in findings if finding.code == "more-undefined"] == [
        "300 more predicates from here on are not defined, and are not listed"
    ]


def test_the_table_of_operators_is_not_copied_for_each_directive(monkeypatch: pytest.MonkeyPatch) -> None:
    copies = 0
    copy = OperatorTable.copy

    def counted(table: OperatorTable) -> OperatorTable:
        nonlocal copies
        copies += 1
        return copy(table)

    monkeypatch.setattr(OperatorTable, "copy", counted)
    program, findings = read_program(Source("ops.pl", "".join(f":- op(700, xfx, o{i}).\n" for i in range(300))))
    assert not findings
    assert "o299" in program.operators.infix
    assert "o0" not in STANDARD
    assert copies == 1


def test_a_directive_with_a_bad_operator_declares_none_of_its_operators() -> None:
    program, findings = read_program(Source("ops.pl", ":- op(700, xfx, [beats, 3]).\n"))
    assert [finding.code for finding in findings] == ["bad-operator"]
    assert "beats" not in program.operators


def test_the_text_of_a_line_is_kept_once_for_all_that_is_found_in_it() -> None:
    findings = _found(f"p({', '.join(f'X{i}' for i in range(300))}).\n")
    assert len(findings) > 100
    assert len({id(finding.place.text) for finding in findings if finding.place is not None}) == 1
