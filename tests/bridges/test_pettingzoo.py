"""Rule files as environments, held to the tests that PettingZoo and Gymnasium ship."""

from __future__ import annotations

from typing import Any

import numpy as np
import pygame
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

from pyengine.bridges.pettingzoo import against, env
from pyengine.errors import DomainError, IllegalMoveError, ParameterError

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("nim", {}),
    ("tree_three_players", {}),
    ("connect_four", {"width": 4, "height": 3}),
]


@pytest.mark.parametrize(("game", "parameters"), GAMES)
def test_api(game: str, parameters: dict[str, Any]) -> None:
    api_test(env(game, **parameters), num_cycles=60)
    seed_test(lambda: env(game, **parameters), num_cycles=20)


@pytest.mark.hunt
@pytest.mark.parametrize("game", ["tictactoe", "connect_four", "othello", "breakthrough", "hexapawn", "dots_and_boxes"])
def test_api_of_larger_games(game: str) -> None:
    api_test(env(game), num_cycles=300)


def test_rendering(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    render_test(lambda **given: env("nim", **given))
    shown = env("tictactoe", render_mode="rgb_array")
    shown.reset()
    empty = shown.render()
    shown.step(4)
    pixels = shown.render()
    assert (pixels.dtype, pixels.shape[1:], empty.shape) == (np.uint8, (400, 3), pixels.shape)
    assert (pixels != empty).any()
    seen = env("tictactoe", render_mode="human")
    seen.reset()
    assert seen.render() is None
    assert pygame.display.get_surface().get_size() == pixels.shape[1::-1]
    seen.close()
    assert pygame.display.get_surface() is None
    told = env("tictactoe", render_mode="ansi")
    told.reset()
    assert told.render() == ". . .\n. . .\n. . .\n"


def test_games_are_cut_off() -> None:
    """A game that can go on for ever ends, truncated, and is worth what endless play is."""
    here = env("mu_torere", longest=4)
    here.reset()
    for _ in range(4):
        here.step(int(here.observe(here.agent_selection)["action_mask"].argmax()))
    assert (here.truncations, here.terminations) == ({"x": True, "o": True}, {"x": False, "o": False})
    assert here.rewards == {"x": 0.0, "o": 0.0}


def test_what_is_wrong_is_said() -> None:
    here = env("tictactoe")
    here.reset()
    here.step(4)
    with pytest.raises(IllegalMoveError, match=r"4 is not a legal move\n  in the position s\(o,.*\nlegal: 0 \(1\)"):
        here.step(4)
    for number in (0, 3, 1, 5, 2):
        if not any(here.terminations.values()):
            here.step(number)
    while any(here.terminations.values()) and here.agents:
        with pytest.raises(IllegalMoveError, match="the game is over"):
            here.step(8)
        here.step(None)
    with pytest.raises(IllegalMoveError, match="reset"):
        here.step(0)
    with pytest.raises(ParameterError, match="no render mode 'tv'"):
        env("nim", render_mode="tv")
    with pytest.raises(ParameterError, match="player is a number from 0 to 1"):
        against("nim", player=2)
    with pytest.raises(DomainError, match=r"no bound is known of the moves of english_draughts\.pl"):
        env("english_draughts")


def test_against_an_engine() -> None:
    """An opponent that sees the end plays tic-tac-toe without ever losing."""
    check_env(against("nim", depth=2), skip_render_check=True)
    here = against("tictactoe", player=1, depth=9)
    chance = np.random.default_rng(1)
    seen, _ = here.reset()
    reward, is_over = 0.0, False
    while not is_over:
        seen, reward, is_over, _, _ = here.step(chance.choice(np.flatnonzero(seen["action_mask"])))
    assert reward <= 0
