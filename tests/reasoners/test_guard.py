"""Rules that nobody vouched for do nothing but compute, however they dress a goal."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path

import pytest

from pyengine.errors import PyengineError, QueryError, RuleFileError, RuleRuntimeError, UnsafeCallError, UnsafeRuleError
from pyengine.language.reading.reader import read_program
from pyengine.language.source import Source
from pyengine.reasoners.swi.swi_game import SwiGame

HEAD = "player(a). initial(s). to_move(_, a). utility(_, a, 0). move(s, m, t) :- run.\n"
TOUCH = "open('{file}', write, S), close(S)"

ESCAPES = [
    # goals in the open, and built at run time
    "{touch}",
    "shell('touch {file}')",
    "G = shell('touch {file}'), G",
    "G = shell('touch {file}'), call(G)",
    "call(shell, 'touch {file}')",
    "G = shell, call(G, 'touch {file}')",
    "G =.. [shell, 'touch {file}'], G",
    "atom_concat(she, ll, N), G =.. [N, 'touch {file}'], call(G)",
    "compound_name_arguments(G, shell, ['touch {file}']), G",
    "functor(G, shell, 1), arg(1, G, 'touch {file}'), G",
    "term_to_atom(G, 'shell(\"touch {file}\")'), G",
    "term_string(G, \"shell('touch {file}')\"), once(G)",
    "atom_to_term('shell(X)', G, ['X' = 'touch {file}']), G",
    "copy_term(shell(X), G), G = shell('touch {file}'), ignore(G), X = X",
    # control, and predicates that take goals
    "G = shell('touch {file}'), \\+ \\+ G",
    "G = shell('touch {file}'), ( G -> true ; true )",
    "G = shell('touch {file}'), ( true, G ; true )",
    "( fail ; G = shell('touch {file}') ), ( true *-> G ; true )",
    "G = shell('touch {file}'), not(G)",
    "G = shell('touch {file}'), forall(G, true)",
    "G = shell('touch {file}'), forall(true, G)",
    "G = shell('touch {file}'), findall(x, G, _)",
    "G = shell('touch {file}'), findall(x, G, _, [])",
    "G = X^shell('touch {file}'), setof(X, G, _)",
    "G = shell('touch {file}'), bagof(x, G, _)",
    "G = shell('touch {file}'), aggregate_all(count, G, _)",
    "G = shell('touch {file}'), aggregate_all(max(x), (true, G), _)",
    "findnsols(1, x, (true, shell('touch {file}')), _)",
    "catch(throw(x), _, shell('touch {file}'))",
    "G = shell('touch {file}'), catch(G, _, true)",
    "catch(shell('touch {file}'), _, true)",
    "maplist(shell, ['touch {file}'])",
    "maplist(call, [shell('touch {file}')])",
    "maplist(maplist(call), [[shell('touch {file}')]])",
    "maplist(findall(x), [shell('touch {file}')], _)",
    "P = shell, maplist(P, ['touch {file}'])",
    "foldl([G, A, A]>>G, [shell('touch {file}')], 0, _)",
    "foldl([F, A, A]>>shell(F), ['touch {file}'], 0, _)",
    "maplist([F]>>shell(F), ['touch {file}'])",
    "maplist([F, G]>>call(F, G), [shell], ['touch {file}'])",
    "maplist(\\X^shell(X), ['touch {file}'])",
    "Y = 'touch {file}', maplist({{Y}}/[_]>>shell(Y), [1])",
    "L = ([F]>>shell(F)), call(L, 'touch {file}')",
    "predsort([O, A, _]>>(shell(A), O = (<)), ['touch {file}', b], _)",
    "include(shell, ['touch {file}'], _)",
    "partition(shell, ['touch {file}'], _, _)",
    "apply(shell, ['touch {file}'])",
    "call_cleanup(true, shell('touch {file}'))",
    "setup_call_cleanup(true, true, shell('touch {file}'))",
    "call_with_depth_limit(shell('touch {file}'), 10, _)",
    "call_with_inference_limit(shell('touch {file}'), 1000, _)",
    "call_with_time_limit(5, shell('touch {file}'))",
    "catch_with_backtrace(shell('touch {file}'), _, true)",
    "limit(1, shell('touch {file}'))",
    "G = shell('touch {file}'), call_nth(G, 1)",
    "freeze(X, shell('touch {file}')), X = 1",
    "G = shell('touch {file}'), freeze(X, G), X = 1",
    "when(ground(X), shell('touch {file}')), X = 1",
    "put_attr(X, freeze, '$and'(user:shell('touch {file}'), user:true)), X = 1",
    "tnot(shell('touch {file}'))",
    "reset(shell('touch {file}'), _, _)",
    "thread_create(shell('touch {file}'), I), thread_join(I)",
    "engine_create(x, shell('touch {file}'), E), engine_next(E, _)",
    "snapshot(shell('touch {file}'))",
    # grammars
    "phrase(evil, [])",
    "B = {{shell('touch {file}')}}, phrase(B, [])",
    "phrase(({{true}}, {{shell('touch {file}')}}), [], _)",
    "phrase(call([_, _]>>shell('touch {file}')), [])",
    "G = shell('touch {file}'), phrase({{G}}, [])",
    "call_dcg({{shell('touch {file}')}}, [], _)",
    # text
    "format(atom(_), '~@', [shell('touch {file}')])",
    "F = '~@', format(atom(_), F, [shell('touch {file}')])",
    "atom_concat('~', '@', F), format(atom(_), F, [shell('touch {file}')])",
    "format(atom(_), '~0@', [shell('touch {file}')])",
    "with_output_to(string(_), shell('touch {file}'))",
    "with_output_to(string(_), format('~@', [shell('touch {file}')]))",
    "G = format(atom(_), '~@', [shell('touch {file}')]), call(G)",
    # modules
    "system:shell('touch {file}')",
    "M = system, M:shell('touch {file}')",
    "G = system:shell('touch {file}'), call(G)",
    "@(shell('touch {file}'), user)",
    "maplist(:(system), [shell('touch {file}')])",
    "maplist(@(shell('touch {file}')), [user])",
    "call(:, system, shell('touch {file}'))",
    "catch(maplist(shell, ['touch {file}']), _, true)",
    "maplist(call(shell), ['touch {file}'])",
    "lists:shell('touch {file}')",
    "pyengine_guard:run(user, shell('touch {file}'))",
    "pyengine_guard:catching(shell('touch {file}'), _, true)",
    "pyengine_loader:load_rules(x, x, y, \":- shell('touch {file}').\", [], [], trusted, _)",
    "call(pyengine_guard:body, user, a, a, shell('touch {file}'), a, a)",
    "prolog_load_context(source, _), shell('touch {file}')",
    # changing the program
    "assertz((evil2 :- shell('touch {file}'))), call(evil2)",
    "assertz(user:portray(_)), fail",
    "assertz(own(1)), {touch}",
    "retractall(player(_)), {touch}",
    "asserta(pyengine_guard:safe(shell, 1, system)), G = shell('touch {file}'), G",
    "b_setval(v, shell('touch {file}')), b_getval(v, G), call(G)",
    "nb_setval(v, shell('touch {file}')), nb_getval(v, G), call(G)",
    "recorda(k, shell('touch {file}')), recorded(k, G), call(G)",
    "set_prolog_flag(xref, true), {touch}",
    "op(0, xfx, is), {touch}",
    "dynamic(foo/1), assertz(foo(1)), {touch}",
    "expand_goal(shell('touch {file}'), G), call(G)",
    "tabling_off, {touch}",
    "clause(evil(_, _), G), call(G)",
    # the rest of the world
    "consult('{file}'), {touch}",
    "load_files(user:'{file}', []), {touch}",
    "[user], {touch}",
    "see('{file}'), {touch}",
    "tell('{file}'), told",
    "open_null_stream(S), close(S), {touch}",
    "process_create('/bin/touch', ['{file}'], [])",
    "tmp_file(x, F), atom(F), {touch}",
    "setenv(x, y), {touch}",
    "working_directory(_, '/'), {touch}",
    "read_term(user_input, _, []), {touch}",
    "print_message(error, format('~@', [shell('touch {file}')]))",
    "prolog, {touch}",
    "halt",
    "garbage_collect, {touch}",
    "load_foreign_library('{file}'), {touch}",
    "'$sig_atomic'(shell('touch {file}'))",
    "'$set_source_module'(user), {touch}",
]
TEXT = HEAD + "evil --> {{shell('touch {file}')}}.\nown(0).\nrun :- {goal}.\n"


@pytest.mark.parametrize("goal", ESCAPES)
def test_nothing_escapes(tmp_path: Path, goal: str, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "proof"
    touch = TOUCH.format(file=file)
    program, findings = read_program(
        Source("evil.pl", TEXT.format(file=file, goal=goal.format(file=file, touch=touch)))
    )
    assert not findings
    game = SwiGame(program)
    with pytest.raises(RuleRuntimeError) as caught:
        game.expand(game.initial)
    assert not file.exists()
    assert not re.search("nknown procedure:? pyengine_guard", str(caught.value))
    refusals = ("nknown procedure", "is not tabled")
    assert isinstance(caught.value, UnsafeCallError) or any(refusal in str(caught.value) for refusal in refusals)
    with pytest.raises(PyengineError):
        game.query(goal.format(file=file, touch=touch))
    assert not file.exists()
    assert capfd.readouterr().err == ""


def test_every_escape_is_one_when_trusted(tmp_path: Path) -> None:
    """The proof works: the same goals do touch the file when the rules are trusted."""
    file = tmp_path / "proof"
    escapes = 0
    for goal in ESCAPES[:50]:
        text = TEXT.format(file=file, goal=goal.format(file=file, touch=TOUCH.format(file=file)))
        game = SwiGame(read_program(Source("evil.pl", text))[0], trust=True)
        with contextlib.suppress(RuleRuntimeError):
            game.expand(game.initial)
        escapes += file.exists()
        file.unlink(missing_ok=True)
    assert escapes >= 40


@pytest.mark.parametrize(
    "sentence",
    [
        ":- initialization(shell('touch {file}')).",
        ":- initialization(shell('touch {file}'), main).",
        ":- shell('touch {file}').",
        "?- shell('touch {file}').",
        ":- if(shell('touch {file}')).\n:- endif.",
        ":- if((true, X = shell('touch {file}'), X)).\n:- endif.",
        ":- if(fail).\n:- elif(shell('touch {file}')).\n:- endif.",
        ":- use_module('/tmp/evil').",
        ":- use_module(library(process)).",
        ":- ensure_loaded('/tmp/evil').",
        ":- consult('/tmp/evil').",
        ":- [evil].",
        ":- load_files([evil], []).",
        ":- set_prolog_flag(autoload, true).",
        ":- set_prolog_flag(occurs_check, error).",
        ":- assertz(foo).",
        ":- table p(_, po(assertz/2)).\np(1, (x :- y)).",
        ":- table p(_, lattice(shell/3)).\np(1, 2).",
        ":- multifile user:portray/1.\nuser:portray(_) :- shell('touch {file}').",
        "user:portray(_) :- shell('touch {file}').",
        "system:evil(_) :- true.",
        "user:message_hook(_, _, _) :- shell('touch {file}').",
        "term_expansion(x, y) :- shell('touch {file}').",
        "term_expansion(_, _, _, _) :- shell('touch {file}').",
        "goal_expansion(_, _) :- shell('touch {file}').",
        "attr_unify_hook(_, _) :- true.",
        "'$evil'(1).",
        "f(X) :- Y = X.shell(a), g(Y).",
        ":- if(true).\n:- endif.",
        ":- set_prolog_flag(optimise, true).",
        ":- set_prolog_flag(var_prefix, true).",
        ":- dynamic user:portray/1.",
        ":- table user:p/1.",
        ":- discontiguous([user:p/1]).",
        ":- public user:p/1.",
        ":- meta_predicate user:p(0).",
        ":- use_module(library(lists)), shell('touch {file}').",
        ":- dynamic(foo/1), assertz(foo(1)).",
    ],
)
def test_nothing_runs_while_loading(tmp_path: Path, sentence: str) -> None:
    file = tmp_path / "proof"
    program, _ = read_program(Source("evil.pl", sentence.format(file=file) + "\n" + HEAD + "run."))
    with pytest.raises(UnsafeRuleError, match=r"evil\.pl:\d"):
        SwiGame(program)
    assert not file.exists()


def test_a_name_is_only_the_files_own_if_it_is_defined(tmp_path: Path) -> None:
    file = tmp_path / "proof"
    text = f":- if(fail).\nshell(_).\n:- endif.\n{HEAD}run :- G = shell('touch {file}'), G.\n"
    for variant in (text, text.replace("G = shell", "shell").replace(", G.", ".")):
        with pytest.raises(UnsafeRuleError, match="if/1"):
            SwiGame(read_program(Source("evil.pl", variant))[0])
    assert not file.exists()


@pytest.mark.parametrize(
    ("definition", "goal"),
    [
        ("*->(_, _).", "( true *-> shell('touch {file}') ; true )"),
        ("*->(_, _).", "G = ( true *-> shell('touch {file}') ), G"),
        ("@(_, _).", "@(shell('touch {file}'), user)"),
        ("@(_, _).", "G = @(shell('touch {file}'), user), call(G)"),
        ("a | b.", "( fail | shell('touch {file}') )"),
        ("'|'(_, _).", "G = '|'(fail, shell('touch {file}')), G"),
    ],
)
def test_control_is_never_the_files_own(tmp_path: Path, definition: str, goal: str) -> None:
    file = tmp_path / "proof"
    text = f"{definition}\n{HEAD}run :- {goal.format(file=file)}.\n"
    game = SwiGame(read_program(Source("evil.pl", text))[0])
    with pytest.raises(UnsafeCallError):
        game.expand(game.initial)
    assert not file.exists()


HIDDEN = """
:- set_prolog_flag(character_escapes, false).
hidden('\\').
{sentence}
hidden(' ').
:- set_prolog_flag(character_escapes, true).
"""


@pytest.mark.parametrize(
    "sentence", [":- shell('touch {file}').", "user:portray(_) :- shell('touch {file}').", "term_expansion(_, _)."]
)
def test_the_way_text_is_read_hides_nothing(tmp_path: Path, sentence: str) -> None:
    file = tmp_path / "proof"
    text = HIDDEN.format(sentence=sentence.format(file=file)) + HEAD + "run."
    with pytest.raises(RuleFileError):
        SwiGame(read_program(Source("evil.pl", text))[0])
    assert not file.exists()


HARMLESS = [
    "maplist([X, Y]>>(Y is X*2), [1, 2], [2, 4])",
    "P = succ, maplist(P, [1, 2], [2, 3])",
    "maplist(call, [true, X = 1]), X == 1",
    "foldl([X, A, B]>>(B is A+X), [1, 2, 3], 0, 6)",
    "N = 5, maplist({N}/[X, Y]>>(Y is X+N), [1, 2], [6, 7])",
    "maplist([X]>>call([Y]>>(Y == 1), X), [1])",
    "maplist([X]>>([Y]>>(X < Y)), [1], [2])",
    "maplist([X]>>plus(X), [1], [2], [3])",
    "L = ([X, Y]>>(X < Y)), call(L, 1, 2)",
    "N = 1, L = ({N}/[X]>>(X == N)), call(L, 1)",
    "G = member(X, [1, 2]), findall(X, G, [1, 2])",
    "G = Y^member(X-Y, [2-a, 1-b]), setof(X, G, [1, 2])",
    "setof(X, Y^member(X-Y, [2-a, 1-b]), [1, 2])",
    "( bagof(X, member(X-Y, [1-a, 2-b]), L), Y == b -> L == [2] )",
    "aggregate_all(count, member(_, [a, b]), 2)",
    "aggregate_all(max(X, Y), member(X-Y, [1-a, 3-b]), max(3, b))",
    "catch(throw(mine(1)), mine(X), true), X == 1",
    "catch(catch((X = x, throw(mine(1))), mine(X), true), Ball, true), Ball == mine(1)",
    "catch(atom_length(_, _), error(E, _), true), E == instantiation_error",
    "catch(( member(X, [1, 2]), X > 1 ), _, fail)",
    "G = catch(throw(a), a, true), call(G)",
    "phrase(digits(Ds), [1, 2]), Ds == [1, 2]",
    "phrase(( [a], rest(R) ), [a, b, c]), R == [b, c]",
    'phrase(( "ab", { X = 1 }, rest(R) ), `abc`), X == 1, R == `c`',
    "B = ( [a] ; [b] ), phrase(B, [b])",
    "maplist(phrase(rest([a])), [[a], [a]])",
    "phrase(call([X, S0, S]>>(S0 = [X|S]), a), [a])",
    "format(atom(A), '~w-~a ~q~30|~t~d', [f(x), b, 'C', 5]), atom(A)",
    "F = '~w', format(atom(A), F, [x]), A == x",
    'with_output_to(string(S), ( write(a), print(b), nl )), S == "ab\\n"',
    'with_output_to(string(S), say(hello)), S == "hello"',
    "forall(member(X, [1, 2]), ( X > 0 -> true ; fail ))",
    "lists:append([1], [2], [1, 2])",
    "predsort([O, A, B]>>compare(O, A, B), [b, a], [a, b])",
    "include([X]>>(X > 1), [1, 2], [2])",
    "freeze(X, Y = X), X = 1, Y == 1",
    "length(L, 2), maplist(=(z), L), L == [z, z]",
    "once(( member(X, [1, 2]), X > 1 )), X == 2",
    "findall(X, ( member(X, [1, 2, 3]), ! ), [1])",
    "\\+ ( cutting(X), X == 2 )",
    "call(plus(1), 2, 3)",
    "G =.. [plus, 1, 2, X], G, X == 3",
    "once(limit(2, repeat))",
    "fib(20, 6765)",
    "not(fail), ignore(fail)",
    "D = _{a: 1}, X = D.a, X == 1",
    "foreach(member(X, [1, 2]), dif(X, Y)), Y = 3",
    "nb(1)",
    "( fail | X = 1 ), X == 1",
    "G = ( fail | true ), G",
]
LIBRARY = """
digits([D|T]) --> [D], { integer(D) }, digits(T).
digits([]) --> [].
rest(L, L, []).
say(X) :- format("~w", [X]).
cutting(X) :- member(X, [1, 2]), !.
:- table fib/2.
fib(0, 0).
fib(1, 1).
fib(N, F) :- N > 1, N1 is N-1, N2 is N-2, fib(N1, F1), fib(N2, F2), F is F1+F2.
nb(X), X == 1 => true.
nb(_) => fail.
"""


@pytest.mark.parametrize("goal", HARMLESS)
def test_what_only_computes_is_left_alone(goal: str) -> None:
    text = HEAD + LIBRARY + f"run :- {goal}.\n"
    for trust in (True, False):
        program, findings = read_program(Source("good.pl", text))
        assert not findings
        game = SwiGame(program, trust=trust)
        assert len(game.expand(game.initial).children) == 1, trust


def test_refusals_name_the_predicate_and_the_position() -> None:
    game = SwiGame(read_program(Source("evil.pl", HEAD + "run :-\n    G = shell(ls),\n    G.\n"))[0])
    with pytest.raises(UnsafeCallError, match=r"evil\.pl:4:5: error: in run/0: rules may not call shell/1") as caught:
        game.expand(game.initial)
    assert "in the position s" in str(caught.value)
    with pytest.raises(UnsafeCallError, match="shell/1"):
        game.query("shell(ls)")
    with pytest.raises(QueryError):
        game.query("undefined_thing")


def test_imports_of_pure_libraries_work() -> None:
    text = ":- use_module(library(clpfd)).\n:- use_module(library(dcg/basics)).\n" + HEAD
    text += "run :- X #> 2, X #< 4, X == 3, phrase(integer(N), `42`), N == 42.\n"
    program, findings = read_program(Source("good.pl", text))
    assert not findings
    game = SwiGame(program)
    assert len(game.expand(game.initial).children) == 1
    with pytest.raises(RuleFileError):
        SwiGame(read_program(Source("evil.pl", ":- use_module(library(shell)).\n" + HEAD + "run."))[0])
