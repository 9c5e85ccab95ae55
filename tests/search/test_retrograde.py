"""Games with cycles solved exactly: against every pair of plans, against longer and longer games, and in limits."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Hashable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pyengine
from pyengine.errors import SearchError
from pyengine.search import Limit, StopReason, StopSignal
from pyengine.search.retrograde import retrograde
from pyengine.search.solution import Counts, Solution
from pyengine.search.trace import Event, EventKind
from pyengine.terms import Number

from ..layers import examples
from .cyclic_games import Friends, Impatient, MuTorere, Remembering, Ring, RookEnding, Three, Ticking, cyclic
from .positions import Dots, Graph, TicTacToe, plain
from .random_games import graphs

ENDLESS: list[Number] = [0, 1, -1, 0.5, Fraction(1, 3), math.inf, -math.inf]


def by_strategies(game: Graph, states: Sequence[Hashable], infinite: Number) -> dict[Hashable, Number]:
    """Give the best of what MAX's plans guarantee against all of MIN's; a plan is one move for every position."""
    plans: list[list[dict[Hashable, Hashable]]] = []
    for player in (0, 1):
        own = [state for state in states if game.movers.get(state) == player]
        choices = itertools.product(*[dict.fromkeys(game.edges[state]) for state in own])
        plans.append([dict(zip(own, choice, strict=True)) for choice in choices])

    def outcome(state: Hashable, plan: dict[Hashable, Hashable]) -> Number:
        for _ in range(len(states)):
            if state in game.worth:
                return game.worth[state]
            state = plan[state]
        return game.worth.get(state, infinite)

    values: dict[Hashable, Number] = {}
    for state in states:
        table = [[outcome(state, ours | theirs) for theirs in plans[1]] for ours in plans[0]]
        values[state] = max(min(row) for row in table)
        assert values[state] == min(max(column) for column in zip(*table, strict=True))  # the game has a value
    return values


def by_lengths(game: Graph, states: Sequence[Hashable], infinite: Number) -> dict[Hashable, Number]:
    """Give the value of the game broken off after more and more plies, when it is worth what endless play is."""
    values: dict[Hashable, Number] = {state: game.worth.get(state, infinite) for state in states}
    while True:
        longer = {
            state: values[state]
            if state in game.worth
            else (max, min)[game.movers[state]](values[child] for child in game.edges[state])
            for state in states
        }
        if longer == values:
            return values
        values = longer


def distances(game: Graph, values: dict[Hashable, Number], infinite: Number) -> dict[Hashable, float]:
    """Give the plies to the end: who wins shortens, who loses prolongs, and neither gives up value for it."""
    found: dict[Hashable, float] = {state: 0 if state in game.worth else math.inf for state in values}
    while True:
        longer = dict(found)
        for state, value in values.items():
            if state in game.worth or value == infinite:
                continue
            wins = (value > infinite) == (game.movers[state] == 0)
            same = [found[child] for child in game.edges[state] if values[child] == value]
            longer[state] = 1 + (min(same) if wins else max(same))
        if longer == found:
            return found
        found = longer


def assert_solved(game: Graph, solution: Solution[Hashable, int], values: dict[Hashable, Number]) -> None:
    infinite = solution.infinite
    assert {label.state: label.value for label in solution} == values
    expected = distances(game, values, infinite)
    for state, value, distance in solution:
        assert distance == (None if math.isinf(expected[state]) else expected[state])
        assert solution.value(state) == value
        assert solution.distance(state) == distance
        best = solution.best(state)
        if state in game.worth:
            assert best is None
            assert solution.best_moves(state) == ()
            continue
        assert best is not None
        assert solution.best_moves(state)[0] == best
        assert values[game.edges[state][best]] == value
        wins = value > infinite if game.movers[state] == 0 else value < infinite
        if wins:
            assert_wins(game, solution, state)


def assert_wins(game: Graph, solution: Solution[Hashable, int], start: Hashable) -> None:
    """The winner's best moves end the game with no less than the value, whatever the other does."""
    winner, value = game.movers[start], solution.value(start)
    done: set[Hashable] = set()
    path: list[tuple[Hashable, list[Hashable]]] = []

    def enter(state: Hashable) -> None:
        if state in game.worth:
            assert game.worth[state] >= value if winner == 0 else game.worth[state] <= value
        elif state not in done:
            assert all(state != passed for passed, _ in path), "play comes back"
            best = solution.best(state)
            assert best is not None
            ours = game.movers[state] == winner
            path.append((state, [game.edges[state][best]] if ours else list(game.edges[state])))

    enter(start)
    while path:
        state, left = path[-1]
        if left:
            enter(left.pop())
        else:
            done.add(state)
            path.pop()


def reached(game: Graph) -> list[Hashable]:
    found = [game.start]
    for state in found:
        found += [child for child in dict.fromkeys(game.edges.get(state, ())) if child not in found]
    return found


@given(cyclic(most=5), st.sampled_from(ENDLESS))
@examples(150)
def test_no_plan_is_better(game: Graph, infinite: Number) -> None:
    solution = retrograde(game, infinite=infinite)
    assert_solved(game, solution, by_strategies(game, reached(game), infinite))


@given(cyclic(most=25), st.sampled_from(ENDLESS))
@examples(200)
def test_longer_and_longer_games_come_to_the_same(game: Graph, infinite: Number) -> None:
    solution = retrograde(game, infinite=infinite)
    values = by_lengths(game, reached(game), infinite)
    assert_solved(game, solution, values)
    result = solution.result
    assert (result.value, result.reason, result.nodes) == (values[game.start], StopReason.SOLVED, len(values))
    assert result.leaves == sum(state in game.worth for state in values)
    assert result.moves == tuple((i, values[child]) for i, child in enumerate(game.edges[game.start]))
    state, seen = game.start, {game.start}
    for move in result.line:
        assert not game.is_terminal(state)
        state = game.result(state, move)
        assert values[state] == result.value
        again = state in seen
        seen.add(state)
    assert game.is_terminal(state) or again
    if result.value != infinite:
        assert game.worth[state] == result.value
    below, above = (sum(v < infinite for v in values.values()), sum(v > infinite for v in values.values()))
    assert solution.counts == Counts(above, len(values) - above - below, below)


@given(graphs())
@settings(deadline=None)
def test_without_cycles_it_is_minimax_also_up_to_symmetry(game: Graph) -> None:
    value = plain(game)
    for solution in (retrograde(game), retrograde(game, symmetric=True)):
        for state in reached(game):
            assert solution.value(state) == value(state)
    assert len(retrograde(game, symmetric=True)) == len({game.canonical(state) for state in reached(game)})


def test_mu_torere() -> None:
    """1,180 positions: 208 won, 844 drawn, 128 lost by the player to move, from GamesCrafters; 86 up to symmetry."""
    game = MuTorere()
    solution = retrograde(game)
    sides = Counter((label.value > 0) - (label.value < 0) for label in solution)
    found = Counter((value if game.to_move(state) == "x" else -value) for state, value, _ in solution)
    assert found == {1: 208, 0: 844, -1: 128}
    assert solution.counts == Counts(sides[1], sides[0], sides[-1]) == Counts(168, 844, 168)
    assert max(label.distance or 0 for label in solution) == 5
    assert sum(len(game.actions(label.state)) for label in solution) == 1920
    assert (solution.result.value, solution.result.values) == (0, (0, 0))
    alike = retrograde(game, symmetric=True)
    assert len(alike) == 86
    for state, value, distance in solution:
        assert (alike.value(state), alike.distance(state)) == (value, distance)


def test_king_and_rook_against_king() -> None:
    """Black to move: 28,056 positions up to symmetry, by moves to mate (Clarke 1977; krkopt of Bain and van Hoff)."""
    published = [27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390]
    solution = retrograde(RookEnding(), symmetric=True)
    black = Counter(distance if value else None for (side, *_), value, distance in solution if side == 1)
    assert black == {2 * moves: count for moves, count in enumerate(published)} | {None: 2796}
    white = [(value, distance) for (side, *_), value, distance in solution if side == 0]
    assert {value for value, _ in white} == {1}
    assert max(distance or 0 for _, distance in white) == 31  # mate in 16


def test_games_without_cycles() -> None:
    tictactoe = retrograde(TicTacToe())
    assert (len(tictactoe), tictactoe.result.value, tictactoe.result.nodes) == (5478, 0, 5478)
    assert all(tictactoe.value(s) == plain(TicTacToe())(s) for s in ("x........", "xo.......", "xox.o...."))
    dots = retrograde(Dots(1, 2))
    assert dots.result.value == plain(Dots(1, 2))(Dots(1, 2).initial)
    assert dots.result.values == (dots.result.value, -dots.result.value)


def test_a_rule_file() -> None:
    game = pyengine.load("visiting_trap")
    solution = retrograde(game)
    assert {game.text(state): (value, distance) for state, value, distance in solution} == {
        "street": (1, 3),
        "garden": (1, 1),
        "cellar": (1, 2),
        "freedom": (1, 0),
        "prison": (-1, 0),
    }
    assert [str(move) for move in solution.result.line] == ["show(cellar)", "stairs", "out"]
    assert str(solution.best(game.parse_state("cellar"))) == "stairs"


def test_positions_that_no_play_leads_to() -> None:
    game = Graph("a", {"a": 0, "b": 1, "c": 0}, {"a": ("y",), "b": ("c", "a"), "c": ("b", "a")}, {"y": 1})
    assert {label.state for label in retrograde(game)} == {"a", "y"}
    further = retrograde(game, also=["a", "c", "c"])
    assert {state: (value, distance) for state, value, distance in further} == {
        "a": (1, 1),
        "y": (1, 0),
        "c": (1, 2),
        "b": (1, 3),
    }
    assert (further.root, further.result.value, further.result.nodes) == ("a", 1, 4)
    events: list[Event] = []
    retrograde(game, also=["c"], trace=events.append)
    assert {event.state: event.ply for event in events if event.kind is EventKind.ENTER} == {"a": 0, "c": 0, "b": 1}


def test_a_circle_of_50_000_plies() -> None:
    solution = retrograde(Ring(50_000))
    assert solution.distance(0) == len(solution.result.line) == 50_000
    assert solution.best(49_999) == "out"
    endless = retrograde(Ring(50_000, infinite=2))
    assert (endless.result.value, endless.result.values, endless.distance(0)) == (2, (2, -2), None)
    assert endless.result.line[-1] == "round"


def test_what_is_refused() -> None:
    with pytest.raises(SearchError, match=r"memory.*round a cycle once more"):
        retrograde(Remembering())
    with pytest.raises(SearchError, match="memory"):
        retrograde(pyengine.load(Path(__file__).parent.parent / "clean" / "memory.pl"))
    with pytest.raises(SearchError, match="two players, and this game has 3"):
        retrograde(Three())
    with pytest.raises(SearchError, match=r"not opposed .*\(1, 1\) and \(2, 2\)"):
        retrograde(Friends())
    with pytest.raises(SearchError, match="no depth limit"):
        retrograde(TicTacToe(), limit=Limit(depth=3))
    with pytest.raises(SearchError, match="cannot be reached"):
        retrograde(TicTacToe()).value("xxxxxxxxx")
    assert "xxxxxxxxx" not in retrograde(TicTacToe())


def test_time_is_up_at_any_moment() -> None:
    """Whatever was labelled by then is right, and the root's value is right or unknown."""
    game = Graph(
        "a",
        {"a": 0, "b": 1, "c": 0, "d": 1},
        {"a": ("b", "d"), "b": ("c", "z"), "c": ("a", "y"), "d": ("a", "d")},
        {"y": 2, "z": 1},
    )
    whole = retrograde(game)
    values = {label.state: label.value for label in whole}
    seen = set()
    for seconds in range(40):
        solution = retrograde(game, limit=Limit(seconds=seconds), clock=Ticking())
        labels = list(solution)
        seen.add(len(labels))
        assert all(values[label.state] == label.value for label in labels)
        assert solution.result.best in (0, 1)
        if solution.result.reason is StopReason.SOLVED:
            assert len(labels) == len(values)
            assert solution.result.value == values["a"]
        else:
            assert solution.result.reason is StopReason.SECONDS
            assert not solution.result.completed
            assert solution.result.value in (None, values["a"])
            missing = [state for state in values if state not in {label.state for label in labels}]
            for state in missing:
                with pytest.raises(SearchError, match=r"not labelled|cannot be reached"):
                    solution.value(state)
    assert len(seen) > 3


@pytest.mark.parametrize("reasoner", ["python", "c"])
def test_no_time_to_reach_a_position_is_told_as_such(reasoner: Literal["python", "c"]) -> None:
    solution = retrograde(pyengine.load("tictactoe", reasoner=reasoner), limit=Limit(seconds=1e-9))
    assert (solution.result.reason, solution.result.value) == (StopReason.SECONDS, None)


def test_nodes_and_stopping() -> None:
    few = retrograde(TicTacToe(), limit=Limit(nodes=10)).result
    assert (few.nodes, few.reason, few.value, few.best) == (10, StopReason.NODES, None, 0)
    signal = StopSignal()
    signal.stop()
    assert retrograde(TicTacToe(), stop=signal).result.reason is StopReason.STOPPED


def test_an_interrupt_ends_it_with_what_there_is() -> None:
    result = retrograde(Impatient(100)).result
    assert (result.reason, result.value, result.best) == (StopReason.INTERRUPTED, None, 0)


def test_the_trace_has_every_position_met_and_labelled() -> None:
    events: list[Event] = []
    solution = retrograde(MuTorere(), trace=events.append)
    kinds = Counter(event.kind for event in events)
    assert kinds[EventKind.ENTER] == kinds[EventKind.LEAVE] == len(solution) - solution.result.leaves
    assert kinds[EventKind.LEAF] == solution.result.leaves
    for event in events:
        if event.kind is not EventKind.ENTER:
            state: Any = event.state
            assert solution.value(state) == event.value
