"""Every move of a position with its value: deeper and deeper, until all are solved or the time is up."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pyengine.arena.rulebook import move_name
from pyengine.game import expand
from pyengine.search import Limit, Result, search
from pyengine.search.expansion import opposed
from pyengine.search.result import Bound, number_as_json
from pyengine.search.watch import StopSignal
from pyengine.studio.engine import bound_text, line_names
from pyengine.studio.loaded_game import SEARCHED, LoadedGame
from pyengine.studio.protocol import Timed
from pyengine.studio.small_games import Verdict, verdicts
from pyengine.terms import Number

TELL_SECONDS: Final = 0.2
"""How often a page is told what is new, at most."""
ALL_MOVES_TO: Final = 4
"""Plies to which all moves are looked at where only some lines are wanted."""
DEEPEST: Final = 400

Tell = Callable[[Mapping[str, Any]], None]


@dataclass(slots=True)
class Candidate:
    """A move, and what is known of it: its value for each player, and how sure that is."""

    name: str
    child: Any
    values: tuple[Number, ...] | None = None
    bound: Bound = Bound.EXACT
    solved: bool = False
    depth: int | None = None
    line: list[str] = field(default_factory=list)
    distance: int | None = None

    @property
    def value(self) -> Number | None:
        """What it is worth to the first player."""
        return None if self.values is None else self.values[0]

    def as_json(self) -> dict[str, Any]:
        """Say the same to a page."""
        return {
            "move": self.name,
            "value": number_as_json(self.value),
            "values": None if self.values is None else [number_as_json(value) for value in self.values],
            "bound": bound_text(self.bound, solved=self.solved),
            "solved": self.solved,
            "depth": self.depth,
            "line": self.line,
            "distance": self.distance,
        }


def analyse(loaded: LoadedGame, asked: Timed, stop: StopSignal, tell: Tell) -> dict[str, Any]:
    """Value every move of a position, and tell on the way how far that is."""
    state = loaded.state(asked.place)
    analysis = Analysis(loaded, state, stop, tell)
    known = verdicts(loaded, state, min(1.0, asked.seconds / 4), stop)
    if known is None:
        analysis.run(asked.seconds, asked.lines)
    else:
        analysis.settle(known)
    return {**analysis.as_json(), "done": True}


class Analysis:
    """The moves of one position, valued one after the other, depth by depth, over one table."""

    def __init__(self, loaded: LoadedGame, state: Any, stop: StopSignal, tell: Tell) -> None:
        self._loaded, self._state, self._stop, self._tell = loaded, state, stop, tell
        self._game = game = loaded.game
        expansion = expand(game, state)
        self._mover = expansion.mover
        self._opposed = opposed(game)
        self._candidates = [
            Candidate(move_name(game, move, state), child)
            for move, child in zip(expansion.moves, expansion.children, strict=True)
        ]
        self._nodes = 0
        self._began = self._told = time.perf_counter()
        self._depth = 0

    def run(self, seconds: float, lines: int | None) -> None:
        """Go deeper until all is solved, or the time is up."""
        deadline = self._began + seconds
        for self._depth in range(1, DEEPEST):
            wanted = [each for each in self._ranked() if not each.solved]
            if lines is not None and self._depth > ALL_MOVES_TO:
                leading = {id(each) for each in self._ranked()[: max(1, lines)]}
                wanted = [each for each in wanted if id(each) in leading]
            if not wanted:
                return
            for candidate in wanted:
                left = deadline - time.perf_counter()
                if left <= 0 or self._stop.stopped:
                    return
                self._deepen(candidate, left)
                self._tell_news()

    def settle(self, known: Mapping[Any, Verdict]) -> None:
        """Take what is known of all moves for good."""
        for each in self._candidates:
            verdict = known[each.child]
            each.values, each.solved, each.distance = verdict.values, True, verdict.distance
            names = line_names(self._game, each.child, verdict.line)
            each.line = [each.name, *names]

    def as_json(self) -> dict[str, Any]:
        """Say what is known, the best move first."""
        seconds = time.perf_counter() - self._began
        return {
            "depth": self._depth,
            "nodes": self._nodes,
            "nodesPerSecond": round(self._nodes / seconds) if seconds > 0 else 0,
            "moves": [each.as_json() for each in self._ranked()],
            "solved": all(each.solved for each in self._candidates),
        }

    def _deepen(self, candidate: Candidate, left: float) -> None:
        """Search what a move leads to, one ply less deep than the analysis is."""
        limit = Limit(depth=self._depth - 1, seconds=left)
        result = search(
            self._game, candidate.child, limit=limit, options=SEARCHED, table=self._loaded.table, stop=self._stop
        )
        self._nodes += result.nodes
        if result.values is None or not (result.completed or candidate.values is None):
            return
        self._take(candidate, result)

    def _take(self, candidate: Candidate, result: Result[Any]) -> None:
        candidate.values, candidate.bound, candidate.solved = result.values, result.bound, result.solved
        candidate.depth = None if result.depth is None else result.depth + 1
        candidate.line = [candidate.name, *line_names(self._game, candidate.child, result.line)]
        if result.solved:
            end = candidate.child
            for move in result.line:
                end = self._game.result(end, move)
            if self._game.is_terminal(end):
                candidate.distance = len(candidate.line)

    def _ranked(self) -> list[Candidate]:
        """List the moves, the best for who moves first; of equals, what wins sooner, or loses later."""
        return sorted(self._candidates, key=self._rank, reverse=True)

    def _rank(self, candidate: Candidate) -> tuple[Any, ...]:
        if candidate.values is None:
            return (0, 0, 0)
        if self._opposed:
            value = candidate.values[0] if self._mover == 0 else -candidate.values[0]
        else:
            value = candidate.values[self._mover]
        distance = candidate.distance or 0
        return (1, value, -distance if value > 0 else distance)

    def _tell_news(self) -> None:
        now = time.perf_counter()
        if now - self._told >= TELL_SECONDS:
            self._told = now
            self._tell({**self.as_json(), "done": False})
