"""From where the machine stopped to the goal that is to blame: its place, predicate, and how the rules got there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from operator import attrgetter, itemgetter
from typing import Final

from pyengine.compiler.builtins.variables import is_variant
from pyengine.compiler.runtime.folded_terms import is_endless
from pyengine.compiler.runtime.terms import Value, functor, list_of, to_term
from pyengine.compiler.runtime.unify import deref
from pyengine.errors import Place
from pyengine.language.checking.clauses import Part, rule_of
from pyengine.language.contract import whole_place
from pyengine.language.program import Program
from pyengine.reasoners.replay.frames import Alternative, Answers, AnyFrame, CallFrame
from pyengine.reasoners.replay.located_goals import CallGoal, LocatedGoal
from pyengine.reasoners.replay.machine import Answered, Machine
from pyengine.reasoners.replay.predicates import Definition
from pyengine.terms import Term, write_term

_DEEP: Final = 200
"""Calls of one predicate inside each other that are taken for a recursion without an end."""
_MANY: Final = 1000
"""Answers of one goal that are taken for a generator without an end."""
_OFTEN: Final = 20
"""How often a goal is called again in one clause before it is taken for a loop."""
_MOST_LINKS: Final = 5
_WIDEST: Final = 40
_SHOWN_CALLS: Final = (0, 1, 2, 199)
_VARIABLE: Final = re.compile(r"\b_\d+\b")
_RAISING: Final = frozenset(
    {"throw", "must_be", "type_error", "domain_error", "existence_error", "permission_error", "instantiation_error"}
    | {"representation_error", "resource_error", "syntax_error"}
)
"""What throws the errors of others."""


@dataclass(frozen=True, slots=True)
class Blame:
    """The goal that is to blame: its place, the predicate that it stands in, and what it calls, if that is built in.

    `called` is the way from the contract to that predicate, where there is one.
    """

    place: Place
    predicate: str
    called: str | None = None
    built_in: str | None = None
    hint: str | None = None
    is_certain: bool = False
    """Whether no larger budget would help."""
    excess: str | None = None
    """What is too large to be made at all, in words: it was refused, and used nothing."""
    thrown: Term | None = None
    """What the rules have thrown themselves, by throw/1; it may look like an error of ours."""


def blame_goal(program: Program, goal: LocatedGoal, frame: AnyFrame | None) -> Blame | None:
    """Blame a goal, or the one of the rules that has called library text."""
    part, caller = _own_part(goal, frame)
    if part is None:
        return None
    called = _chain(program, frame)
    return Blame(part.whole(), str(rule_of(part.clause)), called, _built_in(caller))


def blame_throw(program: Program, goal: LocatedGoal, frame: AnyFrame | None, ball: Value) -> Blame | None:
    """Blame a goal throw/1 of the rules; None where it is another."""
    if not isinstance(goal, CallGoal) or goal.name != "throw" or len(goal.args) != 1:
        return None
    blame = blame_goal(program, goal, frame)
    return blame if blame is None or is_endless(ball) else replace(blame, thrown=to_term(ball))


def blame_size(program: Program, goal: LocatedGoal, frame: AnyFrame | None) -> Blame | None:
    """Blame a goal that would make something too large."""
    blame = blame_goal(program, goal, frame)
    if blame is None or blame.built_in is None:
        return blame
    excess = f"what {blame.built_in} would make is larger than rules may have"
    return replace(blame, built_in=None, excess=excess)


def blame_answer(program: Program, answered: Answered, is_bound: bool) -> Blame | None:
    """Blame what has given an answer that the contract does not allow: where it was bound, or else its clause."""
    binding, call = answered.binding, answered.call
    if is_bound and binding is not None:
        if binding.clause is None:
            return blame_goal(program, binding.goal, binding.frame)
        if (rule := binding.clause.rule) is not None and rule.kind != "grammar":
            part = rule.head.parts()[binding.argument]
            return Blame(part.whole(), str(rule), _chain(program, binding.frame, str(rule), binding.goal))
    clause = None if call is None else call.clause
    if clause is None or clause.rule is None:
        return None
    return Blame(whole_place(clause.rule.clause), str(clause.rule))


def blame_limit(program: Program, machine: Machine, *, is_stuck: bool = False) -> Blame | None:
    """Blame the goal at which rules that did not end spent their time; `is_stuck` says that one goal alone did not."""
    calls = [frame for frame in _outwards(machine.frame) if isinstance(frame, CallFrame)][::-1]
    return (
        _recursion(program, machine, calls)
        or _generator(program, machine)
        or (blame_goal(program, machine.goal, machine.frame) if is_stuck else None)
        or _loop(program, machine, calls)
        or _slow(program, machine, calls)
    )


# Recursion


def _recursion(program: Program, machine: Machine, calls: list[CallFrame]) -> Blame | None:
    """Find a predicate of the rules that calls itself again and again, since more than half of all goals."""
    depths = Counter(frame.callee for frame in calls if frame.callee.is_own)
    for callee, depth in depths.most_common():
        own = [frame for frame in calls if frame.callee is callee]
        if depth < _DEEP or 2 * own[0].began > machine.goals:
            continue
        outer, inner = own[-2:]
        part, between = _goal_towards(inner, outer)
        if part is None:
            continue
        is_same = all(is_variant(list_of(a.args), list_of(b.args)) for a, b in zip(own[-3:], own[-2:], strict=False))
        hint = _recursion_hint(program, str(callee), own, between, is_same)
        return Blame(part.whole(), str(callee), _chain(program, own[0]), None, hint, is_same)
    return None


def _goal_towards(inner: CallFrame, outer: CallFrame) -> tuple[Part | None, list[str]]:
    """Find the goal in the clause of a call that leads to a call inside it, and what lies between the two."""
    part: Part | None = None
    between: list[str] = []
    frame: AnyFrame | None = inner
    while frame is not None and frame is not outer:
        part = frame.goal.part or part
        if isinstance(frame, CallFrame) and frame is not inner and frame.callee.is_own:
            between.append(str(frame.callee))
        frame = frame.parent
    return part, list(dict.fromkeys(reversed(between)))


def _recursion_hint(program: Program, name: str, own: list[CallFrame], between: list[str], is_same: bool) -> str:
    by_way_of = f" by way of {', '.join(between[:_MOST_LINKS])}" if between else ""
    if is_same:
        return f"{name} calls itself here{by_way_of} with the same arguments, so it never ends"
    shown = [_shown_call(program, own[index]) for index in _SHOWN_CALLS]
    calls = f"{', '.join(shown[:-1])} … {shown[-1]}"
    return f"{name} calls itself here{by_way_of} again and again ({calls} …), and no clause has ended that"


def _shown_call(program: Program, frame: CallFrame) -> str:
    name = frame.callee.name
    goal: Value = (functor(name, len(frame.args)), *frame.args) if frame.args else name
    text = _VARIABLE.sub("_", write_term(to_term(_beginning(goal, [_WIDEST])), program.operators))
    return text if len(text) <= _WIDEST else f"{text[:_WIDEST]}…"


def _beginning(value: Value, left: list[int]) -> Value:
    """Leave out all but the first parts of a term, so many as are left: there may be more than anybody can write."""
    left[0] -= 1
    value = deref(value)
    if value.__class__ is not tuple:
        return value
    return (value[0], *[_beginning(part, left) for part in value[1:]]) if left[0] > 0 else "…"


# Loops


def _generator(program: Program, machine: Machine) -> Blame | None:
    """Find a built-in that gives one answer after the other."""
    found = [other for other in machine.alternatives if isinstance(other, Answers) and other.count >= _MANY]
    return _looping(program, max(found, key=attrgetter("count"))) if found else None


def _loop(program: Program, machine: Machine, calls: list[CallFrame]) -> Blame | None:
    """Find a clause in which a goal is called again and again, and the goal that gives the answers for it."""
    running = set(calls)
    counts: dict[AnyFrame, int] = {}
    for (within, _), count in machine.observed.items():
        if within is not None and within in running:
            counts[within] = max(count, counts.get(within, 0))
    most = max(counts.values(), default=0)
    if most < _OFTEN:
        return None
    frame = next(call for call in calls if 2 * counts.get(call, 0) >= most)
    children = [(other, _child_goal(other, frame)) for other in reversed(machine.alternatives)]
    counted = [(machine.observed[frame, child], other) for other, child in children if child is not None]
    return _looping(program, min(counted, key=itemgetter(0))[1], frame) if counted else None


def _looping(program: Program, other: Alternative, within: AnyFrame | None = None) -> Blame | None:
    goal, frame = other.goal, other.frame
    while within is not None and frame is not None and frame is not within:
        goal, frame = frame.goal, frame.parent
    blame = blame_goal(program, goal, frame)
    if blame is None or not isinstance(goal, CallGoal):
        return blame
    hint = f"{goal.name}/{len(goal.args)} gives one answer after the other here, and the rules want ever more of them"
    return Blame(blame.place, blame.predicate, blame.called, None, hint)


def _child_goal(other: Alternative, frame: AnyFrame | None) -> LocatedGoal | None:
    """Find the goal of a call below which an alternative was left; None where it belongs elsewhere."""
    goal = other.goal
    for outer in _outwards(other.frame):
        if outer is frame:
            return goal if isinstance(goal, CallGoal) else None
        goal = outer.goal
    return None


def _slow(program: Program, machine: Machine, calls: list[CallFrame]) -> Blame | None:
    """Find the innermost call that took at least half of all goals, and the goal that it is at."""
    long = [index for index, frame in enumerate(calls) if 2 * (machine.goals - frame.began) >= machine.goals]
    if long:
        own = [index for index in range(long[-1] + 1) if index == 0 or calls[index].callee.is_own]
        if own[-1] + 1 < len(calls):
            inner = calls[own[-1] + 1]
            return blame_goal(program, inner.goal, inner.parent)
    return blame_goal(program, machine.goal, machine.frame)


# Places


def _outwards(frame: AnyFrame | None) -> Iterator[AnyFrame]:
    while frame is not None:
        yield frame
        frame = frame.parent


def _own_part(goal: LocatedGoal, frame: AnyFrame | None) -> tuple[Part | None, LocatedGoal]:
    """Find the innermost goal that stands in the rules, and not in library text."""
    for outer in _outwards(frame):
        if goal.part is not None:
            break
        goal = outer.goal
    return goal.part, goal


def _built_in(goal: LocatedGoal) -> str | None:
    """Name what a goal calls where the rules do not define it."""
    if not isinstance(goal, CallGoal) or goal.callee is None or goal.name in _RAISING:
        return None
    if isinstance(goal.callee, Definition) and goal.callee.is_own:
        return None
    return f"{goal.name}/{len(goal.args)}"


def _chain(
    program: Program, frame: AnyFrame | None, last: str | None = None, goal: LocatedGoal | None = None
) -> str | None:
    """Write how the rules got from the contract to a call, each predicate once; None where it is the first."""
    links: dict[str, str] = {}
    calls = [outer for outer in _outwards(frame) if isinstance(outer, CallFrame) and outer.callee.is_own][::-1]
    for call in calls:
        links.setdefault(str(call.callee), _line(program, call.goal))
    if last is not None and goal is not None:
        links.setdefault(last, _line(program, goal))
    if len(links) < 2:
        return None
    told = [f"{name}{line}" for name, line in links.items()]
    if len(told) > _MOST_LINKS:
        told[2:-2] = ["…"]
    return " → ".join(told)


def _line(program: Program, goal: LocatedGoal) -> str:
    if goal.part is None:
        return ""
    place = goal.part.whole()
    return f" (line {place.line})" if place.file == program.source.name else f" ({place.file}:{place.line})"
