"""The engine of a search: in Python, or in the kernel that a game brings. It is chosen once."""

from __future__ import annotations

from typing import Any

from pyengine.game import Game
from pyengine.search.alphabeta import AlphaBeta
from pyengine.search.kernel_search import KernelSearch
from pyengine.search.known import Known
from pyengine.search.options import Options
from pyengine.search.table import Table
from pyengine.search.trace import Sink
from pyengine.search.watch import Watch

SearchEngine = AlphaBeta[Any, Any] | KernelSearch
"""What values positions of one game, under some options, over one table: both have the same functions.

`watch` has the counters and the limits; `horizon` says where lines are cut off, and `opener` opens positions. `known`
are positions that were solved before.
"""


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
        table.claim(game, options)
    python = AlphaBeta(game, options, watch, table=table, trace=trace, known=known)
    return KernelSearch.of(python) or python
