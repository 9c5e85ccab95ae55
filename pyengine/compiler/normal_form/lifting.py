"""Parts of a clause made predicates of their own, so that what is left can be compiled in place.

After this:

- a condition (of if-then-else, negation) is one call, or a conjunction of tests that have no choice of their own;
- a disjunction stands at the end of its clause, unless cuts forbid it;
- what `catch/3` runs is a call.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

from pyengine.compiler.normal_form.goals import (
    TRUE,
    Call,
    Catch,
    Conj,
    Findall,
    Goal,
    If,
    NormalClause,
    Not,
    Or,
    Predicate,
    Scope,
    SoftIf,
    Variable,
    conjunction,
    goal_variables,
    has_cut,
    pattern_variables,
)

TYPE_TESTS: Final = frozenset(
    [
        "var",
        "nonvar",
        "integer",
        "float",
        "number",
        "rational",
        "atom",
        "string",
        "atomic",
        "compound",
        "callable",
        "ground",
        "is_list",
    ]
)
INLINE: Final = frozenset(
    {("=", 2), ("\\=", 2), ("==", 2), ("\\==", 2), ("is", 2), ("true", 0), ("fail", 0)}
    | {(name, 2) for name in ("<", ">", "=<", ">=", "=:=", "=\\=", "@<", "@>", "@=<", "@>=")}
    | {(name, 1) for name in TYPE_TESTS}
)
"""Tests that are compiled in place and leave no choice."""


class Lifting:
    """The parts of one predicate that become predicates of their own."""

    def __init__(self, owner: Predicate, add: Callable[[Predicate], None]) -> None:
        self._owner = owner
        self._add = add
        self._counts: Counter[Variable] = Counter()

    def clause(self, clause: NormalClause) -> NormalClause:
        """Give the clause with its body in the shape described above."""
        if clause.body is TRUE:
            return clause
        self._counts = Counter(v for argument in clause.args for v in pattern_variables(argument))
        self._counts.update(goal_variables(clause.body))
        return NormalClause(clause.args, self._shaped(clause.body, True), clause.place)

    def _shaped(self, goal: Goal, is_last: bool) -> Goal:
        match goal:
            case Conj(goals=goals):
                return self._conjunction(goals, is_last)
            case Or(left=left, right=right):
                if is_last or has_cut(goal):
                    return Or(self._shaped(left, is_last), self._shaped(right, is_last))
                return self._lifted(goal)
            case If(condition=condition, then=then, otherwise=otherwise):
                return If(self._condition(condition), self._shaped(then, is_last), self._shaped(otherwise, is_last))
            case SoftIf(condition=condition, then=then, otherwise=otherwise):
                if is_last or has_cut(goal):
                    choice = condition if isinstance(condition, Call) else self._lifted(condition)
                    return SoftIf(choice, self._shaped(then, is_last), self._shaped(otherwise, is_last))
                return self._lifted(goal)
            case Not(goal=inner):
                return Not(self._condition(inner))
            case Scope(goal=inner):
                return self._lifted(inner)
            case Findall(how=how, template=template, goal=inner, result=result):
                body = self._lifted(inner) if has_cut(inner) else self._shaped(inner, True)
                return Findall(how, template, body, result)
            case Catch(goal=inner, ball=ball, recovery=recovery):
                return Catch(self._lifted(inner), ball, self._lifted(recovery))
        return goal

    def _conjunction(self, goals: tuple[Goal, ...], is_last: bool) -> Goal:
        shaped: list[Goal] = []
        for index, goal in enumerate(goals):
            rest = goals[index + 1 :]
            is_end = is_last and not rest
            if rest and has_cut(goal) and isinstance(goal, Or | SoftIf):
                remaining = Conj(rest)
                if len(rest) > 1 and not has_cut(remaining):
                    rest = (self._lifted(remaining),)
                shaped.append(self._shaped(goal, False))
                return conjunction(*shaped, self._conjunction(rest, is_last))
            shaped.append(self._shaped(goal, is_end))
        return conjunction(*shaped)

    def _condition(self, goal: Goal) -> Goal:
        if isinstance(goal, Call) or _is_inline(goal):
            return goal
        if isinstance(goal, Not):
            return Not(self._condition(goal.goal))
        return self._lifted(goal)

    def _lifted(self, goal: Goal) -> Goal:
        """Make a predicate of a goal; its arguments are the variables that stand elsewhere, too."""
        inside = Counter(goal_variables(goal))
        args = tuple(v for v, count in inside.items() if count != self._counts[v])
        self._owner.auxiliaries += 1
        name = f"{self._owner.name}/{self._owner.arity}-{self._owner.auxiliaries}"
        made = Predicate(name, len(args), (), f"part of {self._owner.origin}")
        lifting = Lifting(made, self._add)
        place = self._owner.clauses[0].place if self._owner.clauses else None
        made.clauses = tuple(lifting.clause(NormalClause(args, branch, place)) for branch in _branches(goal))
        self._add(made)
        return Call(name, args)


def _branches(goal: Goal) -> list[Goal]:
    return [*_branches(goal.left), *_branches(goal.right)] if isinstance(goal, Or) else [goal]


def _is_inline(goal: Goal) -> bool:
    match goal:
        case Call(name=name, args=args):
            return (name, len(args)) in INLINE
        case Conj(goals=goals):
            return all(_is_inline(inner) for inner in goals)
        case Not(goal=inner):
            return _is_inline(inner)
    return False
