"""The studio as a new user meets it, from an empty page to a link that shows the same to others."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .browsing import PATIENCE, another_page, browsed, cell, cells, played, shows
from .conftest import Served
from .test_page_play import click_in_turn, wait_for_moves
from .test_page_write import MISTAKES, TREBLECROSS, mend, start_new, type_rules

pytestmark = pytest.mark.hunt


def write_a_game(page: Page) -> None:
    """From an empty page: three mistakes are made, and mended by quick fixes."""
    text = TREBLECROSS
    for right, wrong in MISTAKES:
        text = text.replace(right, wrong)
    start_new(page)
    type_rules(page, text)
    mend(page, "apend/3 is not defined", "write append")
    mend(page, "P occurs only once", "write _")
    mend(page, "inital/1 is defined", "call it initial")
    shows(page, ".checked", "The rules are a game")
    page.keyboard.press("Control+s")
    page.fill("dialog input", "treblecross")
    page.keyboard.press("Enter")
    shows(page, "[role=status]", "Saved as treblecross.pl.")


def play_to_the_end(page: Page) -> None:
    """Both sides by clicks; the first makes three in a row."""
    page.click("[data-tab=play]")
    shows(page, ".turn", "first to move")
    names = cells(page)
    click_in_turn(page, names[2], names[0], names[1])
    shows(page, ".turn", "The game is over: first wins")


def lose_to_the_engine(page: Page) -> None:
    """The edge is a blunder: the engine finds what refutes it."""
    page.select_option("[data-player='0']", "")
    page.select_option("[data-player='1']", "depth 4")
    page.get_by_role("button", name="Start a match").click()
    shows(page, ".played-moves [aria-current=step]", "Start")
    names = cells(page)
    cell(page, names[0]).click()
    wait_for_moves(page, 2)
    assert played(page) == ["1", "4"]
    cell(page, names[1]).click()
    shows(page, ".turn", "The game is over: second wins")


def go_back_to_the_start(page: Page) -> None:
    page.locator(".played-moves button").first.click()
    shows(page, ".turn", "first to move")


def find_the_blunder(page: Page) -> None:
    """The chart of the game that was lost names the move, and what was better."""
    page.click("[data-tab=analyse]")
    page.get_by_role("button", name="Find blunders").click()
    shows(page, ".blunders", "better is 3")
    page.get_by_role("list", name="Blunders").get_by_role("button").first.click()
    shows(page, ".turn", "first to move")


def step_through_the_search(page: Page) -> None:
    page.click("[data-tab=search]")
    shows(page, ".controls .count", "step 1 of")
    first = page.inner_text(".narration")
    page.locator("body").press("ArrowRight")
    shows(page, ".controls .count", "step 2 of")
    assert page.inner_text(".narration") != first
    page.locator("body").press("End")
    shows(page, ".narration", "The search is done. The best move is 3.")


def compare_with_the_twin(page: Page) -> None:
    """The same game, written in another way."""
    page.click("[data-tab=compare]")
    page.get_by_label("Compare with").select_option("file:twin.pl")
    page.get_by_role("button", name="Compare", exact=True).click()
    shows(page, ".verdict-line", "agree")


def open_the_link(page: Page) -> None:
    """Whoever opens the link sees the same game, at the same move."""
    page.click("[data-tab=play]")
    page.get_by_role("button", name="Share").click()
    link = page.locator("[data-share=link]")
    expect(link).to_have_value(re.compile("#.{20}"), timeout=PATIENCE)
    address = link.input_value()
    page.keyboard.press("Escape")
    faults: list[str] = []
    other = another_page(page.context, faults)
    other.goto(address)
    shows(other, ".turn", page.inner_text(".turn"))
    assert played(other) == played(page)
    assert other.inner_text(".game-picker") == page.inner_text(".game-picker")
    other.click("[data-tab=write]")
    shows(other, ".cm-content", "initial(s(first")
    assert not faults


def test_a_new_user_writes_plays_loses_learns_and_shares(served: Served) -> None:
    twin = TREBLECROSS.replace("append(_, [x, x, x|_], B)", "nextto(A, x, B), A == x, append(_, [x, x, x|_], B)")
    (served.folder / "twin.pl").write_text(twin, encoding="utf-8")
    with browsed(served) as page:
        shows(page, ".turn", "x to move")
        write_a_game(page)
        play_to_the_end(page)
        lose_to_the_engine(page)
        go_back_to_the_start(page)
        find_the_blunder(page)
        step_through_the_search(page)
        compare_with_the_twin(page)
        open_the_link(page)
    assert (served.folder / "treblecross.pl").read_text(encoding="utf-8").startswith("player(first).")
