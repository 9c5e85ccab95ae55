"""Fail-soft alpha-beta, plain or as principal variation search, over an explicit stack.

One loop does the work, since a function call for every position would cost as much as the position itself: the frame
of the current position lives in local variables, those of its ancestors in a list of tuples. MAX and MIN are two
branches, never one with the sign turned, so turns need not alternate.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator
from itertools import repeat
from operator import length_hint
from typing import Any, Final, Generic

from pyengine.errors import CyclicGameError, RuleRuntimeError
from pyengine.game import Game, M, S, offers
from pyengine.search.expanding import CHECKED, END, Opener, ask, remembered, same_sum
from pyengine.search.faults import cyclic, stuck
from pyengine.search.horizon import Budget, Horizon
from pyengine.search.inner import GaveUpError, Inner
from pyengine.search.known import Known
from pyengine.search.memory import line_of
from pyengine.search.options import Options
from pyengine.search.ordering import Ordering
from pyengine.search.outcome import OPEN, Outcome
from pyengine.search.result import Bound, StopReason
from pyengine.search.table import BOUNDS, EXACT, LOWER, UPPER, Meaning, Table
from pyengine.search.trace import Event, EventKind, Sink
from pyengine.search.watch import Watch
from pyengine.search.windows import above, below
from pyengine.terms import Number

NOTHING: Final[Iterator[Any]] = iter(())


class AlphaBeta(Generic[S, M]):
    """The search of one game under some options, with a table that lives as long as the object does."""

    def __init__(
        self,
        game: Game[S, M],
        options: Options,
        watch: Watch,
        *,
        table: Table | None = None,
        trace: Sink | None = None,
        known: Known | None = None,
        kernel: bool = True,
    ) -> None:
        self.game = game
        self.known = known
        self.options = options
        self.watch = watch
        self.horizon = Horizon.of(game, options)
        self.table = table if table is not None else Table.of(options)
        if self.table is not None:
            self.table.claim(game, Meaning.of(options))
        self.canonical = None
        if self.table is not None and options.canonical and offers(game, "canonical"):
            self.canonical = remembered(ask(game, "canonical"))
        self.total: Number | None = None  # the worth of a final position to both players together
        self.inner = None
        if kernel and known is None:  # a kernel cannot ask a store
            self.inner = Inner.of(game, options, watch, self.table, traced=trace is not None)
        self.opener = Opener(game, alike=self.canonical is not None)
        self.ordering = Ordering.of(game, options)
        self.trace = trace
        # The moves of a lazy game are all that is kept of it, unless some technique wants to see more.
        self.quick = self.opener.lazy and self.ordering is None and self.horizon.frees is None

    def next_iteration(self) -> None:
        """Let what was learned decide the order from now on."""
        if self.inner is not None:
            self.inner.next_iteration()
        elif self.ordering is not None:
            self.ordering.next_iteration()

    def run(
        self,
        root: S,
        budget: Budget,
        alpha: Number = -math.inf,
        beta: Number = math.inf,
        *,
        first: S | None = None,
        ply: int = 0,
    ) -> Outcome:
        """Search one position within a window; its successor `first` is tried first.

        The root itself is never answered by the table, so there is always a line. Without a depth limit a position
        that comes back on its own path raises `CyclicGameError`.
        """
        if self.inner is not None:
            done = self.inner.run(root, budget, alpha, beta, first, ply, self.total)
            if done is not None:
                outcome, self.total = done
                return outcome
            if self.inner.has_run:
                raise GaveUpError
            self.inner = None
        # Everything that the loop touches is local: attribute access would cost a few percent each.
        watch, table, horizon, ordering, trace = self.watch, self.table, self.horizon, self.ordering, self.trace
        opener, canonical, options = self.opener, self.canonical, self.options
        expand, open_, iterate, lazy = opener.expand, opener.open, opener.iterate, opener.lazy
        to_move, actions, result, index = opener.to_move, opener.actions, opener.result, opener.index
        quick = self.quick
        unit, floor, frees = horizon.unit, horizon.floor, horizon.frees
        is_terminal, utility, covers = horizon.is_terminal, horizon.utility, horizon.covers
        max_player, min_player = self.game.players
        total = self.total
        estimate, noisy = horizon.estimate, horizon.noisy
        strict, scouts, deeper = options.strict_cut, options.algorithm == "pvs", options.reuse == "deeper"
        table_move, keep_leaves = options.table_move, table is not None and options.table_leaves
        touches = table is not None and table.replacement != "depth"
        endless = budget == math.inf
        limited, due = watch.limited, watch.due
        signal = watch.signal if ply == 0 else None
        nodes, leaves, cutoffs, hits = watch.nodes, watch.leaves, watch.cutoffs, watch.hits
        estimates = 0  # positions valued by estimate so far; a subtree that adds none is solved
        path = line_of(self.game) if endless else None
        stack: list[tuple[Any, ...]] = []
        push, pop = stack.append, stack.pop
        scores: dict[Hashable, Number] = {}
        reason: StopReason | None = None
        opened_root: Any = None
        infinity = math.inf
        entries: Any = table.entries if table is not None else None
        entry: Any
        get: Any = table.entries.get if table is not None else None
        store: Any = table.store if table is not None else None
        known: Any = None if self.known is None else self.known.value

        best: Number
        v: Number
        line: Any = None
        tail: Any
        maximizing, best, origin = True, -infinity, alpha
        state: Any = root
        key: Any = root
        it: Iterator[Any] = NOTHING
        rest: Iterator[Any] = NOTHING
        order: Any = None
        mark, scouted, left = 0, False, budget
        try:
            if limited and (reason := due(nodes)) is not None:
                return Outcome(0, None, Bound.EXACT, False, scores, None, reason)
            nodes += 1
            expansion: Any = expand(root)
            opened_root = expansion
            if expansion.utilities is not None:
                leaves += 1
                v, other = expansion.utilities
                total = same_sum(total, v, other)
                if trace is not None:
                    trace(Event(EventKind.LEAF, ply, root, None, alpha, beta, v, Bound.EXACT))
                return Outcome(v, None, Bound.EXACT, True, scores, opened_root)
            if get is not None and canonical is not None:
                key = canonical(root)
            hint: Any = END if first is None else first
            if hint is END and get is not None and table_move and (entry := get(key)) is not None:
                hint = END if entry[3] is None else entry[3]
            if ordering is not None:
                order = ordering.arrange(root, expansion, ply)
            mover = expansion.mover
            if signal is not None:
                signal.tried = 0, len(expansion.moves)
            if mover != 0:
                maximizing, best, origin = False, infinity, beta
            if expansion.moves:
                it, rest = iterate(root, expansion, order, hint)
            left = horizon.after(root, expansion, budget)
            if quick:
                expansion = expansion.moves
            if path is not None:
                path.add(root)
            if trace is not None:
                trace(Event(EventKind.ENTER, ply, root, mover, alpha, beta))

            while True:
                child: Any = next(it, END)
                if child is END:
                    # The position is done. Bounds: a MAX node moves alpha only, a MIN node beta only.
                    if line is None:
                        raise RuleRuntimeError(stuck(self.game, state))
                    if maximizing:
                        bound = UPPER if best <= origin and origin > -infinity else LOWER if best >= beta else EXACT
                    else:
                        bound = LOWER if best >= origin and origin < infinity else UPPER if best <= alpha else EXACT
                    if bound != EXACT and (best == infinity if bound == LOWER else best == -infinity):
                        bound = EXACT
                    if table is not None:
                        entry = (budget, bound, best, line[2], estimates == mark, nodes)
                        if touches:
                            entry = list(entry)
                        if len(entries) < table.capacity:
                            entries[key] = entry
                        else:
                            store(key, entry)
                    if ordering is not None:
                        ordering.note(state, best)
                    if path is not None:
                        path.discard(state)
                    if trace is not None:
                        at = ply + len(stack)
                        mover = 0 if maximizing else 1
                        trace(Event(EventKind.LEAVE, at, state, mover, alpha, beta, best, BOUNDS[bound]))
                    if not stack:
                        break
                    if scouted and bound != EXACT:
                        parent = stack[-1]
                        if parent[7] < best < parent[8]:
                            # The scout found the move better than the best so far, not by how much: look again.
                            if limited and (reason := due(nodes)) is not None:
                                break
                            nodes += 1
                            it, rest = iterate(state, expansion, order, line[2])
                            line, scouted, mark = None, False, estimates
                            alpha, beta = parent[7], parent[8]
                            best, origin = (-infinity, alpha) if maximizing else (infinity, beta)
                            if path is not None:
                                path.add(state)
                            if trace is not None:
                                at = ply + len(stack)
                                trace(Event(EventKind.ENTER, at, state, mover, alpha, beta))
                            continue
                    child, v, tail = state, best, line
                    (
                        state,
                        key,
                        expansion,
                        order,
                        it,
                        rest,
                        maximizing,
                        alpha,
                        beta,
                        origin,
                        best,
                        line,
                        budget,
                        left,
                        mark,
                        scouted,
                    ) = pop()
                else:
                    tail, entry, child_key = None, None, child
                    if get is not None:
                        if canonical is not None:
                            child_key = canonical(child)
                        entry = get(child_key)
                        if entry is not None and (
                            entry[0] == left
                            or (entry[4] and (deeper or (entry[0] <= left if unit == 1 else covers(left, entry[0]))))
                            or (deeper and entry[0] >= left)
                        ):
                            bound, v = entry[1], entry[2]
                            if bound == EXACT or (v >= beta if bound == LOWER else v <= alpha):
                                tail = OPEN
                                hits += 1
                                if not entry[4]:
                                    estimates += 1
                                if touches:
                                    table.touch(entry, nodes)  # type: ignore[union-attr]
                                if trace is not None:
                                    at = ply + len(stack) + 1
                                    trace(Event(EventKind.HIT, at, child, None, alpha, beta, v, BOUNDS[bound]))
                    if known is not None and tail is None and (found := known(child)) is not None:
                        v, tail = found, OPEN
                        hits += 1
                        if trace is not None:
                            at = ply + len(stack) + 1
                            trace(Event(EventKind.HIT, at, child, None, alpha, beta, v, Bound.EXACT))
                    if tail is None:
                        if limited and (reason := due(nodes)) is not None:
                            break
                        nodes += 1
                        opened: Any = None
                        if lazy or left < unit:
                            if is_terminal(child):
                                v = utility(child, max_player)
                                solved = True
                                if leaves < CHECKED:
                                    total = same_sum(total, v, utility(child, min_player))
                            elif left < unit and (left < floor or not noisy(child)):
                                v = estimate(child)
                                estimates += 1
                                solved = False
                            elif quick:
                                opened = actions(child)
                                mover = index[to_move(child)]
                            else:
                                opened = open_(child)
                                mover = opened.mover
                        else:
                            opened = expand(child)
                            if opened.utilities is not None:
                                v, other = opened.utilities
                                if other != -v or total != 0:
                                    total = same_sum(total, v, other)
                                solved = True
                                opened = None
                            else:
                                mover = opened.mover
                        if opened is not None:
                            push(
                                (
                                    state,
                                    key,
                                    expansion,
                                    order,
                                    it,
                                    rest,
                                    maximizing,
                                    alpha,
                                    beta,
                                    origin,
                                    best,
                                    line,
                                    budget,
                                    left,
                                    mark,
                                    scouted,
                                )
                            )
                            scouted = False
                            if scouts and line is not None:
                                # Only whether the move is better than the best so far; then, perhaps, by how much.
                                if maximizing:
                                    if alpha > -infinity and (narrow := above(alpha)) < beta:
                                        beta, scouted = narrow, True
                                elif beta < infinity and (narrow := below(beta)) > alpha:
                                    alpha, scouted = narrow, True
                            state, key, expansion, budget, mark, line = child, child_key, opened, left, estimates, None
                            if ordering is not None:
                                order = ordering.arrange(child, opened, ply + len(stack))
                            if entry is not None and table_move and entry[3] is not None:
                                it, rest = iterate(child, opened, order, entry[3])
                            elif quick:
                                rest = iter(opened)
                                it = map(result, repeat(child), rest)
                            elif lazy or order is not None:
                                it, rest = iterate(child, opened, order, END)
                            else:
                                it = rest = iter(opened.children)
                            left = budget - unit if frees is None else horizon.after(child, opened, budget)
                            if mover == 0:
                                maximizing, best, origin = True, -infinity, alpha
                            else:
                                maximizing, best, origin = False, infinity, beta
                            if path is not None:
                                if child in path:
                                    raise CyclicGameError(cyclic(self.game, child))
                                path.add(child)
                            if trace is not None:
                                at = ply + len(stack)
                                trace(Event(EventKind.ENTER, at, child, mover, alpha, beta))
                            continue
                        leaves += 1
                        if keep_leaves:
                            entry = (-infinity if solved else left, EXACT, v, None, solved, nodes)
                            if touches:
                                entry = list(entry)
                            if len(entries) < table.capacity:  # type: ignore[union-attr]
                                entries[child_key] = entry
                            else:
                                store(child_key, entry)
                        if ordering is not None:
                            ordering.note(child, v)
                        if trace is not None:
                            at = ply + len(stack) + 1
                            trace(Event(EventKind.LEAF, at, child, None, alpha, beta, v, Bound.EXACT))

                # The successor `child` of the position is worth v.
                if not stack:
                    scores[child] = v
                    if signal is not None:
                        signal.tried = len(scores), len(opened_root.moves)
                if maximizing:
                    if v <= best and line is not None:  # a value may be infinite, as the best is at first
                        continue
                    best, line = v, (state, expansion, child, tail)
                    if v <= alpha:
                        continue
                    alpha = v
                    if v < beta or (strict and v == beta):
                        continue
                else:
                    if v >= best and line is not None:
                        continue
                    best, line = v, (state, expansion, child, tail)
                    if v >= beta:
                        continue
                    beta = v
                    if v > alpha or (strict and v == alpha):
                        continue
                if ordering is not None:
                    ordering.learn(expansion, child, ply + len(stack), left)
                ahead = length_hint(rest)
                if ahead > 1 or (ahead == 1 and (child := next(it, END)) is not END):
                    cutoffs += 1
                    if trace is not None:
                        at, mover = ply + len(stack), 0 if maximizing else 1
                        skipped = (child, *it) if ahead == 1 else tuple(it)
                        trace(Event(EventKind.CUT, at, state, mover, alpha, beta, best, None, skipped))
                it = NOTHING
        except KeyboardInterrupt:
            reason = StopReason.INTERRUPTED
        finally:
            watch.nodes, watch.leaves, watch.cutoffs, watch.hits = nodes, leaves, cutoffs, hits
            self.total = total
        if reason is not None:
            if stack:
                maximizing, origin, best, line = stack[0][6], stack[0][9], stack[0][10], stack[0][11]
            # A root move that did not beat the window is no better than any other: it is not told.
            told = line is not None and (best > origin if maximizing else best < origin)
            bound_so_far = Bound.LOWER if maximizing else Bound.UPPER
            return Outcome(best, line if told else None, bound_so_far, False, scores, opened_root, reason)
        return Outcome(best, line, BOUNDS[bound], estimates == 0, scores, opened_root)
