"""Commands of pyengine run on rules as an editor has them, each in a process that can be ended.

What is open may not be saved, so its text goes to a folder of its own for the time of the run, beside the files that it
includes. Rules run there under the same gate and budgets as on the command line, and are never trusted.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pyengine.editor.view import View

MOST_OUTPUT: Final = 4 << 20
"""Bytes that are read of what a command writes; of the rest nothing is shown."""
_OWN_GROUP: Final = os.name == "posix"
_MOST_LETTERS: Final = 60


@dataclass(frozen=True, slots=True)
class Run:
    """How a command ended, and what it wrote."""

    status: int
    output: str
    errors: str
    paths: dict[str, str]
    """The files of the run, by their paths there, and where they really stand."""

    def named(self, text: str) -> str:
        """Put the names that people know into a text."""
        for path in sorted(self.paths, key=len, reverse=True):
            text = text.replace(path, self.paths[path])
        return text


async def run_command(
    view: View, words: Sequence[str], *, seconds: float, rules_at: int = 1, ask_after: float | None = None
) -> Run:
    """Run `pyengine WORDS` with the file of the view put in at `rules_at`.

    After so many seconds, and where the task is cancelled, the process and all that it started is killed. Before that,
    `ask_after` so many, it is interrupted as by Ctrl-C, which lets it tell what it has found out by then. Raises
    TimeoutError.
    """
    with tempfile.TemporaryDirectory(prefix="pyengine-editor-", ignore_cleanup_errors=True) as folder:
        main, paths = write_texts(view, Path(folder))
        arguments = [*words[:rules_at], str(main), *words[rules_at:]]
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "pyengine", *arguments),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            env={**os.environ, "PYTHONIOENCODING": "utf-8", "NO_COLOR": "1", "COLUMNS": "100"},
            start_new_session=_OWN_GROUP,
        )
        asking = asyncio.get_running_loop().call_later(ask_after or seconds, interrupt, process)
        try:
            output, errors = await asyncio.wait_for(_ended(process), seconds)
        finally:
            asking.cancel()
            end_process(process)
            with suppress(ProcessLookupError):
                await asyncio.shield(process.wait())
    return Run(process.returncode or 0, output, errors, paths)


async def _ended(process: asyncio.subprocess.Process) -> tuple[str, str]:
    """Wait for the end of a process; give what it wrote, as far as that is kept."""
    assert process.stdout is not None
    assert process.stderr is not None
    kept = await asyncio.gather(_read(process.stdout), _read(process.stderr))
    await process.wait()
    return kept


async def _read(stream: asyncio.StreamReader) -> str:
    kept = bytearray()
    while some := await stream.read(1 << 16):
        kept += some[: MOST_OUTPUT - len(kept)]
    return kept.decode(errors="replace")


def interrupt(process: asyncio.subprocess.Process) -> None:
    """Ask a process to come to an end, where the system has a way to."""
    with suppress(ProcessLookupError, PermissionError):
        if _OWN_GROUP and process.returncode is None:
            process.send_signal(signal.SIGINT)


def end_process(process: asyncio.subprocess.Process) -> None:
    """Kill a process and all that it started."""
    with suppress(ProcessLookupError, PermissionError):
        if _OWN_GROUP:
            os.killpg(process.pid, signal.SIGKILL)
        elif process.returncode is None:
            process.kill()


def _plain(name: str) -> str:
    """Give a name that every system takes for a file, such as `untitled_1` for `untitled:1`."""
    return re.sub(r"[^0-9A-Za-z_-]", "_", name)[:_MOST_LETTERS] or "game"


def write_texts(view: View, folder: Path) -> tuple[Path, dict[str, str]]:
    """Write a text and what it includes to a folder, each where the others look for it.

    Gives the path of the main one, and for each where it really stands. What rules may include stands beside or below
    their own file; libraries that come with pyengine are found without being there.
    """
    main = view.program.source
    base = Path() if main.path is None else main.path.parent
    paths: dict[str, str] = {}
    first = folder / (f"{_plain(main.stem)}.pl" if main.path is None else main.path.name)
    for source in view.program.sources:
        if source.library is not None:
            continue
        path = first if source is main or source.path is None else folder / os.path.relpath(source.path, base)
        if not path.resolve().is_relative_to(folder.resolve()):
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source.text, encoding="utf-8", errors="surrogatepass", newline="")
        paths[str(path)] = source.name
    return first, paths
