"""Real editors that are started with what docs/editors.md tells to put into their settings."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.pages import blocks

PAGE = Path(__file__).parents[2] / "docs" / "editors.md"
GAME = """player(a).
player(b).
initial(1).
to_move(_, a).
move(N, take(K), M) :- amount(K), M is N - K, M >= 0.
terminal(0).
utility(0, 1).
amount(1).
amount(Once) :- fail.
"""
SECONDS = 240
"""How long an editor may take, on a machine that is busy."""


def settings(language: str, name: str, folder: Path) -> Path:
    """Write the block of the page that is in a language to a file."""
    (text,) = [text for found, text in blocks(PAGE) if found == language]
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def run(words: list[str], folder: Path) -> str:
    """Run an editor in an empty home, with `pyengine` on the path; give what it prints."""
    found = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    homes = {name: str(folder / "home") for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")}
    done = subprocess.run(
        words,
        cwd=folder,
        env={**os.environ, **homes, "PATH": found},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr
