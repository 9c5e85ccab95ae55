"""How fast the reasoners answer: rules compiled to Python and to C against the same rules in SWI-Prolog.

First alpha-beta in one process, with the same limits and options, so that all sides search the same nodes; and how long
a game takes to load once its file is read. Then the tables of `c_speed.py`, rules in C against all others. Run it as
`python benchmarks/reasoners.py`; some minutes. Where a bar is missed, Python slower than SWI-Prolog among them, it ends
with status 1.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, NamedTuple

import c_speed
from rich.console import Console
from rich.table import Table as Sheet

from pyengine import Limit, load, search
from pyengine.api import find_rules

REPEATS = 5
REASONERS: Final = ("swi", "python", "c")
CONSOLE = Console(width=120)


class Work(NamedTuple):
    """A search that all reasoners do."""

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
    find_rules(work.game).read_bytes()
    return timed(lambda: load(work.game, reasoner=reasoner, **work.parameters))[0][0]  # type: ignore[arg-type]


def main() -> int:
    """Print the tables; status 1 where a bar is not reached."""
    sheet = Sheet(title="alpha-beta with our driver, nodes a second, times as fast as SWI-Prolog; seconds to load")
    columns = ("game", "nodes", *REASONERS, "python / swi", "c / swi", *(f"load {name}" for name in REASONERS))
    for column in columns:
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
        assert nodes["swi"] == nodes["python"] == nodes["c"], work
        worst = min(worst, seconds["swi"] / seconds["python"])
        sheet.add_row(
            work.game,
            f"{nodes['swi']:,}",
            *(f"{nodes[name] / seconds[name]:,.0f}" for name in REASONERS),
            *(f"{seconds['swi'] / seconds[name]:.2f}" for name in REASONERS[1:]),
            *(f"{load_seconds(work, name):.3f}" for name in REASONERS),
        )
    CONSOLE.print(sheet)
    missed = c_speed.main()
    return missed if worst >= 1 else 1


if __name__ == "__main__":
    sys.exit(main())
