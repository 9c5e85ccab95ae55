"""Marks, sizes, themes and the scope of styles; some of it seen by Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

import pyengine
from pyengine.boards import draw, svg
from pyengine.boards.palette import COLOURS, ROLES
from pyengine.errors import BoardError
from pyengine.markup import element, page_text
from tests.chromium import started_chromium

from .boards_of import SVG, Drawn, parsed


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with started_chromium() as started:
        yield started


def test_the_last_move_is_marked() -> None:
    game = pyengine.twin("hexapawn")
    state = game.result(game.initial, game.actions(game.initial)[0])
    before, after = parsed(svg(game, state)), parsed(svg(game, state, previous=game.initial))
    outlined = [item for item in after.iter() if item.get("stroke") == ROLES["mark"][0]]
    assert sorted(bool(item.get("stroke-dasharray")) for item in outlined) == [False, True]
    assert not [item for item in before.iter() if item.get("stroke") == ROLES["mark"][0]]


def test_cells_are_marked_and_joined_by_arrows() -> None:
    game = Drawn([["w", "."], [".", "b"]])
    drawing = parsed(svg(game, marks=["r1c1", ("r1c1", "r2c2"), ("r2c2", "r2c2")], theme="dark"))
    assert [item.tag.removeprefix(SVG) for group in list(drawing)[-3:] for item in group] == [
        *("rect", "line", "polygon", "rect")
    ]
    with pytest.raises(BoardError, match="there is no cell 'r3c1' to mark on this board"):
        draw(game, marks=["r3c1"])
    with pytest.raises(BoardError, match="there is no cell"):
        draw(game, marks=[("r1c1", "r1c2", "r2c1")])  # type: ignore[list-item]


def test_a_picture_is_fitted_to_a_width() -> None:
    game = pyengine.twin("connect_four")
    natural, fitted = parsed(svg(game)), parsed(svg(game, width=600))
    assert fitted.get("viewBox") == natural.get("viewBox")
    assert fitted.get("width") == "600"
    ratio = float(natural.get("height", "")) / float(natural.get("width", ""))
    assert float(fitted.get("height", "")) == pytest.approx(600 * ratio, abs=0.1)
    for width in (0, -5, float("nan"), float("inf"), 10**9, "300", True):
        with pytest.raises(BoardError, match="the width of a picture"):
            draw(game, width=width)  # type: ignore[arg-type]


def test_a_theme_is_one_of_three() -> None:
    with pytest.raises(BoardError, match="there is no theme 'blue'; there are: auto, light, dark"):
        draw(pyengine.twin("nim"), theme="blue")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["tictactoe", "mu_torere", "nim", "tree_bratko", "dots_and_boxes"])
def test_nothing_of_a_picture_leaks(name: str) -> None:
    game = pyengine.twin(name)
    for theme in ("light", "dark"):
        plain = parsed(svg(game, theme=theme))  # type: ignore[arg-type]
        assert not [item for item in plain.iter() if item.get("id") or item.tag == f"{SVG}style"]
    auto = parsed(svg(game))
    assert not [item for item in auto.iter() if item.get("id")]
    [sheet] = auto.iter(f"{SVG}style")
    rules = [line for line in (sheet.text or "").splitlines() if line.endswith("; }")]
    assert rules
    assert all(rule.startswith(".pyengine-board-auto .pyengine-board-") for rule in rules)


def test_boards_of_several_themes_stand_on_one_page(browser: Browser, tmp_path: Path) -> None:
    game = Drawn([["x", "o"]])
    parts = [draw(game, theme=theme) for theme in ("light", "dark", "auto", "auto")]  # type: ignore[arg-type]
    own = element("p", "beside", class_="fill")
    file = tmp_path / "boards.html"
    file.write_text(page_text("boards", "p { color: rgb(1, 2, 3); }", [*parts, own]), encoding="utf-8")
    first = "[data-cell=r1c1] > rect"
    for scheme, seen in (("light", "light"), ("dark", "dark")):
        page = browser.new_page(color_scheme=scheme)  # type: ignore[arg-type]
        page.goto(file.as_uri())
        fills = [item.evaluate("each => getComputedStyle(each).fill") for item in page.locator(first).all()]
        wanted = {
            theme: f"rgb({', '.join(map(str, channels(ROLES['cell'][theme == 'dark'])))})"
            for theme in ("light", "dark")
        }
        assert fills == [wanted["light"], wanted["dark"], wanted[seen], wanted[seen]]
        assert page.locator("p").evaluate("each => getComputedStyle(each).color") == "rgb(1, 2, 3)"
        page.close()


def test_a_click_finds_its_cell(browser: Browser, tmp_path: Path) -> None:
    page = browser.new_page(viewport={"width": 1400, "height": 1400})
    for name, cell in (
        ("connect_four", "r6c4"),
        ("chess_ending", "r8c1"),
        ("mu_torere", "3"),
        ("dots_and_boxes", "r1c2"),
        ("nim", "r1c2"),
        ("kayles", "r1c3"),
    ):
        file = tmp_path / f"{name}.html"
        file.write_text(page_text(name, "", [draw(pyengine.twin(name))]), encoding="utf-8")
        page.goto(file.as_uri())
        box = page.locator(f'[data-cell="{cell}"]').bounding_box()
        assert box is not None
        middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        found = page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('[data-cell]').dataset.cell", middle)
        assert found == cell, name
    page.close()


def channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def luminance(colour: str) -> float:
    parts = [value / 255 for value in channels(colour)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [0, 1])
def test_colours_stand_out(theme: int) -> None:
    def between(one: str, other: str) -> float:
        return contrast(ROLES[one][theme], ROLES[other][theme])

    for ground in ("paper", "cell"):
        assert between("ink", ground) >= 7, "text"
        assert between("soft", ground) >= 4.5, "coordinates"
        assert between("line", ground) >= 3, "grids"
        assert between("mark", ground) >= 3, "marks"
        for piece in ("blue", "red"):
            assert between(piece, ground) >= 3, "crosses and rings"
    for square in ("pale", "deep", "felt", "wood", "cell", "paper"):
        for piece in ("white", "black"):
            edge = "gleam" if piece == "black" else "edge"
            assert max(between(piece, square), between(edge, square)) >= 3, f"a {piece} disc, or its edge, on {square}"
    assert between("white", "black") >= 12
    assert between("red", "yellow") >= 1.9
    assert max(between("red", "rack"), between("rim", "rack")) >= 1.5


def as_seen(colour: str, kind: str) -> tuple[float, ...]:
    """Give a colour as those see it who lack one kind of cones (Viénot, Brettel and Mollon, 1999)."""
    red, green, blue = ((value / 255) ** 2.2 for value in channels(colour))
    matrix = {
        "protanopia": ((0.11238, 0.88762, 0), (0.11238, 0.88762, 0), (0.00401, -0.00401, 1)),
        "deuteranopia": ((0.29275, 0.70725, 0), (0.29275, 0.70725, 0), (-0.02234, 0.02234, 1)),
    }[kind]
    return tuple(max(0.0, a * red + b * green + c * blue) ** (1 / 2.2) for a, b, c in matrix)


@pytest.mark.parametrize("kind", ["protanopia", "deuteranopia"])
@pytest.mark.parametrize("theme", [0, 1])
def test_the_colours_of_players_differ_for_the_colour_blind(kind: str, theme: int) -> None:
    for one, other in [("blue", "red"), ("red", "yellow"), ("white", "black"), *combinations(("blue", "red"), 2)]:
        seen = [as_seen(COLOURS[colour][theme], kind) for colour in (one, other)]
        assert sum((a - b) ** 2 for a, b in zip(*seen, strict=True)) ** 0.5 > 0.3, (one, other)


def test_any_state_may_be_given_as_text() -> None:
    game: Any = pyengine.load("hexapawn", reasoner="python")
    text = game.text(game.result(game.initial, game.actions(game.initial)[0]))
    assert svg(game, text, previous=game.initial) != svg(game)
