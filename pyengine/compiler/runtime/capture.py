"""Output that goes into a term: what with_output_to/2 captures, one buffer inside another."""

from __future__ import annotations

import threading
from typing import Final

from pyengine.compiler.unsupported import UnsupportedError


class _State(threading.local):
    """The buffers of a thread, the innermost last."""

    def __init__(self) -> None:
        self.buffers: list[list[str]] = []


_STATE: Final = _State()


def begin() -> int:
    """Open a buffer; gives how many there were before."""
    buffers = _STATE.buffers
    buffers.append([])
    return len(buffers) - 1


def end(depth: int) -> str:
    """Close a buffer, and those opened after it that nobody closed; gives what was written."""
    buffers = _STATE.buffers
    text = "".join(buffers[depth]) if depth < len(buffers) else ""
    del buffers[depth:]
    return text


def put(text: str) -> None:
    """Write into the innermost buffer."""
    buffers = _STATE.buffers
    if not buffers:
        raise UnsupportedError("output that nothing captures")
    buffers[-1].append(text)


def column() -> int:
    """Tell how many characters stand on the last line of the innermost buffer."""
    buffers = _STATE.buffers
    return len("".join(buffers[-1]).rpartition("\n")[2]) if buffers else 0
