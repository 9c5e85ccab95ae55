"""How a task of the kernel ends, as `kernel.h` numbers it."""

from __future__ import annotations

from enum import IntEnum


class Ending(IntEnum):
    """Why a task ended; the stops are also what a task can be asked to end for."""

    DONE = 0
    STOPPED_BY_USER = 1
    STOPPED_BY_CLOCK = 2
    STOPPED_BY_SIGNAL = 3
    STOPPED_BY_NODES = 4
    ESCAPED = 5
    CYCLIC = 6
    NOT_OPPOSED = 7
    NO_MEMORY = 8
