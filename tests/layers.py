"""The two layers of the tests: what `make test` runs, and the hunts that `make hunt` adds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def hunted_but(quick: Callable[[Any], bool], values: Iterable[Any]) -> list[Any]:
    """Give values to parametrize a test with: those that are not quick make hunts of it."""
    return [value if quick(value) else pytest.param(value, marks=pytest.mark.hunt) for value in values]


def every(step: int, values: Iterable[Any]) -> list[Any]:
    """Give values to parametrize a test with: one in so many stays in `make test`, the others make hunts of it."""
    return [
        pytest.param(value, marks=pytest.mark.hunt) if number % step else value for number, value in enumerate(values)
    ]
