"""How long a hunt goes on, and where it begins: what a machine does not come to, another commit begins with.

All hunts together take longer than a push should wait for, and slow machines have the same limit as fast ones. So
`make hunt` begins at a file that the commit decides on, goes round, and begins no further test when its minutes are
over. It says how many were left; `make hunt MINUTES=600` leaves none.
"""

from __future__ import annotations

import time
import zlib
from typing import Any, Final

import pytest

_LEFT: Final = "tests that were not begun"


class Hunt:
    """The time of one run, in each process that runs tests, and what is left of them."""

    def __init__(self, minutes: float, commit: str) -> None:
        self._until = time.monotonic() + 60 * minutes
        self._minutes = minutes
        self._commit = commit
        self._left = 0

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Begin at a file that the commit decides on; the tests of a file stay together."""
        files = list(dict.fromkeys(item.path for item in items))
        if files:
            first = zlib.crc32(self._commit.encode()) % len(files)
            order = {path: (number - first) % len(files) for number, path in enumerate(files)}
            items.sort(key=lambda item: order[item.path])

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self) -> bool | None:
        """Leave a test out when the time is over."""
        if time.monotonic() < self._until:
            return None
        self._left += 1
        return True

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Tell the process that started this one."""
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput[_LEFT] = self._left

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Add what one of the processes has left."""
        self._left += getattr(node, "workeroutput", {}).get(_LEFT, 0)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say how many were left."""
        if self._left:
            terminalreporter.write_line(
                f"{self._left:,} {_LEFT}: the {self._minutes:g} minutes of this hunt were over (MINUTES=600 runs all)"
            )
