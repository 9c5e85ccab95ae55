"""The board to click: what is done on it in Python, and its page in Chromium, each with the other."""

from __future__ import annotations

import base64
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import pyengine
from pyengine.notebook.move_values import value_moves
from pyengine.notebook.widget import FOLDER, described_moves
from tests.chromium import started_chromium

SYNCED = ("board", "turn", "text", "moves", "line", "over", "busy", "message", "seconds", "analysing")
MODEL = """
async ([state, esm]) => {
  const heard = {};
  const model = {
    get: (name) => state[name],
    set: (name, value) => update({[name]: value}),
    save_changes: () => window.told({set: {analysing: state.analysing, seconds: state.seconds}}).then(update),
    send: (content) => window.told({ask: content}).then(update),
    on: (name, act) => (heard[name] ??= new Set()).add(act),
    off: (name, act) => heard[name]?.delete(act),
  };
  function update(found) {
    for (const [name, value] of Object.entries(found)) {
      if (JSON.stringify(state[name]) === JSON.stringify(value)) continue;
      state[name] = value;
      for (const act of heard[`change:${name}`] ?? []) act();
    }
  }
  const { default: made } = await import(esm);
  window.end = made.render({ model, el: document.body });
  window.listeners = () => Object.values(heard).reduce((sum, acts) => sum + acts.size, 0);
}
"""
"""The model that anywidget would give, with the widget itself on the other side."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with started_chromium() as started:
        yield started


Opened = Callable[[Any], Page]


@pytest.fixture
def opened(browser: Browser) -> Iterator[Opened]:
    """A page with a widget, which must not complain, nor ask for anything."""
    pages: list[Page] = []
    trouble: list[str] = []

    def open_page(widget: Any) -> Page:
        page = browser.new_page(viewport={"width": 900, "height": 700})
        pages.append(page)
        page.on("console", lambda message: trouble.append(message.text))
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on("request", lambda request: trouble.append(request.url) if request.url.startswith("http") else None)

        def told(content: dict[str, Any]) -> dict[str, Any]:
            if "ask" in content:
                widget.ask(content["ask"])
            else:
                widget.set_state(content["set"])
            return {name: getattr(widget, name) for name in SYNCED}

        page.expose_function("told", told)
        page.set_content("<!DOCTYPE html><title>a board</title><body></body>")
        page.add_style_tag(content=(FOLDER / "widget.css").read_text(encoding="utf-8"))
        code = base64.b64encode((FOLDER / "widget.js").read_bytes()).decode()
        state = {name: getattr(widget, name) for name in SYNCED}
        page.evaluate(MODEL, [state, f"data:text/javascript;base64,{code}"])
        return page

    yield open_page
    for page in pages:
        page.close()
    assert trouble == []


def cell(page: Page, name: str) -> Any:
    return page.locator(f'[data-cell="{name}"]')


def test_a_game_is_played_by_clicks(opened: Opened) -> None:
    widget = pyengine.widget(pyengine.load("tictactoe").start, seconds=0.2)
    page = opened(widget)
    turn, line = page.locator(".pyengine-widget-turn"), page.locator(".pyengine-widget-line")
    expect(turn).to_have_text("x to move")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    cell(page, "r2c2").click()
    expect(line).to_have_text("5")
    expect(turn).to_have_text("o to move")
    page.locator(".pyengine-widget-moves").get_by_role("button", name="1", exact=True).click()
    expect(line).to_have_text("5 1")
    cell(page, "r1c1").click()  # taken: nothing happens
    page.get_by_role("button", name="Undo").click()
    expect(line).to_have_text("5")
    page.get_by_role("button", name="Engine moves").click()
    expect(turn).to_have_text("x to move")
    assert widget.position.plies == 2
    page.get_by_role("button", name="Restart").click()
    expect(line).to_have_text("")
    assert widget.position == pyengine.load("tictactoe").start


def test_the_end_is_told(opened: Opened) -> None:
    widget = pyengine.widget(pyengine.load("tictactoe").start.play(1, 4, 2, 5))
    page = opened(widget)
    cell(page, "r1c3").click()
    expect(page.locator(".pyengine-widget-turn")).to_have_text("x wins: x 1, o -1")
    expect(page.locator(".pyengine-widget-moves button")).to_have_count(0)
    expect(page.get_by_role("button", name="Engine moves")).to_be_disabled()


def test_a_piece_is_moved_by_two_clicks(opened: Opened) -> None:
    widget = pyengine.widget(pyengine.load("hexapawn"))
    page = opened(widget)
    move = widget.moves[0]
    origin, target = move["ends"]
    assert origin is not None
    cell(page, origin).click()
    expect(page.locator(".pyengine-widget-chosen")).to_have_count(1)
    assert widget.position.plies == 0
    cell(page, origin).click()
    expect(page.locator(".pyengine-widget-chosen")).to_have_count(0)
    cell(page, origin).click()
    cell(page, target).click()
    expect(page.locator(".pyengine-widget-line")).to_have_text(move["move"])


def test_a_column_is_played_anywhere_in_it(opened: Opened) -> None:
    widget = pyengine.widget(pyengine.load("connect_four"))
    page = opened(widget)
    first = next(iter(page.locator("[data-cell]").all())).get_attribute("data-cell")
    assert first is not None
    column = first.partition("c")[2]
    cell(page, first).click()
    expect(page.locator(".pyengine-widget-line")).to_have_text(column)


def test_moves_are_valued(opened: Opened) -> None:
    widget = pyengine.widget(pyengine.load("nim", piles=[1, 2]), seconds=5)
    page = opened(widget)
    page.get_by_role("button", name="Analyse").click()
    expect(page.locator(".pyengine-widget-moves button.pyengine-widget-best")).to_have_text("take(2,2)1")
    expect(page.locator(".pyengine-widget-value")).to_have_text(["0", "0", "1"])
    page.get_by_role("button", name="Stop analysing").click()
    expect(page.locator(".pyengine-widget-value")).to_have_count(0)


def test_the_time_is_set_on_the_page(opened: Opened) -> None:
    widget = pyengine.widget(pyengine.load("nim"), seconds=0.5)
    page = opened(widget)
    field = page.get_by_label("seconds")
    expect(field).to_have_value("0.5")
    for typed, meant in (("2.5", 2.5), ("900", 60), ("-3", 0.1), ("", 1)):
        field.fill(typed)
        field.blur()
        expect(field).to_have_value(str(meant))
        assert widget.seconds == meant


def test_what_ends_listens_no_more(opened: Opened) -> None:
    page = opened(pyengine.widget(pyengine.load("nim")))
    assert page.evaluate("window.listeners()") > 0
    page.evaluate("window.end()")
    assert page.evaluate("window.listeners()") == 0


CLICKED = """
async ([moves, esm]) => {
  const { meant } = await import(esm);
  const cells = [...new Set(moves.flatMap((move) => move.cells))];
  const made = new Set();
  for (const first of cells) {
    const found = meant(moves, null, first);
    if (found.moves.length === 1 && !found.starts) made.add(found.moves[0].move);
    else if (found.moves.length)
      for (const second of cells.filter((cell) => cell !== first)) {
        const both = meant(moves, first, second);
        if (both.moves.length === 1 && !both.starts) made.add(both.moves[0].move);
      }
  }
  return [...made];
}
"""
BOARDS = (
    "breakthrough",
    "chess_ending",
    "connect_four",
    "dots_and_boxes",
    "english_draughts",
    "hexapawn",
    "italian_draughts",
    "mu_torere",
    "othello",
    "tictactoe",
)


@pytest.mark.parametrize("name", BOARDS)
def test_every_move_on_a_board_can_be_clicked(browser: Browser, name: str) -> None:
    code = base64.b64encode((FOLDER / "widget.js").read_bytes()).decode()
    page = browser.new_page()
    for position in pyengine.load(name).start.playout(3, plies=5).history:
        made = page.evaluate(CLICKED, [described_moves(position, None), f"data:text/javascript;base64,{code}"])
        assert set(made) == set(position.moves)
    page.close()


HOSTILE = """player('<b onclick=alert(1)>'). player(o). initial(s).
to_move(s, '<b onclick=alert(1)>').
move(s, '<img src=x onerror=alert(1)>', t).
terminal(t). utility(t, 1).
board(_, [['<script>alert(1)</script>', '"&']]).
"""


def test_names_are_text(opened: Opened, tmp_path: Any) -> None:
    (tmp_path / "hostile.pl").write_text(HOSTILE)
    widget = pyengine.widget(pyengine.load(tmp_path / "hostile.pl"))
    page = opened(widget)
    expect(page.locator(".pyengine-widget-turn")).to_have_text("<b onclick=alert(1)> to move")
    assert page.locator("script, img, b").count() == 0
    page.locator(".pyengine-widget-moves button").click()
    expect(page.locator(".pyengine-widget-line")).to_have_text("'<img src=x onerror=alert(1)>'")


def test_what_is_asked_for_in_python() -> None:
    widget: Any = pyengine.widget(pyengine.load("tictactoe").start, seconds=0.2)
    assert (widget.turn, widget.moves[4]["cells"], widget.moves[4]["ends"]) == ("x to move", ["r2c2"], [None, "r2c2"])
    widget.ask({"action": "play", "move": "5"})
    assert (widget.line, widget.position.mover, widget.busy) == (["5"], "o", False)
    widget.ask({"action": "play", "move": "5"})
    assert widget.message.startswith("5 is not a legal move")
    for nothing in (None, "play", {"action": []}, {"action": "play"}, {"action": "leave"}, [], 7):
        widget.ask(nothing)
        assert (widget.line, widget.message) == (["5"], "")
    widget.position = widget.position.play("1")
    assert (widget.line, widget.text) == (["5", "1"], "o . .\n. x .\n. . .")
    widget.position = pyengine.load("nim").start
    assert widget.turn == "max to move"


def test_an_equal_position_with_another_line_is_shown() -> None:
    start = pyengine.load("tictactoe").start
    widget: Any = pyengine.widget(start.play(1, 2, 3))
    widget._put(start.play(3, 2, 1))
    assert widget.line == ["3", "2", "1"]


def test_it_is_shown_where_there_are_no_widgets() -> None:
    widget: Any = pyengine.widget(pyengine.load("tictactoe"))
    data, _ = widget._repr_mimebundle_()
    assert {"image/svg+xml", "text/plain", "application/vnd.jupyter.widget-view+json"} == set(data)
    assert data["text/plain"] == ". . .\n. . .\n. . ."


@pytest.mark.parametrize("seconds", [0, -1, "1", None, float("nan"), 61, True])
def test_wrong_times_are_refused(seconds: Any) -> None:
    with pytest.raises(pyengine.ParameterError, match="seconds is a number above 0"):
        pyengine.widget(pyengine.load("nim"), seconds=seconds)


def test_what_is_no_position_is_refused() -> None:
    with pytest.raises(pyengine.ParameterError, match="a game is wanted"):
        pyengine.widget("nim")


def test_without_the_library_it_says_what_to_install() -> None:
    code = "import sys; sys.modules['anywidget'] = None; import pyengine\npyengine.widget(pyengine.load('nim'))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert (
        "LibraryMissingError: a board to click needs anywidget: pip install 'pyengine-logic[notebook]'" in done.stderr
    )


@pytest.mark.parametrize("name", pyengine.games())
def test_every_game_has_a_widget(name: str) -> None:
    widget: Any = pyengine.widget(pyengine.load(name), seconds=0.05)
    assert widget.board.startswith("<svg")
    assert [move["move"] for move in widget.moves] == list(widget.position.moves)


def test_moves_are_valued_for_several_players() -> None:
    start = pyengine.load("nim_three_players").start
    values = value_moves(start, 10)
    assert all(found.exact for found in values)
    best = max(found.value for found in values if found.value is not None)
    assert [found.best for found in values] == [found.value == best for found in values]
    assert best == (start.solve().values or ())[0]


def test_moves_are_valued_from_both_sides() -> None:
    here = pyengine.load("tictactoe").start.play(1, 2, 5)
    assert [(str(found.move), found.value) for found in value_moves(here, 10) if found.best] == [
        (str(move), value) for move, value in here.solve(all_best=True).moves if value == here.solve().value
    ]
    assert value_moves(here.playout(1)) == ()
