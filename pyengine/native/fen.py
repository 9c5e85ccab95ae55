"""Boards in Forsyth-Edwards notation, of any size: rows of characters, the top row first, `.` for an empty square."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby


def write_placement(rows: Iterable[Sequence[str]]) -> str:
    """Write the rows of a board; a number stands for so many empty squares.

    >>> write_placement([".pp", "...", "PPP"])
    '1pp/3/PPP'
    """
    return "/".join(
        "".join(
            str(len(list(run))) if empty else "".join(run) for empty, run in groupby(row, key=lambda cell: cell == ".")
        )
        for row in rows
    )


def read_placement(text: str) -> list[str]:
    """Read the rows of a board, whatever their lengths and whatever stands on them.

    >>> read_placement("1pp/3/PPP")
    ['.pp', '...', 'PPP']
    """
    # No board is a thousand squares wide: a longer number must not fill the memory.
    return [re.sub(r"[0-9]+", lambda run: "." * int(run[0][:4]), row) for row in text.split("/")]


def square_name(square: int, width: int) -> str:
    """Name a square, numbered row by row from a1.

    >>> square_name(0, 3), square_name(5, 3)
    ('a1', 'c2')
    """
    return f"{chr(ord('a') + square % width)}{square // width + 1}"
