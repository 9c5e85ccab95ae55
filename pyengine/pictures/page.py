"""Pages that need nothing but a browser: the picture alone, or one that steps through the search."""

from __future__ import annotations

import json
from html import escape
from importlib.resources import files
from typing import Final
from xml.etree import ElementTree as Xml

from pyengine.errors import SearchError
from pyengine.pictures.stepping import Frame, frames, with_end
from pyengine.pictures.summary import subtitle, title
from pyengine.pictures.svg import key_elements, svg_element
from pyengine.pictures.tree import Tree

PLAIN_STYLE: Final = """body { margin: 0; background: #fff; }
svg { display: block; margin: auto; max-width: 100%; height: auto; }
"""
SMALLEST: Final = 0.6
"""How small a picture gets to fit on the screen; a wider one is scrolled."""


def html(tree: Tree, *, windows: bool = False, caption: bool = True) -> str:
    """Put the picture on a page, with all about a node on hover."""
    drawing = Xml.tostring(svg_element(tree, windows=windows, caption=caption), encoding="unicode")
    return _page(tree, PLAIN_STYLE, drawing)


def step_html(tree: Tree) -> str:
    """Make a page that steps through the search, forward and back, by buttons, keys and a slider."""
    told = with_end(frames(tree), tree)
    if not told:
        raise SearchError("the search was stopped before its first step: there is nothing to step through")
    nodes = tree.nodes()
    parents: list[int | None] = [None] * len(nodes)
    for node in nodes:
        for child in node.children:
            parents[child.number] = node.number
    best = [node.number for node in nodes if node.best]
    search = {"parents": parents, "best": best, "steps": [_as_json(frame) for frame in told]}
    embedded = json.dumps(search, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    picture = svg_element(tree, windows=True, caption=False)
    picture.set("style", f"min-width: {float(picture.attrib.pop('width')) * SMALLEST:.0f}px")
    del picture.attrib["height"]
    drawing = Xml.tostring(picture, encoding="unicode")
    buttons = "".join(
        f'<button id="{name}" title="{hint}">{sign}</button>'
        for name, sign, hint in (
            ("first", "« Start", "to the start (Home)"),
            ("back", "‹ Back", "back (left arrow)"),
            ("play", "Play", "play (space)"),
            ("next", "Forward ›", "forward (right arrow)"),
            ("last", "End »", "to the end (End)"),
        )
    )
    keys = "".join(Xml.tostring(key, encoding="unicode") for key in key_elements(tree))
    body = f"""<header>
<h1>{escape(title(tree))}</h1>
<p id="told">{escape(subtitle(tree))}</p>
<div id="legend">{keys}</div>
</header>
<div id="picture">{drawing}</div>
<div id="bar">
<p id="words" aria-live="polite"></p>
<div id="controls">{buttons}<input id="slider" type="range" min="0" value="0" aria-label="step">
<span id="count"></span></div>
</div>
<script type="application/json" id="search">{embedded}</script>
<script>
{_file("stepper.js")}</script>"""
    return _page(tree, _file("stepper.css"), body)


def _page(tree: Tree, style: str, body: str) -> str:
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<title>{escape(title(tree))}</title>
<style>
{style}</style>
</head>
<body>
{body}
</body>
</html>
"""


def _as_json(frame: Frame) -> dict[str, object]:
    changes = [
        {"node": change.node, "stage": change.stage.value, "value": change.value, "window": change.window}
        for change in frame.changes
    ]
    return {"words": frame.words, "node": frame.node, "changes": changes}


def _file(name: str) -> str:
    return files("pyengine.pictures").joinpath(name).read_text(encoding="utf-8")
