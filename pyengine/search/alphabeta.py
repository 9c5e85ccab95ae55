"""Fail-soft alpha-beta, plain or as principal variation search, with frames on a list.

It is `kernel/alphabeta.c` function by function, under the same names, so that both visit the same positions in the
same order. Where C calls itself, a frame is put on the list, so depth is no limit. MAX and MIN are two branches, never
one with the sign turned, so turns need not alternate.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import partial
from itertools import repeat
from operator import length_hint
from typing import Any, Final

from pyengine.errors import CyclicGameError, RuleRuntimeError
from pyengine.game import M, S
from pyengine.search.expansion import END, same_sum
from pyengine.search.faults import cyclic, stuck
from pyengine.search.frames import LEAST, MOST, Frame, bound_of, scout
from pyengine.search.horizon import Draft
from pyengine.search.leaves import Leaves
from pyengine.search.lines import moves_of
from pyengine.search.memory import path_of
from pyengine.search.minimax import Minimax
from pyengine.search.outcome import OPEN, Outcome
from pyengine.search.result import Bound, StopReason
from pyengine.search.search_state import FINALS_SHARE
from pyengine.search.sight import sight_of
from pyengine.search.table import BOUNDS, CHILD, EXACT, PROVED, VALUE
from pyengine.search.trace import EventKind
from pyengine.search.watch import Stopped, Watch
from pyengine.terms import Number

NOTHING: Final[Iterator[Any]] = iter(())
NO_VISIT: Final = (0, None)
NO_FINALS: Final[list[Any]] = []
EARLY_MOVES: Final = 3
"""So many successors of a position are never searched less deep than others."""
REDUCED_PLIES: Final = 2
"""An even number: estimates are often kinder to who has moved last, and are compared with those of other searches."""


class AlphaBeta(Leaves[S, M]):
    """The search of one game under some options, over a table or none."""

    __slots__ = ()

    def run(
        self,
        root: S,
        draft: Draft,
        alpha: Number = LEAST,
        beta: Number = MOST,
        *,
        first: S | None = None,
        ply: int = 0,
    ) -> Outcome:
        """Search one position within a window; its successor `first` is tried first.

        The root itself is never answered by the table, so there is always a line. Without a depth limit a position
        that comes back on its own path raises `CyclicGameError`.
        """
        self.begin_run(ply)
        self.asked = alpha, beta
        self.endless = draft == MOST
        self.reduces = bool(self.options.reductions) and not self.endless
        if self.endless and self.value_range is not None:
            self.least, self.most = self.value_range
            if self.options.finals:
                self.finals_from = -(-self.long_search // FINALS_SHARE)
            if max(alpha, self.least) < min(beta, self.most):
                alpha, beta = max(alpha, self.least), min(beta, self.most)
        frame = Frame()
        frame.state, frame.key, frame.ply, frame.draft = root, root, ply, draft
        frame.alpha, frame.beta, frame.mark, frame.cut_mark = alpha, beta, 0, 0
        frame.scouted = frame.reduced = frame.taught = False
        frame.tried = []
        frame.is_max, frame.best, frame.origin, frame.line = True, LEAST, alpha, None
        if ply == 0 and self.watch.signal is not None:
            self.watch.stand.begin_run(partial(sight_of, self))
        try:
            self.search_root(frame, first)
        except Stopped as stopped:
            return self.finish_early(frame, stopped.reason)
        except KeyboardInterrupt:
            return self.finish_early(frame, StopReason.INTERRUPTED)
        finally:
            self.watch.stand.sight = None
        solved, settled = self.estimates + self.rule_cuts == 0, self.estimates == 0
        bound = BOUNDS[frame.bound]
        return Outcome(frame.best, frame.line, bound, solved, self.scores, self.opened_root, settled=settled)

    def finish_early(self, root: Frame, reason: StopReason) -> Outcome:
        """Give what a run that has to stop knows of the root by then."""
        line = root.line if self.beats_window(root) else None
        bound = Bound.LOWER if root.is_max else Bound.UPPER
        return Outcome(root.best, line, bound, False, self.scores, self.opened_root, reason)

    def beats_window(self, root: Frame) -> bool:
        """Tell whether the best of the root's moves so far beats what was asked for: else it is as good as any."""
        low, high = self.asked
        return root.line is not None and (root.best > low if root.is_max else root.best < high)

    def search_root(self, root: Frame, first: S | None) -> None:
        """Open the root and search it, unless it is final."""
        self.watch.enter_node()
        self.opened_root = root.opened = opened = self.expand(root.state)
        if opened.utilities is not None:
            self.watch.leaves += 1
            root.best, other = opened.utilities
            root.bound = EXACT
            self.total = same_sum(self.total, root.best, other)
            if self.trace is not None:
                self.tell(EventKind.LEAF, root, root.state, root.ply, root.best, EXACT)
            return
        root.key, root.entered = self.table_key(root.state, root.ply, self.asks_alike(root.ply)), self.watch.nodes
        root.alike = self.asks_alike(root.ply + 1)
        hint = self.hint_root(root, first)
        root.is_long = root.draft >= self.deep and self.is_long()
        root.finals = NO_FINALS
        root.order = None
        root.by_history = root.is_trial = False
        if root.is_long and self.ordering is not None:
            root.by_history, root.is_trial = self.ordering.try_history(root.ply)
        if self.ordering is not None and (self.early or root.by_history):
            root.order = self.ordering.arrange(root.state, opened, root.ply, by_history=root.by_history)
        if root.ply == 0 and self.watch.signal is not None:
            self.watch.signal.tried = 0, len(opened.moves)
        if opened.mover != 0:
            root.is_max, root.best, root.origin = False, MOST, root.beta
        root.successors = root.rest = NOTHING
        if opened.moves:
            root.successors, root.rest = self.opener.iterate(root.state, opened, root.order, hint)
        root.left = self.count_draft(root.state, opened, root.draft)
        if self.quick:
            root.opened = opened.moves
        if root.draft == MOST:
            self.path = path_of(self.game)
            self.path.add(root.state)
        if self.trace is not None:
            self.tell(EventKind.ENTER, root, root.state, root.ply)
        self.search_frame(root)

    def search_frame(self, root: Frame) -> None:
        """Value the successors of a position, one after the other, until it is done.

        A successor that has to be searched is the next frame, where C calls itself; when it is done its value is taken
        to the frame before.
        """
        frames = self.frames = [root] * (root.ply + 1)
        frame = root
        found: tuple[Number, Any] | None
        while True:
            found = NO_VISIT
            for child in frame.successors:
                found = self.value_child(frame, child)
                if found is None:
                    break
                value, tail = found
                if frame is root:
                    self.note_score(child, value, tail)
                if self.is_cut_by(frame, child, value, tail):
                    self.cut(frame, child)
                    break
                if frame.is_long or self.keeps_tried:
                    frame.tried.append(child)
            if found is None:
                frame = frames[frame.ply + 1]
                continue
            self.finish_frame(frame)
            if frame is root:
                return
            parent = frames[frame.ply - 1]
            if frame.reduced and (frame.best > parent.alpha if parent.is_max else frame.best < parent.beta):
                self.search_deeper(frame, parent)
                continue
            if frame.scouted and frame.bound != EXACT and parent.alpha < frame.best < parent.beta:
                self.search_again(frame, parent)
                continue
            child, value, tail, frame = frame.state, frame.best, frame.line, parent
            if frame is root:
                self.note_score(child, value, tail)
            if self.is_cut_by(frame, child, value, tail):
                self.cut(frame, child)
            elif frame.is_long or self.keeps_tried:
                frame.tried.append(child)

    def finish_frame(self, frame: Frame) -> None:
        """Keep what a position that is done is worth, and come back from it."""
        if frame.line is None:
            raise RuleRuntimeError(stuck(self.game, frame.state))
        frame.bound = bound_of(frame, self.least, self.most)
        if self.table is not None:
            best = frame.line[2] if self.canonical is None else self.note_child(frame)
            work = (self.watch.nodes - frame.entered).bit_length()
            self.table.store(frame.key, (frame.draft, frame.bound, frame.best, best, self.proof(frame), work))
        if self.notes_values:
            self.ordering.note(frame.state, frame.best)  # type: ignore[union-attr]
        if self.path is not None:
            self.path.discard(frame.state)
        if self.trace is not None:
            self.tell(EventKind.LEAVE, frame, frame.state, frame.ply, frame.best, frame.bound)

    def value_child(self, frame: Frame, child: Any) -> tuple[Number, Any] | None:
        """Find what a successor is worth and its line: at sight, by a store, by the table; None: by searching it."""
        key, hint, left = child, END, frame.left
        if self.known is not None and (value := self.known.value(child)) is not None:
            self.watch.hits += 1
            if self.trace is not None:
                self.tell(EventKind.HIT, frame, child, frame.ply + 1, value, EXACT)
            return value, OPEN
        if (left < self.unit and self.is_long()) or (frame.finals and child in frame.finals):
            found = self.value_end(frame, child)
            if found is not None:
                return found
        draft = self.reduce(frame, child) if self.reduces else left
        if self.table is not None:
            if self.canonical is not None or self.cutoff is not None:
                key = self.table_key(child, frame.ply + 1, frame.alike)
            entry = self.table.entries.get(key)
            if entry is not None and self.look_up_entry(frame, child, entry, draft):
                if frame.alike:
                    self.note_alike(frame.ply + 1, child, key, entry)
                return entry[VALUE], OPEN
            if frame.alike:
                self.alike.note(frame.ply + 1, 0)
            if entry is not None and self.table_move and entry[CHILD] is not None:
                hint = entry[CHILD] if self.canonical is None else self.noted_place(child, key, entry[CHILD])
        self.enter_node()
        if self.lazy or left < self.unit:
            leaf = self.value_at_horizon(child, left, frame.ply + 1)
            if leaf is None:
                open_ = self.open
                self.search_child(frame, child, key, open_(child), hint, draft)
                return None
        else:
            expand = self.expand
            opened = expand(child)
            if opened.utilities is None:
                if self.cutoff is None or not self.cutoff(child, frame.ply + 1):
                    self.search_child(frame, child, key, opened, hint, draft)
                    return None
                leaf = self.cut_off(child)
            else:
                value, other = opened.utilities
                if other != -value or self.total != 0:
                    self.total = same_sum(self.total, value, other)
                leaf = value, PROVED
        if self.keeps_leaves:
            value, solved = leaf
            self.table.store(  # type: ignore[union-attr]
                key, (LEAST if solved else left, EXACT, value, None, solved, 0)
            )
        return self.count_leaf(frame, child, leaf)

    def reduce(self, frame: Frame, child: Any) -> Draft:
        """Give how deep a successor is searched at first: late ones less deep, noisy ones as deep as others."""
        less = REDUCED_PLIES * self.unit
        if len(frame.tried) < EARLY_MOVES or frame.left < less + self.unit:
            return frame.left
        return frame.left if self.noisy(frame.state) or self.noisy(child) else frame.left - less

    def search_child(self, parent: Frame, state: Any, key: Any, opened: Any, hint: Any, draft: Draft) -> None:
        """Begin the search of a successor, at first with a narrow window where that may be enough."""
        opener, frames, ply = self.opener, self.frames, parent.ply + 1
        if ply == len(frames):
            frames.append(Frame())
        frame = frames[ply]
        frame.state, frame.key, frame.opened = state, key, opened
        frame.ply, frame.draft, frame.mark, frame.cut_mark = ply, draft, self.estimates, self.rule_cuts
        frame.alpha, frame.beta = parent.alpha, parent.beta
        frame.reduced = draft != parent.left
        frame.scouted, frame.taught, frame.line = False, False, None
        frame.entered = nodes = self.watch.nodes
        frame.is_long = is_long = draft >= self.deep and (self.reduces or nodes >= self.long_search)
        tries_finals = nodes >= self.finals_from
        frame.finals = [] if tries_finals else NO_FINALS
        frame.alike = self.canonical is not None and self.asks_alike(ply + 1)
        if self.quick:
            to_move = opener.to_move
            is_max = opener.index[to_move(state)] == 0
        else:
            is_max = opened.mover == 0
        if self.scouts and parent.line is not None:
            scout(parent, frame)
        if self.canonical is not None and hint is not END:
            hint = self.child_at(state, opened, hint)
        order = None
        by_history = frame.is_trial = False
        found = self.find_final(frame, is_max) if tries_finals else END
        if is_long or self.keeps_tried:
            frame.tried = []
            if is_long and self.ordering is not None:
                by_history, frame.is_trial = self.ordering.try_history(ply)
            # After a final successor that none can better, no order is needed.
            if (found is END or self.strict) and self.ordering is not None and (by_history or self.early):
                frame.opened = opened = opener.whole(state, opened)
                order = self.ordering.arrange(state, opened, ply, by_history=by_history)
        frame.by_history, frame.order = by_history, order
        if found is END and self.etc and is_long:
            found = self.find_known(frame, is_max)
        if found is not END:
            hint, frame.taught = found, True
        if hint is not END or order is not None:
            frame.successors, frame.rest = opener.iterate(state, opened, order, hint)
        elif self.quick and not is_long:
            frame.rest = iter(opened)
            frame.successors = map(opener.result, repeat(state), frame.rest)
        elif self.lazy:
            frame.successors, frame.rest = opener.iterate(state, opened, None, END)
        else:
            frame.successors = frame.rest = iter(opened.children)
        frame.left = self.count_draft(state, opened, frame.draft) if self.frees else frame.draft - self.unit
        if is_max:
            frame.is_max, frame.best, frame.origin = True, LEAST, frame.alpha
        else:
            frame.is_max, frame.best, frame.origin = False, MOST, frame.beta
        path = self.path
        if path is not None:
            if state in path:
                raise CyclicGameError(cyclic(self.game, state))
            path.add(state)
        if self.trace is not None:
            self.tell(EventKind.ENTER, frame, state, ply)

    def search_deeper(self, frame: Frame, parent: Frame) -> None:
        """Begin anew, as deep as others, where a move that was searched less deep is better than the best so far."""
        frame.reduced, frame.draft = False, parent.left
        frame.left = self.count_draft(frame.state, frame.opened, frame.draft) if self.frees else frame.draft - self.unit
        self.search_again(frame, parent, scouts=self.scouts)

    def search_again(self, frame: Frame, parent: Frame, *, scouts: bool = False) -> None:
        """Begin anew where a search found the move better than the best so far, not by how much."""
        self.watch.enter_node()
        best: Any = frame.line
        frame.successors, frame.rest = self.opener.iterate(frame.state, frame.opened, frame.order, best[2])
        frame.line, frame.scouted, frame.mark, frame.cut_mark = None, False, self.estimates, self.rule_cuts
        frame.tried = []
        frame.alpha, frame.beta = parent.alpha, parent.beta
        if scouts:
            scout(parent, frame)
        frame.best, frame.origin = (LEAST, frame.alpha) if frame.is_max else (MOST, frame.beta)
        if self.path is not None:
            self.path.add(frame.state)
        if self.trace is not None:
            self.tell(EventKind.ENTER, frame, frame.state, frame.ply)

    def is_cut_by(self, frame: Frame, child: Any, value: Number, tail: Any) -> bool:
        """Take the value of a successor to that of the position; True where no other need be looked at."""
        if frame.is_max:
            if value <= frame.best and frame.line is not None:  # a value may be infinite, as the best is at first
                return False
            frame.best, frame.line = value, (frame.state, frame.opened, child, tail)
            if value <= frame.alpha:
                return False
            frame.alpha = value
            return not (value < frame.beta or (self.strict and value == frame.beta))
        if value >= frame.best and frame.line is not None:
            return False
        frame.best, frame.line = value, (frame.state, frame.opened, child, tail)
        if value >= frame.beta:
            return False
        frame.beta = value
        return not (value > frame.alpha or (self.strict and value == frame.alpha))

    def cut(self, frame: Frame, child: Any) -> None:
        """Leave out the successors that are left; it counts where there are any."""
        if self.ordering is not None and not frame.taught and (frame.is_long or self.early):
            tried, ply, left = frame.tried, frame.ply, frame.left
            opened = self.opener.whole(frame.state, frame.opened)
            if frame.is_trial and len(opened.moves) > 1:
                self.ordering.note_cut(by_history=frame.by_history, is_first=not tried)
            if self.early or frame.by_history:
                self.ordering.learn(frame.state, opened, child, tried, ply, left, by_history=frame.by_history)
        successors, frame.successors = frame.successors, NOTHING
        ahead = length_hint(frame.rest)
        if ahead > 1 or (ahead == 1 and (child := next(successors, END)) is not END):
            self.watch.cutoffs += 1
            if self.trace is not None:
                skipped = (child, *successors) if ahead == 1 else tuple(successors)
                self.tell(EventKind.CUT, frame, frame.state, frame.ply, frame.best, None, skipped)

    def note_score(self, child: Hashable, value: Number, tail: Any) -> None:
        """Note what a successor of the root is worth, and by which line."""
        self.scores[child] = value
        if self.root_ply == 0 and self.watch.signal is not None:
            opened, stand, (low, high) = self.opened_root, self.watch.stand, self.asked
            self.watch.signal.tried = len(self.scores), len(opened.moves)
            best = (low if opened.mover == 0 else high) if stand.value is None else stand.value
            if value > best if opened.mover == 0 else value < best:
                line = self.frames[0].state, opened, child, tail
                self.watch.lead(moves_of(self.opener, line), value, opened.mover)

    def minimax(self, root: S, depth: int | None) -> Outcome:
        """Value a position by the definition, over the same table."""
        return Minimax(self.game, self.options, self.watch, self.table, self.trace).run(root, depth)

    def follower(self, watch: Watch) -> AlphaBeta[S, M]:
        """Give a search over the same table that counts elsewhere and tells nobody."""
        return AlphaBeta(self.game, self.options, watch, table=self.table, known=self.known, alike=self.alike)
