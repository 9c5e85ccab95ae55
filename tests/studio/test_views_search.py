"""A search stepped through on the page, in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .browsing import PATIENCE, another_page, browsed, open_game, shows
from .conftest import Served


def see_search(page: Page, game: str = "tree_bratko") -> None:
    shows(page, ".turn", "to move")
    open_game(page, game)
    page.click("[data-tab=search]")
    page.locator(".narration").wait_for()


def count(page: Page) -> str:
    return page.inner_text(".controls .count")


def node(page: Page, number: int) -> str:
    """What a node of the picture shows, and how: its value, window and classes."""
    return str(
        page.evaluate(
            """number => {
                const found = document.querySelector(".tree-window").shadowRoot.querySelector(`[data-part=n${number}]`);
                const text = (name) => found.querySelector(":scope > ." + name)?.textContent ?? "";
                return [text("value"), text("window"), found.getAttribute("class")].join(" | ");
            }""",
            number,
        )
    )


def seen(page: Page) -> list[float]:
    """The part of the picture that is in the window: left, top, width, height."""
    picture = "document.querySelector('.tree-window').shadowRoot.querySelector('svg')"
    return [float(number) for number in str(page.evaluate(f"{picture}.getAttribute('viewBox')")).split()]


def test_a_search_is_stepped_through_forward_and_back(served: Served) -> None:
    with browsed(served) as page:
        see_search(page)
        shows(page, ".narration", "The search enters a, where MAX is to move, with α = −∞ and β = ∞.")
        assert count(page) == "step 1 of 19"
        assert "later" in node(page, 1)
        words = []
        for _ in range(18):
            page.locator("body").press("ArrowRight")
            words.append(page.inner_text(".narration"))
        assert len(set(words)) == 18
        assert words[-1] == "a is done: worth 4. The search is done. The best move is b."
        assert node(page, 0).startswith("4 | [4, ∞] | ")
        assert "≥5 | [5, 4]" in node(page, 5)
        for expected in reversed(words[:-1]):
            page.locator("body").press("ArrowLeft")
            assert page.inner_text(".narration") == expected
        page.locator("body").press("Home")
        assert count(page) == "step 1 of 19"
        page.locator("body").press("End")
        assert count(page) == "step 19 of 19"


@pytest.mark.hunt
def test_the_lines_that_run_are_marked_and_cuts_are_found(served: Served) -> None:
    with browsed(served) as page:
        see_search(page)
        page.get_by_role("button", name="Next cut-off").click()
        shows(page, ".narration", "a beta cut-off")
        expect(page.locator(".code li[aria-current=step]")).to_have_text(re.compile("if α ≥ β"))
        page.fill(".seek input", "g")
        shows(page, ".seek [role=status]", "found")
        page.get_by_role("button", name="Next", exact=True).click()
        page.locator("body").press("c")
        page.locator("body").press("c")
        page.locator("body").press("c")
        shows(page, ".status [role=status]", "There is no further cut-off.")


@pytest.mark.hunt
def test_a_link_leads_to_a_step(served: Served) -> None:
    with browsed(served) as page:
        see_search(page)
        page.select_option(".trace-settings select >> nth=0", "minimax")
        shows(page, ".algorithm h3", "minimax")
        for _ in range(4):
            page.locator("body").press("ArrowRight")
        words = page.inner_text(".narration")
        page.get_by_role("button", name="Link to this step").click()
        link = page.locator("[data-share=link]")
        expect(link).to_have_value(re.compile("#.{20}"), timeout=PATIENCE)
        faults: list[str] = []
        other = another_page(page.context, faults)
        other.goto(link.input_value())
        shows(other, ".algorithm h3", "minimax")
        shows(other, ".narration", words)
        assert count(other).startswith("step 5 of")
        assert not faults


@pytest.mark.hunt
def test_another_position_is_searched_from_its_first_step(served: Served) -> None:
    with browsed(served) as page:
        see_search(page)
        page.locator("body").press("End")
        shows(page, ".controls .count", "step 19 of 19")
        page.click("[data-tab=play]")
        page.locator(".legal .moves button").first.click()
        shows(page, ".turn", "min to move")
        page.click("[data-tab=search]")
        shows(page, ".controls .count", "step 1 of")
        shows(page, ".narration", "The search enters b")


@pytest.mark.hunt
def test_the_tree_is_moved_and_enlarged_and_plays_by_itself(served: Served) -> None:
    with browsed(served) as page:
        see_search(page, "tictactoe")
        first = seen(page)
        page.get_by_role("button", name="Closer").click()
        closer = seen(page)
        assert closer[2] < first[2]
        page.locator(".tree-window").press("d")
        moved = seen(page)
        assert (moved[0] > closer[0], moved[1:]) == (True, closer[1:])
        page.locator(".tree-window").press("0")
        assert seen(page)[2] > first[2], "the whole tree is too wide to be read"
        page.select_option(".controls select", "8")
        page.get_by_role("button", name="Run by itself").click()
        page.wait_for_function("() => Number(document.querySelector('.steps').value) > 5")
        page.get_by_role("button", name="Run by itself").click()
        stopped = count(page)
        page.wait_for_timeout(600)
        assert count(page) == stopped
        page.get_by_label("Transposition table").check()
        page.wait_for_function(
            "() => document.querySelector('.legend')?.shadowRoot?.textContent.includes('table')", timeout=PATIENCE
        )


@pytest.mark.hunt
def test_several_players_have_their_own_algorithms(served: Served) -> None:
    with browsed(served) as page:
        see_search(page, "nim_three_players")
        expect(page.locator(".trace-settings select >> nth=0").locator("option")).to_have_text(["Max^n", "Paranoid"])
        page.locator("body").press("End")
        shows(page, ".narration", "The search is done")
