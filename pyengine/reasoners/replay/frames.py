"""What the machine is in the middle of: calls that run, and alternatives that are left."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from pyengine.compiler.runtime.terms import Value
from pyengine.compiler.runtime.unify import undo

if TYPE_CHECKING:
    from pyengine.reasoners.replay.located_goals import LocatedClause, LocatedGoal
    from pyengine.reasoners.replay.machine import Machine
    from pyengine.reasoners.replay.predicates import Definition


@dataclass(slots=True, eq=False)
class CallFrame:
    """A call that is running: of what, from where, with which arguments, since which goal."""

    callee: Definition
    args: tuple[Value, ...]
    goal: LocatedGoal
    parent: AnyFrame | None
    began: int
    clause: LocatedClause | None = None


@dataclass(slots=True, eq=False)
class CatchFrame:
    """A goal that runs inside catch/3: what is done where it throws what unifies with `ball`."""

    parent: AnyFrame | None
    goal: LocatedGoal
    ball: Value
    recovery: Todo
    mark: int
    height: int


AnyFrame: TypeAlias = CallFrame | CatchFrame
Todo: TypeAlias = Any
"""What is to be done: (goal, env, frame, height to cut to, what is next), `END`, or None where a goal has failed."""
END: Final = ()


@dataclass(slots=True, eq=False)
class Alternative:
    """What is done where the rest fails."""

    mark: int
    goal: LocatedGoal
    frame: AnyFrame | None
    todo: Todo

    def resume(self, machine: Machine) -> Todo:
        """Take what is left, the last alternative of the machine; None where that fails as well."""
        machine.alternatives.pop()
        return self.todo


@dataclass(slots=True, eq=False)
class Clauses(Alternative):
    """The clauses that a call has not tried yet, from `index` on; `call` is its frame."""

    call: CallFrame
    index: int

    def resume(self, machine: Machine) -> Todo:
        """Try the next clause."""
        machine.alternatives.pop()
        return machine.attempt(self.call, self.index, self.todo)


@dataclass(slots=True, eq=False)
class Answers(Alternative):
    """The solutions of a built-in that were not taken yet."""

    iterator: Iterator[bool]
    count: int = 0

    def resume(self, machine: Machine) -> Todo:
        """Take the next solution."""
        machine.goal, machine.frame = self.goal, self.frame
        for holds in self.iterator:
            machine.count_goal()
            self.count += 1
            if holds:
                machine.watch()
                return self.todo
            undo(machine.trail, self.mark)
        machine.alternatives.pop()
        return None
