"""A rule file as a Game, compiled to Python: nothing else needs to be installed."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any, Final, NoReturn

from pyengine.compiler.python.contract import Contract, compile_game
from pyengine.compiler.runtime.errors import PrologError
from pyengine.compiler.runtime.folded_terms import Folded, closed, is_endless, opened
from pyengine.compiler.runtime.terms import Float, Functor, Value, is_value, to_term, to_value
from pyengine.compiler.runtime.unify import NotGroundError
from pyengine.compiler.unsupported import UnsupportedError
from pyengine.errors import InvalidStateError, PrologMissingError, ReasonerError, RuleLimitError
from pyengine.game import Expansion
from pyengine.language.contract import Entry
from pyengine.reasoners.budget import Budget
from pyengine.reasoners.call_limits import guard, limit_error, processor_clock, rerun, settle
from pyengine.reasoners.choice import fall_back, finding_of, load_program
from pyengine.reasoners.compilation import compile_within, thrown_error
from pyengine.reasoners.error_report import ErrorReport
from pyengine.reasoners.lazy_moves import LazyMoves
from pyengine.reasoners.question import Question
from pyengine.reasoners.rule_game import ESTIMATES, Closed, RuleGame, number_of
from pyengine.reasoners.second_tier import ONLY_PYTHON, SecondTier
from pyengine.reasoners.thread_watchdog import RUNNING, one_question, own_record, spent_seconds, watchdog_of_all
from pyengine.reasoners.tracebacks import running_clause
from pyengine.terms import Atom, Number, Term, is_ground

_UNFIT: Final = (NotGroundError, TypeError, IndexError, KeyError, AttributeError, ValueError)
"""What code ends in that was made for other positions, or for answers without variables."""


class CompiledGame(RuleGame[Value]):
    """A game whose rules are compiled to Python. States are run-time terms (`compiler.runtime.terms`), moves are Terms.

    The game pickles as what was loaded, and is compiled again where it is unpickled. Raises UnsupportedError for what
    only SWI-Prolog can do, ParameterError as `SwiGame` does.
    """

    reasoner = "python"
    _kept = ("why", "shorten", "may_ask_swi", "seconds_to_c")

    def _load(self) -> None:
        self.second_tier: SecondTier | None = None
        """The same rules in C, for searches that take long."""
        self._run = guard(self.budget)
        self._doubted: frozenset[str] | None = frozenset()
        self._swi_game: RuleGame[bytes] | None = None
        self.may_ask_swi = False
        """Whether SWI-Prolog stands in for a call that meets what only it can do."""
        self._is_ready = False
        self.is_as_loaded = True
        """Whether the rules were compiled once, and not again for other positions."""
        self._starts: list[Value] = []
        self.players = ()
        if self._start is not None and is_ground(self._start):
            self._starts.append(to_value(self._start))
        self._contract = compile_within(self.budget, self.program, self.given_parameters, self._starts)
        players = self._asked("player", None, self._contract.players)
        self._know(self._contract.offers, tuple(map(to_term, players)))
        self._contract.set_players(players)
        self.expand, self._expand_by = self._fast_path()
        """Give all that a search asks of one position."""
        self._check_start()
        self.initial = closed(
            self._asked("initial", None, self._contract.initial)
            if self._start is None
            else self._contract.position(to_value(self._start))
        )
        self._is_ready = True

    def _admit(self, position: Value) -> Value:
        """Compile again for a position of another kind than the rules have led to so far."""
        if not self._contract.admits(position):
            self._starts.append(self._contract.state_of(position))
            self._compile_again()
        return position

    def _compile_again(self) -> None:
        self.is_as_loaded = False
        try:
            within = guard(self.budget, processor_clock)
            self._contract = within(compile_game, self.program, self.given_parameters, self._starts, self._doubted)
        except UnsupportedError as error:
            raise self._refused(error) from None
        except RuleLimitError as error:
            raise self._refused(UnsupportedError(f"compiling them used {error.reason}")) from None
        self._contract.set_players([to_value(player) for player in self.players])
        self._expand_by(self._contract.step, self._contract.functor)

    @property
    def contract(self) -> Contract:
        """The compiled rules."""
        return self._contract

    def _fast_path(
        self,
    ) -> tuple[Callable[[Value], Expansion[Value, Term]], Callable[[Callable[[Value], Any], Functor | None], None]]:
        """Make `expand`: all that it calls is at hand in local variables, since it is what every search waits for.

        The second function gives it other rules to ask. There is one `expand` as long as the game lives, since those
        who hold it must not go on with what was compiled for fewer positions.
        """
        step, functor = self._contract.step, self._contract.functor
        budget, size = self.budget, functor.arity + 1 if functor else -1
        build, running, watchdog = tuple.__new__, RUNNING, watchdog_of_all()

        def expand(state: Value) -> Expansion[Value, Term]:
            if state.__class__ is not tuple or len(state) != size or state[0] is not functor:
                state = self._open(state)
                if state.__class__ is not tuple or state[0] not in self._contract.functors:
                    self._check_value(state)
                    self._admit(state)
            try:
                record = running.record
            except AttributeError:
                record = own_record()
            record.calls += 1
            record.budget = budget
            if watchdog.is_parked:
                watchdog.wake()
            try:
                found = step(state)
                record.budget = None
            except BaseException as error:
                record.budget = None
                found = retry(state, error, record)
            if record.alarm is not None:
                settle(record)
            if found.__class__ is list:
                return self._final(found)
            mover, moves, children = found
            return build(Expansion, (mover, tuple(children), LazyMoves(_as_terms, moves, len(moves)), None))

        def retry(state: Value, error: BaseException, record: Any) -> Any:
            """Go on after an exception: a deep recursion has another chance, errors are explained."""
            try:
                if isinstance(error, RecursionError):
                    return rerun(step, (state,), budget, spent_seconds())
                raise limit_error(error, record)
            except (PrologError, RuleLimitError) as final:
                self._raise(final, "expand", state)
            except UnsupportedError as obstacle:
                return self._stand_in(obstacle, self._contract.step_, (state,))
            except _UNFIT as unfit:
                return self._ask_again(unfit, "expand", state, self._contract.step_, (state,))

        def expand_by(other: Callable[[Value], Any], of_positions: Functor | None) -> None:
            nonlocal step, functor, size
            step, functor, size = other, of_positions, of_positions.arity + 1 if of_positions else -1

        return expand, expand_by

    def _final(self, worths: list[Value]) -> Expansion[Value, Term]:
        """Give the expansion of a final position."""
        values = tuple([number.value if number.__class__ is Float else number for number in worths])
        if len(self.players) == 2 and "utilities" not in self.offers:
            values = (values[0], -values[0])
        return Expansion(0, (), (), values)

    def is_terminal(self, state: Value) -> bool:
        """Tell whether the game is over; where it is not, only the first successor is made."""
        last = self._last
        if last is None or last[0] != state:
            value = self._open(state)
            contract = self._contract
            if not (value[0] in contract.functors if value.__class__ is tuple else contract.admits(value)):
                return super().is_terminal(state)
            worths = self._asked("expand", state, contract.begin, value)
            if worths is None:
                return False
            last = self._last = (state, self._final(worths))
        return last[1].utilities is not None

    def close(self) -> None:
        """Let go of the rules; the game cannot be used any more."""
        shut = Closed(self.name)
        if self.second_tier is not None:
            self.second_tier.close()
            self.second_tier = None
        self._contract = shut  # type: ignore[assignment]
        self._open = shut.expand  # type: ignore[method-assign, assignment]
        self._expand_by(shut.expand, None)
        self._last = None

    @property
    def seconds_to_c(self) -> float | None:
        """How long searches in Python may take before the rules are compiled to C; None where they never are."""
        return None if self.second_tier is None else self.second_tier.patience

    @seconds_to_c.setter
    def seconds_to_c(self, seconds: float | None) -> None:
        self.second_tier = None if seconds is None else SecondTier(self, seconds)

    def __reduce__(self) -> tuple[Any, ...]:
        make, given, kept = super().__reduce__()
        if self.second_tier is not None:  # it begins anew
            kept["why"] = ONLY_PYTHON
        return make, given, kept

    def __setstate__(self, kept: dict[str, Any]) -> None:
        for name, value in kept.items():
            setattr(self, name, value)

    def _asked(
        self, what: str, state: Value | None, function: Callable[..., Any], *args: Any, about: tuple[Term, ...] = ()
    ) -> Any:
        try:
            return self._run(function, *args)
        except _UNFIT as error:
            return self._ask_again(error, what, state, function, args, about)
        except UnsupportedError as error:
            return self._stand_in(error, function, args)
        except (PrologError, RuleLimitError) as error:
            self._raise(error, what, state, about)

    def _ask_again(
        self,
        error: Exception,
        what: str,
        state: Value | None,
        function: Callable[..., Any],
        args: tuple[Any, ...],
        about: tuple[Term, ...] = (),
    ) -> Any:
        """Ask code that is made anew, after an error of code that was made for less; all within one question's time."""
        with one_question() as go_on:
            try:
                while True:
                    go_on()
                    if isinstance(error, NotGroundError):  # an output was taken for ground
                        self._doubted = self._contract.compiled.doubting(error.label)
                        self._compile_again()
                    elif state is None or not self._is_other(state):
                        raise error
                    else:
                        self._admit(opened(state))
                    go_on()
                    function = getattr(self._contract, function.__name__)
                    try:
                        return self._run(function, *args)
                    except _UNFIT as again:
                        error = again
            except UnsupportedError as obstacle:
                return self._stand_in(obstacle, function, args)
            except (PrologError, RuleLimitError) as final:
                self._raise(final, what, state, about)

    def _stand_in(self, error: UnsupportedError, function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        """Have SWI-Prolog answer in place of a function of the contract."""
        if not self._is_ready:
            raise error
        if self.may_ask_swi:
            with contextlib.suppress(PrologMissingError):
                return fall_back(self.in_swi(), function.__name__, *args)
        raise self._refused(error) from None

    def _refused(self, error: UnsupportedError) -> UnsupportedError | ReasonerError:
        """Give the error for what cannot be compiled; until the game is loaded, another reasoner may take over."""
        if not self._is_ready:
            return error
        obstacle = finding_of(error.at(running_clause(error, self.program)[1]))
        return ReasonerError(f'{obstacle}\nhint: load it with reasoner="swi"')

    def in_swi(self) -> RuleGame[bytes]:
        """Give the same game as SWI-Prolog answers for it, loaded when it is first asked for."""
        if self._swi_game is None:
            self._swi_game = load_program(self.program, "swi", **self._specification)
        return self._swi_game

    def _raise(
        self, error: PrologError | RuleLimitError, asked: str, state: Value | None, about: tuple[Term, ...] = ()
    ) -> NoReturn:
        position = None
        if state is not None:
            self._check_value(opened(state))  # what looks like a position may still be none
            position = to_term(opened(state))
        question = Question(asked, position, about, self.players, self._trust)
        report = ErrorReport(self.program, self.given_parameters, question, self.budget, spent_seconds())
        if isinstance(error, RuleLimitError):
            raise report.limit(error.reason) from None
        if error.is_resource or is_endless(error.ball):
            raise report.limit(self.budget.out_of_memory) from None
        raise thrown_error(report, error) from None

    def _ask(self, what: str, state: Value | None, *about: Term) -> Term | None:
        given = [to_value(term) for term in about]
        answer = self._asked(what, state, self._contract.answer, what, opened(state), *given, about=about)
        return None if answer is None else to_term(answer)

    def _open(self, state: Value) -> Value:
        """Give the value that a position stands for; InvalidStateError for what is no position."""
        if state.__class__ is Folded:
            return state.value
        if state.__class__ is Atom:
            return state.name
        if state.__class__ is tuple and state and state[0].__class__ is Functor and len(state) == state[0].arity + 1:
            return state
        if state.__class__ is str or not is_value(state):
            raise self._no_position(state)
        return state

    def _is_other(self, state: Value) -> bool:
        """Tell whether a position is of another kind than the code was made for; InvalidStateError if it is none."""
        self._check_value(opened(state))
        return not self._contract.admits(opened(state))

    def _check(self, state: Value) -> None:
        self._check_value(self._open(state))

    def _check_value(self, value: Value) -> None:
        if not is_value(value):
            raise self._no_position(value)

    def staticval(self, state: Value) -> Number:
        """Estimate a position for MAX: `staticval/2`, the weighted sum of the features, or by its class."""
        value = self._open(state)
        if not self.offers & ESTIMATES:
            raise InvalidStateError(f"{self.name} does not define staticval/2")
        found = self._asked("staticval", state, self._contract.staticval, value)
        return found if found.__class__ is int else number_of(to_term(found))

    def score_moves(self, state: Value) -> tuple[Number | None, ...]:
        """Score every move of a position, in the author's order; a final one has none."""
        value = self._open(state)
        if "order" not in self.offers:
            return (None,) * len(self.expand(state).moves)
        scores = self._asked("order", state, self._contract.scores, value)
        return tuple(
            [score if score is None or score.__class__ is int else number_of(to_term(score)) for score in scores]
        )

    def _asker(self, question: Entry) -> Callable[..., Any]:
        name, is_test = question.name, not question.wanted

        def ask(state: Value, *given: Term) -> Any:
            value = self._open(state)
            inputs = [to_value(term) for term in given]
            found = self._asked(name, state, self._contract.question, name, value, *inputs, about=given)
            return found if is_test or found is None else to_term(found)

        return ask

    def without_memory(self, state: Value) -> Value:
        """Give the state in a position of a game with memory."""
        return closed(self._contract.state_of(self._open(state)))

    def canonical(self, state: Value) -> Value:
        """Give the representative of a position under the symmetries, or the position itself."""
        value = self._open(state)
        if "canonical" not in self.offers:
            return state
        return self._asked("canonical", state, self._contract.canonical, value)

    def term(self, state: Value) -> Term:
        """Decode a position."""
        self._check(state)
        return to_term(opened(state))

    def structure(self, state: Value) -> Value:
        """Give a position as nested tuples."""
        return opened(state)

    def is_position(self, term: Term) -> bool:
        """Tell whether the rules take a term for a position; what is none is nothing to compile them again for."""
        if "state" not in self.offers:
            return True
        value, test = to_value(term), self._contract.is_position
        try:
            return bool(self._run(test, value))
        except UnsupportedError as error:
            return bool(self._stand_in(error, test, (value,)))
        except (PrologError, RuleLimitError) as error:
            self._raise(error, "state", closed(value))

    def _encode(self, term: Term) -> Value:
        return closed(self._admit(to_value(term)))

    def query(self, goal: str, limit: int | None = None, budget: Budget | None = None) -> list[dict[str, Term]]:
        """Solve a goal as `SwiGame.query` does: SWI-Prolog is asked, which must be there."""
        if isinstance(self._contract, Closed):
            self._contract.expand(None)
        found = self._shortened(goal, limit, budget)
        return found if isinstance(found, list) else self.in_swi().query(found, limit, budget)


def _as_terms(moves: list[Value]) -> tuple[Term, ...]:
    return tuple([to_term(move) for move in moves])
