"""A limit of nodes, at every number of nodes: a search is completed just where it has done all that it does without."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings

import pyengine
from pyengine.search import (
    PLAIN,
    Bound,
    Limit,
    Options,
    Result,
    StopReason,
    StopSignal,
    minimax,
    retrograde,
    search,
    solve,
)
from pyengine.search.cycles import visiting
from pyengine.terms import Number

from .positions import Dots, Graph, WholeGraph, plain
from .random_games import graphs, options

Searches = Callable[..., Result[Any]]
EVERY_TEST: Any = settings(max_examples=20, deadline=None)


def at_every_limit(call: Searches, **limit: Any) -> list[Result[Any]]:
    """Search with every number of nodes up to one more than are needed; check what is completed, give what is not."""
    full = replace(call(limit=Limit(**limit)), seconds=0)
    stopped = []
    for nodes in range(1, full.nodes + 2):
        found = replace(call(limit=Limit(nodes=nodes, **limit)), seconds=0)
        if nodes >= full.nodes:
            assert found == full, nodes
            continue
        assert not found.completed, nodes
        assert (found.reason, found.nodes) == (StopReason.NODES, nodes)
        stopped.append(found)
    return stopped


def holds(found: Result[Any], deepest: Number, deeper: Number) -> bool:
    """Tell whether a value of a search that was stopped is right.

    It is that of the deepest completed search, or a bound of the next.
    """
    if found.value is None:
        return True
    if found.bound is Bound.EXACT:
        return found.value == deepest
    return found.value <= deeper if found.bound is Bound.LOWER else found.value >= deeper


@given(graphs(most=10), options())
@EVERY_TEST
def test_search(game: Graph, how: Options) -> None:
    for depth in (2, 4):
        for found in at_every_limit(lambda limit: search(game, limit=limit, options=how), depth=depth):
            assert found.depth is not None
            at = [plain(game, deep)(game.initial) for deep in (found.depth, found.depth + 1)]
            assert holds(found, *at)


@given(graphs(most=10), options())
@EVERY_TEST
def test_solve(game: Graph, how: Options) -> None:
    value = plain(game)(game.initial)
    for all_best in (False, True):
        for found in at_every_limit(lambda limit: solve(game, limit=limit, options=how, all_best=all_best)):  # noqa: B023
            assert holds(found, value, value)


@given(graphs(most=10))
@EVERY_TEST
def test_every_line(game: Graph) -> None:
    value = plain(game)(game.initial)
    for how in (PLAIN, Options()):
        for found in at_every_limit(lambda limit: minimax(game, options=how, limit=limit)):  # noqa: B023
            assert holds(found, value, value)
    for found in at_every_limit(lambda limit: retrograde(game, limit=limit).result):
        assert holds(found, value, value)
    at_every_limit(lambda limit: visiting(game, limit=limit))


@given(graphs(most=10))
@EVERY_TEST
def test_several_players(game: Graph) -> None:
    for alliance in ("maxn", "paranoid"):
        at_every_limit(lambda limit: solve(game, alliance=alliance, limit=limit))  # type: ignore[arg-type]  # noqa: B023
        at_every_limit(lambda limit: search(game, alliance=alliance, limit=limit), depth=3)  # type: ignore[arg-type]  # noqa: B023


def test_a_cycle_that_is_met_on_the_last_node() -> None:
    game = WholeGraph(0, {0: 0, 1: 1}, {0: (1, 2), 1: (0, 2)}, {2: 1})
    at_every_limit(lambda limit: solve(game, limit=limit))


class Apart(WholeGraph):
    """Two players of whom both may win; the game says so before it is played, or does not."""

    def expand(self, state: Any) -> Any:
        found = super().expand(state)
        return found if found.utilities is None else found._replace(utilities=(found.utilities[0],) * 2)

    def utility(self, state: Any, player: object) -> Number:
        return self.worth[state]


@pytest.mark.parametrize("opposed", [True, False])
@pytest.mark.parametrize("back", [3, 0])
def test_players_who_turn_out_to_agree(opposed: bool, back: int) -> None:
    game = Apart(0, {0: 0, 1: 1, 4: 0}, {0: (1, 2), 1: (4, 2), 4: (back, 2)}, {2: 1, 3: 2})
    game.opposed = opposed  # type: ignore[attr-defined]
    if back:
        at_every_limit(lambda limit: solve(game, limit=limit))
        at_every_limit(lambda limit: search(game, limit=limit), depth=3)


def test_equal_moves_that_are_not_looked_at_are_told() -> None:
    """The value of depth 6 is known some time before it is known which of the best moves comes first."""
    game = pyengine.load("kayles")
    full = search(game, limit=Limit(depth=6), options=PLAIN)
    found = search(game, limit=Limit(depth=6, nodes=full.nodes - 1), options=PLAIN)
    assert (found.value, found.bound, found.depth) == (full.value, Bound.EXACT, 6)
    assert (found.reason, found.completed) == (StopReason.NODES, False)


def test_a_stop_while_the_line_is_put_together_is_told() -> None:
    """Whenever the stop comes, the search says so, or gives what it gives without."""
    game, how = Dots(1, 2), Options(table=3)
    full = replace(search(game, limit=Limit(depth=3), options=how), seconds=0)
    signal = CountedSignal(-1)
    search(game, limit=Limit(depth=3), options=how, stop=signal)
    for looks in range(-1 - signal.left):
        found = search(game, limit=Limit(depth=3), options=how, stop=CountedSignal(looks))
        assert found.reason is StopReason.STOPPED or replace(found, seconds=0) == full


class CountedSignal(StopSignal):
    """Stops when it has been looked at a number of times."""

    __slots__ = ("left",)

    def __init__(self, left: int) -> None:
        self.left = left
        super().__init__()

    @property  # type: ignore[override]
    def stopped(self) -> bool:
        self.left -= 1
        return self.left == -1

    @stopped.setter
    def stopped(self, value: bool) -> None: ...
