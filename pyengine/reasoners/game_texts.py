"""Positions and moves of a rule file as text: in the notation that the rules define, else as Prolog."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from typing import Generic, TypeVar

from pyengine.errors import IllegalMoveError, InvalidStateError, RuleLimitError, RuleRuntimeError, TermSyntaxError
from pyengine.language.gate import CheckedProgram
from pyengine.quoting import quote_given, quote_line
from pyengine.reasoners.notation import Notation
from pyengine.terms import Compound, Term, Var, is_ground, write_term
from pyengine.terms.variants import subsumes

S = TypeVar("S", bound=Hashable)


class GameTexts(ABC, Generic[S]):
    """What a game of rules reads and writes."""

    program: CheckedProgram
    name: str
    offers: frozenset[str]
    initial: S
    _notation: Notation[S]

    @abstractmethod
    def _check(self, state: S) -> None:
        """Refuse what cannot be a state."""

    @abstractmethod
    def term(self, state: S) -> Term:
        """Decode a position."""

    @abstractmethod
    def state(self, term: Term) -> S:
        """Encode a position; InvalidStateError where the term has variables."""

    @abstractmethod
    def actions(self, state: S) -> tuple[Term, ...]:
        """List the legal moves, in the author's order; none in a final position."""

    def term_text(self, state: S) -> str:
        """Write a position as Prolog, with the rule file's own operators."""
        return self._written(self.term(state))

    def _written(self, term: Term) -> str:
        return write_term(term, self.program.operators)

    def _read(self, text: str) -> Term:
        from pyengine.language.reading.reader import read_term  # a game that was kept is loaded without it

        return read_term(text, self.program.operators, self.program.flags)

    def text(self, state: S) -> str:
        """Write a position in the notation that the rules define for it, else as Prolog."""
        self._check(state)
        notation = self._notation.position(state)
        return self.term_text(state) if notation is None else notation

    def parse_state(self, text: str) -> S:
        """Read a position that somebody wrote, as `text` or `term_text` do; what can be both is a notation.

        InvalidStateError where the rules say what a position is, by state/1, and this is none.
        """
        if not isinstance(text, str):
            raise TermSyntaxError(f"parse_state reads text, not {text!r}")
        position = self.read_position(text)
        self._require_position(position)
        return self.state(position)

    def read_position(self, text: str) -> Term:
        """Read what stands for a position, whether or not it is one; what can be both is a notation."""
        position = self._notation.read_position(text)
        if position is not None:
            return position
        try:
            position = self._read(text)
            if is_ground(position):
                return position
            raise InvalidStateError(f"a position has no variables: {self._written(position)}")
        except (TermSyntaxError, InvalidStateError):
            if "notation" not in self.offers:
                raise
        example = self.text(self.initial)
        if example == text.strip():
            raise InvalidStateError(
                f"{quote_line(text)} is what notation/2 writes for a position and cannot read, and it is no term"
            )
        shown, such = quote_given(text), quote_line(example)
        raise InvalidStateError(f"{shown} is neither the notation of a position, such as {such}, nor a term")

    @abstractmethod
    def is_position(self, term: Term) -> bool:
        """Tell whether the rules take a term for a position, by state/1; without it, any term may be one."""

    def _require_position(self, term: Term) -> None:
        """Refuse what the rules do not take for a position; an error that it leads them to says so as well."""
        why = "state/1 does not hold of it"
        try:
            if "outcome" in self.offers and not (
                isinstance(term, Compound) and (term.name, len(term.args)) == ("-", 2)
            ):
                why = "in a game with memory, a position is State-Memory"
            elif self.is_position(term):
                return
        except RuleLimitError:
            raise
        except RuleRuntimeError as error:
            why = error.reason
        example = getattr(self, "initial", None)
        such = "" if example is None else f"\n(an example: {quote_line(self.text(example))})"
        raise InvalidStateError(f"{quote_given(self._written(term))} is not a position of {self.name}: {why}{such}")

    def move_text(self, move: Term, state: S | None = None) -> str:
        """Write a move in the notation that the rules define for it in a position, else as Prolog."""
        if state is not None:
            self._check(state)
        notation = None if state is None else self._notation.move(state, move)
        return self._written(move) if notation is None else notation

    def move_coordinates(self, move: Term, state: S) -> str | None:
        """Write a move of a position by its squares, as in e2e4; None where the rules do not say these."""
        self._check(state)
        return self._notation.coordinates(state, move)

    def parse_move(self, text: str, state: S | None = None) -> Term:
        """Read a legal move of a position (by default the first), in its notation, by its squares or as a term.

        Inside a term, variables may stand for what is not said. Raises IllegalMoveError, with the legal moves, where
        the text fits none or several.
        """
        if not isinstance(text, str):
            raise TermSyntaxError(f"parse_move reads text, not {text!r}")
        here = self.initial if state is None else state
        moves = tuple(dict.fromkeys(self.actions(here)))
        fitting = self._noted(text, here, moves) or self._by_squares(text, here, moves) or self._matching(text, moves)
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            raise self._illegal(f"{quote_given(text)} fits several moves", here, fitting)
        raise self._illegal(f"{quote_given(text)} is not a legal move", here, moves)

    def _noted(self, text: str, state: S, moves: tuple[Term, ...]) -> tuple[Term, ...]:
        """Find the moves that are written so, else those that the rules read from the text."""
        if not self._notation.has_moves:
            return ()
        written = tuple(move for move in moves if self._notation.move(state, move) == text.strip())
        if written:
            return written
        read = self._notation.read_move(state, text)
        return tuple(move for move in moves if move in read)

    def _by_squares(self, text: str, state: S, moves: tuple[Term, ...]) -> tuple[Term, ...]:
        if "move_coordinates" not in self.offers:
            return ()
        return tuple(move for move in moves if self._notation.coordinates(state, move) == text.strip())

    def _matching(self, text: str, moves: tuple[Term, ...]) -> tuple[Term, ...]:
        try:
            pattern = self._read(text)
        except TermSyntaxError:
            if not (self._notation.has_moves or "move_coordinates" in self.offers):
                raise
            return ()
        if isinstance(pattern, Var):  # it would fit any move, and is more likely a slip: Ka2 is a variable
            return ()
        return tuple(move for move in moves if subsumes(pattern, move))

    def _illegal(self, problem: str, state: S, moves: Sequence[Term]) -> IllegalMoveError:
        texts = [self.move_text(move, state) for move in moves]
        if len(set(texts)) < len(texts):  # a notation that does not tell them apart is of no help
            texts = [self._written(move) for move in moves]
        listed, here = ", ".join(map(quote_line, texts)) or "none, the game is over", quote_line(self.text(state))
        return IllegalMoveError(f"{problem}\n  in the position {here}\nlegal moves: {listed}")
