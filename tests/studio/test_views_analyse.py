"""Positions and games analysed on the page, in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from .browsing import PATIENCE, another_page, browsed, cell, open_game, shows
from .conftest import Served

LOST = "5 2 1 9 7 4 3"
"""A game of tic-tac-toe: o loses a draw by 2, and is mated in three more moves."""


def analyse(page: Page, moves: str = "") -> None:
    """Open the view, with a game that was played."""
    shows(page, ".turn", "to move")
    page.click("[data-tab=analyse]")
    if moves:
        read(page, moves)
        expect(page.locator("button.ply")).to_have_count(len(moves.split()) + 1, timeout=PATIENCE)


def read(page: Page, text: str) -> None:
    """Paste a position, or moves."""
    if page.locator(".position-text[open]").count() == 0:
        page.click(".position-text > summary")
    page.fill(".position-text textarea", text)
    page.get_by_role("button", name="Put on the board").click()


def go_to(page: Page, ply: int) -> None:
    page.locator("button.ply").nth(ply).click()
    expect(page.locator("button.ply").nth(ply)).to_have_attribute("aria-current", "true", timeout=PATIENCE)


def row(page: Page, move: str) -> Locator:
    """The row of a move."""
    return page.locator(f'.moves-table tr:has(button.move:not(.follows):text-is("{move}"))')


def test_a_blunder_is_found_on_the_chart(served: Served) -> None:
    with browsed(served) as page:
        analyse(page, LOST)
        expect(page.locator(".winning-bar")).to_have_attribute("aria-label", "x wins (+1)", timeout=PATIENCE)
        page.get_by_role("button", name="Find blunders").click()
        blunders = page.get_by_role("list", name="Blunders")
        expect(blunders.get_by_role("button")).to_have_text(["1… 2 ??"], timeout=PATIENCE)
        shows(page, ".blunders", "loses 1; better is 1")
        expect(page.locator("button.ply .remark")).to_have_count(1)
        blunders.get_by_role("button").click()
        expect(page.locator("button.ply").nth(1)).to_have_attribute("aria-current", "true", timeout=PATIENCE)
        shows(page, ".turn", "o to move")
        expect(row(page, "2").locator(".badge")).to_have_text("loss+1", timeout=PATIENCE)
        expect(page.locator(".winning-bar")).to_have_attribute("aria-label", "Level (0)")


@pytest.mark.hunt
def test_the_chart_is_a_slider(served: Served) -> None:
    with browsed(served) as page:
        analyse(page, LOST)
        chart = page.get_by_role("slider", name="Value over the game")
        expect(chart).to_have_attribute("aria-valuenow", "7")
        page.get_by_role("button", name="Find blunders").click()
        expect(page.locator(".chart-point")).to_have_count(8, timeout=PATIENCE)
        chart.focus()
        page.keyboard.press("Home")
        expect(chart).to_have_attribute("aria-valuetext", "at the start, worth 0", timeout=PATIENCE)
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        expect(chart).to_have_attribute("aria-valuetext", "after move 2, 2, worth +1, a blunder", timeout=PATIENCE)
        box = chart.bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] - 2, box["y"] + 20)
        expect(chart).to_have_attribute("aria-valuenow", "7", timeout=PATIENCE)


@pytest.mark.hunt
def test_a_solved_game_shows_what_every_move_is_worth_and_how_far_the_end_is(served: Served) -> None:
    with browsed(served) as page:
        analyse(page, "5 2")
        rows = page.locator(".moves-table tbody tr")
        expect(rows).to_have_count(7)
        expect(page.locator(".badge.win")).not_to_have_count(0, timeout=PATIENCE)
        expect(rows.first.locator("td").last).to_have_text("in 5")
        shows(page, ".engine-state", "solved")
        expect(page.locator(".studio-marks .win, .studio-marks .draw")).not_to_have_count(0)


@pytest.mark.hunt
def test_lines_become_variations_which_are_promoted_and_deleted(served: Served) -> None:
    with browsed(served) as page:
        analyse(page, "5 1 9")
        go_to(page, 1)
        row(page, "2").locator("button").first.click()
        expect(page.locator(".variation button.ply")).to_have_text(["1… 2"], timeout=PATIENCE)
        page.get_by_role("button", name="Promote variation").click()
        expect(page.locator(".variation button.ply")).to_have_text(["1… 1", "2. 9"], timeout=PATIENCE)
        page.get_by_role("button", name="Delete from here").click()
        expect(page.locator(".variation")).to_have_count(0, timeout=PATIENCE)
        expect(page.locator("button.ply")).to_have_text(["Start", "1. 5", "1", "2. 9"])
        page.locator("body").press("ArrowLeft")
        expect(page.locator("button.ply").first).to_have_attribute("aria-current", "true", timeout=PATIENCE)


@pytest.mark.hunt
def test_what_cannot_be_read_is_told_and_changes_nothing(served: Served) -> None:
    with browsed(served) as page:
        analyse(page, "5 1")
        read(page, "nonsense")
        expect(page.locator(".position-text [role=alert]")).not_to_be_empty(timeout=PATIENCE)
        expect(page.locator("button.ply")).to_have_count(3)
        read(page, "s(o,[x,e,e,e,o,e,e,e,x])")
        shows(page, ".turn", "o to move")
        expect(page.locator("button.ply")).to_have_text(["Start"], timeout=PATIENCE)


@pytest.mark.hunt
def test_a_position_is_set_up_by_clicks(served: Served) -> None:
    """What is no position yet waits for more clicks; whose turn it is follows where it can."""
    with browsed(served) as page:
        analyse(page)
        page.click(".set-up > summary")
        brush = page.get_by_label("Put on the cell")
        brush.select_option("x")
        cell(page, "r1c1").click()
        shows(page, ".turn", "o to move")
        cell(page, "r2c2").click()
        shows(page, ".set-up .waiting", "row 2, column 2: x")
        expect(page.locator(".set-up [role=alert]")).not_to_be_empty(timeout=PATIENCE)
        brush.select_option("o")
        cell(page, "r3c3").click()
        expect(page.locator(".set-up .waiting")).to_have_count(0, timeout=PATIENCE)
        expect(page.locator(".position-text input")).to_have_value("s(o,[x,e,e,e,x,e,e,e,o])", timeout=PATIENCE)
        brush.select_option("")
        cell(page, "r2c2").click()
        expect(page.locator(".position-text input")).to_have_value("s(x,[x,e,e,e,e,e,e,e,o])", timeout=PATIENCE)
        page.get_by_role("button", name="Done").click()
        cell(page, "r2c2").click()
        expect(page.locator("button.ply")).to_have_text(["Start", "1. 5"], timeout=PATIENCE)


@pytest.mark.hunt
def test_a_link_opens_the_same_analysis(served: Served) -> None:
    with browsed(served) as page:
        analyse(page, "5 1 9")
        go_to(page, 1)
        row(page, "2").locator("button").first.click()
        expect(page.locator(".variation")).to_have_count(1, timeout=PATIENCE)
        page.locator(".analyse").get_by_role("button", name="Share").click()
        link = page.locator("[data-share=link]")
        expect(link).to_have_value(re.compile("#.{20}"), timeout=PATIENCE)
        faults: list[str] = []
        other = another_page(page.context, faults)
        other.goto(link.input_value())
        expect(other.locator("button.ply")).to_have_text(["Start", "1. 5", "1", "1… 2", "2. 9"], timeout=PATIENCE)
        expect(other.locator("button.ply").nth(3)).to_have_attribute("aria-current", "true")
        assert not faults


@pytest.mark.hunt
def test_lines_grow_while_a_large_game_is_analysed_and_clicks_are_answered(served: Served) -> None:
    with browsed(served) as page:
        analyse(page)
        open_game(page, "connect_four")
        page.select_option(".engine select", "60")
        expect(page.locator(".badge.estimate")).not_to_have_count(0, timeout=PATIENCE)
        shows(page, ".engine-state", "nodes")
        lines = page.locator(".moves-table tr", has=page.locator(".follows"))
        assert lines.count() <= 3
        page.get_by_role("button", name="More lines").click()
        page.wait_for_function("() => document.querySelectorAll('.moves-table tr:has(.follows)').length > 3")
        page.locator(".moves-table button.move:not(.follows)").first.click()
        shows(page, ".turn", "o to move")
        page.locator(".engine").get_by_role("switch").uncheck()
        expect(page.locator(".badge.unknown")).to_have_count(7)


@pytest.mark.hunt
def test_three_players_see_one_value_each(served: Served) -> None:
    with browsed(served) as page:
        analyse(page)
        open_game(page, "nim_three_players")
        expect(page.locator(".badge .value").first).to_have_text(re.compile(r"\d( · \d){2}"), timeout=PATIENCE)
        expect(page.locator(".winning-bar")).to_have_count(0)


@pytest.mark.hunt
@pytest.mark.parametrize("width", [1360, 390])
def test_the_value_on_the_bar_is_read_as_a_whole(served: Served, width: int) -> None:
    with browsed(served, viewport={"width": width, "height": 844}) as page:
        open_game(page, "connect_four")
        analyse(page, "4")
        expect(page.locator(".winning-value")).to_have_text(re.compile(r".\d\.\d\d"), timeout=PATIENCE)
        sizes = "bar => [bar.scrollWidth - bar.clientWidth, bar.scrollHeight - bar.clientHeight]"
        assert page.eval_on_selector(".winning-bar", sizes) == [0, 0]
