"""A search that goes on in C somewhere on its way finds what it would have found in Python, and counts the same."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict
from functools import cache
from typing import Any

import pytest

import pyengine
from pyengine.errors import BuildError, CyclicGameError, InvalidStateError, SearchError
from pyengine.native import twin
from pyengine.search import Limit, Options, StopSignal, Table
from pyengine.search.tiers import OvertakenError, TierLookout
from pyengine.search.watch import Watch

SWITCHES = (0, 1, 2, 7, 60)
"""Looks at the second tier after which it is there."""


class Tier:
    """A second tier that is there after so many looks."""

    first_reasoner = "python"
    patience = spent = 0.0
    is_over = False
    speed_up = 5.0

    def __init__(self, first: Any, second: Any, looks: int) -> None:
        self._first, self._second, self.looks = first, second, looks
        self.begun = 0

    def begin(self) -> None:
        self.begun += 1

    @property
    def game(self) -> Any:
        self.looks -= 1
        return self._second if self.looks < 0 else None

    def into(self, state: Any) -> bytes:
        return self._second.state(self._first.term(state))

    def back(self, state: bytes) -> Any:
        return self._first.state(self._second.term(state))


@cache
def pair(name: str) -> tuple[Any, Any]:
    first, second = (pyengine.load(name, reasoner=reasoner, **GAMES[name]) for reasoner in ("python", "c"))
    return first, second


def tiered(name: str, looks: int) -> Any:
    game, second = pair(name)
    game.second_tier = Tier(game, second, looks)
    return game


def untiered(name: str) -> Any:
    game, _ = pair(name)
    game.second_tier = None
    return game


def told(result: Any) -> dict[str, Any]:
    return {name: value for name, value in asdict(result).items() if name not in ("seconds", "reasoner", "table")}


def outcome(call: Callable[[Any], Any], game: Any) -> Any:
    """Give what a search found, or why it refused to."""
    try:
        return told(call(game))
    except SearchError as error:
        return type(error), str(error)


TABLED = Options(table=1 << 16, static_order=True, killers=2, history=True)
SEARCHES: dict[str, Callable[[Any], Any]] = {
    "solve": pyengine.solve,
    "all best": lambda game: pyengine.solve(game, all_best=True),
    "window": lambda game: pyengine.solve(game, window=(-1, 1)),
    "depth": lambda game: pyengine.search(game, limit=Limit(depth=5), options=TABLED),
    "nodes": lambda game: pyengine.search(game, limit=Limit(nodes=300)),
    "nodes of solve": lambda game: pyengine.solve(game, limit=Limit(nodes=300)),
    "minimax": lambda game: pyengine.minimax(game, depth=4),
    "signal": lambda game: pyengine.solve(game, stop=StopSignal()),
    "own table": lambda game: pyengine.solve(game, table=Table(1 << 16)),
    "proof": lambda game: pyengine.solve(game, algorithm="proof"),
    "playouts": lambda game: pyengine.search(game, limit=Limit(nodes=300), algorithm="mcts"),
    "no depth": lambda game: pyengine.search(game, limit=Limit(depth=0)),
}
GAMES: dict[str, dict[str, Any]] = {
    "nim": {"piles": [2, 3, 4]},
    "tictactoe": {},
    "connect_four": {"width": 3, "height": 3},
    "mu_torere": {},
    "nim_three_players": {},
}


@pytest.mark.parametrize("looks", SWITCHES)
@pytest.mark.parametrize("name", GAMES)
def test_results_are_those_of_python(name: str, looks: int) -> None:
    for title, call in SEARCHES.items():
        found = outcome(call, tiered(name, looks))
        assert found == outcome(call, untiered(name)), title


def test_a_result_says_who_answered() -> None:
    assert pyengine.solve(tiered("nim", 0)).reasoner == "c"
    assert pyengine.solve(tiered("nim", 3)).reasoner == "c"
    assert pyengine.solve(tiered("nim", 10**9)).reasoner == "python"
    assert pyengine.solve(tiered("nim", 0), trace=lambda event: None).reasoner == "python"
    assert pyengine.solve(pyengine.load("nim", reasoner="swi")).as_json()["reasoner"] == "swi"
    assert pyengine.solve(twin("nim")).reasoner is None


@pytest.mark.parametrize("looks", SWITCHES)
def test_counts(looks: int) -> None:
    counts: list[Callable[[Any], Any]] = [
        lambda game: pyengine.perft(game, 4),
        lambda game: pyengine.perft(game, 3, merge=False),
        lambda game: pyengine.perft(game, 3, split=True),
        pyengine.count_states,
        lambda game: pyengine.count_states(game, symmetric=True),
        lambda game: list(map(game.term, pyengine.states(game)))[:100],
    ]
    for count in counts:
        assert count(tiered("tictactoe", looks)) == count(untiered("tictactoe"))
    ours, theirs = pyengine.playouts(tiered("tictactoe", looks), 50), pyengine.playouts(untiered("tictactoe"), 50)
    assert (ours.plies, ours.means) == (theirs.plies, theirs.means)


@pytest.mark.parametrize("symmetric", [False, True])
@pytest.mark.parametrize("looks", SWITCHES)
def test_a_solution_is_of_the_game_that_was_given(looks: int, symmetric: bool) -> None:
    game, plain = tiered("mu_torere", looks), pyengine.load("mu_torere", reasoner="python")
    symmetric = symmetric and "canonical" in plain.offers
    ours, theirs = (pyengine.retrograde(each, symmetric=symmetric) for each in (game, plain))
    assert told(ours.result) == told(theirs.result)
    assert (len(ours), ours.counts) == (len(theirs), theirs.counts)
    assert list(ours) == list(theirs)
    for label in list(theirs)[:50]:
        state = label.state
        assert state in ours
        assert (ours.value(state), ours.distance(state)) == (theirs.value(state), theirs.distance(state))
        assert (ours.best(state), ours.best_moves(state)) == (theirs.best(state), theirs.best_moves(state))
    for stranger in () if symmetric else (42, "pile(3)", b"x", (1, 2)):
        assert (stranger in ours) is (stranger in theirs) is False
        with pytest.raises((SearchError, InvalidStateError)):
            ours.value(stranger)


@pytest.mark.parametrize("looks", SWITCHES)
def test_each_depth_is_told_once(looks: int) -> None:
    depths: list[int | None] = []
    game = tiered("tictactoe", looks)
    result = pyengine.search(game, limit=Limit(depth=6), progress=lambda found: depths.append(found.depth))
    assert depths == list(range(1, 7))
    assert result.depth == 6


def test_a_trace_and_a_table_with_entries_stay_in_python() -> None:
    events: list[Any] = []
    game = tiered("nim", 0)
    pyengine.solve(game, trace=events.append)
    assert events
    game.second_tier.looks, table = 10**9, Table(1 << 12)
    first = pyengine.solve(game, table=table)
    game.second_tier.looks = 0
    again = pyengine.solve(game, table=table)
    assert (first.reasoner, again.reasoner) == ("python", "python")
    assert again.hits > 0
    assert again.nodes < first.nodes
    table.clear()
    assert pyengine.solve(game, table=table).reasoner == "c"
    held = len(table)
    assert pyengine.solve(game, table=table).nodes < first.nodes
    assert held


def test_there_is_no_time_to_begin_again() -> None:
    """A search that has used up most of its time keeps what it has."""
    tier = tiered("nim", 0).second_tier
    TierLookout(tier, Watch(Limit(seconds=0.0), time.perf_counter)).look()
    for limit in (Limit(seconds=1000.0), Limit(nodes=1000)):
        with pytest.raises(OvertakenError):
            TierLookout(tier, Watch(limit, time.perf_counter)).look()


def test_where_c_cannot_begin_python_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    game = tiered("nim", 5)

    def fail(state: Any) -> bytes:
        raise BuildError("there is no memory for rules compiled to C")

    monkeypatch.setattr(game.second_tier, "into", fail)
    result = pyengine.solve(game)
    assert told(result) == told(pyengine.solve(untiered("nim")))
    assert result.reasoner == "python"


def test_errors_are_those_of_python(tmp_path: Any) -> None:
    path = tmp_path / "loop.pl"
    path.write_text(
        "player(max). player(min). initial(a(0)). to_move(a(_), max).\n"
        "move(a(N), go, a(M)) :- M is (N + 1) mod 7.\nmove(a(5), bad, a(M)) :- M is 1 / (5 - 5).\n"
        "utility(a(9), 0).\n"
    )
    plain: Any = pyengine.load(path, reasoner="python")
    game: Any = pyengine.load(path, reasoner="python")
    game.second_tier = Tier(game, pyengine.load(path, reasoner="c"), 2)
    for call in (pyengine.solve, pyengine.minimax, pyengine.retrograde, lambda each: pyengine.perft(each, 8)):
        with pytest.raises(pyengine.PyengineError) as expected:
            call(plain)
        game.second_tier.looks = 2
        with pytest.raises(type(expected.value)) as found:
            call(game)
        assert str(found.value) == str(expected.value)


def test_a_cycle_is_named_as_in_python() -> None:
    for looks in SWITCHES:
        with pytest.raises(CyclicGameError) as found:
            pyengine.minimax(tiered("mu_torere", looks))
        with pytest.raises(CyclicGameError) as expected:
            pyengine.minimax(untiered("mu_torere"))
        assert str(found.value) == str(expected.value)
