"""Commands run one after the other in one process, on a terminal that keeps what was written to it."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
import tty
import unicodedata
from collections.abc import Sequence
from pathlib import Path

PATIENCE = 120.0
MARK = "<<< end of command >>>"
DRIVER = f"""
import json, sys
from pyengine.cli import main
for words in json.load(open(sys.argv[1])):
    try:
        main(words)
    except SystemExit:
        pass
    sys.stdout.flush()
    sys.stderr.flush()
    print({MARK!r}, flush=True)
"""
OURS = re.compile(r"\x1b\[(?:[0-9;]*m|\?25[lh]|2K|[0-9]*A)|\r(?=\x1b\[2K|\x1b\[1A|$)")
"""What we write to colour text, and to draw progress over itself."""


def in_terminal(folder: Path, commands: Sequence[Sequence[str]], typed: str = "", columns: int = 160) -> list[str]:
    """Run commands, and give what each wrote, without our own colours."""
    work = folder / "commands.json"
    work.write_text(json.dumps(commands), encoding="utf-8")
    master, slave = pty.openpty()
    tty.setraw(slave)  # what is written comes out as it is
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 30, columns, 0, 0))
    surroundings = {**os.environ, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"}
    surroundings.pop("COLUMNS", None)
    process = subprocess.Popen(
        [sys.executable, "-c", DRIVER, str(work)], cwd=folder, env=surroundings, stdin=slave, stdout=slave, stderr=slave
    )
    os.close(slave)
    if typed:
        os.write(master, typed.encode())
    try:
        written = _read(master)
        assert process.wait(timeout=PATIENCE) == 0, written[-2000:]
    finally:
        process.kill()
        process.wait()
        os.close(master)
    return OURS.sub("", written).split(f"{MARK}\n")[:-1]


def _read(master: int) -> str:
    seen = b""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if not select.select([master], [], [], 1.0)[0]:
            continue
        try:
            piece = os.read(master, 65536)
        except OSError:  # the other side was closed
            break
        if not piece:
            break
        seen += piece
    return seen.decode("utf-8", errors="surrogateescape")


def acting(text: str) -> list[str]:
    """List the characters of a text that would act on a terminal."""
    kinds = ("Cc", "Cf", "Zl", "Zp", "Cs")
    return sorted({c for c in text if unicodedata.category(c) in kinds and c not in "\n\t\u200c\u200d"})
