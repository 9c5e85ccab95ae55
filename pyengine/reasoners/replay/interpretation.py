"""The questions of the contract, asked of the machine: the same code that asks compiled rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pyengine.compiler.analysis.entries import key_of
from pyengine.compiler.normal_form.parameters import parameter_values
from pyengine.compiler.normal_form.sources import Sources
from pyengine.compiler.procedures import domain
from pyengine.compiler.procedures.callees import Key
from pyengine.compiler.procedures.procedure import Summary
from pyengine.compiler.python.contract import Contract
from pyengine.compiler.runtime.breaches import broken
from pyengine.compiler.runtime.terms import FAIL, Value, Var, to_value
from pyengine.compiler.runtime.unify import is_ground, resolve
from pyengine.language.contract import OWN, QUESTIONS, vocabulary_of
from pyengine.reasoners.question import Question
from pyengine.reasoners.replay.frames import CallFrame
from pyengine.reasoners.replay.machine import Binding, Machine
from pyengine.reasoners.replay.predicates import Predicates
from pyengine.terms import Term

_QUESTIONS: Final = frozenset(entry.name for entry in QUESTIONS)


@dataclass(frozen=True, slots=True)
class Answered:
    """How the rules came to an answer: the call that gave it, and where its last output was bound."""

    call: CallFrame | None
    binding: Binding | None


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
            contract.set_players(players)
            contract.step_(position)
        case "scores" | "order" if not about:
            contract.set_players(players)
            contract.scores(position)
        case "to_move":
            player = contract.answer(what, position)
            if players and player not in players:
                raise broken("player", player)
        case "staticval":
            contract.staticval(position)
        case name if name in _QUESTIONS:
            contract.question(name, position, *about)
        case "canonical":
            contract.canonical(position)
        case _:
            contract.answer(what, position, *about)
