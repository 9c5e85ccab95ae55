"""Successors that are made one by one: the same search, with fewer of them made."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import pyengine
from pyengine.kernel.search import SearchHandle
from pyengine.search import PLAIN, Limit, Options, Result, search, solve

TABLED = replace(PLAIN, table=100_000)
SEARCHES: dict[str, tuple[str, dict[str, Any], Callable[[Any], Result[Any]]]] = {
    "plain": ("breakthrough", {}, lambda game: search(game, limit=Limit(depth=5), options=PLAIN)),
    "the table's move first": ("breakthrough", {}, lambda game: search(game, limit=Limit(depth=5))),
    "scouts": (
        "breakthrough",
        {},
        lambda game: search(game, limit=Limit(depth=5), options=replace(TABLED, algorithm="pvs")),
    ),
    "solved, with a table": ("dots_and_boxes", {}, lambda game: solve(game, options=TABLED)),
    "no terminal/1": ("othello", {}, lambda game: search(game, limit=Limit(depth=7), options=PLAIN)),
    "quiescence": (
        "italian_draughts",
        {},
        lambda game: search(game, limit=Limit(depth=5), options=Options(order=False)),
    ),
    "noisy extensions": (
        "dots_and_boxes",
        {"rows": 3, "columns": 3},
        lambda game: search(
            game,
            limit=Limit(depth=4),
            options=Options(order=False, canonical=False, extensions=1, extend=frozenset({"noisy"})),
        ),
    ),
    "a limit of nodes": (
        "connect_four",
        {},
        lambda game: search(game, limit=Limit(nodes=4_321), options=replace(TABLED, table_move=True)),
    ),
}
KEPT = ("value", "best", "line", "depth", "reason", "bound", "nodes", "leaves", "cutoffs", "hits", "moves")


@pytest.mark.parametrize("name", SEARCHES)
def test_one_by_one_is_the_same_search(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, parameters, run = SEARCHES[name]
    made = [0]
    whole_run = SearchHandle.run

    def counted(self: SearchHandle, *given: Any, **named: Any) -> Any:
        found = whole_run(self, *given, **named)
        made[0] += found.made
        return found

    monkeypatch.setattr(SearchHandle, "run", counted)
    game = pyengine.load(rules, reasoner="c", **parameters)
    results, counts = [], []
    for lazy in (False, True):
        monkeypatch.setattr(sys.modules["pyengine.search.kernel_search"], "LAZY", lazy)
        made[0] = 0
        results.append(run(game))
        counts.append(made[0])
    whole, lazily = results
    assert [getattr(lazily, word) for word in KEPT] == [getattr(whole, word) for word in KEPT]
    assert counts[1] < counts[0]


HEAD = "player(a). player(b). initial(s(4)). to_move(_, a). "
WRONG = (
    HEAD
    + "terminal(s(0)). utility(_, 0). move(s(N), K, s(M)) :- member(K, [1, x]), (N > 2 -> K = 1 ; true), M is N - K."
)


@pytest.mark.parametrize("reasoner", ["c", "python"])
def test_an_error_behind_the_first_move_at_the_depth_limit_is_met_by_no_reasoner(tmp_path: Path, reasoner: str) -> None:
    path = tmp_path / "wrong.pl"
    path.write_text(WRONG)
    game = pyengine.load(path, reasoner=reasoner)
    assert search(game, limit=Limit(depth=2), options=PLAIN).nodes == 3 + 2
    assert not game.is_terminal(game.parse_state("s(2)"))
    assert game.is_terminal(game.parse_state("s(0)"))
    with pytest.raises(pyengine.RuleRuntimeError, match="`x/0' is not a function"):
        search(game, limit=Limit(depth=3), options=PLAIN)


@pytest.mark.parametrize("reasoner", ["c", "python"])
def test_whether_a_game_is_over_takes_no_second_successor(tmp_path: Path, reasoner: str) -> None:
    path = tmp_path / "endless.pl"
    path.write_text(HEAD + "move(s(_), N, t(N)) :- between(1, inf, N). utility(t(_), 1).")
    game = pyengine.load(path, reasoner=reasoner)
    assert not game.is_terminal(game.initial)
    assert game.is_terminal(game.parse_state("t(1)"))


@pytest.mark.parametrize("memory", ["fail", "M = foo + 1, _ is M", "true"])
@pytest.mark.parametrize("reasoner", ["c", "python", "swi"])
def test_what_is_remembered_of_the_first_move_must_be_right(tmp_path: Path, memory: str, reasoner: str) -> None:
    """`true` leaves a variable."""
    path = tmp_path / "forgetful.pl"
    path.write_text(HEAD + f"terminal(s(0)). outcome(_, _, 0). move(s(4), m, s(0)). memory(_, _, M) :- {memory}.")
    game = pyengine.load(path, reasoner=reasoner)
    with pytest.raises(pyengine.RuleRuntimeError):
        game.is_terminal(game.initial)


def test_a_variable_in_the_first_successor_is_told_with_all_moves_by_every_reasoner(tmp_path: Path) -> None:
    path = tmp_path / "open.pl"
    path.write_text(
        HEAD + "terminal(s(0)). outcome(_, _, 0). move(s(4), m, s(0)). move(s(4), n, s(0)). memory(_, _, _)."
    )
    told = set()
    for reasoner in ("c", "python", "swi"):
        game = pyengine.load(path, reasoner=reasoner)
        with pytest.raises(pyengine.RuleRuntimeError, match=r"without variables, not \[m-\(.*,n-\(s") as caught:
            game.is_terminal(game.initial)
        told.add(re.sub(r"_\w*", "_", str(caught.value)))
    assert len(told) == 1
