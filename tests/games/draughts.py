"""What the tests of draughts share: both games, on all sides, by text."""

from __future__ import annotations

from typing import Any

import pytest

from .sides import SIDES

GAMES = ("italian_draughts", "english_draughts")
all_sides = SIDES
both_games = pytest.mark.parametrize("name", GAMES)


def texts(game: Any, position: str) -> list[str]:
    state = game.parse_state(position)
    return [game.move_text(move, state) for move in game.actions(state)]


def after(game: Any, position: str, move: str) -> Any:
    state = game.parse_state(position)
    return game.result(state, game.parse_move(move, state))
