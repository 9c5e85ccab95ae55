"""The trees of the textbooks: values, visited nodes and leaves exactly, and the cuts as the notes draw them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pyengine.api import load
from pyengine.search import PLAIN, Event, EventKind, Options, minimax, solve

from .positions import tree
from .rule_texts import TREE, write

AIMA = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
ROSEN = [[[[3, 17], [2, 12]], [[15], [25, 0]]], [[[2, 5], [3]], [[2, 14]]]]
BRATKO = [[[1, 4], [5, 6]], [[2, 1], [1, 1]]]
BOLDI = [[9, 7, 8], [6, 10, 6], [5, 3, 11]]
"""The first child is worth 7, the second is cut after its first leaf, a 6, and so is the third."""

TREES = [
    # tree, value, all nodes, all leaves, leaves seen with a cut on >=, nodes, leaves seen with a cut on >, nodes
    (AIMA, 3, 13, 9, [3, 12, 8, 2, 14, 5, 2], 11, [3, 12, 8, 2, 14, 5, 2], 11),
    (ROSEN, 3, 26, 12, [3, 17, 2, 15, 2, 3], 17, [3, 17, 2, 15, 2, 3, 2], 20),
    (BRATKO, 4, 15, 8, [1, 4, 5, 2, 1], 11, [1, 4, 5, 2, 1], 11),
]


def games(leaves: Any, folder: Path) -> tuple[Any, Any]:
    """The same tree natively and as rules."""
    return tree(leaves), load(write(folder, TREE), tree=leaves)


@pytest.mark.parametrize(("leaves", "value", "nodes", "finals", "seen", "visited", "strictly", "strict_visited"), TREES)
def test_textbook_trees(
    leaves: Any,
    value: int,
    nodes: int,
    finals: int,
    seen: Any,
    visited: int,
    strictly: Any,
    strict_visited: int,
    tmp_path: Path,
) -> None:
    for game in games(leaves, tmp_path):
        full = minimax(game)
        assert (full.value, full.nodes, full.leaves) == (value, nodes, finals)
        for how, want, count in ((PLAIN, seen, visited), (replace(PLAIN, strict_cut=True), strictly, strict_visited)):
            events: list[Event] = []
            result = solve(game, options=how, trace=events.append)
            assert (result.value, result.nodes, result.leaves) == (value, count, len(want))
            assert [event.value for event in events if event.kind is EventKind.LEAF] == want


def test_the_principal_variation_of_figure_3_1() -> None:
    assert solve(tree(BRATKO)).line == (0, 0, 1)  # a-b, b-d, d-i


def test_the_trace_shows_the_two_cuts() -> None:
    events: list[Event] = []
    result = solve(tree(BOLDI), options=PLAIN, trace=events.append)
    assert result.value == 7
    assert result.cutoffs == 2
    cuts = [event for event in events if event.kind is EventKind.CUT]
    assert [(cut.state, cut.alpha, cut.value, cut.skipped) for cut in cuts] == [
        ((1,), 7, 6, ((1, 1), (1, 2))),
        ((2,), 7, 5, ((2, 1), (2, 2))),
    ]


def test_the_trace_of_rules_shows_the_two_cuts(tmp_path: Path) -> None:
    events: list[Event] = []
    game = load(write(tmp_path, TREE), tree=BOLDI)
    result: Any = solve(game, options=PLAIN, trace=events.append)
    assert (result.value, result.nodes, result.leaves, result.cutoffs) == (7, 9, 5, 2)
    cuts: Any = [event for event in events if event.kind is EventKind.CUT]
    assert [
        (game.text(cut.state), cut.alpha, cut.value, [game.text(state) for state in cut.skipped]) for cut in cuts
    ] == [
        ("s(min,[6,10,6])", 7, 6, ["s(max,10)", "s(max,6)"]),
        ("s(min,[5,3,11])", 7, 5, ["s(max,3)", "s(max,11)"]),
    ]


def test_the_trace_as_text() -> None:
    lines: list[str] = []
    solve(tree([[3, 5], [2, 9]]), options=PLAIN, trace=lambda event: lines.append(str(event)))
    assert lines == [
        "enter () [-inf, inf]",
        "  enter (0,) [-inf, inf]",
        "    leaf (0, 0) [-inf, inf] = 3",
        "    leaf (0, 1) [-inf, 3] = 5",
        "  leave (0,) [-inf, 3] = 3",
        "  enter (1,) [3, inf]",
        "    leaf (1, 0) [3, inf] = 2",
        "  alpha cut (1,) [3, 2] = 2, skips 1",
        "  leave (1,) [3, 2] = 2 (at most)",
        "leave () [3, inf] = 3",
    ]


@pytest.mark.parametrize("algorithm", ["alphabeta", "pvs", "mtdf", None])
@pytest.mark.parametrize("table", [0, 100])
def test_the_trace_counts_as_the_result_does(algorithm: Any, table: int) -> None:
    events: list[Event] = []
    game = tree(ROSEN)
    if algorithm is None:
        result = minimax(game, options=Options(table=table), trace=events.append)
    else:
        result = solve(game, options=Options(algorithm=algorithm, table=table), trace=events.append)
    kinds = [event.kind for event in events]
    assert kinds.count(EventKind.LEAF) == result.leaves
    assert kinds.count(EventKind.ENTER) + kinds.count(EventKind.LEAF) == result.nodes
    assert kinds.count(EventKind.ENTER) == kinds.count(EventKind.LEAVE)
    assert kinds.count(EventKind.CUT) == result.cutoffs
    assert kinds.count(EventKind.HIT) == result.hits
    assert len(events) - kinds.count(EventKind.LEAVE) - kinds.count(EventKind.CUT) == result.visits
    depth = 0
    for event in events:
        if event.kind is EventKind.ENTER:
            assert event.ply == depth
            depth += 1
        elif event.kind is EventKind.LEAVE:
            depth -= 1
            assert event.ply == depth
        elif event.kind is not EventKind.CUT:
            assert event.ply == depth


def test_the_trace_of_rules_as_text() -> None:
    game = load("tree_bratko")
    lines: list[str] = []
    solve(game, options=PLAIN, trace=lambda event: lines.append(event.text(game.text)))
    assert lines[7:9] == ["      leaf j [-inf, 4] = 5", "    beta cut e [5, 4] = 5, skips 1"]
    lines.clear()
    solve(game, alliance="maxn", trace=lambda event: lines.append(event.text(game.text)))
    assert lines[:4] == ["enter a", "  enter b", "    enter d", "      leaf h = (1, -1)"]


def test_the_slides_count_eleven_of_twenty() -> None:
    """Of the nodes that are seen the inner ones, and with them what is left out."""
    game = load("tree_ucla")
    for reasoner in ("python", "c"):
        result = solve(load("tree_ucla", reasoner=reasoner), options=PLAIN)
        assert (result.nodes, result.leaves, result.cutoffs) == (17, 6, 4)
    inner, left_out = result.nodes - result.leaves, 26 - result.nodes
    assert (inner, inner + left_out) == (11, 20)
    events: list[Event] = []
    solve(game, options=PLAIN, trace=events.append)
    assert [(game.text(event.state), event.cut) for event in events if event.cut] == [
        ("i", "alpha"),
        ("e", "beta"),
        ("l", "alpha"),
        ("c", "alpha"),
    ]
