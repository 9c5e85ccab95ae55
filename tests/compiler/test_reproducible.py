"""The same rules are compiled to the same code in every process, whatever the seed of its hashes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pyengine

SCRIPT = r"""
from pyengine.compiler.procedures.callees import Key
from pyengine.compiler.python.compiled_rules import compile_rules
from pyengine.language.reading.reader import read_program
from pyengine.language.source import Source

RULES = r'''
p(C, [], f).
p(A, [H|T], 0) :- B = 2, C = C, p(C, T, 2), max_member([], [b, 2]).
p(C, [H|T], B) :- _ = A, p(C, T, _-C), A = B,
    ( copy_term(C-H, A) -> append([C, C, _], [A], "s"), g(12345678901234567890, 2) @>= [[]]
    ; A = B, H = C, C = 1.0 -> B = 0.5
    ; maplist(B, [])
    ).
q(V, Ys) :- member(X, [a, b, c]), X = V, findall(Y, e(X, Y), Zs), sort(Zs, Ys).
e(c, a).
e(d, c).
first(C, A, B, E, D) :-
    ( succ(4, 3), p([], [f([]), C], A) ; q(B, A), q(E, D), select([], [[]], _) ), p(_, [], A-A), q(f(0), D).
second(C, B, A) :- p(C, [B, f(0), -1], f(A)).
'''
program, findings = read_program(Source("test.pl", RULES))
keys = [Key("first", 5, "fffff", False), Key("second", 3, "fff", False)]
print(compile_rules(program, {}, keys).source)
"""


def test_code_does_not_depend_on_the_seed_of_hashes() -> None:
    sources = {_compiled(seed) for seed in range(6)}
    assert len(sources) == 1


def _compiled(seed: int) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": str(seed), "PYTHONIOENCODING": "utf-8"}
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=True,
        cwd=Path(pyengine.__file__).parents[1],
    )
    return run.stdout
