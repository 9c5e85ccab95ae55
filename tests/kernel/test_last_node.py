"""A limit of nodes, at every number of nodes: the kernel stops where the Python driver stops, with the same answer."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyengine.search import Limit, Options, Result, minimax, retrograde, search, solve

from ..layers import examples
from ..search.positions import Graph
from ..search.random_games import graphs
from .graphs import PackedGraph
from .test_counts import KINDS, options_of_kernel, same

GAMES = graphs(kinds=KINDS, most=8)


def compare_at_every_limit(game: Graph, how: Options) -> None:
    """Search both ways with every number of nodes up to one more than are needed."""
    fast, slow = (PackedGraph(game, kernel=kernel) for kernel in (True, False))

    def of(each: Any, kind: str, limit: Limit) -> Result[Any]:
        if kind == "retrograde":
            return retrograde(each, limit=limit).result
        if kind == "minimax":
            return minimax(each, limit=limit, options=how)
        return solve(each, limit=limit, options=how, all_best=kind == "all_best")

    for kind in ("solve", "all_best", "minimax", "retrograde"):
        for nodes in range(1, of(slow, kind, Limit()).nodes + 2):
            same(of(fast, kind, Limit(nodes=nodes)), of(slow, kind, Limit(nodes=nodes)))
    for nodes in range(1, search(slow, limit=Limit(depth=3), options=how).nodes + 2):
        limit = Limit(depth=3, nodes=nodes)
        same(search(fast, limit=limit, options=how), search(slow, limit=limit, options=how))


@given(GAMES, options_of_kernel())
@examples(20)
def test_the_kernel_stops_where_python_stops(game: Graph, how: Options) -> None:
    compare_at_every_limit(game, how)


@pytest.mark.hunt
@given(st.one_of(GAMES, graphs(kinds=KINDS, tree=True)), options_of_kernel())
@examples(1000)
def test_the_kernel_stops_where_python_stops_in_many_games(game: Graph, how: Options) -> None:
    compare_at_every_limit(game, how)
