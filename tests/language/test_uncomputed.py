"""Expressions that become part of positions and moves as they are."""

from __future__ import annotations

import pytest

from pyengine.errors import Finding
from pyengine.language.checking.checker import check_program
from pyengine.language.reading.reader import read_program
from pyengine.language.source import Source

GAME = (
    "player(max). player(min).\ninitial(said(0, max)).\nto_move(said(_, P), P).\nutility(_, 0).\n"
    "other(max, min).\nother(min, max).\n"
)


def found(clause: str) -> list[Finding]:
    program, findings = read_program(Source("said.pl", GAME + clause + "\n"))
    assert not findings
    return [finding for finding in check_program(program) if finding.code == "uncomputed-expression"]


@pytest.mark.parametrize(
    ("clause", "column", "hint"),
    [
        ("move(said(N, P), K, said(S, Q)) :- member(K, [1, 2]), S = N + K, other(P, Q).", 55, "`S is N+K`"),
        ("move(said(N, P), K, said(N + K, Q)) :- member(K, [1, 2]), other(P, Q).", 26, "V is N+K"),
        ("move(said(N, P), M, said(0, Q)) :- M = N * 2, other(P, Q).", 36, "`M is N*2`"),
        ("move(said(N, P), one, said(S, Q)) :- S = N - 1, other(P, Q).", 38, "`S is N-1`"),
    ],
)
def test_an_expression_in_what_a_move_gives_is_reported(clause: str, column: int, hint: str) -> None:
    (finding,) = found(clause)
    assert finding.place is not None
    assert (finding.place.line, finding.place.column) == (7, column)
    assert finding.hint is not None
    assert hint in finding.hint


@pytest.mark.parametrize(
    "clause",
    [
        "move(said(N, P), K, said(S, Q)) :- member(K, [1, 2]), S is N + K, other(P, Q).",
        "move(said(N, P), N-K, said(N, Q)) :- member(K, [1, 2]), other(P, Q).",
        "move(said(N, P), K, said(S, Q)) :- member(K, [1, 2]), E = N + K, S is E, other(P, Q).",
        "move(said(A+B, P), one, said(A+B, Q)) :- other(P, Q).",
        "move(said(N, P), K, said(N, Q)) :- member(K, [a+b]), other(P, Q).",
    ],
)
def test_what_may_be_meant_so_is_left_alone(clause: str) -> None:
    assert found(clause) == []
