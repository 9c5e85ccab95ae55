"""More than two players: max^n, paranoid and coalitions, against the plain definition."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pyengine
from pyengine.errors import CyclicGameError, SearchError
from pyengine.search import Limit, Options, StopReason, StopSignal, multiplayer
from pyengine.search.multiplayer import PlayersResult
from pyengine.search.trace import Event, EventKind
from pyengine.search.watch import NO_LIMIT, ONE_SECOND, Clock, Watch
from pyengine.terms import Number
from pyengine.texts import position_of

from ..layers import examples
from .cyclic_games import Impatient, Ticking
from .positions import Corridor, Dots, Graph, TicTacToe, plain
from .random_games import graphs

Vector = tuple[Number, ...]
AIMA = [[[[1, 2, 6], [4, 2, 3]], [[6, 1, 2], [7, 4, 1]]], [[[5, 1, 1], [1, 5, 2]], [[7, 7, 1], [5, 4, 5]]]]
"""AIMA, 3rd edition, figure 5.4."""
MIT = [[[[1, 2, 3], [4, 2, 1]], [[6, 1, 2], [7, 4, -1]]], [[[5, -1, -1], [-1, 5, 2]], [[7, 7, -1], [5, 4, 5]]]]
"""The same figure in the first editions, as in the slides of MIT 6.034."""


def solve_players(
    game: Any,
    *,
    state: Any = None,
    depth: int | None = None,
    limit: Limit = NO_LIMIT,
    table: int = 1_000_000,
    **how: Any,
) -> PlayersResult[Any]:
    watch = Watch(limit if depth is None else Limit(depth=depth), time.perf_counter)
    return multiplayer.solve_players(game, position_of(game, state), Options(table=table), watch, **how)


def search_players(
    game: Any,
    *,
    limit: Limit = ONE_SECOND,
    stop: StopSignal | None = None,
    clock: Clock = time.perf_counter,
    cutoff: bool = True,
    **how: Any,
) -> PlayersResult[Any]:
    return multiplayer.search_players(game, game.initial, Options(cutoff=cutoff), Watch(limit, clock, stop), **how)


@dataclass(frozen=True)
class Table:
    """A game of several players given as data; a move is its number."""

    players: Sequence[Hashable]
    movers: dict[Hashable, int]
    edges: dict[Hashable, tuple[Hashable, ...]]
    worth: dict[Hashable, Vector]
    estimates: dict[Hashable, Vector] = field(default_factory=dict)
    initial: Hashable = 0

    @property
    def offers(self) -> frozenset[str]:
        return frozenset({"staticval"} if self.estimates else ())

    def to_move(self, state: Hashable) -> Hashable:
        return self.players[self.movers[state]]

    def actions(self, state: Hashable) -> Sequence[int]:
        return range(len(self.edges[state]))

    def result(self, state: Hashable, move: int) -> Hashable:
        return self.edges[state][move]

    def is_terminal(self, state: Hashable) -> bool:
        return state in self.worth

    def utility(self, state: Hashable, player: Hashable) -> Number:
        return self.worth[state][self.players.index(player)]

    def staticval(self, state: Hashable) -> Vector:
        return self.estimates[state]


def from_lists(tree: Any, players: str) -> Table:
    """Make a game of a tree with vectors at its leaves; the players take turns, a position is its path."""
    game = Table(players, {}, {}, {}, initial=())

    def grow(node: Any, path: tuple[int, ...]) -> None:
        if isinstance(node[0], list):
            game.movers[path] = len(path) % len(players)
            game.edges[path] = tuple((*path, i) for i in range(len(node)))
            for i, child in enumerate(node):
                grow(child, (*path, i))
        else:
            game.worth[path] = tuple(node)

    grow(tree, ())
    return game


@st.composite
def tables(draw: st.DrawFn, most: int = 12) -> Table:
    """Draw a game of one to four players without cycles; many values are equal, and sums are anything."""
    players = "abcd"[: draw(st.integers(1, 4))]
    size = draw(st.integers(1, most))
    vectors = st.tuples(*[st.integers(-2, 2) for _ in players])
    game = Table(players, {}, {}, {})
    for node in range(size):
        targets = draw(st.lists(st.integers(node + 1, size - 1), max_size=3)) if node + 1 < size else []
        game.estimates[node] = draw(vectors)
        if targets:
            game.movers[node] = draw(st.integers(0, len(players) - 1))
            game.edges[node] = tuple(targets)
        else:
            game.worth[node] = draw(vectors)
    return game


def by_definition(
    game: Table, likes: Callable[[int, Vector], Number], depth: int | None = None
) -> Callable[[Hashable], Vector]:
    """Give the values of a position by plain recursion: the mover takes the first of what it likes best."""

    @cache
    def value(state: Hashable, left: int | None) -> Vector:
        if state in game.worth:
            return game.worth[state]
        if left == 0:
            return game.estimates[state]
        values = [value(child, None if left is None else left - 1) for child in game.edges[state]]
        likings = [likes(game.movers[state], vector) for vector in values]
        return values[likings.index(max(likings))]

    return lambda state: value(state, depth)


def own(mover: int, vector: Vector) -> Number:
    return vector[mover]


def assert_follows(game: Table, result: PlayersResult[int], depth: int | None) -> None:
    """The line can be played and ends where the values come from."""
    state: Hashable = game.initial
    for move in result.line:
        state = game.result(state, move)
    assert result.values == (game.worth[state] if state in game.worth else game.estimates[state])
    assert state in game.worth or len(result.line) == depth
    assert result.best == (result.line[0] if result.line else None if game.initial in game.worth else 0)


@pytest.mark.parametrize(("tree", "root"), [(AIMA, (1, 2, 6)), (MIT, (1, 2, 3))])
def test_the_trees_of_the_textbooks(tree: Any, root: Vector) -> None:
    game = from_lists(tree, "ABC")
    events: list[Event] = []
    result = solve_players(game, trace=events.append)
    assert (result.value, result.values, result.solved) == (root[0], root, True)
    assert (result.nodes, result.leaves, result.line) == (15, 8, (0, 0, 0))
    left = {str(event) for event in events if event.kind is EventKind.LEAVE and event.ply < 2}
    second = (1, 5, 2) if tree is AIMA else (-1, 5, 2)
    assert left == {f"leave () = {root}", f"  leave (0,) = {root}", f"  leave (1,) = {second}"}
    assert str(events[0]) == "enter ()"
    assert result.vectors == ((0, root), (1, second))


@given(tables(), st.sampled_from([0, 1, 3, 1000]), st.one_of(st.none(), st.integers(0, 5)))
@examples(200)
def test_maxn(game: Table, table: int, depth: int | None) -> None:
    result = solve_players(game, table=table, depth=depth)
    assert result.values == by_definition(game, own, depth)(0)
    assert result.completed
    assert_follows(game, result, depth)
    if not game.is_terminal(0) and depth != 0:
        after = by_definition(game, own, None if depth is None else depth - 1)
        mover = game.movers[0]
        assert result.vectors == tuple((i, after(child)) for i, child in enumerate(game.edges[0]))
        most = max(after(child)[mover] for child in game.edges[0])
        assert result.all_best == tuple(i for i, child in enumerate(game.edges[0]) if after(child)[mover] == most)
        assert result.best == result.all_best[0]


@given(tables(20), st.sampled_from([0, 1, 3, 1000]), st.one_of(st.none(), st.integers(0, 5)))
@examples(200)
def test_paranoid_pruned_and_not(game: Table, table: int, depth: int | None) -> None:
    """Pruning changes nothing: not the values of the others, nor the line."""
    first = game.movers.get(0, 0)

    def likes(mover: int, vector: Vector) -> Number:
        return vector[first] if mover == first else -vector[first]

    pruned = solve_players(game, alliance="paranoid", depth=depth, table=table)
    whole = solve_players(game, alliance="paranoid", depth=depth, table=table, prune=False)
    assert pruned.values == whole.values == by_definition(game, likes, depth)(0)
    assert pruned.line == whole.line
    assert (pruned.all_best, whole.cutoffs) == ((), 0)
    assert table or pruned.nodes <= whole.nodes
    assert_follows(game, pruned, depth)


def test_paranoid_play_is_pruned() -> None:
    events: list[Event] = []
    game = from_lists(AIMA, "ABC")
    whole = solve_players(game, alliance="paranoid", prune=False)
    pruned = solve_players(game, alliance="paranoid", trace=events.append)
    assert (pruned.values, pruned.line) == (whole.values, whole.line) == ((1, 2, 6), (0, 0, 0))
    assert (whole.nodes, pruned.nodes, pruned.cutoffs) == (15, 12, 1)
    cuts = [(event.state, event.skipped) for event in events if event.kind is EventKind.CUT]
    assert cuts == [((1,), ((1, 1),))]  # C can hold A to 1 there, and A has 1 already


@given(tables(), st.sets(st.integers(0, 3)), st.one_of(st.none(), st.integers(0, 5)))
@settings(deadline=None)
def test_a_coalition_against_the_rest(game: Table, chosen: set[int], depth: int | None) -> None:
    numbers = range(len(game.players))
    team = {number for number in numbers if number in chosen}

    def likes(mover: int, vector: Vector) -> Number:
        return sum(vector[number] for number in numbers if (number in team) == (mover in team))

    result = solve_players(game, alliance={game.players[number] for number in team}, depth=depth)
    assert result.values == by_definition(game, likes, depth)(0)
    assert_follows(game, result, depth)


@given(tables(), st.lists(st.integers(0, 2), min_size=4, max_size=4))
@settings(deadline=None)
def test_several_teams(game: Table, teams: list[int]) -> None:
    numbers = range(len(game.players))
    sets = [{game.players[n] for n in numbers if teams[n] == team} for team in range(2)]
    alliance = [frozenset(team) for team in sets]

    def likes(mover: int, vector: Vector) -> Number:
        if teams[mover] == 2:
            return vector[mover]
        return sum(vector[number] for number in numbers if teams[number] == teams[mover])

    assert solve_players(game, alliance=alliance).values == by_definition(game, likes)(0)


@given(tables())
@settings(deadline=None)
def test_deepening_ends_with_the_exact_values(game: Table) -> None:
    told: list[Any] = []
    result = search_players(game, limit=Limit(), progress=told.append)
    assert result.solved
    assert result.values == by_definition(game, own)(0)
    assert [found.depth for found in told] == list(range(1, len(told) + 1))
    for found in told:
        assert found.values == by_definition(game, own, found.depth)(0)


class Cut(Table):
    """A game of several players that cuts off every third position from the second ply on."""

    @property
    def offers(self) -> frozenset[str]:
        return frozenset({"staticval", "cutoff"})

    def cutoff(self, state: Hashable, depth: int) -> bool:
        return depth >= 2 and state % 3 == 0  # type: ignore[operator, no-any-return]


@given(tables())
@settings(deadline=None)
def test_a_game_of_several_players_that_cuts_off(game: Table) -> None:
    cut = Cut(game.players, game.movers, game.edges, game.worth, game.estimates)

    def value(state: Hashable, left: int, ply: int) -> Vector:
        if state in game.worth:
            return game.worth[state]
        if left == 0 or (ply and cut.cutoff(state, ply)):
            return game.estimates[state]
        values = [value(child, left - 1, ply + 1) for child in game.edges[state]]
        return max(values, key=lambda vector: vector[game.movers[state]])

    for depth in (1, 2, 3, 40):
        result = search_players(cut, limit=Limit(depth=depth))
        assert result.values == value(0, depth, 0)
        assert result.completed
        assert solve_players(cut, depth=depth).values == result.values
        assert search_players(cut, limit=Limit(depth=depth), cutoff=False).values == by_definition(game, own, depth)(0)
    assert solve_players(cut).values == by_definition(game, own)(0)


@given(graphs(tree=True))
@settings(deadline=None)
def test_two_players_of_opposed_interests_play_minimax(game: Graph) -> None:
    """All three models come to the same there."""
    value = plain(game)(game.start)
    for alliance in ("maxn", "paranoid", {"max"}):
        assert solve_players(game, alliance=alliance).value == value


def test_ties_go_to_the_first_move() -> None:
    """b does not care, and the order of its moves decides what a gets."""
    game = Table("abc", {0: 1}, {0: (1, 2)}, {1: (0, 3, 9), 2: (9, 3, 0)})
    assert solve_players(game).values == (0, 3, 9)
    assert solve_players(game).all_best == (0, 1)
    turned = Table("abc", {0: 1}, {0: (2, 1)}, game.worth)
    assert solve_players(turned).values == (9, 3, 0)


def test_tic_tac_toe_and_dots() -> None:
    plainly = solve_players(TicTacToe(), table=0, state="xo.......")
    kept = solve_players(TicTacToe(), state="xo.......")
    assert (kept.values, kept.line) == (plainly.values, plainly.line)
    assert kept.values == (1, -1)
    assert kept.nodes < plainly.nodes / 5
    assert kept.hits > 0
    dots = Dots(1, 2)
    assert solve_players(dots).value == plain(dots)(dots.initial)
    assert solve_players(dots, depth=3).value == plain(dots, 3)(dots.initial)  # staticval has one value for two players


def test_a_rule_file_of_three_players() -> None:
    """Cards 1 to 5 on the table: each takes the highest that is left, and red and green have a second turn."""
    game = pyengine.load(Path(__file__).parent.parent / "clean" / "closures.pl")
    result = solve_players(game)
    assert (result.values, result.solved) == ((7, 5, 3), True)
    assert [str(move) for move in result.line] == [f"take({card})" for card in (5, 4, 3, 2, 1)]
    assert [str(player) for player in game.players] == ["red", "green", "blue"]
    together = solve_players(game, alliance={game.players[1], game.players[2]})
    assert together.values is not None
    assert together.values[0] <= 7


def test_50_000_plies() -> None:
    result = solve_players(Corridor(50_000))
    assert (result.values, len(result.line)) == ((7, -7), 50_000)


def test_what_is_refused() -> None:
    loop = Table("abc", {0: 0, 1: 1}, {0: (1,), 1: (0,)}, {})
    with pytest.raises(CyclicGameError, match="0 leads back to itself; a depth limit"):
        solve_players(loop)
    assert solve_players(loop, depth=4).values == (0, 0, 0)  # without staticval, nothing is known
    game = from_lists(AIMA, "ABC")
    for alliance, reason in (
        ("maxm", "no alliance 'maxm'"),
        ({"Z"}, "Z is not a player of this game; there are: A, B, C"),
        ([frozenset("AB"), frozenset("BC")], "B is in two teams"),
    ):
        with pytest.raises(SearchError, match=reason):
            solve_players(game, alliance=alliance)
    lone = Table("abc", loop.movers, loop.edges, {}, {0: 1, 1: 1})
    with pytest.raises(SearchError, match="a value for each of the 3 players"):
        solve_players(lone, depth=1)


def test_limits() -> None:
    game = from_lists(AIMA, "ABC")
    for nodes in range(1, 15):
        result = solve_players(game, limit=Limit(nodes=nodes))
        assert (result.nodes, result.reason, result.values) == (nodes, StopReason.NODES, None)
        assert result.best == 0
        assert bool(result.moves) == (nodes >= 8)
    late = search_players(game, limit=Limit(seconds=12), clock=Ticking())
    assert late.reason is StopReason.SECONDS
    assert late.depth in (1, 2)
    assert late.values is not None
    assert len(late.line) == late.depth
    signal = StopSignal()
    signal.stop()
    stopped = search_players(game, stop=signal)
    assert (stopped.reason, stopped.best, stopped.values) == (StopReason.STOPPED, 0, None)
    assert search_players(game, limit=Limit(depth=2)).reason is StopReason.DEPTH
    assert search_players(game, limit=Limit(depth=0)).depth == 0


def test_an_interrupt_gives_the_deepest_completed_search() -> None:
    result = search_players(Impatient(300), limit=Limit())
    assert (result.reason, result.depth, result.values) == (StopReason.INTERRUPTED, 2, (0, 0))


def test_as_json() -> None:
    shown = solve_players(from_lists(AIMA, "ABC")).as_json()
    assert json.loads(json.dumps(shown))["moves"][1] == {"move": "1", "value": 1, "values": [1, 5, 2]}
