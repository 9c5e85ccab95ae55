"""How much memory a search takes for its table where nobody says."""

from __future__ import annotations

import os
import resource
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

SHARE: Final = 8
"""A table takes one part of so many of the machine's memory at most."""

LEAST_BYTES: Final = 64 << 20
MOST_BYTES: Final = 8 << 30
USUAL_SHARED_BYTES: Final = 256 << 20
"""What threads share at most where nobody says: entries are all over it from the start, so its size costs time."""

CONTAINER_LIMITS: Final = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")


@cache
def usual_table_bytes() -> int:
    """Give an eighth of the memory that this process may have, from 64 MiB to 8 GiB.

    >>> LEAST_BYTES <= usual_table_bytes() <= MOST_BYTES
    True
    """
    return min(max(min(_limits()) // SHARE, LEAST_BYTES), MOST_BYTES)


def _limits() -> Iterator[int]:
    """List what there is, and what limits are set on it."""
    yield os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    soft, _ = resource.getrlimit(resource.RLIMIT_AS)
    if soft != resource.RLIM_INFINITY:
        yield soft
    for path in CONTAINER_LIMITS:
        try:
            yield int(Path(path).read_text())
        except (OSError, ValueError):  # no such limit, or "max"
            continue
