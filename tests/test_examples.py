"""Every example runs as a script, and says what it promises."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"
TOLD = {
    "cycles.py": ["the start is worth 1", "makes it -1"],
    "demo.py": ["max has won", "5,478 positions, worth 0 to x"],
    "horizon.py": ["depth 2 │ h(3,1) │ 0 │ -4 ", "v(2,2) │ 4 │ 4 "],
    "native_game.py": ["chomp.pl and Chomp agree", "difference: the game is over on one side only"],
    "one_sided.py": ["7 │ 22,747 │ 25,291 │ 9-14"],
    "ordering.py": [
        "the author's order, reversed │ 42,229 (0.1x)",
        "static values (T1) │ 2,983 (2.0x)",
    ],
    "solve.py": ["The first wins all of them"],
    "uniform_trees.py": ["b^(3m/4)"],
}
"""What each script must print at least."""


def test_every_example_is_here() -> None:
    assert sorted(path.name for path in EXAMPLES.glob("*.py")) == sorted(TOLD)


@pytest.mark.parametrize("name", sorted(TOLD))
def test_example(name: str, tmp_path: Path) -> None:
    environment = os.environ | {"COLUMNS": "200", "NO_COLOR": "1"}
    command = [sys.executable, str(EXAMPLES / name)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    printed = " ".join(done.stdout.split())
    for text in TOLD[name]:
        assert text in printed
