"""The contract's one table, and that everything derived from it agrees."""

import inspect
import itertools
import unicodedata
from pathlib import Path

import pytest

import pyengine
from pyengine.language.contract import ARGUMENTS, ASKED, CONTRACT, OWN, QUESTIONS, alternatives, interface
from pyengine.language.contract_texts import texts
from pyengine.optional_checker import examples, is_answer
from pyengine.reasoners.rule_game import RuleGame

ROOT = Path(__file__).parents[2]
GAME = """
player(max). player(min).
initial(s(max, 3)).
to_move(s(P, _), P).
move(s(P, N), K, s(Q, M)) :- member(K, [1, 2]), K =< N, M is N - K, other(P, Q).
other(max, min). other(min, max).
"""
WORTHS = {
    ("utility", 2): "utility(s(P, _), V) :- ( P == max -> V = -1 ; V = 1 ).",
    ("utility", 3): "utility(s(P, _), Q, V) :- ( P == Q -> V = -2 ; V = 2 ).",
    ("outcome", 3): "outcome(s(P, _), Mem, V) :- length(Mem, N), ( P == max -> V is -N ; V = N ).",
    ("outcome", 4): "outcome(s(P, _), Mem, Q, V) :- length(Mem, N), ( P == Q -> V is -N ; V = N ).",
}
OVERS = {("terminal", 1): "terminal(s(_, 0)).", ("terminal", 2): "terminal(s(_, 0), _)."}
ASKED_OF_POSITIONS = """
category(s(P, N), class(P, R)) :- R is N mod 2.
expected(class(_, R), V) :- V is R / 2.
noisy(s(_, N)) :- N mod 2 =:= 1.
cutoff(s(_, N), Depth) :- N + Depth > 4.
repetition(s(P, N), P/R) :- R is N mod 3.
"""
"""Every optional question about a position, each with several answers among the positions of the game."""
REASONERS = ("swi", "python", "c")


def test_the_files_made_of_the_table_are_up_to_date():
    for path, text in texts(ROOT).items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name}: run `make contract`"


def test_every_row_says_what_it_is():
    for entry in ASKED:
        assert {ARGUMENTS[argument] for argument in entry.arguments}
        assert all(len(mode.pattern) == entry.arity for mode in entry.modes)
        assert entry.meaning
        assert entry.since
    for entry in CONTRACT:
        assert entry.needed or entry.default or entry.role == "worth", f"what holds without {entry.form}?"
        assert not entry.requires or entry.requires in OWN


def test_a_question_is_a_method_of_every_game():
    assert QUESTIONS
    for reasoner in REASONERS:
        game = pyengine.load("nim", reasoner=reasoner)
        for question in QUESTIONS:
            for given in examples(question):
                answer = getattr(game, question.name)(game.initial, *given)
                assert answer is (None if question.wanted else False)
            declared = inspect.signature(getattr(RuleGame, question.name)).parameters
            assert len(declared) == 2 + len(question.given)


def test_reasoners_give_the_same_answers_to_every_question(tmp_path):
    path = tmp_path / "game.pl"
    path.write_text(GAME + WORTHS["utility", 2] + ASKED_OF_POSITIONS)
    games = [pyengine.load(path, reasoner=reasoner) for reasoner in REASONERS]
    assert [game.reasoner for game in games] == list(REASONERS)
    texts = [f"s({player},{left})" for player in ("max", "min") for left in range(4)]
    for question in QUESTIONS:
        told = []
        for game in games:
            assert question.offer in game.offers, f"{question.form}: a clause of it is missing above"
            ask, states = getattr(game, question.name), [game.parse_state(text) for text in texts]
            told.append([ask(state, *given) for state in states for given in examples(question)])
        assert told[0] == told[1] == told[2], question.form
        assert len({*map(str, told[0])}) > 1, f"{question.form}: the game has one answer to it"
        assert all(is_answer(question, answer) for answer in told[0])
    estimates = [[game.staticval(game.parse_state(text)) for text in texts] for game in games]
    assert estimates[0] == estimates[1] == estimates[2] == [0, 0.5, 0, 0.5] * 2
    assert [[type(value) for value in found] for found in estimates[1:]] == [[*map(type, estimates[0])]] * 2


STATES = """
state(s(P, N)) :- player(P), N >= 0, N =< 3.
"""


@pytest.mark.parametrize("worth", [("utility", 2), ("outcome", 3)])
@pytest.mark.parametrize("reasoner", REASONERS)
def test_rules_say_what_is_a_position(reasoner, worth, tmp_path):
    path = tmp_path / "game.pl"
    path.write_text(GAME + WORTHS[worth] + STATES)
    game = pyengine.load(path, reasoner=reasoner)
    memory = "-[]" if worth[0] == "outcome" else ""
    assert game.reasoner == reasoner
    for good in ("s(max,3)", "s(min,0)"):
        assert game.parse_state(good + memory) in pyengine.states(pyengine.load(path, reasoner=reasoner, start=good))
    for wrong in ("s(max,4)", "s(nobody,1)", "s(max,a)", "s(max,1,1)", "zzz", "7", "[]"):
        with pytest.raises(pyengine.InvalidStateError, match="is not a position of game: ") as told:
            game.parse_state(wrong + memory)
        assert str(told.value).endswith(f"(an example: {game.text(game.initial)})")
        with pytest.raises(pyengine.InvalidStateError, match="is not a position of game: "):
            pyengine.load(path, reasoner=reasoner, start=wrong)
    with pytest.raises(pyengine.InvalidStateError, match="a/0' is not a function"):
        game.parse_state("s(max,a)" + memory)
    assert getattr(game, "is_as_loaded", True), "what is no position is nothing to compile the rules again for"


DRAWN = """
board(s(_, N), [[N, x]]).
layout(points([point(a, 0, 0), point(b, 1, 0.5)], [line(a, b)])).
look(x, disc(black)).
shapes(s(_, N), [circle(N, 0, 1, [fill(red), cell(a)])]) :- N > 0.
"""


def test_reasoners_say_the_same_of_pictures(tmp_path):
    path = tmp_path / "game.pl"
    path.write_text(GAME + WORTHS["utility", 2] + DRAWN)
    for reasoner in REASONERS:
        game = pyengine.load(path, reasoner=reasoner)
        assert {"board", "layout", "look", "shapes"} <= game.offers
        assert str(game.layout) == "points([point(a,0,0),point(b,1,0.5)],[line(a,b)])"
        assert [str(game.look(pyengine.Atom(cell))) for cell in "xo"] == ["disc(black)", "None"]
        drawn = [game.shapes(game.parse_state(f"s(max,{left})")) for left in (2, 0)]
        assert [str(shapes) for shapes in drawn] == ["[circle(2,0,1,[fill(red),cell(a)])]", "None"]
        plain = pyengine.load("tree_aima", reasoner=reasoner)
        assert (plain.layout, plain.look(3), plain.shapes(plain.initial)) == (None, None, None)


@pytest.mark.parametrize("worth", sorted(WORTHS))
@pytest.mark.parametrize("overs", [(), (("terminal", 1),), (("terminal", 2),), (("terminal", 1), ("terminal", 2))])
def test_reasoners_agree_on_which_predicates_count(worth, overs, tmp_path):
    text = "\n".join([GAME, WORTHS[worth], *(OVERS[over] for over in overs)])
    path = tmp_path / "game.pl"
    path.write_text(text)
    found = interface("contract", {worth, *overs, ("initial", 1)}.__contains__)
    assert found.worth.indicator == worth
    counting = [over for over in overs if worth[0] == "outcome" or over == ("terminal", 1)]
    assert (found.over is None) == (not counting)
    games = [pyengine.load(path, reasoner=reasoner) for reasoner in REASONERS]
    for game in games:
        assert game.reasoner in REASONERS
        assert game.offers == found.offers
    results = [pyengine.minimax(game) for game in games]
    assert len({(result.values, result.nodes) for result in results}) == 1
    best = games[0].query("minimax(_, _, Val)", limit=1)[0]["Val"]
    assert (tuple(best) if found.has_utilities else (best, -best)) == results[0].values


def test_what_takes_the_memory_counts_first():
    for role, vocabulary in (("worth", "contract"), ("over", "contract")):
        takes = [entry.takes("memory") for entry in alternatives(role, vocabulary)]
        assert takes == sorted(takes, reverse=True)
    for first, second in itertools.combinations(alternatives("worth"), 2):
        assert interface("contract", {first.indicator, second.indicator}.__contains__).worth is first


SPELLINGS = ("mutari", "mut\u0103ri", "muta\u0306ri")


@pytest.mark.parametrize(
    "names",
    [("moves", "max_to_move", "min_to_move"), *((spelling, "mutare_max", "mutare_min") for spelling in SPELLINGS)],
)
@pytest.mark.parametrize("given", ["max", "min", "both"])
def test_reasoners_agree_on_whose_turn_it_is_in_a_textbook_game(names, given, tmp_path):
    moves, of_max, of_min = names
    clauses = [
        f"{moves}(a, [b, c]). {moves}(b, [d, e]).",
        "staticval(c, 1). staticval(d, 2). staticval(e, 3). initial(a).",
    ]
    clauses += [f"{of_max}(a)."] * (given != "min") + [f"{of_min}(b)."] * (given != "max")
    path = tmp_path / "game.pl"
    path.write_text("\n".join(clauses))
    games = [pyengine.load(path, reasoner=reasoner) for reasoner in REASONERS]
    assert [pyengine.minimax(game).value for game in games] == [2, 2, 2]
    assert games[0].query("minimax(_, Best, Val)", limit=1) == [{"Best": "b", "Val": 2}]


LISTING = """\
minimax(Poz,SuccBun,Val):-
    % mut\u0103rile legale de la Poz
    mut\u0103ri(Poz,ListaPoz),!,
    celmaibun(ListaPoz,SuccBun,Val);
    staticval(Poz,Val).
celmaibun([Poz],Poz,Val):-
    minimax(Poz,_,Val),!.
celmaibun([Poz1|ListaPoz],PozBun,ValBuna):-
    minimax(Poz1,_,Val1),
    celmaibun(ListaPoz,Poz2,Val2),
    maibine(Poz1,Val1,Poz2,Val2,PozBun,ValBuna).
maibine(Poz0,Val0,Poz1,Val1,Poz0,Val0):-
    mutare_min(Poz0),                               Val0>Val1,!
    ;
    mutare_max(Poz0),
    Val0<Val1,!.
maibine(Poz0,Val0,Poz1,Val1,Poz1,Val1).
"""
FIGURE = """\
mut\u0103ri(a,[b,c]). mut\u0103ri(b,[d,e]). mut\u0103ri(c,[f,g]).
mut\u0103ri(d,[h,i]). mut\u0103ri(e,[j,k]). mut\u0103ri(f,[l,m]). mut\u0103ri(g,[n,o]).
mutare_max(P) :- memberchk(P, [a,d,e,f,g]).
mutare_min(P) :- memberchk(P, [b,c,h,i,j,k,l,m,n,o]).
staticval(h,1). staticval(i,4). staticval(j,5). staticval(k,6).
staticval(l,2). staticval(m,1). staticval(n,1). staticval(o,1).
initial(a).
"""


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_the_listing_of_the_romanian_notes_runs_as_it_is_printed(form, tmp_path):
    """Its own minimax/3 is asked, whose ties go to the last of equals: ours go to the first."""
    path = tmp_path / "joc.pl"
    path.write_text(unicodedata.normalize(form, LISTING + FIGURE), encoding="utf-8")
    for reasoner in REASONERS:
        game = pyengine.load(path, reasoner=reasoner)
        assert game.reasoner == reasoner
        found = pyengine.minimax(game)
        assert (found.value, [str(move) for move in found.line]) == (4, ["b", "d", "i"])
        assert game.query("minimax(a, B, V)") == [{"B": "b", "V": 4}]
        assert game.query("minimax(g, B, V)") == [{"B": "o", "V": 1}]
        assert str(pyengine.minimax(game, game.parse_state("g")).best) == "n"


def test_a_missing_predicate_is_told_by_its_plain_spelling(tmp_path):
    path = tmp_path / "joc.pl"
    path.write_text("mutare_max(a). staticval(a, 1). initial(a).")
    with pytest.raises(pyengine.RuleFileError, match="mutari/2 is missing"):
        pyengine.load(path)
