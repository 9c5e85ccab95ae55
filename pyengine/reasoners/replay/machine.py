"""An interpreter of rules that keeps the goals it is in, each with its place.

Continuations and alternatives are data, so rules that recurse without an end use no stack of Python. The work is
counted in goals, and ends after so many of them, in all reasoners alike.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from pyengine.compiler.builtins.registry import versions
from pyengine.compiler.builtins.solutions import applied_lambda
from pyengine.compiler.builtins.variables import is_variant
from pyengine.compiler.runtime.errors import PrologError, existence_error, instantiation_error, type_error
from pyengine.compiler.runtime.solver import check_callable, with_arguments
from pyengine.compiler.runtime.terms import FAIL, NIL, Text, Value, Var, functor, list_of
from pyengine.compiler.runtime.unify import Trail, copy_term, deref, resolve, undo, unify, variables_of
from pyengine.compiler.unsupported import UnsupportedError
from pyengine.language.checking.clauses import Part
from pyengine.reasoners.replay.frames import (
    END,
    Alternative,
    Answers,
    AnyFrame,
    CallFrame,
    CatchFrame,
    Clauses,
    Collector,
    Commit,
    Gathering,
    Grouping,
    Todo,
)
from pyengine.reasoners.replay.located_goals import (
    AT,
    FAILURE,
    TRUE,
    ApplyGoal,
    CallGoal,
    CatchGoal,
    CollectGoal,
    ConjGoal,
    CutGoal,
    Env,
    GroupGoal,
    IfGoal,
    LocatedClause,
    LocatedGoal,
    OrGoal,
    PhraseGoal,
    ScopeGoal,
    Slot,
    Struct,
    build,
    key_of,
    match,
)
from pyengine.reasoners.replay.predicates import NEVER, ONCE, Callee, Definition, NoVersionError, Predicates
from pyengine.reasoners.replay.translation import Defines, GoalTranslation
from pyengine.terms import Var as Variable

MOST_GOALS: Final = 100_000
"""Goals of one replay: about half a second."""
_OBSERVED: Final = 10_000
"""How many of them, the last ones, are counted where they stand."""
_LOOK: Final = 1024
_OPEN: Final = frozenset({Slot, Struct})
_LAMBDA: Final = functor(">>", 2)
_CARET: Final = functor("^", 2)
_PAIR: Final = functor("-", 2)
_MODULE: Final = functor(":", 2)


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


_NO_SLOTS: Final[Env] = []
_FAILED: Final = (FAILURE, _NO_SLOTS, None, 0, END)


class Machine:
    """Runs goals; `goal` is the one that it is at, and `frame` the call that this goal belongs to."""

    def __init__(self, predicates: Predicates, defines: Defines, most_goals: int, seconds: float) -> None:
        self._predicates = predicates
        self._defines = defines
        self._most_goals = most_goals
        self._observed_from = most_goals - min(_OBSERVED, most_goals // 2)
        self._seconds = seconds
        self._began = time.thread_time()
        self._next_look = 0
        self._run_goal: Final[dict[type[LocatedGoal], Callable[..., Todo]]] = {
            CallGoal: self._call,
            ConjGoal: self._conjunction,
            CutGoal: self._cut,
            IfGoal: self._if,
            Commit: self._commit,
            OrGoal: self._or,
            ApplyGoal: self._apply,
            ScopeGoal: self._scope,
            CollectGoal: self._collect,
            Collector: self._found,
            GroupGoal: self._group,
            Grouping: self._grouped,
            CatchGoal: self._catch,
            PhraseGoal: self._phrase,
            LocatedGoal: self._fail,
        }
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
        todo: Todo = (CallGoal(name, args, None, True), _NO_SLOTS, None, 0, END)
        while True:
            try:
                todo = self._run(todo)
            except PrologError as error:
                todo = self._recover(error)
                continue
            if todo is None:
                return
            yield None
            todo = _FAILED

    def _run(self, todo: Todo) -> Todo:
        """Go on to the next solution; None where there is none."""
        run_goal = self._run_goal
        while todo is not END:
            if todo is None:
                todo = self._backtrack()
                if todo is None:
                    return None
                continue
            goal, env, frame, height, rest = todo
            todo = run_goal[goal.__class__](goal, env, frame, height, rest)
        return todo

    def _look(self) -> None:
        """See whether there is time for more."""
        seconds = time.thread_time() - self._began
        if self.goals >= self._most_goals or seconds > self._seconds:
            raise GoalLimitError
        if 2 * seconds > self._seconds:
            self._observed_from = 0
        self._next_look = min(self.goals + _LOOK, self._most_goals)

    # Failure and errors

    def _backtrack(self) -> Todo:
        alternatives, trail = self.alternatives, self.trail
        while alternatives:
            last = alternatives[-1]
            undo(trail, last.mark)
            if self.bound_at is not None and deref(self.watched).__class__ is Var:
                self.bound_at = None
            kind = last.__class__
            if kind is Answers:
                todo = self._next_answer(last)  # type: ignore[arg-type]
            else:
                alternatives.pop()
                if kind is Clauses:
                    todo = self._try(last.call, last.index, last.todo)  # type: ignore[attr-defined]
                elif kind is Gathering:
                    todo = self._gather(last)  # type: ignore[arg-type]
                else:
                    todo = last.todo
            if todo is not None:
                return todo
        return None

    def _recover(self, error: PrologError) -> Todo:
        """Find the catch/3 that catches an error; where there is none, raise it where it was thrown first."""
        origin = error, self.goal, self.frame
        if self._caught is not None and _is_throw(self.goal) and is_variant(error.ball, self._caught[0].ball):
            origin = self._caught
        frame = self.frame
        while frame is not None and not error.is_final:
            if frame.__class__ is CatchFrame:
                assert isinstance(frame, CatchFrame)
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

    def _fail(self, goal: LocatedGoal, env: Env, frame: AnyFrame | None, height: int, rest: Todo) -> Todo:
        return None

    # Calls

    def _call(self, goal: CallGoal, env: Env, frame: AnyFrame | None, height: int, rest: Todo) -> Todo:
        self.goal, self.frame = goal, frame
        self.goals += 1
        if self.goals >= self._next_look:
            self._look()
        if self.goals >= self._observed_from:
            self.observed[frame, goal] += 1
        callee: Callee = goal.callee or self._predicates.resolve(goal)
        args = tuple([build(p, env) if p.__class__ in _OPEN else p for p in goal.args])
        if isinstance(callee, Definition):
            if goal.closures:
                args = _with_places(args, goal.closures)
            return self._enter(callee, args, goal, frame, rest)
        mark = len(self.trail)
        try:
            answers = callee.ask(args, self.trail)
        except NoVersionError as error:
            return self._enter(error.definition, args, goal, frame, rest)
        if answers is ONCE:
            if self.watched is not None:
                self._watch(None)
            return rest
        if answers is NEVER:
            return None
        return self._answer(iter(answers), mark, rest)

    def _enter(
        self, callee: Definition, args: tuple[Value, ...], goal: LocatedGoal, parent: AnyFrame | None, rest: Todo
    ) -> Todo:
        frame = CallFrame(callee, args, goal, parent, self.goals)
        if parent is None:
            self.root = frame
        return self._try(frame, 0, rest)

    def _try(self, frame: CallFrame, index: int, rest: Todo) -> Todo:
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
                if self.watched is not None:
                    self._watch(frame)
                if index < count:
                    self.alternatives.append(Clauses(mark, frame, index, rest))
                return rest if clause.body is TRUE else (clause.body, env, frame, height, rest)
            undo(trail, mark)
        if clauses and clauses[-1].is_matching:
            self.goal, self.frame = frame.goal, frame.parent
            name = functor(frame.callee.name, frame.callee.arity)
            raise existence_error("matching_rule", (name, *args) if args else name.name)
        return None

    def _answer(self, iterator: Iterator[bool], mark: int, rest: Todo) -> Todo:
        """Take the first solution of a built-in that has several."""
        answers = Answers(mark, self.goal, self.frame, rest, iterator)
        self.alternatives.append(answers)
        return self._next_answer(answers)

    def _next_answer(self, answers: Answers) -> Todo:
        self.goal, self.frame = answers.goal, answers.frame
        for holds in answers.iterator:
            self.goals += 1
            if self.goals >= self._next_look:
                self._look()
            answers.count += 1
            if holds:
                if self.watched is not None:
                    self._watch(None)
                return answers.todo
            undo(self.trail, answers.mark)
        self.alternatives.pop()
        return None

    def _watch(self, call: CallFrame | None) -> None:
        """Note where the variable of interest is bound; `call` is the one whose head was matched, if one was."""
        if self.bound_at is not None or deref(self.watched).__class__ is Var:
            return
        if call is None:
            self.bound_at = Binding(self.goal, self.frame)
            return
        assert call.clause is not None
        index = next((i for i, argument in enumerate(call.args) if _leads_to(argument, self.watched)), 0)
        self.bound_at = Binding(call.goal, call.parent, call.clause, index)

    def _apply(self, goal: ApplyGoal, env: Env, frame: AnyFrame | None, height: int, rest: Todo) -> Todo:
        self.goal, self.frame = goal, frame
        part = goal.closure_part
        if part is not None and isinstance(part.term, Variable):
            part = goal.part
        closure, part = _closure(build(goal.closure, env), part)
        extra = tuple([build(argument, env) for argument in goal.extra])
        if closure.__class__ is tuple and closure[0] is _LAMBDA and not self._defines((">>", 2 + len(extra))):
            made = applied_lambda(closure[1], closure[2], list_of(extra), self.trail)
            if made is FAIL:
                return None
            if part is not None and part.is_call(">>", 2):
                part = part.parts()[1]
        else:
            made = with_arguments(closure, extra)
        check_callable(made, made)
        translation = GoalTranslation(self._defines, goal.in_library and part is None)
        called = translation.goal(made, part or goal.part)
        return called, _NO_SLOTS, frame, len(self.alternatives), rest

    # Control

    def _conjunction(self, goal: ConjGoal, env: Env, frame: AnyFrame | None, height: int, rest: Todo) -> Todo:
        for inner in reversed(goal.goals):
            rest = (inner, env, frame, height, rest)
        return rest

    def _cut(self, goal: LocatedGoal, env: Env, frame: AnyFrame | None, height: int, rest: Todo) -> Todo:
        del self.alternatives[height:]
        return rest

    def _scope(self, goal: ScopeGoal, env: Env, frame: AnyFrame | None, height: int, rest: Todo) -> Todo:
        return goal.goal, env, frame, len(self.alternatives), rest

    def _or(self, goal: OrGoal, env: Env, frame: AnyFrame | None, height: int, rest: Todo) -> Todo:
        other = (goal.right, env, frame, height, rest)
        self.alternatives.append(Alternative(len(self.trail), goal, frame, other))
        return goal.left, env, frame, height, rest

    def _if(self, goal: IfGoal, env: Env, frame: AnyFrame | None, height: int, rest: Todo) -> Todo:
        here = len(self.alternatives)
        other = Alternative(len(self.trail), goal, frame, (goal.otherwise, env, frame, height, rest))
        self.alternatives.append(other)
        commit = Commit(here, other, goal.is_soft, goal.then)
        return goal.condition, env, frame, here + 1, (commit, env, frame, height, rest)

    def _commit(self, goal: Commit, env: Env, frame: AnyFrame | None, height: int, rest: Todo) -> Todo:
        if not goal.is_soft:
            del self.alternatives[goal.height :]
        elif self.alternatives[goal.height] is goal.alternative:
            self.alternatives[goal.height] = Alternative(goal.alternative.mark, goal, frame, _FAILED)
        return goal.then, env, frame, height, rest

    def _catch(self, goal: CatchGoal, env: Env, frame: AnyFrame | None, height: int, rest: Todo) -> Todo:
        here, recovery = len(self.alternatives), (goal.recovery, env, frame, rest)
        inside = CatchFrame(frame, goal, build(goal.ball, env), recovery, len(self.trail), here)
        return goal.goal, env, inside, here, rest

    # Solutions collected

    def _collect(self, goal: CollectGoal, env: Env, frame: AnyFrame | None, height: int, rest: Todo) -> Todo:
        self.goal, self.frame = goal, frame
        template, result = build(goal.template, env), build(goal.result, env)
        how = "bag"
        if goal.aggregate:
            how, template = _aggregate(deref(template))
        collector = Collector(how, template, result, build(goal.rest, env), goal.part)
        return self._gathering(collector, goal.goal, env, frame, rest)

    def _gathering(self, collector: Collector, goal: LocatedGoal, env: Env, frame: AnyFrame | None, rest: Todo) -> Todo:
        self.alternatives.append(Gathering(len(self.trail), self.goal, frame, rest, collector))
        return goal, env, frame, len(self.alternatives), (collector, _NO_SLOTS, frame, 0, END)

    def _found(self, goal: Collector, env: Env, frame: AnyFrame | None, height: int, rest: Todo) -> Todo:
        goal.found.append(copy_term(goal.template))
        return None

    def _gather(self, gathering: Gathering) -> Todo:
        self.goal, self.frame = gathering.goal, gathering.frame
        value = gathering.collector.fold()
        if value is FAIL or not unify(gathering.collector.result, value, self.trail):
            return None
        if self.watched is not None:
            self._watch(None)
        return gathering.todo

    def _group(self, goal: GroupGoal, env: Env, frame: AnyFrame | None, height: int, rest: Todo) -> Todo:
        self.goal, self.frame = goal, frame
        template, result = build(goal.template, env), build(goal.result, env)
        bound = [template]
        inner, part = _closure(build(goal.goal, env), goal.goal_part)
        while inner.__class__ is tuple and inner[0] is _CARET:
            bound.append(inner[1])
            if part is not None and part.is_call("^", 2):
                part = part.parts()[1]
            inner, part = _closure(inner[2], part)
        if inner.__class__ is Var:
            raise instantiation_error()
        known = set(variables_of(list_of(bound)))
        free = [variable for variable in variables_of(inner) if variable not in known]
        witness = (functor("v", len(free)), *free) if free else "v"
        pairs = Var()
        collector = Collector("bag", (_PAIR, witness, template), pairs, NIL, goal.part)
        after = (Grouping(f"${goal.name}", (witness, pairs, result), goal.part), _NO_SLOTS, frame, 0, rest)
        called = GoalTranslation(self._defines, goal.in_library and part is None).goal(inner, part or goal.part)
        return self._gathering(collector, called, _NO_SLOTS, frame, after)

    def _grouped(self, goal: Grouping, env: Env, frame: AnyFrame | None, height: int, rest: Todo) -> Todo:
        self.goal, self.frame = goal, frame
        mark = len(self.trail)
        groups = versions(goal.name, 3)[0].function(*goal.args, self.trail)
        return self._answer((True for _ in groups), mark, rest)

    def _phrase(self, goal: PhraseGoal, env: Env, frame: AnyFrame | None, height: int, rest: Todo) -> Todo:
        self.goal, self.frame = goal, frame
        body, part = _closure(build(goal.body, env), goal.body_part)
        text, left = build(goal.text, env), build(goal.rest, env)
        if body.__class__ is Var:
            raise instantiation_error()
        if body.__class__ not in (str, tuple, Text) and body is not NIL:
            raise type_error("callable", resolve(body))
        for argument in (text, left):
            versions("$list_or_partial", 1)[0].function(argument)
        translation = GoalTranslation(self._defines, goal.in_library and part is None)
        called = translation.grammar(body, part or goal.part, text, left)
        return called, _NO_SLOTS, frame, len(self.alternatives), rest


def _matches(clause: LocatedClause, args: tuple[Value, ...], env: Env, trail: Trail) -> bool:
    if not clause.is_matching:
        return match(clause.args, args, env, trail)
    free = variables_of(list_of(args))
    return match(clause.args, args, env, trail) and all(variable.ref is None for variable in free)


def _closure(closure: Value, part: Part | None) -> tuple[Value, Part | None]:
    """Take a closure out of what says where it stands, and out of its module."""
    closure = deref(closure)
    while closure.__class__ is tuple and (closure[0] is AT or closure[0] is _MODULE):
        if closure[0] is AT:
            part = closure[1]
        elif part is not None and part.is_call(":", 2):
            part = part.parts()[1]
        closure = deref(closure[2])
    return closure, part


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


def _is_throw(goal: LocatedGoal) -> bool:
    return isinstance(goal, CallGoal) and goal.name == "throw"


def _aggregate(template: Value) -> tuple[str, Value]:
    """Say how the solutions of aggregate_all/3 are folded, and of what."""
    if template == "count":
        return "count", 1
    if template.__class__ is tuple:
        name, arity = template[0].name, template[0].arity
        if arity == 1 and name in ("sum", "max", "min", "bag", "set"):
            return name, template[1]
        if arity == 2 and name in ("max", "min"):
            return f"{name}_witness", (_PAIR, template[1], template[2])
    raise UnsupportedError("aggregate_all/3 with this template")
