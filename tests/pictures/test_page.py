"""The pages, opened in Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

import pyengine
from pyengine.pictures import draw
from pyengine.search import PLAIN
from tests.chromium import started_chromium

from .games import Given


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with started_chromium() as started:
        yield started


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page that must not complain, nor ask for anything."""
    opened = browser.new_page(viewport={"width": 1280, "height": 800})
    trouble: list[str] = []
    opened.on("console", lambda message: trouble.append(message.text))
    opened.on("pageerror", lambda error: trouble.append(str(error)))
    opened.on("request", lambda request: trouble.append(request.url) if request.url.startswith("http") else None)
    yield opened
    opened.close()
    assert trouble == []


def visit(page: Page, folder: Path, text: str) -> None:
    file = folder / "tree.html"
    file.write_text(text, encoding="utf-8")
    page.goto(file.as_uri())


def value(page: Page, number: int) -> str:
    return page.locator(f'[data-part="n{number}"] > .value').text_content() or ""


def window(page: Page, number: int) -> str:
    return page.locator(f'[data-part="n{number}"] > .window').text_content() or ""


@pytest.mark.parametrize("width", [1280, 400])
def test_title_legend_and_controls_stay_in_sight(page: Page, tmp_path: Path, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 700})
    visit(page, tmp_path, draw(pyengine.load("tictactoe"), depth=2, algorithm="minimax", format="step"))
    assert page.evaluate("byId('picture').scrollWidth > byId('picture').clientWidth"), "the tree is wide"
    page.click("#last")
    for step in range(3):
        if step:
            page.click("#back")
        boxes = [
            found.bounding_box() for name in ("h1", "#legend svg", "#bar button") for found in page.locator(name).all()
        ]
        assert len(boxes) > 7
        for box in boxes:
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
            assert 0 <= box["y"] <= 700 - box["height"]


def test_stepping_to_the_end_and_back(page: Page, tmp_path: Path) -> None:
    visit(page, tmp_path, draw(pyengine.load("tree_bratko"), algorithm="alphabeta", format="step"))
    assert page.inner_text("#words") == "The search enters a, where MAX is to move, with α = −∞ and β = ∞."
    assert page.inner_text("#count") == "step 1 of 19"
    assert page.locator(".node.later").count() == 12
    assert value(page, 0) == ""
    assert page.locator("#back").is_disabled()
    words = []
    for _ in range(18):
        page.click("#next")
        words.append(page.inner_text("#words"))
    assert len(set(words)) == 18
    assert page.inner_text("#count") == "step 19 of 19"
    assert words[-1] == "a is done: worth 4. The search is done. The best move is b."
    assert page.locator("#next").is_disabled()
    assert [value(page, number) for number in (0, 1, 5, 8)] == ["4", "4", "≥5", "≤2"]
    assert [window(page, number) for number in (0, 5)] == ["[4, ∞]", "[5, 4]"]
    assert page.locator(".later").count() == 0
    assert page.locator(".edge.best[data-part]").count() == 3
    for expected in reversed(words[:-1]):
        page.keyboard.press("ArrowLeft")
        assert page.inner_text("#words") == expected
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")  # there is nothing before the first
    assert page.inner_text("#count") == "step 1 of 19"
    assert value(page, 0) == ""
    assert page.locator(".edge.best[data-part]").count() == 0


def test_alpha_and_beta_move_while_a_position_is_open(page: Page, tmp_path: Path) -> None:
    visit(page, tmp_path, draw(pyengine.load("tree_bratko"), algorithm="alphabeta", format="step"))
    seen = [(window(page, 2), value(page, 2))]
    for _ in range(5):
        page.keyboard.press("ArrowRight")
        seen.append((window(page, 2), value(page, 2)))
    assert seen == [("", ""), ("", ""), ("[−∞, ∞]", ""), ("[1, ∞]", "1"), ("[4, ∞]", "4"), ("[4, ∞]", "4")]
    assert page.locator('[data-part="n1"]').get_attribute("class") == "node player1 inner open"
    assert page.locator('[data-part="n2"]').get_attribute("class") == "node player0 inner done current"


def test_keys_and_the_slider(page: Page, tmp_path: Path) -> None:
    table = replace(PLAIN, table=1000)
    visit(page, tmp_path, draw(pyengine.load("nim"), algorithm="alphabeta", options=table, format="step"))
    page.keyboard.press("End")
    assert page.inner_text("#words").endswith("The best move is take(1,1).")
    assert value(page, 0) == "1"
    page.keyboard.press("Home")
    assert page.inner_text("#count").startswith("step 1 ")
    page.locator("#slider").fill("5")
    assert page.inner_text("#count").startswith("step 6 ")
    page.locator("#slider").focus()
    page.keyboard.press("ArrowRight")  # a key is one step, also where the slider would take it
    assert page.inner_text("#count").startswith("step 7 ")


def test_playing_by_itself(page: Page, tmp_path: Path) -> None:
    page.clock.install()
    visit(page, tmp_path, draw(pyengine.load("tree_bratko"), algorithm="alphabeta", format="step"))
    page.keyboard.press(" ")
    assert page.inner_text("#play") == "Pause"
    page.clock.run_for(3700)
    assert page.inner_text("#count") == "step 4 of 19"
    page.clock.run_for(60_000)
    assert page.inner_text("#count") == "step 19 of 19"
    assert page.inner_text("#play") == "Play"


@pytest.mark.parametrize("game", ["tictactoe", "tree_three_players", "nim"])
@pytest.mark.parametrize("algorithm", [None, "alphabeta"])
def test_any_game_can_be_stepped_through(page: Page, tmp_path: Path, game: str, algorithm: Any) -> None:
    how = "paranoid" if algorithm and game == "tree_three_players" else algorithm
    visit(page, tmp_path, draw(pyengine.load(game), algorithm=how, format="step"))
    page.keyboard.press("End")
    assert "The search is done. The best move is" in page.inner_text("#words")
    assert page.locator(".node.later").count() == 0
    picture = tmp_path / "end.png"
    page.screenshot(path=picture)
    assert picture.stat().st_size > 10_000


def test_names_cannot_break_the_page(page: Page, tmp_path: Path) -> None:
    class Strange(Given):
        def text(self, state: str) -> str:
            return "</script><script>alert(1)</script><!--"

    game = Strange({"r": ["r.0"]}, {"r.0": (1,)}, ("<b>", "&amp;"), name="</title>\"'")
    visit(page, tmp_path, draw(game, format="step"))
    page.keyboard.press("End")
    assert page.title() == "</title>\"': minimax to the end"
    assert "</script><script>" in (page.locator('[data-part="n0"] > title').text_content() or "")
    assert "<b> (MAX) to move" in page.locator(".legend").all_text_contents()


def test_the_plain_page_shows_the_picture(page: Page, tmp_path: Path) -> None:
    visit(page, tmp_path, draw(pyengine.load("tree_bratko"), format="html"))
    assert page.locator("svg .node").count() == 15
    assert page.locator("svg").bounding_box() is not None


def test_texts_fit_into_their_nodes(page: Page, tmp_path: Path) -> None:
    """The widths that the layout estimates are not below those of the browser."""

    class Named(Given):
        def text(self, state: str) -> str:
            return {"r": "MMMMWWW @@", "r.0": "illicit fjord", "r.1": "1234567890"}.get(state, "Zwölf Boxkämpfer")

    game = Named({"r": ["r.0", "r.1", "r.2"]}, {f"r.{number}": (number,) for number in range(3)})
    visit(page, tmp_path, draw(game, format="html"))
    for number in range(4):
        text = page.locator(f'[data-part="n{number}"] > .label').bounding_box()
        shape = page.locator(f'[data-part="n{number}"] > .shape').last.bounding_box()  # of an end, the inner line
        assert text is not None
        assert shape is not None
        assert shape["x"] <= text["x"]
        assert text["x"] + text["width"] <= shape["x"] + shape["width"]


OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll(".node > text, .node > .shape, .move")]
    .map((item) => [item.closest(".node") ?? item, item.textContent, item.getBoundingClientRect()])
    .filter(([, , box]) => box.width > 0);
  const found = [];
  boxes.forEach(([one, text, a], place) => {
    for (const [other, words, b] of boxes.slice(place + 1)) {
      if (one === other) continue;
      if (a.left < b.right - 1 && b.left < a.right - 1 && a.top + 3 < b.bottom - 3 && b.top + 3 < a.bottom - 3)
        found.push([text, words]);
    }
  });
  return found;
}"""


@pytest.mark.parametrize("font", ["Liberation Sans", "DejaVu Sans"])
@pytest.mark.parametrize(
    ("game", "how"),
    [
        ("nim", {}),
        ("tree_ucla", {"algorithm": "alphabeta", "whole": True, "windows": True}),
        ("tree_three_players", {}),
        ("tictactoe", {"algorithm": "alphabeta", "windows": True}),
        ("connect_four", {"algorithm": "alphabeta", "boards": True, "depth": 2}),
    ],
)
def test_nothing_that_is_drawn_overlaps(page: Page, tmp_path: Path, game: str, how: dict[str, Any], font: str) -> None:
    text = draw(pyengine.load(game), format="html", **how)
    page.set_viewport_size({"width": 6000, "height": 2000})
    visit(page, tmp_path, text.replace("font-family: ", f"font-family: '{font}', "))
    assert page.evaluate(OVERLAPS) == []
