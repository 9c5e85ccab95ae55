"""How fast games are in C that are written the way people write Prolog, against the same games on bits.

`styles/` has games on lists of lists, flat lists, compounds, atoms, strings, pairs, AVL trees, grammar rules and more;
none was changed after its profile was seen. Run it as `python benchmarks/styles.py [GAME...]`, a minute or two; names
may be parts of names. Rates are moves of random games in a second of CPU time, the best of some rounds, in one process.
Status 1 where the bars are not reached: the median at least a quarter of the speed on bits, none under a twentieth.
"""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path
from typing import Any, Final, NamedTuple

from rich.console import Console
from rich.table import Table as Sheet

from pyengine import load
from pyengine.search.playouts import LONGEST_PLAYOUT, playout, playouts

HERE: Final = Path(__file__).parent
SHIPPED: Final = ("connect_four", "breakthrough", "othello", "hexapawn")
SECONDS: Final = 0.6
ROUNDS: Final = 3
SAMPLE: Final = 3
"""Random games whose positions are asked of C one by one, to see which it answers itself."""
MEDIAN: Final = 1 / 4
LEAST: Final = 1 / 20


class Style(NamedTuple):
    """A game in one style: its moves a second, as a part of those on bits, and the part of positions that C answers."""

    name: str
    rate: float
    ratio: float
    answered: float


def style_files() -> dict[str, Path]:
    """Give the rule files by their names."""
    return {path.stem: path for path in sorted((HERE / "styles").glob("*.pl"))}


def reference_of(name: str) -> tuple[str, dict[str, Any]]:
    """Give the game that a style is measured against, as `load` takes it: on bits, but for Nim."""
    for shipped in SHIPPED:
        if name.startswith(shipped):
            return shipped, {}
    return ("nim", {"piles": [3, 4, 5]}) if name.startswith("nim") else (str(HERE / "tictactoe_bits.pl"), {})


def moves_per_second(game: Any) -> float:
    """Give the moves of random games in a second of CPU time, the best of some rounds."""
    games, best = 1, 0.0
    while True:
        began = time.process_time()
        playouts(game, games)
        took = time.process_time() - began
        if took > SECONDS / ROUNDS or games >= 1 << 22:
            break
        games *= 2 if took > SECONDS / ROUNDS / 10 else 8
    for seed in range(ROUNDS):
        began = time.process_time()
        done = playouts(game, games, seed=seed)
        best = max(best, done.plies / (time.process_time() - began))
    return best


def answered_by_c(game: Any) -> float:
    """Give the part of the positions of random games that C answers itself."""
    before = sum(game.escapes.values())
    asked = 0
    for seed in range(SAMPLE):
        asked += playout(game, seed, plies=LONGEST_PLAYOUT).plies + 1
    return 1 - (sum(game.escapes.values()) - before) / asked


def measure(names: list[str]) -> list[Style]:
    """Measure the styles whose names have one of these in them; all where there are none."""
    references: dict[str, float] = {}
    found = []
    for name, path in style_files().items():
        if names and not any(part in name for part in names):
            continue
        reference, parameters = reference_of(name)
        if reference not in references:
            references[reference] = moves_per_second(load(reference, reasoner="c", **parameters))
        game = load(str(path), reasoner="c")
        answered = answered_by_c(game)
        rate = moves_per_second(game)
        found.append(Style(name, rate, rate / references[reference], answered))
    return found


def main(names: list[str]) -> int:
    """Print the table, the median and the minimum; status 1 where a bar is not reached."""
    styles = measure(names)
    sheet = Sheet(title="games as people write them, compiled to C, one thread")
    for column in ("game and style", "moves/s", "of the speed on bits", "answered by C"):
        sheet.add_column(column, justify="right" if sheet.columns else "left")
    for style in styles:
        sheet.add_row(style.name, f"{style.rate:,.0f}", f"{style.ratio:.3f}", f"{style.answered:.0%}")
    Console(width=100).print(sheet)
    ratios = [style.ratio for style in styles]
    median, least = statistics.median(ratios), min(ratios)
    print(f"median {median:.3f} (bar {MEDIAN}), minimum {least:.3f} (bar {LEAST})")
    return int(median < MEDIAN or least < LEAST)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
