"""The value of a game over its moves, and the moves that gave something away."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pyengine.arena.rulebook import move_name
from pyengine.game import expand
from pyengine.search import Limit, search
from pyengine.search.expansion import opposed
from pyengine.search.result import Bound, number_as_json
from pyengine.search.watch import StopSignal
from pyengine.studio.engine import bound_text
from pyengine.studio.loaded_game import SEARCHED, LoadedGame
from pyengine.studio.protocol import GamePlace, Timed
from pyengine.studio.small_games import solution_of
from pyengine.terms import Number
from pyengine.winners import draw_value

SHARES: Final = (0.25, 0.75)
"""Parts of the time: a quick look at all positions first, then a longer one."""
BLUNDER: Final = 0.3
"""The part of what a game can be worth that a move may not lose, where nothing is solved."""

Tell = Callable[[Mapping[str, Any]], None]


@dataclass(slots=True)
class Point:
    """A position of the line: who moves there, what it is worth to each player, and the best move."""

    state: Any
    mover: int | None
    values: tuple[Number, ...] | None = None
    bound: Bound = Bound.EXACT
    solved: bool = False
    depth: int | None = None
    best: str | None = None


def chart(loaded: LoadedGame, asked: Timed, stop: StopSignal, tell: Tell) -> dict[str, Any]:
    """Value every position of a line, and find its blunders; told anew whenever a position has got a value."""
    return Chart(loaded, asked.place).run(asked.seconds, stop, tell)


class Chart:
    """The positions of one line, from the first to the last."""

    def __init__(self, loaded: LoadedGame, place: GamePlace) -> None:
        self._loaded, self._moves = loaded, place.moves
        self._opposed = opposed(loaded.game)
        self._points = [self._point(GamePlace(place.start, place.moves[:ply])) for ply in range(len(place.moves) + 1)]

    def _point(self, place: GamePlace) -> Point:
        state = self._loaded.state(place)
        expansion = expand(self._loaded.game, state)
        if expansion.utilities is None:
            return Point(state, expansion.mover)
        return Point(state, None, expansion.utilities, solved=True)

    def run(self, seconds: float, stop: StopSignal, tell: Tell) -> dict[str, Any]:
        """Look at the last position first: what is found there serves those before it."""
        solution = solution_of(self._loaded, self._points[0].state, min(1.0, seconds / 4), stop)
        if solution is not None:
            for point in self._points:
                if point.mover is not None:
                    value, best = solution.value(point.state), solution.best(point.state)
                    point.values, point.solved = (value, -value), True
                    point.best = move_name(self._loaded.game, best, point.state)
            return self.as_json(done=True)
        for share in SHARES:
            deadline = time.perf_counter() + share * seconds
            open_points = [point for point in reversed(self._points) if not point.solved]
            for count, point in enumerate(open_points):
                left = (deadline - time.perf_counter()) / (len(open_points) - count)
                if left <= 0 or stop.stopped:
                    break
                self._look_into(point, left, stop)
                tell(self.as_json(done=False))
        return self.as_json(done=True)

    def _look_into(self, point: Point, seconds: float, stop: StopSignal) -> None:
        game = self._loaded.game
        limit = Limit(seconds=seconds)
        result = search(game, point.state, limit=limit, options=SEARCHED, table=self._loaded.table, stop=stop)
        if result.values is None or (point.depth or 0) > (result.depth or 0) > 0:
            return
        point.values, point.bound, point.solved = result.values, result.bound, result.solved
        point.depth = result.depth
        point.best = None if result.best is None else move_name(game, result.best, point.state)

    def as_json(self, *, done: bool) -> dict[str, Any]:
        """Say what is known of each position, and what each move has lost."""
        scale = self._scale()
        return {
            "values": [self._point_as_json(ply, point, scale) for ply, point in enumerate(self._points)],
            "solved": all(point.solved for point in self._points),
            "done": done,
        }

    def _point_as_json(self, ply: int, point: Point, scale: float) -> dict[str, Any]:
        after = self._points[ply + 1] if ply < len(self._moves) else None
        loss = None if after is None else self._loss(point, after)
        return {
            "ply": ply,
            "move": self._moves[ply - 1] if ply else None,
            "value": None if point.values is None else number_as_json(point.values[0]),
            "values": None if point.values is None else [number_as_json(value) for value in point.values],
            "bound": bound_text(point.bound, solved=point.solved),
            "solved": point.solved,
            "depth": point.depth,
            "best": point.best,
            "played": None if after is None else self._moves[ply],
            "loss": number_as_json(loss),
            "isBlunder": after is not None and self._is_blunder(ply, loss, scale),
        }

    def _loss(self, point: Point, after: Point) -> Number | None:
        """Say how much less the position after a move is worth to who made it than the one before."""
        if point.values is None or after.values is None or point.mover is None:
            return None
        return max(0, self._worth(point, point.mover) - self._worth(after, point.mover))

    def _worth(self, point: Point, player: int) -> Number:
        assert point.values is not None
        if self._opposed:
            return point.values[0] if player == 0 else -point.values[0]
        return point.values[player]

    def _is_blunder(self, ply: int, loss: Number | None, scale: float) -> bool:
        """Tell whether a move turned a win into less, or a draw into a loss; else by how much it lost."""
        point, after = self._points[ply], self._points[ply + 1]
        if loss is None or loss <= 0 or point.mover is None or point.best == self._moves[ply]:
            return False
        level = draw_value(self._loaded.game)
        if point.solved and after.solved and level is not None and self._opposed:
            even = level if point.mover == 0 else -level
            before, now = self._worth(point, point.mover), self._worth(after, point.mover)
            return (before > even) != (now > even) or (before < even) != (now < even)
        return float(loss) >= BLUNDER * scale

    def _scale(self) -> float:
        """Say how far apart values of this game are: those that it can end with, or those of the line."""
        values = self._loaded.game.values if self._opposed else None
        if values is None or len(values) < 2:
            values = frozenset(point.values[0] for point in self._points if point.values is not None)
        return float(max(values) - min(values)) / 2 if len(values) > 1 else 1.0
