"""Queries for minimax/3: a search answers, and says what the listing says, in every mode of use."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

import pyengine
from pyengine.errors import CyclicGameError, ParameterError, PyengineError, RuleLimitError, TermSyntaxError
from pyengine.reasoners.budget import Budget
from pyengine.terms import Atom

REASONERS = ("python", "c", "swi")

GAMES: dict[str, dict[str, Any]] = {
    "nim": {},
    "hexapawn": {},
    "kayles": {"pins": 5},
    "nim_three_players": {},
    "tree_aima": {},
    "tree_boldi": {},
    "tree_bratko": {"start": "a"},
    "tree_ucla": {},
    "tree_three_players": {},
    "even_wins": {"marbles": 5},
}

MODES = (
    "minimax(S, B, V)",
    "minimax(S, B, _)",
    "minimax(S, _, V)",
    "minimax(_, B, V)",
    "minimax(_, _, _)",
    "minimax(S, S, V)",
    "minimax(S, B, B)",
    "minimax(S, B, V), V > 0",
    "minimax(S, B, V), ( V == 1 ; V == 0 ; true )",
    "minimax(S, B, V), member(X, [1, 2])",
    "X = f(Y), minimax(S, B, V)",
    "initial(S), minimax(S, B, V)",
    "initial(S), minimax(S, B, V), V > 0",
    "X = 1, initial(S), Y = 2, minimax(S, B, V)",
    "initial(S), minimax(T, B, V)",
    "initial(S), S = a, minimax(S, B, V)",
    "initial(S), initial(T), minimax(S, B, V)",
    "initial(B), minimax(B, B, V)",
    "X = 1, X = 2, minimax(S, B, V)",
    "true, minimax(S, B, V)",
    "( minimax(S, B, V) ; fail )",
    "\\+ minimax(S, B, 17)",
    "findall(V, minimax(S, B, V), Vs)",
)
TEXTS = {
    "starts": """
        player(max). player(min).
        initial(s(max, 2)). initial(s(min, 1)).
        to_move(s(P, _), P).
        other(max, min). other(min, max).
        move(s(P, N), K, s(Q, M)) :- N > 0, other(P, Q), member(K, [2, 1]), M is N - 1.
        utility(s(P, 0), V) :- ( P == max -> V = 1 ; V = -1 ).
    """,
    "memory": """
        player(max). player(min).
        initial(s(max, 2)).
        to_move(s(P, _), P).
        other(max, min). other(min, max).
        move(s(P, N), go(K), s(Q, M)) :- N > 0, other(P, Q), member(K, [2, 1]), M is N - 1.
        outcome(s(_, 0), Moves, V) :- foldl([go(K), A, B]>>(B is A * 3 + K), Moves, 0, V).
        over(s(_, 0), _).
    """,
    "floats": """
        player(max). player(min).
        initial(a). to_move(a, max). to_move(b, min). to_move(c, min).
        move(a, l, b). move(a, r, c). move(b, l, d). move(b, r, e). move(c, l, e). move(c, r, d).
        terminal(d). terminal(e).
        utility(d, 1.0). utility(e, 1).
    """,
    "same move twice": """
        player(max). player(min).
        initial(a). to_move(a, max).
        move(a, go, b). move(a, go, c). move(a, go, c).
        terminal(b). terminal(c).
        utility(b, 0). utility(c, 5).
    """,
    "stuck": """
        player(max). player(min).
        initial(a). to_move(a, max). to_move(b, min).
        move(a, go, b). move(a, stay, c).
        terminal(c).
        utility(c, 5). utility(b, 7).
    """,
    "an error": """
        player(max). player(min).
        initial(a). to_move(a, max).
        move(a, go, b).
        terminal(b).
        utility(b, V) :- V is 1 / 0.
    """,
    "alone": """
        player(me).
        initial(3). to_move(_, me).
        move(N, take(K), M) :- member(K, [1, 2]), M is N - K, M >= 0.
        terminal(0). terminal(1).
        utility(0, 4). utility(1, 5).
    """,
}


def listed(game: Any, goal: str, **given: Any) -> Any:
    """Ask the listing."""
    kept, game.shorten = game.shorten, None
    try:
        return asked(game, goal, **given)
    finally:
        game.shorten = kept


def asked(game: Any, goal: str, **given: Any) -> Any:
    try:
        return [{name: str(value) for name, value in each.items()} for each in game.query(goal, **given)]
    except PyengineError as error:
        return type(error), str(error)


@pytest.mark.parametrize("reasoner", REASONERS)
@pytest.mark.parametrize("name", GAMES)
def test_solutions_are_those_of_the_listing(name: str, reasoner: Any) -> None:
    game: Any = pyengine.load(name, reasoner=reasoner, **GAMES[name])
    for mode in MODES:
        assert asked(game, mode) == listed(game, mode), mode
    here = game.initial
    for _ in range(3):
        opened = game.expand(here)
        if not opened.children:
            break
        here = opened.children[-1]
        text = game.term_text(here)
        [answer] = game.query(f"minimax({text}, B, V)")
        best, value = (pyengine.terms.write_term(answer[each], game.program.operators) for each in "BV")
        for goal in (
            f"minimax({text}, B, V)",
            f"minimax({text}, {best}, V)" if best != "B" else "true",
            f"minimax({text}, B, {value})",
            f"minimax({text}, B, 99)",
            f"minimax({text}, nothing, V)",
            f"State = {text},\n(minimax(State, B, V)\n)",
            f"State = {text}, minimax(State, B, V), to_move(State, P)",
        ):
            assert asked(game, goal) == listed(game, goal), goal


@pytest.mark.parametrize("reasoner", REASONERS)
@pytest.mark.parametrize("title", TEXTS)
def test_rules_of_all_kinds(title: str, reasoner: Any, tmp_path: Path) -> None:
    path = tmp_path / "rules.pl"
    path.write_text(TEXTS[title])
    game: Any = pyengine.load(path, reasoner=reasoner)
    strange = ("minimax(a(X), B, V)", "minimax(nowhere, B, V)", 'minimax("a", B, V)', "minimax(b, B, V)")
    if title == "alone":  # where "a" is 97 in arithmetic, and the listing would not come to an end
        strange = strange[:2]
    for goal in (*MODES, *strange, "minimax(d, B, V)", "minimax(0, B, V)", "minimax(s(max,1)-[go(1)], B, V)"):
        assert asked(game, goal) == listed(game, goal), goal


def test_no_prolog_is_asked_where_a_search_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    game: Any = pyengine.load("tictactoe", reasoner="python")
    monkeypatch.setattr(game, "in_swi", None)
    [answer] = game.query("minimax(S, B, V)")
    assert (str(answer["B"]), answer["V"]) == ("s(o,[x,e,e,e,e,e,e,e,e])", 0)
    again = pickle.loads(pickle.dumps(game))
    monkeypatch.setattr(again, "in_swi", None)
    assert again.query("minimax(S, B, V)") == [answer]
    assert game.query("minimax(S, B, V)", limit=0) == []


@pytest.mark.parametrize("reasoner", REASONERS)
def test_a_cycle_is_named(reasoner: Any) -> None:
    game: Any = pyengine.load("mu_torere", reasoner=reasoner)
    for goal in (
        "minimax(S, B, V)",
        "minimax(S, B, V), V > 0",
        "X = 1, minimax(_, _, V)",
        "initial(S), minimax(S, _, _)",
    ):
        with pytest.raises(CyclicGameError, match="leads back to itself"):
            game.query(goal)


def test_the_time_is_up() -> None:
    game: Any = pyengine.load("connect_four", reasoner="python")
    budget = Budget(seconds=0.05)
    with pytest.raises(RuleLimitError, match=r"more than 0\.05 seconds in one call"):
        game.query("minimax(S, B, V)", budget=budget)


def test_rules_with_a_minimax_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "own.pl"
    path.write_text(TEXTS["floats"] + "minimax(_, mine, 3).\n")
    game: Any = pyengine.load(path)
    assert game.query("minimax(S, B, V)")[0]["B"] == Atom("mine")


def test_another_start() -> None:
    """The listing begins where the rules begin, wherever the game does."""
    game: Any = pyengine.load("nim", start="nim(max,[1])")
    assert str(game.query("minimax(S, B, V)")[0]["S"]) == str(pyengine.load("nim").query("initial(S)")[0]["S"])


def test_what_is_wrong_with_a_query_is_said_as_before() -> None:
    game: Any = pyengine.load("nim")
    with pytest.raises(TermSyntaxError):
        game.query("minimax(S, B, V")
    with pytest.raises(TermSyntaxError):
        game.query(3)
    for limit in (-1, True, 1.5):
        with pytest.raises(ParameterError):
            game.query("minimax(S, B, V)", limit)
