"""Pages and pictures as elements: the only way in which HTML and SVG are written.

Text and attributes pass `quote_lines`, since XML has no control characters at all, and are escaped when elements are
written. Scripts and styles, where nothing is escaped, are made by functions of their own, from text of ours alone; what
a script works with is given to it as `data`.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable
from typing import Final
from xml.etree import ElementTree as Xml

from pyengine.quoting import quote_lines, script_text

_RAW: Final = ("script", "style")

Element = Xml.Element


def element(tag: str, text: str = "", **attributes: float | str) -> Element:
    """Make an element; an underscore at the end of an attribute's name is left out, others are hyphens.

    >>> svg_text(element("text", "a < b", class_="move", text_anchor="middle", x=1.25))
    '<text class="move" text-anchor="middle" x="1.2">a &lt; b</text>'
    """
    if tag in _RAW or any(name.startswith("on") for name in attributes):
        raise ValueError(f"{tag} with {', '.join(attributes)} would run what it holds")
    named = {name: value if isinstance(value, str) else coordinate(value) for name, value in attributes.items()}
    return _element(tag, quote_lines(text), named)


def add(parent: Element, tag: str, text: str = "", **attributes: float | str) -> Element:
    """Make an element inside another."""
    made = element(tag, text, **attributes)
    parent.append(made)
    return made


def coordinate(number: float) -> str:
    """Write a coordinate or a length shortly."""
    return f"{number:.1f}".removesuffix(".0")


def style(text: str) -> Element:
    """Make the element of a style sheet of ours."""
    return _raw("style", text)


def data(id: str, value: object) -> Element:
    """Make an element that holds a value for a script, as JSON."""
    return _element("script", script_text(value), {"type": "application/json", "id": id})


def _raw(tag: str, text: str) -> Element:
    if "</" in text or "<!--" in text or (tag == "style" and set(text) & set("<&")):
        raise ValueError(f"this text would end its element {tag}")
    return _element(tag, text, {})


def _element(tag: str, text: str, attributes: dict[str, str]) -> Element:
    named = {name.rstrip("_").replace("_", "-"): quote_lines(value) for name, value in attributes.items()}
    made = Xml.Element(tag, named)
    made.text = text or None
    return made


def svg_text(drawing: Element) -> str:
    """Write an element as XML."""
    return Xml.tostring(drawing, encoding="unicode")


def html_text(part: Element) -> str:
    """Write an element as HTML, for a page of somebody else's."""
    return Xml.tostring(part, encoding="unicode", method="html")


def page_text(title: str, sheet: str, body: Iterable[Element], script: str | None = None) -> str:
    """Write a page of its own: it runs the script given here and no other, and fetches nothing."""
    allowed = "'none'" if script is None else f"'sha256-{_digest(script)}'"
    policy = (
        f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    head = element("head")
    add(head, "meta", charset="utf-8")
    head.append(_element("meta", "", {"http_equiv": "Content-Security-Policy", "content": policy}))
    add(head, "meta", name="viewport", content="width=device-width")
    add(head, "link", rel="icon", href="data:,")
    add(head, "title", title)
    head.append(style(f"\n{sheet}"))
    inside = element("body")
    inside.extend(body)
    if script is not None:
        inside.append(_raw("script", script))
    whole = element("html", lang="en")
    whole.extend((head, inside))
    for parent in (whole, head, inside):
        parent.text = "\n"
        for child in parent:
            child.tail = "\n"
    return f"<!DOCTYPE html>\n{Xml.tostring(whole, encoding='unicode', method='html')}\n"


def _digest(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
