"""The games that are written by hand in C, for comparison, have the published move sequences."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Final

import pytest

from pyengine import perft
from pyengine.building.toolchain import find_toolchain
from pyengine.native import twin

ROOT: Final = Path(__file__).parents[2]


@pytest.mark.parametrize("game", ["tictactoe", "connect_four", "breakthrough", "english_draughts", "othello"])
def test_games_by_hand_have_the_published_move_sequences(game: str, tmp_path: Path) -> None:
    source, program = ROOT / "benchmarks" / "playouts" / f"{game}.c", tmp_path / game
    subprocess.run([*find_toolchain().command, "-O2", str(source), "-o", str(program)], check=True)
    text = (ROOT / "rules" / f"{game}.perft").read_text(encoding="utf-8")
    published = re.search(r"^perft\(\[\], \[([\d, ]+)\]\)", text, re.MULTILINE)
    if published:
        counts = [int(count) for count in published[1].split(",")]
    else:  # of a board of the usual size there is no published table
        counts = [perft(twin(game), depth) for depth in range(1, 6)]
    for depth, count in enumerate(counts, 1):
        told = subprocess.run([str(program), "perft", str(depth)], capture_output=True, text=True, check=True).stdout
        assert int(told) == count, depth
