"""Chess beside python-chess, which knows the rules by itself: positions, moves, their texts, and how games end.

What is compared is defined alike on both sides. Games end here after fifty moves of each side, which python-chess lets
a player claim (`is_fifty_moves`), and where neither side has the pieces to mate (`is_insufficient_material`). Its ends
after seventy-five moves or five repetitions are not asked for. A square en passant is written where a pawn may capture
there but for checks, which python-chess calls X-FEN; the number of the move is no part of a position, and written as 1.
"""

from __future__ import annotations

import random
from itertools import combinations_with_replacement
from typing import Any

import chess
import pytest

from pyengine.errors import InvalidStateError

from ..layers import hunted_but
from .sides import c, twin

SPECIAL = (
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1",  # rooks are captured by pawns that are promoted
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 97 1",  # castles while the fifty moves run out
    "8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "4k3/pppppppp/8/PPPPPPPP/pppppppp/8/PPPPPPPP/4K3 w - - 0 1",  # pawns meet everywhere
    "k7/8/8/2pP4/K2Pp2q/8/4P3/8 w - c6 0 1",
    "8/8/8/1k1pP2R/8/8/8/2K2b2 w - d6 0 1",
    "3rkr2/8/8/1b3q2/8/8/3NBN2/R3K2R w KQ - 0 1",  # pins and checks from everywhere
    "QQQQ4/Q6Q/Q6Q/Q2k4/8/8/8/K7 b - - 0 1",
    "7k/8/R1R5/8/R1R5/8/3N4/K2N1N2 w - - 0 1",  # moves that are told apart by file, rank, and both
    "6k1/8/8/1Q3Q2/8/8/1Q3Q2/K7 w - - 0 1",
    "8/8/4kb2/8/8/2BK4/8/8 w - - 90 1",  # soon nobody can mate
    "8/8/4kn2/8/4KP2/8/8/8 w - - 0 1",
)
"""Where games begin: positions that have every special rule in them."""


def written(board: chess.Board) -> str:
    """Write a position as we do."""
    return " ".join((*board.fen(en_passant="xfen").split()[:5], "1"))


def moves_of(game: Any, state: Any, board: chess.Board) -> list[tuple[Any, chess.Move]]:
    """Compare a position of both sides, and give its moves, none where the game is over."""
    where = written(board)
    assert game.text(state) == where
    assert game.parse_state(where) == state
    is_mate = board.is_checkmate()
    is_over = is_mate or board.is_stalemate() or board.is_fifty_moves() or board.is_insufficient_material()
    assert game.is_terminal(state) == is_over, where
    if is_over:
        loser = -30_000 if board.turn == chess.WHITE else 30_000
        assert game.utility(state, game.players[0]) == (loser if is_mate else 0), where
        return []
    ours = {game.move_text(move, state): move for move in game.actions(state)}
    theirs = {board.san(move): move for move in board.legal_moves}
    assert sorted(ours) == sorted(theirs), where
    assert len(game.actions(state)) == len(ours), where
    return [(ours[text], theirs[text]) for text in sorted(ours)]


def play(game: Any, start: str, chance: random.Random, plies: int) -> int:
    """Play a game by chance on both sides; gives the number of positions."""
    board, state = chess.Board(start), game.parse_state(start)
    for number in range(plies):
        moves = moves_of(game, state, board)
        if not moves:
            return number + 1
        move, theirs = chance.choice(moves)
        for text in (board.uci(theirs), board.san(theirs), board.lan(theirs).replace("-", "")):
            if not board.is_castling(theirs) or text[0] != "O" or "-" in text:
                assert game.parse_move(text, state) == move, (written(board), text)
        board.push(theirs)
        state = game.result(state, move)
    return plies


@pytest.mark.parametrize("make", [c, twin], ids=["c", "native"])
@pytest.mark.parametrize("start", SPECIAL, ids=lambda fen: fen.split()[0])
def test_positions_of_every_special_rule(make: Any, start: str) -> None:
    play(make("chess"), start, random.Random(1), 3)


@pytest.mark.hunt
@pytest.mark.parametrize("seed", range(6))
def test_games_from_every_special_rule(seed: int) -> None:
    """More than 4,000 positions by all the seeds."""
    chance = random.Random(seed)
    assert sum(play(c("chess"), start, chance, 60) for start in SPECIAL) > 400


@pytest.mark.parametrize("case", hunted_but((0, 12).__eq__, [(0, 12), *((seed, 1000) for seed in range(8))]))
def test_random_games(case: tuple[int, int]) -> None:
    """About 2,500 positions by all the seeds, to the ends of the games."""
    seed, plies = case
    play(c("chess"), chess.STARTING_FEN, random.Random(seed), plies)


def test_who_can_mate() -> None:
    """Every set of up to three men besides the kings, somewhere on the board."""
    game, chance = c("chess"), random.Random(1)
    for count in range(4):
        for men in combinations_with_replacement("PNBRQpnbrq", count):
            board = chess.Board(None)
            while not board.is_valid():
                board.clear_board()
                squares = chance.sample(range(8, 56), count + 2)
                for square, man in zip(squares, ("K", "k", *men), strict=True):
                    board.set_piece_at(square, chess.Piece.from_symbol(man))
            state = game.parse_state(board.fen())
            ends = board.is_insufficient_material() or not any(board.legal_moves)
            assert game.is_terminal(state) == ends, board.fen()


def test_what_comes_back_is_what_python_chess_takes_for_repeated() -> None:
    """Positions of games that go back and forth; two are the same on both sides, or on neither."""
    game, chance = c("chess"), random.Random(5)
    ours: dict[Any, Any] = {}
    theirs: dict[Any, Any] = {}
    for start in SPECIAL:
        for _ in range(3):
            board, state = chess.Board(start), game.parse_state(start)
            for _ in range(12):
                key, other = game.repetition(state), board._transposition_key()
                assert ours.setdefault(key, other) == other, board.fen()
                assert theirs.setdefault(other, key) == key, board.fen()
                moves = list(board.legal_moves)
                if game.is_terminal(state) or not moves:
                    break
                backward = [move for move in moves if board.move_stack and _is_way_back(board, move)]
                move = chance.choice(backward or moves)
                state = game.result(state, game.parse_move(move.uci(), state))
                board.push(move)
    assert len(ours) > 100


def _is_way_back(board: chess.Board, move: chess.Move) -> bool:
    if len(board.move_stack) < 2:
        return False
    before = board.move_stack[-2]
    return (move.from_square, move.to_square) == (before.to_square, before.from_square)


@pytest.mark.hunt
def test_positions_nobody_came_to() -> None:
    """Men anywhere: what python-chess takes for a position of chess is read, and has the same moves."""
    game, chance, count = c("chess"), random.Random(2), 0
    while count < 300:
        men = [*"Kk", *chance.choices("PPPNBRQpppnbrq", k=chance.randrange(28))]
        board = chess.Board(None)
        for square, man in zip(chance.sample(range(64), len(men)), men, strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(man))
        board.turn = chance.random() < 0.5
        is_read = not board.status() & (chess.STATUS_OPPOSITE_CHECK | chess.STATUS_PAWNS_ON_BACKRANK)
        if is_read:
            moves_of(game, game.parse_state(board.fen()), board)
            count += 1
        else:
            with pytest.raises(InvalidStateError, match="neither the notation of a position"):
                game.parse_state(board.fen())
