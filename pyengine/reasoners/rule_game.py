"""What all games that come from rule files share: the names of AIMA, and what rules may offer besides."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Mapping
from functools import cached_property
from typing import Any, ClassVar, Final, NoReturn, TypeVar

from pyengine.errors import InvalidStateError, ParameterError
from pyengine.game import Expansion, Player
from pyengine.language.contract import QUESTIONS, Entry, alternatives
from pyengine.language.gate import CheckedProgram, examine_texts
from pyengine.language.source import Source
from pyengine.position import Position, Positions
from pyengine.quoting import show_value
from pyengine.reasoners.budget import Budget
from pyengine.reasoners.game_texts import GameTexts
from pyengine.reasoners.notation import Notation
from pyengine.terms import NIL, Atom, Compound, List, Number, String, Term, is_ground, is_term

S = TypeVar("S", bound=Hashable)

USUAL_BUDGET: Final = Budget()
NO_PARAMETERS: Final[Mapping[str, Term]] = {}

SAY_WHERE: Final = 'say where to start, as in start="a" or --from a'
"""What to do about a game that does not define its start."""


ESTIMATES: Final = frozenset(entry.offer for entry in alternatives("estimate"))
"""What rules offer that have an estimate."""


class RuleGame(GameTexts[S], Positions):
    """A game whose rules are a rule file, whoever answers them.

    `offers` names the optional predicates that the rules define. In a game with memory, a position is the term
    `State-Memory`.
    """

    reasoner: str
    why: str = ""
    budget: Budget
    name: str
    players: tuple[Term, ...]
    expand: Callable[[S], Expansion[S, Term]]
    _questions: dict[str, Callable[..., Any]]
    _indices: dict[Term, int]
    _last: tuple[S, Expansion[S, Term]] | None = None
    shorten: Callable[..., list[dict[str, Term]] | str] | None = None
    """What answers queries that need not be asked of SWI-Prolog, or makes them shorter; a layer above gives it."""
    _kept: ClassVar[tuple[str, ...]] = ("why", "shorten")
    """What a pickled game has besides what it was loaded from."""

    def __init__(
        self,
        program: CheckedProgram,
        parameters: Mapping[str, Term] = NO_PARAMETERS,
        trust: bool = False,
        start: Term | None = None,
        budget: Budget = USUAL_BUDGET,
    ) -> None:
        self.program = program
        self.given_parameters = dict(parameters)
        """What the caller has set; `parameters` has the defaults of the others, too."""
        self._trust = trust
        self._start = start
        self.budget = budget
        self.name = program.source.stem
        self._load()

    @cached_property
    def parameters(self) -> dict[str, Term]:
        """The parameters by name: what the caller has set, and the defaults that the rules declare of the others.

        A default that the rules work out, `parameter(Name, V) :- ...`, is among them only where the caller has set it.
        """
        from pyengine.language.contract import declared_parameters

        return {**declared_parameters(self.program), **self.given_parameters}

    @property
    def _specification(self) -> dict[str, Any]:
        """What the game is loaded with, besides its rules."""
        return {"parameters": self.given_parameters, "trust": self._trust, "start": self._start, "budget": self.budget}

    @abstractmethod
    def _load(self) -> None:
        """Get ready to answer."""

    def _know(self, offers: frozenset[str], players: tuple[Term, ...]) -> None:
        """Take in what the rules offer, and who plays."""
        self.offers = offers
        self.players = players
        self._indices = {player: index for index, player in enumerate(players)}
        self._notation = Notation(self._ask, self.term, offers)
        self._questions = self._askers()

    def _check_start(self) -> None:
        """Refuse to be without a start, and one that is no position."""
        if self._start is None and "initial" not in self.offers:
            raise ParameterError(f"{self.name} does not define initial/1: {SAY_WHERE}")
        if self._start is not None:
            if not is_ground(self._start):
                raise InvalidStateError(f"a position has no variables: {self._start}")
            has_memory = "outcome" in self.offers
            self._require_position(Compound("-", (self._start, NIL)) if has_memory else self._start)

    def __reduce__(self) -> tuple[Any, ...]:
        given = type(self).reasoner, self.program.sources, self._specification
        return _reload, given, {name: getattr(self, name) for name in self._kept}

    def __repr__(self) -> str:
        given = "".join(f", {name}={self._written(value)}" for name, value in self.given_parameters.items())
        return f"<{type(self).__name__} {self.name}{given}>"

    @cached_property
    def identity(self) -> tuple[Any, ...]:
        """What makes it the game that it is: the text of its rules, and its parameters; not who answers for them."""
        return tuple(source.text for source in self.program.sources), frozenset(self.parameters.items())

    @abstractmethod
    def _ask(self, what: str, state: S | None, *about: Term) -> Term | None:
        """Ask the rules what is not asked often; None where they have no answer."""

    def structure(self, state: S) -> Any:
        """Give a position as nested tuples, for searches to see what moves change."""
        from pyengine.compiler.runtime.terms import to_value

        return to_value(self.term(state))

    def state(self, term: Term) -> S:
        """Encode a position; InvalidStateError where the term has variables."""
        if not is_term(term):
            raise InvalidStateError(f"a position is a term, not {term!r}")
        if not is_ground(term):
            raise InvalidStateError(f"a position has no variables: {self._written(term)}")
        return self._encode(term)

    def is_position(self, term: Term) -> bool:
        """Tell whether the rules take a term for a position, by state/1; without it, any term may be one.

        No search asks it: it is for positions that people write.
        """
        return "state" not in self.offers or self._ask("state", self._encode(term)) is not None

    @abstractmethod
    def _encode(self, term: Term) -> S:
        """Encode a position without variables."""

    @abstractmethod
    def close(self) -> None:
        """Let go of the rules; the game cannot be used any more."""

    @abstractmethod
    def query(self, goal: str, limit: int | None = None, budget: Budget | None = None) -> list[dict[str, Term]]:
        """Solve a goal by SWI-Prolog in the rules; each solution maps the goal's variables to Terms."""

    def _shortened(self, goal: str, limit: int | None, budget: Budget | None) -> list[dict[str, Term]] | str:
        """Give the solutions of a query, or the query that SWI-Prolog is to solve in its place."""
        if (
            self.shorten is None
            or not isinstance(goal, str)
            or not (limit is None or (type(limit) is int and limit >= 0))
        ):
            return goal  # who solves it says what is wrong with it
        budget = budget or (self.budget.for_queries() if self.budget == USUAL_BUDGET else self.budget)
        found = self.shorten(self, goal, budget, starts_elsewhere=self._start is not None)
        return found[:limit] if isinstance(found, list) else found

    @abstractmethod
    def _asker(self, question: Entry) -> Callable[..., Any]:
        """Make what asks the rules a question of the contract that they define: of a position, and what is given.

        It gives whether the question holds, or its answer; None where there is none and need not be.
        """

    def _askers(self) -> dict[str, Callable[..., Any]]:
        """Make what answers each question of the contract."""
        return {
            entry.name: self._asker(entry) if entry.offer in self.offers else self._undefined(entry)
            for entry in QUESTIONS
        }

    def _undefined(self, question: Entry) -> Callable[..., Any]:
        """Make what answers a question that the rules do not define: it does not hold, or has no answer."""
        answer = None if question.wanted else False

        def ask(state: S, *given: Term) -> Any:
            self._check(state)
            return answer

        return ask

    def _no_position(self, given: object) -> InvalidStateError:
        """Say that something is no state; what people hold has one inside."""
        if isinstance(given, Position):
            return InvalidStateError(f"{given!r} is not a state: the methods of a game take its `state`")
        return InvalidStateError(f"{show_value(given)} is not a position of {self.name}")

    # The names of AIMA

    def to_move(self, state: S) -> Term:
        """Give the player whose turn it is."""
        self._check(state)
        player = self._ask("to_move", state)
        if player is None or player not in self._indices:
            from pyengine.reasoners.error_report import ErrorReport
            from pyengine.reasoners.question import Question

            question = Question("to_move", self.term(state), players=self.players)
            report = ErrorReport(self.program, self.given_parameters, question, self.budget)
            fault = Compound("pyengine", (Compound("player", (Atom("none") if player is None else player,)),))
            raise report.thrown(fault, "", lambda: ("", None))
        return player

    def actions(self, state: S) -> tuple[Term, ...]:
        """List the legal moves, in the author's order; none in a final position."""
        return tuple(self._opened(state).moves)

    def result(self, state: S, move: Term) -> S:
        """Give the position after a move; IllegalMoveError, with the legal moves, where it is not one."""
        expansion = self._opened(state)
        for legal, child in zip(expansion.moves, expansion.children, strict=True):
            if type(legal) is type(move) and legal == move:
                return child
        if isinstance(move, str):
            raise self._illegal(f"{move!r} is text, not a move: parse_move reads moves", state, expansion.moves)
        shown = self._written(move) if is_term(move) else repr(move)
        raise self._illegal(f"{shown} is not a legal move", state, expansion.moves)

    def is_terminal(self, state: S) -> bool:
        """Tell whether the game is over."""
        return self._opened(state).utilities is not None

    def _opened(self, state: S) -> Expansion[S, Term]:
        """Expand a position, the last one only once: who tries each of its moves asks for it again and again."""
        last = self._last
        if last is None or last[0] != state:
            last = self._last = (state, self.expand(state))
        return last[1]

    def utility(self, state: S, player: Player) -> Number:
        """Give the worth of a final position for a player."""
        utilities = self._opened(state).utilities
        if utilities is None:
            raise InvalidStateError(f"the game is not over in the position {self.term_text(state)}")
        for known, value in zip(self.players, utilities, strict=False):
            if known == player:
                return value
        raise InvalidStateError(f"{player} is not a player of {self.name}")

    # What the rules may offer besides; a question of the contract is a line here, for those who read types

    def noisy(self, state: S) -> bool:
        """Tell whether the search is not to be cut off here."""
        return self._questions["noisy"](state)  # type: ignore[no-any-return]

    def cutoff(self, state: S, depth: int) -> bool:
        """Tell whether a search whose root is so many plies before the position is to be cut off here."""
        return self._questions["cutoff"](state, depth)  # type: ignore[no-any-return]

    def category(self, state: S) -> Term | None:
        """Name the class of a position; None where the rules have no classes."""
        return self._questions["category"](state)  # type: ignore[no-any-return]

    def repetition(self, state: S) -> Term | None:
        """Name what comes back where a position is repeated; None where that is the position itself."""
        return self._questions["repetition"](state)  # type: ignore[no-any-return]

    def order(self, state: S, move: Term) -> Number | None:
        """Score a move for trying it early; None where the rules do not."""
        self._check(state)
        if "order" not in self.offers:
            return None
        score = self._ask("order", state, move)
        return None if score is None else number_of(score)

    @property
    def infinite(self) -> Number:
        """What endless play is worth."""
        value = self._ask("infinite", None) if "infinite" in self.offers else 0
        return 0 if value is None else number_of(value)

    @cached_property
    def draw_value(self) -> Number | None:
        """What a draw is worth to the first player, or to any where each has a worth of his own; None if nobody says.

        Without `draw_value/1` it is as much as endless play if the rules value that, else it follows from the values
        that they give, where these are written out; otherwise it is 0.
        """
        if "draw_value" in self.offers:
            value = self._ask("draw_value", None)
            return 0 if value is None else number_of(value)
        if "utilities" in self.offers:
            return None
        if "infinite" in self.offers:
            return self.infinite
        from pyengine.language.value_sets import draw_among

        values = self.values
        return 0 if values is None else draw_among(values)

    @cached_property
    def values(self) -> frozenset[Number] | None:
        """All that a final position can be worth to the first player, where the rules have it written out."""
        from pyengine.language.contract import defined, interface, vocabulary_in
        from pyengine.language.value_sets import value_set

        if "utilities" in self.offers:
            return None
        known = defined(self.program)
        worth = interface(vocabulary_in(known), known.__contains__).worth
        return value_set(self.program, worth.indicator, worth.giving("number")[0])

    def board(self, state: S) -> tuple[tuple[Term, ...], ...] | None:
        """Give the rows of cells that `board/2` shows, None where the rules have no board."""
        self._check(state)
        rows = self._ask("board", state) if "board" in self.offers else None
        return tuple(tuple(row) for row in rows if isinstance(row, List)) if isinstance(rows, List) else None

    @cached_property
    def layout(self) -> Term | None:
        """What `layout/1` says of boards, None where the rules do not say."""
        return self._ask("layout", None) if "layout" in self.offers else None

    def look(self, cell: Term) -> Term | None:
        """Give what `look/2` says of a cell of the board, None where the rules do not say."""
        return self._ask("look", None, cell) if "look" in self.offers else None

    def shapes(self, state: S) -> Term | None:
        """Give the list of shapes that `shapes/2` draws, None where the rules do not draw the position."""
        self._check(state)
        return self._ask("shapes", state) if "shapes" in self.offers else None

    def show(self, state: S) -> str:
        """Show a position to people: by `show/2`, as a board, or as text."""
        self._check(state)
        if "show" in self.offers:
            text = self._ask("show", state)
            assert isinstance(text, String)
            return text.text
        rows = self.board(state)
        if rows is None:
            return self.text(state)
        cells = [[cell.name if isinstance(cell, Atom) else self._written(cell) for cell in row] for row in rows]
        width = max((len(cell) for row in cells for cell in row), default=0)
        return "\n".join(" ".join(cell.ljust(width) for cell in row).rstrip() for row in cells)


def _reload(reasoner: Any, sources: tuple[Source, ...], specification: dict[str, Any]) -> RuleGame[Any]:
    """Load a game where it is unpickled: one in C, without a C compiler there, compiled to Python."""
    from pyengine.reasoners.choice import load_program

    program = examine_texts(sources, trust=specification["trust"]).program
    return load_program(program, reasoner, **specification)


class Closed:
    """What stands for the rules of a game that was closed: whatever is asked of them is an error."""

    def __init__(self, name: str) -> None:
        self._name = name

    def expand(self, *asked: object) -> NoReturn:
        """Refuse to expand, or to answer anything else."""
        raise InvalidStateError(f"the game {self._name} was closed; load it again")

    def __getattr__(self, asked: str) -> NoReturn:
        self.expand(None)


def number_of(answer: Term) -> Number:
    """Take an answer that the rules have been made to give as a number."""
    assert not isinstance(answer, Atom | List | String)
    return answer  # type: ignore[return-value]
