"""Moves that are noted while they are counted, and made of their notes: playouts are those of the rules in Python."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

import pyengine
from pyengine.api import find_rules
from pyengine.compiler.techniques import without
from pyengine.language.gate import examine_file
from pyengine.reasoners.c import write_c
from pyengine.reasoners.compiled import CompiledGame

_FRAME: Final = """
player(a). player(b).
other(a, b). other(b, a).
to_move(s(P, _, _), P).
initial(s(a, 0, 5)).
utility(s(_, X, Y), V) :- V is (X + 3 * Y) mod 7 - 3.
bit(Set, Bit) :- Set =\\= 0, First is Set /\\ -Set, ( Bit = First ; Rest is Set xor First, bit(Rest, Bit) ).
lowest(Set, N) :- Set =\\= 0, First is lsb(Set), ( N = First ; Rest is Set xor (1 << First), lowest(Rest, N) ).
highest(Set, N) :- Set =\\= 0, First is msb(Set), ( N = First ; Rest is Set xor (1 << First), highest(Rest, N) ).
"""
_CHOSEN: Final = {
    "one by one": """
move(s(P, X, Y), K, s(Q, Z, Y)) :- other(P, Q), between(1, 6, K), B is 1 << (3 * K), X /\\ B =:= 0, Z is X \\/ B.
""",
    "by several pieces of code": """
move(s(a, X, Y), up(K), s(b, Z, Y)) :- between(1, 3, K), Z is X + K, Z < 30.
move(s(b, X, Y), over, s(a, X, Z)) :- Y < 40, Z is Y * 2 + 1.
move(s(b, X, Y), down(K), s(a, Z, Y)) :- member(K, [2, 5]), X >= K, Z is X - K + 4, Z < 30.
""",
    "bits from the lowest, as they are": """
move(s(P, X, Y), B, s(Q, Z, Y)) :- other(P, Q), Free is 0xff0f /\\ \\X, bit(Free, B), Z is X \\/ B.
""",
    "bits by number, from both ends, and a pass": """
move(s(P, X, Y), M, s(Q, Z, W)) :- other(P, Q), Free is 0x8000000000ff0000 /\\ \\X,
    (   Free =\\= 0
    ->  (   lowest(Free, N), M = low(N), W = Y
        ;   highest(Free, N), M = high(N), W is (Y + N) mod 1000
        ),
        Z is X \\/ (1 << N)
    ;   Y < 900, M = pass, Z = X, W is Y + 300
    ).
""",
    "what a round knows": """
way(3, 0xf0). way(-1, 0x3c). way(5, 0xff).
move(s(P, X, Y), By-N, s(Q, Z, Y)) :- other(P, Q), findall(way(B, S), way(B, S), Ways), member(way(By, Set), Ways),
    Free is Set /\\ \\X, lowest(Free, N), Z is X \\/ (1 << (N + By)) \\/ (1 << N).
""",
    "more rounds than are noted": """
move(s(P, X, Y), K/N, s(Q, Z, Y)) :- other(P, Q), findall(K, between(1, 90, K), Ks), member(K, Ks), Free is K /\\ 0x7f,
    lowest(Free, N), Z is (X * 2 + (1 << N)) mod 1000.
""",
}


def _written(file: str | Path) -> str:
    return write_c(CompiledGame(examine_file(find_rules(file), trust=False).program)).text


def _told(file: Path, reasoner: str, seed: int) -> tuple[object, ...]:
    found = pyengine.playouts(pyengine.load(file, reasoner=reasoner), 60, seed=seed, plies=35)  # type: ignore[arg-type]
    return found.plies, found.means, found.broken_off


@pytest.mark.parametrize("moves", _CHOSEN)
def test_playouts_are_those_of_python(moves: str, tmp_path: Path) -> None:
    file = tmp_path / "game.pl"
    file.write_text(_FRAME + _CHOSEN[moves], encoding="utf-8")
    assert "#define CHOOSES 1" in _written(file)
    assert not pyengine.load(file, reasoner="c").escapes  # type: ignore[attr-defined]
    assert _told(file, "c", 1) == _told(file, "python", 1)


def test_code_that_differs_by_its_variables_is_written_once(tmp_path: Path) -> None:
    text = _written("connect_four")
    chosen = text[text.rindex("p_move_gff_choose(Context *c, Word Arg1, Chance *chance, Word *child)\n{") :]
    assert chosen[: chosen.index("\n}\n")].count("*child = ") == 1


def test_an_error_in_a_move_is_met_where_it_is_chosen(tmp_path: Path) -> None:
    rules = """
    move(s(P, X, Y), K, s(Q, Z, Y)) :- other(P, Q), X < 90, between(1, 3, K), Z is X + 1 + 6 // (3 - K).
    """
    file = tmp_path / "game.pl"
    file.write_text(_FRAME + rules, encoding="utf-8")
    for reasoner in ("c", "python"):
        with pytest.raises(pyengine.PyengineError, match="zero_divisor"):
            _told(file, reasoner, 1)


_LOOPS: Final = """
player(a). player(b).
other(a, b). other(b, a).
to_move(s(P, _), P).
initial(s(a, 0x10420)).
utility(s(_, X), V) :- V is X mod 7 - 3.
move(s(P, X), K, s(Q, Z)) :- other(P, Q), member(K, [1, 2, 3, 4]), X < 1 << 50, made(K, X, Z).
made(1, X, Z) :- left(X, 0x7ffffffff77ff7ef, 0, Y), Z is X \\/ Y \\/ 1.
made(2, X, Z) :- right(X, 0x0f0f0f0f0f0f0f0f, Y), Z is (X << 1) \\/ Y.
made(3, X, Z) :- findall(N-S, ( member(N, [1, 2, 3]), S is (X >> N) /\\ 0xffff ), Parts),
    all(Parts, Y), odd(Parts, W), both(Parts, V), Z is (Y << 2) + W + V.
made(4, X, Z) :- wide(X, (1 << 100) - 1, 0, Y), Z is (X << 1) \\/ (Y /\\ 0xffff).
left(0, _, Seen, Seen) :- !.
left(Run, Mask, Seen0, Seen) :- Next is Run << 5, Seen1 is Seen0 \\/ (Next /\\ Mask), Rest is Next /\\ Mask,
    left(Rest, Mask, Seen1, Seen).
right(Run, Mask, Seen) :- right(Run, Mask, 0, Seen).
right(0, _, Seen, Seen) :- !.
right(Run, Mask, Seen0, Seen) :-
    Rest is (Run >> 3) /\\ Mask, Seen1 is Seen0 xor Rest, right(Rest, Mask, Seen1, Seen).
wide(0, _, Seen, Seen) :- !.
wide(Run, Mask, Seen0, Seen) :-
    Rest is (Run << 9) /\\ Mask, Seen1 is Seen0 \\/ (Rest >> 60), wide(Rest, Mask, Seen1, Seen).
all([], 0).
all([_-X|Xs], Y) :- all(Xs, Z), Y is X \\/ Z.
odd([], 3).
odd([_-X|Xs], Y) :- odd(Xs, Z), Y is Z xor X.
both([], 0xff).
both([_-X|Xs], Y) :- both(Xs, Z), Y is X /\\ Z.
"""


def test_sets_that_are_drained_and_combined_are_those_of_python(tmp_path: Path) -> None:
    file = tmp_path / "game.pl"
    file.write_text(_LOOPS, encoding="utf-8")
    text = _written(file)
    assert all(f"TotalNo0 {operator}= " in text for operator in "|^&")
    with without("drains"):
        assert _written(file).count("step(c)") > text.count("step(c)")
    assert not pyengine.load(file, reasoner="c").escapes  # type: ignore[attr-defined]
    assert _told(file, "c", 2) == _told(file, "python", 2)
