"""Integers whose bounds are known: C computes with them in 64 bits, and gives what Python gives."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pyengine
from pyengine.compiler.builtins.registry import all_versions
from pyengine.compiler.c.bounds import _MEASURING, _MOVING
from pyengine.errors import PyengineError
from pyengine.search import playouts
from pyengine.terms import Atom, Compound

HEAD = """
player(max). player(min).
initial(s(max, 0xFEDCBA9876543210, 0x8000000000000001, 7)).
to_move(s(P, _, _, _), P).
other(max, min). other(min, max).
utility(_, 0).
"""
BOTH = ("+", "-", "/\\", "\\/", "xor", "min", "max", "//", "mod", "rem", "div")
ONE = ("-", "\\", "abs", "sign")


def expression(choice: random.Random, depth: int) -> str:
    """Make arithmetic on A and B, of 64 bits, and N, below 64, that stays below 120 bits and raises no error."""
    if depth == 0:
        return choice.choice(
            ("A", "B", "N", "A", "B", "0", "1", "-1", "255", "0x7FFFFFFFFFFFFFFF", "0xFFFFFFFFFFFFFFFF")
        )
    inner = expression(choice, depth - 1)
    kind = choice.randrange(8)
    if kind == 0:
        return f"{choice.choice(ONE)}({inner})"
    if kind == 1:
        return f"({inner}) {choice.choice(('<<', '>>'))} {choice.choice(('3', '-5', '(N-9)', '(9-N//4)', '0'))}"
    if kind == 2:
        return f"({choice.choice(('msb', 'lsb'))}(abs({inner}) \\/ 1) + popcount(abs({inner})))"
    if kind == 3:
        return f"getbit(({inner}) /\\ 0xFFFFFFFFFFFFFFFF, N)"
    if kind == 4:
        return f"(({inner}) /\\ 0xFFFFFFFFFF) * {choice.choice(('-3', '7', '255'))}"
    op = choice.choice(BOTH)
    right = expression(choice, depth - 1)
    right = f"(abs({right}) + 1)" if op in ("//", "mod", "rem", "div") else f"({right})"
    return f"{op}({inner}, {right})" if op in ("min", "max") else f"({inner}) {op} {right}"


def rules(choice: random.Random, moves: int) -> str:
    """Make a game whose moves do arithmetic on a position of two sets of 64 bits and a small number."""
    lines = [HEAD]
    for number in range(moves):
        first, second = (expression(choice, choice.choice((1, 2, 2, 3))) for _ in range(2))
        sign = choice.choice(("<", ">", "=<", ">=", "=:=", "=\\="))
        left, right = (expression(choice, 1) for _ in range(2))
        lines.append(
            f"move(s(P, A, B, N), {number}, s(Q, A1, B1, N1)) :- other(P, Q), X is {first},\n"
            f"    A1 is (X xor (A << 7)) /\\ 0xFFFFFFFFFFFFFFFF,\n"
            f"    ( {left} {sign} {right} -> B1 is ({second}) /\\ 0xFFFFFFFFFFFFFFFF ; B1 is B /\\ \\A ),\n"
            f"    N1 is (N + {number}) mod 64."
        )
    return "\n".join(lines)


def test_arithmetic_within_bounds(tmp_path: Any) -> None:
    choice = random.Random(5)
    file = tmp_path / "bits.pl"
    file.write_text(rules(choice, 50), encoding="utf-8")
    fast, slow = (pyengine.load(file, reasoner=reasoner) for reasoner in ("c", "python"))
    here, there = fast.initial, slow.initial
    for _ in range(60):
        found, wanted = fast.expand(here), slow.expand(there)
        texts = [slow.text(child) for child in wanted.children]
        assert [fast.text(child) for child in found.children] == texts
        index = choice.randrange(len(texts))
        here, there = found.children[index], wanted.children[index]
    assert not fast.escapes
    assert playouts(fast, 20, seed=3, plies=20).plies == playouts(slow, 20, seed=3, plies=20).plies


def test_positions_beyond_the_bounds_are_answered_elsewhere() -> None:
    fast = pyengine.load("breakthrough", reasoner="c")
    slow = pyengine.load("breakthrough", reasoner="python")
    for mine in (-1, 1 << 64, 1 << 100):
        texts = []
        for game in (fast, slow):
            try:
                state = game.state(Compound("p", (Atom("white"), mine, 1)))
                texts.append([game.text(child) for child in game.expand(state).children])
            except PyengineError as error:
                texts.append([type(error).__name__])
        assert texts[0] == texts[1]


def test_boards_beyond_64_bits_are_played_in_c() -> None:
    fast, slow = (pyengine.load("connect_four", reasoner=name, width=8, height=8) for name in ("c", "python"))
    found, wanted = (playouts(game, 4, seed=9) for game in (fast, slow))
    assert (found.plies, found.means) == (wanted.plies, wanted.means)
    assert not fast.kernel.escapes


FAULTY = """
player(max). player(min).
initial(s(max, 0)).
to_move(s(P, _), P).
other(max, min). other(min, max).
move(s(P, N), Add, s(Q, M)) :- N < 8, other(P, Q), between(0, 7, Add), M is N + 1 + 0 * (1 // (Add xor 5)).
utility(_, 0).
"""


def test_a_move_that_is_not_chosen_is_not_passed_by_where_it_raises_an_error(tmp_path: Any) -> None:
    file = tmp_path / "faulty.pl"
    file.write_text(FAULTY, encoding="utf-8")
    told = []
    for reasoner in ("c", "python"):
        try:
            told.append(str(playouts(pyengine.load(file, reasoner=reasoner), 1, seed=2)))
        except PyengineError as error:
            told.append(f"{type(error).__name__}: {error}")
    assert told[0] == told[1]
    assert "zero" in told[0]


def test_integers_beside_terms_that_are_resolved(tmp_path: Path) -> None:
    """The name of a feature has a variable until its weight is found; its value is an integer all along, no term."""
    file = tmp_path / "named.pl"
    file.write_text(
        "player(a). player(b). initial(s(2)). to_move(_, a). move(s(N), m, s(M)) :- N < 4, M is N+1. utility(s(N), N). "
        "weight(1-x, 2). weight(4-x, 3). weight(4-y, 0.5). chosen(4). "
        "feature(S, N-F, V) :- chosen(N), weight(N-F, _), measure(F, S, V). "
        "measure(x, s(N), N). measure(y, s(N), V) :- V is N+1."
    )
    for reasoner in ("swi", "python", "c"):
        game: Any = pyengine.load(file, reasoner=reasoner)  # type: ignore[arg-type]
        assert (game.reasoner, game.staticval(game.initial)) == (reasoner, 7.5)


def test_the_same_built_in_by_another_name_has_the_same_bounds() -> None:
    known = _MOVING | _MEASURING
    kept = {version.function for version in all_versions() if version.name in known}
    assert {version.name for version in all_versions() if version.function in kept} - known == set()
