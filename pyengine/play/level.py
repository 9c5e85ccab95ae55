"""How strong the engine plays: how long it may think, or how deep, or not at all."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from typing import Any, Literal

from pyengine.errors import ParameterError
from pyengine.game import Game, expand
from pyengine.search import Limit, Result, StopReason, search
from pyengine.search.known import Store

Measure = Literal["seconds", "depth", "nodes", "random"]


@dataclass(frozen=True, slots=True)
class Level:
    """What the engine may spend on a move; at `random` it plays any legal move.

    >>> str(Level.parse("2s")), str(Level.parse("depth 4")), str(Level.parse("random"))
    ('2 seconds', 'depth 4', 'random')
    """

    measure: Measure = "seconds"
    amount: int | float = 1

    @classmethod
    def parse(cls, text: str) -> Level:
        """Read a level: `2s`, `0.5`, `depth 4`, `nodes 10000`, `random`."""
        words = re.fullmatch(
            r"(?:(depth|nodes|seconds)\s*=?\s*)?(\d+\.?\d*|\.\d+)\s*(?:s|sec|seconds?)?|random", text.strip().lower()
        )
        if words is None:
            raise ParameterError(f"no level {text.strip()!r}; a level is 2s, depth 4, nodes 10000 or random")
        if words[2] is None:
            return cls("random", 0)
        measure: Measure = words[1] or "seconds"  # type: ignore[assignment]
        if measure != "seconds" and not words[2].isdecimal():
            raise ParameterError(f"{measure} cannot be {words[2]}")
        amount = float(words[2]) if measure == "seconds" else int(words[2])
        if amount <= 0:
            raise ParameterError(f"{measure} cannot be {words[2]}")
        return cls(measure, amount)

    def __str__(self) -> str:
        if self.measure == "random":
            return "random"
        if self.measure == "seconds":
            return f"{self.amount:g} second{'s' * (self.amount != 1)}"
        return f"{self.measure} {self.amount}"

    def think(self, game: Game[Any, Any], state: Any, chance: random.Random, store: Store | None = None) -> Result[Any]:
        """Choose a move, with the help of solved positions if there are any.

        Ctrl-C ends the thinking, and the best move so far is played.
        """
        if self.measure == "random":
            move = chance.choice(expand(game, state).moves)
            return Result(value=None, values=None, best=move, line=(), depth=None, reason=StopReason.UNPROVED)
        limits: dict[str, Any] = {self.measure: self.amount}
        return search(game, state, limit=Limit(**limits), store=store)
