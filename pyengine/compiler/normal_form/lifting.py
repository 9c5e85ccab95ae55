"""Parts of a clause made predicates of their own, so that what is left can be compiled in place.

After this:

- a condition (of if-then-else, negation) is one call, or a conjunction of tests that have no choice of their own;
- a disjunction stands at the end of its clause, unless cuts forbid it;
- what `catch/3` runs is a call.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable
from typing import Final

from pyengine.compiler.builtins.inspection import TESTS
from pyengine.compiler.normal_form import goals as nf
from pyengine.compiler.techniques import techniques

TYPE_TESTS: Final = frozenset({*TESTS, "ground", "is_list"})
INLINE: Final = frozenset(
    {("=", 2), ("\\=", 2), ("==", 2), ("\\==", 2), ("is", 2), ("true", 0), ("fail", 0)}
    | {(name, 2) for name in ("<", ">", "=<", ">=", "=:=", "=\\=", "@<", "@>", "@=<", "@>=")}
    | {(name, 1) for name in TYPE_TESTS}
)
"""Tests that are compiled in place and leave no choice."""


_MOST_COPIES: Final = 2
"""How many alternatives are each followed by a copy of what comes after them."""
_LONGEST_COPY: Final = 8
"""How many goals that may have."""


class Lifting:
    """The parts of one predicate that become predicates of their own."""

    def __init__(self, owner: nf.Predicate, add: Callable[[nf.Predicate], None]) -> None:
        self._owner = owner
        self._add = add
        self._counts: Counter[nf.Variable] = Counter()

    def clause(self, clause: nf.NormalClause) -> nf.NormalClause:
        """Give the clause with its body in the shape described above."""
        if clause.body is nf.TRUE:
            return clause
        self._counts = Counter(v for argument in clause.args for v in nf.pattern_variables(argument))
        self._counts.update(nf.goal_variables(clause.body))
        return nf.NormalClause(clause.args, self._shaped(clause.body, True), clause.place)

    def _shaped(self, goal: nf.Goal, is_last: bool) -> nf.Goal:
        match goal:
            case nf.Conj(goals=goals):
                return self._conjunction(goals, is_last)
            case nf.Or(left=left, right=right):
                if is_last or nf.has_cut(goal):
                    return nf.Or(self._shaped(left, is_last), self._shaped(right, is_last))
                return self._lifted(goal)
            case nf.If(condition=condition, then=then, otherwise=otherwise):
                return nf.If(self._condition(condition), self._shaped(then, is_last), self._shaped(otherwise, is_last))
            case nf.SoftIf(condition=condition, then=then, otherwise=otherwise):
                if is_last or nf.has_cut(goal):
                    choice = condition if isinstance(condition, nf.Call) else self._lifted(condition)
                    return nf.SoftIf(choice, self._shaped(then, is_last), self._shaped(otherwise, is_last))
                return self._lifted(goal)
            case nf.Not(goal=inner):
                return nf.Not(self._condition(inner))
            case nf.Scope(goal=inner):
                return self._lifted(inner)
            case nf.Findall(how=how, template=template, goal=inner, result=result):
                body = self._lifted(inner) if nf.has_cut(inner) else self._shaped(inner, True)
                return nf.Findall(how, template, body, result)
            case nf.Catch(goal=inner, ball=ball, recovery=recovery):
                return nf.Catch(self._lifted(inner), ball, self._lifted(recovery))
        return goal

    def _conjunction(self, goals: tuple[nf.Goal, ...], is_last: bool) -> nf.Goal:
        shaped: list[nf.Goal] = []
        for index, goal in enumerate(goals):
            rest = goals[index + 1 :]
            is_end = is_last and not rest
            if rest and nf.has_cut(goal) and isinstance(goal, nf.Or | nf.SoftIf):
                remaining = nf.Conj(rest)
                if len(rest) > 1 and not nf.has_cut(remaining):
                    rest = (self._lifted(remaining),)
                shaped.append(self._shaped(goal, False))
                return nf.conjunction(*shaped, self._conjunction(rest, is_last))
            if isinstance(goal, nf.Or) and _is_short(rest) and len(_branches(goal)) <= _MOST_COPIES:
                branches = [self._shaped(branch, False) for branch in _branches(goal)]
                shaped.append(functools.reduce(lambda right, left: nf.Or(left, right), reversed(branches)))
                continue
            shaped.append(self._shaped(goal, is_end))
        return nf.conjunction(*shaped)

    def _condition(self, goal: nf.Goal) -> nf.Goal:
        if isinstance(goal, nf.Call) or _is_inline(goal):
            return goal
        if isinstance(goal, nf.Not):
            return nf.Not(self._condition(goal.goal))
        return self._lifted(goal)

    def _lifted(self, goal: nf.Goal) -> nf.Goal:
        """Make a predicate of a goal; its arguments are the variables that stand elsewhere, too."""
        inside = Counter(nf.goal_variables(goal))
        args = tuple(v for v, count in inside.items() if count != self._counts[v])
        self._owner.auxiliaries += 1
        name = f"{self._owner.name}/{self._owner.arity}-{self._owner.auxiliaries}"
        made = nf.Predicate(name, len(args), (), f"part of {self._owner.origin}")
        lifting = Lifting(made, self._add)
        place = self._owner.clauses[0].place if self._owner.clauses else None
        made.clauses = tuple(lifting.clause(nf.NormalClause(args, branch, place)) for branch in _branches(goal))
        self._add(made)
        return nf.Call(name, args)


def _is_short(rest: tuple[nf.Goal, ...]) -> bool:
    """Tell whether what follows alternatives may be written for each of them: a few calls."""
    return 0 < len(rest) <= _LONGEST_COPY and techniques().splits and all(isinstance(goal, nf.Call) for goal in rest)


def _branches(goal: nf.Goal) -> list[nf.Goal]:
    return [*_branches(goal.left), *_branches(goal.right)] if isinstance(goal, nf.Or) else [goal]


def _is_inline(goal: nf.Goal) -> bool:
    match goal:
        case nf.Call(name=name, args=args):
            return (name, len(args)) in INLINE
        case nf.Conj(goals=goals):
            return all(_is_inline(inner) for inner in goals)
        case nf.Not(goal=inner):
            return _is_inline(inner)
    return False
