"""One evening at the studio: a game is lost to the engine, and what was wrong with it is found out."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import pyengine
from pyengine.search import solve
from pyengine.texts import parse_move

from .browsing import PATIENCE, another_page, browsed, cell, cells, played, shows
from .conftest import Served


def worst_move(moves: list[str]) -> int:
    """The cell that is worst for x after some moves, so that the engine wins."""
    game = pyengine.load("tictactoe", reasoner="python")
    state = game.initial
    for text in moves:
        state = game.result(state, parse_move(game, text, state))
    return min(game.actions(state), key=lambda move: (solve(game, game.result(state, move)).value, int(str(move))))


def lose(page: Page) -> None:
    """Play x as badly as one can, until the engine has won."""
    page.select_option("[data-player='0']", "")
    page.select_option("[data-player='1']", "depth 4")
    page.get_by_role("button", name="Start a match").click()
    squares = cells(page)
    while "over" not in page.inner_text(".turn"):
        cell(page, squares[int(str(worst_move(played(page)))) - 1]).click()
        page.wait_for_function("() => /x to move|over/.test(document.querySelector('.turn').textContent)")


@pytest.mark.hunt
def test_a_lost_game_is_understood_and_shared(served: Served) -> None:
    with browsed(served) as page:
        shows(page, ".turn", "x to move")
        lose(page)
        shows(page, ".turn", "o wins")

        page.click("[data-tab=analyse]")
        expect(page.locator(".winning-bar")).to_have_attribute("aria-label", "o wins (−1)", timeout=PATIENCE)
        page.get_by_role("button", name="Find blunders").click()
        page.get_by_role("button", name="Find blunders").wait_for()
        blunder = page.locator(".blunders button").last  # the engine, which does not look far, may have made some too
        blunder.click()
        shows(page, ".turn", "x to move")
        expect(page.locator(".moves-table .badge.loss")).not_to_have_count(0, timeout=PATIENCE)
        assert blunder.inner_text().split()[1] in page.locator(".moves-table tr:has(.loss) .move").all_inner_texts()

        page.click("[data-tab=search]")
        page.locator(".narration").wait_for()
        page.get_by_role("button", name="Next cut-off").click()
        shows(page, ".narration", "cut-off")
        words = page.inner_text(".narration")
        page.get_by_role("button", name="Link to this step").click()
        link = page.locator("[data-share=link]")
        expect(link).to_have_value(re.compile("#.{20}"), timeout=PATIENCE)
        address = link.input_value()
        page.keyboard.press("Escape")

        page.click("[data-tab=compare]")
        page.get_by_role("button", name="Compare", exact=True).click()
        shows(page, ".verdict-line", "agree")

        faults: list[str] = []
        other = another_page(page.context, faults)
        other.goto(address)
        shows(other, ".narration", words)
        other.click("[data-tab=analyse]")
        shows(other, ".turn", "x to move")
        assert other.locator("button.ply").all_inner_texts() == [
            text.removesuffix("??") for text in page_plies(page, other)
        ]
        assert not faults


def page_plies(page: Page, other: Page) -> list[str]:
    """The moves of the first page, whose chart has marked the blunders."""
    page.click("[data-tab=analyse]")
    expect(page.locator("button.ply")).to_have_count(other.locator("button.ply").count(), timeout=PATIENCE)
    return page.locator("button.ply").all_inner_texts()
