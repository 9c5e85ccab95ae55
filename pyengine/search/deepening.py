"""One depth after the other: iterative deepening, and the windows with which each depth is searched."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Any, Final

from pyengine.search.horizon import Draft
from pyengine.search.kernel_search import SearchEngine
from pyengine.search.outcome import Outcome
from pyengine.search.result import Bound, StopReason
from pyengine.search.variation import complete_line
from pyengine.search.windows import above, around, below
from pyengine.terms import Number

WIDENINGS: Final = 2
"""Times that an aspiration window is widened on one side before that side is opened altogether."""


def deepen(
    engine: SearchEngine,
    root: Any,
    depth: int | None,
    completed: Callable[[Outcome], None],
    window: tuple[Number, Number] | None = None,
) -> tuple[Outcome | None, StopReason]:
    """Search to depth 1, 2 and so on, until the game is solved, the depth reached, or the time is up.

    Each iteration tries the last one's best move first. One that is stopped gives the best of the moves that it had
    searched by then: the first was the old best, so any other has been found better. One whose value was known by then
    counts as the last.
    """
    last: Outcome | None = None
    try:
        for now in count(1):
            guess = None if last is None else last.value
            first = last.steps[0][1] if last is not None and last.steps else None
            engine.watch.stand.begun.append((now, engine.watch.nodes))
            outcome = search_depth(engine, root, now, guess=guess, first=first, window=window)
            reason = outcome.why_not_all
            if reason is not None:
                if outcome.stopped is None:
                    return outcome, reason
                if last is not None and not (outcome.steps and engine.options.partial):
                    return last, reason
                return replace(outcome, depth=0 if last is None else last.depth), reason
            last = outcome
            completed(outcome)
            if outcome.solved:
                return last, StopReason.SOLVED
            if outcome.settled:  # what is estimated is so at every depth
                return last, StopReason.UNPROVED
            if now == depth:
                return last, StopReason.DEPTH
            engine.next_iteration()
    except KeyboardInterrupt:  # between two searches; one that is under way sees to it itself
        return last, StopReason.INTERRUPTED
    raise AssertionError("count() does not end")


def search_depth(
    engine: SearchEngine,
    root: Any,
    depth: int | None,
    *,
    guess: Number | None = None,
    first: Any = None,
    window: tuple[Number, Number] | None = None,
) -> Outcome:
    """Search to one depth, None for the end of the game, with the windows of the algorithm that the options name.

    A window from outside takes the place of these: what lies beyond it is of no interest.
    """
    draft = engine.horizon.draft(depth)
    options = engine.options
    if window is not None:
        outcome = engine.run(root, draft, *window, first=first)
    elif options.algorithm == "mtdf":
        # Rules need not define a static value where no search is cut off, so the root's is not asked for a guess.
        outcome = mtdf(engine, root, draft, options.unknown if guess is None else guess, first)
    elif options.aspiration is not None and guess is not None:
        outcome = aspire(engine, root, draft, guess, options.aspiration, first)
    else:
        outcome = engine.run(root, draft, first=first)
    reason = None
    if outcome.stopped is None and not options.reductions:  # with these, equal values are not of the same depth
        outcome, reason = first_of_equals(engine, root, draft, outcome)
    steps, cut_short = complete_line(engine, root, draft, outcome)
    return replace(outcome, depth=depth, steps=steps, unfinished=reason or cut_short)


def aspire(engine: SearchEngine, root: Any, draft: Draft, guess: Number, width: Number, first: Any) -> Outcome:
    """Search within a window around a guess, and wider on the side where the value turns out to lie outside."""
    steps_down = steps_up = 0
    while True:
        low = _shifted(guess, -width, steps_down)
        high = _shifted(guess, width, steps_up)
        outcome = engine.run(root, draft, low, high, first=first)
        if outcome.stopped is not None or outcome.bound is Bound.EXACT:
            return outcome
        if outcome.bound is Bound.UPPER:
            steps_down += 1
        else:
            steps_up += 1
            first = outcome.line[2] if outcome.line else first


def _shifted(guess: Number, width: Number, steps: int) -> Number:
    """Give one side of an aspiration window; it is open after some widenings, and where numbers do not mix."""
    if steps <= WIDENINGS:
        try:
            side: Number = guess + width * 4**steps
        except OverflowError:  # a whole number too large for a float
            side = guess
        if side < guess if width < 0 else side > guess:
            return side
    return -math.inf if width < 0 else math.inf


def mtdf(engine: SearchEngine, root: Any, draft: Draft, guess: Number, first: Any) -> Outcome:
    """Close in on the value by searches with the narrowest window, each of which gives a bound.

    Values may be of any kind. A bound is always the value of some position that was met, and each search but the last
    finds another, so there is an end; what lies inside a window that is not the narrowest possible is exact.
    """
    lower: Number = -math.inf
    upper: Number = math.inf
    while lower < upper:
        low, high = (guess, above(guess)) if guess == lower else (below(guess), guess)
        outcome = engine.run(root, draft, low, high, first=first)
        if outcome.stopped is not None:
            # What beat one narrow window may lose to the next: only the last iteration's move can be trusted.
            return replace(outcome, line=None)
        if outcome.bound is Bound.EXACT:
            return outcome
        guess = outcome.value
        if outcome.bound is Bound.LOWER:
            lower = guess
            first = outcome.line[2] if outcome.line else first
        else:
            upper = guess
    outcome = engine.run(root, draft, *around(guess), first=first)  # bounds have no principal variation
    if outcome.stopped is None and outcome.bound is not Bound.EXACT:
        outcome = engine.run(root, draft, first=first)  # entries of other depths (reuse="deeper") were at odds
    return outcome


def first_of_equals(
    engine: SearchEngine, root: Any, draft: Draft, outcome: Outcome
) -> tuple[Outcome, StopReason | None]:
    """Give the first of the best moves in the author's order, where another order has found a later one first.

    A move that came after the best one in the search is known only to be no better. Those that come before it in the
    author's order and may be as good are searched again, to see whether they are, to the same depth: where a shallow
    search has proved the value of the game already, a move that proves as good only at a greater depth does not count.
    A search that has to stop meanwhile leaves the outcome as it is, and the reason is told.
    """
    expansion = outcome.opened
    if expansion is None or outcome.line is None or outcome.bound is not Bound.EXACT:
        return outcome, None
    best = outcome.line[2]
    searched = list(outcome.scores)
    before = set(searched[: searched.index(best)])
    earlier = expansion.children[: expansion.children.index(best)]
    # One that was not searched at all was cut off, by a value as good as can be.
    rivals = [c for c in earlier if c not in before and outcome.scores.get(c, outcome.value) == outcome.value]
    left = engine.horizon.after(root, expansion, draft) if rivals else draft
    for rival in rivals:
        again = value_of(engine, rival, left, *around(outcome.value))
        if again.stopped is not None:
            return outcome, again.stopped
        if again.bound is Bound.EXACT and again.value == outcome.value and again.solved >= outcome.solved:
            return replace(outcome, line=(root, expansion, rival, again.line)), None
    return outcome, None


def value_of(
    engine: SearchEngine, state: Any, draft: Draft, alpha: Number = -math.inf, beta: Number = math.inf
) -> Outcome:
    """Value a successor of the root with what is left for it, also where it is cut off at once."""
    horizon, watch = engine.horizon, engine.watch
    try:
        may_cut = draft < horizon.unit or horizon.cutoff is not None
        if may_cut and not horizon.is_terminal(state) and horizon.cuts(state, draft, 1):
            if watch.limited and (reason := watch.due(watch.nodes)) is not None:
                return Outcome.nothing(reason)
            watch.nodes += 1
            watch.leaves += 1
            settled = not horizon.limits(state, draft)
            return Outcome(horizon.estimate(state), None, Bound.EXACT, False, {}, settled=settled)
    except KeyboardInterrupt:
        return Outcome.nothing(StopReason.INTERRUPTED)
    return engine.run(state, draft, alpha, beta, ply=1)
