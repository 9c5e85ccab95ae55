"""The end of a process with all that it started, whatever groups and sessions they are in."""

from __future__ import annotations

import os
import signal
import subprocess
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

_PROCESSES: Final = Path("/proc")


def end_tree(root: int, *, itself: bool = True) -> None:
    """Kill a process, all that it has started, and what belongs to its session, and return at once.

    All of them are stopped first, so that none can start others. What was started by a process that is gone is known
    by its session alone: who starts one gives it a session.
    """
    found: set[int] = set()
    while new := {pid for pid in _descendants(root) if itself or pid != root} - found:
        _signal(new, signal.SIGSTOP)
        found |= new
    _signal(found, signal.SIGKILL)


def _signal(pids: Iterable[int], number: signal.Signals) -> None:
    for pid in pids:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, number)


def _descendants(root: int) -> set[int]:
    """Name the processes that are to go and have not ended."""
    children: dict[int, list[int]] = defaultdict(list)
    members, gone = [], set()
    for pid, parent, session, state in _running():
        children[parent].append(pid)
        if session == root:
            members.append(pid)
        if state in "ZX":
            gone.add(pid)
    found, waiting = set[int](), [root, *members]
    while waiting:
        pid = waiting.pop()
        if pid not in found:
            found.add(pid)
            waiting += children[pid]
    alive = {pid for pids in children.values() for pid in pids} - gone
    return found & alive


def _running() -> Iterator[tuple[int, int, int, str]]:
    """Give all processes: number, parent, session, state."""
    if not (_PROCESSES / "self" / "stat").exists():
        yield from _listed()
        return
    for entry in os.listdir(_PROCESSES):
        if entry.isdigit():
            with suppress(OSError, ValueError, IndexError):
                told = (_PROCESSES / entry / "stat").read_bytes()
                state, parent, _, session = told[told.rindex(b")") + 2 :].split()[:4]
                yield int(entry), int(parent), int(session), state.decode()


def _listed() -> Iterator[tuple[int, int, int, str]]:
    """Give the same where the system has no folder of processes; its own list does not tell sessions but groups."""
    command = ["ps", "-A", "-o", "pid=,ppid=,pgid=,state="]
    listed = subprocess.run(command, capture_output=True, text=True, check=False, timeout=10).stdout
    for line in listed.splitlines():
        with suppress(ValueError):
            pid, parent, group, state = line.split()
            yield int(pid), int(parent), int(group), state[:1]
