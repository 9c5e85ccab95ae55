"""What a search tells an interface: lines that begin with `info`, with scores for who is to move."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from pyengine.bridges.uci.move_texts import MoveTexts
from pyengine.game import expand
from pyengine.search import Bound, Headway, Result
from pyengine.terms import Number
from pyengine.texts import AnyGame
from pyengine.winners import winners

MOST_CENTIPAWNS: Final = 1_000_000
SHOWN_MOVES: Final = 40
"""Moves of a line that are told."""


@dataclass(frozen=True, slots=True)
class Reporter:
    """Reports of one position; `unit` is how many centipawns a value of 1 is."""

    game: AnyGame
    texts: MoveTexts
    state: Any
    mover: int
    unit: int

    def of_result(self, result: Result[Any], *, mate: int | None = None) -> str:
        """Tell what a search has found; `mate` stands for the score where it is known from elsewhere."""
        parts = [] if result.depth is None else [f"depth {result.depth}"]
        if mate is not None:
            parts.append(f"score mate {mate}")
        elif result.value is not None:
            values = (result.value, -result.value) if result.values is None else result.values
            parts.append(self._score(values, result.bound, result.line))
        fill = None if result.table is None else result.table.fill
        parts.append(_effort(result.nodes, result.seconds, fill))
        if result.line:
            parts.append(self._line(result.line))
        return " ".join(["info", *parts])

    def of_lead(self, headway: Headway) -> str:
        """Tell of a better line that the depth under way has come to; it is worth so much at least."""
        parts = [] if headway.depth is None else [f"depth {headway.depth}"]
        if headway.value is not None:
            parts.append(self._score((headway.value, -headway.value), headway.bound, headway.line))
        parts.append(_effort(headway.nodes, headway.seconds, headway.table))
        parts.append(self._line(headway.line))
        return " ".join(["info", *parts])

    def mate_of(self, result: Result[Any]) -> int | None:
        """Give in how many moves who is to move wins, below 0 loses; None where the line does not go so far."""
        if result.value is None or result.bound is not Bound.EXACT or not result.line:
            return None
        return self._mate(result.value if result.values is None else result.values[0], result.line)

    def _mate(self, value: Number, line: Sequence[Any]) -> int | None:
        state = self.state
        for move in line:
            state = self.game.result(state, move)
        utilities = expand(self.game, state).utilities
        if utilities is None or utilities[0] != value:
            return None
        won = winners(self.game, utilities)
        moves = (len(line) + 1) // 2
        return None if not won else moves if won == (self.mover,) else -moves if self.mover not in won else None

    def _score(self, values: Sequence[Number], bound: Bound, line: Sequence[Any]) -> str:
        mate = self._mate(values[0], line) if line else None
        if mate is not None:
            score = f"mate {mate}"
        else:
            own = values[self.mover] if self.mover < len(values) else values[0]
            score = f"cp {centipawns(own, self.unit)}"
        if bound is Bound.EXACT:
            return f"score {score}"
        is_lower = (bound is Bound.LOWER) == (self.mover == 0)
        return f"score {score} {'lowerbound' if is_lower else 'upperbound'}"

    def _line(self, line: Sequence[Any]) -> str:
        return " ".join(["pv", *self.texts.line(line[:SHOWN_MOVES], self.state)])


def of_headway(headway: Headway) -> str:
    """Tell how much a search has done; this asks nothing of the rules, so that any thread may do it."""
    return f"info {_effort(headway.nodes, headway.seconds, headway.table)}"


def centipawns(value: Number, unit: int) -> int:
    """Give a value in hundredths, as whole numbers that interfaces take.

    >>> centipawns(0.5, 100), centipawns(-3, 1), centipawns(float("inf"), 100), centipawns(10**400, 1)
    (50, -3, 1000000, 1000000)
    """
    if isinstance(value, float) and not math.isfinite(value):
        return 0 if math.isnan(value) else MOST_CENTIPAWNS if value > 0 else -MOST_CENTIPAWNS
    return round(max(-MOST_CENTIPAWNS, min(MOST_CENTIPAWNS, value * unit)))


def _effort(nodes: int, seconds: float, fill: float | None) -> str:
    told = [f"nodes {nodes}", f"time {round(seconds * 1000)}"]
    if seconds > 0:
        told.insert(1, f"nps {round(nodes / seconds)}")
    if fill is not None:
        told.append(f"hashfull {min(1000, round(fill * 1000))}")
    return " ".join(told)
