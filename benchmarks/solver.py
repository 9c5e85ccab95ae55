"""How near a general solver comes to one that is written for a single game: Connect Four, after some moves.

python benchmarks/solver.py                   the three positions that solvers of Connect Four are compared by
python benchmarks/solver.py --seconds 600     for each of them at most

The other solver is `connect_four_solver.c`: bit boards, threats, history, a table of 100 MB. Both have one thread, and
their processor time is compared.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table as Sheet

from pyengine import Limit, load, solve
from pyengine.building.toolchain import find_toolchain
from pyengine.search import Options

CONSOLE: Final = Console(width=120)
HERE: Final = Path(__file__).parent
POSITIONS: Final = ("45461667", "35333571", "13333111")
MEGABYTES: Final = 100


def specialist(folder: Path) -> Path:
    """Build the solver that knows Connect Four."""
    program = folder / "connect_four_solver"
    command = [
        find_toolchain().command,
        "-O3",
        "-march=native",
        "-o",
        str(program),
        str(HERE / "connect_four_solver.c"),
    ]
    subprocess.run(command, check=True)
    return program


def main() -> None:
    """Print a row for each position."""
    parser = argparse.ArgumentParser(description="How near a general solver comes to one for Connect Four alone.")
    parser.add_argument("--seconds", type=float, default=300.0, help="for each position at most")
    seconds: float = parser.parse_args().seconds
    sheet = Sheet("columns", "value", "nodes", "s", "nodes/s", "specialist: nodes", "s", "times as long")
    game = load("connect_four", reasoner="c")
    with tempfile.TemporaryDirectory() as folder:
        program = specialist(Path(folder))
        for columns in POSITIONS:
            command = [str(program), "7", "6", columns, str(MEGABYTES)]
            value, nodes, taken = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
            start = time.process_time()
            options = Options(table=16_000_000, history=True, etc=True, canonical=False)
            found = solve(game, columns, limit=Limit(seconds=seconds), options=options)
            own = time.process_time() - start
            told = "not found" if not found.solved else f"{found.value}"
            ratio = f"{own / float(taken):.1f}" if found.solved else f"more than {own / float(taken):.1f}"
            row = (columns, told, f"{found.nodes:,}", f"{own:.1f}", f"{found.nodes / own:,.0f}")
            sheet.add_row(*row, f"{int(nodes):,}", taken, ratio)
            assert not found.solved or found.value == int(value) * (1 if len(columns) % 2 == 0 else -1)
    CONSOLE.print(sheet)


if __name__ == "__main__":
    main()
