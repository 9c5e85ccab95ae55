"""The games of benchmarks/styles are right: position by position the same game as the shipped one."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, Final

import pytest

from pyengine import load, minimax, perft
from pyengine.search import PLAIN

BENCHMARKS: Final = Path(__file__).parents[2] / "benchmarks"
STYLES: Final = {path.stem: path for path in sorted((BENCHMARKS / "styles").glob("*.pl"))}
STYLES["tictactoe_bits"] = BENCHMARKS / "tictactoe_bits.pl"
SHIPPED: Final[dict[str, dict[str, Any]]] = {
    "tictactoe": {},
    "connect_four": {},
    "breakthrough": {},
    "othello": {},
    "hexapawn": {},
    "nim": {"piles": [3, 4, 5]},
}
DEPTHS: Final = {"tictactoe": 9, "connect_four": 4, "breakthrough": 2, "othello": 4, "hexapawn": 7, "nim": 6}
GLYPHS: Final = {"P": "w", "p": "b"}
"""How the pieces of shipped games are called in these."""


def shipped(name: str) -> Any:
    """Load the game that a style is one of."""
    return load(found := game_of(name), reasoner="python", **SHIPPED[found])


def game_of(name: str) -> str:
    """Give the name of the shipped game."""
    return next(game for game in SHIPPED if name.startswith(game))


def looks(game: Any, state: Any) -> list[list[str]]:
    """Give the board of a position, with pieces called alike."""
    shown = [[cell if isinstance(cell, int) else str(cell).strip("'") for cell in row] for row in game.board(state)]
    return [[GLYPHS.get(cell, cell) for cell in row] for row in shown]


def play_side_by_side(style: Any, other: Any, chance: random.Random) -> None:
    """Play a random game in both: the same movers, the same boards after all moves, the same worth at the end."""
    here, there = style.initial, other.initial
    while True:
        mine, theirs = style.expand(here), other.expand(there)
        assert mine.utilities == theirs.utilities
        assert (mine.mover == theirs.mover) or mine.utilities is not None
        first = sorted((looks(style, child), index) for index, child in enumerate(mine.children))
        second = sorted((looks(other, child), index) for index, child in enumerate(theirs.children))
        assert [board for board, _ in first] == [board for board, _ in second]
        if not first:
            return
        chosen = chance.randrange(len(first))
        here, there = mine.children[first[chosen][1]], theirs.children[second[chosen][1]]


@pytest.mark.parametrize("name", [name for name in STYLES if not name.startswith("othello")])
def test_rules_in_any_style_are_the_same_game(name: str) -> None:
    play_side_by_side(load(str(STYLES[name]), reasoner="python"), shipped(name), random.Random(1))


@pytest.mark.hunt
@pytest.mark.parametrize("reasoner", ["python", "c", "swi"])
@pytest.mark.parametrize("name", STYLES)
def test_they_are_so_in_many_games(name: str, reasoner: str) -> None:
    style, other = load(str(STYLES[name]), reasoner=reasoner), shipped(name)
    for seed in range(8 if reasoner == "c" else 2):
        play_side_by_side(style, other, random.Random(seed))


@pytest.mark.hunt
@pytest.mark.parametrize("name", STYLES)
def test_they_have_the_same_perft_in_c(name: str) -> None:
    depth, game = DEPTHS[game_of(name)], load(str(STYLES[name]), reasoner="c")
    assert perft(game, depth) == perft(shipped(name), depth)
    if game_of(name) in ("tictactoe", "nim"):
        assert minimax(game, options=PLAIN).value == minimax(shipped(name), options=PLAIN).value
