"""Windows from outside: p(c, alpha, beta) is exact inside, and a bound outside; the driver and the kernel agree."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import Any

import pytest

from pyengine.api import load
from pyengine.errors import SearchError
from pyengine.search import PLAIN, Bound, Limit, Options, minimax, search, solve

VALUES = (-math.inf, -1, 0, Fraction(1, 2), 1, 2.5, 3, 4, 6, 7, 8, math.inf)
WINDOWS = [(alpha, beta) for alpha, beta in itertools.combinations(VALUES, 2)]


def holds(bound: Bound, told: Any, true: Any) -> bool:
    return {Bound.EXACT: told == true, Bound.LOWER: told <= true, Bound.UPPER: told >= true}[bound]


@pytest.mark.parametrize("name", ["nim", "tree_boldi", "tree_ucla", "tree_bratko", "tree_aima"])
def test_inside_exact_and_outside_a_bound(name: str) -> None:
    """Fail-soft: no more than alpha is at most, no less than beta at least; both reasoners with the same nodes."""
    games = [load(name, reasoner=reasoner) for reasoner in ("python", "c")]
    true = minimax(games[0])
    for window in WINDOWS:
        for options in (PLAIN, Options(), Options(algorithm="pvs"), Options(algorithm="mtdf")):
            found = [solve(game, window=window, options=options) for game in games]
            alpha, beta = window
            for result in found:
                assert result.value is not None
                assert holds(result.bound, result.value, true.value)
                inside = alpha < result.value < beta
                assert inside == (alpha < true.value < beta)
                # A value that no position can better, or be worse than, is known exactly wherever the window is.
                ends = (min(games[0].values), max(games[0].values)) if options.value_range else ()
                outside = Bound.EXACT if result.value in ends else Bound.UPPER if result.value <= alpha else Bound.LOWER
                assert result.bound in ((Bound.EXACT,) if inside else (outside, Bound.UPPER, Bound.LOWER))
            assert len({(result.value, result.nodes, result.leaves, result.cutoffs) for result in found}) == 1
            if options is PLAIN:
                assert found[0].nodes <= true.nodes


def test_minimax_and_search_take_it_too() -> None:
    for reasoner in ("python", "c"):
        game = load("tree_boldi", reasoner=reasoner)
        assert [(minimax(game, window=w).value, minimax(game, window=w).bound) for w in ((6, 8), (8, 9), (1, 2))] == [
            (7, Bound.EXACT),
            (7, Bound.UPPER),
            (7, Bound.LOWER),
        ]
        assert minimax(game, window=(6, 8)).nodes == solve(game, options=PLAIN, window=(6, 8)).nodes
        found = search(game, limit=Limit(depth=5), window=(8, 9))
        assert (found.value, found.bound, found.solved) == (7, Bound.UPPER, False)
        assert minimax(load("tictactoe", reasoner=reasoner), depth=3, window=(-1, 1)).depth == 3


@pytest.mark.parametrize(
    "window", [(1, 1), (2, 1), (math.nan, 1), (0, math.nan), ("0", 1), (0,), (0, 1, 2), 5, (None, 1), (True, 2)]
)
def test_what_is_no_window_is_refused(window: Any) -> None:
    game = load("nim")
    for ask in (minimax, solve, search):
        with pytest.raises(SearchError, match="window must be two numbers, alpha below beta"):
            ask(game, window=window)


def test_what_a_window_does_not_go_with() -> None:
    with pytest.raises(SearchError, match="all_best"):
        solve(load("nim"), window=(0, 1), all_best=True)
    with pytest.raises(SearchError, match="cycles"):
        solve(load("visiting_trap"), window=(0, 1), cycles="retrograde")
    for ask in (solve, search):
        with pytest.raises(SearchError, match="two opponents"):
            ask(load("nim_three_players"), window=(0, 1))


def test_a_bound_is_no_solution() -> None:
    found = solve(load("tictactoe"), window=(5, 9))
    assert (found.bound, found.solved, found.completed, found.as_json()["solved"]) == (Bound.UPPER, False, True, False)
    assert "(proved)" in str(found)


@pytest.mark.parametrize("algorithm", ["alphabeta", "pvs", "mtdf"])
def test_a_window_with_everything_inside_is_none(algorithm: Any) -> None:
    game, how = load("tictactoe"), Options(algorithm=algorithm)
    for run in (solve, search):
        asked = run(game, options=how, limit=Limit(depth=6), window=(-math.inf, math.inf))
        assert asked.nodes == run(game, options=how, limit=Limit(depth=6)).nodes


@pytest.mark.parametrize("reasoner", ["python", "c", "swi"])
def test_windows_of_numbers_that_are_not_written(reasoner: Any) -> None:
    game = load("nim", reasoner=reasoner)
    found = solve(game, window=(0, 10**5000))
    assert (found.value, found.bound) == (1, Bound.EXACT)
    assert solve(game, window=(10**5000, 10**5001)).bound is Bound.UPPER
    for wrong in ((10**5001, 10**5000), 10**5001):
        with pytest.raises(SearchError, match="window must be two numbers"):
            search(game, window=wrong)  # type: ignore[arg-type]
