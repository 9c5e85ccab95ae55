"""The values that an argument of a predicate can have, as far as its clauses say so, and what a draw is among them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import isfinite, isnan
from typing import TYPE_CHECKING, Final

from pyengine.terms import Atom, Compound, List, Number, Term, Var

if TYPE_CHECKING:
    from pyengine.language.program import Clause, Program
    from pyengine.language.vocabulary import Indicator

ValueSet = frozenset[Number]

_NOTHING: Final[ValueSet] = frozenset()
_MOST_STEPS: Final = 100_000
"""Clauses and goals that are looked at: what takes more counts as unknown, and so does what is deeper."""
_DEEPEST: Final = 100


def draw_among(values: Iterable[Number]) -> Number | None:
    """Give what a draw is worth in a game that has these values, None where they do not tell.

    Of values on both sides of 0 it is 0, and so it is of a single one. Otherwise two are a win and a loss, with no draw
    between them, and of three at even distances that in the middle is the draw.

    >>> draw_among({-1, 0, 1}), draw_among({0, 1}), draw_among({0, 1, 2}), draw_among({1, 4, 5, 6})
    (0, Fraction(1, 2), 1, None)
    """
    known = sorted(values)
    if len(known) < 2 or known[0] < 0 < known[-1]:
        return 0
    if len(known) not in (2, 3) or any(isinstance(value, float) and not isfinite(value) for value in known):
        return None
    middle = (Fraction(known[0]) + Fraction(known[-1])) / 2
    return known[1] if known[1] == middle else middle if len(known) == 2 else None


def value_set(program: Program, found: Indicator, place: int) -> ValueSet | None:
    """Give all that an argument of a predicate can be, None where its clauses do not say: it may be computed.

    Numbers in heads count, those in bodies that `=` or `is` gives it, and what other clauses of the file do.
    """
    from pyengine.language.contract import defined

    return _Reader(defined(program)).argument(found, place, 0)


class _Reader:
    def __init__(self, clauses: Mapping[Indicator, list[Clause]]) -> None:
        self._clauses = clauses
        self._asked: set[tuple[Indicator, int]] = set()
        self._steps = 0

    def argument(self, found: Indicator, place: int, depth: int) -> ValueSet | None:
        """Give the values of an argument of a predicate of the file."""
        from pyengine.language.checking.clauses import rule_of

        if depth > _DEEPEST or (found, place) in self._asked or found not in self._clauses:
            return None
        self._asked.add((found, place))  # whoever asks again is in a recursion, or could have been told
        values: set[Number] = set()
        for clause in self._clauses[found]:
            rule = rule_of(clause)
            head = rule.head.term
            if rule.kind == "grammar" or not isinstance(head, Compound):
                return None
            body = None if rule.body is None else rule.body.term
            more = self._given(head.args[place], body, depth)
            if more is None:
                return None
            values |= more
        self._asked.discard((found, place))
        return frozenset(values)

    def _given(self, term: Term, body: Term | None, depth: int) -> ValueSet | None:
        self._steps += 1
        if self._steps > _MOST_STEPS:
            return None
        if _is_number(term):
            return frozenset({term})  # type: ignore[arg-type]
        return self._bound(term, body, depth + 1) if isinstance(term, Var) and body is not None else None

    def _bound(self, variable: Var, goal: Term, depth: int) -> ValueSet | None:
        """Give what a goal can make of a variable, None where it does not say."""
        while isinstance(goal, Compound) and len(goal.args) == 2 and goal.name in (",", "->", "*->"):
            first = self._bound(variable, goal.args[0], depth + 1)
            if first is not None:
                return first
            goal = goal.args[1]  # not one call inside the other: a body may be long
        self._steps += 1
        if self._steps > _MOST_STEPS or depth > _DEEPEST or not isinstance(goal, Compound):
            return _NOTHING if goal in (Atom("fail"), Atom("false")) else None
        match goal.name, goal.args:
            case ";" | "|", (left, right):
                first = self._bound(variable, left, depth + 1)
                second = None if first is None else self._bound(variable, right, depth + 1)
                return None if first is None or second is None else first | second
            case ("once", (inner,)):
                return self._bound(variable, inner, depth + 1)
            case "=" | "is", (left, right):
                other = right if left == variable else left
                return frozenset({other}) if variable in (left, right) and _is_number(other) else None  # type: ignore[arg-type]
            case "member" | "memberchk", (item, List(items=items, is_proper=True)) if item == variable:
                return frozenset(items) if all(map(_is_number, items)) else None  # type: ignore[arg-type]
        places = [place for place, argument in enumerate(goal.args) if argument == variable]
        return self.argument((goal.name, len(goal.args)), places[0], depth + 1) if places else None


def _is_number(term: Term) -> bool:
    return isinstance(term, int | float | Fraction) and not (isinstance(term, float) and isnan(term))
