"""Layouts and looks: what each draws, what is guessed, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from pyengine.boards import cells, draw, svg
from pyengine.boards.layouts import NAMES, SIMPLE, read_layout
from pyengine.boards.looks import PIECES, Look, default_look, read_look
from pyengine.errors import BoardError
from pyengine.language.reading.reader import read_term

from .boards_of import SVG, Drawn, named, parsed

TRIANGLE = "points([point(a,0,0),point(b,2,0),point(c,1,1.5)],[line(a,b),line(b,c),line(c,a)])"


@pytest.mark.parametrize("layout", [*SIMPLE, "squares(green)", "checkered(light)"])
def test_a_cell_is_a_group_with_its_name(layout: str) -> None:
    game = Drawn([["x", "o", "."], [".", "w", "b"], ["K", "3", "."]], layout=layout)
    names = named(parsed(svg(game, coordinates=True)))
    if layout == "dots":  # every other one is a dot
        assert sorted(names) == ["r1c2", "r2c1", "r2c2", "r2c3", "r3c2"]
    else:
        assert names == [f"r{row}c{column}" for row in (1, 2, 3) for column in (1, 2, 3)]


def test_points_have_the_names_of_the_rules() -> None:
    game = Drawn([["w", "b", "."]], layout=TRIANGLE)
    drawing = parsed(svg(game, coordinates=True))
    assert named(drawing) == ["a", "b", "c"]
    assert [item.text for item in drawing.iter(f"{SVG}text")] == ["a", "b", "c"]
    assert len([item for item in drawing if item.tag == f"{SVG}line"]) == 3
    assert cells(game, None) == {"a": "w", "b": "b", "c": ""}


def test_stores_stand_at_the_ends_of_pits() -> None:
    drawing = parsed(svg(Drawn([[4, 4, 4], [0, 2], [4, 4, 4]], layout="pits")))
    spots = {item.get("data-cell"): item.find(f"{SVG}rect") for item in drawing.iter(f"{SVG}g")}
    found = [spot for name in ("r2c1", "r1c1", "r2c2") if (spot := spots[name]) is not None]
    west, pit, east = ((float(spot.get("x", "")), float(spot.get("height", ""))) for spot in found)
    assert west[0] < pit[0] < east[0]
    assert west[1] == east[1] > pit[1]


def test_long_texts_stay_apart() -> None:
    drawing = parsed(svg(Drawn([["forest", "sea"], ["mountains and more", "."]])))
    texts = list(drawing.iter(f"{SVG}text"))
    assert [item.text for item in texts] == ["forest", "sea", "mountain…"]
    assert len({item.get("font-size") for item in texts}) == 1
    wide = float(next(iter(drawing.iter(f"{SVG}rect"))).get("width", ""))
    assert wide >= 0.6 * len("mountain…") * float(texts[0].get("font-size", ""))


@pytest.mark.parametrize(
    ("text", "layout", "look"),
    [
        ("x", "squares", Look("cross", "blue")),
        ("O", "squares", Look("ring", "red")),
        ("x", "rack", Look("disc", "red")),
        ("o", "intersections", Look("disc", "white")),
        ("w", "squares", Look("disc", "white")),
        ("B", "checkered", Look("crowned", "black")),
        ("B", "squares", Look("disc", "black")),
        ("P", "checkered", Look("pawn", "white")),
        ("q", "checkered", Look("queen", "black")),
        ("wN", "checkered", Look("knight", "white")),
        ("♞", "squares", Look("knight", "black")),
        ("yellow", "squares", Look("disc", "yellow")),
        ("", "squares", Look("empty")),
        ("12", "squares", Look("text", "black", "12")),
        ("ann", "squares", Look("disc", "blue")),
        ("bob", "squares", Look("ring", "red")),
    ],
)
def test_what_letters_look_like(text: str, layout: str, look: Look) -> None:
    assert default_look(text, layout, ("ann", "bob")) == look


def test_every_piece_can_be_drawn_in_every_theme() -> None:
    game = Drawn([[f"{piece}(red)" for piece in PIECES]], look=lambda cell: cell)
    sizes = {theme: len(svg(game, theme=theme)) for theme in ("light", "dark", "auto")}
    assert sizes["light"] == sizes["dark"] < sizes["auto"]


@pytest.mark.parametrize(
    ("layout", "message"),
    [
        ("chekered", "there is no layout chekered: did you mean 'checkered'?"),
        ("squares(gren)", "there is no colour gren: did you mean 'green'?"),
        ("points", r"write points\(Points, Lines\)"),
        ("hexagons(3)", "is not written so: write hexagons"),
        ("points([point(a,0,0),point(a,1,0)],[])", "two points of the layout have the same name"),
        ("points([point(a,0,0)],[line(a,b)])", "ends at b, and there is no such point"),
        ("points([a],[])", r"a is not a point: write point\(Name, X, Y\)"),
        ("points([point(a,x,0)],[])", "x is not a number, as coordinates are"),
        ("points([point(a,1.0Inf,0)],[])", "inf is too far away"),
        ("points([point(a,1.5NaN,0)],[])", "nan is too far away"),
        ("points(a,[])", "a is not a list of points"),
        ("17", "17 is not a layout; there are: squares, checkered"),
        ("[", "cannot be read as a term"),
    ],
)
def test_layouts_that_are_none(layout: str, message: str) -> None:
    with pytest.raises(BoardError, match=message):
        draw(Drawn([["x"]], layout=layout))


@pytest.mark.parametrize(
    ("look", "message"),
    [
        ("disk(white)", "there is no piece disk: did you mean 'disc'?"),
        ("disc(wite)", "there is no colour wite: did you mean 'white'?"),
        ("disc(white,2)", "is not how a cell looks"),
        ("7", "7 is not how a cell looks"),
    ],
)
def test_looks_that_are_none(look: str, message: str) -> None:
    with pytest.raises(BoardError, match=message):
        read_look(read_term(look))


def test_a_layout_has_a_point_for_each_cell() -> None:
    with pytest.raises(BoardError, match="the layout has 3 points, and the board 2 cells"):
        draw(Drawn([["w", "b"]], layout=TRIANGLE))


def test_the_page_lists_all_layouts() -> None:
    assert {read_layout(read_term(name)).kind for name in SIMPLE} == set(NAMES) - {"points"}


def shapes(*given: str) -> Any:
    return Drawn([["x"]], shapes=lambda state: f"[{','.join(given)}]")


def test_rules_draw_shapes_of_their_own() -> None:
    game = shapes(
        "rect(0,0,3,2,[fill(green)])",
        "circle(1,1,0.4,[fill(white),stroke(black),cell(a1)])",
        "text(1,1,'7',[cell(a1)])",
        "piece(2,1,0.9,knight(black),[cell(b1)])",
        "line(0,0,3,2)",
        "polygon([point(0,0),point(1,0),point(0,1)],[fill(red)])",
    )
    drawing = parsed(svg(game))
    assert named(drawing) == ["a1", "b1"]
    assert [item.tag.removeprefix(SVG) for item in drawing if item.tag != f"{SVG}g"][1:] == ["rect", "line", "polygon"]
    only = Drawn([], shapes=game.shapes)
    only.board = lambda state: None  # type: ignore[method-assign]
    assert cells(only, None) == {"a1": "7", "b1": "black knight"}


@pytest.mark.parametrize(
    ("shape", "message"),
    [
        ("circel(1,1,1)", "did you mean 'circle'?"),
        ("circle(1,1)", r"write circle\(X, Y, Radius\)"),
        ("circle(1,1,1,[fil(red)])", "did you mean 'fill'?"),
        ("circle(1,1,1,fill(red))", "is not a list of properties"),
        ("circle(1,1,1.0Inf)", "too far away"),
        ("rect(1.5NaN,1,1,1)", "too far away"),
        ("circle(1e300,1,1)", "too far away"),
        ("polygon([a])", r"write point\(X, Y\)"),
        ("x", "x is not a shape"),
    ],
)
def test_shapes_that_are_none(shape: str, message: str) -> None:
    with pytest.raises(BoardError, match=message):
        draw(shapes(shape))
