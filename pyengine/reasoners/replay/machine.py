"""An interpreter of rules that keeps the goals it is in, each with its place.

Continuations and alternatives are data, so rules that recurse without an end use no stack of Python. The work is
counted in goals, and ends after so many of them, in all reasoners alike.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pyengine.compiler.builtins.variables import is_variant
from pyengine.compiler.runtime.errors import PrologError, existence_error
from pyengine.compiler.runtime.terms import Value, Var, functor, list_of
from pyengine.compiler.runtime.unify import Trail, deref, undo, unify, variables_of
from pyengine.language.checking.clauses import Part
from pyengine.reasoners.replay.frames import END, Alternative, Answers, AnyFrame, CallFrame, CatchFrame, Clauses, Todo
from pyengine.reasoners.replay.located_goals import (
    AT,
    FAILED,
    FAILURE,
    TRUE,
    CallGoal,
    LateGoal,
    LocatedClause,
    LocatedGoal,
)
from pyengine.reasoners.replay.patterns import Env, Slot, Struct, build, key_of, match
from pyengine.reasoners.replay.predicates import NEVER, ONCE, Callee, Definition, NoVersionError, Predicates
from pyengine.reasoners.replay.translation import GoalTranslation

MOST_GOALS: Final = 100_000
"""Goals of one replay: about half a second."""
_OBSERVED: Final = 10_000
"""How many of them, the last ones, are counted where they stand."""
_LOOK: Final = 1024
"""Goals between two looks at the clock."""
_OPEN: Final = frozenset({Slot, Struct})


class GoalLimitError(Exception):
    """The machine has run as many goals as it may, or for as long."""


@dataclass(frozen=True, slots=True)
class Binding:
    """Where a variable of the question was bound: by which goal of which call.

    Where the goal is a call, it was by an argument in the head of a clause.
    """

    goal: LocatedGoal
    frame: AnyFrame | None
    clause: LocatedClause | None = None
    argument: int = 0


@dataclass(frozen=True, slots=True)
class Answered:
    """How the rules came to an answer: the call that gave it, and where its last output was bound."""

    call: CallFrame | None
    binding: Binding | None


class Machine:
    """Runs goals; `goal` is the one that it is at, and `frame` the call that this goal belongs to."""

    def __init__(self, predicates: Predicates, most_goals: int, seconds: float) -> None:
        self._predicates = predicates
        self.defines = predicates.defines
        self._most_goals = most_goals
        self._observed_from = most_goals - min(_OBSERVED, most_goals // 2)
        self._seconds = seconds
        self._began = time.thread_time()
        self._next_look = min(_LOOK, most_goals)
        self.goals = 0
        self.goal: LocatedGoal = FAILURE
        self.frame: AnyFrame | None = None
        self.has_thrown = False
        """Whether a goal has thrown what nothing caught."""
        self.root: CallFrame | None = None
        """The call that was asked for."""
        self.alternatives: list[Alternative] = []
        self.trail: Trail = []
        self.observed: Counter[tuple[AnyFrame | None, LocatedGoal]] = Counter()
        """How often each goal was called in each frame, of the last goals."""
        self._caught: tuple[PrologError, LocatedGoal, AnyFrame | None] | None = None
        """The last error that catch/3 has caught, and where it was."""
        self.watched: Var | None = None
        """A variable of the question, if one is of interest."""
        self.bound_at: Binding | None = None

    def solve(self, name: str, args: tuple[Value, ...]) -> Iterator[None]:
        """Go through the solutions of a goal.

        Raises PrologError with `goal` and `frame` at the goal that threw; GoalLimitError.
        """
        self.alternatives, self.trail, self.root, self.bound_at = [], [], None, None
        todo: Todo = (CallGoal(name, args, True), [], None, 0, END)
        while True:
            try:
                todo = self._run(todo)
            except PrologError as error:
                todo = self._recover(error)
                continue
            if todo is None:
                return
            yield None
            todo = FAILED

    def _run(self, todo: Todo) -> Todo:
        """Go on to the next solution; None where there is none."""
        while todo is not END:
            if todo is None:
                todo = self._backtrack()
                if todo is None:
                    return None
                continue
            goal, env, frame, height, rest = todo
            todo = goal.run(self, env, frame, height, rest)
        return todo

    def count_goal(self) -> None:
        """Note that one more goal runs, and see now and then whether there is time for it.

        However late it is, some goals are observed first, or else nothing could be said of them.
        """
        self.goals += 1
        if self.goals < self._next_look:
            return
        seconds = time.thread_time() - self._began
        if self.goals >= self._most_goals or (seconds > self._seconds and self.goals > self._observed_from):
            raise GoalLimitError
        if 2 * seconds > self._seconds:
            self._observed_from = 0
        self._next_look = min(self.goals + _LOOK, self._most_goals)

    # Failure and errors

    def _backtrack(self) -> Todo:
        while self.alternatives:
            last = self.alternatives[-1]
            undo(self.trail, last.mark)
            if self.bound_at is not None and deref(self.watched).__class__ is Var:
                self.bound_at = None
            todo = last.resume(self)
            if todo is not None:
                return todo
        return None

    def _recover(self, error: PrologError) -> Todo:
        """Find the catch/3 that catches an error; where there is none, raise it where it was thrown first."""
        origin = error, self.goal, self.frame
        is_throw = isinstance(self.goal, CallGoal) and self.goal.name == "throw"
        if self._caught is not None and is_throw and is_variant(error.ball, self._caught[0].ball):
            origin = self._caught
        frame = self.frame
        while frame is not None and not error.is_final:
            if isinstance(frame, CatchFrame):
                fits = unify(frame.ball, error.ball, self.trail)
                undo(self.trail, frame.mark)
                if fits and unify(frame.ball, error.ball, self.trail):
                    del self.alternatives[frame.height :]
                    self._caught = origin
                    goal, env, outer, rest = frame.recovery
                    return goal, env, outer, frame.height, rest
                undo(self.trail, frame.mark)
            frame = frame.parent
        _, self.goal, self.frame = origin
        self.has_thrown = True
        raise error

    # Calls

    def call(self, goal: CallGoal, env: Env, frame: AnyFrame | None, rest: Todo) -> Todo:
        """Call a predicate."""
        self.goal, self.frame = goal, frame
        self.count_goal()
        if self.goals >= self._observed_from:
            self.observed[frame, goal] += 1
        callee: Callee = goal.callee or self._predicates.resolve(goal)
        args = tuple([build(p, env) if p.__class__ in _OPEN else p for p in goal.args])
        if isinstance(callee, Definition):
            if goal.closures:
                args = _with_places(args, goal.closures)
            return self.enter(callee, args, goal, frame, rest)
        mark = len(self.trail)
        try:
            answers = callee(args, self.trail)
        except NoVersionError as error:
            return self.enter(error.definition, args, goal, frame, rest)
        if answers is ONCE:
            self.watch()
            return rest
        if answers is NEVER:
            return None
        return self.answer(iter(answers), mark, rest)

    def enter(
        self, callee: Definition, args: tuple[Value, ...], goal: LocatedGoal, parent: AnyFrame | None, rest: Todo
    ) -> Todo:
        """Call a predicate by its clauses."""
        frame = CallFrame(callee, args, goal, parent, self.goals)
        if parent is None:
            self.root = frame
        return self.attempt(frame, 0, rest)

    def attempt(self, frame: CallFrame, index: int, rest: Todo) -> Todo:
        """Call the first clause from `index` on whose head matches."""
        clauses, args, trail = frame.callee.clauses, frame.args, self.trail
        key = key_of(deref(args[0])) if args else None
        mark, height, count = len(trail), len(self.alternatives), len(clauses)
        while True:
            if key is not None:
                while index < count and clauses[index].key is not None and clauses[index].key != key:
                    index += 1
            if index >= count:
                break
            clause = clauses[index]
            index += 1
            env: Env = [None] * clause.size
            if _matches(clause, args, env, trail):
                frame.clause = clause
                self.watch(frame)
                if index < count:
                    self.alternatives.append(Clauses(mark, frame.goal, frame.parent, rest, frame, index))
                return rest if clause.body is TRUE else (clause.body, env, frame, height, rest)
            undo(trail, mark)
        if clauses and clauses[-1].is_matching:
            self.goal, self.frame = frame.goal, frame.parent
            name = functor(frame.callee.name, frame.callee.arity)
            raise existence_error("matching_rule", (name, *args) if args else name.name)
        return None

    def answer(self, iterator: Iterator[bool], mark: int, rest: Todo) -> Todo:
        """Take the first solution of a built-in that has several."""
        answers = Answers(mark, self.goal, self.frame, rest, iterator)
        self.alternatives.append(answers)
        return answers.resume(self)

    def watch(self, call: CallFrame | None = None) -> None:
        """Note where the variable of interest is bound; `call` is the one whose head was matched, if one was."""
        if self.watched is None or self.bound_at is not None or deref(self.watched).__class__ is Var:
            return
        if call is None:
            self.bound_at = Binding(self.goal, self.frame)
            return
        index = next((i for i, argument in enumerate(call.args) if _leads_to(argument, self.watched)), 0)
        self.bound_at = Binding(call.goal, call.parent, call.clause, index)

    def translation(self, goal: LateGoal, part: Part | None) -> GoalTranslation:
        """Give what makes goals of what only the run knows; `part` is where that stands in the rules, if it does."""
        return GoalTranslation(self.defines, goal.in_library and part is None)


def _matches(clause: LocatedClause, args: tuple[Value, ...], env: Env, trail: Trail) -> bool:
    if not clause.is_matching:
        return match(clause.args, args, env, trail)
    free = variables_of(list_of(args))
    return match(clause.args, args, env, trail) and all(variable.ref is None for variable in free)


def _with_places(args: tuple[Value, ...], closures: tuple[tuple[int, Part], ...]) -> tuple[Value, ...]:
    """Say of closures that library text gets where they stand."""
    made = list(args)
    for index, part in closures:
        if (closure := deref(made[index])).__class__ is not Var:
            made[index] = (AT, part, closure)
    return tuple(made)


def _leads_to(argument: Value, variable: Var | None) -> bool:
    while argument.__class__ is Var:
        if argument is variable:
            return True
        argument = argument.ref
    return False
