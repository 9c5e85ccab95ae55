"""How near a general solver comes to one that is written for a single game: Connect Four, after some moves.

python benchmarks/solver.py                   the three positions that solvers of Connect Four are compared by
python benchmarks/solver.py --boards          whole games on small boards: how long, and on two threads
python benchmarks/solver.py --published       other games whose values are published, on two threads
python benchmarks/solver.py --table           nodes a second with a table and without one, beside the wait for memory
python benchmarks/solver.py --whole           the whole game, 7x6, on two threads and 6 GiB: half an hour
python benchmarks/solver.py --seconds 600     for each of them at most

The other solver is `connect_four_solver.c`: bit boards, threats, history, a table of 100 MB. Both have one thread, and
their processor time is compared.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from rich.console import Console
from rich.table import Table as Sheet
from successors import count_made

from pyengine import Limit, load, solve
from pyengine.building.toolchain import find_toolchain
from pyengine.search import PLAIN, Options, StopSignal

CONSOLE: Final = Console(width=120)
HERE: Final = Path(__file__).parent
POSITIONS: Final = ("45461667", "35333571", "13333111")
MEGABYTES: Final = 100
ENTRIES: Final = 64_000_000
BOARDS: Final = {(5, 4): 0, (6, 4): -1, (5, 5): 0, (6, 5): 0, (6, 6): -1}
"""Small boards, and what they are known to be worth to the first player."""
PUBLISHED: Final = (
    ("othello", {"size": 4}, -8),
    ("breakthrough", {"width": 5, "height": 5}, -1),
    ("hexapawn", {"width": 4, "height": 4}, 1),
    ("hexapawn", {"width": 5, "height": 5}, 1),
    ("dots_and_boxes", {"rows": 3, "columns": 3}, -3),
    ("dots_and_boxes", {"rows": 2, "columns": 4}, 2),
)
"""Other games, and what they are known to be worth to the first player."""
PUBLISHED_BYTES: Final = 4 << 30
RATED_NODES: Final = 1_000_000
RATED_ROUNDS: Final = 5
RATED_ENTRIES: Final = (50_000, 8_000_000)
"""A table that fits into the cache of a processor, and one that does not."""
ENTRY_BYTES: Final = 24
WHOLE_BYTES: Final = 6 << 30


def specialist(folder: Path) -> Path:
    """Build the solver that knows Connect Four."""
    program, source = folder / "connect_four_solver", HERE / "connect_four_solver.c"
    command = [*find_toolchain().command, "-O3", "-march=native", "-o", str(program), str(source)]
    subprocess.run(command, check=True)
    return program


def solved(game: Any, state: Any, seconds: float, threads: int = 1) -> tuple[Any, float, float]:
    """Solve a position; give the result, and the seconds of the processor and of the clock."""
    options = Options(table=ENTRIES, threads=threads)
    start, clock = time.process_time(), time.perf_counter()
    found = solve(game, state, limit=Limit(seconds=seconds), options=options)
    return found, time.process_time() - start, time.perf_counter() - clock


def show_positions(seconds: float) -> None:
    """Print a row for each position."""
    sheet = Sheet("columns", "value", "nodes", "s", "nodes/s", "specialist: nodes", "s", "times as long")
    game = load("connect_four", reasoner="c")
    with tempfile.TemporaryDirectory() as folder:
        program = specialist(Path(folder))
        for columns in POSITIONS:
            command = [str(program), "7", "6", columns, str(MEGABYTES)]
            value, nodes, taken = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
            found, own, _ = solved(game, game.parse_state(columns), seconds)
            told = "not found" if not found.solved else f"{found.value}"
            ratio = f"{own / float(taken):.1f}" if found.solved else f"more than {own / float(taken):.1f}"
            row = (columns, told, f"{found.nodes:,}", f"{own:.2f}", f"{found.nodes / own:,.0f}")
            sheet.add_row(*row, f"{int(nodes):,}", taken, ratio)
            assert not found.solved or found.value == int(value) * (1 if len(columns) % 2 == 0 else -1)
    CONSOLE.print(sheet)


class Pace(NamedTuple):
    """Nodes, positions come to (nodes and hits), and successors made, for each second of the processor."""

    nodes: float
    visits: float
    made: float


def paces(game: Any, state: Any, choices: Sequence[Options]) -> list[Pace]:
    """Measure searches of so many nodes: the best of some rounds of all, so that what disturbs one disturbs all."""
    found: list[list[Pace]] = [[] for _ in choices]
    for _ in range(RATED_ROUNDS):
        for options, own in zip(choices, found, strict=True):
            start = time.process_time()
            search = partial(solve, game, state, limit=Limit(nodes=RATED_NODES), options=options)
            made, result = count_made(game, search)
            seconds = time.process_time() - start
            own.append(Pace(result.nodes / seconds, result.visits / seconds, made / seconds))
    return [max(own) for own in found]


def read_nanoseconds(folder: Path, entries: int) -> float:
    """Give how long one read somewhere in a table of so many entries is waited for."""
    program = folder / "memory_reads"
    subprocess.run([*find_toolchain().command, "-O2", "-o", str(program), str(HERE / "memory_reads.c")], check=True)
    command = [str(program), str(entries * ENTRY_BYTES)]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def show_table() -> None:
    """Print nodes a second, with tables and without, by plain alpha-beta and by all that is usual.

    To have 0.7 of the nodes a second without a table, all that the table costs a node may take 3/7 of the time of one
    without it: that is set beside the wait for a single read. The nodes that a table leaves to be searched have more
    successors each, and take longer: successors made a second are compared as well.
    """
    sheet = Sheet("columns", "search", "entries", "nodes/s", "without", *Pace._fields, "ns at 0.7", "ns a read")
    game = load("connect_four", reasoner="c")
    with tempfile.TemporaryDirectory() as folder:
        reads = {entries: read_nanoseconds(Path(folder), entries) for entries in RATED_ENTRIES}
    for columns in POSITIONS:
        state = game.parse_state(columns)
        for name, options in (("plain", PLAIN), ("usual", Options(long_search=0))):
            choices = [replace(options, table=entries, canonical=False) for entries in (0, *RATED_ENTRIES)]
            without, *found = paces(game, state, choices)
            for entries, own in zip(RATED_ENTRIES, found, strict=True):
                row = (columns, name, f"{entries:,}", f"{own.nodes:,.0f}", f"{without.nodes:,.0f}")
                ratios = (f"{part / whole:.2f}" for part, whole in zip(own, without, strict=True))
                sheet.add_row(*row, *ratios, f"{1e9 / without.nodes * 3 / 7:.0f}", f"{reads[entries]:.0f}")
    CONSOLE.print(sheet)


def show_boards(seconds: float) -> None:
    """Print a row for each board."""
    sheet = Sheet("board", "value", "nodes", "s", "two threads: nodes", "s by the clock", "times as fast")
    for (width, height), value in BOARDS.items():
        game = load("connect_four", reasoner="c", width=width, height=height)
        found, _, alone = solved(game, None, seconds)
        shared, _, together = solved(game, None, seconds, threads=2)
        assert {each.value for each in (found, shared) if each.solved} <= {value}
        told = [f"{found.value}", f"{found.nodes:,}", f"{alone:.1f}", f"{shared.nodes:,}", f"{together:.1f}"]
        sheet.add_row(f"{width}x{height}", *told, f"{alone / together:.2f}" if shared.solved and found.solved else "")
    CONSOLE.print(sheet)


def show_published(seconds: float) -> None:
    """Print a row for each of the other games."""
    sheet = Sheet("game", "value", "nodes", "s by the clock")
    for name, sizes, value in PUBLISHED:
        game = load(name, reasoner="c", **sizes)
        options = Options(table_bytes=PUBLISHED_BYTES, threads=2)
        found = solve(game, limit=Limit(seconds=seconds), options=options)
        assert not found.solved or found.value == value
        told = f"{found.value}" if found.solved else "not found"
        board = "x".join(str(size) for size in sizes.values())
        sheet.add_row(f"{name} {board}", told, f"{found.nodes:,}", f"{found.seconds:.1f}")
    CONSOLE.print(sheet)


def show_whole(seconds: float) -> None:
    """Solve the game from its start, and tell how it goes every minute."""
    game, stop = load("connect_four", reasoner="c"), StopSignal()
    ended = threading.Event()

    def tell() -> None:
        while not ended.wait(60):
            CONSOLE.print(f"{stop.headway}", highlight=False)

    teller = threading.Thread(target=tell, daemon=True)
    teller.start()
    options = Options(table_bytes=WHOLE_BYTES, threads=2)
    found = solve(game, limit=Limit(seconds=seconds), options=options, stop=stop)
    ended.set()
    CONSOLE.print(found, f"{found.seconds / 60:.1f} minutes, {found.table}", sep="\n", highlight=False)
    assert not found.solved or (found.value, str(found.best)) == (1, "4")


def main() -> None:
    """Print what is asked for."""
    parser = argparse.ArgumentParser(description="How near a general solver comes to one for Connect Four alone.")
    parser.add_argument("--seconds", type=float, default=300.0, help="for each position at most")
    parser.add_argument("--boards", action="store_true", help="whole games on small boards")
    parser.add_argument("--published", action="store_true", help="other games whose values are published")
    parser.add_argument("--whole", action="store_true", help="the whole game, which takes half an hour")
    parser.add_argument("--table", action="store_true", help="nodes a second with a table and without one")
    given = parser.parse_args()
    if given.whole:
        show_whole(max(given.seconds, 3600))
    elif given.table:
        show_table()
    elif given.published:
        show_published(given.seconds)
    else:
        (show_boards if given.boards else show_positions)(given.seconds)


if __name__ == "__main__":
    main()
