"""Pages of documentation that are run as they stand, block after block.

A block of Prolog whose first line names a file (`% race.pl`) is written to it, without that line's blank, and so are
`# race.py` and `; race.kif`; later blocks of the same name replace it. A block of Python is a doctest, and names stay
from one block to the next. A block `console` runs its `$ pyengine` and `$ python examples/` commands and compares what
they print; `...` stands for anything.
"""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SOURCES = Path(__file__).parent.parent
SHOWN = ("examples/", "benchmarks/")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.DOTALL | re.MULTILINE)
FILE = re.compile(r"(?:%|#|;)\s*([\w.-]+\.(?:pl|py|kif))\n")
FAILURE = re.compile(r"^pyengine: (?!there are more)|^[1-9]\d* errors?, |: error: | differ$", re.MULTILINE)
LENIENT = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks(page: Path) -> Iterator[tuple[str, str]]:
    """Give the language and the text of each block."""
    for found in BLOCK.finditer(page.read_text(encoding="utf-8")):
        yield found[1], found[2]


def run_page(page: Path, folder: Path) -> int:
    """Run a page in an empty folder, which must be the working folder; give how many things were run."""
    names: dict[str, Any] = {}
    count = 0
    for language, text in blocks(page):
        if language in ("prolog", "python", "kif") and (name := FILE.match(text)):
            (folder / name[1]).write_text(text, encoding="utf-8")
        elif language == "python":
            count += run_python(text, names, page)
        elif language == "console":
            count += run_commands(text, folder)
    return count


def run_python(text: str, names: dict[str, Any], page: Path) -> int:
    examples = doctest.DocTestParser().get_doctest(text, names, page.stem, page.name, 0)
    outcome = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples, clear_globs=False)
    names.update(examples.globs)
    assert outcome.failed == 0
    return outcome.attempted


def run_commands(text: str, folder: Path) -> int:
    """Run the commands of a console block, one after the other."""
    commands = re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]
    for command in commands:
        line, _, expected = command.partition("\n")
        words = shlex.split(line)
        done = subprocess.run(
            [sys.executable, *program(words)], capture_output=True, text=True, cwd=folder, timeout=300
        )
        printed = done.stdout + done.stderr
        assert (done.returncode != 0) == bool(FAILURE.search(expected)), f"$ {line}\n{printed}"
        assert doctest.OutputChecker().check_output(expected, printed, LENIENT), f"$ {line}\n{printed}"
    return len(commands)


def program(words: list[str]) -> list[str]:
    """Give what Python is to run for a command of a page; examples and benchmarks are where the sources are."""
    placed = [str(SOURCES / word) if word.startswith(SHOWN) else word for word in words[1:]]
    if words[0] == "pyengine":
        return ["-m", "pyengine.cli", *placed]
    assert words[0] == "python", words
    assert words[1].startswith(SHOWN), words
    return placed
