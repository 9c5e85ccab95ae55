"""Every game in GDL of a folder: does it load, do three reasoners agree on it, how many random games a second?

    python benchmarks/gdl.py FOLDER [--seconds S] [--depth D]

A game that is refused is told with the reason. Where it loads, lines of play are counted in SWI-Prolog, Python and C to
the same depth, as far as SWI-Prolog gets in the time; then C plays games at random.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from pathlib import Path

import pyengine
from pyengine.errors import PyengineError
from pyengine.search.perft import perft
from pyengine.search.playouts import playouts

REASONERS = ("swi", "python", "c")


def counts(path: Path, seconds: float, depth: int) -> dict[str, list[int]]:
    """Count lines of play with each reasoner, to the depth that the first gets to in the time."""
    found: dict[str, list[int]] = {}
    for reasoner in REASONERS:
        game = pyengine.load(path, reasoner=reasoner)
        ended = time.perf_counter() + seconds
        found[reasoner] = []
        for ply in range(1, depth + 1):
            found[reasoner].append(perft(game, ply))
            if reasoner == REASONERS[0] and time.perf_counter() > ended:
                break
        depth = len(found[reasoner])
    return found


def speed(path: Path, seconds: float) -> float:
    """Give the random games that C plays in a second."""
    game = pyengine.load(path, reasoner="c")
    games, spent = 1, 0.0
    while spent < seconds:
        begun = time.process_time()
        playouts(game, games)
        spent = time.process_time() - begun
        if spent < seconds:
            games = max(2 * games, min(100 * games, int(games * seconds / max(spent, 1e-6))))
    return games / spent


def measure(path: Path, seconds: float, depth: int) -> tuple[str, str]:
    """Give what became of a game in one word, and the line about it."""
    try:
        found = counts(path, seconds, depth)
        if len({tuple(each) for each in found.values()}) > 1:
            return "wrong", f"the reasoners differ: {found}"
        lines = found["c"]
        return "exact", f"perft {lines[-1]:,} to depth {len(lines)}, {speed(path, seconds):,.0f} random games a second"
    except PyengineError as error:
        return "refused", str(error).splitlines()[0]


def main() -> None:
    """Print a line for each file, and how many there were of each kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--depth", type=int, default=6)
    given = parser.parse_args()
    kinds: Counter[str] = Counter()
    for path in sorted(given.folder.rglob("*.kif")):
        kind, told = measure(path, given.seconds, given.depth)
        kinds[kind] += 1
        print(f"{path.relative_to(given.folder)!s:32} {kind:8} {told}", flush=True)
    print(", ".join(f"{count} {kind}" for kind, count in kinds.most_common()) or "no file ends in .kif")


if __name__ == "__main__":
    main()
