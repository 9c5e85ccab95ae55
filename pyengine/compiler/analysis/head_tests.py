"""Tests that a clause begins with, read as a part of its head.

`step(X, Y, D, …) :- D == north, …` is `step(X, Y, north, …) :- …` where D is known when it is called: so clauses that
say in their bodies what they are for are selected as those that say it in their heads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pyengine.compiler.analysis.argument_shapes import substituted
from pyengine.compiler.analysis.unification import Assigned, State
from pyengine.compiler.normal_form import goals as nf
from pyengine.compiler.procedures import domain
from pyengine.compiler.runtime.terms import Value

_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "=<": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
    "=:=": lambda a, b: a == b,
    "=\\=": lambda a, b: a != b,
}


class HeadTests:
    """Clauses whose first tests are in their heads; the same body is made once, so that it is known again."""

    def __init__(self) -> None:
        self._bodies: dict[tuple[int, tuple[tuple[nf.Variable, type, Value], ...]], tuple[nf.Goal, nf.Goal]] = {}

    def moved(
        self, clause: nf.NormalClause, states: Sequence[State | None]
    ) -> tuple[nf.NormalClause, dict[nf.Variable, nf.Pattern]]:
        """Give a clause with its first tests in its head, and what its variables have become."""
        known = {
            argument: state
            for argument, state in zip(clause.args, states, strict=True)
            if argument.__class__ is nf.Variable and isinstance(state, Assigned) and state.is_clean
        }
        goals = clause.body.goals if isinstance(clause.body, nf.Conj) else (clause.body,)
        values: dict[nf.Variable, nf.Pattern] = {}
        for goal in goals:
            tested = _tested(goal, known)
            if tested is None or tested[0] in values:
                break
            values[tested[0]] = tested[1]
        if not values:
            return clause, values
        args = tuple(nf.substitute(argument, values) for argument in clause.args)
        return nf.NormalClause(args, self._rest(clause.body, goals[len(values) :], values), clause.place), values

    def _rest(self, body: nf.Goal, goals: tuple[nf.Goal, ...], values: dict[nf.Variable, nf.Pattern]) -> nf.Goal:
        key = id(body), tuple((variable, value.__class__, value) for variable, value in values.items())
        if key not in self._bodies:
            rest = nf.conjunction(*[substituted(goal, values) for goal in goals]) if goals else nf.TRUE
            self._bodies[key] = body, rest  # the body is kept, so that no other one gets its number
        return self._bodies[key][1]


def is_refuted(clause: nf.NormalClause, variable: nf.Pattern, value: Value) -> bool:
    """Tell whether the first test of a clause fails where a variable is an integer."""
    goal = clause.body.goals[0] if isinstance(clause.body, nf.Conj) and clause.body.goals else clause.body
    if not isinstance(goal, nf.Call) or goal.name not in _COMPARISONS or value.__class__ is not int:
        return False
    sides = [value if side == variable else side for side in goal.args]
    if not all(side.__class__ is int for side in sides):
        return False
    return not _COMPARISONS[goal.name](*sides)


def _tested(goal: nf.Goal, known: dict[nf.Variable, Assigned]) -> tuple[nf.Variable, Value] | None:
    """Give the variable that a goal compares with a constant, and that."""
    if not isinstance(goal, nf.Call) or goal.name not in (nf.UNIFY, "==", "=:="):
        return None
    for variable, value in (goal.args, goal.args[::-1]):
        if variable.__class__ is not nf.Variable or variable not in known:
            continue
        if value.__class__ is nf.Variable or value.__class__ is tuple:
            continue
        if goal.name != "=:=" or (value.__class__ is int and domain.is_integer(known[variable].type)):
            return variable, value
    return None
