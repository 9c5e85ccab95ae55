"""Our engine as an interface sees it: through the client of python-chess, which plays, analyses and ponders."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

import chess
import chess.engine
import pytest

COMMAND = [sys.executable, "-m", "pyengine.cli", "uci"]
PATIENCE = 120.0
MATE_IN_2 = "7k/8/5K2/8/8/8/8/R7 w - - 0 1"
MATED_IN_5 = "5k2/8/4K3/8/8/8/8/R7 b - - 0 1"
FAR = "8/8/8/4k3/8/8/8/KR6 w - - 0 1"


@pytest.fixture(scope="module")
def engine() -> Iterator[chess.engine.SimpleEngine]:
    with chess.engine.SimpleEngine.popen_uci(
        [*COMMAND, "chess_ending"], timeout=PATIENCE, env=dict(os.environ)
    ) as engine:
        yield engine


def test_the_engine_says_who_it_is(engine: chess.engine.SimpleEngine) -> None:
    assert engine.id["name"] == "pyengine chess_ending"
    assert {"Hash", "Threads", "Ponder", "Clear Hash", "Move Overhead"} <= set(engine.options)
    assert "MultiPV" not in engine.options
    engine.ping()


def test_a_mate_in_two_is_found_and_told(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board(MATE_IN_2)
    info = engine.analyse(board, chess.engine.Limit(depth=8))
    assert info["score"].white() == chess.engine.Mate(2)
    assert info["depth"] == 3
    assert [move.uci() for move in info["pv"]] == ["f6g6", "h8g8", "a1a8"]
    assert info["nodes"] > 0


def test_who_is_mated_is_told_from_the_other_side(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board("6k1/8/6K1/8/8/8/8/R7 b - - 0 1")
    info = engine.analyse(board, chess.engine.Limit(depth=6))
    assert info["score"].black() == chess.engine.Mate(-2)
    assert info["pv"][0] == chess.Move.from_uci("g8f8")  # h8 would be mated at once


def test_a_whole_game_with_clocks_ends_in_mate(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board(MATED_IN_5)
    clocks = {chess.WHITE: 60.0, chess.BLACK: 60.0}
    while not board.is_game_over(claim_draw=True):
        limit = chess.engine.Limit(
            white_clock=clocks[chess.WHITE], black_clock=clocks[chess.BLACK], white_inc=0.1, black_inc=0.1
        )
        played = engine.play(board, limit, info=chess.engine.INFO_ALL)
        assert played.move in board.legal_moves
        clocks[board.turn] += 0.1 - played.info["time"]
        board.push(played.move)
    assert board.is_checkmate()
    assert len(board.move_stack) == 10  # both sides play as well as can be


def test_the_game_may_last_for_a_number_of_moves(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board(FAR)
    limit = chess.engine.Limit(white_clock=1, black_clock=1, remaining_moves=2)
    assert engine.play(board, limit).move in board.legal_moves


@pytest.mark.parametrize("limit", [{"depth": 3}, {"nodes": 500}, {"time": 0.05}, {"mate": 2}])
def test_every_limit_ends_a_search(engine: chess.engine.SimpleEngine, limit: dict[str, float]) -> None:
    board = chess.Board(FAR)
    played = engine.play(board, chess.engine.Limit(**limit), info=chess.engine.INFO_ALL)
    assert played.move in board.legal_moves
    if "nodes" in limit:
        assert played.info["nodes"] <= 500


def test_an_endless_analysis_goes_on_until_it_is_stopped(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board(FAR)
    with engine.analysis(board) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 5:
                break
        analysis.stop()
        assert analysis.wait().move in board.legal_moves


def test_an_endless_analysis_of_a_mate_is_kept_back_until_it_is_stopped(engine: chess.engine.SimpleEngine) -> None:
    with engine.analysis(chess.Board(MATE_IN_2)) as analysis:
        for info in analysis:
            if "score" in info and info["score"].is_mate():
                break
        analysis.stop()
        assert analysis.wait().move == chess.Move.from_uci("f6g6")


def test_some_moves_are_searched(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board(MATE_IN_2)
    wanted = [chess.Move.from_uci("a1a2"), chess.Move.from_uci("a1b1")]
    played = engine.play(board, chess.engine.Limit(depth=4), root_moves=wanted)
    assert played.move in wanted
    played = engine.play(board, chess.engine.Limit(depth=4), root_moves=[*wanted, chess.Move.from_uci("f6g6")])
    assert played.move == chess.Move.from_uci("f6g6")


def test_pondering_goes_on_when_the_move_is_made(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board(FAR)
    limit = chess.engine.Limit(white_clock=3, black_clock=3)
    played = engine.play(board, limit, ponder=True)
    assert played.move in board.legal_moves
    assert played.ponder is not None
    board.push(played.move)
    board.push(played.ponder)
    assert engine.play(board, limit, ponder=True).move in board.legal_moves  # python-chess says ponderhit
    board.push(next(iter(board.legal_moves)))
    board.push(next(iter(board.legal_moves)))
    assert engine.play(board, limit).move in board.legal_moves  # and stop, where another move was made


def test_options_are_set(engine: chess.engine.SimpleEngine) -> None:
    engine.configure({"Hash": 16, "Threads": 2, "Move Overhead": 10, "Algorithm": "mtdf", "Quiescence": 0})
    board = chess.Board(MATE_IN_2)
    assert engine.play(board, chess.engine.Limit(depth=5)).move == chess.Move.from_uci("f6g6")
    engine.configure({"Clear Hash": None, "Algorithm": "mcts"})
    assert engine.play(board, chess.engine.Limit(nodes=200)).move in board.legal_moves
    with pytest.raises(chess.engine.EngineError, match="MultiPV"):
        engine.analyse(board, chess.engine.Limit(depth=2), multipv=2)


def test_a_game_that_is_over_has_no_move(engine: chess.engine.SimpleEngine) -> None:
    mated = chess.Board("R6k/8/6K1/8/8/8/8/8 b - - 0 1")
    assert engine.play(mated, chess.engine.Limit(depth=2)).move is None
