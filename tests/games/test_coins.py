"""Dots and Boxes as a graph of strings and coins: the same key for isomorphic graphs alone, in rules and natively."""

from __future__ import annotations

import importlib
import random
from collections import Counter, defaultdict
from itertools import combinations
from typing import Any

import pytest

from pyengine.errors import ParameterError, PyengineError
from pyengine.native import twin
from pyengine.native.dots_and_boxes import DotsAndBoxes, Position
from pyengine.search import Options, minimax, solve

from .sides import SIDES, python
from .test_dots_and_boxes import FIRST_LINE, gain, random_lines

BOARDS = [(1, 4), (2, 2), (2, 3), (3, 3)]


@SIDES
def test_classes_of_the_board_and_of_graphs(make: Any) -> None:
    """After the first line, 306 positions are different up to symmetries of the board, 272 as graphs."""
    found = {}
    for alike in ("board", "graph"):
        game = make("dots_and_boxes", alike=alike)
        result = minimax(game, game.parse_state(FIRST_LINE), options=Options())
        found[alike] = (result.value, result.nodes, result.visits)
    assert found == {"board": (2, 306, 1_538), "graph": (2, 272, 1_383)}


@SIDES
def test_alpha_beta(make: Any) -> None:
    """2 by 3 boxes, solved: half of the nodes that symmetries of the board leave."""
    nodes = {}
    for alike in ("board", "graph"):
        result = solve(make("dots_and_boxes", rows=2, columns=3, alike=alike))
        assert result.value == -2
        nodes[alike] = result.nodes
    assert nodes == {"board": 6_326, "graph": 2_981}


@SIDES
def test_what_a_key_tells(make: Any) -> None:
    game = make("dots_and_boxes", rows=2, columns=3, alike="graph")
    keys = {
        "11111111100000000 b 1": "s(b,1,[chain(3),chain(3)])",
        "11000111110111011 a 0": "s(a,0,[graph([2]),loop(4)])",  # and a box that is tied to the ground alone
        "11111111111111111 a -2": "s(a,-2,[])",
    }
    for text, key in keys.items():
        assert key_text(game, game.parse_state(text)) == key


def key_text(game: Any, state: Any) -> str:
    """Write a key of rules or of the twin as Prolog has it."""
    key = game.canonical(state)
    if not isinstance(game, DotsAndBoxes):
        return str(game.term(key))
    player, margin, parts = key
    told = (f"{name}({list(rest) if isinstance(rest, tuple) else rest})" for name, rest in parts)
    return f"s({player},{margin},[{','.join(told)}])".replace(" ", "")


@pytest.mark.parametrize(("rows", "columns"), BOARDS)
def test_isomorphic_graphs_alone_have_the_same_key(rows: int, columns: int) -> None:
    """By networkx, of all pairs of random positions that have as many boxes and strings."""
    networkx = importlib.import_module("networkx")
    game = DotsAndBoxes(rows=rows, columns=columns, alike="graph")
    chance = random.Random(rows * 10 + columns)
    groups: dict[tuple[int, int, int], dict[int, Any]] = defaultdict(dict)
    for _ in range(400):
        lines = random_lines(chance, game.sketch.count, chance.randrange(game.sketch.count + 1))
        graph = graph_of(game, lines, networkx.Graph())
        groups[len(graph), graph.size(), ends(graph)][lines] = graph
    pairs: Counter[str] = Counter()
    for group in groups.values():
        for one, other in combinations(sorted(group), 2):
            alike = networkx.is_isomorphic(group[one], group[other], node_match=same_ground)
            keys = [game.canonical(Position("a", 0, lines)) for lines in (one, other)]
            assert (keys[0] == keys[1]) == alike, (one, other)
            pairs[str(alike)] += 1
    assert pairs["True"] > 50
    assert pairs["False"] > 20


def graph_of(game: DotsAndBoxes, lines: int, graph: Any) -> Any:
    """Draw the graph from the lines alone, by what they touch."""
    for line, bit in game.sketch.bits.items():
        touching = game.sketch.touching[line]
        if not lines & bit:
            for box in touching:
                graph.add_node(box, ground=graph.nodes.get(box, {}).get("ground", 0) + (len(touching) == 1))
            if len(touching) == 2:
                graph.add_edge(*touching)
    return graph


def ends(graph: Any) -> int:
    return sum(data["ground"] for _, data in graph.nodes(data=True))


def same_ground(one: Any, other: Any) -> bool:
    return bool(one["ground"] == other["ground"])


@pytest.mark.parametrize(("rows", "columns"), BOARDS)
def test_positions_with_the_same_key_are_worth_the_same(rows: int, columns: int) -> None:
    """Plain minimax over lines says so."""
    game = DotsAndBoxes(rows=rows, columns=columns, alike="graph")
    chance = random.Random(rows + 10 * columns)
    found: dict[Any, tuple[int, int]] = {}
    apart = 0
    for _ in range(300):
        left = chance.randrange(min(game.sketch.count, 9))
        lines = random_lines(chance, game.sketch.count, game.sketch.count - left)
        key = game.canonical(Position("b", 1, lines))
        worth = gain(game.all_lines, tuple(game.sketch.boxes), lines)
        first, value = found.setdefault(key, (lines, worth))
        assert value == worth
        board = DotsAndBoxes(rows=rows, columns=columns)
        apart += board.canonical(Position("b", 1, lines)) != board.canonical(Position("b", 1, first))
    assert apart > 10  # which no symmetry of the board makes one


@pytest.mark.parametrize(("rows", "columns"), BOARDS)
def test_rules_and_native_have_the_same_keys(rows: int, columns: int) -> None:
    rules, native = (make("dots_and_boxes", rows=rows, columns=columns, alike="graph") for make in (python, twin))
    chance = random.Random(5)
    for _ in range(60):
        lines = random_lines(chance, native.sketch.count, chance.randrange(native.sketch.count + 1))
        state = Position("b", 2, lines)
        assert key_text(rules, rules.parse_state(native.text(state))) == key_text(native, state)


@SIDES
def test_board_or_graph(make: Any) -> None:
    with pytest.raises(ParameterError if make is twin else PyengineError):
        make("dots_and_boxes", alike="both")
