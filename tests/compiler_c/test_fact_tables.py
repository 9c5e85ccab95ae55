"""Facts are looked up by all that a call knows of their arguments, whichever way it is written."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import pyengine
from pyengine.compiler.techniques import without
from pyengine.reasoners.c import write_c
from pyengine.reasoners.compiled import CompiledGame

GAME = """
player(a). player(b).
initial(s(0)).
to_move(s(N), P) :- ( 0 is N mod 2 -> P = a ; P = b ).
utility(s(_), 0).
move(s(N), V, s(M)) :- N < 3, M is N + 1, goal(N, V).
"""
CHANCE = random.Random(1)
ROWS = [(CHANCE.randrange(9), CHANCE.randrange(6), CHANCE.randrange(6), i) for i in range(300)]
FLAT = "".join(f"f({a}, {b}, {c}, {i}).\n" for a, b, c, i in ROWS)
COMPOUND = "".join(f"g(at({a}, {b}), q({c}, {i})).\n" for a, b, c, i in ROWS)
MIXED = "h(none, -1).\n" + "".join(f"h(at({a}, {b}), {i}).\nh([{c}], {i}).\n" for a, b, c, i in ROWS)
WAYS = {
    "a variable twice": FLAT + "goal(N, I) :- f(N, A, A, I).",
    "a variable three times": FLAT + "goal(N, I) :- N >= 0, f(A, A, A, I).",
    "a part that is known": COMPOUND + "goal(N, I) :- g(at(N, _), q(_, I)).",
    "two parts that are known": COMPOUND + "goal(N, I) :- g(at(N, _), q(N, I)).",
    "a variable in two parts": COMPOUND + "goal(N, I) :- g(at(N, A), q(A, I)).",
    "parts of what was named": COMPOUND + "goal(N, I) :- X = at(N, _), g(X, q(_, I)), X = at(_, Y), Y > 2.",
    "a term that is known": COMPOUND + "goal(N, I-C) :- M is 2 - N, g(at(N, M), q(C, I)).",
    "what may be anything": COMPOUND + "goal(N, I) :- some(N, X), g(X, q(_, I)).\nsome(1, at(1, _)). some(_, _).",
}
PASSED = "made(N, M, at(N, M)) :- N >= 0, !.\nmade(_, _, none).\n"
PASSING = {
    "a term in a variable": PASSED + COMPOUND + "goal(N, I-C) :- M is 2 - N, made(N, M, X), g(X, q(C, I)).",
    "one of several kinds": MIXED + "goal(N, I) :- member(X, [none, at(N, 1), [N], at(N, 7), [], 1]), h(X, I).",
}


def rules(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "facts.pl"
    file.write_text(GAME + text, encoding="utf-8")
    return file


@pytest.mark.parametrize("way", WAYS)
def test_facts_are_a_table_however_they_are_called(way: str, tmp_path: Path) -> None:
    game = pyengine.load(rules(tmp_path, WAYS[way]), reasoner="python")
    assert isinstance(game, CompiledGame)
    text = write_c(game).text
    assert "TB_" in text
    assert not re.search(r"p_[fg]_\w*[gaf]+\(", text)  # no procedure has a clause for each fact
    assert "_fits" not in text  # and no row is compared


@pytest.mark.parametrize("way", PASSING)
def test_terms_are_looked_up_by_their_parts(way: str, tmp_path: Path) -> None:
    with without("unrolls"):  # where each item of a list has code of its own, more is known of it
        game = pyengine.load(rules(tmp_path, PASSING[way]), reasoner="python")
        assert isinstance(game, CompiledGame)
        text = write_c(game).text
    find = re.search(r"Rows TB_\w+_find\(Word k0\)\n\{(.*?)\n\}", text, re.DOTALL)
    assert find is not None
    assert "ARG(k0, 1)" in find[1] or "TERM_KEY(k0)" in find[1]


def test_all_reasoners_find_the_same_facts(tmp_path: Path) -> None:
    bodies = [way.rpartition("goal(")[2] for way in (*WAYS.values(), *PASSING.values())]
    goals = "".join(f"goal_{number}({body}\n" for number, body in enumerate(bodies))
    goals += "".join(f"goal(N, {number}-V) :- goal_{number}(N, V).\n" for number in range(len(bodies)))
    file = rules(tmp_path, FLAT + COMPOUND + MIXED + PASSED + goals)
    games = [pyengine.load(file, reasoner=reasoner) for reasoner in ("swi", "python", "c")]
    for position in ("s(0)", "s(1)", "s(2)"):
        moves = [list(map(str, game.actions(game.parse_state(position)))) for game in games]
        assert moves[0] == moves[1] == moves[2]
        assert len(moves[0]) > 100
    assert not games[2].escapes
