"""From operators to gaps: those of terms, which keep the author's blanks and lines where these are in order."""

from __future__ import annotations

from typing import Final

from pyengine.language.formatting.gaps import BODY, Margin
from pyengine.language.formatting.planner import Context, Planner
from pyengine.language.formatting.stretch import Node

_COMPARISON: Final = 700
_NEGATION: Final = 900
_CONJUNCTION: Final = 1000


def plan_prefix(planner: Planner, node: Node, context: Context) -> None:
    """Plan a prefix operator: the blank after it is needed where it begins a goal, else it is the author's choice."""
    stretch, name = planner.stretch, planner.stretch.text_of(node.mark)
    operator = planner.operators.prefix.get(name)
    priority = operator.priority if operator else 0
    after = planner.gap(node.mark + 1)
    if priority < _NEGATION and not name[0].isalpha():
        after.space = 0 if stretch.is_touching(node.mark + 1) else 1
    after.margin = context.margin.right(4)
    after.is_break = priority > _CONJUNCTION and stretch.trivia[node.mark + 1].has_line_end
    inner = context._replace(is_inner=True, outer=None) if name == "\\+" else context.data()
    planner.add(node.mark + 1, node.end, node, 0, inner)


def plan_operators(planner: Planner, node: Node, context: Context) -> None:
    """Plan operators of one priority that follow each other, as in `A+B-C`: they keep their lines and blanks."""
    stretch = planner.stretch
    priority = _priority(planner, node)
    first = node.first
    nodes: list[Node] = []
    marks: list[int] = []
    while True:
        left, right = stretch.sides(node)
        marks.append(node.mark)
        if left.kind == "INFIX" and _priority(planner, left) == priority:
            nodes.append(right)
            node = left
        elif right.kind == "INFIX" and _priority(planner, right) == priority:
            nodes.append(left)
            node = right
        else:
            nodes += [left, right]
            break
    marks.sort()
    is_tight = all(stretch.is_touching(mark + 1) for mark in marks if not stretch.has_line_end(mark + 1, mark + 2))
    for mark in marks:
        if stretch.tokens[mark].type == "COMMA":
            _plan_data_comma(planner, mark, Margin(first, 0) if first else BODY, context.level, is_tight)
        else:
            _plan_operator(planner, mark, priority, context, first, marks[0])
    inside = context.data()
    if context.is_goal and stretch.text_of(marks[0]) == ":":
        inside = context._replace(is_inner=True, outer=None)
    planner.tasks.extend((one, inside) for one in nodes)


def _priority(planner: Planner, node: Node) -> int:
    operator = planner.operators.infix.get(planner.stretch.text_of(node.mark))
    return operator.priority if operator else 0


def _plan_data_comma(planner: Planner, mark: int, margin: Margin, level: int, is_tight: bool) -> None:
    planner.gap(mark).space = 0
    after = planner.gap(mark + 1)
    after.space = 0 if is_tight else 1
    after.is_break = planner.stretch.has_line_end(mark, mark + 2)
    after.margin, after.is_soft, after.level = margin, True, level


def _plan_operator(planner: Planner, mark: int, priority: int, context: Context, first: int, leading: int) -> None:
    stretch = planner.stretch
    before, after = planner.gap(mark), planner.gap(mark + 1)
    is_tight = stretch.is_touching(mark) and stretch.is_touching(mark + 1)
    if is_tight and not (context.is_goal and priority >= _COMPARISON):
        before.space = after.space = 0
    ends = stretch.has_line_end(mark, mark + 1), stretch.has_line_end(mark + 1, mark + 2)
    if priority >= _COMPARISON:
        after.margin = context.margin.right(4)
        after.is_break = any(ends)
        after.is_soft, after.level = after.space > 0, context.level
        return
    before.margin = after.margin = Margin(first, 0)
    if mark != leading:
        if ends[0] and stretch.columns[mark] == stretch.columns[leading]:
            before.margin = Margin(leading, 0)
        before.is_soft, before.level = before.space > 0, context.level
    before.is_break = ends[0]
    after.is_break = ends[1] and not ends[0]
