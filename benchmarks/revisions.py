"""Another revision of pyengine beside this one, for benchmarks that compare the two."""

from __future__ import annotations

import io
import os
import subprocess
import tarfile
from pathlib import Path
from typing import Final

CHECKOUT: Final = Path(__file__).resolve().parent.parent
"""This version."""


def unpack(revision: str, folder: Path) -> None:
    """Put the files of a revision into a folder; SystemExit where there is no such revision."""
    command = ["git", "-C", str(CHECKOUT), "archive", "--format=tar", revision]
    packed = subprocess.run(command, capture_output=True)
    if packed.returncode:
        raise SystemExit(f"no revision {revision!r} of {CHECKOUT}: {packed.stderr.decode().strip()}")
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as files:
        files.extractall(folder, filter="data")


def environment(checkout: Path, cache: str | Path) -> dict[str, str]:
    """Give the environment of a process that runs a checkout, and keeps what it builds in a folder."""
    return {**os.environ, "PYTHONPATH": str(checkout), "PYENGINE_CACHE": str(cache)}
