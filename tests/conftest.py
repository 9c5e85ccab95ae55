"""What all tests share."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from hypothesis import settings

import pyengine

from .hunt import Hunt
from .layers import LONG_CASES, examples, mark_long_cases

ROOT = Path(__file__).parent.parent


def pytest_configure(config: pytest.Config) -> None:
    """What is built in C is kept beside what pytest keeps, and the user's own cache is left alone.

    Games that `auto` chooses a reasoner for stay in Python, whatever was built before.

    Background jobs, nohup and cron start processes that ignore Ctrl-C, and these pass that on to theirs. How long an
    example takes says more of the machine than of the code.
    """
    settings.register_profile("any machine", examples(100))
    settings.load_profile("any machine")
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.setdefault("PYENGINE_CACHE", str(ROOT / ".pytest_cache" / "built"))
    if minutes := os.environ.get("PYENGINE_HUNT_MINUTES"):
        config.pluginmanager.register(Hunt(float(minutes), os.environ.get("PYENGINE_HUNT_COMMIT", "")))
    os.environ["PYENGINE_C_AFTER"] = "never"  # no game is built that no test asks for; tests/tiers ask


def pytest_report_header() -> str:
    return f"pyengine: {Path(pyengine.__file__).parent}"


def pytest_sessionstart() -> None:
    """Under `make test` it is the installed wheel that is tested, not the checkout."""
    if os.environ.get("PYENGINE_TEST_WHEEL") and Path(pyengine.__file__).parent == ROOT / "pyengine":
        raise RuntimeError("the checkout shadows the installed wheel")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What takes long is a hunt; where all tests are collected, each line of the list stands for some."""
    unmatched = mark_long_cases(items)
    if unmatched and config.args == config.getini("testpaths"):
        raise pytest.UsageError(f"{LONG_CASES.name}: no test is called {', '.join(unmatched)}")
