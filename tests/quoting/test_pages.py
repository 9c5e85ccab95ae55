"""What rules and names hold is nothing but text on a page, in a picture, a graph, a table and a plot."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as Xml

import pydot
import pytest
from playwright.sync_api import Browser, Page

import pyengine
from pyengine.markup import add, data, element, page_text, style
from pyengine.pictures import draw
from pyengine.plots import written_figure
from pyengine.quoting import csv_text, quote_line, quote_lines
from tests.chromium import started_chromium

from .payloads import EVERYTHING, TEXTS, boards, hostile_rules
from .screen import acting

SVG = "{http://www.w3.org/2000/svg}"
DRAWN = {"svg", "g", "text", "rect", "line", "path", "circle", "polygon", "title", "style"}
PAGED = {
    "html",
    "head",
    "body",
    "meta",
    "link",
    "title",
    "header",
    "h1",
    "p",
    "div",
    "button",
    "input",
    "span",
    "script",
}
NAMED = {
    "xmlns", "viewbox", "width", "height", "role", "class", "id", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r",
    "rx", "d",
    "points", "transform", "fill", "text-anchor", "style", "charset", "http-equiv", "content", "name", "rel",
    "href", "lang",
    "title", "type", "min", "max", "value", "aria-label", "aria-live", "disabled",
    "data-part", "data-cell", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
    "opacity", "pointer-events", "font-size", "font-family",
}  # fmt: skip
"""Attributes that we write."""
ATTRIBUTES = {
    "label", "shape", "style", "fillcolor", "color", "tooltip", "fontname", "penwidth", "fontcolor", "margin",
    "width", "height", "fontsize", "arrowhead", "nodesep", "ranksep",
}  # fmt: skip
GRAPH = {
    "digraph",
    "tree",
    "labelloc",
    "labeljust",
    "t",
    "l",
    "graph",
    "node",
    "edge",
    "filled",
    "none",
    "xlabel",
    "constraint",
}


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    folder = tmp_path_factory.mktemp("<b>&")
    texts = folder / "<img src=x onerror=window.pwned=1>\n\x1b.pl"
    texts.write_text(hostile_rules(TEXTS), encoding="utf-8", newline="")
    cells = folder / "boards.pl"
    cells.write_text(boards(TEXTS), encoding="utf-8", newline="")
    return [pyengine.load(texts, reasoner="python"), pyengine.load(cells, reasoner="python")]


@pytest.fixture(scope="module")
def drawn(games: list[Any]) -> dict[str, list[str]]:
    room: dict[str, Any] = {"nodes": 500, "across": 500, "boards": True}
    return {
        form: [draw(game, format=form, windows=True, **room) for game in games]  # type: ignore[arg-type]
        for form in ("svg", "html", "step", "dot", "json", "text")
    }


def test_pictures_are_well_formed_and_hold_only_what_we_draw(drawn: dict[str, list[str]]) -> None:
    for text in drawn["svg"]:
        assert acting(text) == []
        picture = Xml.fromstring(text.encode())
        assert {each.tag.removeprefix(SVG) for each in picture.iter()} <= DRAWN
        assert {name.lower() for each in picture.iter() for name in each.attrib} <= NAMED
    titles = {each.text or "" for each in Xml.fromstring(drawn["svg"][0]).iter(f"{SVG}title")}
    written = " ".join(titles)
    missing = [text for text in TEXTS if quote_lines(f"at_{text}") not in written]
    assert missing == [], "each text is there as it was"


def test_graphs_have_our_nodes_and_attributes(drawn: dict[str, list[str]]) -> None:
    for text in drawn["dot"]:
        assert acting(text) == []
        outside = re.sub(r'"(?:[^"\\]|\\.)*"', "", text)
        assert set(re.findall(r"[^\s\w=,;]+", outside)) <= {"{", "}", "[", "]", "->", "];", "];}", "0.3", "0.6"} | {"."}
        assert set(re.findall(r"[a-z]\w*", outside)) <= {*ATTRIBUTES, *GRAPH, *re.findall(r"\bn\d+\b", outside)}
    for text in drawn["dot"][1:]:  # its parser is slow
        [graph] = pydot.graph_from_dot_data(text)
        named = {node.get_name() for node in graph.get_nodes()} - {"node", "edge", "graph"}
        assert all(name.strip('"')[1:].isdigit() and name.strip('"')[0] == "n" for name in named)
        attributes = {name for node in graph.get_nodes() for name in node.get_attributes()}
        assert attributes <= ATTRIBUTES


def test_text_and_json_do_not_act(drawn: dict[str, list[str]]) -> None:
    for text in (*drawn["text"], *drawn["json"]):
        assert acting(text) == []
    assert len(json.loads(drawn["json"][0])["nodes"]) == len(TEXTS) + 1
    assert len(drawn["text"][0].splitlines()) == len(TEXTS) + 6, "each node is on one line"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with started_chromium() as started:
        yield started


ELEMENTS = """() => [...document.querySelectorAll("*")].map(
  (each) => [each.localName, [...each.attributes].map((attribute) => attribute.name)])"""


def test_nothing_runs_in_chromium_and_nothing_is_asked_for(
    browser: Browser, drawn: dict[str, list[str]], tmp_path: Path
) -> None:
    page = browser.new_page()
    trouble: list[str] = []
    page.on("console", lambda message: trouble.append(message.text))
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("dialog", lambda dialog: trouble.append(dialog.message))
    page.on("request", lambda request: trouble.append(request.url) if not request.url.startswith("file:") else None)
    page.on("request", lambda request: trouble.append(request.url) if request.url.count("file:///x") else None)
    for form, ending in (("html", "html"), ("step", "html"), ("svg", "svg")):
        for text in drawn[form]:
            file = tmp_path / f"tree.{ending}"
            file.write_text(text, encoding="utf-8")
            page.goto(file.as_uri())
            _require_ours(page, form)
            if form == "step":
                page.keyboard.press("End")
                assert "The search is done" in page.inner_text("#words")
                _require_ours(page, form)
    page.close()
    assert [each for each in trouble if each != "data:,"] == []


def _require_ours(page: Page, form: str) -> None:
    assert page.evaluate("typeof window.pwned") == "undefined"
    found = page.evaluate(ELEMENTS)
    assert {name for name, _ in found} <= (DRAWN if form == "svg" else DRAWN | PAGED)
    assert {attribute.lower() for _, attributes in found for attribute in attributes} <= NAMED
    assert sum(name == "script" for name, _ in found) == {"svg": 0, "html": 0, "step": 2}[form]


def test_a_page_runs_no_script_but_its_own(browser: Browser, tmp_path: Path) -> None:
    """The policy of a page is a second wall: behind it, even a script that got in would not run."""
    text = page_text("t", "p { color: red }", [element("p", "x", id="x")], "window.ours = 1;\n")
    file = tmp_path / "page.html"
    file.write_text(text.replace("</body>", "<script>window.pwned=1</script></body>"), encoding="utf-8")
    page = browser.new_page()
    page.goto(file.as_uri())
    assert page.evaluate("[typeof window.pwned, window.ours]") == ["undefined", 1]
    page.close()


def test_elements_that_would_run_what_they_hold_are_not_made_of_text() -> None:
    for tag, attributes in (("script", {}), ("style", {}), ("p", {"onclick": "x"})):
        with pytest.raises(ValueError, match="would run"):
            element(tag, "x", **attributes)  # type: ignore[arg-type]
    for text in ("a { } </style>", "a<b", "a&b"):
        with pytest.raises(ValueError, match="would end"):
            style(text)
    parent = element("p")
    add(parent, "b", EVERYTHING, title=EVERYTHING)
    assert json.loads(data("x", EVERYTHING).text or "") == EVERYTHING
    assert not set("<>&\u2028") & set(data("x", EVERYTHING).text or "")


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_cells_are_cells_and_no_formulas(delimiter: str) -> None:
    rows = [[text, number, -0.5, None, True] for number, text in enumerate(TEXTS)]
    read = list(csv.reader(io.StringIO(csv_text(["=name", "n", "x", "", "b"], rows), newline="")))
    assert [len(row) for row in read] == [5] * (len(TEXTS) + 1)
    assert read[0][0] == "'=name"
    for row, text in zip(read[1:], TEXTS, strict=True):
        assert row[0] in (quote_line(text), f"'{quote_line(text)}")
        assert row[0][:1] not in tuple("=+-@\t\r＝"), text
        assert row[2] == "-0.5"
    for line in csv_text(["name"], [[text] for text in TEXTS]).splitlines():
        cells = next(csv.reader([line], delimiter=delimiter))
        assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in cells)


@pytest.mark.filterwarnings("ignore:Glyph")
def test_names_in_plots_are_no_formulas(tmp_path: Path) -> None:
    path = tmp_path / "plot.svg"
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(__import__("matplotlib").rcParams, "svg.fonttype", "none")
        with written_figure(path, (8, 8)) as figure:
            axes = figure.subplots()
            shown = [quote_line(text) for text in TEXTS if text.isascii()]
            axes.set_yticks(range(len(shown)), shown)
            axes.set_title(quote_line(EVERYTHING))
    picture = Xml.fromstring(path.read_text(encoding="utf-8"))
    assert "script" not in {each.tag.removeprefix(SVG) for each in picture.iter()}
    written = {each.text for each in picture.iter(f"{SVG}text")}
    assert [text for text in shown if text.strip() and text not in written and "  " not in text] == []
