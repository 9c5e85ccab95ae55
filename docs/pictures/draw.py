"""Draw the pictures of docs/pictures.md again, by the commands that the page shows: python docs/pictures/draw.py"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent
COMMAND = re.compile(r"^\$ pyengine (tree .* --output ([\w-]+\.svg))$", re.MULTILINE)


def draw(folder: Path) -> list[str]:
    """Write the pictures into a folder; give their names."""
    commands = COMMAND.findall((FOLDER.parent / "pictures.md").read_text(encoding="utf-8"))
    for words, _ in commands:
        subprocess.run([sys.executable, "-m", "pyengine.cli", *shlex.split(words)], cwd=folder, check=True)
    return [name for _, name in commands]


if __name__ == "__main__":
    draw(FOLDER)
