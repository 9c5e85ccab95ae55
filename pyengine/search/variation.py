"""The principal variation: from the successors that a search kept to moves that can be played."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from pyengine.game import Expansion
from pyengine.search.alphabeta import AlphaBeta, Line, Outcome, above, below
from pyengine.search.horizon import Budget
from pyengine.search.result import Bound
from pyengine.search.table import BOUND, CHILD, DEPTH, EXACT, SOLVED, VALUE
from pyengine.terms import Number


def successors(line: Line) -> list[Any]:
    """Unfold the nested pairs of a line.

    >>> successors(("b", ("d", None)))
    ['b', 'd']
    """
    found = []
    while line is not None:
        child, line = line
        found.append(child)
    return found


def complete_line(search: AlphaBeta[Any, Any], root: Any, budget: Budget, outcome: Outcome) -> tuple[Any, ...]:
    """Follow a line to its end also where the table answered and so cut it short.

    What the table still knows is followed; where it has forgotten, the position is searched again, within a window
    around its value. A search that has to stop meanwhile leaves the line short.
    """
    known = successors(outcome.line)[::-1]
    horizon, value = search.horizon, outcome.value
    states: list[Any] = []
    state = root
    while outcome.bound is Bound.EXACT:
        expansion = search.expand(state)
        if expansion.utilities is not None or (states and horizon.cuts(state, budget)):
            break
        if not known:
            child = _from_table(search, state, expansion.children, budget, value)
            if child is not None:
                known = [child]
            else:
                again = search.run(state, budget, *window(value), ply=len(states))
                if again.stopped is not None or again.value != value:
                    break  # only a deeper entry, used where reuse="deeper", can have given another value
                known = successors(again.line)[::-1]
        budget = horizon.after(state, expansion, budget)
        state = known.pop()
        states.append(state)
    return tuple(states) if outcome.bound is Bound.EXACT else tuple(known[::-1])


def window(value: Number) -> tuple[Number, Number]:
    """Give a narrow window with a value inside; an infinite value needs an open side."""
    low = -math.inf if value == -math.inf else below(value)
    high = math.inf if value == math.inf else above(value)
    return low, high


def _from_table(search: AlphaBeta[Any, Any], state: Any, children: Any, budget: Budget, value: Number) -> Any:
    """Find the best successor that the table has for a position, if its entry is of this very search."""
    if search.table is None:
        return None
    key_of = search.canonical or (lambda position: position)
    entry = search.table.entries.get(key_of(state))
    if entry is None or entry[BOUND] != EXACT or entry[VALUE] != value or entry[CHILD] is None:
        return None
    if not (entry[DEPTH] == budget or (entry[SOLVED] and entry[DEPTH] <= budget)):
        return None
    if entry[CHILD] in children:
        return entry[CHILD]
    if search.canonical is None:
        return None
    wanted = key_of(entry[CHILD])  # the entry is of a position that is alike: so is its successor to one of ours
    return next((child for child in children if key_of(child) == wanted), None)


def moves_along(expand: Callable[[Any], Expansion[Any, Any]], root: Any, states: tuple[Any, ...]) -> tuple[Any, ...]:
    """Name the moves that lead through the given positions."""
    moves = []
    state = root
    for child in states:
        expansion = expand(state)
        moves.append(expansion.moves[expansion.children.index(child)])
        state = child
    return tuple(moves)
