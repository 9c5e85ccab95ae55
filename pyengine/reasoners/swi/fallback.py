"""The fallback of compiled rules: SWI-Prolog answers a call that meets what only it can do."""

from __future__ import annotations

from typing import Any

from pyengine.compiler.runtime.folded_terms import closed
from pyengine.compiler.runtime.terms import Value, number_value, to_term, to_value
from pyengine.reasoners.swi.swi_game import SwiGame


class Fallback:
    """Answers, by the same names, what the contract of compiled rules answers."""

    def __init__(self, game: SwiGame) -> None:
        self._game = game

    def _state(self, position: Value) -> bytes:
        return self._game.state(to_term(position))

    def _value(self, state: bytes) -> Value:
        return to_value(self._game.term(state))

    def step_(self, position: Value) -> Any:
        """Expand a position: a list of worths, or (mover, moves, children)."""
        found = self._game.expand(self._state(position))
        if found.utilities is not None:
            worths = found.utilities if "utilities" in self._game.offers else found.utilities[:1]
            return [number_value(worth) for worth in worths]
        children = [closed(self._value(child)) for child in found.children]
        return found.mover, [to_value(move) for move in found.moves], children

    def begin(self, position: Value) -> Any:
        """Give the worths of a final position, None where the game goes on."""
        found = self.step_(position)
        return found if found.__class__ is list else None

    def staticval(self, position: Value) -> Value:
        """Estimate a position."""
        return number_value(self._game.staticval(self._state(position)))

    def question(self, name: str, position: Value, *given: Value) -> Any:
        """Answer one of the contract's questions."""
        found = getattr(self._game, name)(self._state(position), *map(to_term, given))
        return found if found is None or isinstance(found, bool) else to_value(found)

    def is_position(self, position: Value) -> bool:
        """Tell whether state/1 holds of what may be a position."""
        return self._game.is_position(to_term(position))

    def scores(self, position: Value) -> list[Value | None]:
        """Score the moves of a position that is not final; None for one without a score."""
        found = self._game.score_moves(self._state(position))
        return [None if score is None else number_value(score) for score in found]

    def canonical(self, position: Value) -> Value:
        """Give the representative of a position."""
        return closed(self._value(self._game.canonical(self._state(position))))

    def answer(self, what: str, position: Value | None, *about: Value) -> Value | None:
        """Answer a question that is not asked often; None where the rules have no answer."""
        state = None if position is None else self._state(position)
        found = self._game._ask(what, state, *map(to_term, about))
        return None if found is None else to_value(found)
