"""The two layers of the tests: what `make test` runs, and the hunts that `make hunt` adds.

A test is a hunt by its mark, or by a line of `long_cases.txt`. Properties (tests with `@given`) are in both layers,
with some examples in the first, with all of them in the hunt.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import settings

IS_HUNT: Final = bool(os.environ.get("PYENGINE_HUNT"))
LONG_CASES: Final = Path(__file__).parent / "long_cases.txt"
_SHARE: Final = 8


def hunted_but(quick: Callable[[Any], bool], values: Iterable[Any]) -> list[Any]:
    """Give values to parametrize a test with: those that are not quick make hunts of it."""
    return [value if quick(value) else pytest.param(value, marks=pytest.mark.hunt) for value in values]


def examples(number: int, **more: Any) -> settings:
    """Say how many examples the hunt tries of a property; the first layer tries an eighth of them."""
    return settings(max_examples=number if IS_HUNT else min(number, max(10, number // _SHARE)), deadline=None, **more)


def mark_long_cases(items: list[pytest.Item]) -> list[str]:
    """Make hunts of the tests that `long_cases.txt` lists; the lines that match none of them come out."""
    lines = [line.strip() for line in LONG_CASES.read_text(encoding="utf-8").splitlines()]
    unmatched = {line for line in lines if line and not line.startswith("#")}
    cases: dict[str, list[str]] = {}
    for line in sorted(unmatched):
        cases.setdefault(line.partition("::")[0], []).append(line)
    for item in items:
        for line in cases.get(item.nodeid.partition("::")[0], ()):
            if fnmatchcase(item.nodeid, line.replace("[", "[[]")):
                item.add_marker(pytest.mark.hunt)
                unmatched.discard(line)
    return sorted(unmatched)
