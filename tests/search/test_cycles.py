"""The procedure of the lecture notes for games with cycles: as they have it, and where it goes wrong."""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import Any

import pytest
from hypothesis import given, settings

import pyengine
from pyengine.errors import SearchError
from pyengine.search import Limit, StopReason, StopSignal, retrograde, solve
from pyengine.search.cycles import visiting
from pyengine.search.trace import Event, EventKind
from pyengine.terms import Number

from ..layers import examples
from .cyclic_games import Impatient, Remembering, Ring, Three, Ticking, cyclic
from .positions import Corridor, Graph, TicTacToe, plain
from .random_games import graphs

TRAP = Graph(
    "street",
    {"street": 1, "garden": 0, "cellar": 0},
    {"street": ("garden", "cellar"), "garden": ("cellar", "freedom"), "cellar": ("garden", "prison")},
    {"freedom": 1, "prison": -1},
)
"""The same game as in rules/visiting_trap.pl."""


def as_in_the_notes(game: Graph) -> tuple[dict[Hashable, Number], bool]:
    """Value every position by the procedure as the notes describe it; and tell whether anything was ignored."""
    array: dict[Hashable, Any] = {}  # what is not in it is NONVISITED
    ignored = False

    def p(c: Hashable) -> Number:
        nonlocal ignored
        array[c] = "VISITING"
        if game.is_terminal(c):
            array[c] = game.worth[c]
        else:
            m = -math.inf if game.movers[c] == 0 else math.inf
            for successor in game.edges[c]:
                if array.get(successor) == "VISITING":
                    ignored = True
                    continue
                value = array[successor] if successor in array else p(successor)
                m = max(m, value) if game.movers[c] == 0 else min(m, value)
            array[c] = m
        return array[c]

    p(game.start)
    return array, ignored


@given(cyclic(most=12))
@examples(200)
def test_the_procedure_of_the_notes(game: Graph) -> None:
    array, ignored = as_in_the_notes(game)
    events: list[Event] = []
    result = visiting(game, trace=events.append)
    assert result.value == array[game.start]
    assert result.solved is not ignored
    assert result.completed
    assert result.nodes == len(array)
    done = {event.state: event.value for event in events if event.kind in (EventKind.LEAF, EventKind.LEAVE)}
    assert done == array
    assert any(event.kind is EventKind.HIT and event.value is None for event in events) is ignored
    state = game.start
    for move in result.line:
        state = game.result(state, move)
        assert array[state] == result.value
    assert game.is_terminal(state) or abs(result.value) == math.inf


@given(graphs())
@settings(deadline=None)
def test_without_cycles_it_is_minimax(game: Graph) -> None:
    result = visiting(game)
    assert (result.value, result.reason) == (plain(game)(game.start), StopReason.SOLVED)
    assert retrograde(game).result.value == result.value


def test_all_successors_ignored() -> None:
    """Going round for ever counts as worst for whoever has to: it is not chosen while there is anything else."""
    assert visiting(Graph(0, {0: 0}, {0: (0,)}, {})).value == -math.inf
    assert visiting(Graph(0, {0: 1}, {0: (0,)}, {})).value == math.inf
    game = Graph(0, {0: 0, 1: 1}, {0: (1, 2), 1: (0,)}, {2: -5})
    result = visiting(game)
    # MIN at 1 has only the way back: plus infinity, which MAX is glad to take.
    assert (result.value, result.best, result.line) == (math.inf, 0, (0,))
    assert retrograde(game).result.value == 0


def test_the_trap() -> None:
    """MAX can always go free, yet the procedure keeps the value of a cellar whose stairs it ignored."""
    result = visiting(TRAP)
    assert (result.value, result.best, result.solved) == (-1, 1, False)
    assert as_in_the_notes(TRAP)[0]["cellar"] == -1
    exact = retrograde(TRAP).result
    assert (exact.value, exact.line, exact.solved) == (1, (1, 0, 1), True)


def test_the_trap_as_rules() -> None:
    game = pyengine.load("visiting_trap")
    assert visiting(game).value == -1
    assert str(visiting(game).best) == "show(cellar)"
    assert retrograde(game).result.value == 1


def test_a_draw_that_it_does_not_see() -> None:
    """MIN can go round for ever instead of losing; the procedure never goes back."""
    game = Graph("a", {"a": 0, "b": 1}, {"a": ("b",), "b": ("a", "lost")}, {"lost": 1})
    assert visiting(game).value == 1
    assert retrograde(game).result.value == 0


def test_50_000_plies() -> None:
    circle = visiting(Ring(50_000))
    assert (circle.value, len(circle.line)) == (1, 50_000)
    assert visiting(Corridor(50_000)).value == 7


def test_what_is_refused() -> None:
    for game, reason in ((Remembering(), "memory"), (Three(), "two players")):
        with pytest.raises(SearchError, match=reason):
            visiting(game)
    with pytest.raises(SearchError, match="no depth limit"):
        visiting(TicTacToe(), limit=Limit(depth=1))
    with pytest.raises(SearchError, match="retrograde, visiting"):
        solve(TicTacToe(), cycles="ignore")


def test_limits() -> None:
    few = visiting(TicTacToe(), limit=Limit(nodes=10))
    assert (few.nodes, few.reason, few.value, few.best) == (10, StopReason.NODES, None, 0)
    late = visiting(TRAP, limit=Limit(seconds=5), clock=Ticking())
    assert late.reason is StopReason.SECONDS
    assert (late.value, late.best) == (None, 0)
    signal = StopSignal()
    signal.stop()
    assert visiting(TicTacToe(), stop=signal).reason is StopReason.STOPPED
    assert visiting(Impatient(50)).reason is StopReason.INTERRUPTED
    fork = Graph(0, {0: 1}, {0: (1, 2, 3)}, {1: 8, 2: 5, 3: 9})
    most = visiting(fork, limit=Limit(nodes=3))  # the last move is not done
    assert (most.value, most.best, most.line) == (None, 1, (1,))
