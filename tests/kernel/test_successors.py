"""Successors that are made one by one: the same search, with fewer of them made."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
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
