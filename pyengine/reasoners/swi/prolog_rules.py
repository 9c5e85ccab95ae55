"""The rules of one game as SWI-Prolog has loaded them: questions in, answers or errors out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeVar

from pyengine.errors import Place, PyengineError, QueryError, RuleLimitError, RuleRuntimeError
from pyengine.language.contract import defined, whole_place
from pyengine.language.program import Program
from pyengine.language.reading.reader import read_term
from pyengine.reasoners.budget import Budget
from pyengine.reasoners.error_report import ErrorReport
from pyengine.reasoners.error_terms import meaning
from pyengine.reasoners.question import Question
from pyengine.reasoners.swi import foreign_interface
from pyengine.reasoners.swi.border import GENEROUS, Border, NoSolutionError, PrologFaultError, take_term
from pyengine.reasoners.swi.containment import is_tame
from pyengine.reasoners.swi.foreign_interface import Engine
from pyengine.reasoners.swi.loader import LoadedModules, place_of
from pyengine.reasoners.swi.term_transfer import CyclicTermError, Names, get_brief_term, get_term, text_of
from pyengine.terms import Atom, Compound, List, Term, Var, variables_of, write_term

T = TypeVar("T")
Stopped = PrologFaultError | RuleLimitError
_SHOWN: Final = 300


@dataclass(frozen=True)
class PrologRules:
    """The rules of one game as Prolog has loaded them."""

    border: Border
    program: Program
    loaded: LoadedModules
    budget: Budget
    parameters: Mapping[str, Term]

    def question(self, what: str, state: bytes | None, take: Callable[[Engine, int], T], *about: Term) -> T | None:
        """Ask what is not asked often; None where the rules have no answer."""
        question: Term = Compound(what, about) if about else Atom(what)
        goal = Compound("ask", (Atom(self.loaded.rules), self.budget.inferences, question))
        ask = self.border.predicate("ask", 5, "pyengine_contract")
        try:
            return self.border.ask(ask, [*goal.args, Atom("none") if state is None else state], take, self.budget)
        except NoSolutionError:
            return None
        except CyclicTermError:
            raise self._cyclic(what, state) from None
        except (PrologFaultError, RuleLimitError) as stopped:
            asked = Compound(":", (Atom("pyengine_contract"), goal))
            raise self.error(stopped, what, state, about, asked) from None

    def answer(self, name: str, state: bytes, take: Callable[[Engine, int], T], *about: Term) -> T:
        """Ask a predicate that was generated for this game; what is given besides the position comes first."""
        predicate = self.border.predicate(generated(name), 2 + len(about), self.loaded.rules)
        try:
            return self.border.ask(predicate, [*about, state], take, self.budget)
        except CyclicTermError:
            raise self._cyclic(name, state) from None
        except (PrologFaultError, RuleLimitError) as stopped:
            raise self.error(stopped, name, state, about) from None

    def query(self, goal: str, limit: int | None, budget: Budget | None) -> list[dict[str, Term]]:
        """Solve a goal in the module of the rules."""
        term = read_term(goal, self.program.operators, self.program.flags)
        if self.loaded.trust and not is_tame(term):  # it may leave something that refers to these rules
            lasting = Compound(":", (Atom(self.loaded.rules), Compound("class", (Atom("user"),))))
            self.border.call(self.border.predicate("set_module", 1, "system"), [lasting], GENEROUS)
        named = [variable for variable in variables_of(term) if not variable.name.startswith("_")]
        bindings = List(tuple(Compound("=", (Atom(variable.name), variable)) for variable in named))
        budget = budget or (self.budget.for_queries() if self.budget == Budget() else self.budget)
        arguments: list[Term | bytes] = [
            Atom(self.loaded.rules),
            Atom("trusted" if self.loaded.trust else "guarded"),
            Atom("none") if limit is None else limit,
            budget.inferences,
            Compound("-", (term, bindings)),
        ]
        predicate = self.border.predicate("solutions", 6, "pyengine_loader")
        try:
            return self.border.ask(predicate, arguments, _take_solutions, budget)
        except PrologFaultError as fault:
            found = meaning(fault.ball, self.border.said(fault.ball), self.program.operators)
            if found.kind is RuleRuntimeError:
                raise QueryError(self._unknown(fault.ball) or found.reason) from None
            raise found.kind(found.reason, hint=found.hint) from None
        except CyclicTermError as error:
            raise QueryError(str(error)) from None

    def _unknown(self, ball: Term) -> str | None:
        """Say that nobody defines what a query calls, and what was probably meant; None for another error."""
        match ball:
            case Compound(
                name="error", args=(Compound(name="existence_error", args=(Atom(name="procedure"), what)), _)
            ):
                while isinstance(what, Compound) and what.name == ":":
                    what = what.args[1]
                match what:
                    case Compound(name="/", args=(Atom(name=name), int(arity))):
                        from pyengine.language.checking.clauses import outline
                        from pyengine.language.checking.message_text import show
                        from pyengine.language.checking.undefined import what_was_meant

                        called = name, arity
                        return f"{show(called)} is not defined\nhint: {what_was_meant(called, outline(self.program))}"
        return None

    def error(
        self,
        stopped: Stopped,
        asked: str,
        state: bytes | None,
        about: tuple[Term, ...] = (),
        goal: Term | None = None,
    ) -> RuleRuntimeError:
        """Make the error for a call that was stopped: the place, what went wrong, the position as text.

        `goal` is what was called with the position, if that is not what was generated for the question.
        """
        position = None if state is None else self.term(state)
        loaded = self.loaded
        question = Question(asked, position, about, loaded.players, loaded.trust)
        report = ErrorReport(self.program, self.parameters, question, self.budget)
        if isinstance(stopped, RuleLimitError):
            return report.limit(stopped.reason)
        words = self.border.said(stopped.ball)
        if meaning(stopped.ball, words, self.program.operators).kind is RuleLimitError:
            return report.limit(self.budget.out_of_inferences)
        if goal is None:
            own = Compound(generated(asked), about) if about else Atom(generated(asked))
            goal = Compound(":", (Atom(loaded.rules), own))
        return report.thrown(stopped.ball, words, lambda: self._running(goal, state))

    def _cyclic(self, asked: str, state: bytes | None) -> RuleRuntimeError:
        """A rule gave a term that contains itself, which has no text and no value outside Prolog."""
        places = (whole_place(clauses[0]) for (name, _), clauses in defined(self.program).items() if name == asked)
        file, place = self.program.source.name, next(places, None)
        return RuleRuntimeError(f"{asked} gives a cyclic term", place=place, position=self._shown(state), file=file)

    def _shown(self, state: bytes | None) -> str | None:
        """Write a position for a message, not longer than one can take in."""
        if state is None:
            return None
        text = write_term(self.term(state, get_brief_term), self.program.operators)
        return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"

    def term(self, state: bytes, decode: Callable[[Engine, int], Term] = get_term) -> Term:
        """Decode a position."""
        engine = foreign_interface.engine()
        frame = engine.library.open_frame()
        try:
            ref = engine.library.new_refs(1)
            engine.library.recorded_external(state, ref)
            return decode(engine, ref)
        finally:
            engine.library.discard_frame(frame)

    def _running(self, goal: Term, state: bytes | None) -> tuple[str, Place | None]:
        """Run a goal that raised an exception again, to see which clause was running: `move/3`, and its place."""
        arguments = [Atom(self.loaded.rules), goal, Atom("none") if state is None else state]
        predicate = self.border.predicate("locate", 4, "pyengine_diagnosis")
        try:
            found = self.border.ask(predicate, arguments, take_term, self.budget)
        except (PrologFaultError, NoSolutionError, PyengineError):
            found = None
        match found:
            case Compound(args=(indicator, Atom(name=file), int(line))):
                return write_term(indicator), place_of(self.program, file, line)
        return "", None


def generated(name: str) -> str:
    """Give the name of a predicate that was generated for a game, in the module of its rules."""
    return f"$game {name}"


def _take_solutions(engine: Engine, ref: int) -> list[dict[str, Term]]:
    library = engine.library
    found: list[dict[str, Term]] = []
    solution, binding, part = (library.new_refs(1) for _ in range(3))
    while library.get_list(ref, solution, ref):
        values: list[tuple[str, int]] = []
        names: Names = {}
        while library.get_list(solution, binding, solution):
            library.get_arg(1, binding, part)
            name = text_of(engine, part, foreign_interface.AS_ATOM)
            value = library.new_refs(1)
            library.get_arg(2, binding, value)
            if library.term_type(value) == foreign_interface.VARIABLE:
                names.setdefault(text_of(engine, value, foreign_interface.AS_VARIABLE), Var(name))
            values.append((name, value))
        found.append({name: get_term(engine, value, names) for name, value in values})
        if values:
            library.reset_refs(values[0][1])
    return found
