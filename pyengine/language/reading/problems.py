"""What can be wrong with Prolog text, as an exception that knows its place; the reader turns it into a finding."""

from __future__ import annotations

from typing import Final

from pyengine.errors import Finding, Severity
from pyengine.language.source import Source

TRUST: Final = "load(..., trust=True) or --trust"
"""How a user allows what rules may not do."""


class MisreadError(Exception):
    """One syntax error; `start` and `end` are offsets in the source."""

    def __init__(self, code: str, message: str, start: int, end: int, hint: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.start = start
        self.end = end
        self.hint = hint

    def finding(self, source: Source) -> Finding:
        """Give the problem as a finding in a source."""
        place = source.place(self.start, self.end)
        return Finding(Severity.ERROR, self.code, self.message, place, self.hint)
