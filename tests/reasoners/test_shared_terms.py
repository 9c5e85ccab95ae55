"""Terms whose parts stand in them more often than anybody can count: an answer or an error of limits, never a hang."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

_RULES = """
player(max). player(min).
initial(0).
to_move(_, max).
utility(_, 0).
dag(0, z).
dag(N, f(A, A)) :- N > 0, M is N-1, dag(M, A).
fact(z). fact(f(z, z)). fact(f(z, y)).
:- table kept/1, first/2.
kept(_).
first(_, T) :- dag(45, T).
two(T, T2) :- dag(45, T), dag(45, T2).
"""

_QUESTIONS = {
    "unified": "move(0, a, 1) :- two(T, T2), T = T2.",
    "unified inside": "move(0, a, 1) :- two(T, T2), g(T, X) = g(T2, 1), X = 1.",
    "identical": "move(0, a, 1) :- two(T, T2), T == T2.",
    "different": "move(0, a, 1) :- two(T, T2), \\+ T \\= T2.",
    "not identical": "move(0, a, 1) :- two(T, T2), \\+ T \\== T2.",
    "compared": "move(0, a, 1) :- two(T, T2), compare(=, T, T2).",
    "before": "move(0, a, 1) :- two(T, T2), g(T, 1) @< g(T2, 2).",
    "sorted": "move(0, a, 1) :- two(T, T2), sort([T, T2], [_]).",
    "least": "move(0, a, 1) :- two(T, T2), findall(X, (X = T ; X = T2), L), msort(L, [_|_]).",
    "set": "move(0, a, 1) :- two(T, T2), setof(X, member(X, [T, T2]), [_]).",
    "member": "move(0, a, 1) :- two(T, T2), memberchk(T, [b, T2]).",
    "selected": "move(0, a, 1) :- two(T, T2), selectchk(T, [b, T2], [b]).",
    "subtracted": "move(0, a, 1) :- two(T, T2), subtract([T], [T2], []).",
    "distinct": "move(0, a, 1) :- two(T, T2), list_to_set([T, T2], [_]).",
    "key": "move(0, a, 1) :- two(T, T2), list_to_assoc([T-1], A), get_assoc(T2, A, 1).",
    "fact": "move(0, a, 1) :- dag(45, T), \\+ fact(T).",
    "tabled argument": "move(0, a, 1) :- dag(45, T), kept(T).",
    "tabled answer": "move(0, a, 1) :- first(1, _).",
    "variant": "move(0, a, 1) :- two(T, T2), T =@= T2.",
    "ground": "move(0, a, 1) :- dag(45, T), ground(T).",
    "copied": "move(0, a, 1) :- dag(45, T), copy_term(g(T, _), g(_, 1)).",
    "position": "move(0, a, T) :- dag(45, T).",
    "deep position": "move(0, a, T) :- dag(400, T).",
    "move": "move(0, T, 1) :- dag(45, T).",
    "thrown": "move(0, a, 1) :- dag(45, T), throw(T).",
    "list": "move(0, a, [T, T]) :- dag(45, T).",
}

_ASK = """
import sys
from pyengine import Budget, RuleLimitError, load
for path in sys.argv[2:]:
    try:
        game = load(path, reasoner=sys.argv[1], budget=Budget(seconds=2))
        expansion = game.expand(game.initial)
        assert len(list(expansion.moves)) == 1
        print(path, len(expansion.children), flush=True)
    except RuleLimitError as error:
        print(path, "limit", flush=True)
"""


_FIRST = ("unified", "compared", "position")


@pytest.mark.parametrize("reasoner", ["python", "c"])
def test_terms_that_share_parts_end(reasoner: str, tmp_path: Path) -> None:
    _ask(reasoner, _FIRST, tmp_path)


@pytest.mark.hunt
@pytest.mark.parametrize("reasoner", ["python", "c"])
def test_terms_that_share_parts_end_everywhere(reasoner: str, tmp_path: Path) -> None:
    _ask(reasoner, tuple(_QUESTIONS), tmp_path)


def _ask(reasoner: str, names: tuple[str, ...], tmp_path: Path) -> None:
    paths = []
    for name in names:
        path = tmp_path / f"{name.replace(' ', '_')}.pl"
        path.write_text(_RULES + _QUESTIONS[name] + "\n")
        paths.append(str(path))
    asked = subprocess.run(
        [sys.executable, "-c", _ASK, reasoner, *paths], capture_output=True, text=True, timeout=240, check=False
    )
    answers = [line.split()[-1] for line in asked.stdout.splitlines()]
    assert asked.returncode == 0, asked.stderr
    assert len(answers) == len(paths)
    assert set(answers) <= {"1", "limit"}, asked.stdout
