"""Draw the pictures of docs/pictures.md and docs/boards.md again, by their commands: python docs/pictures/draw.py"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent
PAGES = ("pictures.md", "boards.md")
COMMAND = re.compile(r"^\$ pyengine ((?:tree|show) \w+ .*?--output ([\w-]+\.svg).*)$", re.MULTILINE)


def draw(folder: Path) -> list[str]:
    """Write the pictures into a folder; give their names."""
    commands = [
        found for page in PAGES for found in COMMAND.findall((FOLDER.parent / page).read_text(encoding="utf-8"))
    ]
    for words, _ in commands:
        subprocess.run([sys.executable, "-m", "pyengine.cli", *shlex.split(words)], cwd=folder, check=True)
    return [name for _, name in commands]


if __name__ == "__main__":
    draw(FOLDER)
