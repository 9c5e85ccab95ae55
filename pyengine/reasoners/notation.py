"""The community's notation of positions and moves, where the rules define `notation/2` and `move_notation/3`."""

from __future__ import annotations

from pyengine.errors import RuleLimitError
from pyengine.reasoners.asking import Rules
from pyengine.reasoners.calls import take_term
from pyengine.terms import Compound, List, String, Term


class Notation:
    """Reads and writes what the rules have a notation for; None stands for what they have none for."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._has_positions = "notation" in rules.loaded.offers
        self.has_moves = "move_notation" in rules.loaded.offers
        self._has_memory = "outcome" in rules.loaded.offers

    def position(self, state: bytes) -> str | None:
        """Write a position. One with a memory has no notation: that would lose how the game got there."""
        if not self._has_positions or (self._has_memory and not self._is_fresh(self._rules.term(state))):
            return None
        return _text(self._rules.question("notation", state, take_term))

    def _is_fresh(self, position: Term) -> bool:
        return isinstance(position, Compound) and position.args[1] == List(())

    def move(self, state: bytes, move: Term) -> str | None:
        """Write a move of a position."""
        return _text(self._rules.question("move_notation", state, take_term, move)) if self.has_moves else None

    def read_position(self, text: str) -> Term | None:
        """Read a position; rules that can only write their notation, or look for it without an end, read none."""
        if not self._has_positions:
            return None
        try:
            return self._rules.question("read_notation", None, take_term, String(text.strip()))
        except RuleLimitError:
            return None

    def read_move(self, state: bytes, text: str) -> tuple[Term, ...]:
        """Read the moves that a text may stand for, legal or not; none where the rules can only write them."""
        if not self.has_moves:
            return ()
        try:
            moves = self._rules.question("read_move_notation", state, take_term, String(text.strip()))
        except RuleLimitError:
            return ()
        return moves.items if isinstance(moves, List) else ()


def _text(answer: Term | None) -> str | None:
    return answer.text if isinstance(answer, String) else None
