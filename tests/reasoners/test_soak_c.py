"""Ten million expansions in C leave nothing behind."""

from __future__ import annotations

import gc

import pytest

import pyengine
from pyengine.reasoners.budget import resident_bytes
from pyengine.reasoners.c import CGame
from pyengine.search import Limit, count_states, perft, playouts, search
from tests.reasoners.conftest import measured_alone

GAMES = ("tictactoe", "nim", "connect_four", "breakthrough", "othello", "english_draughts", "even_wins", "kayles")
DEEPEST = {"tictactoe": 9, "nim": 5, "even_wins": 6, "kayles": 6}
"""Games of which all lines of such a length are walked."""
MEGABYTE = 1024 * 1024


def through_kernel(game: CGame, seed: int) -> int:
    """Let C play, walk and search; gives how many positions it has opened."""
    opened = playouts(game, 2000, seed=seed).plies
    if game.name in DEEPEST:
        deepest = DEEPEST[game.name]
        perft(game, deepest, merge=False)
        opened += sum(perft(game, depth) for depth in range(deepest))  # what it has opened: all but the last ply
        opened += count_states(game)
    opened += search(game, limit=Limit(depth=3)).nodes
    return opened


def through_python(game: CGame, most: int) -> int:
    """Open positions one by one, and ask all that there is to ask about them."""
    opened, todo = 0, [game.initial]
    while todo and opened < most:
        state = todo.pop()
        expansion = game.expand(state)
        opened += 1
        todo.extend(expansion.children)
        list(expansion.moves)
        game.canonical(state)
        game.noisy(state)
        if expansion.utilities is None:
            game.score_moves(state)
        if game.offers & {"staticval", "features"}:
            game.staticval(state)
    return opened


@pytest.mark.hunt
def test_memory_stays_flat() -> None:
    assert measured_alone(grown_bytes) < 8 * MEGABYTE


def grown_bytes() -> int:
    """By how much the process has grown between a million and ten million positions."""
    games = [pyengine.load(name, reasoner="c") for name in GAMES]
    opened = asked = early = seed = 0
    while opened < 10_000_000:
        seed += 1
        for game in games:
            assert isinstance(game, CGame)
            opened += through_kernel(game, seed)
            asked += through_python(game, 500)
        if not early and opened >= 1_000_000:
            gc.collect()
            early = resident_bytes()
    gc.collect()
    assert asked > 20_000
    assert not any(game.escapes for game in games if isinstance(game, CGame))
    return resident_bytes() - early
