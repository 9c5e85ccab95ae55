"""The browser that tests open pages in."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright


@contextmanager
def started_chromium() -> Iterator[Browser]:
    """Start Chromium, wherever it is installed, and end it."""
    chromium = shutil.which("chromium")
    assert chromium is not None, "the tests need Chromium: setup/need.sh installs it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()
