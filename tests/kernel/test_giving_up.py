"""Where the kernel cannot go on, or is given what it cannot take, a search is what it is without one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import pyengine
from pyengine import Limit, Options
from pyengine.errors import InvalidStateError, RuleRuntimeError
from pyengine.search import StopReason, StopSignal

LATE = """
player(max). player(min).
initial(s(max, 0, 1)).
to_move(s(P, _, _), P).
other(max, min). other(min, max).
move(s(P, D, N), K, s(Q, E, M)) :- D < 6, E is D+1, other(P, Q), member(K, [1, 2, 3, 4]), M is (N*7+K*5+D) mod 23.
utility(s(_, _, N), V) :- number_string(N, S), string_length(S, L), V is (N*L) mod 9 - 4.
staticval(s(_, D, N), V) :- V is (N*D) mod 9 - 4.
"""
"""Only the last plies need what C has not."""


@pytest.fixture(scope="module")
def late(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Any]:
    path = tmp_path_factory.mktemp("late") / "late.pl"
    path.write_text(LATE)
    return pyengine.load(path, reasoner="python"), pyengine.load(path, reasoner="c")


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"long_search": 0, "killers": 2},
        {"previous_order": True},
        {"algorithm": "pvs"},
        {"algorithm": "mtdf"},
        {"aspiration": 1},
        {"table": 50},
        {"table": 0},
    ],
    ids=str,
)
def test_a_search_that_c_gives_up_in_the_middle_counts_as_python_does(
    late: tuple[Any, Any], options: dict[str, Any]
) -> None:
    found = []
    for game in late:
        told: list[int | None] = []
        result = pyengine.search(
            game,
            limit=Limit(depth=6),
            options=Options(**options),
            progress=lambda result, told=told: told.append(result.depth),
        )
        found.append((result.value, result.nodes, result.leaves, result.cutoffs, list(map(str, result.line)), told))
    assert found[0] == found[1]
    assert found[0][-1] == [1, 2, 3, 4, 5, 6]
    assert late[1].kernel.escapes


class StopWhenRepeated(StopSignal):
    """Stops a search that begins to count anew."""

    __slots__ = ("most",)

    @property
    def nodes(self) -> int:  # type: ignore[override]
        return self.most

    @nodes.setter
    def nodes(self, nodes: int) -> None:
        self.most = max(nodes, getattr(self, "most", 0))
        self.stopped = self.stopped or nodes < self.most


def test_what_c_has_found_counts_where_python_has_no_time_to_go_on(late: tuple[Any, Any]) -> None:
    signal = StopWhenRepeated()
    found = pyengine.search(late[1], limit=Limit(depth=6), stop=signal)
    wanted = pyengine.search(late[0], limit=Limit(depth=5))
    assert signal.stopped
    assert (found.reason, found.depth, found.value, found.line) == (StopReason.STOPPED, 5, wanted.value, wanted.line)
    assert found.nodes == wanted.nodes


@pytest.mark.parametrize("all_best", [False, True])
def test_solving_that_c_gives_up_counts_as_python_does(late: tuple[Any, Any], all_best: bool) -> None:
    first, second = (pyengine.solve(game, all_best=all_best) for game in late)
    assert (first.value, first.nodes, first.line) == (second.value, second.nodes, second.line)


@pytest.mark.parametrize(
    ("limit", "options"),
    [
        (Limit(nodes=2**70, depth=3), Options()),
        (Limit(depth=4), Options(table=2**64)),
        (Limit(depth=4), Options(table_bytes=2**70)),
        (Limit(depth=4), Options(killers=2**65)),
    ],
    ids=["nodes", "entries", "bytes", "killers"],
)
def test_numbers_beyond_those_of_c(limit: Limit, options: Options) -> None:
    counts = [
        pyengine.search(pyengine.load("tictactoe", reasoner=reasoner), limit=limit, options=options).nodes
        for reasoner in ("python", "c")
    ]
    assert counts[0] == counts[1] > 40


@pytest.mark.parametrize("wrong", [5, "x", (), 3.5, Limit(depth=3)], ids=str)
def test_what_is_no_position_is_an_error(wrong: Any) -> None:
    game = pyengine.load("tictactoe", reasoner="c")
    for ask in (
        pyengine.search,
        pyengine.minimax,
        pyengine.solve,
        pyengine.count_states,
        pyengine.retrograde,
        lambda game, state: pyengine.perft(game, 2, state),
        lambda game, state: list(pyengine.states(game, state)),
        lambda game, state: pyengine.playouts(game, 3, state=state),
    ):
        with pytest.raises((InvalidStateError, RuleRuntimeError)):  # a term is refused by the rules
            ask(game, wrong)  # type: ignore[operator]


MANY = """
player(P) :- between(1, 20, P).
initial(0).
to_move(N, P) :- P is N mod 20 + 1.
move(N, K, M) :- N < 25, member(K, [1, 2]), M is N + K.
utility(N, P, V) :- N >= 25, V is (N * P) mod 7.
"""


def test_more_players_than_the_kernel_has_room_for(tmp_path: Path) -> None:
    path = tmp_path / "many.pl"
    path.write_text(MANY)
    found = []
    for reasoner in ("python", "c"):
        game = pyengine.load(path, reasoner=reasoner)  # type: ignore[arg-type]
        sampled = pyengine.search(game, algorithm="mcts", limit=Limit(nodes=50))
        counts = pyengine.count_states(game), pyengine.perft(game, 6)
        found.append((pyengine.playouts(game, 10).means, sampled.tried, sampled.values, counts))
    assert found[0] == found[1]
