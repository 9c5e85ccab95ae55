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
from pyengine.search.options import Algorithm

Measure = Literal["seconds", "depth", "nodes", "random"]


@dataclass(frozen=True, slots=True)
class Level:
    """What the engine may spend on a move, and how it searches; at `random` it plays any legal move.

    >>> str(Level.parse("2s")), str(Level.parse("depth 4")), str(Level.parse("mcts nodes 1000"))
    ('2 seconds', 'depth 4', 'mcts, nodes 1000')
    """

    measure: Measure = "seconds"
    amount: int | float = 1
    algorithm: Algorithm = "pvs"

    @classmethod
    def parse(cls, text: str) -> Level:
        """Read a level: `2s`, `0.5`, `depth 4`, `nodes 10000`, `random`; `mcts 2s` and `mcts nodes 1000` sample."""
        words = re.fullmatch(
            r"(mcts\b[\s,]*)?(?:(depth|nodes|seconds)\s*=?\s*)?(\d+\.?\d*|\.\d+)\s*(?:s|sec|seconds?)?|mcts|random",
            text.strip().lower(),
        )
        if words is None:
            raise ParameterError(f"no level {text.strip()!r}; a level is 2s, depth 4, nodes 10000, mcts 2s or random")
        if words[3] is None:
            return cls("random", 0) if words[0] == "random" else cls(algorithm="mcts")
        algorithm: Algorithm = "mcts" if words[1] else "pvs"
        measure: Measure = words[2] or "seconds"  # type: ignore[assignment]
        if measure == "depth" and algorithm == "mcts":
            raise ParameterError("mcts plays every line to its end: it is limited by seconds or nodes, not by depth")
        if measure != "seconds" and not words[3].isdecimal():
            raise ParameterError(f"{measure} cannot be {words[3]}")
        amount = float(words[3]) if measure == "seconds" else int(words[3])
        if amount <= 0:
            raise ParameterError(f"{measure} cannot be {words[3]}")
        return cls(measure, amount, algorithm)

    def __str__(self) -> str:
        if self.measure == "random":
            return "random"
        how = "" if self.algorithm == "pvs" else f"{self.algorithm}, "
        if self.measure == "seconds":
            return f"{how}{self.amount:g} second{'s' * (self.amount != 1)}"
        return f"{how}{self.measure} {self.amount}"

    def think(self, game: Game[Any, Any], state: Any, chance: random.Random, store: Store | None = None) -> Result[Any]:
        """Choose a move, with the help of solved positions if there are any.

        Ctrl-C ends the thinking, and the best move so far is played.
        """
        if self.measure == "random":
            move = chance.choice(expand(game, state).moves)
            return Result(value=None, values=None, best=move, line=(), depth=None, reason=StopReason.UNPROVED)
        limits: dict[str, Any] = {self.measure: self.amount}
        return search(game, state, limit=Limit(**limits), algorithm=self.algorithm, store=store)
