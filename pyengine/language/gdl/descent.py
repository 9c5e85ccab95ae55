"""Whether a recursive relation comes to an end by itself: each call goes one step along facts that have no cycle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pyengine.language.gdl.dependencies import Dependencies
from pyengine.language.gdl.expressions import Expression
from pyengine.language.gdl.rules import CONNECTIVES, GdlRule

Step = tuple[int, str, int, int]
"""An argument of the relation, and the relation and its two arguments by which a call changes it."""


def is_acyclic(name: str, definitions: Mapping[str, Sequence[GdlRule]], dependencies: Dependencies) -> bool:
    """Tell whether all calls of a relation by itself, made after a step, go along the same facts without a cycle."""
    group = dependencies.groups[name]
    if sum(1 for other in definitions if dependencies.groups[other] == group) > 1:
        return False
    common: set[Step] | None = None
    for rule in definitions[name]:
        for place, goal in enumerate(rule.body):
            if goal.name == name:
                steps = set(_steps(rule, place, goal, definitions))
                common = steps if common is None else common & steps
            elif goal.name in CONNECTIVES and _asks(goal, name):
                return False
    return any(_has_no_cycle(step, definitions) for step in sorted(common or ()))


def _asks(goal: Expression, name: str) -> bool:
    return any(part.name == name or _asks(part, name) for part in goal.args)


def _steps(rule: GdlRule, place: int, goal: Expression, definitions: Mapping[str, Sequence[GdlRule]]) -> Iterator[Step]:
    """Go through the steps that goals before a call take: relations of facts between an argument before and after."""
    for number, (before, after) in enumerate(zip(rule.head.args, goal.args, strict=True)):
        if not (before.is_variable and after.is_variable):
            continue
        for asked in rule.body[:place]:
            facts = definitions.get(asked.name, ())
            if facts and all(not fact.body for fact in facts):
                for source, left in enumerate(asked.args):
                    for target, right in enumerate(asked.args):
                        if left == before and right == after and source != target:
                            yield number, asked.name, source, target


def _has_no_cycle(step: Step, definitions: Mapping[str, Sequence[GdlRule]]) -> bool:
    _, name, source, target = step
    following: dict[Expression, set[Expression]] = {}
    for fact in definitions[name]:
        following.setdefault(fact.head.args[source], set()).add(fact.head.args[target])
    before = dict.fromkeys(following, 0)
    for items in following.values():
        for item in items:
            before[item] = before.get(item, 0) + 1
    waiting = [item for item, count in before.items() if not count]
    settled = 0
    while waiting:
        settled += 1
        for item in following.get(waiting.pop(), ()):
            before[item] -= 1
            if not before[item]:
                waiting.append(item)
    return settled == len(before)
