"""Facts and sorting as importers write them: the same question in two ways, side by side.

    python benchmarks/facts.py

Prints the microseconds of a question in C, each way, and the seconds that it takes to read and compile many facts.
"""

from __future__ import annotations

import random
import tempfile
import time
from pathlib import Path
from typing import Final

import pyengine
from pyengine.language.gate import examine
from pyengine.language.source import Source
from pyengine.reasoners.c import write_c
from pyengine.reasoners.compiled import CompiledGame
from pyengine.search import playouts

QUESTIONS: Final = 1000
"""Asked in each move."""
PLIES: Final = 40
GAME: Final = f"""
player(a). player(b).
initial(s(0)).
to_move(s(N), P) :- ( 0 is N mod 2 -> P = a ; P = b ).
terminal(s({PLIES})).
utility(s(_), 0).
move(s(N), go(T), s(M)) :- N < {PLIES}, M is N + 1, run(1, N, 0, T).
run(K, _, T, T) :- K > {QUESTIONS}, !.
run(K, N, T0, T) :- goal(K, N, V), T1 is T0 + V, K1 is K + 1, run(K1, N, T1, T).
"""
CHANCE: Final = random.Random(1)
ROWS: Final = [(CHANCE.randrange(60), CHANCE.randrange(40), CHANCE.randrange(40), i) for i in range(1200)]
FLAT: Final = "".join(f"f({a},{b},{c},{i}).\n" for a, b, c, i in ROWS)
COMPOUND: Final = "".join(f"g(at({a},{b},{i})).\n" for a, b, _, i in ROWS)
APART: Final = "".join(f"g({a},{b},{i}).\n" for a, b, _, i in ROWS)
CELLS: Final = "".join(f"v(cell({i % 40},{i // 40}),{i}).\n" for i in range(1200))
SPREAD: Final = "".join(f"v({i % 40},{i // 40},{i}).\n" for i in range(1200))
MOVES: Final = "m(N, X-Y) :- between(1, 6, I), between(0, 3, J), X is (I*7 + N*J) mod 5, Y is (J*3 + I) mod 4.\n"
KEY: Final = "X is (K + N) mod 60"
PAIRS: Final = {
    "f(X,A,A,I) against f(X,A,B,I), A == B": (
        f"{FLAT}goal(K,N,V) :- {KEY}, ( f(X,A,A,I) -> V = I ; V = 0 ).",
        f"{FLAT}goal(K,N,V) :- {KEY}, ( f(X,A,B,I), A == B -> V = I ; V = 0 ).",
    ),
    "g(at(X,_,I)) against g(X,_,I)": (
        f"{COMPOUND}goal(K,N,V) :- {KEY}, ( g(at(X,_,I)) -> V = I ; V = 0 ).",
        f"{APART}goal(K,N,V) :- {KEY}, ( g(X,_,I) -> V = I ; V = 0 ).",
    ),
    "v(C,V), C = cell(X,Y), against v(X,Y,V)": (
        f"{CELLS}goal(K,N,V) :- X is (K+N) mod 40, Y is K mod 30, made(X,Y,C), v(C,V).\n"
        "made(X,Y,cell(X,Y)) :- X >= 0, !.\nmade(_,_,none).",
        f"{SPREAD}goal(K,N,V) :- X is (K+N) mod 40, Y is K mod 30, v(X,Y,V).",
    ),
    "findall/3 and sort/2 of 24 moves against findall/3": (
        f"{MOVES}goal(K,_,V) :- findall(M,m(K,M),L), sort(L,S), last(S,V-_).",
        f"{MOVES}goal(K,_,V) :- findall(M,m(K,M),L), last(L,V-_).",
    ),
    "step(D) :- D == north against step(north)": (
        "goal(K,_,V) :- D is K mod 3, at(D,A), step(A,K,V).\nat(0,north). at(1,south). at(2,east).\n"
        "step(D,X,Y) :- D == north, Y is X+1.\nstep(D,X,Y) :- D == south, Y is X-1.\n"
        "step(D,X,Y) :- D == east, Y is X+2.",
        "goal(K,_,V) :- D is K mod 3, at(D,A), step(A,K,V).\nat(0,north). at(1,south). at(2,east).\n"
        "step(north,X,Y) :- Y is X+1.\nstep(south,X,Y) :- Y is X-1.\nstep(east,X,Y) :- Y is X+2.",
    ),
}
FACTS: Final = {
    "integers and atoms": ("f({0}, c{0}).", "move(s(N), X, s(M)) :- N < 3, M is N + 1, f(N, X).\n"),
    "compound terms": ("f({0}, at({0}, c{0})).", "move(s(N), X, s(M)) :- N < 3, M is N + 1, f(N, X).\n"),
    "lists": ("f({0}, [{0}, c{0}]).", "move(s(N), X, s(M)) :- N < 3, M is N + 1, f(N, X).\n"),
}


def microseconds(text: str) -> float:
    """Measure a question: the least of several rounds, in processor time."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "facts.pl"
        file.write_text(GAME + text, encoding="utf-8")
        game = pyengine.load(file, reasoner="c")
        best = float("inf")
        for _ in range(5):
            began = time.process_time()
            playouts(game, 2, seed=1)
            best = min(best, time.process_time() - began)
        assert not game.escapes
    return best / 2 / PLIES / QUESTIONS * 1e6


def seconds(fact: str, move: str, number: int) -> tuple[float, float]:
    """Measure what it takes to read and check facts, and to compile them to Python and write them as C."""
    head = GAME[: GAME.index("\nmove(") + 1] + move
    source = Source("facts.pl", head + "".join(fact.format(i) + "\n" for i in range(number)))
    began = time.process_time()
    program = examine(source, trust=False).program
    read = time.process_time()
    write_c(CompiledGame(program))
    return read - began, time.process_time() - read


def main() -> None:
    """Print both tables."""
    print(f"{'µs a question in C':55} {'this way':>9} {'that way':>9}")
    for name, ways in PAIRS.items():
        print(f"{name:55} {microseconds(ways[0]):9.4f} {microseconds(ways[1]):9.4f}", flush=True)
    print(f"\n{'seconds for 1,200 and 4,800 facts':40} {'read':>12} {'compiled':>15}")
    seconds(*FACTS["lists"], 10)
    for name, (fact, move) in FACTS.items():
        few, many = seconds(fact, move, 1200), seconds(fact, move, 4800)
        print(f"{name:40} {few[0]:6.2f} {many[0]:6.2f}  {few[1]:6.2f} {many[1]:6.2f}", flush=True)


if __name__ == "__main__":
    main()
