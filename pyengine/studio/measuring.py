"""How fast each reasoner is on the rules of a page, and their twin in Python."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from pyengine.compare.effort import Effort
from pyengine.compare.search_results import measure_speeds
from pyengine.compare.sides import ComparedSide, by_reasoner
from pyengine.errors import PyengineError
from pyengine.game import Game
from pyengine.native import TWINS, twin
from pyengine.reasoners.choice import load_program
from pyengine.reasoners.names import Reasoner
from pyengine.search import playout
from pyengine.studio.loaded_game import BUDGET, LoadedGame
from pyengine.studio.protocol import Measure
from pyengine.terms import to_python
from pyengine.texts import line_texts

GAMES: Final = 10
PLIES: Final = 200
"""Random games whose positions are expanded, and their greatest length."""
ROUNDS: Final = 3
MEASURES: Final = 3
"""What is measured of each: expansions, perft, alpha-beta."""

Tell = Callable[[Mapping[str, Any]], None]


def measure(loaded: LoadedGame, asked: Measure, tell: Tell) -> dict[str, Any]:
    """Measure what each reasoner does in a second."""
    tell({"doing": "loading"})
    sides = [ComparedSide(name, game) for name, game in _contestants(loaded).items()]
    tell({"doing": "measuring", "reasoners": [side.name for side in sides]})
    played = [playout(sides[0].game, seed, plies=PLIES) for seed in range(GAMES)]
    lines = [line_texts(sides[0].game, sides[0].game.initial, game.moves) for game in played]
    seconds = asked.seconds / (ROUNDS * MEASURES * len(sides))
    speeds = measure_speeds(sides, lines, Effort(rounds=ROUNDS, round_seconds=seconds), time.perf_counter)
    return {"reasoners": [side.name for side in sides], "speeds": [speed.as_json() for speed in speeds]}


def _contestants(loaded: LoadedGame) -> dict[str, Game[Any, Any]]:
    def load(reasoner: Reasoner) -> Game[Any, Any]:
        return load_program(
            loaded.game.program,
            reasoner,
            parameters=loaded.game.parameters,
            trust=False,
            start=loaded.start,
            budget=BUDGET,
        )

    found: dict[str, Game[Any, Any]] = by_reasoner(load)
    if loaded.load.name in TWINS:
        try:
            values = {name: to_python(value) for name, value in loaded.game.parameters.items()}
            found["native"] = twin(loaded.load.name, **values)
        except PyengineError:  # the rules of the page have other parameters by now
            pass
    return found
