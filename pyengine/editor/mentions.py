"""Where predicates are named: in the heads of their clauses, in goals and closures, and in declarations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from pyengine.language.checking.clauses import Outline, Part, Rule, indicators
from pyengine.language.checking.declarations import DECLARING
from pyengine.language.checking.goals import Goal
from pyengine.language.source import Source
from pyengine.language.vocabulary import Indicator

Role = Literal["definition", "declaration", "call"]
_DECLARING: Final = DECLARING | {"multifile"}


@dataclass(frozen=True, slots=True)
class Mention:
    """One place where a predicate is named; `start` and `end` span the name, `rule` is the clause that it is in."""

    indicator: Indicator
    role: Role
    source: Source
    start: int
    end: int
    rule: Rule | None
    part: Part
    is_grammar: bool = False

    @property
    def is_operator(self) -> bool:
        """Whether it is written as an operator, before, behind or between its arguments."""
        return bool(self.part.layout.parts) and not self.source.text.startswith("(", self.end)


def mentions(outline: Outline, goals: Iterable[tuple[Rule, Goal]]) -> Iterator[Mention]:
    """Go through all places of a program where a predicate is named."""
    for rule in outline.rules:
        if rule.indicator is not None and not rule.is_foreign(outline.module):
            yield _mention(rule.indicator, "definition", rule.head, rule, rule.kind == "grammar")
    for rule, goal in goals:
        if goal.indicator is not None:
            yield _mention(goal.indicator, "call", goal.part, rule, goal.nonterminal)
    for directive in outline.directives:
        for found, part in _declared(directive):
            is_grammar = part.is_call("//", 2)
            named = part.parts()[0] if is_grammar or part.is_call("/", 2) else part
            yield _mention(found, "declaration", named, None, is_grammar)


def _mention(found: Indicator, role: Role, part: Part, rule: Rule | None, is_grammar: bool) -> Mention:
    layout = part.layout
    return Mention(found, role, part.clause.source, layout.name_start, layout.name_end, rule, part, is_grammar)


def _declared(directive: Part) -> list[tuple[Indicator, Part]]:
    """Give the predicates that a directive says something about."""
    arguments = directive.parts()
    if len(arguments) == 1 and any(directive.is_call(name, 1) for name in _DECLARING):
        return indicators(arguments[0])
    if len(arguments) == 2 and (directive.is_call("module", 2) or directive.is_call("use_module", 2)):
        return [
            (found, part) for found, part in indicators(arguments[1]) if part.is_call("/", 2) or part.is_call("//", 2)
        ]
    return []
