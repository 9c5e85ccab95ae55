"""Clauses that say in their bodies what they are for are selected as those that say it in their heads."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pyengine
from pyengine.reasoners.c import write_c
from pyengine.reasoners.compiled import CompiledGame

GAME = """
player(x). player(o).
initial(s(x, 3, 3)).
to_move(s(P, _, _), P).
move(s(P, X, Y), D, s(Q, X1, Y1)) :-
    member(D, [north, south, east, west]), step(X, Y, D, X1, Y1), worth(X1, _), other(s(P, X, Y), Q).
utility(s(_, _, _), 0).
"""
UNIFIED = """
step(X, Y, D, X, Y1) :- D = north, Y1 is Y + 1.
step(X, Y, D, X, Y1) :- D = south, Y1 is Y - 1.
step(X, Y, D, X1, Y) :- east = D, X1 is X + 1.
step(X, Y, D, X1, Y) :- D = west, ( X > 3 -> X1 is X - 2 ; X1 is X - 1 ).
"""
IDENTICAL = """
other(s(P, _, _), Q) :- P == x, Q = o.
other(s(P, _, _), Q) :- o == P, Q = x.
"""
COMPARED = """
worth(N, V) :- N =:= 1, V is N * 10.
worth(N, V) :- N =:= 2, V is N * 5.
worth(N, 0) :- N > 2.
"""


@pytest.mark.parametrize(("predicate", "outcome"), [("step", "one"), ("other", "one"), ("worth", "at most one")])
def test_tests_at_the_beginning_select_clauses(predicate: str, outcome: str, tmp_path: Path) -> None:
    file = tmp_path / "walk.pl"
    file.write_text(GAME + UNIFIED + IDENTICAL + COMPARED, encoding="utf-8")
    game = pyengine.load(file, reasoner="python")
    assert isinstance(game, CompiledGame)
    found = re.findall(rf"/\* {predicate}/\d \(\w+\): (.*) \*/", write_c(game).text)
    assert found == [outcome]


def test_all_reasoners_select_the_same_clauses(tmp_path: Path) -> None:
    file = tmp_path / "walk.pl"
    file.write_text(GAME + UNIFIED + IDENTICAL + COMPARED, encoding="utf-8")
    games = [pyengine.load(file, reasoner=reasoner) for reasoner in ("swi", "python", "c")]
    for position in ("s(x, 3, 3)", "s(o, 1, 1)", "s(o, 0, 2)", "s(x, 5, -1)"):
        told = []
        for game in games:
            found = game.expand(game.parse_state(position))
            told.append([list(map(str, found.moves)), [game.text(child) for child in found.children]])
        assert told[0] == told[1] == told[2]
