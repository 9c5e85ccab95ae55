"""How many threads may work at one question."""

from __future__ import annotations

from typing import Final

from pyengine.errors import SearchError

MOST_THREADS: Final = 64


def require_threads(threads: object) -> None:
    """Refuse what is no number of threads.

    >>> require_threads(0)
    Traceback (most recent call last):
    ...
    pyengine.errors.SearchError: threads must be a whole number from 1 to 64, not 0
    """
    if not isinstance(threads, int) or not 1 <= threads <= MOST_THREADS:
        raise SearchError(f"threads must be a whole number from 1 to {MOST_THREADS}, not {threads!r}")
