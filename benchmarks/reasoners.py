"""How fast the reasoners answer: rules compiled to Python against the same rules in SWI-Prolog, in one process.

Alpha-beta with our driver, the same limits and options, so that both sides search the same nodes; and how long a game
takes to load. Run it as `python benchmarks/reasoners.py`; about a minute. Ratios below 1 end with status 1.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table as Sheet

from pyengine import Limit, load, search
from pyengine.api import find_rules, read_rules
from pyengine.search import Options

REPEATS = 3
CONSOLE = Console(width=120)


class Work(NamedTuple):
    """A search that both reasoners do."""

    game: str
    depth: int
    parameters: Mapping[str, Any]


WORK = (
    Work("tictactoe", 9, {}),
    Work("connect_four", 6, {}),
    Work("dots_and_boxes", 6, {}),
    Work("italian_draughts", 5, {}),
    Work("othello", 4, {}),
    Work("breakthrough", 3, {"width": 6, "height": 6}),
    Work("english_draughts", 5, {}),
    Work("nim", 9, {"piles": [3, 4, 5]}),
)


def timed(run: Callable[[], Any], repeats: int = REPEATS) -> tuple[float, Any]:
    """Give the best processor time of some runs, which is the one least disturbed, and what the run gave."""
    best = float("inf")
    for _ in range(repeats):
        start = time.process_time()
        found = run()
        best = min(best, time.process_time() - start)
    return best, found


def load_seconds(work: Work, reasoner: str) -> float:
    """How long a game takes to load once its file is read."""
    read_rules(find_rules(work.game))
    return timed(lambda: load(work.game, reasoner=reasoner, **work.parameters))[0]  # type: ignore[arg-type]


def main() -> int:
    """Print the table."""
    sheet = Sheet(title="alpha-beta, rules compiled to Python against SWI-Prolog")
    for column in ("game", "nodes", "swi nodes/s", "python nodes/s", "ratio", "load swi", "load python"):
        sheet.add_column(column, justify="left" if column == "game" else "right")
    worst = float("inf")
    for work in WORK:
        seconds, nodes = {}, {}
        for reasoner in ("swi", "python"):
            game = load(work.game, reasoner=reasoner, **work.parameters)  # type: ignore[arg-type]
            used, result = timed(partial(search, game, limit=Limit(depth=work.depth), options=Options()))
            seconds[reasoner], nodes[reasoner] = used, result.nodes
        assert nodes["swi"] == nodes["python"], work
        ratio = seconds["swi"] / seconds["python"]
        worst = min(worst, ratio)
        sheet.add_row(
            work.game,
            f"{nodes['swi']:,}",
            *(f"{nodes[name] / seconds[name]:,.0f}" for name in ("swi", "python")),
            f"{ratio:.2f}",
            *(f"{load_seconds(work, name):.3f} s" for name in ("swi", "python")),
        )
    CONSOLE.print(sheet)
    return 0 if worst >= 1 else 1


if __name__ == "__main__":
    sys.exit(main())
