"""The root of a search of two opponents: valued by one search or move by move, and the result that people get."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace
from typing import Any

from pyengine.game import Game, M, S
from pyengine.search.deepening import search_depth, value_of
from pyengine.search.expansion import expander
from pyengine.search.kernel_search import SearchEngine
from pyengine.search.lines import moves_along, steps_of
from pyengine.search.outcome import Outcome
from pyengine.search.result import Bound, Result, StopReason
from pyengine.search.variation import complete_line
from pyengine.search.watch import Watch
from pyengine.terms import Number


def reason_of(outcome: Outcome) -> StopReason:
    """Say why a search that did all that it was asked for has ended."""
    return StopReason.SOLVED if outcome.solved else StopReason.UNPROVED if outcome.settled else StopReason.DEPTH


def solve_root(
    engine: SearchEngine, root: Any, depth: int | None, window: tuple[Number, Number] | None = None
) -> Result[Any]:
    """Value the root, and so find one of its best moves."""
    watch = engine.watch
    outcome = search_depth(engine, root, depth, window=window)
    return result_of(engine.game, root, outcome, outcome.why_not_all or reason_of(outcome), watch)


def solve_every_move(engine: SearchEngine, root: Any) -> Result[Any]:
    """Value each root move by itself, over one table; the first of the best is the best."""
    watch = engine.watch
    expansion = engine.opener.expand(root)
    if expansion.utilities is not None:
        return solve_root(engine, root, watch.limit.depth)
    watch.nodes += 1
    scores: dict[Hashable, Number] = {}
    best: Outcome | None = None
    solved = True
    draft = engine.horizon.draft(watch.limit.depth)
    left = engine.horizon.after(root, expansion, draft)
    for place, child in enumerate(expansion.children):
        if watch.signal is not None:
            watch.signal.tried = place, len(expansion.children)
        if child in scores:
            continue
        found = value_of(engine, child, left)
        if found.stopped is not None:
            if best is not None:  # the moves that are left may be better
                best = replace(best, bound=Bound.LOWER if expansion.mover == 0 else Bound.UPPER)
            return result_of(engine.game, root, best, found.stopped, watch, scores=scores)
        scores[child] = found.value
        solved = solved and found.solved
        if best is None or (found.value > best.value if expansion.mover == 0 else found.value < best.value):
            line = root, expansion, child, found.line
            steps = tuple(steps_of(engine.opener, line)[0])
            watch.lead(moves_along(steps), found.value, expansion.mover)
            best = replace(found, line=line, opened=expansion, depth=watch.limit.depth, steps=steps)
    assert best is not None
    steps, cut_short = complete_line(engine, root, draft, best)
    reason = cut_short or (StopReason.SOLVED if solved else StopReason.DEPTH)
    return result_of(engine.game, root, replace(best, steps=steps), reason, watch, scores=scores)


def result_of(
    game: Game[S, M],
    root: S,
    outcome: Outcome | None,
    reason: StopReason,
    watch: Watch,
    *,
    scores: Mapping[Any, Number] | None = None,
) -> Result[M]:
    """Put a result together: moves are named here, and only those of the line."""
    line = () if outcome is None else moves_along(outcome.steps)
    value = None
    if outcome is not None and (outcome.line is not None or outcome.stopped is None):
        value = outcome.value
    best = line[0] if line else None
    if value is None:
        opened = outcome.opened if outcome is not None else None
        opened = opened or expander(game)(root)
        best = opened.moves[0] if opened.moves else None  # a player under time pressure needs some move
    moves: tuple[tuple[M, Number], ...] = ()
    if scores and outcome is not None and outcome.opened is not None:
        pairs = zip(outcome.opened.moves, outcome.opened.children, strict=True)
        moves = tuple((move, scores[child]) for move, child in pairs if child in scores)
    return Result(
        value=value,
        values=None if value is None else _values(game, root, outcome, value, watch),
        best=best,
        line=line,
        depth=None if outcome is None else outcome.depth,
        reason=reason,
        bound=Bound.EXACT if outcome is None or value is None else outcome.bound,
        moves=moves,
        **watch.figures,
    )


def _values(game: Game[S, M], root: S, outcome: Outcome | None, value: Number, watch: Watch) -> tuple[Number, ...]:
    """Give the worth for both players: that of the position where the line ends, if there is time to ask for it."""
    end = outcome.steps[-1][1] if outcome is not None and outcome.steps else root
    if not (watch.limited and watch.due(0)) and game.is_terminal(end):
        values = tuple(game.utility(end, player) for player in game.players)
        if values[0] == value:
            return values
    return (value, -value)
