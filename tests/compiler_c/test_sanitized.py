"""The C run time under the sanitizers for addresses and undefined behaviour: no test of it makes them complain."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pyengine.building.toolchain import find_toolchain

_HERE = Path(__file__).parent
_TESTS = ("test_built_ins.py", "test_runtime.py")


@pytest.mark.hunt
def test_the_run_time_under_sanitizers() -> None:
    compiler = find_toolchain().command
    preloaded = [
        subprocess.run(
            [*compiler, f"-print-file-name={name}"], capture_output=True, text=True, check=True
        ).stdout.strip()
        for name in ("libasan.so", "libubsan.so")
    ]
    environment = {
        **os.environ,
        "PYENGINE_SANITIZE": "1",
        "LD_PRELOAD": ":".join(preloaded),
        "ASAN_OPTIONS": "detect_leaks=0",
        "UBSAN_OPTIONS": "halt_on_error=1",
    }
    command = [
        sys.executable,
        "-P",
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        *[str(_HERE / name) for name in _TESTS],
    ]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert "runtime error" not in done.stdout + done.stderr
