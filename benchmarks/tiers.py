"""How long a user waits for a value, from the command to its answer: by `auto`, by Python and by C.

A short and a long solve, each in a process of its own; first with nothing built, then with what every game has, then
with all that the last run has kept. Run it as `python benchmarks/tiers.py`; a minute or two.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final, NamedTuple

REASONERS: Final = ("auto", "python", "c")


class Work(NamedTuple):
    """A game that is solved."""

    title: str
    arguments: tuple[str, ...]
    has_python: bool = True


WORK: Final = (
    Work("short: tic-tac-toe", ("tictactoe",)),
    Work("a second: Connect Four 4x4", ("connect_four", "-p", "width=4", "-p", "height=4")),
    Work("long: Connect Four 5x4", ("connect_four", "-p", "width=5", "-p", "height=4")),
    Work("longer: Connect Four 5x5", ("connect_four", "-p", "width=5", "-p", "height=5"), has_python=False),
)


def waited(work: Work, reasoner: str, cache: Path) -> float:
    """Solve a game in a process of its own; give the seconds from its start to its end."""
    command = [sys.executable, "-m", "pyengine.cli", "solve", *work.arguments, "-r", reasoner]
    began = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, "PYENGINE_CACHE": str(cache)})
    return time.perf_counter() - began


def main() -> None:
    """Print a line for each game and reasoner."""
    print(f"{'':28} {'nothing built':>16} {'common parts':>16} {'all kept':>16}")
    for work in WORK:
        for reasoner in REASONERS:
            if reasoner == "python" and not work.has_python:
                continue
            with tempfile.TemporaryDirectory() as folder:
                cache = Path(folder)
                first = waited(work, reasoner, cache)
                waited(work, "c", cache)
                for path in cache.iterdir():
                    if path.suffix in (".so", ".json", ".read"):
                        path.unlink()
                second = waited(work, reasoner, cache)
                waited(work, "c", cache)
                third = waited(work, reasoner, cache)
            title = f"{work.title if reasoner == REASONERS[0] else '':22}"
            print(f"{title[:28]:28} {reasoner:8} {first:7.2f} s {second:14.2f} s {third:14.2f} s", flush=True)


if __name__ == "__main__":
    main()
