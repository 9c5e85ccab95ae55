"""What planning one sentence needs to know, and what is still to be planned."""

from __future__ import annotations

from typing import Final, NamedTuple

from pyengine.language.formatting.gaps import Gap, Group, Margin, Plan
from pyengine.language.formatting.stretch import Node, Stretch
from pyengine.terms import OperatorTable

ARROWS: Final = frozenset({"->", "*->"})
BRANCHES: Final = frozenset({";", "|"})


class Context(NamedTuple):
    """Where a term stands: as a goal or as data, at which margin, how deep, and in what that ends lines."""

    is_goal: bool
    margin: Margin
    level: int = 0
    is_inner: bool = False
    outer: Group | None = None

    def data(self) -> Context:
        """Give the context of what is in a term that is no control structure."""
        return Context(False, self.margin, self.level + 1)


Task = tuple[Node, Context]


class Planner:
    """Plans one sentence. What is still to be planned waits in a list, so that nesting never recurses."""

    def __init__(self, stretch: Stretch, operators: OperatorTable) -> None:
        self.stretch = stretch
        self.operators = operators
        self.plan = Plan([Gap() for _ in stretch.tokens])
        self.tasks: list[Task] = []

    def gap(self, place: int) -> Gap:
        """Give the gap before a token."""
        return self.plan.gaps[place]

    def add(self, first: int, end: int, node: Node, part: int, context: Context) -> None:
        """Leave an argument to be planned later."""
        self.tasks.append((self.stretch.node(first, end, node.layout.parts[part]), context))

    def group(self, first: int, stretches: list[tuple[int, int]], *, is_broken: bool) -> Group:
        """Make a group of gaps."""
        return self.plan.add(Group(first, stretches, is_broken))

    def breaks(self, first: int, end: int) -> bool:
        """Tell whether the author ended a line within the tokens from `first` up to `end`."""
        return self.stretch.has_line_end(first + 1, end)

    def is_comma(self, node: Node) -> bool:
        """Tell whether a node is a conjunction."""
        return node.kind == "INFIX" and self.stretch.tokens[node.mark].type == "COMMA"

    def is_control(self, node: Node) -> bool:
        """Tell whether a node is a disjunction or an if-then."""
        return node.kind == "INFIX" and self.stretch.text_of(node.mark) in ARROWS | BRANCHES
