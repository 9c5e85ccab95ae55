"""All positions of a game that has few: what is true of each of them is proved by having been there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import process_time
from typing import Any

from pyengine.game import Game, expand
from pyengine.terms import Number


@dataclass(frozen=True, slots=True)
class Exploration:
    """What all positions of a game have between them.

    `longest` is the longest line of play in plies, None where play can come back to a position.
    """

    states: tuple[Any, ...]
    moves: frozenset[Any]
    utilities: frozenset[tuple[Number, ...]]
    longest: int | None


def explore(game: Game[Any, Any], most: int, seconds: float) -> Exploration | None:
    """Visit all positions from the start on; None where there are more, or where it takes longer."""
    until = process_time() + seconds
    children: dict[Any, tuple[Any, ...]] = {}
    moves: set[Any] = set()
    utilities: set[tuple[Number, ...]] = set()
    waiting = [game.initial]
    while waiting:
        state = waiting.pop()
        if state in children:
            continue
        if len(children) >= most or process_time() > until:
            return None
        expansion = expand(game, state)
        children[state] = expansion.children
        if expansion.utilities is not None:
            utilities.add(tuple(expansion.utilities))
        moves.update(expansion.moves)
        waiting.extend(child for child in expansion.children if child not in children)
    return Exploration(tuple(children), frozenset(moves), frozenset(utilities), _longest(game.initial, children.get))


def _longest(start: Any, children: Callable[[Any], Any]) -> int | None:
    """Measure the longest line, from the ends back; None where there is a cycle."""
    known: dict[Any, int] = {}
    above: set[Any] = set()
    stack = [(start, False)]
    while stack:
        state, is_done = stack.pop()
        if is_done:
            above.discard(state)
            known[state] = max((known[child] + 1 for child in children(state)), default=0)
        elif state in above:
            return None
        elif state not in known:
            above.add(state)
            stack.append((state, True))
            for child in children(state):
                if child in above:
                    return None
                stack.append((child, False))
    return known[start]
