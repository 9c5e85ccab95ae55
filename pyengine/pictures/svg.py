"""A tree as SVG: squares for MAX, circles for MIN, values in the corner."""

from __future__ import annotations

import math
from typing import Final

from pyengine.boards.inside import LIGHT, draw_inside
from pyengine.markup import Element, add, coordinate, element, style, svg_text
from pyengine.pictures.labels import legend, subtitle, title, tooltip, window_text
from pyengine.pictures.layout import (
    LINK_DIP,
    MOVE_HIGH,
    MOVE_TEXT,
    ROUND,
    SMALL_TEXT,
    TEXT,
    VALUE_TEXT,
    NodePlace,
    TreeLayout,
    board_scale,
    corner_text,
    lay_out,
    more_lines,
    skipped_text,
    text_width,
)
from pyengine.pictures.move_places import place_moves
from pyengine.pictures.search_tree import NodeKind, SearchTree, TreeNode

MARGIN: Final = 28.0
FONT: Final = "'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
FILLS: Final = (("#e4eef8", "#1f4f80"), ("#fdf0da", "#8f5410"), ("#e3f3e6", "#23683f"), ("#f2e7f5", "#6b3b80"))
"""Of each player, the colour of the nodes and of their outline; all differ in shape too."""
BEST: Final = "#b3201a"

SCOPE: Final = "pyengine-tree"
"""The class within which the style of a tree holds: a page may have others beside it."""

_PLAYERS: Final = "\n".join(
    f".player{number} > .shape {{ fill: {fill}; stroke: {line}; }}" for number, (fill, line) in enumerate(FILLS)
)
_RULES: Final = f"""
text {{ font-family: {FONT}; fill: #1c1c1c; }}
.title {{ font-size: 21px; font-weight: 600; }}
.subtitle {{ font-size: 14px; fill: #555; }}
.legend {{ font-size: 13px; fill: #444; }}
.label {{ font-size: {TEXT}px; text-anchor: middle; }}
.value {{ font-size: {VALUE_TEXT}px; font-weight: 600; text-anchor: end; }}
.middle {{ text-anchor: middle; }}
.move {{ font-size: {MOVE_TEXT}px; fill: #444; text-anchor: middle; }}
.behind {{ fill: #fff; }}
.small {{ font-size: {SMALL_TEXT}px; fill: #666; }}
.shape {{ stroke-width: 1.6; fill: #fff; stroke: #555; }}
{_PLAYERS}
.edge {{ stroke: #8b949e; stroke-width: 1.4; fill: none; }}
.best > .shape {{ stroke-width: 3.2; }}
.best > .value {{ fill: {BEST}; }}
.edge.best {{ stroke: {BEST}; stroke-width: 3.6; }}
.edge.pruned {{ stroke: #8b949e; stroke-dasharray: 5 4; }}
.pruned > .shape {{ fill: #fff; stroke: #8b949e; stroke-dasharray: 5 4; }}
.node.pruned > text {{ fill: #858c94; }}
text.pruned {{ fill: #858c94; }}
.shape.end {{ stroke-width: 1.2; fill: none; }}
.cut {{ stroke: #6b7280; stroke-width: 1.8; }}
.edge.more {{ stroke-dasharray: 1 4; stroke-linecap: round; }}
.hit > .shape {{ stroke-dasharray: 1.5 3; stroke-linecap: round; stroke-width: 2.2; }}
.link {{ stroke: #6b7280; stroke-width: 1.3; stroke-dasharray: 1.5 4; stroke-linecap: round; fill: none; }}
"""
STYLE: Final = "".join(f".{SCOPE} {rule}\n" for rule in _RULES.split("\n") if rule)


def svg(tree: SearchTree, *, windows: bool = False, caption: bool = True) -> str:
    """Draw a tree; `windows` writes alpha and beta at every node, where otherwise they show on hover.

    `caption` puts a title above and a legend below.
    """
    return svg_text(svg_element(tree, windows=windows, caption=caption)) + "\n"


def svg_element(tree: SearchTree, *, windows: bool = False, caption: bool = True, alone: bool = False) -> Element:
    """Draw a tree as the element of a page.

    Its parts have their names as `data-part`: `n` with the number of a node, `e`, `m`, `l` and `c` for the edge to it,
    the move, the link and the cut. One that stands `alone`, in a document or shadow root of its own, has these as ids
    too, and a style that holds in all of that.
    """
    layout = lay_out(tree, windows=windows)
    head = 66.0 if caption else 0.0
    keys = legend(tree, ends=True) if caption else ()
    rows = _legend_rows(keys, max(layout.width, 560.0))
    told = max(text_width(title(tree), 21), text_width(subtitle(tree), 14)) if caption else 0.0
    keyed = max((sum(_key_width(key) for key in row) for row in rows), default=0.0)
    width = max(layout.width, told, keyed) + 2 * MARGIN
    height = layout.height + head + len(rows) * 30 + (22 if rows else 0) + 2 * MARGIN
    drawing = element(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {coordinate(width)} {coordinate(height)}",
        width=coordinate(width),
        height=coordinate(height),
        role="img",
        class_=f"tree {SCOPE}",
    )
    add(drawing, "title", title(tree) + ": " + subtitle(tree))
    drawing.append(style(_RULES if alone else STYLE))
    add(drawing, "rect", width="100%", height="100%", fill="#fff")
    if caption:
        add(drawing, "text", title(tree), x=MARGIN, y=MARGIN + 18, class_="title")
        add(drawing, "text", subtitle(tree), x=MARGIN, y=MARGIN + 41, class_="subtitle")
    left = max(MARGIN, (width - layout.width) / 2)
    body = add(drawing, "g", transform=f"translate({coordinate(left)} {coordinate(MARGIN + head)})")
    _draw_edges(body, layout)
    for place in layout.places:
        _draw_node(body, layout, place, tree, windows)
    _draw_links(body, layout)
    y = height - MARGIN - 30 * len(rows) + 18
    for row in rows:
        x = MARGIN
        for key in row:
            _draw_key(drawing, key, x, y)
            x += _key_width(key)
        y += 30
    for part in body.iter() if alone else ():
        if "data-part" in part.attrib:
            part.set("id", part.attrib["data-part"])
    return drawing


def key_elements(tree: SearchTree) -> list[Element]:
    """Draw each sign of the legend by itself, for a page that sets them; the style is that of the drawing beside."""
    found = []
    for key in legend(tree, ends=True):
        width, height = coordinate(_key_width(key)), "26"
        drawing = element("svg", viewBox=f"0 0 {width} {height}", width=width, height=height, class_=SCOPE)
        _draw_key(drawing, key, 2, 18)
        found.append(drawing)
    return found


def _draw_edges(body: Element, layout: TreeLayout) -> None:
    # The edges of best play come last, so that they lie above the others.
    for place in sorted(layout.places, key=lambda place: place.node.best):
        if place.parent is None:
            continue
        node, above = place.node, layout.places[place.parent]
        x1, y1, x2, y2 = above.x, above.bottom, place.x, place.top
        kind = "pruned" if node.is_pruned else node.kind.value if node.kind is NodeKind.MORE else ""
        best = "best" if node.best else ""
        _line(body, x1, y1, x2, y2, class_=_classes("edge", best, kind), data_part=f"e{node.number}")
        if node.is_pruned and not above.node.is_pruned:  # the two strokes by which books mark a cut
            at_x, at_y = x1 + 0.3 * (x2 - x1), y1 + 0.3 * (y2 - y1)
            strokes = add(body, "g", data_part=f"c{node.number}")
            for shift in (-2.5, 2.5):
                _line(strokes, at_x - 5, at_y + shift + 2, at_x + 5, at_y + shift - 2, class_="cut")
    for number, (x, y) in place_moves(layout).items():
        node = layout.places[number].node
        pruned = "pruned" if node.is_pruned else ""
        wide = text_width(node.move, MOVE_TEXT) + 2
        add(body, "rect", x=x - wide / 2, y=y - MOVE_HIGH / 2, width=wide, height=MOVE_HIGH, class_="behind")
        add(body, "text", node.move, x=x, y=y + 4, class_=_classes("move", pruned), data_part=f"m{number}")


def _draw_node(body: Element, layout: TreeLayout, place: NodePlace, tree: SearchTree, windows: bool) -> None:
    node, box = place.node, place.box
    player = "" if node.mover is None else f"player{node.mover % len(FILLS)}"
    best = "best" if node.best else ""
    group = add(body, "g", data_part=f"n{node.number}", class_=_classes("node", player, node.kind.value, best))
    add(group, "title", tooltip(node, tree))
    if node.kind is NodeKind.MORE:
        for row, line in enumerate(more_lines(node)):
            add(group, "text", line, x=place.x, y=place.top + 9 + 14 * row, class_="small", text_anchor="middle")
        return
    group.append(_shape(node, place.x, place.y, box.width, box.height))
    if node.kind is NodeKind.FINAL:  # an end has a second line inside the first
        group.append(_shape(node, place.x, place.y, box.width - 7, box.height - 7, "shape end"))
    if node.scene is not None:
        _draw_board(group, node, place)
    elif node.label:
        add(group, "text", node.label, x=place.x, y=place.y + TEXT * 0.35, class_="label")
    if node.label:
        corner = place.x - box.width / 2 + _inset(place)
        add(group, "text", corner_text(node), x=corner, y=place.top + 9, class_="value")
    else:
        add(group, "text", corner_text(node), x=place.x, y=place.y + 5, class_="value middle")
    beside = place.x + box.width / 2 + 5
    if skipped_text(node):
        add(group, "text", skipped_text(node), x=beside, y=place.y + 12, class_="small skipped")
    if windows:
        window = "" if node.entered is None else window_text(node.entered)
        if node.kind is NodeKind.INNER:  # there are edges below
            add(group, "text", window, x=beside, y=place.y - 4, class_="small window")
        else:
            add(group, "text", window, x=place.x, y=place.bottom + 15, class_="small window", text_anchor="middle")


def _inset(place: NodePlace) -> float:
    """Tell how far the value can move into the corner: a round outline leaves room there."""
    if place.node.mover != 1:
        return -4
    radius = place.box.height / 2 if place.node.scene is None else min(ROUND, place.box.height / 2)
    return radius - math.sqrt(radius**2 - (radius - 9) ** 2) - 5


def _shape(node: TreeNode, x: float, y: float, width: float, height: float, kind: str = "shape") -> Element:
    """Make the outline of a node: that of its mover, but for boards, which no circle has room for."""
    if node.scene is not None and node.mover is not None and node.mover % len(FILLS) == 1:
        radius = min(ROUND, width / 2, height / 2)
        return element("rect", x=x - width / 2, y=y - height / 2, width=width, height=height, rx=radius, class_=kind)
    return _outline(node.mover, x, y, width, height, kind)


def _outline(mover: int | None, x: float, y: float, width: float, height: float, kind: str = "shape") -> Element:
    """Make the outline of a player's nodes: square, circle, hexagon, cut corners; wider for a wide text."""
    left, top = x - width / 2, y - height / 2
    turn = None if mover is None else mover % len(FILLS)
    if turn == 1 and abs(width - height) < 1:
        return element("circle", cx=x, cy=y, r=width / 2, class_=kind)
    if turn in (2, 3):
        slant = min(10.0, width / 4)
        rise = height / 2 if turn == 2 else slant
        points = [(left, top + rise), (left + slant, top), (left + width - slant, top), (left + width, top + rise)]
        points += [(left + width, top + height - rise), (left + width - slant, top + height)]
        points += [(left + slant, top + height), (left, top + height - rise)]
        return element("polygon", points=" ".join(f"{coordinate(a)},{coordinate(b)}" for a, b in points), class_=kind)
    radius = height / 2 if turn == 1 else 1.5 if turn == 0 else 8
    return element("rect", x=left, y=top, width=width, height=height, rx=radius, class_=kind)


def _draw_board(group: Element, node: TreeNode, place: NodePlace) -> None:
    """Draw the board inside a node, with what the move before has changed."""
    assert node.scene is not None
    scale = board_scale(node.scene)
    left, top = place.x - node.scene.width * scale / 2, place.y - node.scene.height * scale / 2
    shift = f"translate({coordinate(left)} {coordinate(top)}) scale({scale:.4g})"
    inside = add(group, "g", class_="board", transform=shift)
    draw_inside(inside, node.scene, LIGHT, node.changed)


def _draw_links(body: Element, layout: TreeLayout) -> None:
    for place in layout.places:
        if place.node.same_as is None:
            continue
        origin = layout.places[place.node.same_as]
        x1, y1 = place.x, place.bottom
        x2, y2 = origin.x, origin.bottom
        dip = max(y1, y2) + 24 + abs(x1 - x2) * LINK_DIP
        points = ((x1, y1), (x1, dip), (x2, dip), (x2, y2))
        start, down, along, end = (f"{coordinate(x)} {coordinate(y)}" for x, y in points)
        path = f"M{start}C{down} {along} {end}"
        link = add(body, "path", d=path, class_="link", data_part=f"l{place.node.number}")
        add(link, "title", f"{place.node.text}: the table has the value of {origin.node.text}")


def _legend_rows(keys: tuple[tuple[str, str], ...], width: float) -> list[list[tuple[str, str]]]:
    rows: list[list[tuple[str, str]]] = []
    used = width
    for key in keys:
        if used + _key_width(key) > width:
            rows.append([])
            used = 0.0
        rows[-1].append(key)
        used += _key_width(key)
    return rows


def _key_width(key: tuple[str, str]) -> float:
    return 42 + text_width(key[1], 13)


def _draw_key(drawing: Element, key: tuple[str, str], x: float, y: float) -> None:
    """Draw a sign of the legend, and say what it means."""
    sign, meaning = key
    group = add(drawing, "g", class_=_classes("key", sign))
    if sign.startswith("player"):
        group.append(_outline(int(sign.removeprefix("player")), x + 10, y - 5, 20, 20))
    elif sign == "over":
        group.append(_outline(None, x + 10, y - 5, 20, 20))
        group.append(_outline(None, x + 10, y - 5, 13, 13, "shape end"))
    elif sign == "hit":
        group.append(_outline(0, x + 10, y - 5, 20, 20))
    elif sign in ("estimate", "cutoff"):
        add(group, "text", "≈" if sign == "estimate" else "✂", x=x + 10, y=y, class_="value", text_anchor="middle")
    elif sign == "bound":
        add(group, "text", "≥ ≤", x=x + 22, y=y, class_="value")
    else:
        _line(group, x, y - 5, x + 22, y - 5, class_=_classes("edge", sign))
    add(group, "text", meaning, x=x + 28, y=y, class_="legend")


def _line(parent: Element, x1: float, y1: float, x2: float, y2: float, **attributes: str) -> None:
    add(parent, "line", "", x1=x1, y1=y1, x2=x2, y2=y2, **attributes)


def _classes(*names: str) -> str:
    return " ".join(name for name in names if name)
