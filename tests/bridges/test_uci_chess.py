"""Chess, played and analysed through python-chess, which knows the rules by itself."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator

import chess
import chess.engine
import pytest

from pyengine import load
from pyengine.bridges.uci.move_texts import MoveTexts

SPECIAL = {
    "castling": ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1 e8c8"),
    "long castling": ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1 e8g8"),
    "en passant": ("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4 d4e3"),
    "promotions": ("1n2k3/P7/8/8/8/8/7p/4K1N1 w - - 0 1", "a7b8n h2g1r"),
}


@pytest.fixture(scope="module")
def engine() -> Iterator[chess.engine.SimpleEngine]:
    command = [sys.executable, "-m", "pyengine.cli", "uci", "chess"]
    with chess.engine.SimpleEngine.popen_uci(command, timeout=120) as engine:
        yield engine


@pytest.mark.parametrize(("fen", "moves"), SPECIAL.values(), ids=SPECIAL.keys())
def test_special_moves_are_written_and_read(engine: chess.engine.SimpleEngine, fen: str, moves: str) -> None:
    board = chess.Board(fen)
    for text in moves.split():
        move = chess.Move.from_uci(text)
        assert engine.play(board, chess.engine.Limit(depth=1), root_moves=[move]).move == move
        board.push(move)
    assert engine.play(board, chess.engine.Limit(depth=2)).move in board.legal_moves


def test_every_move_has_the_squares_that_python_chess_has() -> None:
    game, board, chance = load("chess", reasoner="c"), chess.Board(), random.Random(1)
    texts, state = MoveTexts(game), load("chess", reasoner="c").initial
    while not board.is_game_over() and len(board.move_stack) < 120:
        words = {texts.word(move, state): move for move in game.actions(state)}
        assert set(words) == {move.uci() for move in board.legal_moves}
        chosen = chance.choice(sorted(words))
        board.push_uci(chosen)
        state = game.result(state, words[chosen])


@pytest.mark.parametrize(
    ("fen", "mate"),
    [
        ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1", 1),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),  # Paul Morphy
        ("6k1/5ppp/8/8/8/8/r4PPP/1q4K1 w - - 0 1", None),
    ],
)
def test_mates_are_found(engine: chess.engine.SimpleEngine, fen: str, mate: int | None) -> None:
    board = chess.Board(fen)
    if mate is None:
        assert engine.play(board, chess.engine.Limit(depth=3)).move is None  # it is mate
        return
    info = engine.analyse(board, chess.engine.Limit(depth=2 * mate + 1))
    assert info["score"].white() == chess.engine.Mate(mate)
    for move in info["pv"]:
        assert move in board.legal_moves
        board.push(move)
    assert board.is_checkmate()


def play(engine: chess.engine.SimpleEngine, board: chess.Board, seconds: float, plies: int) -> None:
    """Let the engine play itself with clocks, pondering as white."""
    clocks = {chess.WHITE: seconds, chess.BLACK: seconds}
    token = object()
    while not board.is_game_over(claim_draw=True) and len(board.move_stack) < plies:
        limit = chess.engine.Limit(
            white_clock=clocks[chess.WHITE], black_clock=clocks[chess.BLACK], white_inc=0.02, black_inc=0.02
        )
        played = engine.play(board, limit, game=token, ponder=bool(board.turn), info=chess.engine.INFO_ALL)
        assert played.move in board.legal_moves
        clocks[board.turn] = max(0.02, clocks[board.turn] + 0.02 - played.info["time"])
        board.push(played.move)


def test_the_first_moves_of_a_game_with_clocks(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    play(engine, board, 1.0, 20)
    assert len(board.move_stack) == 20


@pytest.mark.hunt
def test_a_whole_game_with_clocks(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    play(engine, board, 10.0, 1_000)
    assert board.is_game_over(claim_draw=True)
