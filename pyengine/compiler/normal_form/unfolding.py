"""Small predicates put in the place of their calls.

A predicate with one clause, without a cut and not calling itself, is as good as its body.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from pyengine.compiler.normal_form.goals import Pattern, RawClause, Variable, pattern_variables, substitute
from pyengine.compiler.runtime.terms import functor

_COMMA: Final = functor(",", 2)
_UNIFY: Final = functor("=", 2)
_LARGEST: Final = 5
"""How many goals the body of an unfolded predicate may have."""
_CONTROL: Final = frozenset({(",", 2), (";", 2), ("->", 2), ("*->", 2), ("\\+", 1), ("|", 2)})


def is_small(clauses: tuple[RawClause, ...], name: str) -> bool:
    """Tell whether the clauses of a predicate can stand in the place of a call."""
    if len(clauses) != 1 or clauses[0].is_matching:
        return False
    body = clauses[0].body
    return body is None or (_size(body) <= _LARGEST and not _has_cut(body) and not _calls(body, name))


def unfolded(clause: RawClause, args: tuple[Pattern, ...], serial: int) -> Pattern:
    """Give the goal that a call of a predicate with this one clause is; its variables get a number of their own."""
    renaming: dict[Variable, Pattern] = {}
    inside = Counter(variable for argument in clause.args for variable in pattern_variables(argument))
    goals: list[Pattern] = []
    for own, given in zip(clause.args, args, strict=True):
        is_plain = own.__class__ is Variable and inside[own] == 1
        if is_plain and given.__class__ is not tuple:
            renaming[own] = given
    for variable in dict.fromkeys((*inside, *pattern_variables(clause.body))):
        renaming.setdefault(variable, Variable(variable.name, serial * 1000 + len(renaming)))
    for own, given in zip(clause.args, args, strict=True):
        if renaming.get(own, own) is not given if own.__class__ is Variable else True:
            goals.append((_UNIFY, substitute(own, renaming), given))
    goal = "true" if clause.body is None else substitute(clause.body, renaming)
    for earlier in reversed(goals):
        goal = (_COMMA, earlier, goal)
    return goal


def _size(body: Pattern) -> int:
    if body.__class__ is tuple and (body[0].name, body[0].arity) in _CONTROL:
        return sum(_size(argument) for argument in body[1:])
    return 1


def _calls(body: Pattern, name: str) -> bool:
    """Tell whether a body may call a predicate of some name."""
    if body.__class__ is tuple:
        return bool(body[0].name == name) or any(_calls(argument, name) for argument in body[1:])
    return bool(body == name)


def _has_cut(body: Pattern) -> bool:
    if body.__class__ is tuple and (body[0].name, body[0].arity) in _CONTROL:
        return any(_has_cut(argument) for argument in body[1:])
    return bool(body == "!") or body.__class__ is Variable
