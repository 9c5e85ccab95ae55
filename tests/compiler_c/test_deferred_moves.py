"""Moves that are made when they are chosen: playouts are those of the rules in Python, move by move."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest

import pyengine
from pyengine.cli import main
from pyengine.errors import PyengineError

_FRAME: Final = """
player(a). player(b).
other(a, b). other(b, a).
to_move(s(P, _), P).
initial(s(a, [0, 0, 0, 0])).
utility(s(_, L), V) :- sum_list(L, N), V is N mod 7 - 3.
"""
_MOVES: Final = {
    "a list that is copied": """
move(s(P, L), N, s(Q, M)) :- nth0(N, L, X), X < 3, findall(Y, member(Y, L), Ys), put(Ys, N, X, M), other(P, Q).
put([_|T], 0, X, [Y|T]) :- !, Y is X + 1.
put([H|T], N, X, [H|R]) :- N1 is N - 1, put(T, N1, X, R).
""",
    "a list that is mapped": """
move(s(P, L), N, s(Q, M)) :- member(N, [1, 2, 3]), \\+ memberchk(9, L), up(L, N, M), other(P, Q).
up([], _, []).
up([X|Xs], N, [Y|Ys]) :- ( X >= N -> Y = 9 ; Y = N ), up(Xs, N, Ys).
""",
    "what fails for some moves": """
move(s(P, L), N, s(Q, M)) :- member(N, L), \\+ memberchk(4, L), back(L, N, M), other(P, Q).
move(s(P, [0|L]), first, s(Q, [1|L])) :- other(P, Q).
move(s(P, L), more, s(Q, M)) :- \\+ memberchk(4, L), append(F, [X], L), Y is X + 1, append(F, [Y], M), other(P, Q).
back([N|T], N, [M|T]) :- N < 2, M is N + 1.
back([H|T], N, [H|R]) :- H =\\= N, back(T, N, R).
""",
    "passing": """
move(s(P, L), N, s(Q, M)) :- findall(X, (member(X, [5, 6, 7]), \\+ memberchk(X, L)), Xs), Xs = [_|_], !,
    member(N, Xs), append([N], L, M), other(P, Q).
move(s(P, L), pass, s(Q, M)) :- \\+ memberchk(8, L), append(L, [8], M), other(P, Q).
""",
    "integers of 128 bits": """
move(s(P, L), N, s(Q, [M|R])) :- L = [X|R], up(R, _), member(N, [3, 4]), X < 1 << 90,
    M is (X + 1) << (20 + N), other(P, Q).
up([], []).
up([X|Xs], [X|Ys]) :- up(Xs, Ys).
""",
    "an error": """
move(s(P, L), N, s(Q, M)) :- L = [X|_], X < 5, up(L, _), member(N, [1, 2, 3, 4]), Y is X + 1 // (3 - N) + 1,
    append([Y], L, M), other(P, Q).
up([], []).
up([X|Xs], [X|Ys]) :- up(Xs, Ys).
""",
}


def _told(file: Path, reasoner: Any, seed: int) -> tuple[object, ...]:
    try:
        found = pyengine.playouts(pyengine.load(file, reasoner=reasoner), 50, seed=seed, plies=30)
    except PyengineError as error:
        return type(error).__name__, str(error)
    return found.plies, found.means, found.broken_off


@pytest.mark.parametrize("moves", _MOVES)
def test_playouts_are_those_of_python(moves: str, tmp_path: Path) -> None:
    file = tmp_path / "game.pl"
    file.write_text(_FRAME + _MOVES[moves], encoding="utf-8")
    for seed in range(3):
        assert _told(file, "c", seed) == _told(file, "python", seed)


def test_what_makes_a_move_is_called_later(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for moves in _MOVES.values():
        file = tmp_path / "game.pl"
        file.write_text(_FRAME + moves, encoding="utf-8")
        assert main(["compile", str(file), "--to", "c"]) == 0
        source = capsys.readouterr().out
        assert ("later(c, " in source) != ("passed(c)" in source)
