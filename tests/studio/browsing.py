"""A real browser at a real studio."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from tests.chromium import started_chromium

from .conftest import LONG, Served

PATIENCE = 1000 * LONG
expect.set_options(timeout=PATIENCE)


@contextmanager
def browsed(served: Served, fragment: str = "", **options: Any) -> Iterator[Page]:
    """Open a studio as its user does, by its link; whatever goes wrong in the page fails the test."""
    with started_chromium() as browser:
        context = browser.new_context(**{"viewport": {"width": 1360, "height": 860}, "locale": "en-GB", **options})
        context.set_default_timeout(PATIENCE)
        faults: list[str] = []
        page = another_page(context, faults)
        page.goto(f"{served.origin}/?token={served.token}{fragment}")
        yield page
        assert not faults


def another_page(context: BrowserContext, faults: list[str]) -> Page:
    """Open one more page of the same browser."""
    page = context.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda told: faults.append(told.text) if told.type == "error" else None)
    return page


def shows(page: Page, selector: str, text: str) -> None:
    """Wait until an element says something."""
    expect(page.locator(selector).first).to_contain_text(text, timeout=PATIENCE)


def cell(page: Page, name: str) -> Any:
    return page.locator(f'.board-pane [data-cell="{name}"]')


def cells(page: Page) -> list[str]:
    """The names of the cells, as they stand in the picture."""
    page.locator(".board-pane [data-cell]").first.wait_for()
    return [
        str(name)
        for name in page.eval_on_selector_all(".board-pane [data-cell]", "all => all.map(c => c.dataset.cell)")
    ]


def played(page: Page) -> list[str]:
    """The moves of the line that is shown."""
    return page.locator(".played-moves button").all_inner_texts()[1:]


def open_game(page: Page, name: str) -> None:
    page.click(".game-picker")
    page.click(f'dialog [data-open="{name}"]')
    shows(page, ".game-picker", name)
    page.locator(".board-pane svg").wait_for()


def click_some_move(page: Page) -> bool:
    """Play a move by clicks, whichever the first cells lead to; False where only the list has one."""
    before = len(played(page))
    for name in cells(page):
        cell(page, name).click(force=True)
        if _moved(page, before):
            return True
    return False


def _moved(page: Page, before: int) -> bool:
    """Go on with what the page offers after a click: cells that are marked, or a list; tell whether a move was made."""
    for _ in range(6):
        page.wait_for_timeout(60)
        page.locator(".board-pane[aria-busy=false]").wait_for()
        if len(played(page)) > before:
            return True
        if page.locator("dialog .moves button").count():
            page.locator("dialog .moves button").first.click()
        elif page.locator(".mark.next").count():
            name = page.evaluate("""() => {
                const mark = document.querySelector('.mark.next').getBoundingClientRect();
                const [x, y] = [mark.x + mark.width / 2, mark.y + mark.height / 2];
                const inside = (box) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;
                const cells = [...document.querySelectorAll('.board-pane [data-cell]')];
                return cells.find((each) => inside(each.getBoundingClientRect())).dataset.cell;
            }""")
            cell(page, name).click(force=True)
        else:
            return False
    return False
