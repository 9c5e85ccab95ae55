"""What was surveyed is what is loaded and called: rules that make the two differ get nowhere."""

from __future__ import annotations

import itertools
import json
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from pyengine.errors import RuleFileError, Severity, UnsafeRuleError
from pyengine.language.gate import examine, examine_texts
from pyengine.language.reading.reader import read_program
from pyengine.language.source import Source
from pyengine.reasoners.swi.border import GENEROUS, PrologFaultError, border
from pyengine.reasoners.swi.swi_game import SwiGame
from pyengine.terms import Atom, Compound
from tests.reasoners.smuggling import sources

HEAD = "player(a). initial(s). to_move(_, a). utility(_, a, 0). move(s, m, t) :- run.\n"
UNSAFE = [
    "shell('touch {file}')",
    "system:shell('touch {file}')",
    "open('{file}', write, _)",
    "( assertz(fact), open('{file}', write, _) )",
    "( catch(consult(nothing), _, true), open('{file}', write, _) )",
    "halt",
]


def outcomes(texts: Sequence[str], folder: Path) -> list[str]:
    """Run texts in a process of their own; none of them touches its file, or ends the process."""
    hostile = [text.replace("{file}", str(folder / f"proof_{n}")) for n, text in enumerate(texts)]
    done = subprocess.run(
        [sys.executable, Path(__file__).with_name("smuggling.py")],
        input=json.dumps(hostile),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    said = done.stdout.splitlines()
    touched = [texts[int(path.name.removeprefix("proof_"))] for path in folder.iterdir()]
    assert not touched
    assert len(said) == len(texts), f"{texts[len(said)]} {done.stderr}"
    assert done.returncode == 0
    assert done.stderr == ""
    return said


def refusals(texts: Sequence[str]) -> Iterator[bool]:
    """Tell for each text whether the gate that is before all reasoners refuses it."""
    for text in texts:
        findings = examine_texts(sources(text), trust=False).findings
        yield any(finding.severity is Severity.ERROR and finding.place is not None for finding in findings)


# Names that mean something else than they say

RENAMED = [
    ("apply", "maplist/2", "last", "last(shell, ['touch {file}'])"),
    ("apply", "maplist/2", "last", "last(system:shell, ['touch {file}'])"),
    ("apply", "maplist/3", "append", "append(shell, ['touch {file}'], [_])"),
    ("apply", "maplist/3", "append", "append(system:shell, ['touch {file}'], [_])"),
    ("apply", "foldl/4", "select", "select([F, A, A]>>shell(F), ['touch {file}'], 0, _)"),
    ("apply", "include/3", "delete", "delete(shell, ['touch {file}'], _)"),
    ("apply", "partition/4", "nth0", "nth0(shell, ['touch {file}'], _, _)"),
    ("aggregate", "aggregate_all/3", "append", "append(count, shell('touch {file}'), _)"),
    ("aggregate", "foreach/2", "last", "last(shell('touch {file}'), true)"),
    ("solution_sequences", "limit/2", "sumlist", "sumlist(1, shell('touch {file}'))"),
    ("yall", "(>>)/2", "last", "last([], shell('touch {file}'))"),
]
IMPORTS = [
    "[{what} as {name}]",
    "except([{what} as {name}])",
    "[is_list/1, {what} as {name}]",
    "[({what}) as {name}, op(700, xfx, ===)]",
    "[{what} as {name}|_]",
]
RENAMING = [
    f":- use_module(library({library}), {imports.format(what=what, name=name)}).\n{HEAD}run :- {goal}.\n"
    for (library, what, name, goal), imports in itertools.product(RENAMED, IMPORTS)
] + [
    f":- use_module(library(lists), {imports}).\n{HEAD}run :- shell('touch {{file}}').\n"
    for imports in (
        "[system:shell/1]",
        "[user:append/3]",
        "except([system:shell/1])",
        "[op(200, xfy, -)]",
        "[op(200, xfy, user:(-)), op(0, xfx, user:(is))]",
        "except([op(0, xfx, is)])",
        "[append]",
        "[append/N]",
        "_",
        "append/3",
        "except(append/3)",
        "except(_)",
    )
]


def test_imports_keep_their_names(tmp_path: Path) -> None:
    assert set(outcomes(RENAMING, tmp_path)) <= {"UnsafeRuleError", "RuleSyntaxError"}
    assert all(refusals(RENAMING))


def test_the_place_of_a_renamed_import_is_shown() -> None:
    text = f":- use_module(library(apply),\n    [maplist/3 as append]).\n{HEAD}run.\n"
    with pytest.raises(RuleFileError, match=r"evil\.pl:2:6: error: what is imported keeps its name"):
        assert examine(Source("evil.pl", text), trust=False).program


def test_operators_of_one_game_reach_no_other() -> None:
    text = f":- use_module(library(lists), [op(200, xfy, user:(-))]).\n{HEAD}run.\n"
    with pytest.raises(UnsafeRuleError):
        SwiGame(read_program(Source("evil.pl", text))[0])
    game = SwiGame(read_program(Source("good.pl", HEAD + "run :- term_to_atom(X, '10-3-2'), X = (10-3)-2.\n"))[0])
    assert len(game.expand(game.initial).children) == 1


# Lambda expressions whose parameters are known only when they are called

PARAMETERS = [
    "P = [_]",
    "P = [_|R], R = []",
    "length(P, 1)",
    "P = F/[_], F = {}",
    "P = {}/Q, Q = [_]",
    "atom_to_term('[_]', P, _)",
    "copy_term([_], P)",
    "P =.. ['[|]', _, []]",
    "findall(X, member(X, [_]), P)",
    "once(append([a], P, [a, _]))",
]
LATE = [
    "maplist(P>>shell, [x], ['touch {file}'])",
    "maplist(P>>system:shell, [x], ['touch {file}'])",
    "maplist({}/P>>shell, [x], ['touch {file}'])",
    "call(P>>shell, x, 'touch {file}')",
    "call({}/(P>>shell), x, 'touch {file}')",
    "G = (P>>shell), call(G, x, 'touch {file}')",
    "call([Z]>>(Z>>shell), P, x, 'touch {file}')",
    "call(call, P>>shell, x, 'touch {file}')",
    "call([]>>(P>>shell), x, 'touch {file}')",
    "maplist([Z]>>call(P>>shell, x, Z), ['touch {file}'])",
    "findall(y, call(P>>shell, x, 'touch {file}'), _)",
    "forall(member(Z, ['touch {file}']), call(P>>shell, x, Z))",
    "aggregate_all(count, call(P>>shell, x, 'touch {file}'), _)",
    "catch(call(P>>shell, x, 'touch {file}'), _, true)",
    "catch(throw(x), _, call(P>>shell, x, 'touch {file}'))",
    "foldl(P>>three, [x], ['touch {file}'], _, _)",
    "phrase(call(P>>three, x), 'touch {file}', _)",
    "phrase(P>>shell, x, 'touch {file}')",
    "setof(y, Y^call(P>>shell, x, Y), _), Y = 'touch {file}'",
    "freeze(V, call(P>>shell, x, 'touch {file}')), V = 1",
    "call(\\X^shell(X), 'touch {file}')",
    "call(P>>(>>([_], shell)), x, y, 'touch {file}')",
]
LAMBDAS = [
    f"{HEAD}shell(_, _).\nthree(_, _, _).\nrun :- {parameters}, {goal}.\n"
    for parameters, goal in itertools.product(PARAMETERS, LATE)
]


def test_lambda_expressions_are_judged_with_the_parameters_they_get(tmp_path: Path) -> None:
    assert "UnsafeCallError" in outcomes(LAMBDAS[::3], tmp_path)


def test_parameters_that_are_known_late_are_no_hindrance() -> None:
    text = HEAD + "twice(X, Y) :- Y is 2*X.\nrun :- P = [X, Y], maplist(P>>twice(X, Y), [1, 2], L), L == [2, 4].\n"
    game = SwiGame(read_program(Source("good.pl", text))[0])
    assert len(game.expand(game.initial).children) == 1


# Sentences that SWI-Prolog takes for clauses or directives of another kind

FORMS = [
    "?=>(run, {goal}).",
    "(run, true) ?=> {goal}.\n:- op(1200, xfx, ?=>).",
    ":- op(1200, xfx, ?=>).\nrun ?=> {goal}.",
    ":- op(1200, xfx, ?=>).\nrun, true ?=> {goal}.",
    "?=>((run, true), {goal}).",
    "?=>(run, {goal}) :- true.",
    "==>(run, {goal}).",
    "==>(run, {{{goal}}}).",
    "==>((run, [a]), {{{goal}}}).",
    "(run :- {goal}) :- true.",
    "(run => {goal}) :- true.",
    "(run => {goal}) => true.",
    "(run --> {{{goal}}}) --> [].",
    "(run --> {{{goal}}}) :- true.",
    "(:- {goal}) :- true.",
    "(?- {goal}) :- true.",
    "(:- {goal}) => true.",
    "?- {goal}.",
    ":- {goal}.",
    "[(run :- {goal})].",
    "[run, (:- {goal})].",
    "[(:- {goal})|[]].",
    "[[(:- {goal})]].",
    "[(?- {goal})].",
    "[(:- initialization({goal}))].",
    "[(run --> {{{goal}}})].",
    "'$:-'({goal}).",
    "'$source_location'(x:1):(run :- {goal}).",
    "user:(run :- {goal}).",
    "term_expansion(_, (run :- {goal})).",
    "goal_expansion(true, {goal}).",
    ":- initialization(({goal})).",
    ":- if(({goal})).\n:- endif.",
    "X.run() := 1 :- {goal}.",
    "X.put(a) := 1 :- {goal}.",
]
MODULE_FORMS = [
    "strip:(run :- {goal}).",
    "strip:(run => {goal}).",
    "strip:(run --> {{{goal}}}).",
    "strip:(:- {goal}).",
    "strip:[(:- {goal})].",
    "strip:strip:(run :- {goal}).",
    "(strip:run ?=> {goal}).\n:- op(1200, xfx, ?=>).",
]
SHAPES = [f"{HEAD}{form.format(goal=goal)}\nrun.\n" for form, goal in itertools.product(FORMS, UNSAFE)] + [
    f":- module(strip, []).\n{HEAD}{form.format(goal=goal)}\nrun.\n"
    for form, goal in itertools.product(MODULE_FORMS, UNSAFE)
]


def test_only_known_kinds_of_clauses_are_loaded(tmp_path: Path) -> None:
    assert "ran" not in outcomes(SHAPES[::5], tmp_path)
    assert all(refusals(SHAPES))


# Text that reads otherwise the second time

ENDINGS = [":- op(1200, yfx, as).", ":- op(1200, xfx, as).", ":- op(0, xfx, as).", ":- op(200, xfy, as).", ""]
DEFINITIONS = [
    "maplist(_, _, _) :- a as b.\n_ as _.",
    "maplist(_, _, _) :- a as b as c.\n_ as _.",
    "maplist(_, _, _) :- a := b.\n_ := _.\n:- op(1200, xfx, :=).",
    'maplist(_, _, _) :- "a" = X, X = X.\n:- set_prolog_flag(double_quotes, codes).',
    "x('\\').\nmaplist(_, _, _).\ny(' ').\n:- set_prolog_flag(character_escapes, false).",
    ":- set_prolog_flag(character_escapes, false).\nx('\\').\nmaplist(_, _, _).\ny(' ').",
    "x(`a`).\nmaplist(_, _, _) :- `a` = [_].\n:- set_prolog_flag(back_quotes, symbol_char).",
    "x(1r3).\nmaplist(_, _, _) :- 1r3 = _.\n:- set_prolog_flag(rational_syntax, natural).",
    "/* /* */ maplist(_, _, _). /* */",
    "x(0'\\\\). maplist(_, _, _). x(0'').",
    ":- encoding(utf8).\nx('\\x41\\').\nmaplist(_, _, _).",
    ":- include(other).\n%%%% other\nmaplist(_, _, _) :- a as b.\n_ as _.\n:- op(1200, yfx, as).\n",
    ":- include(other).\n%%%% other\n:- op(1200, yfx, as).\nend_of_file.\nmaplist(_, _, _).\n",
    ":- include(other).\nmaplist(_, _, _) :- a as b.\n_ as _.\n%%%% other\n:- op(700, xfx, as).\n",
    "end_of_file.\nmaplist(_, _, _).",
    ":- dynamic maplist/3.",
    ":- discontiguous maplist/3.",
    ":- table maplist/3.",
    ":- table maplist(_, _, lattice(shell/3)).\nmaplist(_, _, _).",
    ":- table maplist(_, _, po(shell/2)).\nmaplist(_, _, _).",
    ":- table maplist(_, _, lattice(system:shell/3)).\nmaplist(_, _, _).",
    "maplist(_, _), [_] --> [].",
    "maplist(X), X --> [].",
    ":- if(fail).\nmaplist(_, _, _).\n:- endif.",
    "x({|string(X)||a|}).\nmaplist(_, _, _).",
    "x(_{a: 1}.shell(x)).\nmaplist(_, _, _).",
]
CALLS = [
    "maplist(shell, ['touch {file}'], [_])",
    "maplist(system:shell, ['touch {file}'], [_])",
    "G = maplist(shell, ['touch {file}'], [_]), G",
    "call(maplist, [F, _]>>shell(F), ['touch {file}'], [_])",
]
READINGS = [
    text.partition("%%%% ")[0] + f"{end}\n" + "".join(text.partition("%%%% ")[1:])
    for text in (f"{HEAD}run :- {goal}.\n{definition}\n" for definition, goal in itertools.product(DEFINITIONS, CALLS))
    for end in ENDINGS
]


def test_text_is_read_the_same_way_twice(tmp_path: Path) -> None:
    outcomes(READINGS[::6], tmp_path)


@pytest.mark.hunt
@pytest.mark.parametrize("texts", [READINGS, LAMBDAS, SHAPES], ids=["readings", "lambdas", "shapes"])
def test_no_combination_gets_anywhere(texts: list[str], tmp_path: Path) -> None:
    outcomes(texts, tmp_path)


def test_operators_at_the_end_of_a_file_hold_only_there() -> None:
    text = HEAD + "run :- maplist(a, b, c).\nmaplist(_, _, _) :- a as b.\n_ as _.\n:- op(1200, yfx, as).\n"
    game = SwiGame(read_program(Source("good.pl", text))[0])
    assert len(game.expand(game.initial).children) == 1


# Wrappers around wrappers

WRAPPERS = [
    "call(({goal}))",
    "( true, {goal} )",
    "( fail ; {goal} )",
    "( true -> {goal} ; true )",
    "( true *-> {goal} ; true )",
    "\\+ \\+ ( {goal} )",
    "G{n} = ( {goal} ), G{n}",
    "once(( {goal} ))",
    "ignore(( {goal} ))",
    "forall(true, ( {goal} ))",
    "findall(x, ( {goal} ), _)",
    "setof(x, Y{n}^( {goal} ), _)",
    "aggregate_all(count, ( {goal} ), _)",
    "catch(( {goal} ), _, true)",
    "catch(throw(x), _, ( {goal} ))",
    "maplist([_]>>( {goal} ), [1])",
    "P{n} = [_], maplist(P{n}>>( {goal} ), [1])",
    "P{n} = [_], call({{}}/P{n}>>( {goal} ), 1)",
    "foldl([_, A{n}, A{n}]>>( {goal} ), [1], 0, _)",
    "phrase({{{goal}}}, [])",
    "B{n} = {{{goal}}}, phrase(B{n}, [])",
    "with_output_to(string(_), ( {goal} ))",
    "freeze(V{n}, ( {goal} )), V{n} = 1",
    "when(ground(V{n}), ( {goal} )), V{n} = 1",
    "G{n} =.. [call, ( {goal} )], G{n}",
    "copy_term(( {goal} ), C{n}), call(C{n})",
    "call(call, ( {goal} ))",
    "call(',', true, ( {goal} ))",
    "call((;), fail, ( {goal} ))",
    "maplist(call, [( {goal} )])",
    "limit(1, ( {goal} ))",
    "call_dcg({{{goal}}}, [], _)",
    "findall(G{n}, member(G{n}, [( {goal} )]), L{n}), maplist(call, L{n})",
    "D{n} = _{{g: ( {goal} )}}, get_dict(g, D{n}, G{n}), G{n}",
    "predsort([(<), _, _]>>( {goal} ), [b, a], _)",
    "own(( {goal} ))",
    "tabled, ( {goal} )",
]
PREDICATES = "own(G) :- call(G).\n:- table tabled/0.\ntabled.\n"


def wrapped(chance: random.Random, depth: int) -> str:
    """Make a file with an unsafe goal inside of wrappers."""
    goal = chance.choice(UNSAFE)
    for n in range(depth):
        goal = chance.choice(WRAPPERS).format(goal=goal, n=n)
    return f"{HEAD}{PREDICATES}run :- {goal}.\n"


def test_unsafe_goals_run_in_no_wrapper(tmp_path: Path) -> None:
    chance = random.Random(14)
    texts = [wrapped(chance, depth) for depth in range(1, 5) for _ in range(15)]
    assert "UnsafeCallError" in outcomes(texts, tmp_path)


@pytest.mark.hunt
@pytest.mark.parametrize("seed", range(10))
def test_unsafe_goals_run_in_no_wrapper_at_length(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    outcomes([wrapped(chance, chance.randint(1, 8)) for _ in range(1000)], tmp_path)


# Each line of defence by itself


def loaded_module(text: str) -> str:
    """Load rules, and give the name of their module."""
    game = SwiGame(read_program(Source("good.pl", text))[0])
    KEPT.append(game)
    return game._rules.loaded.rules


KEPT: list[object] = []


@pytest.mark.parametrize("name", ["shell", "halt", "consult", "assertz", "import", "use_module", "@", "read_term"])
def test_the_module_of_rules_sees_only_what_is_safe(name: str) -> None:
    module, here = loaded_module(HEAD + "run.\n"), border()
    for arity in range(1, 4):
        goal = Compound(":", (Atom(module), Compound(name, (Atom("nothing"),) * arity)))
        with pytest.raises(PrologFaultError) as caught:
            here.call(here.predicate("call", 1, "system"), [goal], GENEROUS)
        assert f"existence_error(procedure,{module}:" in str(caught.value.ball).replace(" ", "").replace("'", "")


@pytest.mark.parametrize(
    "body",
    [
        "shell(ls)",
        "system:shell(ls)",
        "maplist(shell, [ls])",
        "maplist(system:shell, [ls])",
        "findall(x, shell(ls), _)",
        "( true ; \\+ shell(ls) )",
        "call(X)",
        "P>>run",
        "maplist(P>>run, [a])",
        "phrase(X, [])",
        "catch(run, _, shell(ls))",
        "pyengine_guard:run(user, shell(ls))",
        "pyengine_guard:catching(shell(ls), _, true)",
        "pyengine_sizes:checked_format(atom(_), X, [])",
        "pyengine_sizes:checked_format('~@', [shell(ls)])",
        "format('~@', [shell(ls)])",
        "with_output_to(S, run)",
        "setof(x, X^shell(ls), _)",
        "setof(x, X, _)",
    ],
)
def test_what_was_loaded_is_verified(body: str) -> None:
    module, here = Atom(f"verified {body}"), border()
    clauses = examine(Source("clauses.pl", f"run. smuggled :- {body}."), trust=True).read.sentences
    verify = here.predicate("verify", 2, "pyengine_verification")
    run, smuggled = (Compound(":", (module, clause.term)) for clause in clauses)
    here.call(here.predicate("assertz", 1, "system"), [run], GENEROUS)
    here.call(verify, [module, Atom("clauses.pl")], GENEROUS)
    here.call(here.predicate("assertz", 1, "system"), [smuggled], GENEROUS)
    with pytest.raises(PrologFaultError, match="smuggled"):
        here.call(verify, [module, Atom("clauses.pl")], GENEROUS)


FINE = [
    ":- table run/0.\nrun.",
    ":- table p(_, min), q(_, max), r(_, sum), s(_, first).\np(1, 2). q(1, 2). r(1, 2). s(1, 2).\n"
    "run :- p(1, A), q(1, B), r(1, C), s(1, D), [A, B, C, D] == [2, 2, 2, 2].",
    ":- table p(_, lattice(larger/3)), q(_, po(less/2)).\nlarger(A, B, C) :- C is max(A, B).\nless(A, B) :- A < B.\n"
    "p(1, 2). p(1, 4). q(1, 2). q(1, 5).\nrun :- p(1, P), q(1, Q), P == 4, integer(Q).",
    ":- table p/1 as subsumptive.\np(1).\nrun :- p(1).",
    ":- table p/1, q/1.\np(X) :- member(X, [1, 2]), tnot(q(X)).\nq(1).\nrun :- p(2), \\+ p(1).",
    ":- table p//1.\np(X) --> [X].\nrun :- phrase(p(a), [a]).",
    ":- use_module(library(clpfd)).\nrun :- findall(X, X #= 1+2, [3]), maplist([Y]>>(Y #> 0), [1, 2]), [A, B] ins 0..3,"
    " A #< B, sum([A, B], #=, 5), label([A, B]), ( A #= B-1 #<==> T ), T == 1.",
    ":- use_module(library(clpfd)).\nrun :- phrase(( [a], list(L) ), [a, b]), L == [b],"
    " maplist([X]>>( X = 1 ), [Y]), Y == 1, maplist(maplist(plus(1)), [[1]], [[2]]),"
    " forall(member(Z, [1]), Z == 1), ignore(fail), once(member(_, [1])).\nlist(L, L, []).",
    ":- use_module(library(clpb)).\nrun :- sat(X+Y), X = 0, Y == 1.",
    ":- use_module(library(simplex)).\nrun :- gen_state(S0), constraint([x] =< 10, S0, S1), maximize([x], S1, S),"
    " variable_value(S, x, V), V =:= 10.",
    ":- use_module(library(dcg/basics)).\n:- use_module(library(dcg/high_order)).\n"
    'run :- phrase(numbers(X), `1,2`), X == [1, 2].\nnumbers(Xs) --> sequence(integer, ",", Xs).',
    ":- det(p/1).\np(1).\nrun :- p(1).",
    ":- dynamic p/1.\nrun :- \\+ p(_).",
    ":- use_module(library(lists), except([append/3])).\nappend(_, _, _).\nrun :- append(1, 2, 3).",
    ":- use_module(library(lists), [append/3]).\nrun :- append([1], [2], [1, 2]), last([1], 1).",
    "run :- freeze(X, X > 1), X = 2, when(ground(Y), Y = 1), Y = 1, dif(A, B), A = 1, B = 2.",
    "run :- D = _{a: 1}, X = D.put(b, 2), 2 == X.b.",
]


@pytest.mark.parametrize("text", FINE)
def test_what_swi_prolog_makes_of_declarations_passes(text: str) -> None:
    program, findings = read_program(Source("good.pl", f"{HEAD}{text}\n"))
    assert not findings
    game = SwiGame(program)
    assert len(game.expand(game.initial).children) == 1
