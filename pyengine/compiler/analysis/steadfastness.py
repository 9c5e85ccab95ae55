"""Steadfastness: arguments that may as well be unified after a call as before it.

A call `step(S, Source-Target)`, where both variables are new, can let `step` give back the pair and take it apart. That
is the same only if nothing in `step` depends on whether its argument is known: no cut, no test, and no other way to
a solution where the argument had another shape.
"""

from __future__ import annotations

from pyengine.compiler.normal_form import goals as nf
from pyengine.compiler.normal_form.rules import Rules
from pyengine.compiler.runtime.terms import Functor


class Steadfastness:
    """What is known about the arguments of predicates."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._known: dict[tuple[str, int, int, Functor], bool] = {}

    def holds(self, name: str, arity: int, position: int, functor: Functor) -> bool:
        """Tell whether an argument that is a compound term with new variables may be unified after the call."""
        key = (name, arity, position, functor)
        if key not in self._known:
            predicate = self._rules.predicate((name, arity))
            self._known[key] = True  # while it is being looked at
            self._known[key] = predicate is not None and all(
                self._clause(clause, position, functor) for clause in predicate.clauses
            )
        return self._known[key]

    def _clause(self, clause: nf.NormalClause, position: int, functor: Functor) -> bool:
        argument = clause.args[position]
        if argument.__class__ is not nf.Variable:
            same = argument.__class__ is tuple and argument[0] is functor
            return not nf.has_cut(clause.body) if same else clause.body is nf.TRUE
        elsewhere = [v for i, a in enumerate(clause.args) if i != position for v in nf.pattern_variables(a)]
        if argument in elsewhere:
            return clause.body is nf.TRUE
        return not nf.has_cut(clause.body) and self._goal(clause.body, argument, functor, True)

    def _goal(self, goal: nf.Goal, variable: nf.Variable, functor: Functor, is_last: bool) -> bool:
        if variable not in set(nf.goal_variables(goal)):
            return True
        match goal:
            case nf.Call(name="=", args=(left, right)):
                other = right if left == variable else left if right == variable else None
                return other is not None and (is_last or (other.__class__ is tuple and other[0] is functor))
            case nf.Call(name=name, args=args):
                places = [i for i, argument in enumerate(args) if argument == variable]
                count = sum(v == variable for v in nf.goal_variables(goal))
                return len(places) == count == 1 and self.holds(name, len(args), places[0], functor)
            case nf.Conj(goals=goals):
                return all(self._goal(inner, variable, functor, is_last and inner is goals[-1]) for inner in goals)
            case nf.Or(left=left, right=right):
                return self._goal(left, variable, functor, is_last) and self._goal(right, variable, functor, is_last)
            case nf.If(condition=condition, then=then, otherwise=otherwise):
                return (
                    variable not in set(nf.goal_variables(condition))
                    and self._goal(then, variable, functor, is_last)
                    and self._goal(otherwise, variable, functor, is_last)
                )
        return False
