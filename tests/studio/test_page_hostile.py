"""Links that somebody else has made: whatever they hold, the page goes on, and no file is replaced unasked."""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any

import pytest
from playwright.sync_api import expect

from pyengine.language.sizes import MOST_RULE_BYTES

from .browsing import browsed, cells, open_game, shows
from .conftest import Served
from .test_page_write import TREBLECROSS

pytestmark = pytest.mark.hunt

MARKUP = "<img src=x onerror=document.title='taken'>"
SHARED: dict[str, Any] = {
    "studio": 1,
    "name": "shared",
    "file": None,
    "text": TREBLECROSS,
    "parameters": {},
    "start": None,
    "moves": [],
    "variations": [],
    "view": "play",
}


def nested(depth: int) -> list[Any]:
    found: list[Any] = ["1"]
    for _ in range(depth):
        found = ["1", found]
    return found


def fragment_of(raw: bytes) -> str:
    deflate = zlib.compressobj(9, wbits=-15)
    return "#" + base64.urlsafe_b64encode(deflate.compress(raw) + deflate.flush()).decode().rstrip("=")


def link(**changed: Any) -> str:
    return fragment_of(json.dumps({**SHARED, **changed}).encode())


REFUSED = {
    "a bomb": fragment_of(b" " * (100 << 20)),
    "not JSON": fragment_of(b"\xff{"),
    "not deflated": "#%%%%",
    "moves that are none": link(moves=[1]),
    "variations that are none": link(variations=[["1", {}]]),
    "more variations than a page holds": link(variations=[["1"]] * 6000),
    "variations in variations": link(variations=[nested(400)] * 20),
    "another shape": link(parameters=[]),
}


@pytest.mark.parametrize("fragment", REFUSED.values(), ids=REFUSED)
def test_a_link_that_is_none_opens_the_page_as_it_is(served: Served, fragment: str) -> None:
    with browsed(served, fragment) as page:
        open_game(page, "tictactoe")
        assert len(cells(page)) == 9


TAKEN = {
    "a move of another game": link(moves=["e2e4", MARKUP], variations=[[MARKUP]]),
    "names that are markup": link(name=MARKUP, file=f"{MARKUP}.pl"),
    "keys of prototypes": fragment_of(
        json.dumps({**SHARED, "parameters": {"P": "1"}}).replace('"P"', '"__proto__"').encode()
    ),
    "rules that are markup": link(text=TREBLECROSS.replace("first", f'"{MARKUP}"')),
    "settings that are none": link(trace={"algorithm": MARKUP, "depth": 1e300}, step=-1e300),
}


@pytest.mark.parametrize("fragment", TAKEN.values(), ids=TAKEN)
def test_what_a_link_says_stays_text(served: Served, fragment: str) -> None:
    with browsed(served, fragment) as page:
        page.locator(".game-picker").wait_for()
        open_game(page, "tictactoe")
        assert len(cells(page)) == 9
        assert page.title() != "taken"
        assert page.locator('img[src="x"]').count() == 0


def test_a_link_replaces_no_file_unasked(served: Served) -> None:
    known, large = served.folder / "known.pl", served.folder / "large.pl"
    known.write_text("known.\n")
    large.write_bytes(b"%" * (MOST_RULE_BYTES + 1))
    for path, saved in ((known, "known.\n"), (large, "")):
        before = path.stat().st_size
        with browsed(served, link(view="write", file=path.name, saved=saved)) as page:
            shows(page, ".game-picker", path.name)
            page.locator(".cm-content").click()
            page.keyboard.press("Control+s")
            expect(page.locator("dialog")).to_be_visible()
        assert path.stat().st_size == before
