"""A rule file as a Game, answered by SWI-Prolog."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

from pyengine.errors import InvalidStateError, ParameterError, TermSyntaxError
from pyengine.language.contract import Entry
from pyengine.reasoners.budget import Budget
from pyengine.reasoners.rule_game import ESTIMATES, Closed, RuleGame, number_of
from pyengine.reasoners.swi.border import NoSolutionError, border, take_bytes, take_term
from pyengine.reasoners.swi.expander import Expander
from pyengine.reasoners.swi.loader import load_rules
from pyengine.reasoners.swi.prolog_rules import PrologRules
from pyengine.reasoners.swi.records import check_record, record
from pyengine.reasoners.swi.term_transfer import CyclicTermError
from pyengine.terms import Atom, List, Number, Term


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

    def _load(self) -> None:
        here = border()
        loaded = load_rules(here, self.program, self.given_parameters, self._trust, self.budget)
        self._rules = PrologRules(here, self.program, loaded, self.budget, self.given_parameters)
        weakref.finalize(self._rules, here.abandon, loaded.rules, loaded.file_id).atexit = False
        self._know(loaded.offers, loaded.players)
        self._expander = Expander(self._rules)
        self.expand = self._expander.expand
        """Give all that a search asks of one position, in one border crossing."""
        self._check_start()
        given = () if self._start is None else (self._start,)
        term = self._rules.question("start" if given else "initial", None, take_term, *given)
        assert term is not None
        self.initial: bytes = record(term)

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
        found = self._shortened(goal, limit, budget)
        return found if isinstance(found, list) else self._rules.query(found, limit, budget)
