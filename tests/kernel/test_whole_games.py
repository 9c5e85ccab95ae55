"""Counting, numbering and labelling whole games: the kernel does what the loops in Python do."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyengine.errors import SearchError
from pyengine.search import Limit, count_states, perft, playouts, retrograde, solve, states

from ..search.positions import Graph, WholeGraph
from ..search.random_games import graphs
from .graphs import PackedGraph, cyclic_graphs, examples
from .test_counts import KINDS, same, twins

GAMES = st.one_of(graphs(kinds=KINDS), graphs(kinds=KINDS, most=60), cyclic_graphs(kinds=KINDS))


@given(GAMES, st.integers(0, 6), st.booleans())
@examples(200)
def test_perft(game: Graph, depth: int, merge: bool) -> None:
    fast, slow = twins(game)
    assert perft(fast, depth, merge=merge) == perft(slow, depth, merge=merge)
    assert perft(fast, depth + 1, split=True, merge=merge) == perft(slow, depth + 1, split=True, merge=merge)


@given(GAMES, st.integers(0, 6), st.booleans(), st.integers(2, 4))
@examples(100)
def test_perft_on_several_threads(game: Graph, depth: int, merge: bool, threads: int) -> None:
    fast, slow = twins(game)
    assert perft(fast, depth, merge=merge, threads=threads) == perft(slow, depth, merge=merge)
    split = perft(fast, depth + 1, split=True, merge=merge, threads=threads)
    assert split == perft(slow, depth + 1, split=True, merge=merge)


@pytest.mark.parametrize("merge", [True, False])
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_perft_of_a_wide_game(merge: bool, threads: int) -> None:
    width = 40
    movers = {(ply, n): 0 for ply in range(4) for n in range(width)}
    edges = {(ply, n): tuple((ply + 1, (n + i) % width) for i in range(n % 7 + 5)) for ply, n in movers}
    game = WholeGraph((0, 0), dict(movers), dict(edges), {(4, n): 1 for n in range(width)})
    fast, slow = twins(game)
    for depth in range(6):
        assert perft(fast, depth, merge=merge, threads=threads) == perft(slow, depth)


@given(GAMES, st.integers(0, 30), st.integers(0, 2**64 - 1), st.integers(0, 12), st.integers(1, 3))
@examples(200)
def test_playouts(game: Graph, games: int, seed: int, plies: int, threads: int) -> None:
    fast, slow = twins(game)
    found = playouts(fast, games, seed=seed, plies=plies, threads=threads)
    wanted = playouts(slow, games, seed=seed, plies=plies)
    assert (found.games, found.broken_off, found.plies) == (wanted.games, wanted.broken_off, wanted.plies)
    assert found.means == pytest.approx(wanted.means, nan_ok=True)


def test_playouts_choose_each_move_as_often() -> None:
    game = WholeGraph(0, {0: 0}, {0: (1, 2, 3)}, {1: 0, 2: 1, 3: 2})
    found = playouts(PackedGraph(game, kernel=True), 100_000, seed=7)
    assert found.means == (pytest.approx(1, abs=0.01), pytest.approx(-1, abs=0.01))
    assert found.plies == 100_000
    with pytest.raises(SearchError, match="games must be"):
        playouts(PackedGraph(game, kernel=True), -1)


def test_perft_beyond_64_bits() -> None:
    movers = dict.fromkeys(range(50), 0)
    game = WholeGraph(0, movers, {n: (n + 1,) * 10 for n in range(50)}, {50: 1})
    assert perft(PackedGraph(game, kernel=True), 30) == 10**30
    assert perft(PackedGraph(game, kernel=True), 50) == 10**50


@given(GAMES, st.booleans())
@examples(200)
def test_states(game: Graph, symmetric: bool) -> None:
    fast, slow = twins(game)
    assert list(states(fast, symmetric=symmetric)) == list(states(slow, symmetric=symmetric))
    assert count_states(fast, symmetric=symmetric) == count_states(slow, symmetric=symmetric)


@given(GAMES, st.data(), st.booleans())
@examples(200)
def test_states_where_the_rules_stop(game: Graph, data: st.DataObject, symmetric: bool) -> None:
    beyond = data.draw(st.sets(st.sampled_from(sorted([*game.edges, *game.worth]))))
    fast, slow = twins(game, beyond=frozenset(beyond))
    assert list(states(fast, symmetric=symmetric)) == list(states(slow, symmetric=symmetric))
    assert count_states(fast, symmetric=symmetric) == count_states(slow, symmetric=symmetric)


@given(GAMES, st.sampled_from([None, 0, 1, -0.5, float("inf")]), st.booleans(), st.none() | st.integers(1, 20))
@examples(300)
def test_retrograde(game: Graph, infinite: Any, symmetric: bool, nodes: int | None) -> None:
    fast, slow = twins(game)
    limit = Limit(nodes=nodes)
    found = retrograde(fast, infinite=infinite, symmetric=symmetric, limit=limit)
    wanted = retrograde(slow, infinite=infinite, symmetric=symmetric, limit=limit)
    same(found.result, wanted.result)
    assert list(map(repr, found)) == list(map(repr, wanted))
    assert found.counts == wanted.counts
    assert len(found) == len(wanted)
    if wanted.result.solved:
        for label in states(slow):
            assert found.value(label) == wanted.value(label)
            assert found.distance(label) == wanted.distance(label)
            assert found.best_moves(label) == wanted.best_moves(label)
    assert b"\x00" not in found


@given(cyclic_graphs(kinds=KINDS))
@examples(100)
def test_solve_with_cycles(game: Graph) -> None:
    fast, slow = twins(game)
    same(solve(fast), solve(slow))


def test_players_who_are_not_opposed() -> None:
    game = WholeGraph(0, {0: 0}, {0: (1, 2)}, {1: 1, 2: 2})
    for others in ({1: 5, 2: 5}, {1: 1, 2: 3}):
        fast, slow = twins(game, others=others)
        with pytest.raises(SearchError) as wanted:
            retrograde(slow)
        with pytest.raises(SearchError) as found:
            retrograde(fast)
        assert str(found.value) == str(wanted.value)
