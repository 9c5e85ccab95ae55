"""The kernel finds the same as the Python driver, and visits the same positions on the way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyengine.search import Limit, Options, Result, minimax, search, solve

from ..search.positions import Graph
from ..search.random_games import graphs, options
from .graphs import PackedGraph, examples, graph_kernel

KINDS = ("few", "int", "float", "infinite")
GAMES = st.one_of(
    graphs(kinds=KINDS),
    graphs(tree=True, kinds=KINDS),
    graphs(kinds=KINDS, most=40),
    graphs(kinds=KINDS, most=40, width=8),
    graphs(kinds=KINDS, cuts=True),
    graphs(tree=True, kinds=KINDS, cuts=True),
)


def options_of_kernel(**fixed: Any) -> st.SearchStrategy[Options]:
    """Options of all kinds; a table of bytes has another number of entries in C."""
    kinds: dict[str, Any] = {
        "table_bytes": None,
        "reuse": st.sampled_from(["equal", "deeper"]),
        "quiescence": st.integers(0, 2),
        "extensions": st.integers(0, 2),
        "extend": st.sets(st.sampled_from(["single", "noisy"])).map(frozenset),
        "aspiration": st.sampled_from([None, 1, 0.5]),
        "partial": st.booleans(),
        "cutoff": st.booleans(),
        "reductions": st.sampled_from([None, True]),
    }
    return options(**(kinds | fixed))


def twins(graph: Graph, **more: Any) -> tuple[PackedGraph, PackedGraph]:
    """The same game with a kernel and without."""
    return PackedGraph(graph, kernel=True, **more), PackedGraph(graph, kernel=False, **more)


@pytest.fixture(autouse=True)
def nothing_is_left_to_python() -> Iterator[None]:
    """What the kernel gives up would be the same for the wrong reason."""
    before = graph_kernel().escapes.total()
    yield
    assert graph_kernel().escapes.total() == before


def same(kernel: Result[Any], python: Result[Any]) -> None:
    assert replace(kernel, seconds=0) == replace(python, seconds=0)
    assert repr(kernel.value) == repr(python.value)
    assert repr(kernel.moves) == repr(python.moves)


@given(GAMES, options_of_kernel())
@examples(400)
def test_solve(game: Graph, how: Options) -> None:
    fast, slow = twins(game)
    same(solve(fast, options=how), solve(slow, options=how))


@given(GAMES, options_of_kernel(), st.integers(0, 6))
@examples(600)
def test_search_to_a_depth(game: Graph, how: Options, depth: int) -> None:
    fast, slow = twins(game)
    limit = Limit(depth=depth)
    same(search(fast, limit=limit, options=how), search(slow, limit=limit, options=how))


@given(GAMES, options_of_kernel(), st.integers(1, 60), st.integers(1, 6))
@examples(300)
def test_a_limit_of_nodes_stops_at_the_same_one(game: Graph, how: Options, nodes: int, depth: int) -> None:
    fast, slow = twins(game)
    for ask in (search, solve):
        limit = Limit(nodes=nodes, depth=depth)
        same(ask(fast, limit=limit, options=how), ask(slow, limit=limit, options=how))


@given(GAMES, st.none() | st.integers(0, 6), options_of_kernel(), st.none() | st.integers(1, 40))
@examples(300)
def test_minimax(game: Graph, depth: int | None, how: Options, nodes: int | None) -> None:
    fast, slow = twins(game)
    limit = Limit(nodes=nodes)
    same(minimax(fast, depth=depth, limit=limit), minimax(slow, depth=depth, limit=limit))
    same(minimax(fast, depth=depth, options=how, limit=limit), minimax(slow, depth=depth, options=how, limit=limit))


@given(GAMES, options_of_kernel())
@examples(200)
def test_every_root_move(game: Graph, how: Options) -> None:
    fast, slow = twins(game)
    same(solve(fast, all_best=True, options=how), solve(slow, all_best=True, options=how))
