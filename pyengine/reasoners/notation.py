"""The community's notation of positions and moves: `notation/2`, `move_notation/3` and `move_coordinates/3`."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from pyengine.errors import RuleLimitError
from pyengine.terms import NIL, Compound, List, String, Term

S = TypeVar("S", bound=Hashable)
Ask = Callable[..., Term | None]
"""Asks the rules a question about a position, or about none, and what else is given; None where they have no answer."""


class Notation(Generic[S]):
    """Reads and writes what the rules have a notation for; None stands for what they have none for."""

    def __init__(self, ask: Ask, term: Callable[[S], Term], offers: frozenset[str]) -> None:
        self._ask = ask
        self._term = term
        self._has_positions = "notation" in offers
        self.has_moves = "move_notation" in offers
        self._has_coordinates = "move_coordinates" in offers
        self._has_memory = "outcome" in offers

    def position(self, state: S) -> str | None:
        """Write a position. One with a memory has no notation: that would lose how the game got there."""
        if not self._has_positions or (self._has_memory and not self._is_fresh(self._term(state))):
            return None
        return _text(self._ask("notation", state))

    def _is_fresh(self, position: Term) -> bool:
        return isinstance(position, Compound) and position.args[1] == NIL

    def move(self, state: S, move: Term) -> str | None:
        """Write a move of a position."""
        return _text(self._ask("move_notation", state, move)) if self.has_moves else None

    def coordinates(self, state: S, move: Term) -> str | None:
        """Write a move by its squares."""
        return _text(self._ask("move_coordinates", state, move)) if self._has_coordinates else None

    def read_position(self, text: str) -> Term | None:
        """Read a position; rules that can only write their notation, or look for it without an end, read none."""
        if not self._has_positions:
            return None
        try:
            return self._ask("read_notation", None, String(text.strip()))
        except RuleLimitError:
            return None

    def read_move(self, state: S, text: str) -> tuple[Term, ...]:
        """Read the moves that a text may stand for, legal or not; none where the rules can only write them."""
        if not self.has_moves:
            return ()
        try:
            moves = self._ask("read_move_notation", state, String(text.strip()))
        except RuleLimitError:
            return ()
        return moves.items if isinstance(moves, List) else ()


def _text(answer: Term | None) -> str | None:
    return answer.text if isinstance(answer, String) else None
