"""Rules that need more than C has, its stack, its heap, its steps, its atoms: others answer, or tell the error.

Each game has one position, whose move is what the rules compute; C may answer or stop, and no process ends.
"""

from __future__ import annotations

from typing import Any

import pytest

from pyengine.errors import PyengineError
from pyengine.language.reading.reader import read_program
from pyengine.language.source import Source
from pyengine.reasoners.budget import Budget
from pyengine.reasoners.c import CGame
from pyengine.reasoners.compiled import CompiledGame

from ..layers import hunted_but

HEAD = "player(a). player(b). initial(s). to_move(_, a). utility(_, 0).\nmove(s, X, t) :- run(X).\n"
BUDGET = Budget(seconds=20.0)
MEGABYTE = 1024 * 1024

ANSWERED = {
    "a length counted back from the end": """
        run(N) :- numlist(1, 50000, L), len(L, N).
        len([], 0).
        len([_|T], N) :- len(T, M), N is M+1.""",
    "lists joined with a choice at each item": """
        run(N) :- numlist(1, 50000, L), app(A, [50000], L), length(A, N).
        app([], L, L).
        app([H|T], L, [H|R]) :- app(T, L, R).""",
    "a list reversed naively, a part of it": """
        run(X) :- numlist(1, 300, L), rev(L, [X|_]).
        rev([], []).
        rev([H|T], R) :- rev(T, S), append(S, [H], R).""",
    "a choice at each level": """
        run(X) :- deep(50000, X).
        deep(0, 0).
        deep(N, X) :- N > 0, M is N-1, deep(M, Y), X is Y+1.
        deep(N, 1) :- N < 0.""",
    "two that call each other": """
        run(X) :- numlist(1, 50001, L), ( even(L) -> X = even ; X = odd ).
        even([]).
        even([_|T]) :- odd(T).
        odd([_|T]) :- even(T).""",
    "a term of 50,000 levels": """
        run(N) :- nested(50000, z, T), size(T, N), T == T, copy_term(T, U), U = T, ground(T).
        nested(0, T, T) :- !.
        nested(N, S, T) :- M is N-1, nested(M, s(S), T).
        size(z, 0).
        size(s(T), N) :- size(T, M), N is M+1.""",
    "a term that grows to the left": """
        run(X) :- numlist(1, 50000, L), foldl([I, A, A+I]>>true, L, 0, S), X is S mod 1000.""",
    "a tree of 131,072 leaves": """
        run(N) :- tree(17, T), leaves(T, N).
        tree(0, leaf) :- !.
        tree(D, t(L, R)) :- E is D-1, tree(E, L), tree(E, R).
        leaves(leaf, 1).
        leaves(t(L, R), N) :- leaves(L, A), leaves(R, B), N is A+B.""",
    "everything that a list can be asked": """
        run(N) :- numlist(1, 50000, L), reverse(L, R), msort(R, S), sort(0, @>=, S, D), last(D, A), sum_list(L, B),
            max_list(R, C), nth1(40000, L, E), memberchk(49999, L), append(L, R, F), length(F, G), list_to_set(S, H),
            length(H, I), N is A+B+C+E+G+I.""",
    "50,000 solutions": """
        run(N) :- findall(X-Y, (between(1, 50000, X), Y is X mod 7), L), sort(2, @>=, L, [M-_|_]), length(L, K),
            aggregate_all(count, member(_-3, L), C), N is K+M+C.""",
    "memory that is given back": """
        run(N) :- aggregate_all(count, (between(1, 1000, _), numlist(1, 1000, L), sum_list(L, S), S > 0), N).""",
    "an atom that grows": """
        run(N) :- grown(20000, '', A), atom_length(A, N).
        grown(0, A, A) :- !.
        grown(N, A, B) :- M is N-1, atom_concat(A, xyzw, C), grown(M, C, B).""",
    "an integer that grows": """
        run(N) :- power(3000, 1, P), N is msb(P).
        power(0, P, P) :- !.
        power(N, P, Q) :- M is N-1, R is P*3, power(M, R, Q).""",
    "a big compound term": """
        run(N) :- functor(T, f, 100000), arg(99999, T, x), T =.. [_|L], last(L, y), memberchk(x, L), length(L, N).""",
    "a tabled path": """
        :- table path/2.
        run(N) :- aggregate_all(count, path(1, _), N).
        path(X, Y) :- edge(X, Y).
        path(X, Y) :- path(X, Z), edge(Z, Y).
        edge(X, Y) :- between(1, 300, X), Y is X mod 300 + 1.""",
}
STOPPED = {
    "a length counted back from the end": "deep",
    "a choice at each level": "deep",
    "a term of 50,000 levels": "deep",
    "a term that grows to the left": "deep",
    "an atom that grows": "full",
    "an integer that grows": "beyond",
}
"""What C leaves to others, and why."""
ENDLESS = {
    "a loop": "run(x) :- loop.\nloop :- loop.",
    "a failure without end": "run(x) :- repeat, fail.",
    "recursion": "run(X) :- deep(0, X).\ndeep(N, X) :- M is N+1, deep(M, Y), X is Y+1.",
    "recursion with choices": "run(X) :- deep(0, X).\ndeep(N, X) :- M is N+1, deep(M, Y), X is Y+1.\ndeep(-1, 0).",
    "a list without end": "run(X) :- build([], X).\nbuild(L, X) :- build([a|L], X).",
    "solutions without end": "run(L) :- findall(X, nat(0, X), L).\nnat(N, N).\nnat(N, X) :- M is N+1, nat(M, X).",
    "longer and longer beginnings": """
        run(X) :- app([a|_], _, X), X == none.
        app([], L, L).
        app([H|T], L, [H|R]) :- app(T, L, R).""",
    "terms that double": "run(X) :- twice(t, X).\ntwice(T, X) :- twice(t(T, T), X).",
    "a sorted list that grows": "run(X) :- add(1, [], X).\nadd(N, L, X) :- sort([N|L], M), K is N+1, add(K, M, X).",
}


def games(run: str, budget: Budget = BUDGET) -> tuple[CGame, Any]:
    program, findings = read_program(Source("test.pl", HEAD + "\n".join(line.strip() for line in run.splitlines())))
    assert not findings, findings[0]
    return CGame(program, budget=budget), CompiledGame(program, budget=budget)


@pytest.mark.parametrize("name", ANSWERED)
def test_what_is_large_is_answered(name: str) -> None:
    in_c, in_python = games(ANSWERED[name])
    found = list(in_c.expand(in_c.initial).moves)
    assert found
    assert found == list(in_python.expand(in_python.initial).moves)
    assert in_c.escapes == ({STOPPED[name]: 1} if name in STOPPED else {})


QUICK = ("a loop", "recursion with choices", "solutions without end")


@pytest.mark.parametrize("name", hunted_but(QUICK.__contains__, ENDLESS))
def test_what_has_no_end_is_an_error(name: str) -> None:
    budget = Budget(seconds=1.0, memory_bytes=256 * MEGABYTE)
    in_c, in_python = games(ENDLESS[name], budget)
    errors = []
    for game in (in_c, in_python):
        with pytest.raises(PyengineError) as caught:
            game.expand(game.initial)
        errors.append(caught.type)
    assert errors[0] is errors[1]
    assert in_c.escapes.total() == 1
