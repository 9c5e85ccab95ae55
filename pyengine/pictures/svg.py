"""A tree as SVG: squares for MAX, circles for MIN, values in the corner."""

from __future__ import annotations

import math
from typing import Final

from pyengine.markup import Element, add, coordinate, element, style, svg_text
from pyengine.pictures.labels import legend, subtitle, title, tooltip, window_text
from pyengine.pictures.layout import (
    CELL,
    LINK_DIP,
    MOVE_PLACE,
    MOVE_TEXT,
    SMALL_TEXT,
    TEXT,
    VALUE_TEXT,
    NodePlace,
    TreeLayout,
    corner_text,
    lay_out,
    more_lines,
    skipped_text,
    text_width,
)
from pyengine.pictures.search_tree import NodeKind, SearchTree, TreeNode

MARGIN: Final = 28.0
FONT: Final = "'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
FILLS: Final = (("#e4eef8", "#1f4f80"), ("#fdf0da", "#8f5410"), ("#e3f3e6", "#23683f"), ("#f2e7f5", "#6b3b80"))
"""Of each player, the colour of the nodes and of their outline; all differ in shape too."""
BEST: Final = "#b3201a"

PLAYERS: Final = "\n".join(
    f".player{number} > .shape {{ fill: {fill}; stroke: {line}; }}" for number, (fill, line) in enumerate(FILLS)
)
STYLE: Final = f"""
text {{ font-family: {FONT}; fill: #1c1c1c; }}
.title {{ font-size: 21px; font-weight: 600; }}
.subtitle {{ font-size: 14px; fill: #555; }}
.legend {{ font-size: 13px; fill: #444; }}
.label {{ font-size: {TEXT}px; text-anchor: middle; }}
.value {{ font-size: {VALUE_TEXT}px; font-weight: 600; text-anchor: end; }}
.middle {{ text-anchor: middle; }}
.cell {{ font-size: {CELL - 2}px; text-anchor: middle; }}
.new {{ font-weight: 700; fill: {BEST}; }}
.grid {{ stroke: #9aa3ad; stroke-width: 0.8; fill: none; }}
.move {{ font-size: {MOVE_TEXT}px; fill: #444; text-anchor: middle; }}
.behind {{ fill: #fff; }}
.small {{ font-size: {SMALL_TEXT}px; fill: #666; }}
.shape {{ stroke-width: 1.6; fill: #fff; stroke: #555; }}
{PLAYERS}
.edge {{ stroke: #8b949e; stroke-width: 1.4; fill: none; }}
.best > .shape {{ stroke-width: 3.2; }}
.best > .value {{ fill: {BEST}; }}
.edge.best {{ stroke: {BEST}; stroke-width: 3.6; }}
.edge.pruned, .pruned > .shape {{ stroke: #8b949e; stroke-dasharray: 5 4; }}
.pruned > .shape {{ fill: #fff; }}
.node.pruned > text, text.pruned {{ fill: #858c94; }}
.cut {{ stroke: #6b7280; stroke-width: 1.8; }}
.edge.more {{ stroke-dasharray: 1 4; stroke-linecap: round; }}
.hit > .shape {{ stroke-dasharray: 1.5 3; stroke-linecap: round; stroke-width: 2.2; }}
.link {{ stroke: #6b7280; stroke-width: 1.3; stroke-dasharray: 1.5 4; stroke-linecap: round; fill: none; }}
"""


def svg(tree: SearchTree, *, windows: bool = False, caption: bool = True) -> str:
    """Draw a tree; `windows` writes alpha and beta at every node, where otherwise they show on hover.

    `caption` puts a title above and a legend below.
    """
    return svg_text(svg_element(tree, windows=windows, caption=caption)) + "\n"


def svg_element(tree: SearchTree, *, windows: bool = False, caption: bool = True) -> Element:
    """Draw a tree as the element of a page."""
    layout = lay_out(tree, windows=windows)
    head = 66.0 if caption else 0.0
    keys = legend(tree) if caption else ()
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
        class_="tree",
    )
    add(drawing, "title", title(tree) + ": " + subtitle(tree))
    drawing.append(style(STYLE))
    add(drawing, "rect", width="100%", height="100%", fill="#fff")
    if caption:
        add(drawing, "text", title(tree), x=MARGIN, y=MARGIN + 18, class_="title")
        add(drawing, "text", subtitle(tree), x=MARGIN, y=MARGIN + 41, class_="subtitle", id="told")
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
    return drawing


def key_elements(tree: SearchTree) -> list[Element]:
    """Draw each sign of the legend by itself, for a page that sets them; the style is that of the drawing beside."""
    found = []
    for key in legend(tree):
        width, height = coordinate(_key_width(key)), "26"
        drawing = element("svg", viewBox=f"0 0 {width} {height}", width=width, height=height)
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
        _line(body, x1, y1, x2, y2, class_=_classes("edge", best, kind), id=f"e{node.number}")
        if node.is_pruned and not above.node.is_pruned:  # the two strokes by which books mark a cut
            at_x, at_y = x1 + 0.3 * (x2 - x1), y1 + 0.3 * (y2 - y1)
            strokes = add(body, "g", id=f"c{node.number}")
            for shift in (-2.5, 2.5):
                _line(strokes, at_x - 5, at_y + shift + 2, at_x + 5, at_y + shift - 2, class_="cut")
    for place in layout.places:
        if place.node.move and place.parent is not None:
            above = layout.places[place.parent]
            x = above.x + MOVE_PLACE * (place.x - above.x)
            y = above.bottom + MOVE_PLACE * (place.top - above.bottom) + 4
            pruned = "pruned" if place.node.is_pruned else ""
            wide = text_width(place.node.move, MOVE_TEXT) + 2
            add(body, "rect", x=x - wide / 2, y=y - 12, width=wide, height=16, class_="behind")
            add(body, "text", place.node.move, x=x, y=y, class_=_classes("move", pruned), id=f"m{place.node.number}")


def _draw_node(body: Element, layout: TreeLayout, place: NodePlace, tree: SearchTree, windows: bool) -> None:
    node, box = place.node, place.box
    player = "" if node.mover is None else f"player{node.mover % len(FILLS)}"
    best = "best" if node.best else ""
    group = add(body, "g", id=f"n{node.number}", class_=_classes("node", player, node.kind.value, best))
    add(group, "title", tooltip(node, tree))
    if node.kind is NodeKind.MORE:
        for row, line in enumerate(more_lines(node)):
            add(group, "text", line, x=place.x, y=place.top + 9 + 14 * row, class_="small", text_anchor="middle")
        return
    group.append(_shape(node.mover, place.x, place.y, box.width, box.height))
    if node.board is not None:
        parent = None if place.parent is None else layout.places[place.parent].node
        _draw_board(group, node, parent, place)
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
    radius = place.box.height / 2
    return radius - math.sqrt(radius**2 - (radius - 9) ** 2) - 5


def _shape(mover: int | None, x: float, y: float, width: float, height: float) -> Element:
    """Make the outline of a player's nodes: square, circle, hexagon, cut corners; wider for a wide text."""
    left, top = x - width / 2, y - height / 2
    turn = None if mover is None else mover % len(FILLS)
    if turn == 1 and abs(width - height) < 1:
        return element("circle", cx=x, cy=y, r=width / 2, class_="shape")
    if turn in (2, 3):
        slant = min(10.0, width / 4)
        rise = height / 2 if turn == 2 else slant
        points = [(left, top + rise), (left + slant, top), (left + width - slant, top), (left + width, top + rise)]
        points += [(left + width, top + height - rise), (left + width - slant, top + height)]
        points += [(left + slant, top + height), (left, top + height - rise)]
        return element(
            "polygon", points=" ".join(f"{coordinate(a)},{coordinate(b)}" for a, b in points), class_="shape"
        )
    radius = height / 2 if turn == 1 else 1.5 if turn == 0 else 8
    return element("rect", x=left, y=top, width=width, height=height, rx=radius, class_="shape")


def _draw_board(group: Element, node: TreeNode, parent: TreeNode | None, place: NodePlace) -> None:
    assert node.board is not None
    rows, columns = len(node.board), max(map(len, node.board))
    left, top = place.x - columns * CELL / 2, place.y - rows * CELL / 2
    lines = [f"M{coordinate(left + c * CELL)} {coordinate(top)}v{coordinate(rows * CELL)}" for c in range(1, columns)]
    lines += [f"M{coordinate(left)} {coordinate(top + r * CELL)}h{coordinate(columns * CELL)}" for r in range(1, rows)]
    add(group, "path", d="".join(lines), class_="grid")
    before = parent.board if parent is not None else None
    for r, row in enumerate(node.board):
        for c, cell in enumerate(row):
            if cell:
                new = before is not None and (r >= len(before) or c >= len(before[r]) or before[r][c] != cell)
                x, y = left + (c + 0.5) * CELL, top + (r + 0.5) * CELL + CELL * 0.3
                add(group, "text", cell, x=x, y=y, class_=_classes("cell", "new" if new else ""))


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
        link = add(body, "path", d=path, class_="link", id=f"l{place.node.number}")
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
        group.append(_shape(int(sign.removeprefix("player")), x + 10, y - 5, 20, 20))
    elif sign == "none":
        group.append(_shape(None, x + 10, y - 5, 20, 20))
    elif sign == "hit":
        group.append(_shape(0, x + 10, y - 5, 20, 20))
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
