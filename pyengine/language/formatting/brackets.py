"""From terms in brackets to gaps: goals, arguments, lists and braces."""

from __future__ import annotations

from pyengine.language.formatting.gaps import Margin
from pyengine.language.formatting.goals import plan_conjunction, plan_control
from pyengine.language.formatting.planner import ARROWS, BRANCHES, Context, Planner
from pyengine.language.formatting.stretch import Node, Stretch
from pyengine.language.program import Layout


def plan_bracket(planner: Planner, node: Node, context: Context) -> None:
    """Plan a bracket, and leave what stands in it to be planned."""
    if node.kind == "CALL":
        _plan_call(planner, node, context)
    elif node.kind == "LIST":
        _plan_list(planner, node, context)
    else:
        part = node.layout if node.kind == "ROUND" else node.layout.parts[0]
        _plan_block(planner, node, planner.stretch.node(node.first + 1, node.end - 1, part), context)


def _plan_block(planner: Planner, node: Node, inner: Node, context: Context) -> None:
    """Plan `( Goals )` and `{ Goals }`.

    Over several lines, an if-then-else has its marks under each other, and four columns for each; other goals begin
    beside the bracket, and the last is followed by the closing one unless the author put that on a line of its own.
    """
    stretch = planner.stretch
    opening, close = node.first, node.end - 1
    is_control, is_curly = planner.is_control(inner), node.kind == "CURLY"
    if not (is_control or is_curly or planner.is_comma(inner)):
        _plan_parenthesis(planner, node, inner, context)
        return
    is_broken = stretch.has_line_end(opening + 1, close + 1)
    group = planner.group(opening, [(opening, close)], is_broken=is_broken)
    is_closed_apart, width = _shape_of_block(stretch, opening, close)
    is_direct = context.is_goal and not context.is_inner and not is_curly
    if is_control and (is_direct or _has_arrow(stretch, inner)):
        is_closed_apart, width = True, 4
    is_spaced = context.is_goal or not (stretch.is_touching(opening + 1) and stretch.is_touching(close))
    after, before = planner.gap(opening + 1), planner.gap(close)
    after.space = before.space = int(is_spaced)
    after.margin = before.comments = Margin(opening, width)
    after.padded, after.pad = group, width - 1
    before.margin = Margin(opening, 0)
    before.level = context.level
    if is_closed_apart:
        before.group = group
    else:
        before.padded = group
    inside = Context(context.is_goal or is_broken, Margin(opening, width), context.level + 1)
    if is_control and inside.is_goal:
        plan_control(planner, inner, inside, group, Margin(opening, 0), width)
    elif planner.is_comma(inner) and inside.is_goal:
        plan_conjunction(planner, inner, inside)
    else:
        planner.tasks.append((inner, inside))


def _shape_of_block(stretch: Stretch, opening: int, close: int) -> tuple[bool, int]:
    """Tell whether the author put the closing bracket on a line of its own, and how far goals are from the first."""
    is_closed_apart = stretch.has_line_end(close, close + 1)
    width = 1 + (stretch.blanks(opening + 1) or 0)
    return is_closed_apart, width if width in (2, 4) else 4 if is_closed_apart else 2


def _has_arrow(stretch: Stretch, node: Node) -> bool:
    while node.kind == "INFIX" and stretch.text_of(node.mark) in BRANCHES:
        left, node = stretch.sides(node)
        if left.kind == "INFIX" and stretch.text_of(left.mark) in ARROWS:
            return True
    return node.kind == "INFIX" and stretch.text_of(node.mark) in ARROWS


def _plan_parenthesis(planner: Planner, node: Node, inner: Node, context: Context) -> None:
    """Plan a bracket that only groups; blanks inside it are the author's choice."""
    stretch = planner.stretch
    opening, close = node.first, node.end - 1
    after, before = planner.gap(opening + 1), planner.gap(close)
    is_spaced = not (stretch.is_touching(opening + 1) or stretch.is_touching(close))
    is_spaced = is_spaced and not stretch.trivia[opening + 1].has_line_end and not stretch.trivia[close].has_line_end
    after.space = before.space = int(is_spaced)
    after.margin = before.margin = Margin(opening, 1 + after.space)
    planner.tasks.append((inner, context._replace(margin=after.margin, level=context.level + 1, outer=None)))


def _plan_call(planner: Planner, node: Node, context: Context) -> None:
    opening, close = node.mark, node.end - 1
    commas = planner.stretch.commas(opening + 1, close)
    if len(commas) + 1 != len(node.layout.parts):
        _leave(planner, node)
        return
    planner.gap(opening).space = 0
    margin = _plan_items(planner, opening, close, commas, context, is_tight=False, is_list=False)
    inside = context.data()._replace(margin=margin)
    for part, (first, end) in enumerate(zip([opening, *commas], [*commas, close], strict=True)):
        planner.add(first + 1, end, node, part, inside)


def _plan_list(planner: Planner, node: Node, context: Context) -> None:
    stretch = planner.stretch
    opening, close = node.first, node.end - 1
    commas = stretch.commas(opening + 1, close)
    bar = close
    if commas and stretch.tokens[commas[-1]].type == "BAR":
        bar = commas.pop()
        planner.gap(bar).space = planner.gap(bar + 1).space = 0
    parts = node.layout.parts
    if len(parts) <= len(commas):
        _leave(planner, node)
        return
    is_tight = all(stretch.is_touching(comma + 1) for comma in commas if not stretch.has_line_end(comma + 1, comma + 2))
    margin = _plan_items(planner, opening, close, commas, context, is_tight=is_tight, is_list=True)
    inside = context.data()._replace(margin=margin)
    for part, (first, end) in enumerate(zip([opening, *commas], [*commas, bar], strict=True)):
        planner.add(first + 1, end, node, part, inside)
    if bar < close:
        planner.gap(bar).margin = planner.gap(bar + 1).margin = planner.gap(opening + 1).margin
        _plan_tail(planner, bar + 1, close, parts[len(commas) + 1 :], inside)


def _plan_tail(planner: Planner, first: int, end: int, parts: tuple[Layout, ...], context: Context) -> None:
    """Plan the tail of a list; one that is a list again has its items among those of the whole."""
    stretch = planner.stretch
    token = stretch.tokens[first]
    if token.type == "OPEN_LIST" and parts and parts[0].start > token.start and stretch.partner(first) == end - 1:
        layout = Layout(token.start, stretch.tokens[end - 1].end, token.start, token.end, parts)
        planner.tasks.append((Node("LIST", first, end, first, layout), context))
    elif len(parts) == 1:
        planner.tasks.append((stretch.node(first, end, parts[0]), context))
    elif end - first > 1:
        _leave(planner, Node("RAW", first, end, first, Layout(0, 0, 0, 0)))


def _leave(planner: Planner, node: Node) -> None:
    """Leave a term as it is."""
    planner.tasks.append((node._replace(kind="RAW"), Context(False, Margin(-1, 0))))


def _plan_items(
    planner: Planner, opening: int, close: int, commas: list[int], context: Context, *, is_tight: bool, is_list: bool
) -> Margin:
    """Plan what is around items: they stand under the first, or a step farther in if that is on a line of its own.

    Gives the margin from which brackets in the items step in.
    """
    stretch = planner.stretch
    after, before = planner.gap(opening + 1), planner.gap(close)
    is_hanging = stretch.trivia[opening + 1].has_line_end
    is_closed_apart = stretch.trivia[close].has_line_end
    after.space = before.space = 0
    after.is_break = is_hanging
    before.is_break = is_closed_apart and (is_hanging or is_list)
    if is_hanging:
        items, before.margin = context.margin.right(4), context.margin
    elif is_list and is_closed_apart:
        items, before.margin = Margin(opening, 2), Margin(opening, 0)
        after.space = 1
    else:
        items = before.margin = Margin(opening, 1)
    before.comments = after.margin = items
    for comma in commas:
        gap = planner.gap(comma + 1)
        planner.gap(comma).space = 0
        gap.space = 0 if is_tight else 1
        gap.is_break = stretch.has_line_end(comma, comma + 2)
        gap.margin, gap.is_soft, gap.level = items, True, context.level
    return items if is_hanging else context.margin
