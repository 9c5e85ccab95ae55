"""How large a table is, and what the result says of it."""

from __future__ import annotations

import json
import resource
import subprocess
import sys

import pytest

import pyengine
from pyengine.search import Options, solve
from pyengine.search.room import LEAST_BYTES, USUAL_SHARED_BYTES, usual_table_bytes


@pytest.mark.parametrize("reasoner", ["python", "c"])
def test_the_result_says_how_full_the_table_is(reasoner: str) -> None:
    game = pyengine.load("tictactoe", reasoner=reasoner)
    found = solve(game).table
    assert found is not None
    assert 0 < found.entries < found.room
    assert found.fill == found.entries / found.room
    assert abs(found.bytes - usual_table_bytes()) < 1 << 20
    assert found.sweeps == 0


def test_the_same_entries_and_sweeps_in_both() -> None:
    """A table of a number of entries is as full in Python as in C."""
    options = Options(table=200)
    python, c = (solve(pyengine.load("tictactoe", reasoner=name), options=options) for name in ("python", "c"))
    assert python.table is not None
    assert c.table is not None
    assert (python.nodes, python.table.entries, python.table.sweeps) == (c.nodes, c.table.entries, c.table.sweeps)
    assert c.table.sweeps > 1
    assert c.table.room == python.table.room == 200


def test_threads_share_a_table_that_says_it_too() -> None:
    """It is smaller where nobody says how large: its entries are all over it from the start."""
    found = solve(pyengine.load("tictactoe", reasoner="c"), options=Options(threads=2)).table
    assert found is not None
    assert 0 < found.entries < found.room
    assert found.bytes <= USUAL_SHARED_BYTES


def test_a_short_search_takes_little_memory_by_two_threads() -> None:
    """The table may become large; what is not written to is not there."""
    program = (
        "import pathlib, pyengine; from pyengine.search import Options, solve\n"
        "solve(pyengine.load('tictactoe', reasoner='c'), options=Options(threads=2))\n"
        "status = pathlib.Path('/proc/self/status').read_text()\n"
        "print(status.partition('VmHWM:')[2].split()[0])"  # of this program alone
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert int(ran.stdout) < 300_000  # KiB


def test_without_a_table_there_is_nothing_to_say() -> None:
    found = solve(pyengine.load("tictactoe", reasoner="c"), options=Options(table=0, table_move=False))
    assert found.table is None
    assert json.loads(json.dumps(found.as_json()))["table"] is None


def test_a_limit_on_the_address_space_counts() -> None:
    """Under `ulimit -v` the table takes a part of that, and what cannot be had is done without."""
    program = (
        "import pyengine; from pyengine.search import solve\n"
        "game = pyengine.load('connect_four', reasoner='c', width=4, height=4)\n"
        "found = solve(game)\nprint(found.value, found.table.bytes)"
    )

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (700 << 20, 700 << 20))

    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, preexec_fn=limit)
    assert ran.returncode == 0, ran.stderr
    value, size = ran.stdout.split()
    assert value == "0"
    assert int(size) <= 2 * max(LEAST_BYTES, (700 << 20) // 8)


def test_what_threads_share_is_as_large_as_it_can_be() -> None:
    """More bytes than there are addresses: fewer entries, and the search stays in C."""
    program = (
        "import resource, pyengine; from pyengine.search import Options, solve\n"
        "game = pyengine.load('connect_four', reasoner='c', width=4, height=4)\n"
        "resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))\n"
        "found = solve(game, options=Options(threads=2, table_bytes=64 << 30))\n"
        "print(found.value, found.table.bytes, len(game.kernel.escapes))"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    value, size, escapes = ran.stdout.split()
    assert (value, escapes) == ("0", "0")
    assert 1 << 20 < int(size) < 6 << 30
