"""The replay of one question, within limits: the question and how it ended in, the goal to blame out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from pyengine.compiler.builtins.variables import is_variant
from pyengine.compiler.normal_form.sources import Sources
from pyengine.compiler.runtime import capture
from pyengine.compiler.runtime.errors import PrologError
from pyengine.compiler.runtime.terms import Value, functor, to_value
from pyengine.compiler.unsupported import UnsupportedError
from pyengine.errors import RuleLimitError
from pyengine.language.program import Program
from pyengine.reasoners.budget import Budget
from pyengine.reasoners.call_limits import guard, processor_clock
from pyengine.reasoners.question import Question
from pyengine.reasoners.replay.blame import Blame, blame_answer, blame_goal, blame_limit, blame_size, blame_throw
from pyengine.reasoners.replay.interpretation import Interpreted, ask
from pyengine.reasoners.replay.machine import MOST_GOALS, GoalLimitError, Machine
from pyengine.reasoners.replay.predicates import Predicates
from pyengine.terms import Compound, Term

_SECONDS: Final = 1.0
"""How long the machine may work at most."""
_SECONDS_OF_ONE_GOAL: Final = 2.0
"""How long it may work at most where one goal takes all the time by itself, between which and the next it looks."""
_SHARE: Final = 0.75
"""The part of its seconds that the machine takes where they are few, before one goal is said to take them all."""
_ERROR: Final = functor("error", 2)
_PYENGINE: Final = functor("pyengine", 1)
_OF_VALUES: Final = frozenset({"value", "player", "list", "text"})


class _GivenUpError(Exception):
    """The replay does not get there."""


def find_blame(
    program: Program, parameters: Mapping[str, Term], question: Question, thrown: Term | None, budget: Budget
) -> Blame | None:
    """Find the goal at which a question ends in what was thrown, or, where that is None, does not end.

    The seconds of the budget are those of the processor, so that a busy machine finds the same goal.
    None where the replay does not come to the same end: rules may do what only SWI-Prolog can, and a replay is short.
    """
    try:
        sources = Sources(program)
        blame: Blame | None = None
        if thrown is not None and sources.outline.declared.get("table"):
            blame = _Replay(sources, parameters, question, False, budget).find_blame(thrown)
        return blame or _Replay(sources, parameters, question, True, budget).find_blame(thrown)
    except Exception:  # an error about an error helps nobody
        return None


class _Replay:
    """One attempt; without tables, calls of tabled predicates are followed, and need not end."""

    def __init__(
        self,
        sources: Sources,
        parameters: Mapping[str, Term],
        question: Question,
        has_tables: bool,
        budget: Budget,
    ) -> None:
        self._seconds = min(_SECONDS, _SHARE * budget.seconds)
        self._budget = replace(budget, seconds=min(_SECONDS_OF_ONE_GOAL, budget.seconds))
        self._program = sources.program
        self._asking = (sources, parameters, question, has_tables, self._interpret)
        self._rules: Interpreted | None = None

    def _interpret(self, predicates: Predicates) -> Interpreted:
        self._rules = Interpreted(Machine(predicates, MOST_GOALS, self._seconds))
        return self._rules

    def _ask(self) -> None:
        try:
            ask(*self._asking)
        except RecursionError:  # a guard would try once more, and longer
            raise _GivenUpError from None

    def find_blame(self, thrown: Term | None) -> Blame | None:
        """Find the goal to blame; any exception means that none was found."""
        is_stuck = False
        depth = capture.begin()
        try:
            guard(self._budget, processor_clock)(self._ask)
        except PrologError as error:
            assert self._rules is not None
            return _blame_error(self._program, self._rules, error, thrown)
        except UnsupportedError:
            if self._rules is None or thrown is None or _kind(thrown) != "syntax_error":
                # Of text that is no term, SWI-Prolog alone can say what is wrong.
                return None
            return blame_goal(self._program, self._rules.machine.goal, self._rules.machine.frame)
        except GoalLimitError:
            pass
        except RuleLimitError:
            is_stuck = True
        else:
            return None
        finally:
            capture.end(depth)
        if thrown is not None or self._rules is None:
            return None
        return blame_limit(self._program, self._rules.machine, is_stuck=is_stuck)


def _blame_error(program: Program, rules: Interpreted, error: PrologError, thrown: Term | None) -> Blame | None:
    machine = rules.machine
    own = blame_throw(program, machine.goal, machine.frame, error.ball) if machine.has_thrown else None
    if thrown is None and own is not None:
        return own
    if thrown is None:
        return blame_size(program, machine.goal, machine.frame) if error.is_resource and machine.has_thrown else None
    if not _is_same(error.ball, to_value(thrown)):
        return None
    if machine.has_thrown:
        return own or blame_goal(program, machine.goal, machine.frame)
    return _blame_contract(program, rules, error.ball)


def _kind(thrown: Term) -> str | None:
    """Name the formal part of an error."""
    match thrown:
        case Compound(name="error", args=(Compound(name=kind), _)):
            return kind
    return None


def _is_same(ball: Value, other: Value) -> bool:
    """Tell whether two errors are of one kind, since reasoners differ in what they put into some; or else variants."""
    formal, other_formal = _without_context(ball), _without_context(other)
    if is_variant(formal, other_formal):
        return True
    return (
        formal is not ball
        and other_formal is not other
        and formal.__class__ is other_formal.__class__ is tuple
        and formal[0] is other_formal[0]
    )


def _without_context(ball: Value) -> Value:
    return ball[1] if ball.__class__ is tuple and ball[0] is _ERROR else ball


def _blame_contract(program: Program, rules: Interpreted, ball: Value) -> Blame | None:
    """Blame the answer that breaks the contract; one that is missing is the fault of no goal."""
    if ball.__class__ is not tuple or ball[0] is not _PYENGINE or ball[1].__class__ is not tuple:
        return None
    kind = ball[1][0].name
    if kind not in _OF_VALUES and kind != "nonground":
        return None
    blamed = ("to_move", 2) if kind == "player" else (ball[1][1][1], ball[1][1][2])
    answered = rules.answered.get(blamed)
    return None if answered is None else blame_answer(program, answered, kind in _OF_VALUES)
