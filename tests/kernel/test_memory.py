"""How much memory positions and tables take in C, measured in a process of their own."""

from __future__ import annotations

import subprocess
import sys

import pytest

MEASURE = """
import pathlib, re
import pyengine
from pyengine.search import Table

def bytes_of(field):
    status = pathlib.Path("/proc/self/status").read_text()
    return int(re.search(field + r":\\s+(\\d+) kB", status)[1]) * 1024

game = pyengine.load("{name}", reasoner="c", **{given})
pyengine.minimax(game, depth=1)  # stacks and arenas are there afterwards, and all modules
pyengine.retrograde(pyengine.load("nim", reasoner="c"))
pathlib.Path("/proc/self/clear_refs").write_text("5")  # the peak is that of now
before = bytes_of("VmRSS")
count = {work}
assert not game.kernel.escapes
print(count, bytes_of("VmHWM") - before)
"""


def measured(work: str, name: str, **given: object) -> tuple[int, int]:
    """How many there were, and how many bytes the process grew by for them."""
    code = MEASURE.format(name=name, given=given, work=work)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=True)
    count, size = map(int, done.stdout.split())
    return count, size


@pytest.mark.parametrize(
    ("work", "most"), [("pyengine.count_states(game)", 60), ("len(pyengine.retrograde(game))", 250)]
)
def test_positions(work: str, most: int) -> None:
    count, size = measured(work, "chess_ending", size=7)
    assert count == 170_260
    assert size / count < most


def test_a_table_keeps_to_its_bytes() -> None:
    work = "(pyengine.solve(game, table=(table := Table(bytes=4_000_000))), len(table))[1]"
    count, size = measured(work, "connect_four", width=5, height=4)
    assert count > 20_000
    assert size < 4_500_000


def test_the_tables_of_a_proof_keep_to_their_bytes() -> None:
    how = "pyengine.Options(algorithm='proof', table_bytes=4_000_000)"
    count, size = measured(f"pyengine.solve(game, options={how}).nodes", "connect_four", width=5, height=4)
    assert count > 200_000
    assert size < 6_000_000  # while a table grows, what it had before is there too
