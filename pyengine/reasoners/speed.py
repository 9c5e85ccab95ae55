"""How fast two reasoners answer for the same rules, by a sample of what searches ask of positions."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any, Final

from pyengine.reasoners.rule_game import ESTIMATES, RuleGame

SECONDS: Final = 0.25
"""Processor time after which a side has been asked enough."""
LEAST_POSITIONS: Final = 5
MOST_POSITIONS: Final = 500


def times_as_fast(game: RuleGame[Any], other: RuleGame[Any], goes_on: Callable[[], bool]) -> float | None:
    """Tell how many times as fast as a game another one of the same rules answers; None where it is not to go on.

    Both are asked about the positions of random games, by the processor time of this thread, so that it does not count
    what else the machine does. Searches open some positions and value others at sight, each in a mixture of its own:
    the answer holds for the part in which the other game is less ahead. The first position is for what is made ready
    at the first question.

    >>> import pyengine
    >>> nim = pyengine.load("nim", reasoner="python")
    >>> 0.1 < times_as_fast(nim, nim, lambda: True) < 10, times_as_fast(nim, nim, lambda: False)
    (True, None)
    """
    chance, state = random.Random(0), game.initial
    own, others = [0.0, 0.0], [0.0, 0.0]
    for number in range(MOST_POSITIONS):
        if not goes_on():
            return None
        there = other.state(game.term(state))
        for part, asked in enumerate((_value_at_sight, _open)):
            taken, taken_there = _seconds(asked, game, state), _seconds(asked, other, there)
            if number:
                own[part] += taken
                others[part] += taken_there
        if number >= LEAST_POSITIONS and max(sum(own), sum(others)) > SECONDS:
            break
        children = game.expand(state).children
        state = chance.choice(children) if children else game.initial
    return min((one / two for one, two in zip(own, others, strict=True) if two), default=None)


def _seconds(asked: Callable[[Any, Any], None], game: RuleGame[Any], state: Any) -> float:
    start = time.thread_time()
    asked(game, state)
    return time.thread_time() - start


def _value_at_sight(game: Any, state: Any) -> None:
    """Ask what a search asks of a position where it is cut off."""
    if not game.is_terminal(state) and game.offers & ESTIMATES:
        game.staticval(state)


def _open(game: Any, state: Any) -> None:
    """Ask what a search asks of a position whose successors it goes to."""
    if game.expand(state).children:
        if "order" in game.offers:
            game.score_moves(state)
        if "canonical" in game.offers:
            game.canonical(state)
