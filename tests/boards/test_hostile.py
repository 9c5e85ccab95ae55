"""Texts, sizes and numbers that no board was meant for."""

from __future__ import annotations

from typing import Any

import pytest

import pyengine
from pyengine.boards import cells, changed_cells, describe, draw, svg
from pyengine.boards.shapes import MOST
from pyengine.errors import BoardError
from pyengine.terms import Atom, Compound, List, String

from .boards_of import SVG, Drawn, named, parsed

TEXTS = [
    '"',
    "'",
    "\x1b[31m",
    "</svg><script>alert(1)</script>",
    "]]>",
    "&amp;",
    "\x00",
    "\ud800",
    "x" * 10_000,
    "\u202e",
    "局",
]
LAYOUTS = ["squares", "checkered", "plain", "rack", "intersections", "hexagons", "pits", "piles", "dots"]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_any_text_can_stand_in_a_cell(layout: str) -> None:
    game = Drawn([TEXTS, list(reversed(TEXTS))], layout=layout)
    text = svg(game, coordinates=True, previous=tuple(tuple(reversed(row)) for row in game.initial))
    text.encode()
    drawing = parsed(text)
    assert {item.tag.removeprefix(SVG) for item in drawing.iter()} <= {
        *("svg", "style", "g", "rect", "circle", "line", "path", "polygon", "text")
    }
    assert len(text) < 200_000
    assert len(describe(game, None)) <= 2000


def test_any_text_can_be_the_name_of_a_point() -> None:
    names = [text for text in TEXTS if text.isprintable()]
    points = List(tuple(Compound("point", (String(name), place, 0)) for place, name in enumerate(names)))
    game = Drawn([["w"] * len(names)], layout=Compound("points", (points, List(()))))
    assert named(parsed(svg(game, coordinates=True))) == names
    assert list(cells(game, None)) == names


def test_any_text_can_be_a_shape() -> None:
    given = List(tuple(Compound("text", (0, place, String(text))) for place, text in enumerate(TEXTS)))
    text = svg(Drawn([["x"]], shapes=lambda state: given))
    assert "<script" not in text
    assert max(len(item.text or "") for item in parsed(text).iter(f"{SVG}text")) <= 200


def test_any_text_can_be_on_a_card() -> None:
    class Told(Drawn):
        def show(self, state: Any) -> str:
            return "\n".join([*TEXTS] * 100)

    game = Told([], board=lambda state: None)
    drawing = parsed(svg(game))
    assert len(list(drawing.iter(f"{SVG}text"))) == 31


def test_a_huge_board_is_a_card_that_says_so() -> None:
    game = Drawn([["x"] * 1000] * 1000)
    drawing = parsed(svg(game))
    assert [item.text for item in drawing.iter(f"{SVG}text")] == [
        "a\xa0board\xa0of\xa01,000\xa0rows\xa0and\xa01,000\xa0columns,",
        "too\xa0large\xa0to\xa0be\xa0drawn",
    ]
    assert "too large to be drawn" in describe(game, None)
    assert len(changed_cells(game, game.initial, (("o",), *game.initial[1:]))) == 1000


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("rows", [[], [[]], [[], ["x"]], [["x"], ["x", "o", "x"], []], [[None]], [["x"] * 64] * 64])
def test_boards_of_any_shape_are_drawn(layout: str, rows: Any) -> None:
    drawing = parsed(svg(Drawn(rows, layout=layout), coordinates=True))
    assert float(drawing.get("width", "")) >= 40
    assert float(drawing.get("height", "")) >= 40


def test_a_million_shapes_are_too_many() -> None:
    one = Compound("circle", (0, 0, 1))
    game = Drawn([["x"]], shapes=lambda state: List((one,) * 1_000_000))
    with pytest.raises(BoardError, match=f"there are more than {MOST:,} shapes, which is too many to draw"):
        draw(game)
    far = List((one, Compound("circle", (10**6, 0, 1))))
    drawing = draw(Drawn([["x"]], shapes=lambda state: far))
    assert float(drawing.get("width", "")) <= 1300


def test_a_partial_list_is_no_list_of_shapes() -> None:
    with pytest.raises(BoardError, match="is not a list of shapes"):
        draw(Drawn([["x"]], shapes=lambda state: Atom("circle")))
    with pytest.raises(BoardError, match="too far away"):
        draw(Drawn([["x"]], shapes=lambda state: List((Compound("circle", (10**400, 0, 1)),))))


def test_numbers_of_any_size_can_be_counts() -> None:
    for layout in ("pits", "piles"):
        game = Drawn([[0, 7, 10**30, -3, 1.5, "many", "²"]], layout=layout)
        assert len(named(parsed(svg(game)))) == 7


def test_a_board_without_cells_is_a_card_that_says_so() -> None:
    kayles = pyengine.load("kayles", start="kayles(max,[])")
    assert ">empty</text>" in svg(kayles, kayles.initial)
