"""What the machine is in the middle of: calls that run, alternatives that are left, solutions that are collected."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from pyengine.compiler.runtime import control
from pyengine.compiler.runtime.terms import Value, list_of
from pyengine.language.checking.clauses import Part
from pyengine.reasoners.replay.located_goals import LocatedClause, LocatedGoal
from pyengine.reasoners.replay.predicates import Definition


class CallFrame:
    """A call that is running: of what, from where, with which arguments, since which goal."""

    __slots__ = ("args", "began", "callee", "clause", "goal", "parent")

    def __init__(
        self, callee: Definition, args: tuple[Value, ...], goal: LocatedGoal, parent: AnyFrame | None, began: int
    ) -> None:
        self.callee = callee
        self.args = args
        self.goal = goal
        self.parent = parent
        self.began = began
        self.clause: LocatedClause | None = None


class CatchFrame:
    """A goal that runs inside catch/3: what is done where it throws what unifies with `ball`."""

    __slots__ = ("ball", "goal", "height", "mark", "parent", "recovery")

    def __init__(
        self, parent: AnyFrame | None, goal: LocatedGoal, ball: Value, recovery: Todo, mark: int, height: int
    ) -> None:
        self.parent = parent
        self.goal = goal
        self.ball = ball
        self.recovery = recovery
        self.mark = mark
        self.height = height


AnyFrame: TypeAlias = CallFrame | CatchFrame
Todo: TypeAlias = Any
"""What is to be done: (goal, env, frame, height to cut to, what is next), `END`, or None where a goal has failed."""
END: Final = ()


class Alternative:
    """What is done where the rest fails."""

    __slots__ = ("frame", "goal", "mark", "todo")

    def __init__(self, mark: int, goal: LocatedGoal, frame: AnyFrame | None, todo: Todo) -> None:
        self.mark, self.goal, self.frame, self.todo = mark, goal, frame, todo


class Clauses(Alternative):
    """The clauses that a call has not tried yet, from `index` on; `call` is its frame."""

    __slots__ = ("call", "index")

    def __init__(self, mark: int, call: CallFrame, index: int, todo: Todo) -> None:
        super().__init__(mark, call.goal, call.parent, todo)
        self.call = call
        self.index = index


class Answers(Alternative):
    """The solutions of a built-in that were not taken yet."""

    __slots__ = ("count", "iterator")

    def __init__(
        self, mark: int, goal: LocatedGoal, frame: AnyFrame | None, todo: Todo, iterator: Iterator[bool]
    ) -> None:
        super().__init__(mark, goal, frame, todo)
        self.iterator = iterator
        self.count = 0


class Gathering(Alternative):
    """The end of findall/3 and its like: all solutions were found."""

    __slots__ = ("collector",)

    def __init__(self, mark: int, goal: LocatedGoal, frame: AnyFrame | None, todo: Todo, collector: Collector) -> None:
        super().__init__(mark, goal, frame, todo)
        self.collector = collector


class Commit(LocatedGoal):
    """The end of a condition: what was left of it is given up; of a soft one, only the way to its else."""

    __slots__ = ("alternative", "height", "is_soft", "then")

    def __init__(self, height: int, alternative: Alternative, is_soft: bool, then: LocatedGoal) -> None:
        super().__init__()
        self.height, self.alternative, self.is_soft, self.then = height, alternative, is_soft, then


class Collector(LocatedGoal):
    """What one findall/3 has found, and how that is folded."""

    __slots__ = ("found", "how", "rest", "result", "template")

    def __init__(self, how: str, template: Value, result: Value, rest: Value, part: Part | None) -> None:
        super().__init__(part)
        self.how, self.template, self.result, self.rest = how, template, result, rest
        self.found: list[Value] = []

    def fold(self) -> Value:
        """Give what the solutions come to, FAIL where they come to nothing."""
        if self.how == "bag":
            return list_of(self.found, self.rest)
        if self.how == "count":
            return len(self.found)
        if self.how in _WITNESSES:
            keep, fold = _WITNESSES[self.how]
            kept: list[Value] = []
            for pair in self.found:
                keep(kept, pair)
            return fold(kept)
        return _FOLDS[self.how](self.found)


class Grouping(LocatedGoal):
    """The end of bagof/3: what was found is grouped."""

    __slots__ = ("args", "name")

    def __init__(self, name: str, args: tuple[Value, ...], part: Part | None) -> None:
        super().__init__(part)
        self.name, self.args = name, args


_FOLDS: Final = {
    "sum": control.fold_sum,
    "max": control.fold_max,
    "min": control.fold_min,
    "set": control.fold_set,
}
_WITNESSES: Final = {
    "max_witness": (control.keep_max_witness, control.fold_max_witness),
    "min_witness": (control.keep_min_witness, control.fold_min_witness),
}
