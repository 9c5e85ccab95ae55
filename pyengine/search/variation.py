"""The principal variation: from the successors that a search kept to moves that can be played."""

from __future__ import annotations

from typing import Any

from pyengine.game import Expansion
from pyengine.search.alphabeta import AlphaBeta
from pyengine.search.expanding import Opener, move_to
from pyengine.search.horizon import Budget
from pyengine.search.known import known_steps
from pyengine.search.outcome import OPEN, Line, Outcome
from pyengine.search.result import Bound, StopReason
from pyengine.search.table import BOUND, CHILD, DEPTH, EXACT, SOLVED, VALUE
from pyengine.search.windows import window
from pyengine.terms import Number

Steps = tuple[tuple[Expansion[Any, Any], Any], ...]
"""A line of play: of each step the expansion of the position it leaves, and the successor it leads to."""


def steps_of(opener: Opener[Any, Any], line: Line) -> tuple[list[tuple[Any, Any]], bool]:
    """Unfold a line; tell also whether the table answered at its end, so that it can go on."""
    found = []
    rest: Any = line
    while rest is not None and rest is not OPEN:
        state, expansion, child, rest = rest
        found.append((opener.whole(state, expansion), child))
    return found, rest is OPEN


def complete_line(
    search: AlphaBeta[Any, Any], root: Any, budget: Budget, outcome: Outcome
) -> tuple[Steps, StopReason | None]:
    """Follow a line to its end also where the table answered and so cut it short.

    What a store or the table still knows is followed; where it has forgotten, the position is searched again, within
    a window around its value. A search that has to stop meanwhile leaves the line short, and the reason is told.
    """
    steps, goes_on = steps_of(search.opener, outcome.line)
    if outcome.bound is not Bound.EXACT:
        return tuple(steps), None
    horizon, watch, value = search.horizon, search.watch, outcome.value
    state, done = root, 0
    reason: StopReason | None = None
    try:
        while True:
            while done < len(steps):
                expansion, child = steps[done]
                budget = horizon.after(state, expansion, budget)
                state, done = child, done + 1
            if not goes_on or (watch.limited and (reason := watch.due(0)) is not None):
                break
            if search.known is not None and search.known.value(state) is not None:
                steps += known_steps(search.game, state, search.known)
                break
            expansion = search.opener.expand(state)
            if expansion.utilities is not None or horizon.cuts(state, budget):
                break
            child = _from_table(search, state, expansion.children, budget, value)
            if child is not None:
                steps.append((expansion, child))
                continue
            again = search.run(state, budget, *window(value), ply=done)
            reason = again.stopped
            if reason is not None or again.value != value:
                break  # only a deeper entry, used where reuse="deeper", can have given another value
            more, goes_on = steps_of(search.opener, again.line)
            steps += more
    except KeyboardInterrupt:
        reason = StopReason.INTERRUPTED
    return tuple(steps), reason


def _from_table(search: AlphaBeta[Any, Any], state: Any, children: Any, budget: Budget, value: Number) -> Any:
    """Find the best successor that the table has for a position, if its entry is of this very search."""
    if search.table is None:
        return None
    if search.inner is not None:
        return search.inner.known_best(state, children, budget, value)
    key_of = search.canonical or (lambda position: position)
    entry = search.table.entries.get(key_of(state))
    if entry is None or entry[BOUND] != EXACT or entry[VALUE] != value or entry[CHILD] is None:
        return None
    if not (entry[DEPTH] == budget or (entry[SOLVED] and search.horizon.covers(budget, entry[DEPTH]))):
        return None
    if entry[CHILD] in children:
        return entry[CHILD]
    if search.canonical is None:
        return None
    wanted = key_of(entry[CHILD])  # the entry is of a position that is alike: so is its successor to one of ours
    return next((child for child in children if key_of(child) == wanted), None)


def moves_along(steps: Steps) -> tuple[Any, ...]:
    """Name the moves of a line."""
    return tuple(move_to(expansion, child) for expansion, child in steps)
