"""How much memory this process holds, for the limits of calls into rules."""

from __future__ import annotations

import contextlib
import os
from functools import cache


def resident_bytes() -> int:
    """How much memory this process holds, or held at most where the system tells only that."""
    with contextlib.suppress(OSError), open("/proc/self/statm", "rb") as statm:
        return int(statm.read().split()[1]) * _page_size()
    with contextlib.suppress(ImportError):
        import resource  # not on every system

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return 0


@cache
def _page_size() -> int:
    return os.sysconf("SC_PAGE_SIZE")
