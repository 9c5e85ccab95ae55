"""The engine of a search: in Python, or in the kernel that a game brings. It is chosen once."""

from __future__ import annotations

import math
from typing import Any, Protocol

from pyengine.game import Game
from pyengine.search.alphabeta import AlphaBeta
from pyengine.search.expansion import Opener
from pyengine.search.horizon import Draft, Horizon
from pyengine.search.kernel_search import KernelSearch
from pyengine.search.known import Known
from pyengine.search.options import Options
from pyengine.search.outcome import Outcome
from pyengine.search.table import Meaning, Table
from pyengine.search.trace import Sink
from pyengine.search.watch import Watch
from pyengine.terms import Number


class SearchEngine(Protocol):
    """What values positions of one game, under some options, over one table.

    `watch` has the counters and the limits; `horizon` says where lines are cut off, and `opener` opens positions.
    `known` are positions that were solved before.
    """

    game: Game[Any, Any]
    options: Options
    watch: Watch
    horizon: Horizon
    opener: Opener[Any, Any]
    known: Known | None

    def run(
        self,
        root: Any,
        draft: Draft,
        alpha: Number = -math.inf,
        beta: Number = math.inf,
        *,
        first: Any = None,
        ply: int = 0,
    ) -> Outcome:
        """Search one position within a window; its successor `first` is tried first."""

    def minimax(self, root: Any, depth: int | None) -> Outcome:
        """Value a position by the definition."""

    def next_iteration(self) -> None:
        """Let what was learned decide the order from now on."""

    def known_best(self, state: Any, children: Any, draft: Draft, value: Number, ply: int) -> Any:
        """Give the best successor that the table has for a position, if its entry is of this very search."""

    def follower(self, watch: Watch) -> SearchEngine:
        """Give an engine over the same table that counts elsewhere and tells nobody."""


def choose_engine(
    game: Game[Any, Any],
    options: Options,
    watch: Watch,
    *,
    table: Table | None = None,
    trace: Sink | None = None,
    known: Known | None = None,
) -> SearchEngine:
    """Give the kernel's search where the game brings a kernel that does such a search, else the one in Python.

    Without a table, the one that the options ask for is made.
    """
    table = table if table is not None else Table.of(options)
    if table is not None:
        table.claim(game, Meaning.of(options))
    python = AlphaBeta(game, options, watch, table=table, trace=trace, known=known)
    return KernelSearch.of(python) or python
