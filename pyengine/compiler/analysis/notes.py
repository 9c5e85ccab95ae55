"""What stood in the way of better code, for people to read."""

from __future__ import annotations

from typing import NamedTuple

from pyengine.errors import Place


class Note(NamedTuple):
    """One thing that kept a procedure from being faster, and where in the rule file it is."""

    place: Place | None
    text: str
