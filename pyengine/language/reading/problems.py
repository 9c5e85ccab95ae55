"""What can be wrong with Prolog text, as an exception that knows its place; the reader turns it into a finding."""

from __future__ import annotations

from typing import Final, NamedTuple, Protocol

from pyengine.errors import Finding, Severity
from pyengine.language.source import Source

TRUST: Final = "load(..., trust=True) or --trust"
"""How a user allows what rules may not do."""


class Stretch(Protocol):
    """What stands somewhere in a source, by offsets: a token, a bracket, the layout of a term."""

    @property
    def start(self) -> int:
        """Where it begins."""

    @property
    def end(self) -> int:
        """Where it has ended."""


class Span(NamedTuple):
    """A stretch of a source that is nothing else."""

    start: int
    end: int


class MisreadError(Exception):
    """One syntax error, `at` a stretch of the source."""

    def __init__(self, code: str, message: str, at: Stretch, hint: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.start, self.end = at.start, at.end
        self.hint = hint

    def finding(self, source: Source) -> Finding:
        """Give the problem as a finding in a source."""
        place = source.place(self.start, self.end)
        return Finding(Severity.ERROR, self.code, self.message, place, self.hint)
