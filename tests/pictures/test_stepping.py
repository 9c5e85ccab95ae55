"""The steps of a search, in words and as changes of the picture."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import pyengine
from pyengine.pictures import NodeKind, grow
from pyengine.pictures.labels import window_text, worth_text
from pyengine.pictures.narration import Change, Stage, frames
from pyengine.search import PLAIN, EventKind, Limit

from .games import grown

TABLE = replace(PLAIN, table=1000)


@pytest.mark.parametrize("options", [PLAIN, TABLE], ids=["plain", "table"])
@pytest.mark.parametrize("nodes", [8, 20, 10_000])
@pytest.mark.parametrize("seed", range(15))
def test_the_windows_are_those_of_the_search_at_every_moment(seed: int, nodes: int, options: Any) -> None:
    tree = grow(grown(seed, most=4), algorithm="alphabeta", depth=9, options=options, nodes=nodes, across=nodes)
    told = frames(tree)
    parents = {child.number: node.number for node in tree.nodes() for child in node.children}
    shown: dict[int, Change] = {}
    for step, frame in zip(tree.steps, told, strict=True):
        if step.window is not None and step.node in parents and step.kind is not EventKind.LEAVE:
            # What a child is entered with is the window of its parent at that moment; a cut has its own.
            asked = step.node if step.kind is EventKind.CUT else parents[step.node]
            assert shown[asked].window == window_text(step.window)
        shown |= {change.node: change for change in frame.changes}
    assert all(shown[node.number].stage is not Stage.OPEN for node in tree.nodes())
    for node in tree.nodes():
        if node.kind not in (NodeKind.MORE, NodeKind.PRUNED):
            assert node.worth is not None
            assert shown[node.number].value.lstrip("≈") == worth_text(node.worth, node.bound)
        if node.is_pruned:
            assert shown[node.number].stage is Stage.SKIPPED


@pytest.mark.parametrize("algorithm", ["maxn", "paranoid"])
@pytest.mark.parametrize("nodes", [8, 10_000])
@pytest.mark.parametrize("seed", range(6))
def test_several_players_are_told_too(seed: int, nodes: int, algorithm: Any) -> None:
    tree = grow(grown(seed, players=3), algorithm=algorithm, depth=9, nodes=nodes)
    values: dict[int, str] = {}
    for step, frame in zip(tree.steps, frames(tree), strict=True):
        if step.kind is EventKind.LEAVE and tree.nodes()[step.node].kind is NodeKind.INNER:
            assert step.worth is not None
            assert values[step.node] == worth_text(step.worth)  # the best so far is what it is left with
        values |= {change.node: change.value for change in frame.changes}


def test_the_words() -> None:
    told = [frame.words for frame in frames(grow(pyengine.load("tree_bratko"), algorithm="alphabeta"))]
    assert len(told) == 19
    assert told[6] == "MIN tries e, where MAX is to move, with α = −∞ and β = 4."
    assert told[8] == (
        "At e the last move is not looked at, a beta cut-off: α = 5 is not below β = 4, "
        "so play between good players does not come here."
    )
    assert told[9] == "e is done: worth at least 5. For b that is no better than 4."
    assert told[-1] == "a is done: worth 4. The search is done."


def test_the_words_about_boards_tables_and_gaps() -> None:
    told = " ".join(frame.words for frame in frames(grow(pyengine.load("tictactoe"), options=TABLE)))
    assert "x (MAX) tries 1, where o (MIN) is to move." in told
    assert "The position after 3 is in the table already, worth 0." in told
    assert "nodes that are not drawn, the best is worth 0." in told
    assert "is at the depth limit, and estimated at 0." in told


def test_what_lies_behind_a_cut_is_skipped_with_it() -> None:
    tree = grow(pyengine.load("tree_bratko"), algorithm="alphabeta", whole=True)
    stages = {change.node: change.stage for frame in frames(tree) for change in frame.changes}
    assert {tree.nodes()[number].label for number, stage in stages.items() if stage is Stage.SKIPPED} == set("kgno")
    assert len(stages) == 15


def test_a_search_that_was_stopped_is_told_as_far_as_it_went() -> None:
    tree = grow(pyengine.load("tictactoe"), depth=9, limit=Limit(nodes=50))
    told = frames(tree)
    assert len(told) == len(tree.steps) > 10
    assert "done." not in told[-1].words
