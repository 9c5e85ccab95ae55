"""Trees as SVG, and where their nodes stand."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree as Xml

import pytest

import pyengine
from pyengine.boards.palette import ROLES
from pyengine.pictures import NodeKind, draw, grow, render
from pyengine.pictures.layout import ROUND, TreeLayout, board_scale, lay_out, text_width
from pyengine.pictures.move_places import crosses, place_moves
from pyengine.pictures.svg import svg_element
from pyengine.search import PLAIN

from .games import Given, deep, grown, wide

SPACE = "{http://www.w3.org/2000/svg}"
TABLE = replace(PLAIN, table=1000)


def parsed(text: str) -> Xml.Element:
    return Xml.fromstring(text)


def having(drawing: Xml.Element, *classes: str) -> list[Xml.Element]:
    return [item for item in drawing.iter() if set(classes) <= set(item.get("class", "").split())]


def shapes(drawing: Xml.Element, tag: str) -> int:
    """Count the outlines of nodes of one kind; the legend has some too."""
    nodes = having(drawing, "node")
    return sum(item.tag == SPACE + tag and item.get("class") == "shape" for node in nodes for item in node)


def test_squares_circles_values_and_dashes() -> None:
    drawing = parsed(draw(pyengine.load("tree_bratko"), algorithm="alphabeta", format="svg"))
    assert drawing.tag == SPACE + "svg"
    assert len(having(drawing, "node")) == 13
    assert shapes(drawing, "rect") == 5  # a, d, e, f, g
    assert shapes(drawing, "circle") == 8
    edges = [item for item in having(drawing, "edge") if item.get("data-part")]
    assert len(edges) == 12
    assert {item.get("data-part") for item in edges if "pruned" in item.get("class", "")} == {"e7", "e12"}
    assert {item.get("data-part") for item in edges if "best" in item.get("class", "")} == {"e1", "e2", "e4"}
    values = [item.text for node in having(drawing, "node") for item in having(node, "value") if item.text]
    assert values == ["4", "4", "4", "1", "4", "≥5", "5", "≤2", "≤2", "2", "1"]
    assert [item.text for item in having(drawing, "skipped")] == ["1 pruned (β)", "1 pruned (α)"]
    words = [item.text for item in having(drawing, "legend")]
    assert words == ["MAX to move", "MIN to move", "the end", "best play", "pruned", "only a bound"]


def test_windows_on_hover_or_at_the_nodes() -> None:
    tree = grow(pyengine.load("tree_bratko"), algorithm="alphabeta")
    hover = {node.get("data-part"): node.find(SPACE + "title") for node in having(parsed(render(tree, "svg")), "node")}
    told = hover["n5"]
    assert told is not None
    assert (
        told.text
        == "e\nMAX to move\nvalue ≥5\nwindow [−∞, 4]\nwindow at the end [5, 4]\n1 branch pruned by a beta cut-off"
    )
    assert not having(parsed(render(tree, "svg")), "window")
    written = [item.text for item in having(parsed(render(tree, "svg", windows=True)), "window")]
    assert written.count("[4, ∞]") == 4


def test_positions_from_the_table_are_linked() -> None:
    drawing = parsed(draw(pyengine.load("nim"), algorithm="alphabeta", options=TABLE, format="svg"))
    assert len(having(drawing, "link")) == len(having(drawing, "node", "hit")) == 4


def test_boards_are_drawn_with_the_last_move_marked() -> None:
    drawing = parsed(draw(pyengine.load("tictactoe"), depth=1, format="svg"))
    [root, first, *_] = having(drawing, "node")
    assert len(having(root, "board")) == 1
    tinted = [item for item in first.iter() if item.get("fill") == ROLES["last"][0]]
    assert [(item.get("x"), item.get("y")) for item in tinted] == [("2.5", "2.5")]
    assert not [item for item in root.iter() if item.get("fill") == ROLES["last"][0]]


def test_players_have_shapes_and_colours_of_their_own() -> None:
    drawing = parsed(draw(pyengine.load("tree_three_players"), format="svg"))
    assert (shapes(drawing, "circle"), shapes(drawing, "polygon")) == (2, 4)
    assert len(having(drawing, "node", "player2")) == 4
    alone = parsed(draw(Given({"r": ["r.0"]}, {"r.0": (1,)}, ("me",)), format="svg"))
    assert [item.text for item in having(alone, "legend")] == ["me to move", "the end", "best play"]


def test_gaps_say_how_much_they_stand_for() -> None:
    text = draw(wide(5000, 0), format="svg")
    assert len(text) < 60_000
    assert "4,971 more" in text
    assert "4,971 not drawn" in text
    small = draw(deep(700), depth=1000, format="svg")
    assert len(small) < 60_000


STRANGE = ["<b>&amp;\"'", "\x00\x1b[1m\ud800", "局面 ∞ ½", "]]> --> </title></script>", "a\nb\tc", ""]


@pytest.mark.parametrize("name", STRANGE, ids=repr)
@pytest.mark.parametrize("format", ["svg", "html", "step", "dot", "text", "json"])
def test_any_name_can_be_drawn(name: str, format: Any) -> None:
    class Strange(Given):
        def text(self, state: str) -> str:
            return name

        def move_text(self, move: str, state: str) -> str:
            return name + name

    game = Strange({"r": ["r.0", "r.1"]}, {"r.0": (1,), "r.1": (2,)}, (name or "p", name + "q"), name=name)
    text = draw(game, format=format)
    text.encode()
    if format == "svg":
        shown = "".join(parsed(text).itertext())
        assert name[:4] in shown or not name.isprintable()


def boxes_overlap(layout: TreeLayout) -> bool:
    levels: dict[float, list[tuple[float, float]]] = {}
    for place in layout.places:
        levels.setdefault(round(place.top, 3), []).append((place.x - place.box.left, place.x + place.box.right))
    rows = [sorted(row) for row in levels.values()]
    return any(one[1] > other[0] + 0.01 for row in rows for one, other in pairwise(row))


@pytest.mark.parametrize("windows", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_no_two_nodes_overlap(seed: int, windows: bool) -> None:
    class Named(Given):
        def text(self, state: str) -> str:
            return state[-1] * (hash(state[-3:]) % 17 + 1)

    game = grown(seed, most=5)
    tree = grow(Named(game.edges, game.worth), algorithm="alphabeta", depth=9, nodes=200, across=200)
    layout = lay_out(tree, windows=windows)
    assert not boxes_overlap(layout)
    for place in layout.places:
        assert place.x - place.box.left >= -0.01
        assert place.x + place.box.right <= layout.width + 0.01
        assert place.bottom <= layout.height + 0.01
        children = [layout.places[child.number] for child in place.node.children]
        if children:
            assert place.x == pytest.approx((children[0].x + children[-1].x) / 2)
            assert all(child.top > place.bottom for child in children)
        for one, other in pairwise(children):
            assert one.x < other.x


def test_moves_on_edges_do_not_overlap() -> None:
    class Wordy(Given):
        def move_text(self, move: str, state: str) -> str:
            return f"a rather long move {move}"

    tree = grow(Wordy({"r": ["r.0", "r.1", "r.2"]}, {"r.0": (1,), "r.1": (2,), "r.2": (3,)}))
    places = lay_out(tree).places[1:]
    for one, other in pairwise(places):
        assert 0.56 * (other.x - one.x) >= text_width("a rather long move m0", 12.5)


def test_a_picture_can_be_bare() -> None:
    tree = grow(pyengine.load("tree_bratko"))
    assert "best play" in render(tree, "svg")
    assert "best play" not in render(tree, "svg", caption=False)


def test_kinds_are_marked() -> None:
    drawing = parsed(draw(pyengine.load("nim"), depth=1, format="svg"))
    assert {kind.value: len(having(drawing, "node", kind.value)) for kind in NodeKind} == {
        "inner": 1,
        "final": 0,
        "estimate": 3,
        "cutoff": 0,
        "hit": 0,
        "pruned": 0,
        "more": 0,
    }


def test_ends_have_a_second_line() -> None:
    drawing = parsed(draw(pyengine.load("tree_bratko"), format="svg"))
    ends = [node for node in having(drawing, "node") if having(node, "shape", "end")]
    assert ends == having(drawing, "node", "final")
    assert len(ends) == 8


def test_the_style_of_a_tree_holds_in_it_alone() -> None:
    drawing = parsed(draw(pyengine.load("tictactoe"), depth=1, format="svg"))
    [sheet] = drawing.iter(SPACE + "style")
    assert all(line.startswith(".pyengine-tree ") for line in (sheet.text or "").splitlines() if line)
    assert not [item for item in drawing.iter() if item.get("id")], "two trees may stand on one page"
    alone = svg_element(grow(pyengine.load("tree_bratko")), alone=True)
    assert {item.get("id") for item in alone.iter()} >= {"n0", "e1", "n14"}
    assert "pyengine-tree" not in (next(alone.iter("style")).text or "")


@pytest.mark.parametrize(
    ("game", "how"),
    [
        ("nim", {}),
        ("kayles", {"depth": 3}),
        ("kayles", {"depth": 3, "boards": True}),
        ("hexapawn", {"depth": 2}),
        ("tictactoe", {"depth": 2, "across": 12}),
        ("othello", {"depth": 2, "boards": True}),
        ("connect_four", {"depth": 2, "boards": True}),
    ],
)
def test_moves_are_written_on_no_edge_but_their_own(game: str, how: dict[str, Any]) -> None:
    layout = lay_out(grow(pyengine.load(game), **how))
    rooms = {}
    for number, (x, y) in place_moves(layout).items():
        half = text_width(layout.places[number].node.move, 12.5) / 2 + 1
        rooms[number] = (x - half, y - 7, x + half, y + 7)
    assert rooms
    cut = [
        (number, place.node.number)
        for number, room in rooms.items()
        for place in layout.places
        if place.parent is not None and place.node.number != number
        for above in [layout.places[place.parent]]
        if crosses((above.x, above.bottom, place.x, place.top), room)
    ]
    assert cut == []


@pytest.mark.parametrize("game", ["othello", "chess_ending", "mu_torere", "dots_and_boxes"])
def test_boards_fit_into_their_nodes(game: str) -> None:
    layout = lay_out(grow(pyengine.load(game), depth=2, boards=True, across=5))
    for place in layout.places:
        scene = place.node.scene
        if scene is None:
            continue
        wide, high = (side * board_scale(scene) / 2 for side in (scene.width, scene.height))
        assert max(wide, high) <= 75
        inner = place.box.width / 2, place.box.height / 2
        if place.node.mover == 1:  # its corners are round
            corner = ROUND * (1 - 0.5**0.5)
            assert wide <= inner[0] - corner or high <= inner[1] - corner or (inner[0] - wide) >= corner
        assert wide < inner[0]
        assert high < inner[1]
