"""Positions and answers nested deeper than the process's stack: each reasoner manages, or says that it does not."""

import subprocess
import sys
from pathlib import Path

import pytest

from pyengine import ParameterError, load
from pyengine.language.sizes import DEEPEST_CLAUSE
from pyengine.terms import Atom, Compound, Term

LEVELS = 150_000
RULES = """\
:- table seen/2.
parameter(levels, 5).
player(max). player(min).
initial(start).
to_move(start, max).
terminal(X) :- X \\== start.
move(start, go, T) :- param(levels, N), deep(N, z, T).
move(start, also, z).
utility(z, 0).
utility(f(_, _), 1).
deep(0, T, T).
deep(N, A, T) :- N > 0, M is N-1, deep(M, f(A, 1), T).
canonical(X, pair(X, X)).
seen(X, 1) :- X \\== start.
staticval(X, V) :-
    seen(X, A), seen(X, A), copy_term(X, Y), X == Y, X = Y, compare(=, X, Y), \\+ X = z,
    findall(X, member(_, [1, 2]), [P, Q]), P == Q, memberchk(X, [z, Y]),
    subtract([X, z], [Y], [z]), catch(throw(e(X)), e(Z), true), Z == X, ground(Z), V = A.
"""
CHILD = """
import pickle, sys
from pyengine import Budget, PyengineError, load, solve
game = load(sys.argv[1], reasoner=sys.argv[2], levels=int(sys.argv[3]), budget=Budget(seconds=60))
first, again = game.expand(game.initial).children[0], game.expand(game.initial).children[0]
assert first == again and hash(first) == hash(again) and pickle.loads(pickle.dumps(first)) == first
assert game.is_terminal(first) and game.expand(first).utilities == (1, -1)
assert game.staticval(first) == 1
assert game.canonical(first) == game.canonical(again)
assert solve(game).value == 1
print(game.reasoner)
"""


def _child(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, timeout=600)


@pytest.mark.parametrize("reasoner", ["python", "c", "swi"])
def test_positions_have_no_depth(tmp_path: Path, reasoner: str) -> None:
    path = tmp_path / "deep.pl"
    path.write_text(RULES)
    done = _child(CHILD, str(path), reasoner, str(LEVELS))
    assert (done.returncode, done.stdout.strip()) == (0, reasoner), done.stderr[-2000:]


REFUSED = """
import sys
from pyengine import PyengineError, load
try:
    game = load(sys.argv[1], reasoner=sys.argv[2])
    game.expand(game.initial)
    print("loaded by", game.reasoner)
except PyengineError as error:
    print("refused", type(error).__name__)
"""


@pytest.mark.hunt
@pytest.mark.parametrize("reasoner", ["python", "c", "swi"])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("player(max).", "player(max). player(P) :- deep(150000, z, P)."),
        ("to_move(start, max).", "to_move(start, P) :- deep(150000, z, P)."),
        ("parameter(levels, 5).", "parameter(levels, 5). parameter(other, P) :- deep(150000, z, P)."),
    ],
)
def test_players_and_parameters_nested_deep_do_not_end_the_process(
    tmp_path: Path, reasoner: str, old: str, new: str
) -> None:
    path = tmp_path / "deep.pl"
    path.write_text(RULES.replace(old, new))
    done = _child(REFUSED, str(path), reasoner)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.startswith(("loaded", "refused"))


def _nested(levels: int) -> Term:
    term: Term = Atom("z")
    for _ in range(levels):
        term = Compound("s", (term,))
    return term


@pytest.mark.parametrize("reasoner", ["auto", "python", "c", "swi"])
def test_parameters_have_a_limit(tmp_path: Path, reasoner) -> None:
    path = tmp_path / "deep.pl"
    path.write_text(RULES)
    with pytest.raises(ParameterError, match=f"parameter levels is nested more than {DEEPEST_CLAUSE} deep"):
        load(path, reasoner=reasoner, levels=_nested(DEEPEST_CLAUSE + 1))


READ = """\
player(max). player(min).
initial(start).
to_move(_, max).
move(start, a, b).
utility(b, 0).
staticval(_, V) :-
    findall('s(', between(1, 60000, _), Opening), findall(')', between(1, 60000, _), Closing),
    append(Opening, [z|Closing], Parts), atomic_list_concat(Parts, Text), term_to_atom(X, Text), ground(X), V = 1.
"""
ASKED = """
import sys
from pyengine import PyengineError, load
game = load(sys.argv[1], reasoner=sys.argv[2])
try:
    print(game.staticval(game.initial))
except PyengineError as error:
    print(type(error).__name__)
"""


def test_a_deep_text_that_rules_read_does_not_end_swi_prolog(tmp_path: Path) -> None:
    path = tmp_path / "deep.pl"
    path.write_text(READ)
    done = _child(ASKED, str(path), "swi")
    assert (done.returncode, done.stdout.strip()) == (0, "RuleLimitError"), done.stderr[-2000:]
