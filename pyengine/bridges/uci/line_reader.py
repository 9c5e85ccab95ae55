"""Lines from a pipe, whatever is in them and however long they are."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Final

MOST_BYTES: Final = 1 << 20
"""Of one line: a game of thousands of moves has less."""
_PIECE: Final = 1 << 16


def read_lines(descriptor: int) -> Iterator[str | None]:
    """Give the lines of a pipe as they come, None for one that is too long to be read; the last needs no line end.

    The pipe is read without the buffers of Python, so that a thread that waits here does not hold up the end of the
    process. What is no UTF-8 is replaced.
    """
    line, is_too_long = bytearray(), False
    while piece := _read(descriptor):
        *ended, rest = piece.split(b"\n")
        for part in ended:
            line += part
            yield None if is_too_long or len(line) > MOST_BYTES else _text(line)
            line, is_too_long = bytearray(), False
        if not is_too_long:
            line += rest
        if len(line) > MOST_BYTES:
            line, is_too_long = bytearray(), True
    if line or is_too_long:
        yield None if is_too_long else _text(line)


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, _PIECE)
    except OSError:  # it was closed by whoever started the process, or a terminal went away
        return b""


def _text(line: bytearray) -> str:
    return line.decode("utf-8", "replace").strip()
