"""A closed game leaves nothing in SWI-Prolog: no module, predicate or source file, and nothing that another sees."""

from __future__ import annotations

import gc

import pytest

from pyengine.errors import QueryError, RuleRuntimeError, TermSyntaxError
from pyengine.language.reading.reader import read_program
from pyengine.language.source import Source
from pyengine.reasoners.swi.border import GENEROUS, border, take_term
from pyengine.reasoners.swi.containment import is_contained
from pyengine.terms import Atom, Compound, List, Var
from tests.reasoners.conftest import COUNTDOWN, load_text
from tests.reasoners.test_dropping import survives

KINDS = {
    "plain": "",
    "imports": ":- use_module(library(lists)).\n:- use_module(library(aggregate)).\n:- use_module(library(assoc)).\n"
    "sum{0}(L, S) :- foldl([X, A, B]>>(B is A+X), L, 0, S).\nsome{0}(S) :- aggregate_all(count, member(_, [a]), S).\n",
    "operators": ":- op(700, xfx, ===>).\n:- op(200, xfy, &).\nrule{0}(a & b ===> c).\n",
    "flags": ':- set_prolog_flag(double_quotes, codes).\ntext{0}("abc").\n',
    "tables": ":- table path{0}/2.\npath{0}(X, Y) :- path{0}(X, Z), edge{0}(Z, Y).\npath{0}(X, Y) :- edge{0}(X, Y).\n"
    "edge{0}(1, 2). edge{0}(2, 3).\nnoisy(_) :- path{0}(1, 3).\n",
    "own library predicates": "append([], L, L).\nappend([H|T], L, [H|R]) :- append(T, L, R).\nlast([X], X).\n",
    "grammars": "hello{0} --> [hello], name{0}.\nname{0} --> [world].\n:- dynamic fact{0}/1.\n"
    ":- discontiguous d{0}/1.\nd{0}(1).\nall{0} :- phrase(hello{0}, [hello, world]).\n",
    "answers": "staticval(_, 1).\norder(_, take(K), K).\ncanonical(S, S).\nnoisy(_).\n",
}
CHANGING = ":- dynamic seen{0}/1.\nseen{0}(0).\nnoisy(_) :- retract(seen{0}(N)), M is N+1, assertz(seen{0}(M)).\n"
TEXTBOOK = "initial(p(3)).\nmoves(p(N), [p(M)]) :- N > 0, M is N-1.\nstaticval(p(0), 1).\nmax_to_move(_).\n"


def play(text: str, trust: bool) -> None:
    game = load_text(text, trust=trust)
    assert len(game.expand(game.initial).moves) > 0
    assert game.query("true") == [{}]
    if "noisy" in game.offers:
        assert game.noisy(game.initial)
    game.close()


def counts() -> dict[str, int]:
    """What SWI-Prolog holds, after it has collected what is garbage."""
    gc.collect()
    here = border()
    for collect in ("garbage_collect_clauses", "garbage_collect_atoms"):
        here.library.call_predicate(None, 0, here.predicate(collect, 0, "system"), 0)
    found = {}
    for key in ("modules", "predicates", "functors"):
        number = here.ask(here.predicate("statistics", 2, "system"), [Atom(key)], take_term, GENEROUS)
        assert isinstance(number, int)
        found[key] = number
    files = here.ask(
        here.predicate("findall", 3, "system"),
        [Var("F"), Compound("source_file", (Var("F"),))],
        take_term,
        GENEROUS,
    )
    assert isinstance(files, List)
    found["files"] = len(files.items)
    return found


@pytest.fixture(autouse=True)
def _games_of_other_tests_are_gone() -> None:
    gc.collect()


def require_no_growth(before: dict[str, int], rounds: int) -> None:
    """What a round leaves behind there is once a round; SWI-Prolog itself may get to know a predicate at any time."""
    after = counts()
    assert after["modules"] <= before["modules"]
    assert after["files"] <= before["files"]
    assert after["predicates"] - before["predicates"] < rounds
    assert after["functors"] - before["functors"] < rounds


@pytest.mark.parametrize("trust", [False, True], ids=["guarded", "trusted"])
@pytest.mark.parametrize("kind", [*KINDS, "textbook"])
def test_a_closed_game_leaves_nothing(kind: str, trust: bool) -> None:
    text = TEXTBOOK if kind == "textbook" else KINDS[kind].replace("{0}", "") + COUNTDOWN
    for _ in range(3):
        play(text, trust)
    before = counts()
    for _ in range(6):
        play(text, trust)
    if kind == "tables":  # each has a closure, by whose name SWI-Prolog makes a functor
        before["functors"] += 6
    require_no_growth(before, 6)


def test_trusted_rules_that_change_leave_nothing() -> None:
    text = CHANGING.replace("{0}", "") + COUNTDOWN
    for _ in range(3):
        play(text, trust=True)
    before = counts()
    for _ in range(6):
        play(text, trust=True)
    require_no_growth(before, 6)


def test_of_new_names_only_the_names_are_kept() -> None:
    """SWI-Prolog 9 never forgets a functor: forty bytes, and its name."""
    for number in range(3):
        play(KINDS["grammars"].replace("{0}", f"_a{number}") + COUNTDOWN, trust=False)
    before = counts()
    for number in range(6):
        play(KINDS["grammars"].replace("{0}", f"_b{number}") + COUNTDOWN, trust=False)
    before["functors"] += 6 * 5
    require_no_growth(before, 6)


def test_a_file_that_is_refused_leaves_nothing() -> None:
    def refuse() -> None:
        with pytest.raises(RuleRuntimeError):
            load_text(COUNTDOWN.replace("parameter(start, 5).", "parameter(start, _)."))

    for _ in range(3):
        refuse()
    before = counts()
    for _ in range(5):
        refuse()
    require_no_growth(before, 5)


FIRST = """\
:- op(700, xfx, ===>).
:- set_prolog_flag(double_quotes, codes).
:- use_module(library(assoc)).
:- dynamic fact/1.
:- table reach/1.
reach(first).
fact(first).
text("a").
arrow(a ===> b).
append(first, first, first).
"""
SECOND = """\
text("a").
asks(G) :- call(G).
"""


@pytest.mark.parametrize("trust", [(False, False), (False, True), (True, False), (True, True)])
def test_a_game_sees_nothing_of_an_earlier_one(trust: tuple[bool, bool]) -> None:
    first = load_text(FIRST + COUNTDOWN, trust=trust[0])
    assert first.query("text([97]), append(first, first, first), reach(X), fact(X)")
    used = first._rules.loaded.rules
    first.close()
    second = load_text(SECOND + COUNTDOWN, trust=trust[1])
    assert second._rules.loaded.rules != used
    assert second.query("text(T), string(T)")
    assert not second.query("append(X, Y, [a]), X == first")
    assert len(second.query("append(X, Y, [a])")) == 2
    for unknown in ("fact(_)", "reach(_)", "arrow(_)"):
        with pytest.raises((QueryError, RuleRuntimeError), match=r"nknown procedure|does not exist|not defined"):
            second.query(unknown)
    with pytest.raises(TermSyntaxError):
        second.query("X = (a ===> b)")
    second.close()


def test_what_was_generated_is_hidden_from_rules() -> None:
    game = load_text(
        "p(X, Y) :- call('$game expand', X, Y).\nq(X) :- '$game value'(start, X).\n" + COUNTDOWN, trust=False
    )
    for goal in ("p(5, X)", "q(X)", "'$game step'(5, moves, X)"):
        with pytest.raises((QueryError, RuleRuntimeError)):
            game.query(goal)


def test_moves_that_are_held_are_answered_after_closing() -> None:
    game = load_text(COUNTDOWN)
    moves = game.expand(game.initial).moves
    game.close()
    load_text(COUNTDOWN)
    assert len(list(moves)) == 2


@pytest.mark.parametrize(
    ("text", "contained"),
    [
        ("p(1).", True),
        (":- dynamic p/1.\nq :- assertz(p(1)), retract(p(_)), format('~w', [x]), nl.", True),
        (":- use_module(library(lists)).\n:- use_module(library(lists), [append/3]).\nq(X) --> [X], {X > 1}.", True),
        (":- use_module(library(prolog_wrap)).", False),
        (":- use_module(other).", False),
        ("p :- assertz((user:q :- r)).", False),
        (":- multifile user:portray/1.\nuser:portray(x).", False),
        ("p :- thread_create(q, _, []).", False),
        ("p :- maplist(thread_create, [q], _).", False),
        ("p :- on_signal(int, _, q).", False),
        (":- initialization(p).", False),
        ("p :- '$set_source_module'(_, x).", False),
        ("p :- G = [import], maplist(call, G).", False),
        ("p :- alarm(1, q, _, []).", False),
        ("p :- format_predicate(q, r(_, _)).", False),
        ("p :- wrap_predicate(q, x, W, W).", False),
    ],
)
def test_containment(text: str, contained: bool) -> None:
    assert is_contained(read_program(Source("x.pl", text))[0]) is contained


def test_what_trusted_rules_leave_elsewhere_stays_callable() -> None:
    survives(
        """
        text = COUNTDOWN + "helper(1).\\nleave :- assertz((user:left(X) :- helper(X))).\\n:- leave.\\n"
        for turn in range(3):
            game = load_text(text, trust=True)
            other = load_text(COUNTDOWN, trust=True)
            assert turn or len(other.query("user:left(X)")) == 1
            game.close()
            for _ in range(20):
                load_text(COUNTDOWN).close()
            try:
                other.query("user:left(X)")
            except PyengineError:
                pass
        asked = load_text(COUNTDOWN + "helper(1).\\n", trust=True)
        asked.query("assertz((user:right(X) :- helper(X)))")
        asked.close()
        del asked
        for _ in range(20):
            load_text(COUNTDOWN).close()
        try:
            other.query("user:right(X)")
        except PyengineError:
            pass
        """
    )


def test_games_closed_in_one_thread_with_tables_of_another() -> None:
    survives(
        """
        text = COUNTDOWN + ":- table reach/2.\\nreach(X, Y) :- reach(X, Z), step(Z, Y).\\nreach(X, Y) :- step(X, Y).\\n"
        text += "step(X, Y) :- between(1, 9, X), Y is X+1.\\nnoisy(_) :- reach(1, 5).\\n"
        games, answered = [], threading.Barrier(2)
        def table():
            for _ in range(6):
                game = load_text(text)
                assert game.noisy(game.initial)
                games.append(game)
                del game
                answered.wait()
                answered.wait()
        def close():
            for _ in range(6):
                answered.wait()
                games.pop().close()
                for _ in range(4):
                    fresh = load_text(text)
                    assert fresh.noisy(fresh.initial)
                    fresh.close()
                answered.wait()
        together(table, close)
        """
    )
