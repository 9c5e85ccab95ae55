"""SWI-Prolog is not asked for what would end the process, or what nothing could stop."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from pyengine import load
from pyengine.language import sizes
from pyengine.reasoners.budget import Budget
from pyengine.reasoners.swi.border import GENEROUS, border, take_term
from pyengine.terms import Atom

from ..layers import hunted_but

GAME: Final = """
:- use_module(library(clpfd)).
:- use_module(library(dcg/basics)).
player(max). player(min). initial(0). to_move(_, max). terminal(S) :- S \\== 0. utility(_, 0). move(0, a, 1).
deep(0, Term, Term) :- !.
deep(N, Inner, Term) :- N1 is N-1, deep(N1, s(Inner), Term).
shared(0, Term, Term) :- !.
shared(N, Inner, Term) :- N1 is N-1, shared(N1, f(Inner, Inner), Term).
"""

CHILD: Final = """
import json, sys, time
from pathlib import Path
from pyengine import load
from pyengine.errors import PyengineError
from pyengine.reasoners.budget import Budget

def outcome(ask):
    began = time.monotonic(), time.process_time()
    try:
        ask()
        said = "answered"
    except PyengineError as error:
        said = type(error).__name__
    took = min(time.monotonic() - began[0], time.process_time() - began[1])  # others may keep the machine busy
    print(json.dumps([said, took]), flush=True)

folder, rules, goals = Path(sys.argv[1]), *json.loads(sys.argv[2])
budget = Budget(inferences=2_000_000, seconds=2, memory_bytes=256 * 2**20)
text = (folder / "game.pl").read_text()
game = load(str(folder / "game.pl"), reasoner="swi", budget=budget)
for goal in goals:
    outcome(lambda: game.query(goal, limit=3, budget=budget))
for number, rule in enumerate(rules):
    path = folder / f"game{number}.pl"
    kept = text.replace("utility(_, 0).", "") if "utility(" in rule else text
    path.write_text(kept.replace("move(0, a, 1).", rule))
    def play():
        game = load(str(path), reasoner="swi", budget=budget)
        game.expand(game.initial)
        game.show(game.initial)
    outcome(play)
"""


def outcomes(folder: Path, rules: list[str], goals: list[str]) -> list[str]:
    """Run rules and goals in a child process: how each has ended, within twice the budget and some seconds."""
    (folder / "game.pl").write_text(GAME)
    child = subprocess.run(
        [sys.executable, "-c", CHILD, str(folder), json.dumps([rules, goals])],
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    rows = [json.loads(line) for line in child.stdout.splitlines()]
    asked = [*goals, *rules]
    assert child.returncode == 0, (child.returncode, asked[len(rows) :][:1], child.stderr[-500:])
    for (_, seconds), what in zip(rows, asked, strict=True):
        assert seconds < 12, (what, seconds)
    return [said for said, _ in rows]


TOO_LARGE: Final = [
    "functor(_T, a, 9223372036854775807)",
    "functor(_T, a, 4611686018427387904), arg(3, _T, X)",
    "compound_name_arity(_T, a, 9223372036854775807)",
    "length(_L, 4611686018427387904)",
    "maplist(functor(_, a), [9223372036854775807])",
    "G = length, call(G, _L, 4611686018427387904)",
    "varnumbers(f('$VAR'(4611686018427387900)), _T)",
    "lambda_calls([a, b], 4611686018427387904, _)",
    "X is 3**(10**9)",
    "E = 3**(10**9), X is E+1",
    "E = 3**(10**9), E > 2",
    "X is 1 << (1 << 40)",
    "X is 1 >> -(1 << 40)",
    "X is powm(3, 10**200000, 10**200000+7)",
    "X is 7r3 ** (10**7)",
    "length(_L, 40), foldl([_, A, B]>>(B is A*A), _L, 3, X)",
    "length(_L, 40), foldl([_, A, B]>>(B is A*A), _L, 1r3, X)",
    "X is roundtoward(3**(10**9), to_nearest)",
    "sum_list([3**(10**9)], X)",
    "max_list([1, 3**(10**9)], X)",
    "E = 3**(10**9), aggregate_all(sum(E), true, X)",
    "E = 3**(10**9), aggregate_all(r(count, max(E)), true, X)",
    "E = 3**(10**9), aggregate(sum(E), true, X)",
    "limit(3**(10**9), true)",
    "call_nth(true, 3**(10**9))",
    "must_be(between(1.0, 3**(10**9)), 5)",
    "add_to_heap(heap(nil, 3**(10**9)), 1, a, _)",
    "X #= 3^(10^9)",
    "length(_L, 40), foldl([_, A, B]>>(B #= A*A, A #> 2), _L, _, X)",
    'format(atom(_A), "~999999999f", [1.5])',
    'format(atom(_A), "~*c", [1000000000, 65])',
    'format(atom(_A), "~t~w~2000000000|", [a])',
    'format(atom(_A), "~9000000c~9000000c", [65, 65])',
    "with_output_to(string(_S), tab(10000000000))",
    "with_output_to(string(_S), tab(3**(10**9)))",
    "deep(100000, z, _T), term_to_atom(_T, _A)",
    'deep(100000, z, _T), format(atom(_A), "~w", [_T])',
    "deep(100000, z, _T), with_output_to(string(_S), print(_T))",
    'format(atom(_A), "~`7t~2000000|", []), atom_number(_A, _)',
    'format(codes(_C), "~`7t~1000000|", []), number_codes(_, _C)',
    'format(codes(_C), "~`7t~1000000|", []), phrase(integer(_), _C)',
    'format(atom(_A), "~`(t~2000000|", []), term_to_atom(_, _A)',
    "X is 7**1000000, term_to_atom(0, X)",
    "shared(60, x, _T), variant_sha1(_T, _)",
    "shared(60, x, _T), with_output_to(string(_S), write_canonical(_T))",
    "shared(60, _, _T), term_singletons(_T, _)",
    "length(_L, 60), foldl([_, A, (A;A)]>>true, _L, true, _C), when(_C, true)",
    'wildcard_match("*a*a*a*a*a*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")',
]

REFUSED: Final = [
    "sort(2147483648, @<, [f(a, b), f(b, a)], _)",
    "sort([4294967297], @>=, [f(a, b), f(b, a)], _)",
    "K = [1, 2147483648], sort(K, @<, [f(g(a)), f(g(b))], _)",
    'bounded_number(1, 2, "abc")',
    "deep(20000, X, _T), X = _T, throw(_T)",
    "deep(300000, z, _T), throw(_T)",
    "deep(300000, z, _T), atom_length(_T, _)",
    "shared(60, x, _T), throw(_T)",
    "throw(error(permission_error(a), _))",
    "throw(pyengine(value(1)))",
    "throw(error())",
    "X is 7**1000000, plus(X, a, _)",
    "X is 7**700000 rdiv 3**700000, Y is powm(X, X, X)",
]

RULES: Final = [
    "move(0, a, X) :- X is 3**(10**9).",
    "move(0, a, X) :- e(E), X is E+1. e(3**(10**9)).",
    "move(0, a, X) :- square(3, X). square(A, B) :- C is A*A, square(C, B).",
    "move(0, a, X) :- S = 100000000000, X is 1 << S.",
    "move(0, a, X) :- S = -100000000000, X is 1 >> S.",
    "move(0, a, X) :- N = 1000000000, X is 3**N.",
    "move(0, a, 1) :- functor(T, a, 4611686018427387904), arg(3, T, X), X == 1.",
    "move(0, a, 1) :- length(L, 4611686018427387904), L == 1.",
    "move(0, a, 1) :- phrase(x(3), [], _). x(N) --> { M is N**(10**9) }, [M].",
    "move(0, a, X) :- t(3, X). t(N, X), N > 2**(10**10) => X = 1.",
    "move(0, a, X) :- findall(Y, member(3, [Y]), [A]), X #= A^(10^9).",
    ":- table t/2. move(0, a, X) :- t(3, X). t(N, X) :- X is N**(10**9).",
    "move(0, a, 1) :- freeze(X, Y is X**(10**9)), X = 3, Y > 1.",
    'move(0, a, 1). show(_, X) :- format(atom(X), "~*c", [1000000000, 65]).',
    "move(0, a, X) :- shared(60, x, X).",
    "move(0, a, 1). move(0, b, 2). utility(_, V) :- worth(V). worth(3**(10**9)). show(S, X) :- minimax(S, _, X).",
]


def test_what_would_be_too_large_is_refused(tmp_path: Path) -> None:
    found = outcomes(tmp_path, [], TOO_LARGE)
    wrong = [goal for goal, said in zip(TOO_LARGE, found, strict=True) if said != "RuleLimitError"]
    assert not wrong


def test_extreme_exceptions_are_errors(tmp_path: Path) -> None:
    found = outcomes(tmp_path, [], REFUSED)
    assert set(found) <= {"QueryError", "RuleLimitError"}


@pytest.mark.parametrize("rules", hunted_but(lambda rules: len(rules) == 2, [RULES[:2], RULES]), ids=["two", "all"])
def test_rules_are_held_to_sizes_as_queries_are(rules: list[str], tmp_path: Path) -> None:
    assert set(outcomes(tmp_path, rules, [])) == {"RuleLimitError"}


@pytest.fixture
def game(tmp_path: Path) -> Any:
    (tmp_path / "game.pl").write_text(GAME)
    return load(str(tmp_path / "game.pl"), reasoner="swi", budget=Budget(seconds=20))


@pytest.mark.parametrize(
    ("goal", "value"),
    [
        ("X is 2**100*3", 2**100 * 3),
        ("X is 2**62*2**62 - 1", 2**124 - 1),
        ("E = 3*4, X is E+1", 13),
        ("X is 7 mod -3", -2),
        ("X is 2 ** -1", 0.5),
        ("X is 1 << 70 >> 68", 4),
        ("X is msb(2**70) + popcount(255)", 78),
        ('X is "a" + 0', 97),
        ("X is max(1, 2.5) * 2", 5.0),
        ("sum_list([1, 2.5, 3*2], X)", 9.5),
        ("aggregate_all(sum(Y), member(Y, [1, 2, 3]), X)", 6),
        ("aggregate_all(max(Y, Z), member(Y-Z, [1-a, 2-b]), max(X, _))", 2),
        ("aggregate_all(count, member(_, [a, b]), X)", 2),
        ("aggregate(count, Y^member(Y, [a, b]), X)", 2),
        ("length(L, 3), length(L, X)", 3),
        ("maplist(length, [[a], [b, c]], [_, X])", 2),
        ("include(<(3), [2, 4, 5], [X|_])", 4),
        ('atom_number("12", X)', 12),
        ("phrase(integer(X), `42`)", 42),
        ("X #= 3*4", 12),
        ("limit(1, member(X, [7, 8]))", 7),
        ("bounded_number(1, 5, 3), X = 3", 3),
    ],
)
def test_other_answers_stay(game: Any, goal: str, value: object) -> None:
    assert game.query(goal)[0]["X"] == value


def test_large_numbers_within_the_limit_come_over(game: Any) -> None:
    exponent = sizes.MOST_BITS - 1
    assert game.query(f"X is 2**{exponent} + 1")[0]["X"] == 2**exponent + 1
    assert game.query("X is 3**100000 rdiv 2**100000")[0]["X"].denominator == 2**100000


def test_prolog_has_the_limits_of_sizes() -> None:
    here = border()
    for name in ("MOST_BITS", "MOST_ARITY", "MOST_ITEMS", "MOST_CHARACTERS", "LONGEST_WORK"):
        known = here.ask(here.predicate("limit", 2, "pyengine_vocabulary"), [Atom(name.lower())], take_term, GENEROUS)
        assert known == getattr(sizes, name)
