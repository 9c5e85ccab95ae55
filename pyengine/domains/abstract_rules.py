"""The rules run on sets of terms: what can come out of a call, for all terms that may go in.

A call is worked out once for each tuple of sets that go in, to a fix-point where predicates call themselves. What comes
out contains every instance of every answer, so that a goal of which nothing is known changes nothing: what was known of
its variables holds as before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import Final

from pyengine.compiler.normal_form import goals as nf
from pyengine.compiler.normal_form.rules import Rules
from pyengine.compiler.runtime.terms import Functor, functor
from pyengine.compiler.unsupported import UnsupportedError
from pyengine.domains import shapes
from pyengine.domains.abstract_built_ins import certainty, is_known, narrowed, refuted
from pyengine.domains.bindings import Bindings, joined
from pyengine.domains.shapes import ANY, NOTHING, Shape

_MOST_WAYS: Final = 24
"""How many ways through the alternatives of a clause are followed apart."""
_MOST_APART: Final = 128
"""For how many inputs a table is asked one by one."""
_PATIENCE: Final = 3
_SETTLED: Final = 1 << 30
"""What stands for the lowest open call that an answer rests on, where it rests on none."""

Shapes = tuple[Shape, ...]
Answer = Shapes | None
Key = tuple[str, int, Shapes]


class TooLongError(Exception):
    """The rules take more steps to follow than there are."""


@dataclass
class _Entry:
    """A call that is being worked out, or was."""

    answer: Answer = None
    is_open: bool = True
    is_asked: bool = False
    provisional: list[Key] = field(default_factory=list)
    lowest: int = 0


class AbstractRules:
    """Rules in normal form, run on sets of terms.

    `nested` says how many calls of one predicate may be open, each for sets of its own, before these are taken
    together; after so many `steps` TooLongError is raised.
    """

    def __init__(self, rules: Rules, *, nested: int, steps: int, unknown: frozenset[tuple[str, int]]) -> None:
        self._rules = rules
        self._sources = rules.sources
        self._nested = nested
        self._steps = steps
        self._unknown = unknown
        self._entries: dict[Key, _Entry] = {}
        self._open: list[Key] = []
        self._variables: dict[int, tuple[nf.Variable, ...]] = {}

    def call(self, name: str, args: Shapes) -> Answer:
        """Give what the arguments can be when a predicate has succeeded; None where it cannot."""
        if NOTHING in args:
            return None
        predicate = self._predicate(name, len(args))
        if predicate is None:
            return args
        if predicate.is_tabled and (apart := _one_by_one(args)):
            return self._apart(predicate, apart)
        return self._answer(predicate, args)

    def _apart(self, predicate: nf.Predicate, apart: list[Shapes]) -> Answer:
        """Ask a table for each input by itself: what is in it is meant to be worked out once."""
        answer: Answer = None
        for args in apart:
            answer = _either(answer, self._answer(predicate, args), False)
        return answer

    def _answer(self, predicate: nf.Predicate, args: Shapes) -> Answer:
        key = self._key(predicate.name, args)
        entry = self._entries.get(key)
        if entry is None:
            return self._work_out(key, predicate)
        if entry.is_open:
            entry.is_asked = True
            self._depend(entry.lowest)
        elif entry.lowest < len(self._open):
            self._depend(entry.lowest)
        return entry.answer

    def _depend(self, lowest: int) -> None:
        if self._open:
            own = self._entries[self._open[-1]]
            own.lowest = min(own.lowest, lowest)

    def _predicate(self, name: str, arity: int) -> nf.Predicate | None:
        """Give a predicate that can be followed."""
        if (name, arity) in self._unknown:
            return None
        try:
            return self._rules.predicate((name, arity))
        except UnsupportedError:
            return None

    def _key(self, name: str, args: Shapes) -> Key:
        """Give the key of a call; one among many of the same predicate is taken together with the last."""
        same = [key for key in self._open if key[0] == name and len(key[2]) == len(args)]
        if len(same) < self._nested:
            return name, len(args), args
        return name, len(args), tuple(map(shapes.widen, same[-1][2], args))

    def _work_out(self, key: Key, predicate: nf.Predicate) -> Answer:
        entry = self._entries[key] = _Entry(lowest=len(self._open))
        height = len(self._open)
        self._open.append(key)
        rounds = 0
        while True:
            entry.is_asked = False
            for other in entry.provisional:
                self._entries.pop(other, None)
            entry.provisional.clear()
            found = self._clauses(predicate, key[2])
            answer = _either(entry.answer, found, rounds >= _PATIENCE)
            if answer == entry.answer or not entry.is_asked:
                entry.answer = answer
                break
            entry.answer = answer
            rounds += 1
        self._open.pop()
        entry.is_open = False
        if entry.lowest < height and self._open:  # it rests on what is still open: worked out again with that
            above = self._entries[self._open[-1]]
            above.provisional += [key, *entry.provisional]
            above.lowest = min(above.lowest, entry.lowest)
        else:
            for done in (key, *entry.provisional):
                self._entries[done].lowest = _SETTLED
            entry.provisional.clear()
        return entry.answer

    def _clauses(self, predicate: nf.Predicate, args: Shapes) -> Answer:
        answer: Answer = None
        for clause in predicate.clauses:
            env = Bindings()
            certain = _is_certain_head(clause, args)
            given = args
            if all(env.narrow(pattern, shape) for pattern, shape in zip(clause.args, args, strict=True)):
                ways, is_cut = self._body(clause.body, env, certain)
                for way in ways:
                    found = tuple(map(way.shape, clause.args))
                    if NOTHING not in found:
                        answer = _either(answer, found, False)
                if is_cut:
                    break
            excluded = _excluded(clause)
            if excluded is not None:
                place, value = excluded
                args = (*given[:place], shapes.without(given[place], value), *given[place + 1 :])
                if args[place] is NOTHING:
                    break
        return answer

    def _body(self, body: nf.Goal, env: Bindings, certain: bool) -> tuple[list[Bindings], bool]:
        """Run the body of a clause; tell whether a cut in it is sure to be reached."""
        is_cut = False
        ways = [env]
        for goal in body.goals if isinstance(body, nf.Conj) else (body,):
            if isinstance(goal, nf.Cut):
                is_cut = is_cut or certain
            elif certain:
                certain = len(ways) == 1 and self._certainty(goal, ways[0]) is True
            ways = self._each(goal, ways)
            if not ways:
                break
        return ways, is_cut

    def _each(self, goal: nf.Goal, ways: list[Bindings]) -> list[Bindings]:
        found = [after for way in ways for after in self.run(goal, way)]
        if len(found) > _MOST_WAYS:
            return [joined(found, dict.fromkeys(v for way in found for v in (*way.bound, *way.known)))]
        return found

    def run(self, goal: nf.Goal, env: Bindings) -> list[Bindings]:
        """Give the ways in which a goal can succeed; the bindings that go in are used up."""
        self._steps -= 1
        if self._steps < 0:
            raise TooLongError
        match goal:
            case nf.Call():
                return self._call(goal, env)
            case nf.Conj(goals=inner):
                ways = [env]
                for part in inner:
                    ways = self._each(part, ways)
                return ways
            case nf.Or(left=left, right=right):
                return [*self.run(left, env.copy()), *self.run(right, env)]
            case nf.If() | nf.SoftIf():
                return self._if(goal, env)
            case nf.Not(goal=inner):
                sure = self._certainty(inner, env)
                return [] if sure is True else refuted(inner, env)
            case nf.Scope(goal=inner):
                return self.run(inner, env)
            case nf.Findall():
                return self._findall(goal, env)
            case nf.Catch(goal=inner, recovery=recovery):
                return [*self.run(inner, env.copy()), *self.run(recovery, env)]
        return [env]

    def _if(self, goal: nf.If | nf.SoftIf, env: Bindings) -> list[Bindings]:
        sure = self._certainty(goal.condition, env)
        found = []
        if sure is not False:
            found += self._each(goal.then, self.run(goal.condition, env.copy()))
        if sure is not True:
            for way in refuted(goal.condition, env):
                found += self.run(goal.otherwise, way)
        return found

    def _certainty(self, goal: nf.Goal, env: Bindings) -> bool | None:
        """Tell whether a goal is sure to succeed, or to fail; None where neither is known."""
        match goal:
            case nf.Cut():
                return True
            case nf.Conj(goals=inner):
                known = [self._certainty(part, env) for part in inner]
                return all(known) if None not in known else False if False in known[: known.index(None)] else None
            case nf.Not(goal=inner):
                sure = self._certainty(inner, env)
                return None if sure is None else not sure
            case nf.Call():
                return certainty(goal, env)
        return None

    def _call(self, goal: nf.Call, env: Bindings) -> list[Bindings]:
        if goal.name in ("fail", "false"):
            return []
        if goal.name == nf.UNIFY and len(goal.args) == 2:
            return [env] if env.unify(*goal.args) else []
        if not self._is_defined(goal):
            return [env] if narrowed(goal, env) else []
        answer = self.call(goal.name, tuple(map(env.shape, goal.args)))
        if answer is None or not all(map(env.narrow, goal.args, answer)):
            return []
        return [env]

    def _is_defined(self, goal: nf.Call) -> bool:
        """Tell whether a goal is to be followed: one of the file's own, or of the library where that says more."""
        found = goal.name, len(goal.args)
        if self._sources.defines(found) or found in self._unknown:
            return True
        return not is_known(*found) and self._predicate(*found) is not None

    def _findall(self, goal: nf.Findall, env: Bindings) -> list[Bindings]:
        item = NOTHING
        for way in self.run(goal.goal, env.copy()):
            item = item | way.shape(goal.template)
        return [env] if env.narrow(goal.result, _folded(goal.how, item)) else []


def _folded(how: str, item: Shape) -> Shape:
    """Give what the solutions of a goal are folded to."""
    match how:
        case "bag" | "set":
            return shapes.lists(item)
        case "count":
            return shapes.integers((0, None) if item is not NOTHING else frozenset({0}))
        case "max" | "min" if item.integers is not None and not (item.compounds or item.constants or item.is_any):
            return item if item.constants is not None else shapes.NUMBER
        case "sum" if item is NOTHING:
            return shapes.integers(frozenset({0}))
        case "max_witness" | "min_witness" if len(item.compounds) == 1:
            how_many: Functor = functor(how[:3], 2)
            return shapes.compound(how_many, (shapes.NUMBER, item.compounds[0][1][1]))
    return ANY


def _one_by_one(args: Shapes) -> list[Shapes] | None:
    """Give each input of a call by itself, where these are few."""
    known = [shapes.elements(arg) for arg in args if not arg.is_any]
    sizes = [shapes.size(arg) for arg in args if not arg.is_any]
    ways = prod(_MOST_APART + 1 if size is None else size for size in sizes)
    if not known or ways > _MOST_APART or ways == 1:
        return None
    rows = product(*[[shapes.of_value(value) for value in listed or ()] for listed in known])
    return [tuple(arg if arg.is_any else next(given) for arg in args) for given in map(iter, rows)]


def _either(known: Answer, found: Answer, is_late: bool) -> Answer:
    if known is None or found is None:
        return found if known is None else known
    return tuple(map(shapes.widen if is_late else shapes.join, known, found))


def _is_certain_head(clause: nf.NormalClause, args: Shapes) -> bool:
    """Tell whether the head of a clause is sure to match whatever is in some sets."""
    seen = set()
    for pattern, shape in zip(clause.args, args, strict=True):
        if pattern.__class__ is nf.Variable:
            if pattern in seen:
                return False
            seen.add(pattern)
        elif pattern.__class__ is tuple or shapes.single(shape) != pattern:
            return False
    return True


def _excluded(clause: nf.NormalClause) -> tuple[int, nf.Pattern] | None:
    """Tell which constant an argument cannot be in the clauses after one: it was cut there, whatever else came in."""
    goals: Iterator[nf.Goal] = iter(clause.body.goals if isinstance(clause.body, nf.Conj) else (clause.body,))
    if not isinstance(next(goals, None), nf.Cut):
        return None
    variables = [pattern for pattern in clause.args if pattern.__class__ is nf.Variable]
    rest = [(place, pattern) for place, pattern in enumerate(clause.args) if pattern.__class__ is not nf.Variable]
    if len(rest) != 1 or len(set(variables)) < len(variables) or rest[0][1].__class__ is tuple:
        return None
    return rest[0]
