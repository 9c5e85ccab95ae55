"""The sides of every game: its rules, answered by each reasoner, and its native twin. Each game is loaded once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import pyengine
from pyengine.native import twin

_GAMES: dict[tuple[str, str, str], Any] = {}


def _once(reasoner: str, name: str, given: dict[str, Any]) -> Any:
    key = (reasoner, name, repr(sorted(given.items())))
    if key not in _GAMES:
        _GAMES[key] = pyengine.load(name, reasoner=reasoner, **given)  # type: ignore[arg-type]
    return _GAMES[key]


def python(name: str, **given: Any) -> Any:
    """A game whose rules are compiled."""
    return _once("python", name, given)


def swi(name: str, **given: Any) -> Any:
    """A game whose rules SWI-Prolog answers."""
    return _once("swi", name, given)


ALL: tuple[Callable[..., Any], ...] = (python, swi, twin)
SIDES = pytest.mark.parametrize("make", ALL, ids=["python", "swi", "native"])
