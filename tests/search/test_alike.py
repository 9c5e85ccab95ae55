"""Positions that are alike share entries of the table, at plies where that pays: the same ones in Python and in C."""

from __future__ import annotations

import pytest

import pyengine
from pyengine.search import Limit, Options, Result, alike, solve
from pyengine.search.alike import ENOUGH_VISITS, MOST_PLIES, AlikePlies


def counts(result: Result[object]) -> tuple[object, ...]:
    return result.value, str(result.best), result.nodes, result.leaves, result.cutoffs, result.hits


def test_the_same_in_python_and_c_when_it_stops_to_pay(monkeypatch: pytest.MonkeyPatch) -> None:
    """After moves that left no symmetry, nothing is found under those that are alike: soon no more is asked."""
    monkeypatch.setattr(alike, "ENOUGH_VISITS", 100)
    python, c = (pyengine.load("connect_four", reasoner=name, width=5, height=5) for name in ("python", "c"))
    limit, state = Limit(nodes=20_000), "11122"
    asked, never = (solve(c, state, limit=limit, options=Options(canonical=way)) for way in (True, False))
    assert counts(solve(python, state, limit=limit)) == counts(asked)
    monkeypatch.setattr(alike, "ENOUGH_VISITS", 0)
    assert counts(solve(python, state, limit=limit)) == counts(solve(c, state, limit=limit))
    assert never.solved or asked.nodes == never.nodes


def test_the_same_where_it_pays_at_some_plies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alike, "ENOUGH_VISITS", 200)
    python, c = (pyengine.load("connect_four", reasoner=name, width=5, height=4) for name in ("python", "c"))
    found = solve(c)
    assert counts(solve(python)) == counts(found)
    monkeypatch.undo()
    assert solve(c).nodes < found.nodes


def test_where_it_pays_it_is_asked() -> None:
    game = pyengine.load("dots_and_boxes", reasoner="c", rows=2, columns=3)
    assert 4 * solve(game).nodes < solve(game, options=Options(canonical=False)).nodes


def test_what_was_saved_is_weighed_against_what_was_asked() -> None:
    plies = AlikePlies()
    for _ in range(ENOUGH_VISITS - 1):
        plies.note(3, 0)
    assert plies.pays(3)
    plies.note(3, 0)
    assert not plies.pays(3)
    plies.note(3, 1)
    assert plies.pays(3)


def test_plies_beyond_the_last_are_one() -> None:
    plies = AlikePlies()
    for ply in range(ENOUGH_VISITS):
        plies.note(MOST_PLIES + ply, 0)
    assert not plies.pays(10**9)
    assert plies.pays(MOST_PLIES - 2)
