"""The same mistake in rules, told in the same words by both reasoners, whichever line it stands on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pyengine.errors import RuleRuntimeError

HEAD = "player(a). player(b).\ninitial(s).\nto_move(_, a).\nutility(t, 0).\n"
TAIL = "helper(0).\nhelper(N) :- N > 0, M is N-1, helper(M), bad(M).\n"
GOALS = [
    "foo(1)",
    "X is a + 1, X > 0",
    "X is foo(1) + 1, X > 0",
    "X is _ + 1, X > 0",
    "X is 1 / 0, X > 0",
    "X is 1 mod 0, X > 0",
    "X is sqrt(-1), X > 0",
    "X is 2.5 mod 2, X > 0",
    "_ > 1",
    "atom_length(_, _)",
    "atom_length(f(x), _)",
    "atom_length(abc, foo)",
    "functor(_, _, _)",
    "functor(_, foo, -1)",
    "arg(x, f(a), _)",
    "atom_codes(_, _)",
    'number_codes(_, "abc")',
    "throw(oops)",
    "throw(my(_, X)), X = 1",
    "throw(error(type_error(integer, a), _))",
    "throw(error(type_error(integer, a), context(foo/1, _)))",
    "throw(_)",
    "G = foo(1), call(G)",
    "G = 3, call(G)",
    "call(_)",
    "G = (fail, 1), call(G)",
    "maplist(foo, [1])",
    "X = [1,2|_], length(X, a)",
    "length(_, -1)",
    "length(a, _)",
    "nth0(a, [1], _)",
    "msort(a, _)",
    "sort(0, @>=, [1|_], _)",
    "sort(x, @>=, [1], _)",
    "succ(X, 0), X = 1",
    "succ(_, _)",
    "X = f(_), X =.. [_|_], atom_string(_, _)",
    "helper(3)",
    "findall(X, foo(X), _)",
    "forall(member(X, [1]), foo(X))",
    "catch(throw(a), b, true)",
    "once(foo(x))",
    "\\+ foo(x)",
    "must_be(integer, a)",
    "must_be(integer, _)",
    "must_be(positive_integer, 0)",
    "must_be(boolean, 3)",
    "type_error(integer, a)",
    "sum_list([a], _)",
    "max_list([1, b], _), true",
    "sub_atom(_, _, _, _, a)",
    "char_code(_, _)",
    "atomic_list_concat([a, _], _)",
    "atomic_list_concat(_, ',', _)",
    'format(atom(_), "~d", [a])',
    'format(atom(_), "~q ~q", [a])',
    'format(atom(_), "~z", [a])',
    "setof(X, foo(X), _)",
    "aggregate_all(sum(X), member(X, [a]), _)",
    "number_codes(X, []), X = 1",
    "between(1, a, _)",
    "between(_, 2, _)",
    'X = "abc", sub_string(X, a, _, _, _)',
    "string_concat(_, _, _)",
    "G = shell(ls), call(G)",
    "X is cot(a)",
    "X is max(a, 1)",
    "compare(a, 1, 2)",
    "plus(1, _, _)",
    "phrase(_, [a])",
]
"""Goals that end in an error."""
PLAYERS = "player(a). player(b).\n"
GAME = PLAYERS + "initial(s).\nto_move(_, a).\nmove(s, m, t).\nutility(t, 0).\n"
TURNS = PLAYERS + "initial(s).\nmove(s, m, t).\nutility(t, 0).\n"
OVER = PLAYERS + "initial(s).\nto_move(_, a).\nmove(s, m, t).\nterminal(s).\n"
Ask = Callable[[Any], object]


def expand(game: Any) -> object:
    return game.expand(game.initial)


MISTAKES: dict[str, tuple[str, Ask]] = {
    "no start": (GAME.replace("initial(s)", "initial(s) :- fail"), expand),
    "a start with variables": (GAME.replace("initial(s)", "initial(f(_))"), expand),
    "a position with variables": (GAME.replace("move(s, m, t)", "move(s, m, f(_))"), expand),
    "a move with variables": (GAME.replace("move(s, m, t)", "move(s, m(_), t)"), expand),
    "a sum for a worth": (OVER + "utility(s, 0-1).\n", expand),
    "a variable for a worth": (OVER + "utility(s, _).\n", expand),
    "an atom for a worth": (OVER + "utility(s, win).\n", expand),
    "no worth": (OVER + "utility(t, 1).\n", expand),
    "no worth for a player": (OVER + "utility(s, a, 1).\n", expand),
    "an atom for the worth for a player": (OVER + "utility(s, a, 1).\nutility(s, b, x).\n", expand),
    "an unknown player": (TURNS + "to_move(_, z).\n", expand),
    "an unknown player, asked for": (TURNS + "to_move(_, z).\n", lambda game: game.to_move(game.initial)),
    "nobody moves": (TURNS + "to_move(t, a).\n", expand),
    "no moves": (GAME.replace("move(s,", "move(t,") + "terminal(t).\n", expand),
    "a player twice": (GAME.replace("player(b)", "player(a)"), expand),
    "a player with variables": (GAME.replace("player(b)", "player(_)"), expand),
    "no players": (GAME.replace("player(a). player(b)", "player(a) :- fail"), expand),
    "an error in initial": (GAME.replace("initial(s)", "initial(S) :-\n    foo(S)"), expand),
    "an error in terminal": (GAME + "terminal(S) :-\n    S > 1.\n", expand),
    "an error in utility": (OVER + "utility(S, V) :-\n    V is S+1.\n", expand),
    "an error in to_move": (TURNS + "to_move(S, P) :-\n    arg(1, S, P).\n", expand),
    "an atom for an estimate": (GAME + "staticval(_, x).\n", lambda game: game.staticval(game.initial)),
    "no estimate": (GAME + "staticval(t, 1).\n", lambda game: game.staticval(game.initial)),
    "an error in staticval": (GAME + "staticval(S, V) :-\n    V is S.\n", lambda game: game.staticval(game.initial)),
    "no weight": (GAME + "feature(s, x, 1).\nweight(y, 1).\n", lambda game: game.staticval(game.initial)),
    "an atom for a feature": (GAME + "feature(s, x, f).\nweight(x, 1).\n", lambda game: game.staticval(game.initial)),
    "a key with variables": (GAME + "canonical(s, f(_)).\n", lambda game: game.canonical(game.initial)),
    "no key": (GAME + "canonical(t, t).\n", lambda game: game.canonical(game.initial)),
    "an atom for a score": (GAME + "order(_, _, x).\n", lambda game: game.score_moves(game.initial)),
    "an error in order": (GAME + "order(S, M, V) :-\n    V is S+M.\n", lambda game: game.score_moves(game.initial)),
    "an error in noisy": (GAME + "noisy(S) :- S > 2.\n", lambda game: game.noisy(game.initial)),
    "a term for a text": (GAME + "show(S, f(S)).\n", lambda game: game.show(game.initial)),
    "no text": (GAME + "show(t, a).\n", lambda game: game.show(game.initial)),
    "an error in show": (GAME + "show(_, X) :-\n    atom_length(_, X), X > 0.\n", lambda game: game.show(game.initial)),
    "an atom for a board": (GAME + "board(S, S).\n", lambda game: game.board(game.initial)),
    "an atom for a row": (GAME + "board(S, [S]).\n", lambda game: game.board(game.initial)),
    "an atom for endless play": (GAME + "infinite(x).\n", lambda game: game.infinite),
    "a term for a notation": (GAME + "notation(S, f(S)).\n", lambda game: game.text(game.initial)),
    "nothing remembered": (
        GAME.replace("utility(t, 0)", "outcome(_, _, 1)") + "memory(M, _, _) :- M == x.\n",
        expand,
    ),
    "a memory with variables": (GAME.replace("utility(t, 0)", "outcome(_, _, 1)") + "memory(_, _, f(_)).\n", expand),
    "an atom for an outcome": (OVER + "outcome(_, _, x).\n", expand),
    "moves that are no list": ("moves(a, b).\nmax_to_move(_).\nstaticval(_, 0).\ninitial(a).\n", expand),
    "a leaf without a worth": ("moves(b, [a]).\nmax_to_move(_).\nstaticval(a, x).\ninitial(a).\n", expand),
    "nobody's turn": (
        "moves(a, [b]).\nmax_to_move(c).\nmin_to_move(d).\nstaticval(a, 1).\ninitial(a).\n",
        expand,
    ),
    "an undeclared parameter": (GAME + "parameter(size, 1).\nterminal(_) :- param(sise, _).\n", expand),
    "a refused call": (GAME + "terminal(_) :- G = shell(ls), call(G).\n", expand),
}


def told(load: Any, text: str, ask: Ask) -> tuple[type[BaseException], str, object]:
    with pytest.raises(RuleRuntimeError) as caught:
        ask(load(text))
    return caught.type, str(caught.value), (caught.value.place, caught.value.hint)


@pytest.mark.parametrize("goal", GOALS)
def test_errors_of_goals_read_alike(load: Any, compile_text: Any, goal: str) -> None:
    text = f"{HEAD}move(s, m, t) :-\n    {goal}.\n{TAIL}"
    assert told(compile_text, text, expand) == told(load, text, expand)


@pytest.mark.parametrize("mistake", MISTAKES)
def test_broken_contracts_read_alike(load: Any, compile_text: Any, mistake: str) -> None:
    text, ask = MISTAKES[mistake]
    assert told(compile_text, text, ask) == told(load, text, ask)


def test_a_turn_that_is_left_open_is_the_first_players(load_by: Any) -> None:
    game = load_by(TURNS + "to_move(_, _).\n")
    assert game.expand(game.initial).mover == 0
