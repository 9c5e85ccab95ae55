"""The kernel under the sanitizers of addresses and of undefined behaviour: the other tests here, in a process apart."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pyengine.building.toolchain import find_toolchain

HERE = Path(__file__).parent
SANITIZERS = "-g -O1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined"
MODULES = (
    "test_counts.py",
    "test_limits.py",
    "test_mcts.py",
    "test_proof.py",
    "test_threads.py",
    "test_whole_games.py",
)


def runtime_libraries() -> str:
    """The sanitizers' libraries, which must be there before Python is."""
    command = find_toolchain().command
    names = ("libasan.so", "libubsan.so")
    found = [subprocess.check_output([*command, f"-print-file-name={name}"], text=True).strip() for name in names]
    return " ".join(path for path in found if Path(path).is_absolute())


@pytest.mark.hunt
@pytest.mark.parametrize("module", MODULES)
def test_no_mistake_with_memory_or_arithmetic(module: str) -> None:
    environment = os.environ | {
        "PYENGINE_SANITIZERS": SANITIZERS,
        "LD_PRELOAD": runtime_libraries(),
        "ASAN_OPTIONS": "detect_leaks=0:detect_stack_use_after_return=0",
        "UBSAN_OPTIONS": "print_stacktrace=1",
    }
    command = [sys.executable, "-P", "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", str(HERE / module)]
    command += ["-k", "not memory_is_given_back and not deep_lines"]  # stacks and heaps are larger here
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=1200, cwd=HERE.parents[1])
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
