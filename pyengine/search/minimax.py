"""Plain minimax: every line of play, to its end or to a depth, over an explicit stack."""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import replace
from itertools import repeat
from typing import Any

from pyengine.errors import CyclicGameError, RuleRuntimeError
from pyengine.game import Game, M, S, offers
from pyengine.search.expanding import CHECKED, END, Opener, ask, remembered, same_sum
from pyengine.search.faults import cyclic, stuck
from pyengine.search.horizon import Horizon
from pyengine.search.inner import Inner
from pyengine.search.memory import line_of
from pyengine.search.options import Options
from pyengine.search.outcome import OPEN, Line, Outcome
from pyengine.search.result import Bound, StopReason
from pyengine.search.table import EXACT, Meaning, Table
from pyengine.search.trace import Event, EventKind, Sink
from pyengine.search.watch import Watch
from pyengine.terms import Number


def run_minimax(
    game: Game[S, M],
    root: S,
    depth: int | None,
    watch: Watch,
    *,
    options: Options,
    table: Table | None = None,
    trace: Sink | None = None,
) -> Outcome:
    """Value a position by the definition; with a table, each position of equal depth once.

    Without a depth, a position that comes back on its own path raises `CyclicGameError`.
    """
    opener, horizon = Opener(game), Horizon.of(game, options)
    expand, open_, result, lazy = opener.expand, opener.open, opener.result, opener.lazy
    is_terminal, utility = horizon.is_terminal, horizon.utility
    max_player, min_player = game.players
    total: Number | None = None
    estimate = horizon.estimate
    canonical = None
    if table is not None:
        table.claim(game, Meaning.of(options))
    inner = Inner.of(game, replace(options, threads=1), watch, table, traced=trace is not None)
    if inner is not None and (done := inner.minimax(root, depth)) is not None:
        return done
    if table is not None and options.canonical and offers(game, "canonical"):
        canonical = remembered(ask(game, "canonical"))
    get: Any = table.entries.get if table is not None else None
    store: Any = table.store if table is not None else None
    entry_of: Any = tuple if table is None or table.replacement == "depth" else list
    limited, due = watch.limited, watch.due
    nodes, leaves, hits, estimates = watch.nodes, watch.leaves, watch.hits, 0
    reason: StopReason | None = None
    infinity = math.inf
    left = infinity if depth is None else depth
    path = line_of(game) if depth is None else None
    stack: list[tuple[Any, ...]] = []
    push, pop = stack.append, stack.pop
    scores: dict[Hashable, Number] = {}
    # A frame above the root, whose only successor is the root: it ends up with the value and the line.
    state: Any = None
    key: Any = None
    mover, maximizing, mark = 0, True, 0
    best: Number = -infinity
    v: Number
    line: Line = None
    it: Any = iter((root,))
    expansion: Any = None
    opened_root: Any = None
    try:
        while True:
            child: Any = next(it, END)
            if child is END:
                if line is None:
                    raise RuleRuntimeError(stuck(game, state))
                if not stack:
                    break
                left += 1
                if store is not None:
                    store(key, entry_of((left, EXACT, best, line[2], estimates == mark, nodes)))
                if path is not None:
                    path.discard(state)
                if trace is not None:
                    trace(Event(EventKind.LEAVE, len(stack) - 1, state, mover, None, None, best, Bound.EXACT))
                child, v, tail = state, best, line
                state, key, mover, maximizing, best, line, expansion, it, mark = pop()
                if len(stack) == 1:
                    scores[child] = v
            else:
                tail, opened, child_key = None, None, child
                if get is not None:
                    if canonical is not None:
                        child_key = canonical(child)
                    entry = get(child_key) if stack else None
                    if entry is not None and (entry[0] == left or (entry[4] and entry[0] <= left)):
                        hits += 1
                        v = entry[2]
                        if not entry[4]:
                            estimates += 1
                        table.touch(entry, nodes)  # type: ignore[union-attr]
                        if trace is not None:
                            trace(Event(EventKind.HIT, len(stack), child, None, None, None, v, Bound.EXACT))
                        if len(stack) == 1:
                            scores[child] = v
                        if line is None or (v > best if maximizing else v < best):
                            best, line = v, (state, expansion, child, OPEN)
                        continue
                if limited and (reason := due(nodes)) is not None:
                    break
                nodes += 1
                solved = True
                if lazy or left <= 0:
                    if is_terminal(child):
                        v = utility(child, max_player)
                        if leaves < CHECKED:
                            total = same_sum(total, v, utility(child, min_player))
                    elif left <= 0:
                        v = estimate(child)
                        estimates += 1
                        solved = False
                    else:
                        opened = open_(child)
                else:
                    opened = expand(child)
                    if opened.utilities is not None:
                        v, other = opened.utilities
                        if other != -v or total != 0:
                            total = same_sum(total, v, other)
                        opened = None
                if opened is not None:
                    if not stack:
                        opened_root = opened
                    push((state, key, mover, maximizing, best, line, expansion, it, mark))
                    state, key, mover, mark, line = child, child_key, opened.mover, estimates, None
                    maximizing = mover == 0
                    best = -infinity if maximizing else infinity
                    expansion = opened
                    it = map(result, repeat(child), opened.moves) if lazy else iter(opened.children)
                    left -= 1
                    if path is not None:
                        if child in path:
                            raise CyclicGameError(cyclic(game, child))
                        path.add(child)
                    if trace is not None:
                        trace(Event(EventKind.ENTER, len(stack) - 1, child, mover))
                    continue
                leaves += 1
                if store is not None:
                    store(child_key, entry_of((-infinity if solved else left, EXACT, v, None, solved, nodes)))
                if trace is not None:
                    trace(Event(EventKind.LEAF, len(stack), child, None, None, None, v, Bound.EXACT))
                if len(stack) == 1:
                    scores[child] = v
            if maximizing:
                if v > best or line is None:  # a value may be infinite, as the best is at first
                    best, line = v, (state, expansion, child, tail)
            elif v < best or line is None:
                best, line = v, (state, expansion, child, tail)
    except KeyboardInterrupt:
        reason = StopReason.INTERRUPTED
    finally:
        watch.nodes, watch.leaves, watch.hits = nodes, leaves, hits
    if reason is not None:
        if len(stack) > 1:
            maximizing, best, line = stack[1][3], stack[1][4], stack[1][5]
        bound = Bound.LOWER if maximizing else Bound.UPPER
        return Outcome(best, line if stack else None, bound, False, scores, opened_root, reason)
    return Outcome(best, None if line is None else line[3], Bound.EXACT, estimates == 0, scores, opened_root)
