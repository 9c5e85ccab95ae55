"""Moves in two steps: legal/2 and result/3 in place of move/3, with the same counts and the same errors everywhere."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

import pyengine
from pyengine import Limit, Options, PyengineError, load, perft, search, solve
from pyengine.kernel.search import SearchHandle
from pyengine.rulecheck import check_file
from pyengine.search import PLAIN

REASONERS = ("swi", "python", "c")

COMMON = """
player(max).
player(min).
initial(s(max, [3, 1, 2])).
to_move(s(P, _), P).
utility(s(P, _), V) :- ( P == max -> V = -1 ; V = 1 ).
other(max, min).
other(min, max).
take([N|Ns], 1-K, [M|Ns]) :- between(1, N, K), M is N-K.
take([N|Ns], I-K, [N|Ms]) :- take(Ns, J-K, Ms), I is J+1.
took([N|Ns], I, K, [M|Ns]) :- I =:= 1, M is N-K.
took([N|Ns], I, K, [N|Ms]) :- I > 1, J is I-1, took(Ns, J, K, Ms).
"""
ONE_STEP = "move(s(P, Ns), M, s(Q, Ms)) :- other(P, Q), take(Ns, M, Ms).\n"
TWO_STEPS = """
legal(s(_, Ns), M) :- take(Ns, M, _).
result(s(P, Ns), I-K, s(Q, Ms)) :- other(P, Q), took(Ns, I, K, Ms).
"""
REMEMBERED = """
outcome(s(P, _), Mem, V) :- length(Mem, N), ( P == max -> V is -N ; V is N ).
"""


def written(folder: Path, name: str, text: str) -> Path:
    """Write a rule file."""
    path = folder / f"{name}.pl"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("reasoner", REASONERS)
def test_a_game_is_the_same_in_one_step_and_in_two(tmp_path: Path, reasoner: str) -> None:
    one = load(written(tmp_path, "one", COMMON + ONE_STEP), reasoner=reasoner)
    two = load(written(tmp_path, "two", COMMON + TWO_STEPS), reasoner=reasoner)
    for options in (Options(), Options(table=0), Options(killers=2)):
        ours, other = solve(two, options=options), solve(one, options=options)
        assert (ours.value, ours.best, ours.nodes, ours.leaves) == (other.value, other.best, other.nodes, other.leaves)
    for depth in range(5):
        assert perft(two, depth=depth) == perft(one, depth=depth)
        shallow = search(two, limit=Limit(depth=depth + 1))
        assert shallow.nodes == search(one, limit=Limit(depth=depth + 1)).nodes
    assert [str(move) for move in two.start.moves] == [str(move) for move in one.start.moves]
    assert pyengine.playouts(two, games=200, seed=5).means == pyengine.playouts(one, games=200, seed=5).means


def test_searches_make_the_successors_that_they_want(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    whole_run = SearchHandle.run

    def counted(self: SearchHandle, *given: Any, **named: Any) -> Any:
        found = whole_run(self, *given, **named)
        made.append(found.made)
        return found

    monkeypatch.setattr(SearchHandle, "run", counted)
    common = COMMON.replace("[3, 1, 2]", "[4, 3, 2, 3]")
    one = load(written(tmp_path, "one", common + ONE_STEP), reasoner="c")
    two = load(written(tmp_path, "two", common + TWO_STEPS), reasoner="c")
    for game in (one, two):
        for lazy in (True, False):
            monkeypatch.setattr(sys.modules["pyengine.search.kernel_search"], "LAZY", lazy)
            search(game, limit=Limit(depth=6), options=PLAIN)
    half = len(made) // 2
    assert made[:half] == made[half:]
    assert sum(made[: half // 2]) < sum(made[half // 2 : half])


PILE = """
player(max).
player(min).
initial(s(max, 14)).
to_move(s(P, _), P).
utility(s(P, 0), V) :- ( P == max -> V = -1 ; V = 1 ).
terminal(s(_, 0)).
other(max, min).
other(min, max).
legal(s(_, N), K) :- between(1, 3, K), K =< N.
result(s(P, N), K, s(Q, M)) :- other(P, Q), M is N-K.
"""


def test_moves_without_recursion_are_counted_by_legal_alone(tmp_path: Path) -> None:
    two = load(written(tmp_path, "two", PILE), reasoner="c")
    one = load(written(tmp_path, "one", PILE + "move(S, K, S2) :- legal(S, K), result(S, K, S2).\n"), reasoner="python")
    assert [perft(two, depth=depth) for depth in range(9)] == [perft(one, depth=depth) for depth in range(9)]
    ours, other = pyengine.playouts(two, games=300, seed=2), pyengine.playouts(one, games=300, seed=2)
    assert (ours.means, ours.plies) == (other.means, other.plies)
    assert not two.escapes


def test_an_unwanted_successor_is_not_made(tmp_path: Path) -> None:
    """Where result/3 fails for a legal move, nobody is told who only counts the moves."""
    wrong = PILE.replace("other(P, Q), M is N-K", "N =\\= 13, other(P, Q), M is N-K")
    game = load(written(tmp_path, "wrong", wrong), reasoner="c")
    assert perft(game, depth=2) == 9
    with pytest.raises(PyengineError, match="result/3 has no solution"):
        perft(game, depth=3)


@pytest.mark.parametrize("reasoner", REASONERS)
def test_a_game_with_memory_may_have_two_steps(tmp_path: Path, reasoner: str) -> None:
    common = "\n".join(line for line in COMMON.splitlines() if not line.startswith("utility")) + REMEMBERED
    one = solve(load(written(tmp_path, "one", common + ONE_STEP), reasoner=reasoner))
    two = solve(load(written(tmp_path, "two", common + TWO_STEPS), reasoner=reasoner))
    assert (two.value, two.best, two.nodes) == (one.value, one.best, one.nodes)


def test_nothing_of_it_is_left_to_python(tmp_path: Path) -> None:
    game = load(written(tmp_path, "two", COMMON + TWO_STEPS), reasoner="c")
    solve(game)
    pyengine.playouts(game, games=100, seed=1)
    perft(game, depth=4)
    assert not game.escapes


WRONG = {
    "leads nowhere": (
        "result(s(P, Ns), 1-K, s(Q, Ms)) :- other(P, Q), took(Ns, 1, K, Ms).",
        "result/3 has no solution",
    ),
    "not ground": (
        "result(s(P, Ns), I-K, s(Q, _)) :- other(P, Q), took(Ns, I, K, _).",
        "result/3 must give terms",
    ),
    "type error": ("result(s(P, Ns), I-K, s(Q, M)) :- other(P, Q), M is Ns+I-K.", "in result/3: "),
}


@pytest.mark.parametrize("reasoner", REASONERS)
@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_wrong_is_told_of_the_predicates_that_are_there(tmp_path: Path, wrong: str, reasoner: str) -> None:
    clause, told = WRONG[wrong]
    text = COMMON + f"legal(s(_, Ns), M) :- take(Ns, M, _).\n{clause}\n"
    path = written(tmp_path, "wrong", text)
    line = text.splitlines().index(clause) + 1
    with pytest.raises(PyengineError) as caught:
        solve(load(path, reasoner=reasoner))
    assert f"wrong.pl:{line}:" in str(caught.value)
    assert told in str(caught.value)


@pytest.mark.parametrize("reasoner", REASONERS)
def test_a_position_without_a_legal_move_is_told(tmp_path: Path, reasoner: str) -> None:
    text = COMMON + TWO_STEPS + "terminal(s(_, [])).\n"
    with pytest.raises(PyengineError, match="not terminal, and legal/2 has no solution"):
        solve(load(written(tmp_path, "stuck", text), reasoner=reasoner))


def test_half_of_it_is_told_with_what_is_missing(tmp_path: Path) -> None:
    for half, other in (("legal(s(_, _), 1).", "result(S, M, S2)"), ("result(S, _, S).", "legal(S, M)")):
        findings = check_file(written(tmp_path, "half", f"{COMMON}{half}\n"))
        found = next(finding for finding in findings if finding.code == "missing-predicate")
        assert found.hint is not None
        assert f"with {other} it stands for move/3" in found.hint


@pytest.mark.parametrize("reasoner", REASONERS)
def test_moves_in_one_step_win(tmp_path: Path, reasoner: str) -> None:
    other = "legal(anything, at_all).\nresult(anything, at_all, else).\n"
    path = written(tmp_path, "both", COMMON + ONE_STEP + other)
    assert "unused-legal" in {finding.code for finding in check_file(path)}
    alone = written(tmp_path, "alone", COMMON + ONE_STEP)
    assert solve(load(path, reasoner=reasoner)).nodes == solve(load(alone, reasoner=reasoner)).nodes


def test_textbook_moves_win(tmp_path: Path) -> None:
    text = "moves(a, [b, c]).\nmax_to_move(a).\nstaticval(b, 1).\nstaticval(c, 2).\ninitial(a).\n"
    path = written(tmp_path, "textbook", text + "legal(x, y).\nresult(x, y, z).\n")
    for reasoner in REASONERS:
        assert solve(load(path, reasoner=reasoner)).value == 2


def test_the_listing_knows_them(tmp_path: Path) -> None:
    path = written(tmp_path, "two", COMMON + TWO_STEPS)
    game = load(path, reasoner="swi")
    assert game.query("minimax(s(max, [1, 1]), B, V)") == game.query("V = -1, B = s(min, [0, 1])")
