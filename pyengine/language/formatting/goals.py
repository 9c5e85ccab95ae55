"""From conjunctions, disjunctions and if-then-else to gaps."""

from __future__ import annotations

from pyengine.language.formatting.gaps import Group, Margin
from pyengine.language.formatting.planner import ARROWS, BRANCHES, Context, Planner
from pyengine.language.formatting.stretch import Node


def plan_conjunction(planner: Planner, node: Node, context: Context) -> None:
    """Goals stand at one margin, where they do not share a line; one that takes several lines shares none."""
    stretch = planner.stretch
    goals: list[Node] = []
    while planner.is_comma(node):
        left, right = stretch.sides(node)
        goals.append(left)
        node = right
    goals.append(node)
    chain = planner.group(goals[0].first, [], is_broken=False)
    chain.outer = context.outer
    inside = context._replace(is_inner=False, outer=None, level=context.level + 1)
    start, was_tall = goals[0].first, planner.breaks(goals[0].first, goals[0].end)
    for goal in goals[1:]:
        comma, is_tall = goal.first - 1, planner.breaks(goal.first, goal.end)
        planner.gap(comma).space = 0
        gap = planner.gap(goal.first)
        gap.margin, gap.group, gap.level = context.margin, chain, context.level
        gap.is_break = was_tall or is_tall or stretch.has_line_end(comma, goal.first + 1)
        if gap.is_break:
            if not was_tall:
                chain.stretches.append((start, comma))
            start = goal.first
        was_tall = is_tall
    if not was_tall:
        chain.stretches.append((start, goals[-1].end - 1))
    planner.tasks.extend((goal, inside) for goal in goals)


def plan_control(planner: Planner, node: Node, context: Context, group: Group, margin: Margin, width: int) -> None:
    """Plan `Cond -> Then ; Else`: each mark begins a line, at `margin`, and what follows it stands `width` farther."""
    stretch = planner.stretch
    inside = context._replace(is_inner=False, outer=None, level=context.level + 1, margin=margin.right(width))
    while True:
        branch = node
        last = not (node.kind == "INFIX" and stretch.text_of(node.mark) in BRANCHES)
        if not last:
            branch, node = stretch.sides(node)
        _plan_branch(planner, branch, inside, margin, width, None if group.is_broken else group)
        if last:
            break
        _plan_mark(planner, node.first - 1, group, margin, width, context.level)


def _plan_branch(
    planner: Planner, node: Node, inside: Context, margin: Margin, width: int, outer: Group | None
) -> None:
    """A condition that fits on one line with what follows may stay there, if the author had it so."""
    stretch = planner.stretch
    if node.kind == "INFIX" and stretch.text_of(node.mark) in ARROWS:
        is_broken = planner.breaks(node.first, node.end)
        group = planner.group(node.first, [(node.first, node.end - 1)], is_broken=is_broken)
        group.outer = outer
        while node.kind == "INFIX" and stretch.text_of(node.mark) in ARROWS:
            left, right = stretch.sides(node)
            _plan_mark(planner, node.mark, group, margin, width, inside.level)
            planner.tasks.append((left, inside))
            node = right
    planner.tasks.append((node, inside))


def _plan_mark(planner: Planner, mark: int, group: Group, margin: Margin, width: int, level: int) -> None:
    before, after = planner.gap(mark), planner.gap(mark + 1)
    before.group, before.margin, before.level = group, margin, level
    before.comments = after.margin = margin.right(width)
    after.padded, after.pad = group, max(1, width - planner.stretch.widths[mark])
