"""How fast the reasoners answer: rules compiled to Python against the same rules in SWI-Prolog, in one process.

Alpha-beta with our driver, the same limits and options, so that both sides search the same nodes; and how long a game
takes to load. Run it as `python benchmarks/reasoners.py`; about a minute. Ratios below 1 end with status 1.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, NamedTuple

from rich.console import Console
from rich.table import Table as Sheet

from pyengine import Limit, load, search
from pyengine.api import find_rules, read_rules

REPEATS = 5
REASONERS: Final = ("swi", "python")
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


def timed(*runs: Callable[[], Any]) -> list[tuple[float, Any]]:
    """Give the best processor time of each run, which is the one least disturbed, and what it gave.

    They take turns, so that whatever else the machine does disturbs them alike.
    """
    best, found = [float("inf")] * len(runs), [None] * len(runs)
    for _ in range(REPEATS):
        for number, run in enumerate(runs):
            start = time.process_time()
            found[number] = run()
            best[number] = min(best[number], time.process_time() - start)
    return list(zip(best, found, strict=True))


def load_seconds(work: Work, reasoner: str) -> float:
    """How long a game takes to load once its file is read."""
    read_rules(find_rules(work.game))
    return timed(lambda: load(work.game, reasoner=reasoner, **work.parameters))[0][0]  # type: ignore[arg-type]


def main() -> int:
    """Print the table."""
    sheet = Sheet(title="alpha-beta, rules compiled to Python against SWI-Prolog")
    for column in ("game", "nodes", "swi nodes/s", "python nodes/s", "ratio", "load swi", "load python"):
        sheet.add_column(column, justify="left" if column == "game" else "right")
    worst = float("inf")
    for work in WORK:
        seconds, nodes = {}, {}
        runs = [
            partial(search, load(work.game, reasoner=reasoner, **work.parameters), limit=Limit(depth=work.depth))  # type: ignore[arg-type]
            for reasoner in REASONERS
        ]
        for reasoner, (used, result) in zip(REASONERS, timed(*runs), strict=True):
            seconds[reasoner], nodes[reasoner] = used, result.nodes
        assert nodes["swi"] == nodes["python"], work
        ratio = seconds["swi"] / seconds["python"]
        worst = min(worst, ratio)
        sheet.add_row(
            work.game,
            f"{nodes['swi']:,}",
            *(f"{nodes[name] / seconds[name]:,.0f}" for name in REASONERS),
            f"{ratio:.2f}",
            *(f"{load_seconds(work, name):.3f} s" for name in REASONERS),
        )
    CONSOLE.print(sheet)
    return 0 if worst >= 1 else 1


if __name__ == "__main__":
    sys.exit(main())
