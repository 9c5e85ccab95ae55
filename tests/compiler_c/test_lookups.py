"""Lookups in lists that are looked through again and again: an index gives what a walk through the list does."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from pyengine import load
from pyengine.compiler.techniques import without
from pyengine.language.gate import examine_file
from pyengine.reasoners.c import write_c
from pyengine.reasoners.compiled import CompiledGame

RULES: Final = """
player(a).
initial(s(Cells, Numbers, Line)) :-
    findall(at(X, Y)-P, ( between(1, 6, X), between(1, 6, Y), piece(X, Y, P) ), Cells),
    findall(n(K, V), ( between(1, 40, V), key(V, K) ), Numbers),
    numlist(101, 140, Line).
piece(X, Y, P) :- ( X =:= Y -> P = k ; (X + Y) mod 3 =:= 0 -> P = p ; fail ).
piece(2, 2, other).
key(V, K) :- ( V mod 4 =:= 0 -> K is 5 - V // 8 ; V mod 4 =:= 1 -> K is 1 << (60 + V // 8) ; K is V * 1.0 ).
to_move(_, a).
utility(_, 0).
move(s(Cells, Numbers, Line), M, done) :- found(Cells, Numbers, Line, M).
found(Cells, _, _, has(X, Y, P)) :-
    between(0, 7, X), between(0, 7, Y), member(P, [k, p, other]), memberchk(at(X, Y)-P, Cells).
found(Cells, _, _, first(X, Y, P)) :- between(0, 7, X), between(0, 7, Y), first(at(X, Y), Cells, P).
found(Cells, _, _, none(X, Y)) :- between(0, 7, X), between(0, 7, Y), \\+ member(at(X, Y)-_, Cells).
found(Cells, _, _, not_there(X, P)) :- between(0, 7, X), member(P, [k, p, other]), \\+ member(at(X, X)-P, Cells).
found(Cells, _, _, without(X, N)) :- between(1, 6, X), selectchk(at(X, X)-k, Cells, Rest), length(Rest, N).
found(_, Numbers, _, number(K, V)) :- member(n(K, _), Numbers), valued(K, Numbers, V).
found(_, Numbers, _, is(K, V)) :- between(1, 20, V), member(n(K, _), Numbers), memberchk(n(K, V), Numbers).
found(_, Numbers, _, whole(V)) :- between(1, 40, V), memberchk(n(V, V), Numbers).
found(_, _, Line, place(N, V)) :- between(-1, 42, N), N >= 0, nth0(N, Line, V).
found(_, _, Line, place1(N, V)) :- between(0, 42, N), nth1(N, Line, V).
first(Square, Cells, P) :- member(Square-P, Cells), !.
valued(K, Numbers, V) :- member(n(K, V), Numbers), !.
"""


def text(path: Path) -> str:
    return write_c(CompiledGame(examine_file(path, trust=False).program)).text


def moves(path: Path, reasoner: str) -> list[str]:
    game = load(str(path), reasoner=reasoner)
    found = [str(move) for move in game.expand(game.initial).moves]
    if reasoner == "c":
        assert not game.escapes
    return found


def test_an_index_answers_as_the_list_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "rules.pl"
    path.write_text(RULES, encoding="utf-8")
    assert "find_cell(c, &Like1," in text(path)
    expected = moves(path, "python")
    assert len(expected) > 200
    assert expected == moves(path, "c") == moves(path, "swi")
    monkeypatch.setenv("PYENGINE_CACHE", str(tmp_path))
    with without("indexes_lists", "looks_up"):
        assert "find_cell(c" not in text(path)
        assert "first_with" not in text(path)
        assert expected == moves(path, "python") == moves(path, "c")


def test_an_index_is_of_one_position(tmp_path: Path) -> None:
    path = tmp_path / "rules.pl"
    path.write_text(
        """
        player(a).
        initial(s(0, L)) :- findall(q(X)-no, between(1, 30, X), L).
        to_move(_, a).
        terminal(s(30, _)).
        utility(s(_, L), V) :- findall(X, ( between(0, 40, X), memberchk(q(X)-yes, L) ), Xs), length(Xs, V).
        move(s(N, L), X, s(M, L2)) :-
            between(1, 32, X), memberchk(q(X)-no, L), M is N + 1, set(L, X, L2), memberchk(q(X)-yes, L2).
        set([], _, []).
        set([q(X)-P|Cs], Y, [q(X)-Q|Ds]) :- ( X =:= Y -> Q = yes ; Q = P ), set(Cs, Y, Ds).
        """,
        encoding="utf-8",
    )
    game = load(str(path), reasoner="c")
    played = game.kernel.playouts(game.initial, 50, 1, plies=100)
    assert (played.plies, list(played.sums)) == (50 * 30, [50 * 30.0])
    assert not game.escapes
    state = game.initial
    for n in range(30):
        found = game.expand(state)
        assert len(found.moves) == 30 - n
        state = found.children[n % len(found.children)]


def test_the_name_of_a_term_is_looked_at_before_its_arguments(tmp_path: Path) -> None:
    path = tmp_path / "rules.pl"
    path.write_text(
        """
        player(a).
        initial(s([b(1), c(2, 3), 7, b, "b", 1.5, [b], []])).
        to_move(_, a).
        utility(_, 0).
        move(s(L), b(As, C), done) :- member(T, L), T =.. [b|As], C =.. [c|As].
        move(s(L), c(A, B), done) :- member(T, L), T =.. [c, A, B].
        move(s(L), one(A), done) :- member(T, L), T =.. [b, A|_].
        """,
        encoding="utf-8",
    )
    expected = ["b([1],c(1))", "b([],c)", "c(2,3)", "one(1)"]
    for reasoner in ("python", "c", "swi"):
        assert [move.replace(" ", "") for move in moves(path, reasoner)] == expected
