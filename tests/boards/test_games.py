"""Every shipped game is drawn, by rules and by hand alike."""

from __future__ import annotations

import random
from typing import Any

import pytest

import pyengine
from pyengine.boards import cells, changed_cells, describe, origin_and_target, svg
from pyengine.boards.picture import picture_of
from pyengine.game import expand
from pyengine.native import TWINS
from pyengine.texts import move_text

from .boards_of import named, parsed

LAYOUTS = {
    "breakthrough": "checkered",
    "chess": "checkered",
    "chess_ending": "checkered",
    "connect_four": "rack",
    "dots_and_boxes": "dots",
    "english_draughts": "checkered",
    "even_wins": "piles",
    "hexapawn": "checkered",
    "italian_draughts": "checkered",
    "kayles": "plain",
    "mu_torere": "points",
    "nim": "piles",
    "nim_three_players": "piles",
    "othello": "squares",
    "tictactoe": "squares",
}
"""The others have no boards, and are drawn as cards."""


def line_of(game: Any, plies: int) -> list[Any]:
    """Give the positions of a game played at random."""
    chance = random.Random(7)
    found = [game.initial]
    for _ in range(plies):
        expansion = expand(game, found[-1])
        if expansion.is_terminal:
            break
        found.append(chance.choice(expansion.children))
    return found


@pytest.mark.parametrize("name", sorted(TWINS))
def test_every_game_has_its_board(name: str) -> None:
    game = pyengine.load(name, reasoner="python")
    line = line_of(game, 8)
    for before, state in zip([None, *line], line, strict=False):
        drawing = parsed(svg(game, state, previous=before, coordinates=True, theme="light"))
        names = named(drawing)
        assert len(set(names)) == len(names)
        known = cells(game, state)
        if name == "dots_and_boxes":  # the dots are there to be seen, and no cells to click
            known = {cell: text for cell, text in known.items() if text != "+"}
        assert sorted(names) == sorted(known)
        if before is not None:
            assert set(changed_cells(game, before, state)) <= {*known, *cells(game, before)}
    picture = picture_of(game, game.initial)
    assert (picture.layout.kind if picture.rows is not None else None) == LAYOUTS.get(name)
    assert describe(game, game.initial).endswith(" to move")


@pytest.mark.parametrize("name", sorted(TWINS))
def test_the_twin_is_drawn_alike(name: str) -> None:
    game, twin = pyengine.load(name, reasoner="python"), pyengine.twin(name)
    here, there = game.initial, twin.initial
    for move in range(4):
        assert svg(game, here) == svg(twin, there)
        ours, theirs = expand(game, here), expand(twin, there)
        if ours.is_terminal:
            break
        chosen = (7 * move) % len(ours.moves)
        words = [move_text(twin, each, there) for each in theirs.moves]
        there = theirs.children[words.index(move_text(game, ours.moves[chosen], here))]
        here = ours.children[chosen]


@pytest.mark.parametrize(
    ("name", "moves", "origin", "target", "changed"),
    [
        ("tictactoe", "5", None, "r2c2", ("r2c2",)),
        ("connect_four", "4 4", None, "r5c4", ("r5c4",)),
        ("hexapawn", "a1a2 b3xa2", "r1c2", "r2c1", ("r1c2", "r2c1")),
        ("othello", "d3", None, "r3c4", ("r3c4", "r4c4")),
        ("mu_torere", "1", "1", "0", ("1", "0")),
        ("english_draughts", "9-14 23-19 6-9 22-18 14x23", "r4c3", "r6c5", ("r4c3", "r6c5", "r5c4")),
        ("dots_and_boxes", "h(1,1)", None, "r1c2", ("r1c2",)),
        ("nim", "take(2,1)", None, "r1c2", ("r1c2",)),
        ("tree_bratko", "b", None, None, ()),
    ],
)
def test_what_a_move_changes(
    name: str, moves: str, origin: str | None, target: str | None, changed: tuple[str, ...]
) -> None:
    game = pyengine.load(name, reasoner="python")
    before = state = game.initial
    for text in moves.split():
        before, state = state, game.result(state, game.parse_move(text, state))
    assert origin_and_target(game, before, state) == (origin, target)
    assert changed_cells(game, before, state) == changed


def test_positions_are_told_in_words() -> None:
    def told(name: str, text: str | None = None) -> str:
        game = pyengine.load(name, reasoner="python")
        return describe(game, text)

    assert told("chess_ending", "8/8/8/3k4/8/8/8/KR6 w - - 0 1") == (
        "a board of 8 rows and 8 columns; black king on d5, white king on a1, white rook on b1; white to move"
    )
    assert told("nim", "nim(min,[1,3])") == "pile 1 of 1, pile 2 of 3; min to move"
    assert told("mu_torere", "s(x,[e,x,x,x,x,o,o,o,o])").startswith("black disc on 1, black disc on 2")
    assert told("tree_bratko") == "a; max to move"
    assert told("hexapawn", "3/1P1/p1p w").endswith("the game is over")
