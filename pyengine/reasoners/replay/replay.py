"""The replay of one question, within limits: the question and how it ended in, the goal to blame out.

The same code asks that asks compiled rules, and the machine answers.
"""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from pyengine.compiler.analysis.entries import key_of
from pyengine.compiler.builtins.variables import is_variant
from pyengine.compiler.normal_form.parameters import parameter_values
from pyengine.compiler.normal_form.sources import Sources
from pyengine.compiler.procedures import domain
from pyengine.compiler.procedures.callees import Key
from pyengine.compiler.procedures.procedure import Summary
from pyengine.compiler.python.contract import Contract
from pyengine.compiler.runtime import capture
from pyengine.compiler.runtime.breaches import broken
from pyengine.compiler.runtime.errors import PrologError
from pyengine.compiler.runtime.terms import FAIL, Value, Var, functor, to_value
from pyengine.compiler.runtime.unify import is_ground, resolve
from pyengine.compiler.unsupported import UnsupportedError
from pyengine.errors import RuleLimitError
from pyengine.language.contract import OWN, QUESTIONS, vocabulary_of
from pyengine.language.program import Program
from pyengine.reasoners.budget import Budget
from pyengine.reasoners.call_limits import guard, processor_clock
from pyengine.reasoners.question import Question
from pyengine.reasoners.replay.blame import Blame, blame_answer, blame_goal, blame_limit, blame_size, blame_throw
from pyengine.reasoners.replay.machine import MOST_GOALS, Answered, GoalLimitError, Machine
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
        ways = [False, True] if thrown is not None and sources.outline.declared.get("table") else [True]
        found = (_replay(thrown, budget, sources, parameters, question, has_tables) for has_tables in ways)
        return next((blame for blame in found if blame is not None), None)
    except Exception:  # an error about an error helps nobody
        return None


def _replay(
    thrown: Term | None,
    budget: Budget,
    sources: Sources,
    parameters: Mapping[str, Term],
    question: Question,
    has_tables: bool,
) -> Blame | None:
    """Ask once; without tables, calls of tabled predicates are followed, and need not end."""
    seconds = min(_SECONDS, _SHARE * budget.seconds)
    interpreted: list[Interpreted] = []

    def interpret(predicates: Predicates) -> Interpreted:
        interpreted.append(Interpreted(Machine(predicates, MOST_GOALS, seconds)))
        return interpreted[-1]

    def ask_once() -> None:
        try:
            ask(sources, parameters, question, has_tables, interpret)
        except RecursionError:  # a guard would try once more, and longer
            raise _GivenUpError from None

    depth = capture.begin()
    try:
        with _collector_at_rest():
            guard(replace(budget, seconds=min(_SECONDS_OF_ONE_GOAL, budget.seconds)), processor_clock)(ask_once)
    except PrologError as error:
        return _blame_error(sources.program, interpreted[-1], error, thrown)
    except UnsupportedError:
        if thrown is None or _kind(thrown) != "syntax_error":
            # Of text that is no term, SWI-Prolog alone can say what is wrong.
            return None
        return blame_goal(sources.program, interpreted[-1].machine.goal, interpreted[-1].machine.frame)
    except (GoalLimitError, RuleLimitError) as limit:
        is_stuck = isinstance(limit, RuleLimitError)
    else:
        return None
    finally:
        capture.end(depth)
    return None if thrown is not None else blame_limit(sources.program, interpreted[-1].machine, is_stuck=is_stuck)


@contextlib.contextmanager
def _collector_at_rest() -> Iterator[None]:
    """Keep the collector from what a process holds besides: in a large one it takes longer than a replay may."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


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


_QUESTIONS: Final = frozenset(entry.name for entry in QUESTIONS)


class Interpreted:
    """Stands for compiled rules before the contract; the machine answers."""

    source = ""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.functions: Mapping[Key, Callable[..., Any]] = _Made(self._function)
        self.summaries: Mapping[Key, Summary] = _Made(_summary)
        self.answered: dict[tuple[str, int], Answered] = {}
        """How each predicate came to its last answer, or to its first one with variables."""

    def attempt(self, key: Key, *args: Value, trail: object = None) -> Iterator[tuple[Value, ...]]:
        """Go through the solutions of a predicate, as tuples of its outputs."""
        inputs = iter(args)
        given = tuple([Var() if letter == "f" else next(inputs) for letter in key.pattern])
        outputs = [value for letter, value in zip(key.pattern, given, strict=True) if letter == "f"]
        machine, indicator = self.machine, (key.name, key.arity)
        machine.watched = outputs[-1] if outputs else None
        is_settled = False
        for _ in machine.solve(key.name, given):
            found = tuple([resolve(output) for output in outputs])
            if not is_settled:
                self.answered[indicator] = Answered(machine.root, machine.bound_at)
                is_settled = not all(map(is_ground, found))
            yield found
            if key.first:
                return

    def _function(self, key: Key) -> Callable[..., Any]:
        def ask_first(*args: Value) -> Value:
            for found in self.attempt(key, *args):
                return found[0] if found else True
            return FAIL if "f" in key.pattern else False

        return ask_first


def _summary(key: Key) -> Summary:
    outputs = key.pattern.count("f")
    return Summary((), ((False, domain.ANY),) * outputs, is_many=not key.first)


class _Made(dict[Key, Any]):
    """A mapping whose values are made when they are asked for."""

    def __init__(self, make: Callable[[Key], Any]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: Key) -> Any:
        made = self[key] = self._make(key)
        return made


def ask(
    sources: Sources,
    given: Mapping[str, Term],
    question: Question,
    has_tables: bool,
    interpret: Callable[[Predicates], Interpreted],
) -> None:
    """Ask a question for what it raises; the answer is dropped.

    `interpret` is told what rules may call; once more, when the parameters are known.
    """
    unsettled = interpret(Predicates(sources, None, question.trust, has_tables))
    parameters = key_of(OWN["parameter"])
    values = parameter_values(sources, given, lambda: unsettled.attempt(parameters))
    rules: Any = interpret(Predicates(sources, values, question.trust, has_tables))
    contract = Contract(rules, sources, vocabulary_of(sources.program), domain.ANY, ())
    position = None if question.position is None else to_value(question.position)
    about = [to_value(term) for term in question.about]
    _ask_contract(contract, question.what, position, about, [to_value(player) for player in question.players])


def _ask_contract(
    contract: Contract, what: str, position: Value | None, about: Sequence[Value], players: Sequence[Value]
) -> None:
    if players:
        contract.set_players(players)
    match what:
        case "player":
            contract.players()
        case "initial":
            contract.initial()
        case "load":
            contract.players()
            if "initial" in contract.offers:
                contract.initial()
        case "expand" | "expand_apart" | "moves":
            contract.step_(position)
        case "scores" | "order" if not about:
            contract.scores(position)
        case "to_move":
            player = contract.answer(what, position)
            if players and player not in players:
                raise broken("player", player)
        case "state":
            contract.is_position(position)
        case "staticval" | "canonical":
            getattr(contract, what)(position)
        case name if name in _QUESTIONS:
            contract.question(name, position, *about)
        case _:
            contract.answer(what, position, *about)
