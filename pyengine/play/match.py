"""A game as it was played: the positions and the moves between them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from pyengine.game import Expansion, Game, expand
from pyengine.texts import line_texts, move_text


@dataclass(frozen=True, slots=True)
class Match:
    """The positions from the first to the present one; `moves[i]` leads from `states[i]` to `states[i + 1]`."""

    game: Game[Any, Any]
    states: tuple[Any, ...]
    moves: tuple[Any, ...] = ()

    @property
    def state(self) -> Any:
        """The present position."""
        return self.states[-1]

    @property
    def expansion(self) -> Expansion[Any, Any]:
        """The moves of the present position, or what it is worth."""
        return expand(self.game, self.state)

    def play(self, move: Any) -> Match:
        """Make a legal move."""
        return Match(self.game, (*self.states, self.game.result(self.state, move)), (*self.moves, move))

    def back(self, plies: int) -> Match:
        """Take back some moves."""
        kept = len(self.moves) - plies
        return Match(self.game, self.states[: kept + 1], self.moves[:kept])

    def move_texts(self) -> tuple[str, ...]:
        """Write all the moves so far."""
        return line_texts(self.game, self.states[0], self.moves)

    def last_text(self) -> str:
        """Write the last move."""
        return move_text(self.game, self.moves[-1], self.states[-2])

    @property
    def repeated(self) -> int:
        """How many times the present position has been on the board."""
        return Counter(self.states)[self.state]

    def mover(self, ply: int | None = None) -> int:
        """Give the index of the player to move now, or after some plies; -1 where the game is over."""
        expansion = expand(self.game, self.states[-1 if ply is None else ply])
        return -1 if expansion.utilities is not None else expansion.mover
