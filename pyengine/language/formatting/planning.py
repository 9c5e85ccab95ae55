"""From the term of a sentence to its gaps."""

from __future__ import annotations

from typing import Final

from pyengine.language.formatting.brackets import plan_bracket
from pyengine.language.formatting.gaps import BODY, SENTENCE, Margin, Plan
from pyengine.language.formatting.goals import plan_conjunction, plan_control
from pyengine.language.formatting.operations import plan_operators, plan_prefix
from pyengine.language.formatting.planner import Context, Planner
from pyengine.language.formatting.stretch import Node, Stretch
from pyengine.terms import OperatorTable
from pyengine.terms.characters import SYMBOLS, shape

_NECKS: Final = frozenset({":-", "-->", "=>"})


def plan_sentence(stretch: Stretch, operators: OperatorTable) -> Plan:
    """Plan the gaps of a sentence."""
    planner = Planner(stretch, operators)
    _plan_top(planner, stretch.node(0, stretch.last, stretch.layout))
    while planner.tasks:
        node, context = planner.tasks.pop()
        if node.kind in ("ROUND", "CALL", "LIST", "CURLY"):
            plan_bracket(planner, node, context)
        elif node.kind == "INFIX":
            _plan_infix(planner, node, context)
        elif node.kind == "PREFIX":
            plan_prefix(planner, node, context)
        elif node.kind == "POSTFIX":
            planner.gap(node.mark).space = 0 if stretch.is_touching(node.mark) else 1
            planner.add(node.first, node.mark, node, 0, context.data())
        elif node.kind == "EMPTY":
            planner.gap(node.first + 1).space = 0
        elif node.kind == "RAW":
            for place in range(node.first + 1, node.end):
                planner.gap(place).is_raw = True
    _plan_stop(planner)
    return planner.plan


def _plan_stop(planner: Planner) -> None:
    """A full stop follows at once, unless it would become part of a symbol."""
    stretch = planner.stretch
    before = shape(stretch.text_of(stretch.last - 1)[-1])
    planner.gap(stretch.last).space = int(before in SYMBOLS and not stretch.is_touching(stretch.last))


def _plan_top(planner: Planner, node: Node) -> None:
    stretch = planner.stretch
    name = stretch.text_of(node.mark)
    if node.kind == "INFIX" and name in _NECKS:
        neck, end = node.mark, node.end
        is_broken = stretch.has_line_end(neck + 1, end)
        body = planner.group(0, [(0, end)], is_broken=is_broken)
        planner.gap(neck + 1).group = body
        planner.gap(neck + 1).level = 0
        head = stretch.node(node.first, neck, node.layout.parts[0])
        is_guarded = name == "=>" and planner.is_comma(head)
        planner.tasks.append((head, Context(True, BODY) if is_guarded else Context(False, SENTENCE)))
        planner.add(neck + 1, end, node, 1, Context(True, BODY, outer=None if is_broken else body))
    elif node.kind == "PREFIX" and name in (":-", "?-"):
        planner.gap(node.mark + 1).is_break = stretch.trivia[node.mark + 1].has_line_end
        goal = stretch.node(node.mark + 1, node.end, node.layout.parts[0])
        margin = Margin(goal.first, 0) if planner.is_comma(goal) else SENTENCE
        planner.tasks.append((goal, Context(True, margin)))
    else:
        planner.tasks.append((node, Context(False, SENTENCE)))


def _plan_infix(planner: Planner, node: Node, context: Context) -> None:
    if context.is_goal and planner.is_comma(node):
        plan_conjunction(planner, node, context)
    elif context.is_goal and planner.is_control(node):
        group = planner.group(node.first, [(node.first, node.end - 1)], is_broken=planner.breaks(node.first, node.end))
        plan_control(planner, node, context, group, context.margin.right(-4), 4)
    else:
        plan_operators(planner, node, context)
