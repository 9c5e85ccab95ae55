"""How fast rules compiled to C are, against SWI-Prolog, OpenSpiel, our native games, and hand-written C.

Every ratio is of two runs in this one process or started from it, one after the other, on one thread. `reasoners.py`
prints this table after its own; alone, run it as `python benchmarks/c_speed.py`, some minutes. Random games against the
same games by hand are the table of `playouts.py`, which is printed, too.
"""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import playouts
from rich.console import Console
from rich.table import Table as Sheet

from pyengine import Limit, load, minimax, retrograde, search
from pyengine.building.toolchain import find_toolchain
from pyengine.language.shipped import library_folder
from pyengine.native import twin
from pyengine.search import PLAIN, Options

CONSOLE = Console(width=132)
HERE = Path(__file__).parent
SECONDS = 1.0
"""How long a rate is measured."""

ELSEWHERE = {
    "tictactoe": 1_500_000,
    "connect_four": 540_000,
    "breakthrough": 28_000,
    "english_draughts": 45_000,
    "othello": 13_000,
}
"""Random playouts a second of the fastest general game system that compiles rules to C++: measured elsewhere, on one
core of a machine like the one that these benchmarks were written on."""

SPIEL = {
    "tictactoe": "tic_tac_toe",
    "connect_four": "connect_four",
    "breakthrough": "breakthrough",
    "english_draughts": "checkers",
    "othello": "othello",
}
"""What the games are called in OpenSpiel."""


class Row(NamedTuple):
    """One comparison: rates are of the same unit, and the bar is the ratio to reach, if any."""

    work: str
    ours: float
    other: float
    bar: float | None

    @property
    def ratio(self) -> float:
        """How many times as fast we are."""
        return self.ours / self.other


def rate(run: Callable[[], int], seconds: float = SECONDS) -> float:
    """Give units a second: the best of runs that together take some seconds, and at least one."""
    best, end = 0.0, time.perf_counter() + seconds
    while True:
        start = time.perf_counter()
        units = run()
        best = max(best, units / (time.perf_counter() - start))
        if time.perf_counter() >= end:
            return best


def listing(name: str) -> float:
    """Give the nodes a second of minimax in plain SWI-Prolog."""
    command = ["swipl", "-p", f"library={library_folder()}", "-O", "-g", "run", "-t", "halt", str(HERE / name)]
    best = 0.0
    for _ in range(2):
        _, nodes, seconds = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
        best = max(best, int(nodes) / float(seconds))
    return best


def spiel_nodes() -> int:
    """Walk all of tic-tac-toe through OpenSpiel's states, from Python."""
    import pyspiel

    def value(state: Any) -> tuple[float, int]:
        if state.is_terminal():
            return state.player_return(0), 1
        best, count, sign = -2.0, 1, 1 if state.current_player() == 0 else -1
        for action in state.legal_actions():
            found, nodes = value(state.child(action))
            best, count = max(best, sign * found), count + nodes
        return sign * best, count

    worth, nodes = value(pyspiel.load_game("tic_tac_toe").new_initial_state())
    assert (worth, nodes) == (0, 549_946)
    return nodes


def spiel_playouts(name: str, games: int) -> int:
    """Play games by chance through OpenSpiel's states, from Python."""
    import pyspiel

    game, choice = pyspiel.load_game(name), random.Random(1).choice
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))
    return games


def asked_playouts(game: Any, games: int) -> int:
    """Play games by chance, asking a game for each position."""
    choice, expand = random.Random(1).choice, game.expand
    for _ in range(games):
        state = game.initial
        while True:
            children = expand(state).children
            if not children:
                break
            state = choice(children)
    return games


def kernel_playouts(game: Any, games: int) -> int:
    """Play games by chance in C."""
    found = game.kernel.playouts(game.initial, games, 1, plies=100_000)
    assert (found.ending, found.played) == (0, games)
    return games


def minimax_rows() -> list[Row]:
    """Tic-tac-toe, all of it, by the definition of minimax."""
    game = load("tictactoe", reasoner="c")

    def nodes(of: Any) -> int:
        result = minimax(of, options=PLAIN)
        assert (result.value, result.nodes) == (0, 549_946)
        return result.nodes

    ours = rate(lambda: nodes(game), 2)
    all_of_it = "tic-tac-toe, minimax, 549,946 nodes"
    return [
        Row(f"{all_of_it}: the listing on rules/tictactoe.pl, swipl -O", ours, listing("listing.pl"), 30),
        Row(f"{all_of_it}: the listing spelled out for 3 x 3, swipl -O", ours, listing("spelled_out.pl"), None),
        Row(f"{all_of_it}: OpenSpiel's states from Python", ours, rate(spiel_nodes), 10),
        Row(f"{all_of_it}: the native twin with our driver", ours, rate(lambda: nodes(twin("tictactoe"))), 15),
    ]


def playout_rows() -> list[tuple[str, Row, Row]]:
    """Random playouts of five games: against swi, and against OpenSpiel."""
    found = []
    for name, other in SPIEL.items():
        game, swi = load(name, reasoner="c"), load(name, reasoner="swi")
        games = 20
        while rate(lambda g=game, n=games: kernel_playouts(g, n), 0) * 0.3 > games:  # type: ignore[misc]
            games *= 4
        ours = rate(lambda g=game, n=games: kernel_playouts(g, n), 2)  # type: ignore[misc]
        assert not game.escapes
        asked = rate(lambda g=swi: asked_playouts(g, 5))  # type: ignore[misc]
        spiel = rate(lambda o=other: spiel_playouts(o, 20))  # type: ignore[misc]
        found.append((name, Row(f"{name}: swi", ours, asked, 50), Row(f"{name}: OpenSpiel", ours, spiel, 5)))
    return found


def connect_four_row(depth: int = 10) -> Row:
    """Alpha-beta with a table: the kernel on the rules against plain C."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "connect_four"
        source = str(HERE / "connect_four.c")
        subprocess.run([*find_toolchain().command, "-O2", "-o", str(program), source, "-lm"], check=True)
        best = 0.0
        for _ in range(3):
            _, nodes, seconds = subprocess.run(
                [str(program), str(depth)], capture_output=True, text=True, check=True
            ).stdout.split()
            best = max(best, int(nodes) / float(seconds))
    game = load("connect_four", reasoner="c")

    def searched() -> int:
        result = search(game, limit=Limit(depth=depth), options=Options(canonical=False))
        assert result.nodes == int(nodes), (result.nodes, nodes)
        return result.nodes

    return Row(f"Connect Four, alpha-beta with a table, {int(nodes):,} nodes: plain C", rate(searched), best, 1 / 3)


def whole_work() -> list[tuple[str, float, float]]:
    """Work that has a time to keep: what, seconds, and the seconds to stay under."""
    found = []
    game = load("dots_and_boxes", reasoner="c")
    state = game.parse_state("100000000000 b 0")
    start = time.perf_counter()
    result = minimax(game, state, options=PLAIN)
    assert result.nodes == 108_505_112, result.nodes
    found.append(("Dots and Boxes, 108,505,112 nodes by plain minimax", time.perf_counter() - start, 60.0))
    ending = load("chess_ending", reasoner="c")
    start = time.perf_counter()
    solution = retrograde(ending)
    longest = max(label.distance for label in solution if label.distance is not None)
    assert longest == 32, longest
    found.append((f"KRK on 8 x 8, {len(solution):,} positions, mate in 16", time.perf_counter() - start, 60.0))
    return found


def load_seconds(name: str) -> tuple[float, float]:
    """Load a game in a new process with nothing kept, and in another one with what the first has kept.

    All that `load` does counts: reading the rules, too, and importing what this takes. Each is the median of three.
    """
    code = (
        "import time; from pyengine import load; start = time.perf_counter()\n"
        f"game = load({name!r}, reasoner='c'); assert game.reasoner == 'c', game.why\n"
        "print(time.perf_counter() - start)"
    )

    def load_in(folder: str) -> float:
        told = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYENGINE_CACHE": folder},
        ).stdout
        return float(told)

    first, again = [], []
    for _ in range(3):
        with tempfile.TemporaryDirectory() as folder:
            first.append(load_in(folder))
            again.append(load_in(folder))
    return statistics.median(first), statistics.median(again)


def main() -> int:
    """Print the tables; status 1 where a bar is not reached."""
    missed = 0
    sheet = Sheet(title="rules compiled to C, one thread")
    for column in ("search, and against what", "c nodes/s", "other nodes/s", "ratio", "bar"):
        sheet.add_column(column, justify="right" if sheet.columns else "left")
    for row in [*minimax_rows(), connect_four_row()]:
        missed += row.bar is not None and row.ratio < row.bar
        bar = "" if row.bar is None else f"{row.bar:.3g}"
        sheet.add_row(row.work, f"{row.ours:,.0f}", f"{row.other:,.0f}", f"{row.ratio:.2f}", bar)
    CONSOLE.print(sheet)
    sheet = Sheet(title="random playouts a second, one thread; bars: 50 times swi, 5 times OpenSpiel from Python")
    for column in ("game", "c", "swi", "ratio", "OpenSpiel", "ratio", "compiled to C++ (measured elsewhere)"):
        sheet.add_column(column, justify="left" if column == "game" else "right")
    for name, swi, spiel in playout_rows():
        missed += swi.ratio < 50 or spiel.ratio < 5
        sheet.add_row(
            name,
            f"{swi.ours:,.0f}",
            f"{swi.other:,.0f}",
            f"{swi.ratio:.0f}",
            f"{spiel.other:,.0f}",
            f"{spiel.ratio:.1f}",
            f"{ELSEWHERE[name]:,}",
        )
    CONSOLE.print(sheet)
    missed += playouts.compared(list(playouts.GAMES), None)
    sheet = Sheet(title="whole work, and loading")
    for column in ("work", "seconds", "bar"):
        sheet.add_column(column, justify="left" if column == "work" else "right")
    times = whole_work()
    for name in SPIEL:
        cold, warm = load_seconds(name)
        times += [(f"load {name}, nothing kept", cold, 2.0), (f"load {name}, kept by another process", warm, 0.2)]
    for work, seconds, most in times:
        missed += seconds > most
        sheet.add_row(work, f"{seconds:.2f}", f"{most:g}")
    CONSOLE.print(sheet)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
