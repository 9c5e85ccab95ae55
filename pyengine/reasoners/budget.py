"""The budget of one call into the rules: inferences, memory and seconds; and how much memory this process holds."""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass
from functools import cache
from typing import Final

from pyengine.errors import ParameterError
from pyengine.quoting import show_value

LEAST_BYTES: Final = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Budget:
    """What one call into rules may use before it ends in `RuleLimitError`.

    SWI-Prolog counts inferences exactly; compiled rules make none, and end by seconds and memory alone. Memory bounds
    Prolog's stacks exactly, and what lies outside them (collected solutions, atoms; all of it in compiled rules) by
    looking several times a second, as seconds do: loops that make no inference end there.
    """

    inferences: int = 10_000_000
    memory_bytes: int = 512 * 1024 * 1024
    seconds: float = 10.0

    def __post_init__(self) -> None:
        for name in ("inferences", "memory_bytes", "seconds"):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int | float):
                raise ParameterError(f"{name} of a budget is a number, not {show_value(value)}")
        if not (self.inferences >= 1 and self.seconds > 0 and self.memory_bytes >= LEAST_BYTES):
            least = f"at least 1 inference, {LEAST_BYTES:,} bytes and more than 0 seconds"
            raise ParameterError(f"a budget needs {least}; not {show_value(self)}")

    @property
    def out_of_inferences(self) -> str:
        """The reason given where a call makes too many inferences."""
        return f"more than {self.inferences:,} inferences in one call"

    @property
    def out_of_time(self) -> str:
        """The reason given where a call lasts too long."""
        return f"more than {self.seconds:g} seconds in one call"

    @property
    def out_of_memory(self) -> str:
        """The reason given where a call takes too much memory."""
        return f"more than {self.memory_bytes // LEAST_BYTES} MiB of memory in one call"

    def times(self, factor: int) -> Budget:
        """Give a budget with that many times the inferences and seconds, for calls that do more."""
        return Budget(self.inferences * factor, self.memory_bytes, self.seconds * factor)

    def for_queries(self) -> Budget:
        """Give the default budget of a free query, which may search a whole game."""
        return Budget(self.inferences * 100, self.memory_bytes, self.seconds * 3)


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
