"""Errors and limits lead to the goal, and all three reasoners name the same one."""

from __future__ import annotations

import contextlib
import itertools
import pickle
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import pyengine
from pyengine.errors import PyengineError, RuleLimitError, RuleRuntimeError, UnsafeCallError
from pyengine.language.reading.reader import read_program
from pyengine.language.source import Source
from pyengine.reasoners.budget import Budget
from pyengine.reasoners.c import CGame
from pyengine.reasoners.compiled import CompiledGame
from pyengine.reasoners.question import Question
from pyengine.reasoners.replay import machine, replay
from pyengine.reasoners.swi.swi_game import SwiGame
from pyengine.terms import Atom, Compound, List, String, Term, Var

from ..layers import hunted_but
from .conftest import hurried as in_haste

BUDGET = Budget(inferences=300_000, memory_bytes=64 * 1024 * 1024, seconds=0.5)
GAME = """
:- use_module(library(yall)).
:- use_module(library(apply)).
:- use_module(library(aggregate)).
:- use_module(library(dcg/basics)).
player(max). player(min).
initial(at(none)).
to_move(at(_), max).
terminal(at(over)).
utility(at(over), 0).
parameter(size, 3).
move(at(none), pick(Case), at(Case)) :- case(Case).
move(at(Case), go, at(over)) :-
    run(Case).
"""
FAULTY = """\
bad(X, Y) :-
    Z = X,
    Y is Z + foo.
digits_then(D) -->
    digit(D),
    [C],
    { C > foo }.
rest -->
    "b",
    { atom_length(_, _) },
    "c".
write_bad(X) :- write(X), bad(X, _).
twice(G, X) :- call(G, Y), call(G, Y, X).
:- table path/2.
path(X, Y) :- edge(X, Y).
edge(X, Y) :- Y is X + bar.
match(y) => true.
one(X) :- two(X).
two(X) :- three(X).
three(X) :- four(X).
four(X) :- five(X).
five(X) :- X > a.
"""
ENDLESS = """\
:- table climb/1.
climb(X) :- climb(Y), X is Y+1.
climb(0).
left(X, Y) :-
    left(X, Z),
    Y = Z.
ping(X) :-
    pong(X),
    true.
pong(X) :-
    ping(X),
    true.
factorial(0, 1) :-
    fail.
factorial(N, F) :-
    M is N-1,
    factorial(M, G),
    F is N*G.
endless(X) :- endless(X).
natural(0).
natural(N) :- natural(M), N is M+1.
"""
ERRORS: dict[str, tuple[str, str, str]] = {
    "in findall": ("findall(Y, ( member(X, [1]), bad(X, Y) ), _)", "Y is Z + foo", "bad/2"),
    "in maplist": ("maplist(bad, [1], _)", "Y is Z + foo", "bad/2"),
    "a closure nobody defines": ("maplist(nowhere(1), [1])", "nowhere(1)", "run/1"),
    "in a lambda": ("maplist([X, Y]>>( Z = X, Y is Z + foo ), [1], _)", "Y is Z + foo ", "run/1"),
    "in foldl": ("foldl([X, A0, A]>>( A is A0 + X ), [1, x], 0, _)", "A is A0 + X", "run/1"),
    "in forall": ("forall(member(X, [1, y]), X > 0)", "X > 0", "run/1"),
    "in a negation": ("\\+ ( member(X, [z]), X > 0 )", "X > 0", "run/1"),
    "in a condition": ("( member(X, [z]), X =:= 0 -> true ; true )", "X =:= 0", "run/1"),
    "in then": ("( true -> atom_length(_, _) ; true )", "atom_length(_, _)", "run/1"),
    "in else": ("( fail -> true ; atom_length(_, _) )", "atom_length(_, _)", "run/1"),
    "after a soft condition": ("( member(X, [1, q]) *-> X > 5 ; true )", "X > 5", "run/1"),
    "in a grammar": ("phrase(digits_then(_), [0'1, 0'a])", "C > foo", "digits_then//1"),
    "in a grammar body": ("phrase(( \"a\", rest ), [0'a, 0'b])", "atom_length(_, _)", "rest//0"),
    "thrown again": ("catch(bad(1, _), E, ( true, throw(E) ))", "Y is Z + foo", "bad/2"),
    "thrown instead": ("catch(bad(1, _), _, throw(own(1)))", "throw(own(1))", "run/1"),
    "not caught": ("catch(bad(1, _), nothing, true)", "Y is Z + foo", "bad/2"),
    "in a sum": ("aggregate_all(sum(X), member(X, [a]), _)", "aggregate_all(sum(X), member(X, [a]), _)", "run/1"),
    "in a count": ("aggregate_all(count, bad(1, _), _)", "Y is Z + foo", "bad/2"),
    "in bagof": ("bagof(Y, X^( member(X, [1]), bad(X, Y) ), _)", "Y is Z + foo", "bad/2"),
    "in setof": ("setof(Y, nowhere(Y), _)", "nowhere(Y)", "run/1"),
    "in once": ("once(bad(1, _))", "Y is Z + foo", "bad/2"),
    "unknown at run time": ("G = nowhere(1), call(G)", "call(G)", "run/1"),
    "unsafe at run time": ("G = shell(ls), call(G)", "call(G)", "run/1"),
    "in captured output": ("with_output_to(string(_), write_bad(1))", "Y is Z + foo", "bad/2"),
    "in arithmetic": ("X is foo+1, X > 0", "X is foo+1", "run/1"),
    "in call": ("call(bad, 1, _)", "Y is Z + foo", "bad/2"),
    "in a predicate of ours that calls": ("twice(bad(1), _)", "Y is Z + foo", "bad/2"),
    "in a tabled predicate": ("path(1, _)", "Y is X + bar", "edge/2"),
    "no rule matches": ("match(x)", "match(x)", "run/1"),
    "far below": ("one(1)", "X > a", "five/1"),
    "in the library": ("nth0(a, [1], _)", "nth0(a, [1], _)", "run/1"),
    "a parameter": ("param(nothing, _)", "param(nothing, _)", "run/1"),
    "after other solutions": ("( fail ; 1 =:= 2 ; bad(1, _) )", "Y is Z + foo", "bad/2"),
}
"""A goal, the goal that is to blame for its error, and the predicate that this stands in."""
LIMITS: dict[str, tuple[str, str, str, str]] = {
    "left recursion": ("left(1, _)", "left(X, Z)", "left/2", "with the same arguments, so it never ends"),
    "mutual recursion": ("ping(1)", "pong(X)", "ping/1", "by way of pong/1 with the same arguments"),
    "a base case never met": ("factorial(-1, _)", "factorial(M, G)", "factorial/2", "factorial(-1,_), factorial(-2,_)"),
    "a number too large": ("N is 9^9^9, N > 0", "N is 9^9^9", "run/1", "no budget changes that"),
    "repeat": ("repeat, fail", "repeat", "run/1", "repeat/0 gives one answer after the other"),
    "between": ("between(1, inf, X), X < 0", "between(1, inf, X)", "run/1", "between/3 gives one answer"),
    "collected": ("findall(X, between(1, inf, X), _)", "between(1, inf, X)", "run/1", "between/3 gives one answer"),
    "a generator of ours": ("natural(X), X < 0", "natural(X)", "run/1", "natural/1 gives one answer"),
    "endless in maplist": ("maplist(endless, [1])", "endless(X)", "endless/1", "it never ends"),
    "tabled": ("climb(_), fail", "climb(_)", "run/1", "if it only needs more"),
}
"""A goal that does not end, the goal to blame, its predicate, and what the hint says."""
IN_C = {"left recursion", "a number too large", "a generator of ours"}
"""What is asked in C, too, which takes long, and then has Python answer."""
Load = Callable[..., Any]
LOADERS: Mapping[str, Load] = {"swi": SwiGame, "python": CompiledGame, "c": CGame}


def rules(helpers: str, cases: Mapping[str, tuple[str, ...]]) -> str:
    """Write a game in which each case is a position whose moves run its goal."""
    facts = [f"case('{name}').\n" for name in cases]
    return GAME + helpers + "".join((*facts, *(f"run('{name}') :- {case[0]}.\n" for name, case in cases.items())))


def load(text: str, reasoner: str, **options: Any) -> Any:
    program, findings = read_program(Source("test.pl", text))
    assert not findings, findings
    return LOADERS[reasoner](program, **options)


@pytest.fixture(scope="module")
def games() -> Mapping[str, Any]:
    return {reasoner: load(rules(FAULTY, ERRORS), reasoner) for reasoner in LOADERS}


@pytest.fixture(scope="module")
def hurried() -> Mapping[str, Any]:
    text, patient = rules(ENDLESS, LIMITS), replace(BUDGET, seconds=60)
    return {name: in_haste(load(text, name, budget=replace(patient)), BUDGET.seconds) for name in LOADERS}


def position(case: str) -> Term:
    return Compound("at", (Atom(case),))


def fault(game: Any, ask: Callable[[Any], object]) -> RuleRuntimeError:
    with pytest.raises(RuleRuntimeError) as caught:
        ask(game)
    return caught.value


def blamed(error: RuleRuntimeError) -> str:
    """Give the text that the caret stands below."""
    assert error.place is not None, error
    start = error.place.column - 1
    return error.place.text[start : start + error.place.width]


@pytest.mark.parametrize("case", ERRORS)
def test_an_error_leads_to_the_goal_in_every_reasoner(games: Mapping[str, Any], case: str) -> None:
    _, goal, predicate = ERRORS[case]
    errors = {r: fault(game, lambda game: game.expand(game.state(position(case)))) for r, game in games.items()}
    assert len({str(error) for error in errors.values()}) == 1, errors
    error = errors["python"]
    assert blamed(error) == goal.strip()
    assert error.reason.startswith(f"in {predicate}: ")
    assert error.called is not None
    assert error.called.startswith("move/3 → run/1 (line 14)")


@pytest.mark.parametrize("case", LIMITS)
def test_a_limit_leads_to_the_goal_in_every_reasoner(
    hurried: Mapping[str, Any], monkeypatch: pytest.MonkeyPatch, case: str
) -> None:
    monkeypatch.setattr(replay, "MOST_GOALS", 10_000)
    _, goal, predicate, hint = LIMITS[case]
    for reasoner, game in hurried.items():
        if reasoner == "c" and case not in IN_C:
            continue
        error = fault(game, lambda game: game.expand(game.state(position(case))))
        assert isinstance(error, RuleLimitError)
        assert blamed(error) == goal
        used = rf"{predicate} used (more than (0\.5 s|64 M|a million|300,000 i)|all memory)"
        assert re.match(f"{used}|in {predicate}: what is/2 would make is larger than rules may have", error.reason), (
            error
        )
        assert error.hint is not None
        assert hint in error.hint
        assert error.finding().place == error.place


@pytest.mark.parametrize("case", ["left recursion", "repeat", "between"])
def test_a_pause_of_the_machine_before_the_first_goal_does_not_hide_it(
    hurried: Mapping[str, Any], monkeypatch: pytest.MonkeyPatch, case: str
) -> None:
    hours = itertools.count(0.0, 3600.0)
    monkeypatch.setattr(machine, "time", SimpleNamespace(thread_time=lambda: next(hours)))
    game = hurried["python"]
    error = fault(game, lambda game: game.expand(game.state(position(case))))
    assert blamed(error) == LIMITS[case][1]


def test_a_chain_is_told_with_its_lines_and_shortened_where_it_is_long(games: Mapping[str, Any]) -> None:
    error = fault(games["python"], lambda game: game.expand(game.state(position("far below"))))
    assert error.called == "move/3 → run/1 (line 14) → … → four/1 (line 34) → five/1 (line 35)"
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.called) == (str(error), error.called)
    assert "\ncalled: move/3 → run/1" in str(error)
    assert error.finding().as_json()["called"] == error.called


def test_a_refused_call_stays_one(games: Mapping[str, Any]) -> None:
    for game in games.values():
        error = fault(game, lambda game: game.expand(game.state(position("unsafe at run time"))))
        assert isinstance(error, UnsafeCallError)


HEAD = "player(a). player(b).\ninitial(s).\n"
MOVE = HEAD + "to_move(_, a).\nmove(s, m, t).\n"
OVER = MOVE + "terminal(s).\n"
ASKED: dict[str, tuple[str, Callable[[Any], object], str]] = {
    "terminal": (MOVE + "utility(t, 0).\nterminal(S) :-\n    S > 1.\n", lambda g: g.expand(g.initial), "S > 1"),
    "to_move": (
        HEAD + "move(s, m, t).\nutility(t, 0).\nto_move(S, P) :-\n    arg(1, S, P).\n",
        lambda g: g.to_move(g.initial),
        "arg(1, S, P)",
    ),
    "no player": (
        HEAD + "move(s, m, t).\nutility(t, 0).\nto_move(s, P) :-\n    P = z.\n",
        lambda g: g.to_move(g.initial),
        "P = z",
    ),
    "utility": (OVER + "utility(S, V) :-\n    V is S + 1.\n", lambda g: g.expand(g.initial), "V is S + 1"),
    "no number": (
        OVER + "utility(S, V) :- worth(S, V).\nworth(s, V) :-\n    ( true -> W = 0 - 1 ; W = 1 ),\n    V = W.\n",
        lambda g: g.expand(g.initial),
        "V = W",
    ),
    "no number in a fact": (OVER + "utility(t, 1).\nutility(s, win).\n", lambda g: g.expand(g.initial), "win"),
    "order": (
        MOVE + "utility(t, 0).\norder(S, M, V) :-\n    V is S + M.\n",
        lambda g: g.score_moves(g.initial),
        "V is S + M",
    ),
    "canonical": (
        MOVE + "utility(t, 0).\ncanonical(S, C) :-\n    atom_length(S, N),\n    arg(N, S, C).\n",
        lambda g: g.canonical(g.initial),
        "arg(N, S, C)",
    ),
    "show": (
        MOVE + "utility(t, 0).\nshow(_, X) :-\n    atom_length(_, X), X > 0.\n",
        lambda g: g.show(g.initial),
        "atom_length(_, X)",
    ),
    "notation": (
        MOVE + "utility(t, 0).\nnotation(S, X) :-\n    X is S.\n",
        lambda g: g.text(g.initial),
        "X is S",
    ),
    "move_notation": (
        MOVE + "utility(t, 0).\nmove_notation(_, M, X) :-\n    X is M.\n",
        lambda g: g.move_text(Atom("m"), g.initial),
        "X is M",
    ),
    "staticval": (
        MOVE + "utility(t, 0).\nstaticval(S, V) :-\n    V is S.\n",
        lambda g: g.staticval(g.initial),
        "V is S",
    ),
    "textbook": (
        "initial(a).\nmax_to_move(_).\nstaticval(_, 0).\nmoves(P, L) :-\n    msort(P, L).\n",
        lambda g: g.expand(g.initial),
        "msort(P, L)",
    ),
    "romanian": (
        "initial(a).\nmutare_max(_).\nmutari(_, []).\nstaticval(P, V) :-\n    V is P.\n",
        lambda g: g.expand(g.initial),
        "V is P",
    ),
}
"""Rules, a question to them, and the goal or answer that is to blame for how it ends."""


@pytest.mark.parametrize("case", ASKED)
def test_every_question_of_the_contract_is_replayed(case: str) -> None:
    text, ask, goal = ASKED[case]
    errors = [fault(load(text, reasoner), ask) for reasoner in ("swi", "python")]
    assert [blamed(error) for error in errors] == [goal, goal]
    assert len({str(error) for error in errors}) == 1


def test_a_value_that_nothing_has_computed_is_told() -> None:
    text = OVER + "utility(s, V) :-\n    worth(A, B),\n    V = A * B.\nworth(2, 3).\n"
    for reasoner in ("swi", "python"):
        error = fault(load(text, reasoner), lambda game: game.expand(game.initial))
        assert error.reason == "utility/2 must give a number, not 2*3"
        assert blamed(error) == "V = A * B"
        assert error.hint == (
            "2*3 is a term that nothing has computed (test.pl:8:5: V=A*B): `is` computes, `=` does not"
        )


def test_a_position_that_nothing_has_computed_is_told() -> None:
    text = HEAD.replace("initial(s)", "initial(0)") + (
        "to_move(_, a).\nutility(_, 0).\nterminal(S) :- S == 2.\nmove(N, one, S) :-\n    N < 2,\n    S = N + 1.\n"
    )
    for reasoner in ("swi", "python"):
        game = load(text, reasoner)
        middle = game.expand(game.initial).children[0]
        last = game.expand(middle).children[0]
        error = fault(game, lambda game, last=last: game.expand(last))
        assert error.position == "0+1+1"
        assert error.hint is not None
        assert "test.pl:8:5: S=N+1" in error.hint
        assert "`is` computes, `=` does not" in error.hint


def test_an_error_in_an_included_file_is_found_there(tmp_path: Path) -> None:
    (tmp_path / "part.pl").write_text("helper(X) :-\n    Y = X,\n    Y > 1.\n")
    rules = tmp_path / "game.pl"
    rules.write_text(
        ":- include(part).\n" + MOVE.replace("move(s, m, t).", "move(S, m, t) :-\n    helper(S).") + "utility(t, 0).\n"
    )
    told = set()
    for reasoner in ("swi", "python", "c"):
        game = pyengine.load(rules, reasoner=reasoner)
        error = fault(game, lambda game: game.expand(game.initial))
        assert error.place is not None
        assert (Path(error.place.file).name, error.place.line, blamed(error)) == ("part.pl", 3, "Y > 1")
        told.add(str(error))
    assert len(told) == 1


def test_what_only_swi_prolog_can_do_keeps_the_place_of_the_clause() -> None:
    text = MOVE.replace("move(s, m, t).", "move(S, m, t) :-\n    freeze(X, X > S),\n    X = 1.") + "utility(t, 0).\n"
    error = fault(load(text, "swi"), lambda game: game.expand(game.initial))
    assert error.place is not None
    assert error.place.line == 4


HOSTILE = {
    "X = f(X), X == X, atom_length(X, _)": None,
    "numlist(1, 49999999, L), msort(L, M), M = x": "numlist(1, 49999999, L)",
    "functor(T, f, 9999999), T =.. L, length(L, a)": "functor(T, f, 9999999)",
    "G = (true, G), call(G)": "call(G)",
    "X = [a|X], maplist(foo, X)": None,
    "length(L, 40000000), L = x": "length(L, 40000000)",
    "catch(repeat, _, true), throw(x)": "throw(x)",
}
"""Goals, and what a replay blames for it that they do not end; None where it comes to no such end."""


@pytest.mark.parametrize("goal", hunted_but(lambda goal: not re.search(r"\d{7}", goal), HOSTILE))
def test_a_replay_survives_whatever_rules_do(goal: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "_SECONDS_OF_ONE_GOAL", 0.2)
    program, _ = read_program(Source("test.pl", MOVE.replace("move(s, m, t).", f"move(s, m, t) :- {goal}.")))
    question = Question("expand", Atom("s"), (), (Atom("a"), Atom("b")))
    found = replay.find_blame(program, {}, question, None, BUDGET)
    place = None if found is None else found.place
    assert HOSTILE[goal] == (place and place.text[place.column - 1 :][: place.width])
    replay.find_blame(program, {}, question, Compound("error", (Atom("instantiation_error"), Var("_"))), BUDGET)


def test_what_is_read_from_people_is_not_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "find_blame", None)
    text = MOVE + "utility(t, 0).\nnotation(S, T) :- loop(S, T).\nloop(S, T) :- loop(S, T).\n"
    game = load(text, "python", budget=BUDGET)
    with pytest.raises(RuleLimitError):
        game._ask("read_notation", None, String("x"))


def test_the_check_finds_the_goal_that_does_not_end(tmp_path: Path) -> None:
    rules = tmp_path / "rec.pl"
    rules.write_text(
        MOVE.replace("move(s, m, t).", "move(S, m, T) :-\n    step(S, T).\nstep(S, T) :-\n    step(S, U),\n    T = U.")
        + "utility(t, 0).\n"
    )
    found = pyengine.check_file(rules, budget=BUDGET)
    limits = [finding for finding in found if finding.code == "rule-limit"]
    assert len(limits) == 1
    assert limits[0].place is not None
    assert (limits[0].place.line, limits[0].place.column) == (7, 5)


@pytest.mark.parametrize("position_", [List(()), 3])
def test_a_position_that_the_rules_do_not_know_has_an_error_of_its_own(
    games: Mapping[str, Any], position_: Term
) -> None:
    for game in games.values():
        with pytest.raises(PyengineError):
            game.expand(game.state(position_))


@pytest.mark.parametrize("reasoner", ["swi", "python"])
def test_of_a_term_that_is_too_long_to_take_in_the_beginning_is_told(reasoner: str) -> None:
    text = rules(
        "deep(0, z) :- !.\ndeep(N, s(T)) :- M is N-1, deep(M, T).\n", {"x": ("deep(5000, T), atom_length(T, _)",)}
    )
    game = load(text, reasoner)
    error = fault(game, lambda game: game.expand(game.state(position("x"))))
    assert "s(s(s(" in str(error)
    assert len(str(error)) < 2_000


def test_a_call_and_its_replay_take_less_than_twice_its_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []
    guard = replay.guard

    def noted(budget: Budget, clock: Callable[[], float]) -> Callable[..., Any]:
        given.append(budget.seconds)
        return guard(budget, clock)

    monkeypatch.setattr(replay, "guard", noted)
    text = MOVE.replace("move(s, m, t).", "move(s, m, t) :- loop.\nloop :- loop.") + "utility(t, 0).\n"
    game = in_haste(load(text, "python", budget=replace(BUDGET, seconds=60)), 0.2)
    with pytest.raises(RuleLimitError):
        game.actions(game.initial)
    (seconds,) = given
    assert 0 < seconds < 0.75 * 0.2


@pytest.mark.parametrize("reasoner", ["swi", "python", "c"])
@pytest.mark.parametrize(
    "ball", ["error(resource_error(x),y)", "inference_limit_exceeded", "pyengine(limit(inferences))"]
)
def test_a_thrown_term_that_looks_like_a_limit_is_told_as_thrown(reasoner: str, ball: str) -> None:
    text = MOVE.replace("move(s, m, t).", f"move(s, m, t) :- throw({ball}).") + "utility(t, 0).\n"
    game = load(text, reasoner, budget=BUDGET)
    with pytest.raises(RuleRuntimeError) as caught:
        game.actions(game.initial)
    assert not isinstance(caught.value, RuleLimitError)
    assert f"in move/3: uncaught exception {ball}" in str(caught.value)
    assert caught.value.place is not None
    assert caught.value.place.text[caught.value.place.column - 1 :].startswith("throw(")


@pytest.mark.parametrize("goal", ["term_to_atom(_, '{|x||y|}')", "term_to_atom(_, 'a b')"])
def test_what_only_swi_prolog_has_leads_to_its_goal(goal: str) -> None:
    text = MOVE.replace("move(s, m, t).", f"move(s, m, t) :- X = s, X == s, {goal}.") + "utility(t, 0).\n"
    game = load(text, "swi", budget=BUDGET)
    with pytest.raises(RuleRuntimeError) as caught:
        game.actions(game.initial)
    assert caught.value.place is not None
    assert caught.value.place.text[caught.value.place.column - 1 :].startswith(goal[:6])


def test_c_hands_over_to_python_while_there_is_time_left() -> None:
    text = MOVE.replace("move(s, m, t).", "move(s, m, t) :- down(1500000).") + "utility(t, 0).\n"
    text += "down(0) :- !.\ndown(N) :- M is N - 1, down(M).\n"
    escapes = []
    for seconds in (0.2, 10.0):
        game = load(text, "c", budget=Budget(seconds=seconds))
        with contextlib.suppress(RuleLimitError):
            game.expand(game.initial)
        escapes.append(dict(game.escapes))
    assert escapes == [{"steps": 1}, {}]
