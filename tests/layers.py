"""The two layers of the tests: what `make test` runs, and the hunts that `make hunt` adds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def hunted_but(quick: Callable[[Any], bool], values: Iterable[Any]) -> list[Any]:
    """Give values to parametrize a test with: those that are not quick make hunts of it."""
    return [value if quick(value) else pytest.param(value, marks=pytest.mark.hunt) for value in values]
