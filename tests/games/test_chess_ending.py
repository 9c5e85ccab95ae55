"""Chess endings: positions of every kind, all legal positions, and rules and twin side by side."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from pyengine import PyengineError
from pyengine.errors import IllegalMoveError, InvalidStateError, ParameterError
from pyengine.native import twin
from pyengine.native.chess_ending import BLACK, ChessEnding
from pyengine.search import retrograde

from .sides import SIDES, python

# By moves to the mate, from 0 where black is to move and from 1 where white is. Computed by independent programs; the
# longest mates, in 16 and 10 moves, are those of the textbooks, and krkopt.data (UCI) has the same rook endings up to
# symmetry.
KRK_LOST = [216, 624, 1948, 648, 1584, 3768, 4728, 5444, 11448, 13672, 15872, 22788, 28732, 33516, 36372, 17284, 3056]
KRK_WON = [1512, 4676, 3852, 1900, 4848, 8708, 11320, 17172, 20088, 19016, 20476, 21480, 17824, 16136, 5244, 916]
KQK_LOST = [364, 1352, 2956, 7480, 14144, 25484, 39908, 54052, 43800, 11300, 56]
KQK_WON = [2448, 5012, 9064, 19964, 26164, 32064, 32104, 15000, 2680, 8]


def moves(game: Any, text: str) -> list[str]:
    state = game.parse_state(text)
    return [game.move_text(move, state) for move in game.actions(state)]


@pytest.mark.hunt
@pytest.mark.parametrize(
    ("pieces", "lost", "won", "draws"), [("krk", KRK_LOST, KRK_WON, 22_244), ("kqk", KQK_LOST, KQK_WON, 23_048)]
)
def test_every_legal_position_of_the_board(pieces: str, lost: list[int], won: list[int], draws: int) -> None:
    """Black to move by the moves to mate, white to move likewise; no symmetry is used."""
    game = ChessEnding(pieces)
    labels = [
        label for label in retrograde(game, also=game.positions()) if label.state >> 12 & 63 != label.state >> 6 & 63
    ]
    black = Counter(distance if value else None for state, value, distance in labels if state & BLACK)
    white = Counter(distance if value else None for state, value, distance in labels if not state & BLACK)
    assert black == {2 * number: count for number, count in enumerate(lost)} | {None: draws}
    assert white == {2 * number + 1: count for number, count in enumerate(won)}


@pytest.mark.parametrize(("pieces", "size"), [("krk", 4), ("krk", 5), ("krk", 6), ("kqk", 4), ("kqk", 5)])
def test_rules_and_twin_agree_on_small_boards(pieces: str, size: int) -> None:
    """Every class of positions has the same value and distance; on the smallest board every position the same moves."""
    rules, native = python("chess_ending", pieces=pieces, size=size), ChessEnding(pieces, size)
    logic, plain = retrograde(rules, symmetric=True), retrograde(native, symmetric=True)
    assert len(logic) == len(plain)
    assert Counter((v, d) for _, v, d in logic) == Counter((v, d) for _, v, d in plain)
    chance = random.Random(size)
    for state, value, distance in chance.sample(list(plain), 100 if size > 4 else len(plain)):
        here = rules.parse_state(native.text(state))
        assert (logic.value(here), logic.distance(here)) == (value, distance)
        assert [rules.move_text(m, here) for m in rules.actions(here)] == [
            *map(native.move_text, native.actions(state))
        ]
        assert rules.text(rules.canonical(here)) == native.text(native.canonical(state))


@SIDES
def test_what_is_no_move(make: Any) -> None:
    """Black has one move; no word is taken for it, and the position is told as people write it."""
    game = make("chess_ending")
    forced = game.parse_state("k7/8/1K6/8/8/8/8/1R6 b - - 0 1")
    assert moves(game, game.text(forced)) == ["a8b8"]
    for word in ("Ka2", "K", "_"):
        with pytest.raises(IllegalMoveError, match=r"in the position k7/8/1K6/8/8/8/8/1R6 b - - 0 1\n"):
            game.parse_move(word, forced)


@SIDES
def test_moves_by_the_book(make: Any) -> None:
    rook = make("chess_ending")
    assert moves(rook, "8/8/8/8/8/1k6/8/K1R5 w") == [
        "a1b1", "c1b1", "c1d1", "c1e1", "c1f1", "c1g1", "c1h1", "c1c2", "c1c3", "c1c4", "c1c5", "c1c6", "c1c7", "c1c8",
    ]  # fmt: skip
    assert moves(rook, "8/8/8/3k4/3R4/8/8/K7 b") == ["d5d4", "d5c5", "d5e5", "d5c6", "d5e6"]
    assert moves(rook, "8/8/8/3k4/3R4/2K5/8/8 b") == ["d5c5", "d5e5", "d5c6", "d5e6"]  # the rook is guarded
    queen = make("chess_ending", pieces="kqk")
    assert moves(queen, "8/8/8/8/8/k7/8/K1Q5 b") == ["a3b3", "a3a4", "a3b4"]


@SIDES
@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("k7/8/K7/8/8/8/8/7R b", None),
        ("k6R/8/K7/8/8/8/8/8 b - - 0 1", 1),  # mate
        ("k7/8/1K6/8/8/8/8/1R6 b", None),
        ("k7/1R6/1K6/8/8/8/8/8 b", 0),  # stalemate
        ("8/8/8/8/8/1k6/8/K7 w", 0),  # the rook is gone
    ],
)
def test_ends(make: Any, text: str, value: int | None) -> None:
    game = make("chess_ending")
    state = game.parse_state(text)
    assert game.is_terminal(state) == (value is not None)
    if value is not None:
        assert [game.utility(state, player) for player in game.players] == [value, -value]


@SIDES
@pytest.mark.parametrize(
    "text",
    [
        "8/8/8/8/8/2k5/8/K1R5 w",  # black is in check, and white is to move
        "8/8/8/8/8/8/1k6/K1R5 b",  # the kings touch
        "8/8/8/8/8/1k6/8/K7 b",  # the game was over before
        "8/8/8/8/8/1k6/8/K1B5 b",
        "8/8/8/8/1k6/8/K1R5 b",
        "8/8/8/8/8/1k6/8/K1R5",
        "8/8/8/8/8/1k6/8/K1R5 x",
    ],
)
def test_what_is_no_position(make: Any, text: str) -> None:
    with pytest.raises(InvalidStateError):
        make("chess_ending").parse_state(text)


@SIDES
@pytest.mark.parametrize("wrong", [{"pieces": "kbk"}, {"size": 3}, {"size": 9}, {"size": "small"}])
def test_wrong_parameters(make: Any, wrong: dict[str, object]) -> None:
    with pytest.raises(ParameterError if make is twin else PyengineError):
        make("chess_ending", **wrong)


@SIDES
def test_positions_round_trip(make: Any) -> None:
    game = make("chess_ending", pieces="kqk", size=5)
    assert game.text(game.initial) == "5/5/2k2/5/KQ3 w - - 0 1"
    for text in ("5/5/2k2/5/KQ3 w - - 0 1", "k4/5/1K3/5/Q4 b - - 0 1"):
        assert game.text(game.parse_state(text)) == text
