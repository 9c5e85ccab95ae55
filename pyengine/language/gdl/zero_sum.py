"""Whether the goals of two roles always add up to 100, shown by their rules alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pyengine.language.gdl.expressions import Expression, variables_of
from pyengine.language.gdl.rules import Description, GdlRule

_TOTAL = 100


def is_zero_sum(description: Description) -> bool:
    """Tell whether each rule for a goal of one role has its counterpart for the other, under the same conditions."""
    roles = description.roles
    if len(roles) != 2:
        return False
    first, second = (Counter(_worths(description, role)) for role in roles)
    return (
        None not in first
        and None not in second
        and first == Counter((_TOTAL - found[0], found[1]) for found in second.elements() if found is not None)
    )


def _worths(description: Description, role: Expression) -> Iterator[tuple[int, tuple[str, ...]] | None]:
    """Go through the goals of a role as numbers with their conditions; None for one that cannot be told."""
    for rule in description.rules:
        if rule.head.name != "goal":
            continue
        who, worth = rule.head.args
        if not who.is_variable and who != role:
            continue
        if not (worth.name.isascii() and worth.name.isdigit() and len(worth.name) <= 3 and not worth.args):
            yield None
        else:
            yield int(worth.name), _conditions(rule, who, role)


def _conditions(rule: GdlRule, who: Expression, role: Expression) -> tuple[str, ...]:
    """Write the conditions of a rule for one role, so that the same ones are written alike."""
    put = {who.name: role} if who.is_variable else {}
    goals = [_with(goal, put) for goal in rule.body]
    goals = [goal for goal in goals if goal != Expression("role", (role,))]
    names: dict[str, str] = {}
    for goal in goals:
        for variable in variables_of(goal):
            names.setdefault(variable.name, f"?{len(names)}")
    renamed = {old: Expression(new) for old, new in names.items()}
    return tuple(sorted(str(_with(goal, renamed)) for goal in goals))


def _with(expression: Expression, values: dict[str, Expression]) -> Expression:
    if expression.is_variable:
        return values.get(expression.name, expression)
    return Expression(expression.name, tuple(_with(part, values) for part in expression.args))
