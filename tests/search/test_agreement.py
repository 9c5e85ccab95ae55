"""Every algorithm with every combination of options gives the value of plain minimax, and a line that is worth it."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pyengine.search import Bound, Limit, Options, Result, StopReason, Table, minimax, search, solve
from pyengine.terms import Number

from ..layers import examples
from .positions import Graph, plain
from .random_games import graphs, options

GAMES = st.one_of(graphs(), graphs(tree=True))


def limited(game: Graph, depth: int, how: Options) -> Number:
    """Plain minimax to a depth, with quiescence and free plies, by the definition."""
    loud = "noisy" in how.extend

    @cache
    def value(state: Any, plies: int, free: int, ply: int = 0) -> Number:
        if game.is_terminal(state):
            return game.worth[state]
        if plies <= 0 and (plies <= -how.quiescence or not game.noisy(state)):
            return game.estimates[state]
        if how.cutoff and ply and game.cutoff(state, ply):
            return game.estimates[state]
        forced = "single" in how.extend and len(game.edges[state]) == 1
        if plies > 0 and free > 0 and (forced or (loud and game.noisy(state))):
            left = (plies, free - 1)
        else:
            left = (plies - 1, free)
        values = [value(child, *left, ply + 1) for child in game.edges[state]]
        return min(values) if game.movers[state] else max(values)

    if depth == 0:
        return game.staticval(game.start)
    if game.is_terminal(game.start):
        return game.worth[game.start]
    return value(game.start, depth, how.extensions)


def first_best(game: Graph, value: Any) -> int | None:
    """The first of the best root moves in the author's order."""
    if game.is_terminal(game.start):
        return None
    values = [value(child) for child in game.edges[game.start]]
    return values.index(min(values) if game.movers[game.start] else max(values))


def play(game: Graph, result: Result[int]) -> Any:
    """Play the line; an illegal move would raise."""
    state = game.start
    for move in result.line:
        state = game.result(state, move)
    return state


def assert_line_keeps_value(game: Graph, result: Result[int], value: Any) -> None:
    state = game.start
    for move in result.line:
        state = game.result(state, move)
        assert value(state) == result.value
    assert game.is_terminal(state)
    assert result.values == (game.worth[state], -game.worth[state])


@given(GAMES, options())
@examples(300)
def test_solve_gives_the_exact_value(game: Graph, how: Options) -> None:
    value = plain(game)
    result = solve(game, options=how)
    assert result.value == value(game.start)
    assert result.bound is Bound.EXACT
    assert result.solved
    assert result.best == first_best(game, value)
    assert_line_keeps_value(game, result, value)


@given(GAMES, options())
@examples(150)
def test_deepening_to_the_end_gives_the_exact_value(game: Graph, how: Options) -> None:
    value = plain(game)
    result = search(game, limit=Limit(), options=how)
    assert result.value == value(game.start)
    assert result.solved
    assert game.staticval(play(game, result)) == result.value
    if result.line:
        assert value(game.result(game.start, result.line[0])) == result.value


@given(
    GAMES,
    options(extensions=st.integers(1, 2), quiescence=st.integers(0, 2), reuse=st.sampled_from(["equal", "deeper"])),
    st.sets(st.sampled_from(["single", "noisy"])),
)
@examples(150)
def test_plies_free_of_charge_do_not_keep_a_search_from_its_end(game: Graph, how: Options, extend: set[Any]) -> None:
    """What the table answers rests on estimates only where its search did, and 20 plies are enough for these games."""
    result = search(game, limit=Limit(depth=20), options=replace(how, extend=frozenset(extend)))
    assert result.value == plain(game)(game.start)
    assert result.solved


@given(
    GAMES,
    options(),
    st.integers(0, 4),
    st.integers(0, 2),
    st.integers(0, 2),
    st.sets(st.sampled_from(["single", "noisy"])),
)
@examples(300)
def test_a_depth_gives_the_value_of_that_depth(
    game: Graph, how: Options, depth: int, quiescence: int, extensions: int, extend: set[Any]
) -> None:
    how = Options(**{**fields(how), "quiescence": quiescence, "extensions": extensions, "extend": frozenset(extend)})
    value = limited(game, depth, how)
    for result in (
        search(game, limit=Limit(depth=depth), options=how),
        solve(game, limit=Limit(depth=depth), options=how) if depth else None,
    ):
        if result is not None:
            assert result.value == value
            assert result.completed
            assert game.staticval(play(game, result)) == value


@given(
    st.one_of(graphs(cuts=True), graphs(tree=True, cuts=True)),
    options(cutoff=st.booleans(), quiescence=st.integers(0, 2), extensions=st.integers(0, 2)),
    st.integers(1, 6),
    st.booleans(),
)
@examples(400)
def test_a_game_that_cuts_off(game: Graph, how: Options, depth: int, shared: bool) -> None:
    """Values are those of the definition, also over a table that other depths have filled; `solve` is not cut off."""
    table = Table.of(how) if shared else None
    if table is not None:
        search(game, limit=Limit(depth=depth + 2), options=how, table=table)
    result = search(game, limit=Limit(depth=depth), options=how, table=table)
    assert result.value == limited(game, result.depth or depth, how) == limited(game, depth, how)
    assert game.staticval(play(game, result)) == result.value
    plainly = replace(how, quiescence=0, extensions=0)
    below = minimax(game, depth=depth, options=how)
    assert below.value == limited(game, depth, plainly)
    assert solve(game, options=how).value == plain(game)(game.start)
    to_the_end = search(game, limit=Limit(), options=how, table=table)
    assert to_the_end.completed
    assert to_the_end.value == limited(game, 40, how)
    assert to_the_end.solved <= (to_the_end.value == plain(game)(game.start))


def test_a_position_that_is_cut_off_is_told_as_such() -> None:
    game = Graph("a", {"a": 0, "b": 1}, {"a": ("b", "c"), "b": ("c",)}, {"c": 1}, {"b": 5}, cuts={"b": frozenset({1})})
    for ask in (lambda sink: minimax(game, depth=2, trace=sink), lambda sink: search(game, limit=Limit(), trace=sink)):
        events: list[Any] = []
        result = ask(events.append)
        assert [(e.state, e.value) for e in events if e.cut_off] == [("b", 5)]
        assert (result.value, result.solved, result.completed) == (5, False, True)
        assert result.reason is StopReason.UNPROVED
    assert "(cut off)" in str(next(event for event in events if event.cut_off))


@given(GAMES, st.none() | st.integers(0, 4), options())
@examples(150)
def test_minimax_with_and_without_a_table(game: Graph, depth: int | None, how: Options) -> None:
    want = plain(game, depth)
    for result in (minimax(game, depth=depth), minimax(game, depth=depth, options=how)):
        assert result.value == want(game.start)
        assert game.staticval(play(game, result)) == result.value
        if depth != 0:
            below = plain(game, None if depth is None else depth - 1)
            assert result.best == first_best(game, below)
            assert dict(result.moves) == {
                move: below(child) for move, child in enumerate(game.edges.get(game.start, ()))
            }


@given(GAMES, options())
@examples(100)
def test_every_root_move_and_all_the_best(game: Graph, how: Options) -> None:
    value = plain(game)
    result = solve(game, all_best=True, options=how)
    assert result.value == value(game.start)
    expected = {move: value(child) for move, child in enumerate(game.edges.get(game.start, ()))}
    assert dict(result.moves) == expected
    assert result.all_best == tuple(move for move, worth in expected.items() if worth == result.value)
    assert result.best == first_best(game, value)
    assert_line_keeps_value(game, result, value)


@given(GAMES, options(reuse="deeper"), st.integers(1, 4))
@examples(100)
def test_deeper_entries_give_some_value_and_the_exact_one_in_the_end(game: Graph, how: Options, depth: int) -> None:
    result = search(game, limit=Limit(depth=depth), options=how)
    assert result.value in {*game.worth.values(), *game.estimates.values()}
    play(game, result)
    assert search(game, limit=Limit(), options=how).value == plain(game)(game.start)


def test_a_rival_that_is_cut_off_at_once_counts_as_a_node() -> None:
    """The move found best may be as good as an earlier one that was cut off, which is then valued, too."""
    edges = {0: (2, 1, 1), 2: (3, 3)}
    game = Graph(
        start=0,
        movers={0: 1, 2: 0},
        edges=edges,
        worth={1: -math.inf, 3: -math.inf},
        estimates=dict.fromkeys(range(4), -math.inf),
        loud=frozenset(),
        keys={state: state for state in range(4)},
        scores={(0, 1): 0},
    )
    how = Options(table=0, table_leaves=False, canonical=False, table_move=False, quiescence=0)
    assert search(game, limit=Limit(nodes=2), options=how).nodes == 2


@given(GAMES, options(), st.integers(1, 60))
@examples(150)
def test_a_node_limit_is_exact_and_leaves_a_legal_move(game: Graph, how: Options, nodes: int) -> None:
    result = search(game, limit=Limit(nodes=nodes), options=how)
    assert result.nodes <= nodes
    if not result.solved:
        assert result.nodes == nodes
    if not game.is_terminal(game.start):
        assert result.best in game.actions(game.start)
    play(game, result)


def fields(how: Options) -> dict[str, Any]:
    return {name: getattr(how, name) for name in Options.__slots__}
