"""Findings of the checker one by one: what is reported, where, and what is not."""

from __future__ import annotations

import pickle

import pytest

from pyengine.errors import ContractError, Finding, Place, RuleSyntaxError, Severity, UnsafeRuleError
from pyengine.language.checking.checker import in_order, raise_for
from pyengine.language.contract import CONTRACT, ROMANIAN, TEXTBOOK, defined, vocabulary_of
from pyengine.language.reading import reader
from pyengine.language.reading.reader import read_program
from pyengine.language.source import Source

ADDED = [
    # what is fine
    ("terminal(state(_, 0)).", []),
    ("staticval(state(_, N), V) :- V is N mod 4.", []),
    ("feature(state(_, N), odd, V) :- V is N mod 2.\nweight(odd, 2).", []),
    ("order(_, take(K), K).", []),
    ("move(S, M) :- move(S, M, _).\nnoisy(S) :- move(S, _).", []),
    ("order(a, b).\nnoisy(_) :- order(a, b).", []),
    ("noisy(_) :- _ = _X, _Y = 1.", []),
    ("noisy(_) :- __x = 1, __x > 0.", []),
    ("noisy(_) :- _x = 1, _x > 0.", []),
    ("noisy(S) :- ( S = a, X = 1 ; S = b, X = 2 ), X > 0.", []),
    ("noisy(S) :- ( S = a, _X = 1 ; S = b, _X = 2 ).", []),
    ("noisy(X) :- X == a - b.\nnoisy(X) :- X = 1 - 2.", []),
    ("noisy(X) :- !, X > 1.", []),
    ("noisy(1) :- !.\nnoisy(2) :- !.\nnoisy(_) :- fail.", []),
    ("noisy([a]) :- !.\nnoisy([a|_]) :- true.", []),
    ("noisy(f(X, X)) :- !.\nnoisy(f(_, _)).", []),
    ('word --> "a", word.\nword --> [].\nnoisy(S) :- phrase(word, S).', []),
    (":- table path/2.\npath(X, Y) :- path(X, Y).\nnoisy(S) :- path(S, S).", []),
    (":- discontiguous p/1.\np(1).\nq(1).\np(2).\nnoisy(S) :- p(S), q(S).", []),
    (":- dynamic seen/1.\nnoisy(S) :- seen(S).", []),
    ("append(a, b, c).\nnoisy(S) :- append(S, b, c).", []),
    ("noisy(S) :- call(S, 1), call(S, 1, 2, 3, 4, 5, 6, 7, 8, 9).", []),
    (":- use_module(library(clpfd)).\nnoisy(X) :- X #> 1, X in 1..3.", []),
    ("parameter(size, 3).\nnoisy(_) :- param(size, N), param(X, N), X == size.", []),
    ("param(size, 3).\nnoisy(_) :- param(width, _).", []),
    # the contract
    ("utility(_, max, 1).", ["both-utilities"]),
    ("outcome(_, _, 0).", ["both-utilities"]),
    ("memory(_, _, _).", ["unused-memory"]),
    ("order(_, _).", ["wrong-arity"]),
    ("canonical(_, _, _).", ["wrong-arity"]),
    ("terminate(_).", ["misspelt-predicate"]),
    ("utilty(_, 0).", ["misspelt-predicate"]),
    ("player(third).", ["too-many-players", "scattered-clauses"]),
    ("staticval(_, zero).", ["bad-value"]),
    ("staticval(_, 1 + 2).", ["unevaluated-value"]),
    ("staticval(state(_, N), V) :- V = N + 2.", ["unevaluated-value"]),
    ("parameter(N, 3) :- N = size.", ["bad-parameter"]),
    ("parameter(size, _).", ["bad-parameter"]),
    ("parameter(size, 1).\nparameter(size, 2).", ["bad-parameter"]),
    ("noisy(_) :- param(size, _).", ["undeclared-parameter"]),
    # calls
    ("noisy(S) :- nothing(S).", ["undefined-predicate"]),
    ("noisy(S) :- nothing(S), nothing(S).", ["undefined-predicate"]),
    ("noisy(S) :- terminal(S).", ["undefined-predicate"]),
    ("noisy(S) :- foldl(add, S, 0, _).\nadd(_, _).", ["undefined-predicate"]),
    ("noisy(S) :- setof(X, Y^pair(X, Y), S).", ["undefined-predicate"]),
    ("noisy(S) :- phrase(word, S).", ["undefined-predicate"]),
    ("word --> call(ending, 1).\nnoisy(S) :- phrase(word, S).", ["undefined-predicate"]),
    ("noisy(S), check(S) => true.", ["undefined-predicate"]),
    ("noisy(_) :- 1.", ["bad-goal"]),
    ('noisy(_) :- "text".', ["bad-goal"]),
    ("noisy(_) :- true, [].", ["bad-goal"]),
    # clauses
    ("noisy(X).", ["singleton-variable"]),
    ("noisy(S) :- ( S = a, X = 1 ; S = b, X = 2 ).", ["singleton-variable"]),
    ("noisy(_X) :- _X > 1.", ["reused-variable"]),
    ("noisy(_) :- !.\nnoisy(a).", ["unreachable-clause"]),
    ("noisy(S) :- !, S = a.\nnoisy(a).\nnoisy(b).", ["unreachable-clause"]),
    ("noisy([_|_]) :- !.\nnoisy([a, b]).", ["unreachable-clause"]),
    ("noisy(_) => true.\nnoisy(a) => true.", ["unreachable-clause"]),
    ("noisy(S) :- noisy(S), S = a.", ["endless-recursion"]),
    ("noisy(S) :- ( noisy(S) ).", ["endless-recursion"]),
    ("noisy(S) :- far(S, _).\nfar(A, C) :- far(A, B), far(B, C).", ["endless-recursion"]),
    ("noisy(S) :- far(S, _).\nfar(A, A) :- !.\nfar(A, C) :- far(A, B), far(B, C).", []),
    ("noisy(S) :- far(S, _).\nfar([_|A], C) :- far(A, C).", []),
    ("noisy(S) :- far(S, _).\nfar(A, B) :- far(B, A).", []),
    ("noisy(S) :- sumlist(S, 1).", ["deprecated-predicate"]),
    ("noisy(S) :- maplist(proper_list, S).", ["deprecated-predicate"]),
    ("noisy(S) :- sumlist(S, 1).\nsumlist(_, _).", []),
    ("word --> word, [a].\nnoisy(S) :- phrase(word, S).", ["endless-recursion"]),
    ("noisy(a).\nnoisy(a).", ["repeated-clause"]),
    ("noisy([X]) :- X = 1.\nnoisy([Y]) :- Y = 1.", ["repeated-clause"]),
    ("other(x, y) :- fail.\nnoisy(a).\nother(y, x) :- fail.", ["scattered-clauses"]),
    ("atom_length(a, 1).", ["redefined-builtin"]),
    ("X = Y :- X == Y.", ["redefined-builtin"]),
    ("a(1), b(1).", ["two-heads"]),
    ("noisy(S) :- S = A.\n    A > 1.", ["stray-goal"]),
    ("noisy(S) :- S = A.\n    other(A, B), B = 1.", ["stray-goal"]),
    ("X.", ["bad-head"]),
    ("X :- true.", ["bad-head"]),
    ('"text" :- true.', ["bad-head"]),
    ("dynamic seen/1.", ["missing-directive-mark"]),
    ("noisy(N) :- N is N + 1.", ["reassigned-variable"]),
    ("noisy(N) :- N = N + 1.", ["reassigned-variable"]),
    ("noisy(N) :- N == 2 + 1.", ["uncomputed-comparison"]),
    ("noisy(N) :- N - 1 \\== 2.", ["uncomputed-comparison"]),
    # directives
    (":- use_module(library(lists), [nothing/1]).", ["unknown-import"]),
    (":- use_module(library(lists), [last/2]).\nlast(a, b).\nnoisy(S) :- last(S, b).", ["redefined-import"]),
    (":- X.", ["bad-directive"]),
    (":- op(100, xfx, =).", ["core-operator"]),
    (":- op(700, xfx, =).", []),
]


@pytest.mark.parametrize(("addition", "expected"), ADDED, ids=[text for text, _ in ADDED])
def test_finding(addition, expected, check_added):
    assert [finding.code for finding in check_added(addition + "\n")] == expected


def test_the_game_itself_is_clean(check_added):
    assert check_added("") == ()


@pytest.mark.parametrize("name", ["player", "initial", "to_move", "move", "utility"])
def test_each_needed_predicate_is_missed_alone(name, check_text):
    findings = check_text("\n".join(line for line in _game_lines() if not line.startswith(name + "(")))
    assert len(findings) == 1
    assert f"{name}/" in findings[0].message


def _game_lines():
    return ["player(a).", "player(b).", "initial(1).", "to_move(1, a).", "move(1, go, 2).", "utility(2, 0)."]


def test_every_error_has_a_place_and_columns_count_characters(check_added):
    text = "show(state(_, _), 'été') :- 'été' = \"ß\", nichts(da).\n"
    (finding,) = check_added(text)
    assert (finding.place.line, finding.place.column) == (10, text.index("nichts") + 1)
    assert finding.place.width == len("nichts")


def test_tabs_and_carriage_returns_do_not_move_the_caret(check_text):
    lines = [*_game_lines(), "noisy(1) :-", "\tgone(1).", ""]
    (finding,) = check_text("\r\n".join(lines))
    assert finding.place.excerpt() == "    \tgone(1).\n    \t^^^^"


def test_errors_come_before_warnings_and_in_the_order_of_the_file(check_added):
    findings = check_added("noisy(X).\nshow(S, T) :- nothing(S, T).\nboard(S, T) :- naught(S, T).\n")
    assert [finding.severity for finding in findings] == [Severity.ERROR, Severity.ERROR, Severity.WARNING]
    assert [finding.place.line for finding in findings] == [11, 12, 10]


def test_what_cannot_be_read_is_not_called_missing(check_text):
    text = "player(a).\nplayer(b).\ninitial(1.\nto_move(1, a).\nmove(1, m, 2) :- gone(1) ok.\nutility(2, 0).\n"
    assert [finding.code for finding in check_text(text)] == ["unclosed-bracket", "missing-operator"]


def test_what_is_missing_besides_a_syntax_error_is_reported(check_text):
    text = "player(a).\nplayer(b).\ninitial(1.\nmove(1, m, 2).\nutility(2, 0).\n"
    assert [finding.code for finding in check_text(text)] == ["missing-predicate", "unclosed-bracket"]


def test_raise_for_chooses_the_class():
    place = Place("game.pl", 1, 1)
    contract = Finding(Severity.ERROR, "missing-predicate", "m", place)
    unsafe = Finding(Severity.ERROR, "unsafe-call", "u", place)
    syntax = Finding(Severity.ERROR, "unclosed-quote", "s", place)
    warning = Finding(Severity.WARNING, "singleton-variable", "w", place)
    raise_for([])
    raise_for([warning])
    for findings, error in [
        ([contract, warning], ContractError),
        ([contract, unsafe], UnsafeRuleError),
        ([contract, unsafe, syntax], RuleSyntaxError),
    ]:
        with pytest.raises(error) as raised:
            raise_for(findings)
        assert raised.value.findings == tuple(findings)
        assert pickle.loads(pickle.dumps(raised.value)).findings == tuple(findings)


@pytest.mark.parametrize(
    "text",
    [
        "noisy() :- !.",
        "noisy(_) :- call().",
        "noisy(_) :- maplist(param(), [a], [b]).",
        "word --> call().",
        "parameter --> [].",
        "utility(_) --> [].",
        ":- consult.",
        ":- use_module().",
        ":- dynamic().",
        ":- module().",
        ":- op().",
        ":- [].",
        "noisy(_) :- format(), write(), with_output_to().",
        "noisy(_) :- with_output_to(string(_), maplist(format(), [a], [b])).",
        "() :- true.",
        "{a}.",
        "[a|b].",
        ":- (a :- b).",
        "(:- a) :- b.",
    ],
)
def test_odd_text_does_not_crash(text, check_added):
    for trust in (False, True):
        assert all(finding.place for finding in check_added(text + "\n", trust=trust))


def test_the_same_finding_is_kept_once():
    finding = Finding(Severity.ERROR, "missing-predicate", "m", Place("game.pl", 1, 1))
    assert in_order([finding, finding]) == (finding,)


@pytest.mark.parametrize("depth", [2500, 10_000])  # both, and their halves, are beyond Python's limit
def test_deep_and_long_terms_do_not_meet_the_recursion_limit(depth, check_added, monkeypatch):
    monkeypatch.setattr(reader, "may_be_deep", lambda tokens: False)  # what the reader would refuse
    monkeypatch.setattr(reader, "find_excess", lambda tokens: None)
    deep = "s(" * depth + "z" + ")" * depth
    long = ", ".join(map(str, range(5 * depth)))
    body = ", ".join(["true"] * depth)
    nested = "(" * (depth // 2) + "true" + ")" * (depth // 2)
    operators = " + ".join(["1"] * depth)
    negations = "\\+ " * (depth // 2)
    text = (
        f"noisy({deep}).\nnoisy([{long}]).\nnoisy(1) :- {body}.\nnoisy(2) :- {nested}.\n"
        f"noisy(3) :- X is {operators}, X > 0, X == {operators}.\nnoisy(4) :- {negations} true.\nnoisy({deep}).\n"
    )
    assert [finding.code for finding in check_added(text)] == [
        "uncomputed-comparison",
        "repeated-clause",
    ]


def test_a_trusted_file_may_make_predicates_as_it_runs(check_added):
    text = "noisy(S) :- consult(more), made(S).\n"
    assert [(f.code, f.severity) for f in check_added(text, trust=True)] == [("undefined-predicate", Severity.WARNING)]


@pytest.mark.parametrize(
    ("text", "vocabulary"),
    [
        ("move(a, b, c).", "contract"),
        ("moves(a, [b]).", "textbook"),
        ("mutari(a, [b]).", "romanian"),
        ("move(a, b, c). moves(a, [b]).", "contract"),
        ("moves(a, b, c).", "contract"),
        ("max_to_move(a).", "textbook"),
        ("mutare_min(a).", "romanian"),
        ("", "contract"),
    ],
)
def test_vocabulary(text, vocabulary):
    assert vocabulary_of(read_program(Source("game.pl", text))[0]) == vocabulary


@pytest.mark.parametrize(
    "text",
    [
        "moves(a, [b]).\nmax_to_move(a).\nstaticval(b, 1).\n",
        "moves(a, [b]).\nmin_to_move(a).\nstaticval(b, 1).\n",
        "mutari(a, [b]).\nmutare_max(a).\nmutare_min(b).\nstaticval(b, 1).\ninitial(a).\nparameter(x, 1).\n",
    ],
)
def test_textbook_games_are_complete(text, check_text):
    assert check_text(text) == ()


def test_defined_counts_grammar_and_matching_rules():
    program, _ = read_program(
        Source("game.pl", "a --> [].\nb(X), X > 1 => true.\nc :- true.\nd(1).\nd(2).\nc, [x] --> [].\n")
    )
    assert {name: len(clauses) for name, clauses in defined(program).items()} == {
        ("a", 2): 1,
        ("b", 1): 1,
        ("c", 0): 1,
        ("d", 1): 2,
        ("c", 2): 1,
    }


def test_the_contract_names_each_predicate_once():
    for entries in (CONTRACT, TEXTBOOK, ROMANIAN):
        names = [entry.indicator for entry in entries]
        assert len(names) == len(set(names))
    assert ("move", 3) in {entry.indicator for entry in CONTRACT if entry.needed}


@pytest.mark.parametrize("other", ["muta\u0306ri", "mutari"])
def test_two_spellings_of_one_name_are_an_error(other, check_text):
    """They look alike, or mean the same, and one of them would be left out without a word."""
    text = f"initial(a).\nmut\u0103ri(a, [b]).\n{other}(b, [c]).\nmutare_max(a). mutare_max(c).\nmutare_min(b).\n"
    (found,) = [found for found in check_text(text + "staticval(c, 1).\n") if found.code == "two-spellings"]
    assert found.place is not None
    assert (found.severity, found.place.line) == (Severity.ERROR, 3)


def test_helpers_in_two_forms_of_unicode_are_an_error(check_text):
    text = "player(a). player(b). initial(0). to_move(_, a). move(0, x, 1) :- c\u00e9(1). utility(1, 0).\n"
    assert "two-spellings" in {found.code for found in check_text(text + "c\u00e9(1).\nce\u0301(2).\n")}
