"""Every view is looked at by axe-core, in light and dark, on a desk and on a phone; every text is in every language."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .browsing import PATIENCE, browsed, open_game, shows
from .conftest import Served
from .test_page_access import axe, violations

__all__ = ["axe"]

STUDIO = Path(__file__).parent.parent.parent / "studio"
VIEWS = ("write", "play", "analyse", "search", "compare")
DESK = {"width": 1360, "height": 860}
PHONE = {"width": 390, "height": 844}
SLOTS = re.compile(r"\{\w+\}")


def texts(language: str) -> dict[str, str]:
    return dict(json.loads((STUDIO / "i18n" / f"{language}.json").read_text(encoding="utf-8")))


@pytest.mark.parametrize("language", ["de", "it", "ro"])
def test_every_text_is_there_in_every_language(language: str) -> None:
    english, other = texts("en"), texts(language)
    assert other.keys() == english.keys()
    for key, text in english.items():
        assert sorted(SLOTS.findall(other[key])) == sorted(SLOTS.findall(text)), key
        assert other[key].strip(), key
    same = [key for key in english if other[key] == english[key] and re.search(r"[a-z]{4}", english[key])]
    assert len(same) < 20, same


def fill(page: Page, view: str) -> None:
    """Let a view show as much as it can."""
    if view == "analyse":
        page.click(".position-text > summary")
        page.fill(".position-text textarea", "5 2 1 9 7 4 3")
        page.get_by_role("button", name="Put on the board").click()
        expect(page.locator("button.ply")).to_have_count(8, timeout=PATIENCE)
        page.get_by_role("button", name="Find blunders").click()
        page.locator(".blunders button").click()
        page.locator(".badge .value").first.wait_for()
        page.click(".set-up > summary")
        page.locator(".set-up select").first.wait_for()
    elif view == "search":
        page.locator(".narration").wait_for()
        page.locator("body").press("End")
    elif view == "compare":
        page.get_by_role("button", name="Compare", exact=True).click()
        page.locator(".report").wait_for()


@pytest.mark.hunt
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_axe_finds_nothing_to_complain_about(
    served: Served,
    axe: str,
    scheme: str,
    viewport: dict[str, int],
) -> None:
    with browsed(served, viewport=viewport, color_scheme=scheme) as page:
        shows(page, ".turn", "to move")
        for view in VIEWS:
            page.click(f"[data-tab={view}]")
            fill(page, view)
            page.wait_for_timeout(600)  # colours move to their places
            assert violations(page, axe) == [], view


@pytest.mark.hunt
@pytest.mark.parametrize("language", ["en", "de", "it", "ro"])
def test_nothing_is_cut_off_at_any_width_in_any_language(served: Served, language: str) -> None:
    with browsed(served, locale=language) as page:
        page.locator(".board-pane svg").wait_for()
        for view in VIEWS:
            page.click(f"[data-tab={view}]")
            page.wait_for_timeout(500)
            for width in (360, 390, 821, 1000, 1201, 1280, 1381):
                page.set_viewport_size({"width": width, "height": 800})
                assert page.evaluate("document.documentElement.scrollWidth") <= width, (view, width)


@pytest.mark.hunt
def test_a_view_speaks_the_chosen_language(served: Served) -> None:
    with browsed(served) as page:
        shows(page, ".turn", "to move")
        open_game(page, "tictactoe")
        page.click("[data-tab=analyse]")
        for language, word in (("de", "Fehler suchen"), ("it", "Cerca gli errori"), ("ro", "Caută greșelile")):
            page.select_option(".settings select", language)
            shows(page, ".game-chart", word)
            assert page.evaluate("document.documentElement.lang") == language
