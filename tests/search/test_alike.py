"""Positions that are alike share entries of the table, at plies where that pays: the same ones in Python and in C."""

from __future__ import annotations

import pyengine
from pyengine.search import Options, Result, solve
from pyengine.search.alike import ENOUGH_VISITS, MOST_PLIES, NODES_PER_VISIT, AlikePlies


def counts(result: Result[object]) -> tuple[object, ...]:
    return result.value, str(result.best), result.nodes, result.leaves, result.cutoffs, result.hits


def test_the_same_in_python_and_c_when_it_stops_to_pay() -> None:
    """On so large a board there are plies at which no more is asked."""
    python, c = (pyengine.load("connect_four", reasoner=name, width=5, height=4) for name in ("python", "c"))
    found = solve(c)
    assert counts(solve(python)) == counts(found)
    assert found.value == 0
    always = solve(c, options=Options(replacement="use"))  # where ranks are no work, all are asked
    assert always.value == 0
    assert always.nodes < found.nodes


def test_what_was_saved_is_weighed_against_what_was_asked() -> None:
    plies = AlikePlies()
    for _ in range(ENOUGH_VISITS - 1):
        plies.note(3, 0)
    assert plies.pays(3)
    plies.note(3, 0)
    assert not plies.pays(3)
    plies.note(3, NODES_PER_VISIT * (ENOUGH_VISITS + 1))
    assert plies.pays(3)


def test_plies_beyond_the_last_are_one() -> None:
    plies = AlikePlies()
    for ply in range(ENOUGH_VISITS):
        plies.note(MOST_PLIES + ply, 0)
    assert not plies.pays(10**9)
    assert plies.pays(MOST_PLIES - 2)
