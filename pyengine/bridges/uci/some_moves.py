"""The best of some moves of a position, each searched by itself, deeper and deeper."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from pyengine.game import expand
from pyengine.search import Limit, Result, StopReason, search
from pyengine.terms import Number
from pyengine.texts import AnyGame

Progress = Callable[[Result[Any]], None]


def search_some(
    game: AnyGame, state: Any, moves: Sequence[Any], limit: Limit, progress: Progress, **given: Any
) -> Result[Any]:
    """Search what some moves lead to, all of them to one depth before any goes deeper; the last best comes first.

    The time and the nodes of the limit are for all of them together. `given` goes to each search.
    """
    return _Selection(game, state, moves, limit, given).run(progress)


class _Selection:
    def __init__(self, game: AnyGame, state: Any, moves: Sequence[Any], limit: Limit, given: dict[str, Any]) -> None:
        self._game, self._limit, self._given = game, limit, given
        self._mover = expand(game, state).mover
        self._children = {move: game.result(state, move) for move in moves}
        self._nodes = 0
        self._began = time.perf_counter()

    def run(self, progress: Progress) -> Result[Any]:
        """Go deeper until all is solved, or a limit is reached."""
        first = next(iter(self._children))
        last = Result(value=None, values=None, best=first, line=(first,), depth=0, reason=StopReason.STOPPED)
        for depth in count(1):
            found = self._search_depth(last, depth)
            if found.reason not in (StopReason.DEPTH, StopReason.SOLVED):
                return found
            last = found
            progress(found)
            if found.reason is StopReason.SOLVED or depth == self._limit.depth:
                return found
        raise AssertionError("count() does not end")

    def _search_depth(self, last: Result[Any], depth: int) -> Result[Any]:
        best: Result[Any] | None = None
        is_solved = True
        for move in (last.best, *(move for move in self._children if move != last.best)):
            rest = self._rest(depth - 1)
            if rest is None:
                return self._counted(best or last, StopReason.NODES)
            child = search(self._game, self._children[move], limit=rest, **self._given)
            self._nodes += child.nodes
            if child.value is None or not child.completed:
                return self._counted(best or last, child.reason)
            is_solved = is_solved and child.solved
            if best is None or self._worth(child) > self._worth(best):
                best = replace(child, best=move, line=(move, *child.line), depth=depth)
        assert best is not None
        return self._counted(best, StopReason.SOLVED if is_solved else StopReason.DEPTH)

    def _worth(self, result: Result[Any]) -> Number:
        assert result.values is not None
        return result.values[self._mover]

    def _rest(self, depth: int) -> Limit | None:
        """Give what is left for the next search; None where no node is."""
        seconds, nodes = self._limit.seconds, self._limit.nodes
        if nodes is not None and nodes <= self._nodes:
            return None
        left = None if seconds is None else max(0.0, seconds - (time.perf_counter() - self._began))
        return Limit(seconds=left, depth=depth, nodes=None if nodes is None else nodes - self._nodes)

    def _counted(self, result: Result[Any], reason: StopReason) -> Result[Any]:
        return replace(result, reason=reason, nodes=self._nodes, seconds=time.perf_counter() - self._began)
