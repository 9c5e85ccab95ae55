"""What a search by alpha-beta is made of, and how far it has come: `Search` of `kernel/search.h`."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Final, Generic

from pyengine.game import Game, M, S, offers
from pyengine.search.alike import AlikePlies
from pyengine.search.expansion import Opener, ask, range_of, remembered
from pyengine.search.frames import LEAST, MOST, Frame
from pyengine.search.horizon import Horizon
from pyengine.search.known import Known
from pyengine.search.options import Options
from pyengine.search.ordering import Ordering
from pyengine.search.table import BOUNDS, LIMITED, PROVED, SETTLED, Table
from pyengine.search.trace import Event, EventKind, Sink
from pyengine.search.watch import Watch
from pyengine.terms import Number

FINALS_SHARE: Final = 16
"""After this part of the nodes of a long search final successors go first: all are looked at for it, which short ones
do not gain by."""
DEEP_PLIES: Final = 3
"""Plies to go from which on a position of a long search is worth the time that ordering its moves takes."""


class SearchState(Generic[S, M]):
    """The parts of the search of one game under some options, over a table or none, and the counts of its run."""

    __slots__ = (
        "alike", "asked", "canonical", "count_draft", "cutoff", "deep", "deeper", "early", "endless", "estimate",
        "estimates", "etc", "expand", "finals_from", "floor", "frames", "frees", "game", "horizon", "is_terminal",
        "keeps_leaves", "keeps_tried", "keeps_use", "known", "lazy", "least", "long_search", "max_player",
        "min_player", "most", "noisy", "notes_values", "open", "opened_root", "opener", "options", "ordering", "path",
        "quick", "reduces", "root_ply", "rule_cuts", "scores", "scouts", "strict", "table", "table_move", "total",
        "trace", "unit", "utility", "value_range", "watch",
    )  # fmt: skip

    def __init__(
        self,
        game: Game[S, M],
        options: Options,
        watch: Watch,
        *,
        table: Table | None = None,
        trace: Sink | None = None,
        known: Known | None = None,
        alike: AlikePlies | None = None,
    ) -> None:
        self.game = game
        self.known = known
        self.options = options
        self.watch = watch
        self.trace = trace
        self.horizon = Horizon.of(game, options)
        self.table = table
        self.canonical = None
        if table is not None and options.canonical and offers(game, "canonical"):
            self.canonical = remembered(ask(game, "canonical"))
        self.alike = AlikePlies() if alike is None else alike
        self.opener = Opener(game, alike=self.canonical is not None)
        self.ordering = Ordering.of(game, options)
        self.total: Number | None = None  # the worth of a final position to both players together
        self.max_player, self.min_player = game.players
        # What the functions below ask of these at every position, under names of their own. They take a callable from
        # its slot before they call it, which Python does faster than calling it there.
        self.unit, self.floor, self.noisy = self.horizon.unit, self.horizon.floor, self.horizon.noisy
        self.frees, self.count_draft, self.cutoff = self.horizon.frees, self.horizon.after, self.horizon.cutoff
        self.is_terminal, self.utility, self.estimate = game.is_terminal, game.utility, self.horizon.estimate
        self.expand, self.lazy = self.opener.expand, self.opener.lazy
        # The moves of a lazy game are all that is kept of it, unless some technique wants to see more.
        self.early = self.ordering is not None and self.ordering.early
        self.quick = self.lazy and not self.early and not self.horizon.frees
        self.open = self.opener.actions if self.quick else self.opener.open
        self.keeps_tried = self.early or bool(options.reductions)
        self.notes_values = options.previous_order
        self.deep = DEEP_PLIES * self.unit
        self.scouts, self.deeper = options.algorithm == "pvs", options.reuse == "deeper"
        self.strict, self.table_move, self.long_search = options.strict_cut, options.table_move, options.long_search
        self.value_range = range_of(game) if options.value_range else None
        self.etc = table is not None and options.etc
        self.keeps_use = table is not None and table.replacement != "work"
        self.keeps_leaves = table is not None and options.table_leaves
        self.begin_run(0)

    def begin_run(self, ply: int) -> None:
        """Forget the last run."""
        self.frames: list[Frame] = []  # by ply, and used again
        self.root_ply = ply
        self.path: Any = None  # of a run without a depth limit
        # Positions valued by estimate so far, at the depth limit and elsewhere; a subtree that adds none is solved.
        self.estimates = self.rule_cuts = 0
        self.scores: dict[Hashable, Number] = {}
        self.opened_root: Any = None
        self.endless = self.reduces = False
        self.asked: tuple[Number, Number] = (LEAST, MOST)
        self.least: Number = LEAST
        self.most: Number = MOST
        self.finals_from: Number = MOST  # nodes

    def next_iteration(self) -> None:
        """Let what was learned decide the order from now on."""
        if self.ordering is not None:
            self.ordering.next_iteration()

    def is_long(self) -> bool:
        """Tell whether so much is searched that what saves nodes and no time is left out."""
        return self.reduces or self.watch.nodes >= self.long_search

    def enter_node(self) -> None:
        """Count a position that is entered."""
        watch = self.watch
        if watch.limited:
            watch.enter_node()
        else:
            watch.nodes += 1  # a search without limits pays one test

    def proof(self, frame: Frame) -> int:
        """Say what the value of a position that is done rests on."""
        return LIMITED if self.estimates != frame.mark else SETTLED if self.rule_cuts != frame.cut_mark else PROVED

    def tell(
        self,
        kind: EventKind,
        frame: Frame,
        state: Any,
        ply: int,
        value: Number | None = None,
        bound: int | None = None,
        skipped: tuple[Any, ...] = (),
        cut_off: bool = False,
    ) -> None:
        """Tell of a position: that of the frame itself, or of one of its successors."""
        mover = None if kind in (EventKind.LEAF, EventKind.HIT) else 0 if frame.is_max else 1
        named = None if bound is None else BOUNDS[bound]
        told = Event(kind, ply, state, mover, frame.alpha, frame.beta, value, named, skipped, cut_off)
        self.trace(told)  # type: ignore[misc]
