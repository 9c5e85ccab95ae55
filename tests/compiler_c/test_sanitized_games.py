"""The C of every game is compiled with the sanitizers of the C compiler, and walks through the game without complaint.

Everything that the rules answer about a position is asked of each, and nothing is left to other reasoners.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from pyengine import load
from pyengine.compiler.c.game import c_source_of_game
from pyengine.compiler.c.packing import Packing
from pyengine.compiler.python.compiled_rules import solve
from pyengine.compiler.runtime.terms import to_term
from pyengine.reasoners.compiled import CompiledGame

from .questions import HERE, ROOT, RUNTIME, runtime_objects

FLAGS = ("-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
GAMES = sorted(path for path in (ROOT / "rules").glob("*.pl") if "initial(" in path.read_text(encoding="utf-8"))
MOST = 3000
"""So many positions are opened, about."""


@pytest.mark.hunt
@pytest.mark.parametrize("file", GAMES, ids=lambda path: path.stem)
def test_a_game_is_walked_through(file: Path, tmp_path: Path) -> None:
    game = load(str(file), reasoner="python")
    assert isinstance(game, CompiledGame)
    contract = game._contract
    source = c_source_of_game(contract.analysed, contract.players(), solve)
    (tmp_path / "game.c").write_text(source.text, encoding="utf-8")
    start = tmp_path / "start"
    start.write_bytes(Packing(source.atoms, source.functors).pack(to_term(contract.initial())))
    command = ["gcc", "-std=gnu11", "-w", "-g", *FLAGS, "-Werror=implicit-function-declaration", "-I", str(RUNTIME)]
    objects = map(str, runtime_objects(tmp_path.parent, FLAGS))
    program = tmp_path / "walk"
    subprocess.run(
        [*command, str(tmp_path / "game.c"), str(HERE / "walk.c"), *objects, "-lm", "-lpthread", "-o", str(program)],
        check=True,
    )
    counts = _perft(game)
    done = subprocess.run([str(program), str(start), str(len(counts))], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[:3000]
    assert [int(line) for line in done.stdout.split()] == counts


def _perft(game: CompiledGame) -> list[int]:
    """Count the positions at each depth from the start, as long as there are not too many."""
    counts: list[int] = []
    level = [game.initial]
    while level and sum(counts) + len(level) < MOST and len(counts) < 12:
        level = [child for position in level for child in game.expand(position).children]
        counts.append(len(level))
    return counts
