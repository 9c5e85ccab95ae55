"""The order of the goals of a body: as they were written, but what asks for values comes after what gives them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pyengine.language.gdl.expressions import Expression
from pyengine.language.gdl.rules import bound_by, needed_by


def ordered(goals: Sequence[Expression], bound: Iterable[str]) -> list[Expression]:
    """Put `not`, `distinct`, and each `or` with such in it, after what binds their variables.

    >>> from pyengine.language.gdl.expressions import read_expressions
    >>> [rule] = read_expressions("(<= (p ?x) (distinct ?x a) (q ?x))")
    >>> [str(goal) for goal in ordered(rule.args[1:], ())]
    ['(q ?x)', '(distinct ?x a)']
    """
    known = set(bound)
    waiting = list(goals)
    found: list[Expression] = []
    while waiting:
        ready = next((goal for goal in waiting if _is_ready(goal, known)), waiting[0])
        waiting.remove(ready)
        found.append(ready)
        known |= bound_by([ready])
    return found


def _is_ready(goal: Expression, known: set[str]) -> bool:
    if goal.name == "or":
        return all(needed_by(part) - bound_by([part]) <= known for part in goal.args)
    return needed_by(goal) <= known
