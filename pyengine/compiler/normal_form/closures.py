"""Closures that are known when rules are compiled: applied at once, and carried into the predicates that call them.

`maplist(opponent, Ps, Qs)` becomes a call of a copy of `maplist/3` in which the closure stands where it is called. What
is variable in a closure becomes an argument of the copy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from pyengine.compiler.normal_form.goals import Pattern, RawClause, Variable, pattern_variables, substitute
from pyengine.compiler.normal_form.sources import Sources
from pyengine.compiler.runtime.terms import NIL, cells, extended, functor, to_term
from pyengine.compiler.unsupported import UnsupportedError
from pyengine.language.vocabulary import PREDICATES, Indicator
from pyengine.terms import STANDARD, write_term

_COMMA: Final = functor(",", 2)
_UNIFY: Final = functor("=", 2)
_MOST_COPIES: Final = 2000
_DEEPEST: Final = 40
_LARGEST: Final = 1000
LOCAL: Final = "_Local"
"""The name of variables that stand in a lambda expression only."""


def add_arguments(goal: Pattern, extra: tuple[Pattern, ...]) -> Pattern:
    """Give the goal with more arguments; where only the run knows it, by `call/N`."""
    if goal.__class__ in (str, tuple) or not extra:
        return extended(goal, extra)
    return (functor("call", len(extra) + 1), goal, *extra)


class Closures:
    """The copies of predicates for the closures that they are called with."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._copies: dict[tuple[object, ...], Indicator] = {}
        self._clauses: dict[Indicator, tuple[RawClause, ...]] = {}
        self._origins: dict[Indicator, str] = {}
        self._positions: dict[Indicator, frozenset[int]] = {}
        self._fresh = 0

    def clauses(self, found: Indicator) -> tuple[RawClause, ...] | None:
        """Give the clauses of a predicate, which may be a copy made here."""
        return self._clauses.get(found) or self._sources.clauses(found)

    def origin(self, found: Indicator) -> str:
        """Say what a predicate is called by people."""
        return self._origins.get(found, f"{found[0]}/{found[1]}")

    def positions(self, found: Indicator) -> frozenset[int]:
        """Tell at which arguments a predicate takes closures that it calls."""
        if found not in self._positions:
            self._positions[found] = frozenset()  # while it is being looked at
            clauses = self.clauses(found) or ()
            called: set[int] = set()
            for clause in clauses:
                used = self._called(clause.body) if clause.body is not None else set()
                called.update(i for i, argument in enumerate(clause.args) if argument in used)
            for clause in clauses:
                called -= {i for i, argument in enumerate(clause.args) if argument.__class__ is not Variable}
            self._positions[found] = frozenset(called)
        return self._positions[found]

    def _called(self, body: Pattern) -> set[Variable]:
        """Find the variables that a body calls."""
        if body.__class__ is Variable:
            return {body}
        if body.__class__ is not tuple:
            return set()
        name, args = body[0], body[1:]
        if name.name == "call":
            return self._called(args[0])
        known = PREDICATES.get((name.name, name.arity))
        used: set[Variable] = set()
        if known is not None and known.meta is not None and not self._sources.defines((name.name, name.arity)):
            for letter, argument in zip(known.meta, args, strict=True):
                if letter.isdigit() or letter in "^/":
                    while argument.__class__ is tuple and letter == "^" and argument[0].name == "^":
                        argument = argument[2]
                    used |= self._called(argument)
            return used
        for position in self.positions((name.name, name.arity)):
            used |= self._called(args[position])
        return used

    def specialised(self, goal: Pattern, counts: Mapping[Variable, int]) -> Pattern | None:
        """Give a goal that calls a copy for its closures; None where it has none that is known, or none that is small:
        rules that make ever larger ones of them are not copied for ever.

        `counts` tells how often each variable stands in the clause.
        """
        if goal.__class__ is not tuple:
            return None
        found = (goal[0].name, goal[0].arity)
        known = {i: goal[i + 1] for i in self.positions(found) if _is_closure(goal[i + 1])}
        if not known or not all(map(_is_small, known.values())):
            return None
        skeleton, passed = _skeleton(tuple(known.values()), counts)
        key = (found, tuple(known), skeleton)
        if key not in self._copies:
            self._copies[key] = self._copy(found, dict(zip(known, skeleton, strict=True)), len(passed))
        name, arity = self._copies[key]
        rest = tuple(argument for i, argument in enumerate(goal[1:]) if i not in known)
        return (functor(name, arity), *rest, *passed)

    def _copy(self, found: Indicator, closures: Mapping[int, Pattern], passed: int) -> Indicator:
        if len(self._copies) >= _MOST_COPIES:
            raise UnsupportedError(f"{found[0]}/{found[1]} calls itself with ever larger closures")
        name = f"{found[0]}:{len(self._copies) + 1}"
        copy = (name, found[1] - len(closures) + passed)
        worker = found[0] if self._sources.defines(found) else found[0].rstrip("_")
        self._origins[copy] = f"{worker}/{found[1]} with {', '.join(map(_shown, closures.values()))}"
        parameters = tuple(Variable("_C", i) for i in range(passed))
        clauses = []
        for clause in self.clauses(found) or ():
            bindings = {clause.args[i]: closure for i, closure in closures.items()}
            args = [substitute(argument, bindings) for i, argument in enumerate(clause.args) if i not in closures]
            body = None if clause.body is None else substitute(clause.body, bindings)
            clauses.append(RawClause((*args, *parameters), body, clause.place))
        self._clauses[copy] = tuple(clauses)
        return copy

    def applied(self, closure: Pattern, extra: tuple[Pattern, ...], counts: Mapping[Variable, int]) -> Pattern | None:
        """Give the goal that a closure is with more arguments; None where only the run knows the closure."""
        if closure.__class__ is tuple and closure[0].arity == 2 and closure[0].name in (">>", "/"):
            return self._applied_lambda(closure, extra, counts)
        return add_arguments(closure, extra) if _is_closure(closure) else None

    def _applied_lambda(self, closure: Pattern, extra: tuple[Pattern, ...], counts: Mapping[Variable, int]) -> Pattern:
        """Apply `Free/[X1, ...]>>Body`: its variables are renamed at each call, all but those in Free."""
        free: set[Variable] = set()
        parameters, body = (NIL, closure[2]) if closure[0].name == "/" else closure[1:]
        if closure[0].name == "/":
            raise UnsupportedError("a closure Free/Goal without parameters")
        if parameters.__class__ is tuple and parameters[0] is functor("/", 2):
            if parameters[1] != "{}" and (
                parameters[1].__class__ is not tuple or parameters[1][0] is not functor("{}", 1)
            ):
                raise UnsupportedError(
                    "a lambda expression whose free variables are not written {X, ...}/[Y, ...]>>Goal"
                )
            free = set(pattern_variables(parameters[1]))
            parameters = parameters[2]
        names, end = cells(parameters)
        if end is not NIL:
            raise UnsupportedError("a lambda expression whose parameters are no list")
        if len(names) > len(extra):
            raise UnsupportedError("a lambda expression called with too few arguments")
        inside = Counter(pattern_variables((functor("l", 2), closure[1], closure[2])))
        renaming: dict[Variable, Pattern] = {}
        shared: list[Variable] = []
        for variable, count in inside.items():
            if variable in free:
                continue
            self._fresh += 1
            renaming[variable] = Variable("_F", self._fresh)
            if variable.name != LOCAL and counts.get(variable, 0) != count:
                shared.append(variable)
        goals: list[Pattern] = []
        if shared:
            copy = functor("v", len(shared))
            goals.append(
                (functor("copy_term", 2), (copy, *shared), (copy, *[renaming[variable] for variable in shared]))
            )
        for name, argument in zip(names, extra, strict=False):
            goals.append((_UNIFY, substitute(name, renaming), argument))
        goals.append(add_arguments(substitute(body, renaming), extra[len(names) :]))
        goal = goals[-1]
        for earlier in reversed(goals[:-1]):
            goal = (_COMMA, earlier, goal)
        return (functor("call", 1), goal)  # a cut in the body is local to it


def _is_small(closure: Pattern) -> bool:
    level, count = [closure], 0
    for _ in range(_DEEPEST):
        level = [part for pattern in level if pattern.__class__ is tuple for part in pattern[1:]]
        count += len(level)
        if not level or count > _LARGEST:
            break
    return not level


def _is_closure(closure: Pattern) -> bool:
    return closure.__class__ is str or closure.__class__ is tuple


def _skeleton(
    closures: tuple[Pattern, ...], counts: Mapping[Variable, int]
) -> tuple[tuple[Pattern, ...], tuple[Variable, ...]]:
    """Take the variables out of closures: the closures with numbered ones, and what the numbers stand for.

    Variables that stand nowhere else, in lambda expressions, are not passed.
    """
    inside = Counter(variable for closure in closures for variable in pattern_variables(closure))
    passed: list[Variable] = []
    renaming: dict[Variable, Pattern] = {}
    has_lambda = any(closure.__class__ is tuple and closure[0].name == ">>" for closure in closures)
    for variable, count in inside.items():
        if has_lambda and (counts.get(variable, 0) == count or variable.name == LOCAL):
            renaming[variable] = Variable(LOCAL, len(renaming))
        else:
            renaming[variable] = Variable("_C", len(passed))
            passed.append(variable)
    return tuple(substitute(closure, renaming) for closure in closures), tuple(passed)


def _shown(closure: Pattern) -> str:
    renaming = {variable: Variable("_") for variable in pattern_variables(closure)}
    text = write_term(to_term(substitute(closure, renaming)), STANDARD).replace("_0", "_")
    return text if len(text) <= 60 else f"{text[:60]}…"
