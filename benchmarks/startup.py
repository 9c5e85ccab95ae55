"""How long a user waits: for help, importing pyengine, reading and checking a rule file of 300 lines, loading a game.

python benchmarks/startup.py
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pyengine
from pyengine.language.gate import examine
from pyengine.language.reading.files import open_source
from pyengine.language.shipped import shipped

LINES = 300
ROUNDS = 5


def imported() -> float:
    """Import pyengine in a process of its own, and give the seconds that this took there."""
    code = "import time; began = time.perf_counter(); import pyengine; print(time.perf_counter() - began)"
    return float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)


def asked_for_help() -> float:
    """Run `pyengine --help`, and give the seconds from its start to its end."""
    command = [sys.executable, "-m", "pyengine.cli", "--help"]
    return seconds(lambda: subprocess.run(command, capture_output=True, check=True))


def long_rules() -> str:
    """Tic-tac-toe, with its own helper clauses again under other names until it has 300 lines."""
    rules = (shipped("rules") / "tictactoe.pl").read_text(encoding="utf-8")
    helpers = rules[rules.index("%   lined(") : rules.index("%   The board")]
    copies = 0
    while len(rules.splitlines()) < LINES:
        copies += 1
        rules += "\n" + helpers.replace("line", f"line{copies}_").replace("marked(", f"marked{copies}(")
    return rules


def read_rules(path: Path) -> object:
    """Read and check a rule file."""
    source, unreadable = open_source(path)
    return examine(source, trust=False, unreadable=unreadable)


def seconds(action: Callable[[], object]) -> float:
    """Time one run of an action."""
    began = time.perf_counter()
    action()
    return time.perf_counter() - began


def main() -> None:
    """Print the best of some rounds of each."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.pl"
        path.write_text(long_rules(), encoding="utf-8")
        lines = len(path.read_text(encoding="utf-8").splitlines())
        first = seconds(lambda: read_rules(path))
        again = min(seconds(lambda: read_rules(path)) for _ in range(ROUNDS))
    start = seconds(lambda: pyengine.load("nim"))
    more = min(seconds(lambda: pyengine.load("nim")) for _ in range(ROUNDS))
    print(f"pyengine --help                       {min(asked_for_help() for _ in range(ROUNDS)):6.3f} s")
    print(f"import pyengine                       {min(imported() for _ in range(ROUNDS)):6.3f} s")
    print(f"read and check {lines} lines, first time  {first:6.3f} s")
    print(f"read and check {lines} lines, again       {again:6.3f} s")
    print(f"load nim, SWI-Prolog started          {start:6.3f} s")
    print(f"load nim, again                       {more:6.3f} s")


if __name__ == "__main__":
    main()
