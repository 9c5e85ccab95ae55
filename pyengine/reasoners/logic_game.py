"""A rule file as a Game, answered by SWI-Prolog."""

from __future__ import annotations

import weakref
from collections.abc import Mapping, Sequence
from typing import Any, Final, NoReturn

from pyengine.errors import IllegalMoveError, InvalidStateError, ParameterError, RuleRuntimeError, TermSyntaxError
from pyengine.game import Expansion, Player
from pyengine.language.program import Program
from pyengine.language.reading.reader import read_program, read_term
from pyengine.language.source import Source
from pyengine.reasoners.asking import Rules
from pyengine.reasoners.budget import Budget
from pyengine.reasoners.calls import border, take_bytes, take_term
from pyengine.reasoners.crossing import CyclicTermError
from pyengine.reasoners.expanding import Expander
from pyengine.reasoners.loading import load_rules, place_of_predicate
from pyengine.reasoners.notation import Notation
from pyengine.reasoners.records import check_record, record
from pyengine.terms import Atom, List, Number, String, Term, Var, is_ground, is_term, write_term
from pyengine.terms.variants import subsumes

_DEFAULT: Final = Budget()
_NOTHING: Final[Mapping[str, Term]] = {}


def load_swi(
    program: Program,
    *,
    parameters: Mapping[str, Term] = _NOTHING,
    trust: bool = False,
    start: Term | None = None,
    budget: Budget = _DEFAULT,
) -> SwiGame:
    """Load a program into SWI-Prolog, in a module of its own.

    Raises RuleFileError for what SWI-Prolog refuses, ParameterError for a parameter that is not declared.
    """
    return SwiGame(program, parameters, trust, start, budget)


def _reload(source: Source, parameters: Mapping[str, Term], trust: bool, start: Term | None, budget: Budget) -> SwiGame:
    return SwiGame(read_program(source)[0], parameters, trust, start, budget)


class SwiGame:
    """A game whose rules SWI-Prolog answers. States are bytes (external records), moves are Terms.

    States are opaque: take those that the game gives, keep and pickle them, never change a byte. What is cut off, too
    long, of another type or version of SWI-Prolog is an InvalidStateError; bytes changed inside are not noticed and can
    end the process.

    `offers` names the optional predicates that the rules define. In a game with memory, a position is the term
    `State-Memory`. The game pickles as what was loaded, and is loaded again where it is unpickled.
    """

    def __init__(
        self, program: Program, parameters: Mapping[str, Term], trust: bool, start: Term | None, budget: Budget
    ) -> None:
        self.program = program
        self.parameters = dict(parameters)
        self.budget = budget
        self.name = program.source.path.stem if program.source.path else program.source.name.removesuffix(".pl")
        self._specification = (program.source, self.parameters, trust, start, budget)
        here = border()
        loaded = load_rules(here, program, parameters, trust, budget)
        self._rules = Rules(here, program, loaded, budget)
        weakref.finalize(self._rules, here.abandon, loaded.rules, loaded.file_id).atexit = False
        self._notation = Notation(self._rules)
        self.players: tuple[Term, ...] = loaded.players
        self.offers: frozenset[str] = loaded.offers
        self._indices = {player: index for index, player in enumerate(self.players)}
        self._expander = Expander(self._rules)
        self.expand = self._expander.expand
        """Give all that a search asks of one position, in one border crossing."""
        self._last: tuple[bytes, Expansion[bytes, Term]] | None = None
        self.initial: bytes = self._start(start)

    def _start(self, start: Term | None) -> bytes:
        if start is None and "initial" not in self.offers:
            start_at = 'say where to start, as in start="a" or --from a'
            raise ParameterError(f"{self.name} does not define initial/1: {start_at}")
        if start is not None and not is_ground(start):
            raise InvalidStateError(f"a position has no variables: {start}")
        term = self._rules.question("initial" if start is None else "start", None, take_term, start)
        assert term is not None
        return record(term)

    def close(self) -> None:
        """Remove the game from Prolog at once; it cannot be used any more.

        A game that nothing refers to is removed when the next one is loaded.
        """
        if not isinstance(self._rules, _Closed):
            self._rules.border.unload(self._rules.loaded.rules, self._rules.loaded.file_id)
            closed = _Closed(self.name)
            self._rules = self._expander = closed  # type: ignore[assignment]
            self.expand = closed.expand
            self._last = None

    def __reduce__(self) -> tuple[Any, ...]:
        return _reload, self._specification

    def __repr__(self) -> str:
        given = "".join(f", {name}={self._written(value)}" for name, value in self.parameters.items())
        return f"<SwiGame {self.name}{given}>"

    # The names of AIMA

    def to_move(self, state: bytes) -> Term:
        """Give the player whose turn it is."""
        check_record(state)
        player = self._rules.question("to_move", state, take_term)
        if player is None or player not in self._indices:
            raise RuleRuntimeError(
                f"to_move/2 gives {player}, who is not a player",
                place=place_of_predicate(self.program, "to_move/2"),
                position=self.term_text(state),
                file=self.program.source.name,
            )
        return player

    def actions(self, state: bytes) -> tuple[Term, ...]:
        """List the legal moves, in the author's order; none in a final position."""
        return tuple(self._opened(state).moves)

    def result(self, state: bytes, move: Term) -> bytes:
        """Give the position after a move; IllegalMoveError, with the legal moves, where it is not one."""
        expansion = self._opened(state)
        for legal, child in zip(expansion.moves, expansion.children, strict=True):
            if type(legal) is type(move) and legal == move:
                return child
        if isinstance(move, str):
            raise self._illegal(f"{move!r} is text, not a move: parse_move reads moves", state, expansion.moves)
        shown = self._written(move) if is_term(move) else repr(move)
        raise self._illegal(f"{shown} is not a legal move", state, expansion.moves)

    def is_terminal(self, state: bytes) -> bool:
        """Tell whether the game is over."""
        return self._opened(state).utilities is not None

    def _opened(self, state: bytes) -> Expansion[bytes, Term]:
        """Expand a position, the last one only once: who tries each of its moves asks for it again and again."""
        last = self._last
        if last is None or last[0] != state:
            last = self._last = (state, self.expand(state))
        return last[1]

    def utility(self, state: bytes, player: Player) -> Number:
        """Give the worth of a final position for a player."""
        utilities = self._opened(state).utilities
        if utilities is None:
            raise InvalidStateError(f"the game is not over in the position {self.term_text(state)}")
        for known, value in zip(self.players, utilities, strict=False):
            if known == player:
                return value
        raise InvalidStateError(f"{player} is not a player of {self.name}")

    # What the rules may offer besides

    def staticval(self, state: bytes) -> Number:
        """Estimate a position for MAX: `staticval/2`, or the weighted sum of the features."""
        check_record(state)
        if not self.offers & {"staticval", "features"}:
            raise InvalidStateError(f"{self.name} does not define staticval/2")
        value = self._rules.answer("staticval", state, take_term)
        return _number(value)

    def canonical(self, state: bytes) -> bytes:
        """Give the representative of a position under the symmetries, or the position itself."""
        check_record(state)
        return self._rules.answer("canonical", state, take_bytes) if "canonical" in self.offers else state

    def order(self, state: bytes, move: Term) -> Number | None:
        """Score a move for trying it early; None where the rules do not."""
        check_record(state)
        if "order" not in self.offers:
            return None
        score = self._rules.question("order", state, take_term, move)
        return None if score is None else _number(score)

    def score_moves(self, state: bytes) -> tuple[Number | None, ...]:
        """Score every move of a position that is not final, in the author's order, in one border crossing."""
        check_record(state)
        if "order" not in self.offers:
            return (None,) * len(self.expand(state).moves)
        scores = self._rules.answer("scores", state, take_term)
        assert isinstance(scores, List)
        return tuple(None if isinstance(score, Atom) else _number(score) for score in scores)

    def noisy(self, state: bytes) -> bool:
        """Tell whether the search should not be cut off here."""
        check_record(state)
        return "noisy" in self.offers and self._rules.answer("noisy", state, take_term) == 1

    @property
    def infinite(self) -> Number:
        """What endless play is worth."""
        value = self._rules.question("infinite", None, take_term) if "infinite" in self.offers else 0
        return 0 if value is None else _number(value)

    def board(self, state: bytes) -> tuple[tuple[Term, ...], ...] | None:
        """Give the rows of cells that `board/2` shows, None where the rules have no board."""
        check_record(state)
        rows = self._rules.question("board", state, take_term) if "board" in self.offers else None
        return tuple(tuple(row) for row in rows if isinstance(row, List)) if isinstance(rows, List) else None

    def show(self, state: bytes) -> str:
        """Show a position to people: by `show/2`, as a board, or as text."""
        check_record(state)
        if "show" in self.offers:
            text = self._rules.question("show", state, take_term)
            assert isinstance(text, String)
            return text.text
        rows = self.board(state)
        if rows is None:
            return self.text(state)
        cells = [[cell.name if isinstance(cell, Atom) else self._written(cell) for cell in row] for row in rows]
        width = max((len(cell) for row in cells for cell in row), default=0)
        return "\n".join(" ".join(cell.ljust(width) for cell in row).rstrip() for row in cells)

    # Terms and text

    def term(self, state: bytes) -> Term:
        """Decode a position."""
        check_record(state)
        try:
            return self._rules.term(state)
        except CyclicTermError as error:
            raise InvalidStateError(str(error)) from None

    def state(self, term: Term) -> bytes:
        """Encode a position; InvalidStateError where the term has variables."""
        if not is_term(term):
            raise InvalidStateError(f"a position is a term, not {term!r}")
        if not is_ground(term):
            raise InvalidStateError(f"a position has no variables: {write_term(term, self.program.operators)}")
        return record(term)

    def term_text(self, state: bytes) -> str:
        """Write a position as Prolog, with the rule file's own operators."""
        return self._written(self.term(state))

    def _written(self, term: Term) -> str:
        return write_term(term, self.program.operators)

    def text(self, state: bytes) -> str:
        """Write a position in the notation that the rules define for it, else as Prolog."""
        check_record(state)
        notation = self._notation.position(state)
        return self.term_text(state) if notation is None else notation

    def parse_state(self, text: str) -> bytes:
        """Read a position that `text` or `term_text` wrote; what can be both is a notation."""
        if not isinstance(text, str):
            raise TermSyntaxError(f"parse_state reads text, not {text!r}")
        position = self._notation.read_position(text)
        if position is not None:
            return record(position)
        try:
            return self.state(read_term(text, self.program.operators, self.program.flags))
        except (TermSyntaxError, InvalidStateError):
            if "notation" not in self.offers:
                raise
        example = self.text(self.initial)
        raise InvalidStateError(f"{text} is neither the notation of a position, such as {example}, nor a term")

    def move_text(self, move: Term, state: bytes | None = None) -> str:
        """Write a move in the notation that the rules define for it in a position, else as Prolog."""
        if state is not None:
            check_record(state)
        notation = None if state is None else self._notation.move(state, move)
        return self._written(move) if notation is None else notation

    def parse_move(self, text: str, state: bytes | None = None) -> Term:
        """Read a legal move of a position (by default the first), in its notation or as a term.

        Inside a term, variables may stand for what is not said. Raises IllegalMoveError, with the legal moves, where
        the text fits none or several.
        """
        if not isinstance(text, str):
            raise TermSyntaxError(f"parse_move reads text, not {text!r}")
        here = self.initial if state is None else state
        moves = tuple(dict.fromkeys(self.actions(here)))
        fitting = self._noted(text, here, moves) or self._matching(text, moves)
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            raise self._illegal(f"{text} fits several moves", here, fitting)
        raise self._illegal(f"{text} is not a legal move", here, moves)

    def _noted(self, text: str, state: bytes, moves: tuple[Term, ...]) -> tuple[Term, ...]:
        """Find the moves that are written so, else those that the rules read from the text."""
        if not self._notation.has_moves:
            return ()
        written = tuple(move for move in moves if self._notation.move(state, move) == text.strip())
        if written:
            return written
        read = self._notation.read_move(state, text)
        return tuple(move for move in moves if move in read)

    def _matching(self, text: str, moves: tuple[Term, ...]) -> tuple[Term, ...]:
        try:
            pattern = read_term(text, self.program.operators, self.program.flags)
        except TermSyntaxError:
            if not self._notation.has_moves:
                raise
            return ()
        if isinstance(pattern, Var):  # it would fit any move, and is more likely a slip: Ka2 is a variable
            return ()
        return tuple(move for move in moves if subsumes(pattern, move))

    def _illegal(self, problem: str, state: bytes, moves: Sequence[Term]) -> IllegalMoveError:
        texts = [self.move_text(move, state) for move in moves]
        if len(set(texts)) < len(texts):  # a notation that does not tell them apart is of no help
            texts = [self._written(move) for move in moves]
        listed = ", ".join(texts) or "none, the game is over"
        return IllegalMoveError(f"{problem}\n  in the position {self.text(state)}\nlegal moves: {listed}")

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


class _Closed:
    """What stands for the rules of a game that was closed: whatever is asked of them is an error."""

    def __init__(self, name: str) -> None:
        self._name = name

    def expand(self, state: bytes) -> NoReturn:
        """Refuse to expand."""
        raise InvalidStateError(f"the game {self._name} was closed; load it again")

    def __getattr__(self, asked: str) -> NoReturn:
        self.expand(b"")


def _number(term: Term) -> Number:
    assert not isinstance(term, Atom | List | String)
    return term  # type: ignore[return-value]
