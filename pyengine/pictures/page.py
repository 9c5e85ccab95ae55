"""Pages that need nothing but a browser: the picture alone, or one that steps through the search."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from pyengine.errors import SearchError
from pyengine.markup import Element, add, data, element, page_text
from pyengine.pictures.labels import subtitle, title
from pyengine.pictures.narration import NarrationFrame, frames, with_end
from pyengine.pictures.search_tree import SearchTree
from pyengine.pictures.svg import key_elements, svg_element

PLAIN_STYLE: Final = """body { margin: 0; background: #fff; overflow-x: auto; }
svg { display: block; margin: auto; max-width: 100%; height: auto; }
"""
SMALLEST: Final = 0.6
"""How small a picture gets to fit on the screen; a wider one is scrolled."""
BUTTONS: Final = (
    ("first", "« Start", "to the start (Home)"),
    ("back", "‹ Back", "back (left arrow)"),
    ("play", "Play", "play (space)"),
    ("next", "Forward ›", "forward (right arrow)"),
    ("last", "End »", "to the end (End)"),
)


def html(tree: SearchTree, *, windows: bool = False, caption: bool = True) -> str:
    """Put the picture on a page, with all about a node on hover."""
    picture = svg_element(tree, windows=windows, caption=caption)
    picture.set("style", f"min-width: {float(picture.attrib['width']) * SMALLEST:.0f}px")
    return page_text(title(tree), PLAIN_STYLE, [picture])


def step_html(tree: SearchTree) -> str:
    """Make a page that steps through the search, forward and back, by buttons, keys and a slider."""
    told = with_end(frames(tree), tree)
    if not told:
        raise SearchError("the search was stopped before its first step: there is nothing to step through")
    best = [node.number for node in tree.nodes() if node.best]
    search = {"parents": tree.parents(), "best": best, "steps": [_as_json(frame) for frame in told]}
    body = [_header(tree), _picture(tree), _bar(), data("search", search)]
    return page_text(title(tree), _file("stepper.css"), body, _file("stepper.js"))


def _header(tree: SearchTree) -> Element:
    header = element("header")
    add(header, "h1", title(tree))
    add(header, "p", subtitle(tree), id="told")
    add(header, "div", id="legend").extend(key_elements(tree))
    return header


def _picture(tree: SearchTree) -> Element:
    picture = svg_element(tree, windows=True, caption=False)
    picture.set("style", f"min-width: {float(picture.attrib.pop('width')) * SMALLEST:.0f}px")
    del picture.attrib["height"]
    room = element("div", id="picture")
    room.append(picture)
    return room


def _bar() -> Element:
    bar = element("div", id="bar")
    add(bar, "p", id="words", aria_live="polite")
    controls = add(bar, "div", id="controls")
    for name, sign, hint in BUTTONS:
        add(controls, "button", sign, id=name, title=hint)
    add(controls, "input", id="slider", type="range", min="0", value="0", aria_label="step").tail = "\n"
    add(controls, "span", id="count")
    return bar


def _as_json(frame: NarrationFrame) -> dict[str, object]:
    changes = [
        {"node": change.node, "stage": change.stage.value, "value": change.value, "window": change.window}
        for change in frame.changes
    ]
    return {"words": frame.words, "node": frame.node, "changes": changes}


def _file(name: str) -> str:
    return files("pyengine.pictures").joinpath(name).read_text(encoding="utf-8")
