"""Chess: sequences of moves as deep as chess programs count them, special rules, ends, texts, and what is refused."""

from __future__ import annotations

import random
from typing import Any

import pytest

import pyengine
from pyengine.errors import IllegalMoveError, InvalidStateError
from pyengine.play.match import Match
from pyengine.search import perft

from ..layers import hunted_but
from .lockstep import go_together
from .sides import HUNTED_IN_C, SIDES, c, python, swi, twin

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
SECOND = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
THIRD = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
FOURTH = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"
FOURTH_MIRRORED = "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1"
FIFTH = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"
SIXTH = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"

COUNTS = [
    (START, 5, 4_865_609),
    (START, 6, 119_060_324),
    (SECOND, 4, 4_085_603),
    (SECOND, 5, 193_690_690),
    (THIRD, 6, 11_030_083),
    (THIRD, 7, 178_633_661),
    (FOURTH, 4, 422_333),
    (FOURTH_MIRRORED, 4, 422_333),
    (FOURTH, 6, 706_045_033),
    (FIFTH, 4, 2_103_487),
    (FIFTH, 5, 89_941_194),
    (SIXTH, 4, 3_894_594),
    (SIXTH, 5, 164_075_551),
]
"""By the Chess Programming Wiki, Perft Results; `rules/chess.perft` has what every side counts."""


@pytest.mark.parametrize(
    "case", hunted_but(lambda case: case[2] < 20_000_000, COUNTS), ids=lambda c: f"{c[0][:12]}-{c[1]}"
)
def test_sequences_of_moves(case: tuple[str, int, int]) -> None:
    text, depth, expected = case
    game = c("chess")
    assert perft(game, depth, game.parse_state(text), merge=False) == expected
    assert not game.escapes


def moves(game: Any, text: str) -> list[str]:
    state = game.parse_state(text)
    return sorted(game.move_text(move, state) for move in game.actions(state))


@SIDES
@pytest.mark.parametrize(
    ("text", "castles"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", ["O-O", "O-O-O"]),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", ["O-O", "O-O-O"]),
        ("r3k2r/8/8/8/8/8/8/R3K2R w Qk - 0 1", ["O-O-O"]),
        ("r3k2r/8/8/8/8/8/8/R3K2R b Qk - 0 1", ["O-O"]),
        ("4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1", ["O-O-O"]),  # the king would pass over f1
        ("4k3/8/8/8/8/6r1/8/R3K2R w KQ - 0 1", ["O-O-O"]),  # the king would come to g1
        ("4k3/8/8/8/8/1r6/8/R3K2R w KQ - 0 1", ["O-O", "O-O-O"]),  # only the rook passes over b1
        ("4k3/8/8/8/8/r6r/8/R3K2R w KQ - 0 1", ["O-O", "O-O-O"]),  # the rooks are attacked
        ("4k3/8/8/8/8/4r3/8/R3K2R w KQ - 0 1", []),  # the king is in check
        ("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", []),
        ("4k3/8/8/8/8/8/6p1/R3K2R w KQ - 0 1", ["O-O-O"]),  # a pawn attacks f1
    ],
)
def test_castling(make: Any, text: str, castles: list[str]) -> None:
    assert [move for move in moves(make("chess"), text) if move.startswith("O")] == castles


@SIDES
@pytest.mark.parametrize(
    ("line", "rights"),
    [
        ("", "KQkq"),
        ("a1a2 a8b8", "Kk"),
        ("h1h8", "Qq"),  # a rook takes a rook
        ("e1e2 e8e7", "-"),
        ("e1g1 e8c8", "-"),
        ("h1g1 h8g8 g1h1 g8h8", "Qq"),  # rooks that come back do not castle
    ],
)
def test_who_may_castle(make: Any, line: str, rights: str) -> None:
    game = make("chess")
    state = game.parse_state("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    for text in line.split():
        state = game.result(state, game.parse_move(text, state))
    assert game.text(state).split()[2] == rights


@SIDES
@pytest.mark.parametrize(
    ("text", "captures"),
    [
        ("4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", ["cxd6", "exd6"]),
        ("4k3/8/8/2PpP3/8/8/8/4K3 w - - 0 1", []),
        ("4k3/8/8/8/pP6/8/8/4K3 b - b3 0 1", ["axb3"]),
        ("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", []),  # both pawns would be gone from the row of the king
        ("4k3/8/8/3pP3/8/8/4r3/4K3 w - d6 0 1", []),  # in check, and it does not help
        ("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", []),  # pinned on the file
        ("6k1/b7/8/2pP4/8/8/8/6K1 w - c6 0 1", []),  # the captured pawn opens a diagonal
        ("6k1/8/b7/2pP4/4K3/8/8/8 w - c6 0 1", ["dxc6"]),
        ("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", ["exd3"]),  # the pawn that gives check is captured
        ("7k/8/8/R2pPK1r/8/8/8/8 w - d6 0 1", []),
    ],
)
def test_en_passant(make: Any, text: str, captures: list[str]) -> None:
    assert [move for move in moves(make("chess"), text) if "x" in move and move[0].islower()] == captures


@SIDES
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("4k3/8/5n2/8/8/8/2b5/3K3r w - - 0 1", ["Kd2", "Ke2", "Kxc2"]),
        ("4k3/8/8/8/4r3/5n2/8/R3K2R w KQ - 0 1", ["Kd1", "Kf1", "Kf2"]),  # a double check: only the king moves
        ("3qk3/8/8/8/8/8/3R4/3K4 w - - 0 1", ["Kc1", "Kc2", "Ke1", "Ke2", "Rd3", "Rd4", "Rd5", "Rd6", "Rd7", "Rxd8+"]),
        ("3rk3/8/8/8/8/8/3N4/3K4 w - - 0 1", ["Kc1", "Kc2", "Ke1", "Ke2"]),  # a knight that is pinned does not move
        ("4k3/8/8/8/7b/8/5P2/4K3 w - - 0 1", ["Kd1", "Kd2", "Ke2", "Kf1"]),
        ("4k3/8/8/8/8/6b1/5P2/4K3 w - - 0 1", ["Kd1", "Kd2", "Ke2", "Kf1", "fxg3"]),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1",
         ["Kd1", "Kd2", "Ke2", "Kf1", "Kf2",
          "a8=B", "a8=N", "a8=Q", "a8=R", "axb8=B", "axb8=N", "axb8=Q+", "axb8=R+"]),
        ("7k/8/8/8/8/8/8/KR5r w - - 0 1", ["Ka2", "Kb2", "Rc1", "Rd1", "Re1", "Rf1", "Rg1", "Rxh1+"]),
    ],
)  # fmt: skip
def test_moves_by_the_book(make: Any, text: str, expected: list[str]) -> None:
    assert moves(make("chess"), text) == expected


@SIDES
@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", -30_000),  # the fool's mate
        ("r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4", 30_000),  # the scholar's
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 100 80", 30_000),  # mate on the last move of fifty
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0),  # stalemate
        ("7k/8/6K1/8/8/8/8/R7 w - - 100 90", 0),
        ("7k/8/6K1/8/8/8/8/R7 w - - 99 90", None),
        ("7k/8/6K1/8/8/8/8/8 w - - 0 1", 0),
        ("7k/8/6K1/8/8/8/8/7N w - - 0 1", 0),
        ("7k/8/6K1/8/8/8/8/7b w - - 0 1", 0),
        ("7k/8/6K1/8/8/8/B7/1B5b w - - 0 1", 0),  # bishops on squares of one colour
        ("7k/8/6K1/8/8/8/8/2B4b w - - 0 1", None),
        ("7k/8/6K1/8/8/8/8/NN6 w - - 0 1", None),  # nobody can force it, but there is a mate
        ("7k/8/6K1/8/8/8/8/N6n w - - 0 1", None),
        ("7k/8/6K1/8/8/8/8/N6b w - - 0 1", None),
        ("7k/8/6K1/8/8/8/P7/8 w - - 0 1", None),
    ],
)
def test_ends(make: Any, text: str, value: int | None) -> None:
    game = make("chess")
    state = game.parse_state(text)
    assert game.is_terminal(state) == (value is not None)
    if value is not None:
        assert [game.utility(state, player) for player in game.players] == [value, -value]
        assert game.staticval(state) == value


@HUNTED_IN_C
def test_plies_are_counted_as_far_as_one_says(make: Any) -> None:
    few, none = make("chess", draw_after=5), make("chess", draw_after=0)
    for plies, is_over in ((4, False), (5, True)):
        text = f"7k/8/6K1/8/8/8/8/R7 w - - {plies} 90"
        assert few.is_terminal(few.parse_state(text)) == is_over
        assert not none.is_terminal(none.parse_state(text))
    state = none.parse_state(START)
    assert none.text(none.result(state, none.parse_move("Nf3", state))).split()[4] == "0"  # nothing is counted


@SIDES
@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Nbd2", ["Nbd2", "N1d2", "Nb1d2", "Nb1xd2", "b1d2"]),
        ("Nfd2", ["Nfd2", "N3d2", "f3d2"]),
        ("e4", ["e4", "e2e4"]),
        ("O-O", ["O-O", "0-0", "O-O+", "e1g1"]),
        ("Qd3", ["Qd3", "Q1d3", "Qdd3"]),
    ],
)  # fmt: skip
def test_texts_of_a_move(make: Any, text: str, read: list[str]) -> None:
    game = make("chess")
    state = game.parse_state("4k3/8/8/8/8/5N2/4P3/RN1QK2R w KQ - 0 1")
    move = game.parse_move(text, state)
    assert game.move_text(move, state) == text
    assert [game.parse_move(word, state) for word in read] == [move] * len(read)


@SIDES
@pytest.mark.parametrize(
    "text",
    ["Nd2", "", " ", "e5", "e2e5", "e1e8", "Kxe8", "O-O-O", "o-o", "e2", "e9", "e2e4q", "e4=Q", "Ne4", "nf3", "--",
     "0000", "_", "X", "e2-e4", "a1a9", "Nbd2x", "Nbd2+#", "E4", "Nbd٢", "N" * 1000],
)  # fmt: skip
def test_what_is_no_move(make: Any, text: str) -> None:
    """The first fits two knights."""
    game = make("chess")
    state = game.parse_state("4k3/8/8/8/8/5N2/4P3/RN1QK2R w K - 0 1")
    with pytest.raises(IllegalMoveError, match=r"(?s)(is not a legal move|fits several).*Nbd2"):
        game.parse_move(text, state)


def test_texts_of_moves_are_compiled_once() -> None:
    """Code that is made for less than it meets is made anew, which takes as long as it took to load the rules."""
    game = python("chess")
    state = game.parse_state("1n2k3/P7/8/8/8/8/4P3/RN1QK2R w K - 0 1")
    for text in ("Nd2", "axb8=Q+", "Qdd3", "e2e4", "O-O"):
        game.move_text(game.parse_move(text, state), state)
    assert game.is_as_loaded


@SIDES
def test_promotions_are_named(make: Any) -> None:
    game = make("chess")
    state = game.parse_state("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    assert game.parse_move("a7b8n", state) == game.parse_move("axb8=N", state) == game.parse_move("ab8=N", state)
    for text in ("a8", "a7a8", "axb8", "a7a8k", "a8=K", "a8=P", "a8=q", "a7a8Q"):
        with pytest.raises(IllegalMoveError):
            game.parse_move(text, state)


@SIDES
@pytest.mark.parametrize("text", [START, SECOND, THIRD, FOURTH, FOURTH_MIRRORED, FIFTH, SIXTH])
def test_positions_round_trip(make: Any, text: str) -> None:
    """But for the number of the move, which is no part of a position."""
    game = make("chess")
    assert game.text(game.parse_state(text)) == " ".join((*text.split()[:5], "1"))


@SIDES
@pytest.mark.parametrize("row", ["08", "0008", "80", "k0007", "44", "9", "", "8" * 5000, "x7"])
def test_rows_that_are_none(make: Any, row: str) -> None:
    with pytest.raises(InvalidStateError):
        make("chess").parse_state(f"{row}/8/8/2k5/8/4K3/8/8 w - - 0 1")


@pytest.mark.parametrize("make", [python, twin], ids=["python", "twin"])
@pytest.mark.parametrize(
    ("text", "told"), [("", "''"), (" ", "'"), ("x" * 1_000_000, "x" * 300 + "… "), ("\x1b[2J", "\\x1b[2J ")]
)
def test_what_is_no_position_is_told_in_short(make: Any, text: str, told: str) -> None:
    with pytest.raises(InvalidStateError) as caught:
        make("chess").parse_state(text)
    assert str(caught.value).startswith(told)
    assert len(str(caught.value)) < 500


def test_what_is_no_move_is_told_in_short() -> None:
    for text in ("e" * 1_000_000, "\x1b[2J", ""):
        with pytest.raises(IllegalMoveError) as caught:
            python("chess").parse_move(text)
        assert len(str(caught.value)) < 700
        assert "\x1b" not in str(caught.value)
        assert not str(caught.value).startswith(" ")


def test_a_count_of_thousands_of_digits_is_refused_by_the_twin() -> None:
    with pytest.raises(InvalidStateError):
        twin("chess").parse_state(f"8/8/8/2k5/8/4K3/8/R7 w - - {'9' * 5000} 1")


@SIDES
@pytest.mark.parametrize("term", ["x", "s(white,1,2,3)", f"s(white{',0' * 10})", f"s({'a,' * 10}0)"])
def test_terms_that_are_no_positions(make: Any, term: str) -> None:
    with pytest.raises(InvalidStateError):
        make("chess").parse_state(term)


@pytest.mark.parametrize("make", [python, c, swi], ids=["python", "c", "swi"])
def test_terms_that_are_positions(make: Any) -> None:
    game = make("chess")
    sets = "65535,18446462598732840960,71776119061282560,4755801206503243842,3170534137668829228,9871890383196127369"
    start = f"s(white,{sets},1152921504606846992,9295429630892703873,0,0)"
    assert game.parse_state(start) == game.initial
    for wrong in (start.replace("65535", "65534"), start.replace("992,929", "992,1929"), start.replace(",0)", ",-1)")):
        with pytest.raises(InvalidStateError):
            game.parse_state(wrong)


@SIDES
def test_what_comes_back(make: Any) -> None:
    """The count of quiet plies does not matter, nor does a capture en passant that is not legal."""
    game = make("chess")

    def key(text: str) -> Any:
        return game.repetition(game.parse_state(text))

    assert key("4k3/8/8/2PpP3/8/8/8/4K3 w - - 0 1") == key("4k3/8/8/2PpP3/8/8/8/4K3 w - - 7 30")
    assert key("4k3/8/8/2PpP3/8/8/8/4K3 w - - 0 1") != key("4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1")
    assert key("4k3/8/8/2PpP3/8/8/8/4K3 w - - 0 1") != key("4k3/8/8/2PpP3/8/8/8/4K3 b - - 0 1")
    assert key("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1") == key("8/8/8/K2pP2r/8/8/8/4k3 w - - 0 1")
    assert key("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1") != key("r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1")


@SIDES
def test_a_position_is_repeated(make: Any) -> None:
    game = make("chess")
    match = Match(game, (game.initial,))
    counts = []
    for text in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"]:
        match = match.play(game.parse_move(text, match.state))
        counts.append(match.repeated)
    assert counts == [1, 1, 1, 2, 2, 2, 2, 3]


@pytest.mark.hunt
@pytest.mark.parametrize("seed", range(5))
def test_rules_and_twin_go_together(seed: int) -> None:
    go_together(c("chess"), twin("chess"), seed)


@SIDES
@pytest.mark.parametrize(
    ("text", "value"),
    [
        (START, 0),
        ("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", 100 + 2 * 10 + 10 * (14 - 7 - 4 * 3)),  # the lone king is in the middle
        ("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", 500 + 320 + 4 * (7 + 3) + 10 * (14 - 7 - 4 * 3)),
        ("q3k3/8/8/8/8/8/3PPP2/4K3 b - - 0 1", 300 - 900 + 12 * 3 - 4 * 17),
    ],
)
def test_the_estimate_by_hand(make: Any, text: str, value: int) -> None:
    game = make("chess")
    assert game.staticval(game.parse_state(text)) == value


def test_random_positions_are_read_back() -> None:
    chance, game = random.Random(3), python("chess")
    state = game.initial
    for _ in range(60):
        assert game.parse_state(game.text(state)) == state
        state = chance.choice(game.expand(state).children)


@pytest.mark.parametrize("most", [-1, 1.0, "many", [100]])
def test_wrong_parameters(most: Any) -> None:
    with pytest.raises(pyengine.PyengineError, match="expected, found"):
        python("chess", draw_after=most)
