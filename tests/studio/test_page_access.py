"""The page for everybody: axe-core finds nothing wrong in any view, light or dark, wide or narrow."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Page

from .browsing import browsed, cells, shows
from .conftest import Served

pytestmark = pytest.mark.hunt

SOURCE = Path(__file__).parent.parent.parent / "studio"
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The text of axe-core, at the version that the page's own packages are locked to."""
    folder = tmp_path_factory.mktemp("axe")
    for name in ("package.json", "package-lock.json", ".npmrc"):
        shutil.copy(SOURCE / name, folder)
    subprocess.run(
        ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
        cwd=folder,
        check=True,
        capture_output=True,
        timeout=600,
    )
    return (folder / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


def violations(page: Page, axe: str) -> list[str]:
    page.evaluate(axe)
    found = page.evaluate("axe.run(document).then(({violations}) => violations)")
    return [f"{one['id']}: {json.dumps([node['html'][:200] for node in one['nodes'][:3]])}" for one in found]


@pytest.mark.parametrize("options", [{}, {"color_scheme": "dark"}, PHONE], ids=["light", "dark", "phone"])
def test_nothing_is_in_anybodys_way(served: Served, axe: str, options: dict[str, object]) -> None:
    with browsed(served, **options) as page:
        shows(page, ".turn", "x to move")
        page.locator(f'[data-cell="{cells(page)[4]}"]').click()
        shows(page, ".turn", "o to move")
        for view in ("play", "write", "analyse", "search", "compare"):
            page.click(f"[data-tab={view}]")
            if view == "write":
                page.locator(".cm-content").click()
                page.keyboard.type("foo(X) :- bar.\n")
                page.locator(".problems .fix").first.wait_for()
            page.wait_for_timeout(500)
            assert violations(page, axe) == [], view
        page.click("[data-tab=play]")
        for button in ("Share", "Load"):
            page.get_by_role("button", name=button, exact=True).click()
            page.locator("dialog").wait_for()
            assert violations(page, axe) == [], button
            page.keyboard.press("Escape")
        page.click(".game-picker")
        assert violations(page, axe) == []
        page.keyboard.press("Escape")
        page.select_option("[data-clock]", "3+2")
        page.get_by_role("button", name="Start a match").click()
        page.locator(".clock").first.wait_for()
        assert violations(page, axe) == []


def test_the_page_is_painted_within_a_second(served: Served) -> None:
    with browsed(served) as page:
        shows(page, ".turn", "x to move")
        times = []
        for _ in range(5):
            page.reload()
            shows(page, ".turn", "x to move")
            times.append(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
        assert min(times) < 1000, times


def test_the_board_and_moves_are_told_in_words(served: Served) -> None:
    with browsed(served) as page:
        shows(page, ".turn", "x to move")
        board = page.locator(".board")
        described = board.get_attribute("aria-describedby")
        assert "empty" in (page.text_content(f"#{described}") or "")
        page.locator(f'[data-cell="{cells(page)[0]}"]').click()
        shows(page, "[role=status]", "x plays 1. o to move")
        assert page.get_attribute("[role=status]", "aria-live") == "polite"
        labels = page.eval_on_selector_all(".board [role=button]", "all => all.map(cell => cell.ariaLabel)")
        assert labels[:2] == ["row 1, column 1: x", "row 1, column 2: empty"]
        assert len(labels) == 9
