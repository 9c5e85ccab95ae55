"""A rule file as a Game, answered by SWI-Prolog."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping
from typing import Any, Final

from pyengine.errors import InvalidStateError, ParameterError, TermSyntaxError
from pyengine.language.contract import Entry
from pyengine.language.gate import CheckedProgram
from pyengine.reasoners.budget import Budget
from pyengine.reasoners.notation import Notation
from pyengine.reasoners.rule_game import ESTIMATES, SAY_WHERE, Closed, RuleGame, number_of
from pyengine.reasoners.swi.border import NoSolutionError, border, take_bytes, take_term
from pyengine.reasoners.swi.expander import Expander
from pyengine.reasoners.swi.loader import load_rules
from pyengine.reasoners.swi.prolog_rules import PrologRules
from pyengine.reasoners.swi.records import check_record, record
from pyengine.reasoners.swi.term_transfer import CyclicTermError
from pyengine.terms import Atom, List, Number, Term, is_ground

_DEFAULT: Final = Budget()
_NOTHING: Final[Mapping[str, Term]] = {}


class SwiGame(RuleGame[bytes]):
    """A game whose rules SWI-Prolog answers. States are bytes (external records), moves are Terms.

    States are opaque: take those that the game gives, keep and pickle them, never change a byte. What is cut off, too
    long, of another type or version of SWI-Prolog is an InvalidStateError; bytes changed inside are not noticed and can
    end the process.

    `offers` names the optional predicates that the rules define. In a game with memory, a position is the term
    `State-Memory`. The game pickles as what was loaded, and is loaded again where it is unpickled.

    Raises RuleFileError for what SWI-Prolog refuses, ParameterError for a parameter that is not declared.
    """

    reasoner = "swi"

    def __init__(
        self,
        program: CheckedProgram,
        parameters: Mapping[str, Term] = _NOTHING,
        trust: bool = False,
        start: Term | None = None,
        budget: Budget = _DEFAULT,
    ) -> None:
        super().__init__(program, parameters, trust, start, budget)
        here = border()
        loaded = load_rules(here, program, parameters, trust, budget)
        self._rules = PrologRules(here, program, loaded, budget, self.parameters)
        weakref.finalize(self._rules, here.abandon, loaded.rules, loaded.file_id).atexit = False
        self._notation = Notation(self._ask, self._rules.term, loaded.offers)
        self.players: tuple[Term, ...] = loaded.players
        self.offers: frozenset[str] = loaded.offers
        self._indices = {player: index for index, player in enumerate(self.players)}
        self._questions = self._askers()
        self._expander = Expander(self._rules)
        self.expand = self._expander.expand
        """Give all that a search asks of one position, in one border crossing."""
        self.initial: bytes = self._start(start)

    def _start(self, start: Term | None) -> bytes:
        if start is None and "initial" not in self.offers:
            raise ParameterError(f"{self.name} does not define initial/1: {SAY_WHERE}")
        if start is not None and not is_ground(start):
            raise InvalidStateError(f"a position has no variables: {start}")
        given = () if start is None else (start,)
        term = self._rules.question("start" if given else "initial", None, take_term, *given)
        assert term is not None
        return record(term)

    def close(self) -> None:
        """Remove the game from Prolog; it cannot be used any more.

        Where somebody still holds a part of it (another thread in a call, moves that were not looked at), it is removed
        after that, when the next game is closed or loaded. So is a game that nothing refers to.
        """
        if not isinstance(self._rules, Closed):
            border, closed = self._rules.border, Closed(self.name)
            self._expander.close()
            self._rules = self._expander = self._notation = closed  # type: ignore[assignment]
            self.expand = closed.expand
            self._last = None
            border.remove_abandoned()

    def _ask(self, what: str, state: bytes | None, *about: Term) -> Term | None:
        return self.ask(what, state, *about)

    def ask(self, what: str, state: bytes | None, *about: Term) -> Term | None:
        """Ask the rules what is not asked often; None where they have no answer."""
        return self._rules.question(what, state, take_term, *about)

    def _check(self, state: bytes) -> None:
        check_record(state)

    def staticval(self, state: bytes) -> Number:
        """Estimate a position for MAX: `staticval/2`, the weighted sum of the features, or by its class."""
        check_record(state)
        if not self.offers & ESTIMATES:
            raise InvalidStateError(f"{self.name} does not define staticval/2")
        value = self._rules.answer("staticval", state, take_term)
        return number_of(value)

    def canonical(self, state: bytes) -> bytes:
        """Give the representative of a position under the symmetries, or the position itself."""
        check_record(state)
        return self._rules.answer("canonical", state, take_bytes) if "canonical" in self.offers else state

    def score_moves(self, state: bytes) -> tuple[Number | None, ...]:
        """Score every move of a position, in the author's order, in one border crossing; a final one has none."""
        check_record(state)
        if "order" not in self.offers:
            return (None,) * len(self.expand(state).moves)
        try:
            scores = self._rules.answer("scores", state, take_term)
        except NoSolutionError:  # there is nothing to score
            return ()
        assert isinstance(scores, List)
        return tuple(None if isinstance(score, Atom) else number_of(score) for score in scores)

    def _asker(self, question: Entry) -> Callable[..., Any]:
        def ask(state: bytes, *given: Term) -> Any:
            check_record(state)
            try:
                found = self._rules.answer(question.name, state, take_term, *given)
            except NoSolutionError:  # which is an answer to some
                return None
            return found if question.wanted else found == 1

        return ask

    def term(self, state: bytes) -> Term:
        """Decode a position."""
        check_record(state)
        try:
            return self._rules.term(state)
        except CyclicTermError as error:
            raise InvalidStateError(str(error)) from None

    def _encode(self, term: Term) -> bytes:
        return record(term)

    def query(self, goal: str, limit: int | None = None, budget: Budget | None = None) -> list[dict[str, Term]]:
        """Solve a goal in the game's module; each solution maps the goal's variables to Terms.

        A variable that stays unbound is itself; variables that two bindings share are the same `Var`. Without a budget
        of its own, a query has that of the game, or a larger one where the game has the usual. Raises
        TermSyntaxError for text that is not Prolog, QueryError for an error in Prolog.
        """
        if not isinstance(goal, str):
            raise TermSyntaxError(f"a query is text, not {goal!r}")
        if limit is not None and (type(limit) is not int or limit < 0):
            raise ParameterError(f"the limit of a query is a number of solutions, not {limit!r}")
        return self._rules.query(goal, limit, budget)
