"""Predicates for one constant: arguments that recursion hands on as they are, and that are a constant in some call.

`beyond(Run, Step, …) :- …, beyond(Longer, Step, …)` called with `Step` = 7 is a predicate of its own, without that
argument and with 7 wherever `Step` stood. Where recursion goes down a short list that is known, each of its tails is
such a constant: `along([1, 7], …)` calls `along([7], …)`, and both are predicates of their own.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from pyengine.compiler.normal_form import goals as nf
from pyengine.compiler.normal_form.goals import Pattern, Variable
from pyengine.compiler.normal_form.renaming import calls, renamed
from pyengine.compiler.normal_form.rules import Rules
from pyengine.compiler.runtime.terms import CONS, NIL

_MOST: Final = 8
"""How many versions a predicate may have."""


class StaticArguments:
    """The versions of predicates for constants."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._static: dict[tuple[str, int], tuple[tuple[int, ...], tuple[int, ...]]] = {}
        self._made: dict[tuple[str, int, tuple[tuple[int, type, Pattern], ...]], str] = {}
        self._counts: Counter[tuple[str, int]] = Counter()

    def version(self, name: str, args: tuple[Pattern, ...]) -> tuple[str, tuple[Pattern, ...]] | None:
        """Give the version of a predicate for the constants among what is known of its arguments, and the others."""
        if all(value.__class__ is Variable for value in args):
            return None
        static, descending = self._positions(name, len(args))
        known = {i: args[i] for i in static if args[i].__class__ in (int, str)}
        known.update({i: args[i] for i in descending if _is_short_list(args[i])})
        if not known:
            return None
        key = name, len(args), tuple((i, value.__class__, value) for i, value in known.items())
        if key not in self._made:
            if self._counts[key[:2]] >= _MOST:
                return None
            self._counts[key[:2]] += 1
            self._made[key] = self._make(name, len(args), known, self._counts[key[:2]])
        return self._made[key], tuple(argument for i, argument in enumerate(args) if i not in known)

    def _positions(self, name: str, arity: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """List the arguments that a predicate hands on where it calls itself: unchanged, and the tails of lists."""
        found = (name, arity)
        if found not in self._static:
            predicate = self._rules.predicate(found)
            self._static[found] = (), ()
            if predicate is not None and not predicate.is_tabled and predicate.clauses:
                self._static[found] = _handed_on(predicate)
        return self._static[found]

    def _make(self, name: str, arity: int, known: dict[int, Pattern], number: int) -> str:
        predicate = self._rules.predicate((name, arity))
        assert predicate is not None
        made = nf.Predicate(f"{name}/{arity} for {number}", arity - len(known), (), predicate.origin)
        clauses = []
        for clause in predicate.clauses:
            bindings = _joined([_matched(clause.args[i], value) for i, value in known.items()])
            if bindings is None:
                continue
            full = renamed(clause, bindings)
            args = tuple(argument for i, argument in enumerate(full.args) if i not in known)
            clauses.append(nf.NormalClause(args, full.body, clause.place))
        made.clauses = tuple(clauses)
        self._rules.add(made)
        return made.name


def _handed_on(predicate: nf.Predicate) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """List the arguments of which the same holds in every clause and in every call of the predicate in it.

    The first are a variable in the head, and that variable in the calls; the second `[]` or `[Item|Rest]`, and `Rest`.
    """
    own = [
        (clause, call)
        for clause in predicate.clauses
        for call in calls(clause.body)
        if (call.name, len(call.args)) == (predicate.name, predicate.arity)
    ]
    static, descending = [], []
    for position in range(predicate.arity) if own else ():
        heads = [clause.args[position] for clause in predicate.clauses]
        if all(_stands_alone(clause.args, position) for clause in predicate.clauses):
            if all(call.args[position] == clause.args[position] for clause, call in own):
                static.append(position)
        elif all(head is NIL or _is_cell(head) for head in heads) and all(
            _is_cell(clause.args[position]) and call.args[position] == clause.args[position][2] for clause, call in own
        ):
            descending.append(position)
    return tuple(static), tuple(descending)


def _stands_alone(args: tuple[Pattern, ...], position: int) -> bool:
    """Tell whether an argument of a head is a variable that is no other argument, nor part of one."""
    inside = Counter(v for argument in args for v in nf.pattern_variables(argument))
    return args[position].__class__ is Variable and inside[args[position]] == 1


def _is_cell(pattern: Pattern) -> bool:
    """Tell whether a pattern is a list cell of two variables."""
    return (
        pattern.__class__ is tuple
        and pattern[0] is CONS
        and all(part.__class__ is Variable for part in pattern[1:])
        and pattern[1] != pattern[2]
    )


def _is_short_list(value: Pattern) -> bool:
    """Tell whether a value is a list of a few integers and atoms."""
    length = 0
    while value.__class__ is tuple and value[0] is CONS and value[1].__class__ in (int, str):
        value, length = value[2], length + 1
    return value is NIL and length < _MOST


def _joined(bindings: list[dict[Pattern, Pattern] | None]) -> dict[Pattern, Pattern] | None:
    """Join what arguments say of variables; None where one does not match, or a variable would be two values."""
    joined: dict[Pattern, Pattern] = {}
    for binding in bindings:
        if binding is None or any(joined.setdefault(variable, value) != value for variable, value in binding.items()):
            return None
    return joined


def _matched(pattern: Pattern, value: Pattern) -> dict[Pattern, Pattern] | None:
    """Match the argument of a head with a constant: what its variables are, None where it does not match."""
    if pattern.__class__ is Variable:
        return {pattern: value}
    if pattern is NIL or value is NIL:
        return {} if pattern is value else None
    return {pattern[1]: value[1], pattern[2]: value[2]}
