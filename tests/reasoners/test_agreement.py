"""What the checker accepts loads; what it refuses for safety's sake the guard refuses too."""

from __future__ import annotations

from pathlib import Path

import pytest

import pyengine
from pyengine.errors import PyengineError, Severity, UnsafeCallError, UnsafeRuleError
from pyengine.language.checking.checker import check_program
from pyengine.language.reading.reader import read_program
from pyengine.language.source import Source
from pyengine.reasoners.swi.swi_game import SwiGame
from pyengine.rulecheck import check_file

CLEAN = sorted((Path(__file__).parent.parent / "clean").glob("*.pl"))
GAME = "player(a). player(b). initial(s). to_move(_, a). move(s, m, t). utility(_, 0).\n"


@pytest.mark.parametrize("path", CLEAN, ids=lambda path: path.stem)
def test_clean_files_load_and_are_walked(path: Path) -> None:
    game = pyengine.load(path)
    assert game.actions(game.initial)
    assert check_file(path) == ()


DECLARATIONS = [
    ":- meta_predicate p(0).\np(G) :- call(G).\nq :- p(true).",
    ":- meta_predicate p(1, ?), q(//).\np(G, X) :- call(G, X).\nq(_).",
    ":- public p/1.\np(1).",
    ":- public([p/1, q/0]).\np(1).\nq.",
    ":- det(p/1).\np(1).",
    ":- det([p/1]).\np(1).",
    ":- non_terminal(p//0).\np --> [].",
    ":- license(gpl).",
    ":- encoding(iso_latin_1).",
    ":- module(foo).",
    ":- module(foo, [move/3]).",
    ":- use_module([library(lists), library(apply)]).",
    ":- use_module(library(clp/clpfd)).\np(X) :- X #> 1.",
    ":- use_module([library(clp/clpfd), library(dcg/basics)]).",
    ":- use_module(library(lists), except([append/3])).",
    ":- use_module(library(lists), [append/3, last/2]).",
    ":- use_module([], [a/1]).",
    ":- ensure_loaded([library(lists)]).",
    ":- set_prolog_flag(character_escapes_unicode, false).",
    ":- set_prolog_flag(rational_syntax, compatibility).",
    ":- set_prolog_flag(generate_debug_info, false).",
    ":- op(700, xfx, foo), op(700, xfx, bar).\na foo b.",
    ":- dynamic p/1, q/2.\nr :- \\+ p(1), \\+ call(q, 1, 2).",
    ":- dynamic([p/1, q//2]).",
    ":- table p/2 as subsumptive.\np(1, 2).",
    ":- table p/1, q(_, min).\np(1).\nq(1, 2).",
    ":- table foo.\nfoo.",
    ":- style_check(-singleton), license(gpl).",
    "term_expansion(1, 2, 3).",
    "a | b.",
]
REFUSED = [
    ":- if(true).\n:- endif.",
    ":- set_prolog_flag(optimise, true).",
    ":- set_prolog_flag(var_prefix, true).",
    ":- dynamic user:p/1.",
    ":- table user:p/1.",
    ":- license(gpl, foo).",
    ":- use_module(library(clp/process)).",
    ":- use_module([library(lists), library(process)]).",
    ":- use_module([library(lists), file]).",
    ":- use_module(lists).",
    ":- initialization(true).",
    ":- multifile p/1.",
    "prolog_exception_hook(_, _, _, _).",
    "file_search_path(a, b).",
]
MALFORMED = [
    ":- dynamic foo.",
    ":- discontiguous foo.",
    ":- public foo(a).",
    ":- det(foo).",
    ":- style_check(foo).",
    ":- set_prolog_flag(double_quotes, _).",
]


@pytest.mark.parametrize("declaration", DECLARATIONS)
def test_what_the_checker_accepts_loads(declaration: str) -> None:
    program, findings = read_program(Source("declared.pl", f"{declaration}\n{GAME}"))
    found = check_program(program, syntax=findings)
    assert [finding for finding in found if finding.severity is Severity.ERROR] == []
    game = SwiGame(program)
    assert len(game.expand(game.initial).children) == 1


@pytest.mark.parametrize("sentence", REFUSED)
def test_what_the_checker_calls_unsafe_does_not_load(sentence: str) -> None:
    program, findings = read_program(Source("refused.pl", f"{sentence}\n{GAME}"))
    assert {finding.code for finding in check_program(program, syntax=findings)} & {
        "unsafe-directive",
        "unsafe-import",
        "unsafe-head",
    }
    with pytest.raises(UnsafeRuleError):
        SwiGame(program)


@pytest.mark.parametrize("directive", MALFORMED)
def test_what_prolog_would_not_take_the_checker_reports(directive: str) -> None:
    program, findings = read_program(Source("malformed.pl", f"{directive}\n{GAME}"))
    found = check_program(program, syntax=findings)
    assert [finding.place.line for finding in found if finding.severity is Severity.ERROR and finding.place] == [1]


BUILT = "G = duel:p(2), call(G), maplist(duel:p, [1, 2])"


@pytest.mark.parametrize(
    ("module", "goal", "trust"),
    [
        (":- module(duel, [move/3]).", BUILT, False),
        (":- module(duel).", BUILT, False),
        (":- module(duel, [move/3]).", "true", True),
    ],
)
def test_the_name_of_its_module_is_the_files_own(module: str, goal: str, trust: bool) -> None:
    text = f"{module}\n{GAME.replace('move(s, m, t).', f'move(s, m, t) :- duel:p(1), q, {goal}.')}"
    text += "duel:p(1).\nduel:p(X) :- X > 1.\nduel:q :- duel:(p(1), p(3)).\n"
    program, findings = read_program(Source("duel.pl", text))
    found = check_program(program, syntax=findings)
    assert [finding for finding in found if finding.severity is Severity.ERROR] == []
    game = SwiGame(program, trust=trust)
    assert len(game.expand(game.initial).children) == 1
    other = SwiGame(read_program(Source("other.pl", GAME))[0])
    with pytest.raises(PyengineError):
        other.query("duel:p(1)")


@pytest.mark.parametrize("name", ["system", "user", "lists", "pyengine_guard", "pyengine_rules"])
def test_the_name_of_a_module_opens_nothing(name: str) -> None:
    text = f":- module({name}, [move/3]).\n{GAME.replace('move(s, m, t).', f'move(s, m, t) :- {name}:shell(true).')}"
    game = SwiGame(read_program(Source("evil.pl", text))[0])
    with pytest.raises(UnsafeCallError):
        game.expand(game.initial)


def test_a_fact_may_have_any_name() -> None:
    text = GAME.replace("move(s, m, t).", "move(s, m, t) :- skip, G = skip, call(G).") + "skip.\n"
    game = SwiGame(read_program(Source("named.pl", text))[0])
    assert len(game.expand(game.initial).children) == 1


def test_a_module_is_named_without_effect_outside() -> None:
    program, _ = read_program(Source("named.pl", f":- module(elsewhere).\n{GAME}"))
    SwiGame(program)
    witness = SwiGame(read_program(Source("witness.pl", GAME))[0], trust=True)
    assert witness.query("'$current_typein_module'(elsewhere)") == []


LAMBDA = """
:- use_module(library(apply)).
:- use_module(library(yall)).
player(a). player(b). initial(s(2)). to_move(_, a). utility(_, 0).
move(s(Width), even, t) :- wide(Width, [[a, b], [c, d]]).
move(s(Width), ragged, t) :- wide(Width, [[a, b], [c]]).
wide(Width, Rows) :- maplist([Row]>>length(Row, Width), Rows).
"""


@pytest.mark.parametrize("trust", [False, True])
@pytest.mark.parametrize("reasoner", ["swi", "python"])
def test_a_lambda_expression_sees_what_its_variables_are_bound_to(tmp_path: Path, reasoner: str, trust: bool) -> None:
    """library(yall), where it expands goals of a file, makes a clause with a new Width, which any row fits."""
    path = tmp_path / "rows.pl"
    path.write_text(LAMBDA)
    game = pyengine.load(path, reasoner=reasoner, trust=trust)
    assert [str(move) for move in game.actions(game.initial)] == ["even"]
