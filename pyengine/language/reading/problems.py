"""What can be wrong with Prolog text, as an exception that knows its place; the reader turns it into a finding."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple, Protocol

from pyengine.errors import Finding, Place, Severity
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
    """One syntax error, `at` a stretch of the source; `related` are other stretches of it, or places elsewhere."""

    def __init__(
        self,
        code: str,
        message: str,
        at: Stretch,
        hint: str | None = None,
        related: Iterable[tuple[Stretch | Place, str]] = (),
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.start, self.end = at.start, at.end
        self.hint = hint
        self.related = tuple(related)

    def finding(self, source: Source) -> Finding:
        """Give the problem as a finding in a source."""
        place = source.place(self.start, self.end)
        related = tuple((_place(at, source), told) for at, told in self.related)
        return Finding(Severity.ERROR, self.code, self.message, place, self.hint, related=related)


def _place(at: Stretch | Place, source: Source) -> Place:
    return at if isinstance(at, Place) else source.place(at.start, at.end)
