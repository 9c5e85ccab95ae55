"""What rules may not do, however it is wrapped; and that what they may do is not refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyengine.errors import Severity, UnsafeRuleError
from pyengine.language.checking.checker import UNSAFE_CODES, check_program, raise_for
from pyengine.language.reading.files import open_source
from pyengine.language.reading.reader import read_program

ESCAPES = [
    "shell(ls)",
    "\\+ shell(ls)",
    "not(shell(ls))",
    "( true -> shell(ls) ; true )",
    "( fail -> true ; shell(ls) )",
    "( shell(ls) *-> true ; true )",
    "call(shell, ls)",
    "call(call(shell), ls)",
    "call((true, shell(ls)))",
    "once(shell(ls))",
    "ignore(shell(ls))",
    "forall(true, shell(ls))",
    "findall(X, shell(X), _)",
    "findall(X, shell(X), _, [])",
    "bagof(X, Y^shell(X, Y), _)",
    "setof(X, Y^Z^(X = Y, shell(Z)), _)",
    "aggregate_all(count, shell(ls), _)",
    "aggregate_all(max(X), shell(X), _)",
    "catch(true, _, shell(ls))",
    "catch(shell(ls), _, true)",
    "freeze(_, shell(ls))",
    "when(ground(_), shell(ls))",
    "maplist(shell, [ls])",
    "maplist([X]>>shell(X), [ls])",
    "maplist([X, Y]>>(X = Y, shell(X)), [ls], _)",
    "maplist({a}/[X]>>shell(X), [ls])",
    "maplist([X]>>([Y]>>shell(Y)), [ls], _)",
    "foldl([X, A, A]>>shell(X), [ls], 0, _)",
    "include(shell, [ls], _)",
    "predsort([O, A, B]>>(compare(O, A, B), shell(A)), [ls, pwd], _)",
    "phrase(({ shell(ls) }, []), [])",
    "phrase(([] | { shell(ls) }), [])",
    "phrase(\\+ call(shell), [])",
    "call_dcg({ shell(ls) }, [], _)",
    "limit(1, shell(ls))",
    "call_nth(shell(ls), 1)",
    "order_by([asc(X)], shell(X))",
    "distinct(shell(ls))",
    "foreach(member(X, [ls]), shell(X))",
    "tnot(shell(ls))",
    "setup_call_cleanup(true, true, shell(ls))",
    "call_cleanup(true, shell(ls))",
    "apply(shell, [ls])",
    "@(shell(ls), user)",
    "user:shell(ls)",
    "system:shell(ls)",
    "M = user, M:foo",
    "call(user:shell, ls)",
    "maplist(user:shell, [ls])",
    "phrase(user:words, [])",
    "lists:member(_, [])",
    "'$set_source_module'(_, user)",
    "assertz(seen(1))",
    "asserta((p :- true))",
    "retractall(seen(_))",
    "abolish(other/2)",
    "b_setval(v, 1)",
    "nb_getval(v, _)",
    "recorded(k, _)",
    "flag(f, _, 1)",
    "put_attr(_, freeze, '$and'(user:halt, true))",
    "setarg(1, f(a), b)",
    "open('/etc/passwd', read, _)",
    "see('/etc/passwd')",
    "read(_)",
    "write(x)",
    "format('~w', [x])",
    "format(user_error, '~w', [x])",
    "format(S, '~w', [x]), S = atom(_)",
    "format(atom(_), '~@', [halt])",
    "format(atom(_), '~3@', [halt])",
    "format(atom(_), '~W', [x, [portray_goal(halt)]])",
    "F = '~@', format(atom(_), F, [halt])",
    "format(atom(_), [0'~, 0'@], [halt])",
    "maplist(format(atom(_)), ['~@'], [[halt]])",
    "with_output_to(string(_), shell(ls))",
    "with_output_to(string(_), format('~@', [halt]))",
    "with_output_to(string(_), format(user_error, x, []))",
    "with_output_to(S, write(x)), S = string(_)",
    "with_output_to(string(_), foldl(format, ['~@'], [halt], _))",
    "write_length(x, _, [portray_goal(halt)])",
    "term_string(_, x, [portray_goal(halt)])",
    "normalize_space(user_output, x)",
    "print_message(error, x)",
    "consult(x)",
    "[x]",
    "load_files(x, [])",
    "use_module(library(process))",
    "ensure_loaded(x)",
    "process_create(path(ls), [], [])",
    "directory_files('.', _)",
    "directory_member('.', _, [])",
    "exists_file(x)",
    "getenv('HOME', _)",
    "tcp_socket(_)",
    "thread_create(true, _)",
    "concurrent_maplist([X]>>true, [1])",
    "engine_create(x, true, _)",
    "halt",
    "abort",
    "prolog_cut_to(_)",
    "call_continuation([])",
    "reset(true, _, _)",
    "op(700, xfx, beats)",
    "set_prolog_flag(unknown, fail)",
    "current_prolog_flag(executable, _)",
    "predicate_property(_, _)",
    "clause(other(_, _), _)",
    "current_module(_)",
    "strip_module(x, _, _)",
    "random(_)",
    "random_member(_, [1])",
    "X is random(3), X > 0",
    "X is 1 + random_float, X > 0",
    "0 =:= cputime",
    "get_time(_)",
    "sleep(1)",
    "garbage_collect",
    "trace",
    "D = _{a: 1}, X = D.F, F = X",
    "D = user{}, _ = D.shell()",
    "D = _{a: 1}, X = D.a, X > 0",
    "format(atom(_), '~p', [x])",
    "$(shell(ls))",
]

DIRECTIVES = [
    ":- initialization(main).",
    ":- initialization(main, main).",
    ":- shell(ls).",
    ":- write(x).",
    ":- other(a, b).",
    "?- halt.",
    ":- consult(x).",
    ":- [x].",
    ":- load_files([x], []).",
    ":- ensure_loaded(x).",
    ":- use_module(x).",
    ":- use_module(library(process)).",
    ":- use_module([library(lists), library(socket)]).",
    ":- use_module(library(sandbox)).",
    ":- reexport(library(lists)).",
    ":- autoload(library(process)).",
    ":- set_prolog_flag(unknown, fail).",
    ":- set_prolog_flag(access_level, system).",
    ":- dynamic(user:x/1).",
    ":- discontiguous(system:x/1).",
    ":- multifile(user:portray/1).",
    ":- table(p(_, po(shell/2))).",
    ":- table(p(_, lattice(user:x/3))).",
    ":- table(user:p/1 as subsumptive).",
    ":- op(700, xfx, user:beats).",
    ":- module(user, []).",
    ":- module(lists, []).",
    ":- module('$sneaky', []).",
    ":- if(shell(ls)).\n:- endif.",
    ":- include('/etc/hosts').",
    ":- garbage_collect.",
    ":- asserta(x).",
    ":- use_foreign_library(x).",
]

HEADS = [
    "user:portray(_).",
    "user:foo(_) :- true.",
    "system:foo(_).",
    "term_expansion(a, b).",
    "term_expansion(a, P, b, P).",
    "goal_expansion(a, b) :- true.",
    "user:word --> [].",
    "portray(_).",
    "'$load_hook'(_).",
    "attr_unify_hook(_, _).",
]

ALLOWED = [
    "member(X, [a]), X == a",
    "format(atom(A), '~w ~a~n~t~d~10|', [x, y, 1]), atom(A)",
    'format(string(S), "~`@t~30|", []), string(S)',
    "with_output_to(string(S), ( write(x), nl, forall(member(X, [1]), format('~w', [X])) )), string(S)",
    "with_output_to(atom(A), maplist(print, [a])), atom(A)",
    "normalize_space(atom(A), ' x '), atom(A)",
    "G = other(_, _), call(G)",
    "call(other, a, _)",
    "findall(X, other(X, _), Xs), sort(0, @>=, Xs, _)",
    "catch(throw(x), x, true)",
    "phrase(([a], { true }), [a])",
    "term_to_atom(f(x), A), atom(A)",
    "copy_term([_], C), C = [_]",
    "D = _{a: 1}, get_dict(a, D, X), X > 0",
    "X = random(3), X = random(_)",
    "call_residue_vars(true, [])",
    "maplist([X, Y]>>(Y is X + 1), [1], [2])",
    "aggregate_all(count, other(_, _), 2)",
    "succ(1, 2)",
]


@pytest.mark.parametrize("goal", ESCAPES)
def test_unsafe_goal_is_refused(goal, check_added):
    findings = check_added(f"noisy(_) :- {goal}.\n")
    assert UNSAFE_CODES & {finding.code for finding in findings if finding.severity is Severity.ERROR}, findings
    with pytest.raises(UnsafeRuleError):
        raise_for(findings)


@pytest.mark.parametrize("goal", ESCAPES)
def test_trust_opens_it(goal, check_added):
    assert not UNSAFE_CODES & {finding.code for finding in check_added(f"noisy(_) :- {goal}.\n", trust=True)}


@pytest.mark.parametrize("directive", DIRECTIVES)
def test_unsafe_directive_is_refused(directive, check_added):
    findings = check_added(f"{directive}\n")
    assert UNSAFE_CODES & {finding.code for finding in findings}, findings
    assert not UNSAFE_CODES & {finding.code for finding in check_added(f"{directive}\n", trust=True)}


@pytest.mark.parametrize("clause", HEADS)
def test_unsafe_head_is_refused(clause, check_added):
    assert UNSAFE_CODES & {finding.code for finding in check_added(f"{clause}\n")}
    assert not UNSAFE_CODES & {finding.code for finding in check_added(f"{clause}\n", trust=True)}


@pytest.mark.parametrize("goal", ALLOWED)
def test_safe_goal_is_not_refused(goal, check_added):
    assert check_added(f"noisy(_) :- {goal}.\n") == ()


def test_own_definition_of_a_library_predicate_is_the_files_own(check_added):
    own = "noisy(_) :- writeln(x), shell(x), random_member(_, []).\nwriteln(_).\nshell(_).\nrandom_member(_, _).\n"
    assert check_added(own) == ()


@pytest.mark.parametrize(
    "text",
    [
        "(_ *-> _).\nnoisy(_) :- ( shell(ls) *-> true ; true ).\n",
        "@(_, _).\nnoisy(_) :- @(shell(ls), user).\n",
        "_ >> _.\n'>>'(_, _, _).\nnoisy(_) :- maplist([X]>>shell(X), [ls]).\n",
        "/(_, _, _).\nnoisy(_) :- maplist({a}/[X]>>shell(X), [ls]).\n",
    ],
)
def test_control_stays_control_whatever_a_file_defines(text, check_added):
    assert "unsafe-call" in {finding.code for finding in check_added(text)}


def test_a_declaration_alone_is_no_own_definition(check_added):
    findings = check_added(":- dynamic shell/1.\nnoisy(_) :- shell(ls).\n")
    assert [finding.code for finding in findings] == ["unsafe-call"]


def test_what_is_inside_own_meta_predicates_is_seen(check_added):
    text = ":- meta_predicate twice(0).\ntwice(G) :- call(G), call(G).\nnoisy(_) :- twice(shell(ls)).\n"
    assert [finding.code for finding in check_added(text)] == ["unsafe-call"]


def test_own_module_may_be_named(check_text):
    text = (
        ":- module(nim, []).\nplayer(a).\nplayer(b).\ninitial(1).\nto_move(_, a).\n"
        "move(1, m, 2) :- nim:ok.\nok.\nutility(2, 0).\n"
    )
    assert check_text(text) == ()
    assert [f.code for f in check_text(text.replace("nim:ok", "nim:shell(ls)"))] == ["unsafe-call"]


def test_a_file_elsewhere_is_not_opened(tmp_path: Path) -> None:
    """Not even a syntax error may show a line of it."""
    (tmp_path / "secret.pl").write_text("password: 'hunter2\n", encoding="utf-8")
    (tmp_path / "rules").mkdir()
    for where in ("'../secret'", f"'{(tmp_path / 'secret.pl').as_posix()}'"):
        rules = tmp_path / "rules" / "game.pl"
        rules.write_text(f":- include({where}).\n", encoding="utf-8")
        source, _ = open_source(rules)
        program, findings = read_program(source)
        assert findings == ()
        assert "unsafe-directive" in [finding.code for finding in check_program(program)]
        _, trusted = read_program(source, trust=True)
        assert [finding.code for finding in trusted] == ["unclosed-quote"]
