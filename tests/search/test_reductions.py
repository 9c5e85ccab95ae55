"""Late moves that are searched less deep: where, and what they may not change."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pyengine
from pyengine.errors import SearchError
from pyengine.native import twin
from pyengine.search import PLAIN, Limit, Options, Result, Table, search, solve

from ..layers import examples
from .positions import Dots, Graph
from .random_games import graphs, options

NODES = 3_000
CLOCK = Limit(seconds=10**6, nodes=NODES)
"""A clock that does not run out before the nodes do."""


def counts(found: Result[Any]) -> tuple[Any, ...]:
    return replace(found, seconds=0, table=None).as_json(), found.nodes


def without_clock(reductions: bool) -> Result[Any]:
    return search(Dots(), limit=Limit(nodes=NODES), options=Options(reductions=reductions))


def test_they_are_for_searches_that_a_clock_ends() -> None:
    assert counts(without_clock(True)) != counts(without_clock(False))
    assert counts(search(Dots(), limit=CLOCK)) == counts(without_clock(True))
    assert counts(search(Dots(), limit=CLOCK, options=Options(reductions=False))) == counts(without_clock(False))
    assert counts(search(Dots(), limit=Limit(nodes=NODES))) == counts(without_clock(False))


@pytest.mark.parametrize("limit", [Limit(depth=6), Limit(depth=6, seconds=10**6)])
def test_a_depth_that_is_asked_for_is_kept(limit: Limit) -> None:
    exact = search(Dots(), limit=Limit(depth=6), options=Options(reductions=False))
    assert counts(search(Dots(), limit=limit)) == counts(exact)
    reduced = search(Dots(), limit=limit, options=Options(reductions=True))
    assert reduced.nodes < exact.nodes


def test_a_window_asks_for_values_that_are_exact() -> None:
    limit = Limit(seconds=10**6, nodes=500)
    exact = search(Dots(), limit=limit, window=(-2, 2), options=Options(reductions=False))
    assert counts(search(Dots(), limit=limit, window=(-2, 2))) == counts(exact)


def test_solve_has_none_of_them() -> None:
    game = twin("tictactoe")
    assert counts(solve(game, options=Options(reductions=True))) == counts(solve(game))
    assert PLAIN.reductions is False


def test_a_table_is_not_shared_by_searches_with_and_without_them() -> None:
    game, table = Dots(), Table(100_000)
    search(game, limit=Limit(depth=6), options=Options(reductions=True), table=table)
    found = search(game, limit=Limit(depth=6), table=table)
    assert counts(found) == counts(search(game, limit=Limit(depth=6)))


@given(st.one_of(graphs(width=8, most=30), graphs(tree=True, width=8, most=60)), options(reductions=True))
@examples(300)
def test_what_is_solved_with_them_is_exact(game: Graph, how: Options) -> None:
    found = search(game, limit=Limit(seconds=10**6), options=how)
    assert found.solved
    assert found.value == solve(game).value
    after = game.result(game.initial, found.best) if found.best is not None else game.initial
    assert solve(game, after).value == found.value


@given(graphs(width=8, most=40), options(reductions=True), st.integers(1, 8))
@examples(300)
def test_a_depth_that_solves_with_them_is_right(game: Graph, how: Options, depth: int) -> None:
    found = search(game, limit=Limit(depth=depth), options=how)
    if found.solved:
        assert found.value == solve(game).value


@pytest.mark.parametrize("game", ["connect_four", "english_draughts"])
def test_the_line_can_be_played(game: str) -> None:
    loaded = pyengine.load(game, reasoner="python")
    found = search(loaded, limit=Limit(nodes=2_000), options=Options(reductions=True))
    state = loaded.initial
    for move in found.line:
        assert move in loaded.actions(state)
        state = loaded.result(state, move)
    assert found.line[0] == found.best


def test_what_is_no_answer_is_told() -> None:
    with pytest.raises(SearchError, match="reductions must be True, False or None, not 'often'"):
        Options(reductions="often")  # type: ignore[arg-type]
