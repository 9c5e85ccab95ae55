"""The page of the studio at play, in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from pyengine.api import games

from .browsing import PATIENCE, another_page, browsed, cell, cells, click_some_move, open_game, played, shows
from .conftest import Served


def wait_for_moves(page: Page, count: int) -> None:
    expect(page.locator(".played-moves li")).to_have_count(count + 1, timeout=PATIENCE)


def click_in_turn(page: Page, *names: str) -> None:
    """Click cells, each of which is a move."""
    for name in names:
        before = len(played(page))
        cell(page, name).click()
        wait_for_moves(page, before + 1)


def test_a_game_is_played_by_clicks_taken_back_and_shared_by_a_link(served: Served) -> None:
    with browsed(served) as page:
        shows(page, ".turn", "x to move")
        squares = cells(page)
        click_in_turn(page, *(squares[at] for at in (0, 3, 1, 4)))
        shows(page, "[role=status]", "o plays 5.")
        click_in_turn(page, squares[2])
        shows(page, ".turn", "x wins")
        page.get_by_role("button", name="Undo").click()
        shows(page, ".turn", "x to move")
        page.get_by_role("button", name="Share").click()
        link = page.locator("[data-share=link]")
        expect(link).to_have_value(re.compile("#.{20}"), timeout=PATIENCE)
        faults: list[str] = []
        other = another_page(page.context, faults)
        other.goto(link.input_value())
        shows(other, ".turn", "x to move")
        assert played(other) == ["1", "4", "2", "5", "3"]
        assert other.locator(".played-moves [aria-current=step]").inner_text() == "5"
        assert not faults


@pytest.mark.hunt
def test_the_engine_plays_a_side_on_a_clock_and_one_may_resign(served: Served) -> None:
    with browsed(served) as page:
        shows(page, ".turn", "x to move")
        page.select_option("[data-player='0']", "depth 2")
        page.select_option("[data-player='1']", "")
        page.select_option("[data-clock]", "3+2")
        page.get_by_role("button", name="Start a match").click()
        wait_for_moves(page, 1)
        shows(page, ".turn", "o to move")
        expect(page.locator(".clock")).to_have_count(2, timeout=PATIENCE)
        free = [name for name in cells(page) if name != marked_last(page)]
        cell(page, free[-1]).click()
        wait_for_moves(page, 3)  # the engine has answered
        page.keyboard.press("u")  # back to where the person was to move: two plies
        shows(page, ".played-moves [aria-current=step]", played(page)[0])
        page.keyboard.press("r")
        shows(page, ".played-moves [aria-current=step]", played(page)[2])
        page.get_by_role("button", name="Resign").click()
        shows(page, ".turn", "o has resigned")
        cell(page, cells(page)[0]).click()
        page.wait_for_timeout(300)
        assert len(played(page)) == 3


def marked_last(page: Page) -> str | None:
    """The cell of the move that was played first, by its number in tic-tac-toe."""
    moves = played(page)
    return cells(page)[int(moves[0]) - 1] if moves else None


@pytest.mark.hunt
def test_engines_play_each_other_to_the_end(served: Served) -> None:
    with browsed(served) as page:
        shows(page, ".turn", "x to move")
        for player in "01":
            page.select_option(f"[data-player='{player}']", "depth 1")
        page.get_by_role("button", name="Start a match").click()
        shows(page, ".turn", "The game is over")
        page.get_by_role("button", name="New match").click()
        page.get_by_role("button", name="Start a match").wait_for()


@pytest.mark.hunt
def test_a_clock_that_runs_out_ends_the_game(served: Served) -> None:
    with browsed(served) as page:
        page.clock.install()
        page.reload()
        page.clock.resume()
        shows(page, ".turn", "x to move")
        page.select_option("[data-player='1']", "")
        page.select_option("[data-clock]", "1+0")
        page.get_by_role("button", name="Start a match").click()
        expect(page.locator(".clock")).to_have_count(2, timeout=PATIENCE)
        page.clock.fast_forward("00:59")
        expect(page.locator(".clock.short")).to_have_count(1, timeout=PATIENCE)
        page.clock.fast_forward("00:05")
        shows(page, ".turn", "x has no time left")
        shows(page, ".clock >> nth=0", "0:00.0")


@pytest.mark.hunt
def test_all_is_done_by_keys(served: Served) -> None:
    with browsed(served) as page:
        shows(page, ".turn", "x to move")
        squares = cells(page)
        page.locator(".board-pane [data-cell][tabindex='0']").focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")
        focused = page.evaluate("document.activeElement.dataset.cell")
        assert focused == squares[4]
        page.keyboard.press("Enter")
        wait_for_moves(page, 1)
        assert page.evaluate("document.activeElement.dataset.cell") == squares[4], "the focus stays on the cell"
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Space")
        wait_for_moves(page, 2)
        page.keyboard.press("h")
        shows(page, "[role=status]", "Hint:")
        expect(page.locator(".mark.hint")).not_to_have_count(0)
        page.locator("body").press("?")
        page.locator("dialog").wait_for()
        assert "Undo" in page.inner_text("dialog")
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)
        for number, name in enumerate(["write", "play", "analyse", "search", "compare"], 1):
            page.keyboard.press(f"Alt+{number}")
            expect(page.locator(f"[data-tab={name}]")).to_have_attribute("aria-current", "page")


@pytest.mark.hunt
def test_moves_are_typed_and_a_wrong_one_is_told(served: Served) -> None:
    with browsed(served) as page:
        shows(page, ".turn", "x to move")
        page.click(".legal summary")
        page.fill(".legal input", "77")
        page.keyboard.press("Enter")
        shows(page, "[role=status]", "77 cannot be played here.")
        page.fill(".legal input", "7")
        page.keyboard.press("Enter")
        wait_for_moves(page, 1)


@pytest.mark.hunt
def test_a_column_is_clicked_anywhere(served: Served) -> None:
    with browsed(served) as page:
        shows(page, ".turn", "x to move")
        open_game(page, "connect_four")
        shows(page, ".turn", "x to move")
        names = cells(page)
        click_in_turn(page, names[2], names[2], names[9])  # the top of a column, and a cell below it
        assert played(page) == ["3", "3", "3"]


@pytest.mark.hunt
def test_a_position_and_moves_are_taken_as_text(served: Served) -> None:
    with browsed(served) as page:
        shows(page, ".turn", "x to move")
        for text, moves in (("5 1 9", ["5", "1", "9"]), ("nonsense", ["5", "1", "9"])):
            page.get_by_role("button", name="Load").click()
            page.fill("dialog textarea", text)
            page.locator("dialog").get_by_role("button", name="Load").click()
            if text == "nonsense":
                page.locator("dialog [role=alert]").wait_for()
                page.keyboard.press("Escape")
            wait_for_moves(page, len(moves))
            assert played(page) == moves


@pytest.mark.hunt
@pytest.mark.parametrize("name", games())
def test_a_shipped_game_is_played_by_clicks(served: Served, name: str) -> None:
    """Ten moves, or to the end; where nothing can be clicked, the list of moves is open."""
    with browsed(served) as page:
        shows(page, ".turn", "to move")
        open_game(page, name)
        page.wait_for_function("name => document.querySelector('.game-picker').textContent.includes(name)", arg=name)
        shows(page, ".turn", "to move")
        for _ in range(10):
            if "over" in page.inner_text(".turn"):
                break
            before = len(played(page))
            listed = page.locator(".legal[open] .moves button")
            if listed.count():
                listed.first.click()
            else:
                assert click_some_move(page), f"no click on the board of {name} is a move after {played(page)}"
            wait_for_moves(page, before + 1)


@pytest.mark.hunt
def test_a_phone_shows_the_board_first_and_nothing_is_cut_off(served: Served) -> None:
    with browsed(served, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True) as page:
        shows(page, ".turn", "x to move")
        cell(page, cells(page)[4]).tap()
        wait_for_moves(page, 1)
        for name in ("write", "play", "analyse", "search", "compare"):
            page.locator(f"[data-tab={name}]").tap()
            expect(page.locator(f"[data-tab={name}]")).to_have_attribute("aria-current", "page")
            if name == "write":
                page.locator(".cm-content").tap()
                page.keyboard.type("wrong(X) :- very_wrong(X, Y).")
                page.locator(".problems .fix").first.wait_for()
            assert page.evaluate("document.documentElement.scrollWidth") <= 360, name
            tabs = page.locator(".tabs").bounding_box()
            assert tabs
            assert tabs["y"] > 600


@pytest.mark.hunt
def test_a_studio_that_is_gone_and_back_finds_the_page_as_it_was(served: Served) -> None:
    with browsed(served) as page:
        shows(page, ".turn", "x to move")
        click_in_turn(page, cells(page)[4])
        page.reload()
        shows(page, ".turn", "o to move")
        assert played(page) == ["5"]


@pytest.mark.hunt
def test_an_end_that_nobody_wins_is_told_in_the_language_of_the_page(served: Served) -> None:
    with browsed(served, locale="de-DE") as page:
        open_game(page, "tree_bratko")
        page.click("[data-tab=play]")
        for _ in range(3):
            before = len(played(page))
            page.locator(".moves button").first.click()
            wait_for_moves(page, before + 1)
        shows(page, ".turn", "Das Spiel ist aus: max 1, min -1")
