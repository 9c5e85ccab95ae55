"""What the tests of draughts share: both games, on both sides, by text."""

from __future__ import annotations

import functools
from typing import Any

import pytest

import pyengine
from pyengine.native import twin

GAMES = ("italian_draughts", "english_draughts")
SIDES = [pytest.param(functools.cache(make), id=name) for make, name in ((pyengine.load, "rules"), (twin, "native"))]

both_sides = pytest.mark.parametrize("make", SIDES)
both_games = pytest.mark.parametrize("name", GAMES)


def texts(game: Any, position: str) -> list[str]:
    state = game.parse_state(position)
    return [game.move_text(move, state) for move in game.actions(state)]


def after(game: Any, position: str, move: str) -> Any:
    state = game.parse_state(position)
    return game.result(state, game.parse_move(move, state))
