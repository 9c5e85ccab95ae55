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
    """A game whose rules are compiled to Python."""
    return _once("python", name, given)


def c(name: str, **given: Any) -> Any:
    """A game whose rules are compiled to C."""
    return _once("c", name, given)


def swi(name: str, **given: Any) -> Any:
    """A game whose rules SWI-Prolog answers."""
    return _once("swi", name, given)


ALL: tuple[Callable[..., Any], ...] = (python, c, swi, twin)
SIDES = pytest.mark.parametrize("make", ALL, ids=["python", "c", "swi", "native"])
HUNTED_IN_C = pytest.mark.parametrize(
    "make", [python, pytest.param(c, marks=pytest.mark.hunt), swi, twin], ids=["python", "c", "swi", "native"]
)
"""For many parameters of one game, each of which is built by itself in C."""
MANY_SIZES = pytest.mark.parametrize("make", [python, swi, twin], ids=["python", "swi", "native"])
"""For dozens of sizes of one game: in C, each would be built by itself and show nothing that one of them does not."""
