"""What notebooks show of positions, results, solutions, comparisons, tournaments and trees."""

from __future__ import annotations

import base64
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as Xml

import nbformat
import pytest
from nbclient import NotebookClient
from nbconvert import HTMLExporter
from playwright.sync_api import Browser

import pyengine
from pyengine.arena.crew import LocalCrew
from pyengine.arena.players import Player
from pyengine.arena.rulebook import Rulebook
from pyengine.arena.schedule import Plan
from pyengine.arena.standings import Standing
from pyengine.arena.tournament import hold
from tests.chromium import started_chromium

TOUR = Path(__file__).parent.parent.parent / "examples" / "tour.ipynb"
HOSTILE = """player('<script>alert(1)</script>'). player('"onload="alert(1)').
initial('<img src=x onerror=alert(1)>').
to_move('<img src=x onerror=alert(1)>', '<script>alert(1)</script>').
move('<img src=x onerror=alert(1)>', '</td><style>*{display:none}</style>', 'end\\e[31m').
terminal('end\\e[31m'). utility('end\\e[31m', 1).
board(_, [['<script>alert(1)</script>', '"&<']]).
"""


def tournament(rules: str | Path, *players: str) -> Standing:
    with LocalCrew(1) as crew:
        return hold(Plan(Rulebook.of(rules), tuple(map(Player.parse, players)), games=2, opening_plies=0), crew)


QUICK = pyengine.Effort(positions=50, games=2, values=1, rounds=1, round_seconds=0.01)
ASKED: dict[str, Callable[[Any], Any]] = {
    "position": lambda game: game.start,
    "next position": lambda game: game.start.play(game.start.moves[0]),
    "result": lambda game: pyengine.solve(game, all_best=True),
    "result in notation": lambda game: game.start.solve(),
    "solution": lambda game: pyengine.retrograde(game),
    "comparison": lambda game: pyengine.compare(game, game, effort=QUICK),
    "tree": lambda game: game.start.tree(depth=2),
}


class Tags(HTMLParser):
    """The tags of HTML, which must be closed, and their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.words: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))
        if tag != "img":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def harmless(bundle: dict[str, str]) -> None:
    """No script, no style sheet, no id, no event: what is shown changes nothing around it."""
    assert "\x1b" not in bundle["text/plain"]
    for tag, attributes in Tags(bundle.get("text/html", "<p></p>")).tags:
        assert tag in ("div", "table", "thead", "tbody", "tr", "th", "td", "pre", "img", "p")
        assert set(attributes) <= {"style", "scope", "src", "alt"}
        if tag == "img":
            kind, _, data = (attributes["src"] or "").partition(",")
            assert kind == "data:image/svg+xml;base64"
            drawn(base64.b64decode(data).decode())
    if "image/svg+xml" in bundle:
        picture = drawn(bundle["image/svg+xml"])
        assert not [each for each in picture.iter() if "id" in each.attrib]
        sheets = "".join(each.text or "" for each in picture.iter() if each.tag.endswith("style"))
        rules = re.sub(r"@media[^{]*", "", sheets)
        assert all("pyengine-" in selector for selector in re.findall(r"([^{}]+)\{[^{}]*:", rules))


def drawn(svg: str) -> Xml.Element:
    picture = Xml.fromstring(svg)
    names = {each.tag.rpartition("}")[2] for each in picture.iter()}
    assert not names & {"script", "foreignObject", "image", "a"}
    assert not [name for each in picture.iter() for name in each.attrib if name.lower().startswith("on")]
    return picture


@pytest.mark.parametrize("ask", ASKED)
def test_values_show_themselves(ask: str) -> None:
    value = ASKED[ask](pyengine.load("tictactoe"))
    bundle = value._repr_mimebundle_()
    assert bundle == pyengine.mimebundle(value)
    assert len(bundle) == 2
    harmless(bundle)


@pytest.mark.parametrize("ask", [ask for ask in ASKED if ask != "solution"])
@pytest.mark.parametrize("players", ["nim_three_players", "tree_three_players"])
def test_games_for_several_show_themselves(ask: str, players: str) -> None:
    harmless(ASKED[ask](pyengine.load(players))._repr_mimebundle_())


@pytest.mark.parametrize("ask", ASKED)
def test_names_from_outside_are_text(ask: str, tmp_path: Path) -> None:
    (tmp_path / "hostile.pl").write_text(HOSTILE)
    harmless(ASKED[ask](pyengine.load(tmp_path / "hostile.pl"))._repr_mimebundle_())


@pytest.mark.parametrize("name", pyengine.games())
def test_every_game_has_a_picture(name: str) -> None:
    bundle = pyengine.mimebundle(pyengine.load(name).start.playout(1, plies=3))
    assert set(bundle) == {"image/svg+xml", "text/plain"}
    harmless(bundle)


def test_a_tournament_shows_its_tables(tmp_path: Path) -> None:
    standing = tournament("hexapawn", "alphabeta:depth=2", "first", "</td><script>=random")
    bundle = standing._repr_mimebundle_()
    harmless(bundle)
    assert "</td><script>" in Tags(bundle["text/html"]).words
    assert "hexapawn: 6 of 6 games played" in bundle["text/plain"]
    assert "nodes/move" in bundle["text/plain"]


def test_what_has_no_picture_is_text() -> None:
    assert pyengine.mimebundle("a\x1b[31m") == {"text/plain": "'a\\x1b[31m'"}


def test_a_board_that_cannot_be_drawn_is_text(tmp_path: Path) -> None:
    path = tmp_path / "odd.pl"
    path.write_text(HOSTILE.replace("initial(", "board_layout(nonsense(1, 2)).\ninitial("))
    assert "text/plain" in pyengine.mimebundle(pyengine.load(path).start)


def test_a_position_that_its_rules_cannot_show_is_named() -> None:
    game = pyengine.load("nim", reasoner="swi")
    start = game.start
    game.close()  # type: ignore[attr-defined]
    assert start._repr_mimebundle_() == {"text/plain": repr(start)}


def test_nothing_of_it_is_imported_before_it_is_shown() -> None:
    code = (
        "import sys, pyengine; p = pyengine.load('nim').start.play('take(1,1)'); p.solve(); str(p)\n"
        "assert not [m for m in sys.modules if m.startswith(('pyengine.notebook', 'pyengine.boards', 'anywidget'))]"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with started_chromium() as started:
        yield started


def test_the_tour_runs_and_is_exported(tmp_path: Path, browser: Browser) -> None:
    """The notebook is run as it is, and what nbconvert makes of it shows its pictures without any server."""
    tour = nbformat.read(TOUR, as_version=4)
    NotebookClient(tour, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = [sorted(output.get("data", ())) for cell in tour.cells for output in cell.get("outputs", ())]
    assert not [output for cell in tour.cells for output in cell.get("outputs", ()) if output.output_type == "error"]
    assert sum("image/svg+xml" in kinds for kinds in shown) >= 4
    assert sum("text/html" in kinds for kinds in shown) >= 7
    assert all("text/plain" in kinds for kinds in shown)
    page_text, _ = HTMLExporter().from_notebook_node(tour)
    (tmp_path / "tour.html").write_text(page_text, encoding="utf-8")
    page = browser.new_page(viewport={"width": 1000, "height": 800}, java_script_enabled=False)
    page.route("http*://**", lambda route: route.abort())
    page.goto((tmp_path / "tour.html").as_uri())
    pictures = page.locator(".jp-OutputArea-output svg, .jp-OutputArea-output img").all()
    assert len(pictures) >= 6
    for picture in pictures:
        box = picture.bounding_box()
        assert box is not None
        assert box["width"] > 50
        assert box["height"] > 20
    identifiers = page.locator(".jp-OutputArea-output [id]").evaluate_all("all => all.map(each => each.id)")
    assert len(identifiers) == len(set(identifiers))
    heading = page.locator("h1").first.evaluate("each => getComputedStyle(each).fontFamily")
    text = page.locator(".jp-OutputArea-output td").first.evaluate("each => getComputedStyle(each).fontFamily")
    assert "Helvetica Neue" not in heading.split(",")[0]
    assert text
    page.close()
