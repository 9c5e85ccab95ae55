"""What rules may offer besides the game itself: estimates, order, noise, symmetries."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pyengine.api import load
from pyengine.errors import RuleRuntimeError
from pyengine.search import PLAIN, Limit, Options, StopReason, minimax, search, solve

from .rule_texts import TURNS, write

RACE = """
player(max). player(min).
initial(at(0, max)).
to_move(at(_, P), P).
move(at(N, P), add(K), at(M, O)) :- between(1, 3, K), M is N + K, M =< 14, other(P, O).
other(max, min). other(min, max).
terminal(at(14, _)).
utility(at(14, min), 100). utility(at(14, max), -100).
"""
STATIC = "staticval(at(N, P), V) :- N < 14, ( P == max -> V is 0.5*N + 2 ; V is 0.5*N - 2 ).\n"
FEATURES = """
feature(at(N, _), progress, N).
feature(at(_, P), turn, V) :- ( P == max -> V = 1 ; V = -1 ).
weight(progress, 0.5).
weight(turn, 2).
"""
TACTICS = """
player(max). player(min).
initial(root).
to_move(root, max). to_move(grab, min). to_move(wait, min). to_move(again, max).
move(root, grab, grab). move(root, wait, wait).
move(grab, punish, lost). move(grab, sleep, again).
move(wait, pass, even). move(again, resign, lost).
terminal(lost). terminal(even).
utility(lost, -5). utility(even, 1).
staticval(grab, 9). staticval(wait, 1). staticval(again, 4). staticval(root, 0).
noisy(grab).
"""
SIDES = """
player(max). player(min).
initial(l(0, 0)).
to_move(l(A, B), P) :- N is A + B, turn(N, P).
move(l(A, B), left, l(C, B)) :- A < 4, C is A + 1.
move(l(A, B), right, l(A, C)) :- B < 4, C is B + 1.
terminal(l(A, B)) :- A + B =:= 6.
utility(l(A, B), V) :- V is abs(A - B) mod 3.
canonical(l(A, B), l(C, D)) :- msort([A, B], [C, D]).
"""


def test_features_are_as_good_as_a_static_value(tmp_path: Path) -> None:
    features = load(write(tmp_path, RACE + FEATURES))
    static = load(write(tmp_path, RACE + STATIC))
    for depth in (0, 1, 2, 3):
        assert minimax(features, depth=depth).value == minimax(static, depth=depth).value
        for how in (Options(), Options(algorithm="mtdf"), Options(static_order=True)):
            one, other = (search(game, limit=Limit(depth=depth), options=how) for game in (features, static))
            assert (one.value, one.nodes, str(one.best)) == (other.value, other.nodes, str(other.best))
    assert minimax(features, depth=1).value == -0.5  # 0.5 * 3 - 2
    assert solve(features).value == 100


@pytest.mark.parametrize("algorithm", ["alphabeta", "pvs", "mtdf"])
def test_final_positions_need_no_static_value(tmp_path: Path, algorithm: Any) -> None:
    game = load(write(tmp_path, RACE + STATIC))
    how = Options(algorithm=algorithm, static_order=True, previous_order=True)
    assert search(game, limit=Limit(), options=how).value == 100
    end = game.parse_state("at(14,min)")
    assert solve(game, end, options=how).value == 100


def test_the_order_of_the_rules_is_followed_and_ties_go_to_the_author_s_first(tmp_path: Path) -> None:
    plain = load(write(tmp_path, RACE))
    ordered = load(write(tmp_path, RACE + "order(at(N, _), add(K), 1) :- 2 is (N + K) mod 4.\n"))
    how = replace(PLAIN, order=True)
    without, following = solve(plain, options=how), solve(ordered, options=how)
    assert (following.value, following.best) == (without.value, without.best)
    assert following.nodes < without.nodes
    assert solve(ordered, options=PLAIN).nodes == solve(plain, options=PLAIN).nodes


def test_noisy_positions_are_not_cut_off(tmp_path: Path) -> None:
    game = load(write(tmp_path, TACTICS))
    one = Limit(depth=1)
    assert str(search(game, limit=one, options=Options(quiescence=0)).best) == "grab"
    assert str(search(game, limit=one).best) == "wait"
    longer = Options(quiescence=0, extensions=1, extend=frozenset({"noisy"}))
    assert str(search(game, limit=Limit(depth=2), options=longer).best) == "wait"


@pytest.mark.parametrize("reasoner", ["python", "c", "swi"])
def test_rules_cut_off(tmp_path: Path, reasoner: Any) -> None:
    game = load(write(tmp_path, TACTICS + "cutoff(grab, Depth) :- Depth >= 1.\n"), reasoner=reasoner)
    assert [game.cutoff(game.parse_state("grab"), depth) for depth in (0, 1, 2)] == [False, True, True]
    for ask in (lambda: minimax(game, depth=5), lambda: search(game, limit=Limit())):
        result = ask()
        assert (str(result.best), result.value, result.reason) == ("grab", 9, StopReason.UNPROVED)
    assert search(game, limit=Limit(depth=4), options=Options(threads=2)).value == 9
    whole = search(game, limit=Limit(), options=Options(cutoff=False))
    assert (str(whole.best), whole.solved) == ("wait", True)
    for exact in (solve(game), minimax(game)):
        assert (str(exact.best), exact.value, exact.solved) == ("wait", 1, True)


@pytest.mark.parametrize("reasoner", ["python", "c", "swi"])
def test_a_cut_off_that_throws_is_told_with_its_place(tmp_path: Path, reasoner: Any) -> None:
    game = load(write(tmp_path, TACTICS + "cutoff(grab, Depth) :- Depth > nothing.\n"), reasoner=reasoner)
    with pytest.raises(RuleRuntimeError, match="nothing") as caught:
        search(game, limit=Limit(depth=3))
    assert caught.value.place is not None
    assert caught.value.place.line == TACTICS.count("\n") + 1


CLASSES = (
    "category(at(N, P), of(M, P)) :- M is N mod 3. expected(of(M, max), V) :- V is M - 0.5. expected(of(_, min), 2). "
)


def test_classes_estimate_alike_for_all_reasoners(tmp_path: Path) -> None:
    games = [load(write(tmp_path, RACE + CLASSES), reasoner=name) for name in ("python", "c", "swi")]
    for game in games:
        assert game.offers >= {"category", "expected"}
        assert str(game.category(game.initial)) == "of(0,max)"
        assert game.staticval(game.initial) == -0.5
    for depth in (1, 2, 3):
        found = [search(game, limit=Limit(depth=depth)) for game in games]
        assert len({(result.value, result.nodes, str(result.best)) for result in found}) == 1
        assert len({(minimax(game, depth=depth).value) for game in games}) == 1


def test_positions_that_are_alike_are_met_once(tmp_path: Path) -> None:
    game = load(write(tmp_path, SIDES + TURNS))
    alike, apart = (minimax(game, options=Options(canonical=on)) for on in (True, False))
    assert alike.value == apart.value == minimax(game).value
    assert alike.nodes < apart.nodes
    assert solve(game).value == alike.value
    state = game.initial
    for move in solve(game).line:
        state = game.result(state, move)
    assert game.is_terminal(state)


@pytest.mark.parametrize(
    "call",
    [
        minimax,
        solve,
        search,
        lambda game: solve(game, all_best=True),
        lambda game: solve(game, cycles="retrograde"),
        lambda game: solve(game, alliance="maxn"),
        lambda game: search(game, limit=Limit(depth=6), options=Options(killers=2, long_search=0, static_order=True)),
    ],
)
def test_errors_of_the_rules_come_through(tmp_path: Path, call: Any) -> None:
    game = load(write(tmp_path, RACE.replace("M =< 14", "M =< 14, 1 =< 1 / (N - 6) + 2")))
    with pytest.raises(RuleRuntimeError, match=r"at\(6,"):
        call(game)
    assert minimax(game, depth=1).completed  # nothing is left behind
