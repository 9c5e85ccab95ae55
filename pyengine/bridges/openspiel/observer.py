"""What OpenSpiel's learners see of a position: the numbers that it is written as, and its text."""

from __future__ import annotations

from typing import Any

import numpy as np

from pyengine.bridges.numbered_game import NumberedGame
from pyengine.errors import ParameterError


class PositionObserver:
    """All of a position, for every player alike; with perfect recall, the text is the moves that led to it."""

    def __init__(self, game: NumberedGame, kind: Any, parameters: Any) -> None:
        if parameters:
            raise ParameterError(f"observers of this game have no parameters: {parameters}")
        self._recalls = kind is not None and kind.perfect_recall
        size = game.observation_size if game.encoding is not None else 0
        self.tensor = np.zeros(size, np.float32) if size else None
        self.dict = {"observation": self.tensor} if size else {}

    def set_from(self, state: Any, player: int) -> None:
        """Write a position into the tensor."""
        if self.tensor is not None:
            self.tensor[:] = state.position.observation()

    def string_from(self, state: Any, player: int) -> str:
        """Write a position, or the way to it, as text."""
        return " ".join(map(str, state.history())) if self._recalls else str(state)
