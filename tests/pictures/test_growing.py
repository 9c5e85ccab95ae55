"""The tree of a picture is what the trace of the search says."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

import pyengine
from pyengine.errors import SearchError
from pyengine.pictures import NodeKind, SearchTree, TreeNode, grow
from pyengine.search import PLAIN, Bound, Event, EventKind, Limit, Options, minimax, solve

from .games import Given, deep, grown, wide

TABLE = replace(PLAIN, table=1000)
EVERYTHING = {"nodes": 100_000, "across": 100_000}


def by_label(tree: SearchTree) -> dict[str, TreeNode]:
    return {node.label: node for node in tree.nodes()}


def line_of(tree: SearchTree) -> list[str]:
    return [node.move or node.label for node in tree.nodes()[1:] if node.best]


def test_alpha_beta_of_the_textbook() -> None:
    tree = grow(pyengine.load("tree_bratko"), algorithm="alphabeta")
    nodes = by_label(tree)
    assert "".join(nodes) == "abdhiejkcflmg"
    assert {label for label, node in nodes.items() if node.kind is NodeKind.PRUNED} == {"k", "g"}
    assert (nodes["e"].worth, nodes["e"].bound, nodes["e"].skipped) == ((5,), Bound.LOWER, 1)
    assert nodes["e"].entered == (float("-inf"), 4)
    assert nodes["e"].closed == (5, 4)
    assert (nodes["c"].worth, nodes["c"].bound) == ((2,), Bound.UPPER)
    assert line_of(tree) == ["b", "d", "i"]
    assert [nodes[label].mover for label in "abdh"] == [0, 1, 0, 1]
    assert (tree.positions, tree.leaves, tree.cutoffs, tree.skipped, tree.hidden) == (11, 5, 2, 2, 0)
    assert (tree.best, tree.solved, tree.game, tree.players) == ("b", True, "tree_bratko", ("max", "min"))


def test_minimax_of_nim_as_in_the_lecture_notes() -> None:
    tree = grow(pyengine.load("nim", piles=[1, 2, 2]))
    assert tree.positions == len(tree.nodes()) == 28
    assert [(node.label, node.worth) for node in tree.root.children] == [("2 2", (1,)), ("1 1 2", (0,)), ("1 2", (0,))]
    assert {(node.label, node.mover, node.worth) for node in tree.nodes() if node.kind is NodeKind.FINAL} == {
        ("1", 0, (0,)),
        ("1", 1, (1,)),
    }
    assert line_of(tree) == ["take(1,1)", "take(2,1)", "take(2,2)"]


@pytest.mark.parametrize("options", [PLAIN, TABLE], ids=["plain", "table"])
@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta"])
@pytest.mark.parametrize("depth", [2, 9])
@pytest.mark.parametrize("seed", range(12))
def test_every_event_has_its_node(seed: int, depth: int, algorithm: Any, options: Options) -> None:
    game = grown(seed)
    events: list[Event] = []
    run: Any = minimax if algorithm == "minimax" else solve
    result = run(game, options=options, limit=Limit(depth=depth), trace=events.append)
    tree = grow(game, algorithm=algorithm, options=options, depth=depth, **EVERYTHING)
    kinds = Counter(node.kind for node in tree.nodes())
    told = Counter(event.kind for event in events)
    assert kinds[NodeKind.INNER] == told[EventKind.ENTER]
    assert kinds[NodeKind.FINAL] + kinds[NodeKind.ESTIMATE] == told[EventKind.LEAF] == result.leaves == tree.leaves
    assert kinds[NodeKind.HIT] == told[EventKind.HIT] == result.hits == tree.hits
    assert kinds[NodeKind.PRUNED] == sum(len(event.skipped) for event in events) == tree.skipped
    assert sum(node.skipped > 0 for node in tree.nodes()) == result.cutoffs == tree.cutoffs
    assert kinds[NodeKind.MORE] == tree.hidden == 0
    found = [node for node in tree.nodes() if node.kind is not NodeKind.PRUNED]
    entered = [event for event in events if event.kind not in (EventKind.CUT, EventKind.LEAVE)]
    assert [node.text for node in found] == [event.state for event in entered]
    valued = {event.state: event.value for event in events if event.kind is not EventKind.CUT}
    assert all(node.worth == (valued[node.text],) for node in found)
    assert tree.root.worth == (result.value,)
    assert line_of(tree) == list(result.line)
    assert len(tree.steps) == len(events)


def test_minimax_and_alpha_beta_agree_on_the_root() -> None:
    for seed in range(20):
        game = grown(seed, depth=5)
        assert grow(game, depth=9).root.worth == grow(game, algorithm="alphabeta", depth=9).root.worth


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta"])
@pytest.mark.parametrize("nodes", [1, 5, 12, 40])
@pytest.mark.parametrize("seed", range(8))
def test_what_is_not_drawn_is_counted(seed: int, nodes: int, algorithm: Any) -> None:
    game = grown(seed, most=5, depth=5)
    tree = grow(game, algorithm=algorithm, depth=9, nodes=nodes)
    whole = grow(game, algorithm=algorithm, depth=9, **EVERYTHING)
    drawn = tree.nodes()
    assert [node.number for node in drawn] == list(range(len(drawn)))
    assert len(drawn) <= max(nodes, 3)
    assert sum(node.hidden for node in drawn) == tree.hidden
    searched = [node for node in drawn if node.kind not in (NodeKind.PRUNED, NodeKind.MORE)]
    assert len(searched) + tree.hidden == sum(not node.is_pruned for node in whole.nodes())
    assert tree.root.worth == whole.root.worth
    for node in drawn:
        if node.kind is NodeKind.MORE and node.hidden:
            assert node.text == f"… {node.hidden:,} more node{'s' * (node.hidden != 1)}"


def test_the_best_line_is_drawn_wherever_it_comes() -> None:
    tree = grow(wide(2000, 777), nodes=20)
    assert [node.move for node in tree.root.children if node.best] == ["m777"]
    gaps = [node.hidden for node in tree.root.children if node.kind is NodeKind.MORE]
    assert len(gaps) == 2
    assert sum(gaps) + sum(node.kind is NodeKind.FINAL for node in tree.root.children) == 2000


def test_many_pruned_branches_are_counted_in_one() -> None:
    children = {f"r.0.{number}": (number,) for number in range(20)} | {f"r.1.{number}": (-1,) for number in range(20)}
    edges = {"r": ["r.0", "r.1"], "r.0": [f"r.0.{n}" for n in range(20)], "r.1": [f"r.1.{n}" for n in range(20)]}
    tree = grow(Given(edges, children), algorithm="alphabeta")
    cut = tree.root.children[1]
    assert [node.kind for node in cut.children] == [NodeKind.FINAL, NodeKind.PRUNED, NodeKind.PRUNED, NodeKind.MORE]
    assert (cut.skipped, cut.children[-1].skipped, cut.children[-1].text) == (19, 17, "… 17 more pruned")


def test_what_lies_behind_pruned_branches_can_be_shown() -> None:
    game = pyengine.load("tree_bratko")
    nodes = by_label(grow(game, algorithm="alphabeta", whole=True))
    assert sorted(nodes) == list("abcdefghijklmno")
    assert [label for label, node in nodes.items() if node.kind is NodeKind.PRUNED] == ["k", "g", "n", "o"]
    assert [nodes[label].worth for label in "kgno"] == [(6,), None, (1,), (1,)]
    assert grow(game, algorithm="alphabeta", whole=True).steps == tuple(
        replace(step, node=nodes[label].number)
        for step in grow(game, algorithm="alphabeta").steps
        for label in [grow(game, algorithm="alphabeta").nodes()[step.node].label]
    )
    shallow = grow(pyengine.load("nim"), algorithm="alphabeta", depth=2, whole=True)
    assert max(len(path) for path in paths(shallow.root)) == 3
    large = grow(pyengine.load("breakthrough"), algorithm="alphabeta", depth=3, whole=True)
    assert len(large.nodes()) <= 120


def paths(node: TreeNode) -> list[list[TreeNode]]:
    return [[node, *path] for child in node.children for path in paths(child)] or [[node]]


def test_a_deep_tree_is_cut_off_and_says_so() -> None:
    tree = grow(deep(500), depth=1000)
    assert len(tree.nodes()) < 80
    last = tree.nodes()[-1]
    assert last.kind is NodeKind.MORE
    assert last.hidden == tree.hidden == 501 - (len(tree.nodes()) - 1)


def test_a_search_that_is_stopped_says_so() -> None:
    tree = grow(pyengine.load("tictactoe"), depth=9, limit=Limit(nodes=300))
    assert tree.stopped == "node limit"
    assert tree.root.worth is None
    assert tree.positions == 300
    assert sum(node.kind not in (NodeKind.MORE, NodeKind.PRUNED) for node in tree.nodes()) + tree.hidden == 300


def test_without_a_depth_a_small_game_is_searched_to_its_end() -> None:
    assert grow(pyengine.load("tree_ucla")).solved
    large = grow(pyengine.load("tictactoe"))
    assert (large.depth, large.solved) == (3, False)
    cyclic = grow(pyengine.load("visiting_trap"))
    assert cyclic.depth == 3


def test_positions_from_the_table_are_linked() -> None:
    tree = grow(pyengine.load("nim"), options=TABLE)
    nodes = tree.nodes()
    hits = [node for node in nodes if node.kind is NodeKind.HIT]
    assert len(hits) == tree.hits > 0
    for node in hits:
        assert node.same_as is not None
        assert node.same_as < node.number
        assert (nodes[node.same_as].text, nodes[node.same_as].worth) == (node.text, node.worth)
    assert all(node.same_as is None for node in nodes if node.kind is not NodeKind.HIT)


def test_positions_that_are_alike_are_linked() -> None:
    game = pyengine.load("tictactoe")
    nodes = grow(game, depth=1, options=TABLE).nodes()
    corner, edge, other = nodes[1:4]
    assert (corner.kind, edge.kind, other.kind, other.same_as) == (
        NodeKind.ESTIMATE,
        NodeKind.ESTIMATE,
        NodeKind.HIT,
        1,
    )


def test_small_boards_are_drawn_without_being_asked_for() -> None:
    game = pyengine.load("tictactoe")
    first = grow(game, depth=1).root.children[0]
    assert first.board == (("x", "", ""), ("", "", ""), ("", "", ""))
    assert first.label == "x··/···/···"
    assert grow(game, depth=1, boards=False).root.board is None
    assert grow(pyengine.load("tree_bratko"), boards=True).root.board is None


def test_estimates_and_ends_are_told_apart() -> None:
    game = pyengine.load("nim")
    assert {node.kind for node in grow(game, depth=1).root.children} == {NodeKind.ESTIMATE}
    assert grow(game, depth=0).root.kind is NodeKind.ESTIMATE
    over = grow(game, game.parse_state("nim(max,[1])"))
    assert (over.root.kind, over.root.worth, over.best) == (NodeKind.FINAL, (0,), "")


def test_several_players() -> None:
    tree = grow(pyengine.load("tree_three_players"))
    assert (tree.algorithm, tree.root.worth, tree.players) == ("maxn", (1, 2, 6), ("a", "b", "c"))
    assert {node.mover for node in tree.nodes() if node.kind is NodeKind.INNER} == {0, 1, 2}
    paranoid = grow(pyengine.load("tree_three_players"), algorithm="paranoid")
    assert paranoid.skipped == sum(node.kind is NodeKind.PRUNED for node in paranoid.nodes()) > 0
    for seed in range(6):
        game = grown(seed, players=4)
        assert grow(game, depth=9, **EVERYTHING).root.worth == solve(game).values


def test_one_player() -> None:
    tree = grow(Given({"r": ["r.0", "r.1"]}, {"r.0": (1,), "r.1": (3,)}, ("me",)))
    assert (tree.algorithm, tree.root.worth, line_of(tree)) == ("maxn", (3,), ["m1"])
    assert {node.mover for node in tree.nodes()} == {0}


def test_two_moves_to_one_position_keep_their_names() -> None:
    tree = grow(Given({"r": ["r.0", "r.0"]}, {"r.0": (1,)}))
    assert [(node.move, node.label, node.best) for node in tree.root.children] == [
        ("m0", "r.0", True),
        ("m1", "r.0", False),
    ]


def test_a_final_position_need_not_know_whose_turn_it_is() -> None:
    class Silent(Given):
        def to_move(self, state: str) -> str:
            if self.is_terminal(state):
                raise KeyError(state)
            return super().to_move(state)

    tree = grow(Silent({"r": ["r.0"]}, {"r.0": (1,)}))
    assert [node.mover for node in tree.nodes()] == [0, None]


def test_native_twins_give_the_same_tree() -> None:
    from pyengine.native import twin

    ours, theirs = grow(pyengine.load("nim"), algorithm="alphabeta"), grow(twin("nim"), algorithm="alphabeta")
    assert ours.root == theirs.root
    assert ours.steps == theirs.steps


@pytest.mark.parametrize(
    ("game", "how", "problem"),
    [
        ("nim", {"algorithm": "pvs"}, "no algorithm 'pvs' to draw"),
        ("nim", {"nodes": 0}, "nodes must be a whole number of at least 1"),
        ("nim", {"across": 1.5}, "across must be a whole number of at least 1"),
        ("nim", {"depth": -1}, "depth"),
        ("tree_three_players", {"algorithm": "alphabeta"}, "alpha-beta is for two opponents"),
        ("tree_three_players", {"algorithm": "minimax"}, "minimax is for two players"),
    ],
)
def test_what_cannot_be_drawn_is_refused(game: str, how: Any, problem: str) -> None:
    with pytest.raises(SearchError, match=problem):
        grow(pyengine.load(game), **how)
