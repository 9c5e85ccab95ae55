"""The principal variation: the line that a search kept, followed to its end."""

from __future__ import annotations

from typing import Any

from pyengine.search.horizon import Draft
from pyengine.search.kernel_search import SearchEngine
from pyengine.search.known import known_steps
from pyengine.search.lines import steps_of
from pyengine.search.outcome import Outcome, Steps
from pyengine.search.result import Bound, StopReason
from pyengine.search.windows import around


def complete_line(engine: SearchEngine, root: Any, draft: Draft, outcome: Outcome) -> tuple[Steps, StopReason | None]:
    """Follow a line to its end also where the table answered and so cut it short.

    What a store or the table still knows is followed; where it has forgotten, the position is searched again, within
    a window around its value. A search that has to stop meanwhile leaves the line short, and the reason is told.
    """
    steps, goes_on = steps_of(engine.opener, outcome.line)
    if outcome.bound is not Bound.EXACT:
        return tuple(steps), None
    horizon, watch, value = engine.horizon, engine.watch, outcome.value
    state, done = root, 0
    reason: StopReason | None = None
    try:
        while True:
            while done < len(steps):
                expansion, child = steps[done]
                draft = horizon.after(state, expansion, draft)
                state, done = child, done + 1
            if not goes_on or (watch.limited and (reason := watch.due(0)) is not None):
                break
            if engine.known is not None and engine.known.value(state) is not None:
                steps += known_steps(engine.game, state, engine.known)
                break
            expansion = engine.opener.expand(state)
            if expansion.utilities is not None or horizon.cuts(state, draft, done):
                break
            child = engine.known_best(state, expansion.children, draft, value, done)
            if child is not None:
                steps.append((expansion, child))
                continue
            if engine.options.reductions and not outcome.solved:
                break  # it was perhaps valued by a search less deep than this
            again = engine.run(state, draft, *around(value), ply=done)
            reason = again.stopped
            if reason is not None or again.value != value:
                break  # only a deeper entry, used where reuse="deeper", can have given another value
            more, goes_on = steps_of(engine.opener, again.line)
            steps += more
    except KeyboardInterrupt:
        reason = StopReason.INTERRUPTED
    return tuple(steps), reason
