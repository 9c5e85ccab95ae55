"""The trees of the textbooks: values, nodes and leaves that alpha-beta sees, cuts, for rules and native twins."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import pyengine
from pyengine.errors import InvalidStateError, ParameterError, PyengineError
from pyengine.native import twin
from pyengine.search import PLAIN, Event, EventKind, minimax, solve

from .sides import SIDES, python

AIMA = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
BOLDI = [[9, 7, 8], [6, 10, 6], [5, 3, 11]]
BRATKO = [[[1, 4], [5, 6]], [[2, 1], [1, 1]]]
UCLA = [[[[3, 17], [2, 12]], [[15], [25, 0]]], [[[2, 5], [3]], [[2, 14]]]]
THREE = [
    [[[1, 2, 6], [4, 2, 3]], [[6, 1, 2], [7, 4, 1]]],
    [[[5, 1, 1], [1, 5, 2]], [[7, 7, 1], [5, 4, 5]]],
]
NAMES = ["tree_aima", "tree_boldi", "tree_bratko", "tree_three_players", "tree_ucla"]


def nested(game: Any, state: Any) -> Any:
    """The tree below a position as nested lists, a leaf as its worth to MAX, or to all of several players."""
    expansion = pyengine.expand(game, state)
    if expansion.utilities is None:
        return [nested(game, child) for child in expansion.children]
    return expansion.utilities[0] if len(expansion.utilities) == 2 else list(expansion.utilities)


@SIDES
@pytest.mark.parametrize(
    ("name", "leaves"), list(zip(NAMES, [AIMA, BOLDI, BRATKO, THREE, UCLA], strict=True)), ids=[*NAMES]
)
def test_the_leaves_are_those_of_the_figure(make: Any, name: str, leaves: Any) -> None:
    game = make(name)
    assert nested(game, game.initial) == leaves


@SIDES
@pytest.mark.parametrize(
    ("name", "value", "nodes", "leaves", "seen", "visited", "strictly", "strict_visited"),
    [
        ("tree_aima", 3, 13, 9, [3, 12, 8, 2, 14, 5, 2], 11, [3, 12, 8, 2, 14, 5, 2], 11),
        ("tree_boldi", 7, 13, 9, [9, 7, 8, 6, 5], 9, [9, 7, 8, 6, 5], 9),
        ("tree_bratko", 4, 15, 8, [1, 4, 5, 2, 1], 11, [1, 4, 5, 2, 1], 11),
        ("tree_ucla", 3, 26, 12, [3, 17, 2, 15, 2, 3], 17, [3, 17, 2, 15, 2, 3, 2], 20),
    ],
)
def test_what_minimax_and_alpha_beta_see(
    make: Any,
    name: str,
    value: int,
    nodes: int,
    leaves: int,
    seen: list[int],
    visited: int,
    strictly: list[int],
    strict_visited: int,
) -> None:
    """All nodes; those seen where equal bounds cut; those seen where they do not."""
    game = make(name)
    full = minimax(game)
    assert (full.value, full.nodes, full.leaves) == (value, nodes, leaves)
    for options, want, count in ((PLAIN, seen, visited), (replace(PLAIN, strict_cut=True), strictly, strict_visited)):
        events: list[Event] = []
        result = solve(game, options=options, trace=events.append)
        assert (result.value, result.nodes, result.leaves) == (value, count, len(want))
        assert [event.value for event in events if event.kind is EventKind.LEAF] == want


@SIDES
def test_the_two_cuts_of_the_notes(make: Any) -> None:
    """The second child is cut off after its first leaf, 6, as MAX has 7 already; the third likewise."""
    game = make("tree_boldi")
    events: list[Event] = []
    solve(game, options=PLAIN, trace=events.append)
    cuts: list[Any] = [event for event in events if event.kind is EventKind.CUT]
    assert [
        (game.text(cut.state), cut.alpha, cut.value, [game.text(skipped) for skipped in cut.skipped]) for cut in cuts
    ] == [("c", 7, 6, ["i", "j"]), ("d", 7, 5, ["l", "m"])]


@SIDES
def test_the_line_has_one_value(make: Any) -> None:
    """Bratko's figure: a-b, then b-d; the value is the same all along."""
    game = make("tree_bratko")
    state = game.initial
    for move in solve(game).line:
        assert solve(game, state).value == 4
        state = game.result(state, move)
    assert (game.text(state), game.utility(state, game.players[0])) == ("i", 4)


@SIDES
def test_a_tree_from_another_node(make: Any) -> None:
    game = make("tree_bratko")
    assert solve(game, game.parse_state("c")).value == 1


@SIDES
def test_alliances_of_three(make: Any) -> None:
    """A and B together get 14 of (7,7,1) where C lets them, but C takes (5,4,5); alone, A has only 1."""
    game = make("tree_three_players")
    assert solve(game, alliance={game.players[0], game.players[1]}).values == (5, 4, 5)


@pytest.mark.parametrize("name", NAMES)
def test_both_sides_have_the_same_texts(name: str) -> None:
    rules: Any = python(name)
    native: Any = twin(name)
    todo = [(rules.initial, native.initial)]
    for one, other in todo:
        assert rules.text(one) == native.text(other)
        assert rules.parse_state(native.text(other)) == one
        assert native.parse_state(rules.text(one)) == other
        mine, theirs = pyengine.expand(rules, one), pyengine.expand(native, other)
        assert mine.utilities == theirs.utilities
        assert [rules.move_text(move, one) for move in mine.moves] == [
            native.move_text(move, other) for move in theirs.moves
        ]
        if not mine.is_terminal:
            assert str(rules.to_move(one)) == native.to_move(other)
        todo += zip(mine.children, theirs.children, strict=True)
    assert len(todo) > 12


def test_there_are_two_editions() -> None:
    with pytest.raises(ParameterError, match="edition is 2 or 3, not 4"):
        twin("tree_three_players", edition=4)
    with pytest.raises(PyengineError, match="4"):
        pyengine.load("tree_three_players", edition=4)


@pytest.mark.parametrize(("name", "text"), [("tree_ucla", "zz"), ("tree_three_players", "[l,x]")])
def test_what_is_no_node_is_refused(name: str, text: str) -> None:
    with pytest.raises(InvalidStateError):
        twin(name).parse_state(text)  # type: ignore[attr-defined]


def test_rules_from_another_start() -> None:
    game = pyengine.load("tree_bratko", start="c")
    assert (game.text(game.initial), solve(game).value) == ("c", 1)
