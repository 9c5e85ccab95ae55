"""What stood in the way of better code, for people to read."""

from __future__ import annotations

from typing import NamedTuple

from pyengine.errors import Place


class Note(NamedTuple):
    """One thing that kept a procedure from being faster, and where in the rule file it is."""

    place: Place | None
    text: str


def listed(pattern: str) -> str:
    """Name the arguments of a pattern that may be anything."""
    numbers = [str(i) for i, letter in enumerate(pattern, 1) if letter == "a"]
    return f"argument{'s' if len(numbers) > 1 else ''} {', '.join(numbers)}"
