"""Tasks on two threads under the sanitizer of threads: nothing is written by one that another looks at."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pyengine.building.toolchain import find_toolchain

ROOT = Path(__file__).parents[2]
SCRIPT = """
from tests.kernel.graphs import PackedGraph
from tests.kernel.test_threads import grid
from pyengine.search import Limit, Options, count_states, perft, playouts, retrograde, search

game = PackedGraph(grid(12), kernel=True)
for _ in range(2):
    print(count_states(game, threads=2), len(list(retrograde(game, threads=2))), perft(game, 9, merge=False, threads=2))
    print(playouts(game, 500, threads=2).plies > 0)
    for options in (Options(threads=2), Options(threads=2, table=50), Options(threads=2, algorithm="pvs")):
        print(search(game, limit=Limit(depth=7), options=options).value)
"""


def sanitized(*command: str) -> subprocess.CompletedProcess[str]:
    library = subprocess.check_output([*find_toolchain().command, "-print-file-name=libtsan.so"], text=True).strip()
    environment = os.environ | {
        "PYENGINE_SANITIZERS": "-g -O1 -fno-omit-frame-pointer -fsanitize=thread",
        "LD_PRELOAD": library,
        "TSAN_OPTIONS": "exitcode=66",
        "PYTEST_ADDOPTS": "",
    }
    return subprocess.run(
        [sys.executable, *command],
        env=environment,
        capture_output=True,
        text=True,
        timeout=600,
        cwd=ROOT,
        check=False,
    )


@pytest.mark.hunt
def test_two_threads_do_not_race() -> None:
    done = sanitized("-c", SCRIPT)
    assert done.returncode == 0, done.stderr[:5000]
    assert done.stderr == ""
    assert done.stdout == 2 * ("143 143 256768\nTrue\n" + 3 * "0\n")


@pytest.mark.hunt
def test_nothing_that_threads_are_tested_for_is_a_race() -> None:
    done = sanitized("-P", "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/kernel/test_threads.py")
    assert done.returncode == 0, done.stdout[-5000:]
    assert "WARNING: ThreadSanitizer" not in done.stdout + done.stderr
