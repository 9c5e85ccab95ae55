"""Moves in two steps against `move/3`: Breakthrough by `legal/2` and `result/3`, and the same with a `move/3` of both.

    python benchmarks/two_steps.py

Prints the milliseconds of processor time of the same searches, perft and playouts, in C and in Python.
"""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

import pyengine
from pyengine.search import PLAIN, Limit, perft, playouts, search

RULES: Final = Path(__file__).parent / "styles" / "breakthrough_legal.pl"
MOVE: Final = "\nmove(S, M, S2) :-\n    legal(S, M),\n    result(S, M, S2).\n"
WORK: Final[dict[str, Callable[[Any, bool], Any]]] = {
    "alpha-beta": lambda game, fast: search(game, limit=Limit(depth=6 if fast else 3), options=PLAIN).nodes,
    "search": lambda game, fast: search(game, limit=Limit(depth=6 if fast else 3)).nodes,
    "perft": lambda game, fast: perft(game, 4 if fast else 2),
    "playouts": lambda game, fast: playouts(game, 300 if fast else 2, seed=1).plies,
}


def milliseconds(act: Callable[[], Any]) -> tuple[float, Any]:
    """Measure the least of several rounds; gives what was found, too."""
    best, found = float("inf"), None
    for _ in range(5):
        began = time.process_time()
        found = act()
        best = min(best, time.process_time() - began)
    return best * 1000, found


def main() -> None:
    """Print the table."""
    text = re.sub(r"\nmove\(S, M, S2\) :-.*?\.\n", "\n", RULES.read_text(encoding="utf-8"), count=1, flags=re.DOTALL)
    with tempfile.TemporaryDirectory() as folder:
        files = {name: Path(folder) / f"{name}.pl" for name in ("two", "one")}
        files["two"].write_text(text, encoding="utf-8")
        files["one"].write_text(text + MOVE, encoding="utf-8")
        print(f"{'ms':24} {'legal/2':>9} {'move/3':>9}")
        for reasoner in ("c", "python"):
            games = [pyengine.load(file, reasoner=reasoner) for file in files.values()]
            for name, act in WORK.items():
                times = [milliseconds(partial(act, game, reasoner == "c")) for game in games]
                assert times[0][1] == times[1][1]
                print(f"{reasoner:10} {name:13} {times[0][0]:9.1f} {times[1][0]:9.1f}", flush=True)


if __name__ == "__main__":
    main()
