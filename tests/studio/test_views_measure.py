"""Rules compared, reasoners measured, tournaments and tunings on the page, in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from .browsing import PATIENCE, browsed, open_game, shows
from .conftest import Served

RULES = Path(__file__).parent.parent.parent / "rules"


def panel(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name)


def test_rules_agree_with_their_twin(served: Served) -> None:
    with browsed(served) as page:
        shows(page, ".turn", "to move")
        open_game(page, "nim")
        page.click("[data-tab=compare]")
        page.get_by_role("button", name="Compare", exact=True).click()
        shows(page, ".verdict-line", "agree")
        shows(page, ".report", "all there are")


@pytest.mark.hunt
def test_the_first_difference_stands_on_two_boards(served: Served) -> None:
    """A file of the folder in which a win is worth more."""
    text, changed = (RULES / "tictactoe.pl").read_text(encoding="utf-8"), "worth(false, x, 2)."
    (served.folder / "variant.pl").write_text(text.replace("worth(false, x, 1).", changed), encoding="utf-8")
    with browsed(served) as page:
        shows(page, ".turn", "x to move")
        page.click("[data-tab=compare]")
        page.get_by_label("Compare with").select_option("file:variant.pl")
        page.get_by_role("button", name="Compare", exact=True).click()
        shows(page, ".verdict-line", "differ")
        expect(page.locator(".two-boards .board svg")).to_have_count(2)
        page.get_by_role("button", name="Show on my board").click()
        page.locator(".analyse").wait_for()
        expect(page.locator("button.ply")).not_to_have_count(1, timeout=PATIENCE)


@pytest.mark.hunt
def test_reasoners_are_measured(served: Served) -> None:
    with browsed(served) as page:
        shows(page, ".turn", "to move")
        page.click("[data-tab=compare]")
        page.get_by_role("button", name="Measure", exact=True).click()
        expect(page.locator(".bars").first.locator("dt")).not_to_have_count(0, timeout=PATIENCE)
        shows(page, ".bars dd", "per second")


@pytest.mark.hunt
def test_a_tournament_has_its_cross_table(served: Served) -> None:
    with browsed(served) as page:
        shows(page, ".turn", "to move")
        page.click("[data-tab=compare]")
        page.fill("textarea", "random\nalphabeta:depth=2")
        page.get_by_label("Games a pairing").select_option("4")
        tournament = panel(page, "A small tournament")
        tournament.get_by_role("button", name="Play").click()
        expect(tournament.get_by_role("status")).to_have_text("4 of 4 games played", timeout=PATIENCE)
        table = page.get_by_role("region", name="Cross table")
        expect(table.locator("tbody tr")).to_have_count(2)
        shows(page, "[aria-label=Matches]", "Elo")


@pytest.mark.hunt
def test_weights_move_while_they_are_tuned(served: Served) -> None:
    with browsed(served) as page:
        shows(page, ".turn", "to move")
        open_game(page, "dots_and_boxes")
        page.click("[data-tab=compare]")
        page.get_by_label("Generations").select_option("1")
        page.get_by_label("Games a generation").select_option("10")
        page.get_by_role("button", name="Tune").click()
        expect(page.locator(".weights-chart polyline")).not_to_have_count(0, timeout=PATIENCE)
        shows(page, ".panel table", "generation 1")
