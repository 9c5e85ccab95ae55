"""Tabled predicates have SWI-Prolog's answers, as sets; where they could differ, they are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import pyengine
from pyengine.compiler.unsupported import UnsupportedError

from .harness import Ask, mismatches

RING = "e(a, b). e(b, c). e(c, a). e(c, d). e(d, e). e(e, d).\n"
ANSWERED = {
    "left recursion": RING + ":- table t/2.\nt(X, Y) :- e(X, Y).\nt(X, Y) :- t(X, Z), e(Z, Y).\n",
    "right recursion": RING + ":- table t/2.\nt(X, Y) :- e(X, Y).\nt(X, Y) :- e(X, Z), t(Z, Y).\n",
    "double recursion": RING + ":- table t/2.\nt(X, Y) :- t(X, Z), t(Z, Y).\nt(X, Y) :- e(X, Y).\n",
    "no base": RING + ":- table t/2.\nt(X, Y) :- t(X, Z), e(Z, Y).\nt(X, Y) :- t(Y, X).\n",
    "reflexive": RING + ":- table t/2.\nt(a, a).\nt(X, Y) :- t(X, Z), e(Z, Y).\n",
    "symmetric": RING + ":- table t/2.\nt(X, Y) :- t(Y, X).\nt(X, Y) :- e(X, Y).\n",
    "two that call each other": (
        RING
        + ":- table t/2, u/2.\nt(X, Y) :- e(X, Y).\nt(X, Y) :- u(X, Z), e(Z, Y).\n"
        + "u(X, Y) :- t(X, Z), e(Z, Y).\nu(X, X) :- e(X, _).\n"
    ),
    "by way of one that is not tabled": (
        RING + ":- table t/2.\nt(X, Y) :- e(X, Y).\nt(X, Y) :- m(X, Y).\nm(X, Y) :- t(X, Z), e(Z, Y), Y \\== a.\n"
    ),
    "other calls of itself": (
        RING + ":- table t/2.\nt(X, Y) :- e(X, Y).\nt(X, Y) :- t(Z, Y), e(X, Z).\nt(X, X) :- t(X, d), t(a, X).\n"
    ),
    "itself with a variable less": (
        RING + ":- table t/2.\nt(X, Y) :- e(X, Y).\nt(X, Y) :- t(X, Z), e(Z, Y), t(b, Y).\n"
    ),
    "three in a ring": (
        RING
        + ":- table t/2, u/2, v/2.\nt(X, Y) :- u(X, Y).\nt(X, Y) :- e(X, Y).\nu(X, Y) :- v(X, Z), e(Z, Y).\n"
        + "v(X, Y) :- t(X, Y).\nv(X, Y) :- u(Y, X).\n"
    ),
    "one tabled below another": (
        RING
        + ":- table r/2, t/2.\nr(X, Y) :- e(X, Y).\nr(X, Y) :- r(X, Z), e(Z, Y).\n"
        + "t(X, Y) :- e(X, Y), \\+ r(Y, X).\nt(X, Y) :- t(X, Z), e(Z, Y).\n"
    ),
    "a cut below": (
        RING + ":- table t/2.\nn(X, Y) :- e(X, Y), !.\nt(X, Y) :- n(X, Y).\nt(X, Y) :- t(X, Z), n(Z, Y).\n"
    ),
    "a cut before the recursion": (
        RING + ":- table t/2.\nt(d, Y) :- !, e(d, Y).\nt(X, Y) :- e(X, Y).\nt(X, Y) :- e(X, Z), t(Z, Y).\n"
    ),
    "compound answers": (RING + ":- table t/2.\nt(X, f(Y)) :- e(X, Y).\nt(X, f(Y)) :- t(X, f(Z)), e(Z, Y).\n"),
    "twice the same answer": ":- table t/2.\nt(a, X) :- member(X, [1, 2, 1]).\nt(a, 1.0).\n",
    "numbers": ":- table t/2.\nt(a, 0).\nt(X, M) :- t(X, N), N < 7, M is (N * 3 + 1) mod 11.\n",
}
GOALS = (
    *("findall(X-Y, t(X, Y), _All), sort(_All, L)", "findall(Y, t(a, Y), _All), sort(_All, L)"),
    *("findall(X, t(X, d), _All), sort(_All, L)", "t(a, d)", "t(d, a)", "\\+ t(e, a), t(a, _)"),
    "( t(a, b) -> X = yes ; X = no )",
)


@pytest.mark.parametrize("name", ANSWERED)
def test_answers_are_those_of_swi_prolog(name: str) -> None:
    assert mismatches(ANSWERED[name], [Ask(goal) for goal in GOALS]) == []


MOVES = "mv(1, 2). mv(2, 1). mv(2, 3).\n"
EDGES = "edge(a, b). edge(b, c). edge(a, c). edge(c, d).\n"
DISTANCE = EDGES + "d(X, Y, 1) :- edge(X, Y).\nd(X, Y, N) :- d(X, Z, M), edge(Z, Y), N is M + 1.\n"
MODES = (
    *("d(_, _, min)", "d(_, _, max)", "d(_, _, first)", "d(_, _, last)", "d(_, _, sum)", "d(_, _, -)"),
    *("d(_, _, lattice(least/3))", "d(_, _, po(less/2))", "d/3 as subsumptive", "edge/2, d(_, _, min)"),
    *("(edge/2, d/3) as subsumptive", "user:d(_, _, min)", "d(_, _, _)"),
)
ONCE = {
    "a negation": "w(X) :- mv(X, Y), \\+ w(Y).",
    "not/1": "w(X) :- mv(X, Y), not(w(Y)).",
    "a condition": "w(X) :- mv(X, Y), ( w(Y) -> fail ; true ).",
    "a soft condition": "w(X) :- mv(X, Y), ( w(Y) *-> fail ; true ).",
    "once/1": "w(X) :- mv(X, Y), once(w(Y)).\nw(3).",
    "ignore/1": "w(X) :- mv(X, Y), ignore(w(Y)).",
    "forall/2": "w(X) :- mv(X, _), forall(mv(X, Y), w(Y)).",
    "findall/3": "w(X) :- mv(X, _), findall(Y, (mv(X, Y), w(Y)), []).",
    "bagof/3": "w(3).\nw(X) :- mv(X, _), bagof(Y, (mv(X, Y), w(Y)), [_]).",
    "setof/3": "w(3).\nw(X) :- mv(X, _), setof(Y, (mv(X, Y), w(Y)), [_]).",
    "aggregate_all/3": "w(X) :- mv(X, _), aggregate_all(count, (mv(X, Y), w(Y)), 0).",
    "a cut": "w(3).\nw(X) :- mv(X, Y), w(Y), !.",
    "a cut in a branch": "w(3).\nw(X) :- mv(X, Y), w(Y), ( Y = 3, ! ; true ).",
    "catch/3": "w(3).\nw(X) :- mv(X, Y), catch(w(Y), _, fail).",
    "a negation in another predicate": "w(X) :- mv(X, Y), lost(Y, 0).\nlost(Y, _) :- \\+ w(Y).\nlost(9, 9).",
    "a cut in another predicate": "w(3).\nw(X) :- mv(X, Y), won(Y).\nwon(Y) :- w(Y), !.\nwon(9).",
    "a goal that the run makes": "w(3).\nw(X) :- mv(X, Y), G =.. [w, Y], call(G).",
}


@pytest.mark.parametrize("declared", MODES)
def test_modes_and_options_are_refused(declared: str) -> None:
    with pytest.raises(UnsupportedError, match="d/3 is tabled with modes or options") as caught:
        mismatches(f":- table {declared}.\n{DISTANCE}", [Ask("d(a, Y, N)")])
    assert caught.value.place is not None
    assert caught.value.place.line == 1


@pytest.mark.parametrize("name", ONCE)
def test_a_look_at_a_table_that_is_not_complete_is_refused(name: str) -> None:
    with pytest.raises(UnsupportedError, match="w/1 is tabled and calls") as caught:
        mismatches(f":- table w/1.\n{MOVES}{ONCE[name]}\n", [Ask("w(1)")])
    assert caught.value.place is not None
    assert caught.value.hint is not None


def test_an_answer_with_variables_is_refused_when_it_is_found() -> None:
    with pytest.raises(UnsupportedError, match="an answer with variables in a table"):
        mismatches(":- table t/2.\nt(a, f(_)).\nt(b, f(1)).\n", [Ask("t(X, Y)")])


def test_auto_takes_swi_prolog(tmp_path: Path) -> None:
    game = "player(a). player(b). initial(0). to_move(_, a). utility(_, 0).\nmove(0, Y, Y) :- w(Y).\n"
    (tmp_path / "won.pl").write_text(f":- table w/1.\n{game}{MOVES}w(X) :- mv(X, Y), \\+ w(Y).\n", encoding="utf-8")
    loaded = pyengine.load(tmp_path / "won.pl")
    assert loaded.reasoner == "swi"
    assert loaded.why.endswith("won.pl:5:1: w/1 is tabled and calls itself under a negation")
