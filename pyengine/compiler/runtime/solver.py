"""Goals that only the run knows: control is interpreted, everything else is called as it was compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from pyengine.compiler.runtime.errors import error, instantiation_error, type_error, unknown_procedure
from pyengine.compiler.runtime.terms import NIL, Value, Var, extended, functor
from pyengine.compiler.runtime.unify import Trail, deref, resolve, undo, unify
from pyengine.language.vocabulary import PREDICATES

Predicate = Callable[..., Iterator[object]]
"""A predicate with all arguments `a`, as a generator that takes the trail last."""


class Solver:
    """Calls goals; `find` gives any predicate that rules may call, None where there is none."""

    def __init__(self, find: Callable[[str, int], Predicate | None]) -> None:
        self._find = find

    def solve(self, goal: Value, trail: Trail, *extra: Value) -> Iterator[object]:
        """Go through the solutions of a goal with more arguments; a cut in it is local."""
        goal = with_arguments(goal, extra)
        check_callable(goal, goal)
        barrier = [False]
        yield from self._solve(goal, trail, barrier)

    def _solve(self, goal: Value, trail: Trail, barrier: list[bool]) -> Iterator[object]:
        goal = deref(goal)
        if goal.__class__ is Var:
            raise instantiation_error()
        if goal.__class__ is tuple:
            name, args = goal[0].name, goal[1:]
        elif goal.__class__ is str:
            name, args = goal, ()
        elif goal is NIL:
            raise unknown_procedure(NIL, 0)
        else:
            raise type_error("callable", goal)
        match (name, len(args)):
            case (",", 2):
                return self._both(self._solve(args[0], trail, barrier), args[1], trail, barrier)
            case ("!", 0):
                return _cut(barrier)
            case (";" | "|", 2):
                return self._alternatives(args, trail, barrier)
            case ("->", 2):
                return self._if(args[0], args[1], None, trail, barrier)
            case ("*->", 2):
                return self._both(self.solve(args[0], trail), args[1], trail, barrier)
            case ("\\+" | "not", 1):
                return self._not(args[0], trail)
            case ("call", _) if args:
                return self.solve(args[0], trail, *args[1:])
            case ("=", 2):
                return iter((None,) if unify(args[0], args[1], trail) else ())
            case ("true" | "fail" | "false", 0):
                return iter((None,) if name == "true" else ())
            case (":", 2):
                return self._solve(args[1], trail, barrier)
        return self._call(name, args, trail)

    def _both(self, solutions: Iterator[object], then: Value, trail: Trail, barrier: list[bool]) -> Iterator[object]:
        for _ in solutions:
            yield from self._solve(then, trail, barrier)
            if barrier[0]:
                return

    def _not(self, goal: Value, trail: Trail) -> Iterator[object]:
        mark = len(trail)
        for _ in self.solve(goal, trail):
            return
        undo(trail, mark)
        yield None

    def _alternatives(self, args: tuple[Value, ...], trail: Trail, barrier: list[bool]) -> Iterator[object]:
        left = deref(args[0])
        if left.__class__ is tuple and left[0] is functor("->", 2):
            yield from self._if(left[1], left[2], args[1], trail, barrier)
            return
        mark = len(trail)
        if left.__class__ is tuple and left[0] is functor("*->", 2):
            found = False
            for _ in self.solve(left[1], trail):
                found = True
                yield from self._solve(left[2], trail, barrier)
                if barrier[0]:
                    return
            if found:
                return
        else:
            yield from self._solve(left, trail, barrier)
            if barrier[0]:
                return
        undo(trail, mark)
        yield from self._solve(args[1], trail, barrier)

    def _if(
        self, condition: Value, then: Value, otherwise: Value | None, trail: Trail, barrier: list[bool]
    ) -> Iterator[object]:
        mark = len(trail)
        for _ in self.solve(condition, trail):
            yield from self._solve(then, trail, barrier)
            return
        if otherwise is not None:
            undo(trail, mark)
            yield from self._solve(otherwise, trail, barrier)

    def _call(self, name: str, args: tuple[Value, ...], trail: Trail) -> Iterator[object]:
        predicate = self._find(name, len(args))
        if predicate is not None:
            yield from predicate(*args, trail)
            return
        known = PREDICATES.get((name, len(args)))
        if known is not None and not known.safe:
            indicator = (functor("/", 2), name, len(args))
            raise error((functor("permission_error", 3), "call", "unsafe", indicator))
        raise unknown_procedure(name, len(args))


def _cut(barrier: list[bool]) -> Iterator[object]:
    yield None
    barrier[0] = True


_BODIES: Final = frozenset({functor(name, 2) for name in (",", ";", "|", "->", "*->")} | {functor("\\+", 1)})


def check_callable(goal: Value, whole: Value) -> None:
    """Refuse a body in which something stands as a goal that is none; SWI-Prolog compiles it before it runs."""
    while goal.__class__ is tuple and goal[0] in _BODIES:
        for part in goal[1:-1]:
            check_callable(deref(part), whole)
        goal = deref(goal[-1])
    if goal.__class__ not in _GOALS and (goal is not NIL or whole is not NIL):
        raise type_error("callable", resolve(whole))


_GOALS: Final = frozenset({tuple, str, Var})


def with_arguments(goal: Value, extra: tuple[Value, ...]) -> Value:
    """Give a goal with more arguments, as `call/N` calls it."""
    goal = deref(goal)
    while goal.__class__ is tuple and goal[0] is functor(":", 2):
        goal = deref(goal[2])
    if not extra or goal.__class__ is Var:
        if goal.__class__ is Var:
            raise instantiation_error()
        return goal
    if goal.__class__ in (str, tuple):
        return extended(goal, extra)
    if goal is NIL:
        raise unknown_procedure(NIL, len(extra))
    raise type_error("callable", goal)
