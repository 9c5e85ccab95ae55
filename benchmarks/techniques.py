"""What each technique of the compiler is worth: random games in C without it, against all of them.

`python benchmarks/techniques.py [GAME...]` prints how many times as long random games take without each technique; some
minutes. The times are of the processor, the best of some runs that alternate.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
from contextlib import nullcontext
from pathlib import Path

from pyengine.api import find_rules
from pyengine.building.toolchain import find_toolchain
from pyengine.compiler.techniques import NAMES, without
from pyengine.language.gate import examine_file
from pyengine.reasoners.c import compile_to_c
from pyengine.reasoners.c_parts import standalone_source
from pyengine.reasoners.compiled import CompiledGame
from pyengine.reasoners.rehearsal import rehearsed

GAMES = {"tictactoe": 200_000, "connect_four": 200_000, "breakthrough": 10_000, "english_draughts": 10_000}
GAMES |= {"othello": 5_000, "italian_draughts": 8_000, "dots_and_boxes": 50_000, "mu_torere": 10_000}
"""How many random games are played of each."""
ROUNDS = 3


def program(game: str, left_out: str | None, folder: Path) -> Path:
    """Compile a game to a program that stands alone, without a technique."""
    with without(left_out) if left_out else nullcontext():
        rules = examine_file(find_rules(game), trust=False).program
        text, facts = compile_to_c(rehearsed(CompiledGame(rules)))
    source, made = folder / f"{game}.c", folder / f"{game}-{left_out}"
    source.write_text(standalone_source(text, facts.initial), encoding="utf-8")
    command = [*find_toolchain().command, "-O2", "-w", str(source), "-o", str(made), "-lm", "-lpthread"]
    subprocess.run(command, check=True)
    return made


def seconds(made: Path, games: int) -> float:
    """Play random games; gives the time of the processor."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run([str(made), "playouts", str(games)], check=True, capture_output=True)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def main() -> None:
    """Print the table."""
    print("| game | " + " | ".join(NAMES) + " |")
    print("| --- |" + " ---: |" * len(NAMES))
    with tempfile.TemporaryDirectory() as folder:
        for game in sys.argv[1:] or GAMES:
            programs = {name: program(game, name, Path(folder)) for name in (None, *NAMES)}
            best = dict.fromkeys(programs, float("inf"))
            for _ in range(ROUNDS):
                for name, made in programs.items():
                    best[name] = min(best[name], seconds(made, GAMES.get(game, 10_000)))
            print(f"| {game} | " + " | ".join(f"{best[name] / best[None]:.2f}" for name in NAMES) + " |", flush=True)


if __name__ == "__main__":
    main()
