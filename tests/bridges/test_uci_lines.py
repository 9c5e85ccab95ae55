"""What an interface may say wrong, at the wrong time, or not at all: the engine answers, and ends when it should."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import Pipes

Start = Callable[..., Pipes]
FAR = "position fen 8/8/8/4k3/8/8/8/KR6 w - - 0 1"

WRONG = {
    "nonsense": b"xyzzy",
    "words": b"one two three",
    "position of nothing": b"position",
    "position of another kind": b"position endpos",
    "startpos and more": b"position startpos e2e4",
    "no fen": b"position fen",
    "a fen that is none": b"position fen rubbish/8/8 w",
    "a fen of another game": b"position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "a term that is none": b"position state s(white, 0, rook(1",
    "a term that is no position": b"position state 42",
    "an illegal move": b"position startpos moves a1h8",
    "a move that is none": b"position startpos moves ((((",
    "a null move": b"position startpos moves 0000",
    "a variable": b"position startpos moves X",
    "controls": b"position startpos moves \x1b[2J\x07\x08",
    "zeros": b"position fen \x00\x00\x00",
    "no text": b"position startpos moves \xff\xfe\x80",
    "bytes": bytes(set(range(256)) - {10}),
    "megabytes": b"position startpos moves " + b"a1a2 " * 1_000_000,
    "a megabyte of a term": b"position state " + b"f(" * 300_000,
    "a long fen": b"position fen " + b"8/" * 400_000,
    "too many moves": b"position startpos moves " + b"a1a2 " * 30_000,
    "setoption": b"setoption",
    "an option without a name": b"setoption value 3",
    "an option that there is none of": b"setoption name MultiPV value 3",
    "a size that is none": b"setoption name Hash value big",
    "a size without a number": b"setoption name Hash",
    "a size below all": b"setoption name Hash value -5",
    "a size beyond all": b"setoption name Hash value " + b"9" * 5000,
    "threads": b"setoption name Threads value 0",
    "half a thread": b"setoption name Threads value 1.5",
    "a check": b"setoption name Ponder value maybe",
    "a combination": b"setoption name Algorithm value magic",
}


@pytest.fixture(scope="module")
def patient() -> Pipes:
    pipes = Pipes("chess_ending")
    yield pipes
    pipes.kill()


@pytest.mark.parametrize("line", WRONG.values(), ids=WRONG.keys())
def test_what_is_wrong_is_told_and_the_engine_goes_on(patient: Pipes, line: bytes) -> None:
    patient.send(line)
    told = patient.ready()
    assert told
    assert all(each.startswith("info string ") and each.isprintable() and len(each) < 400 for each in told)
    assert patient.ask("position startpos", "go depth 1")[-1].startswith("bestmove ")


@pytest.mark.parametrize(
    "go",
    [
        "go wtime x btime",
        "go depth -3",
        "go depth 0",
        "go nodes 0",
        "go mate 0",
        "go mate -1",
        "go movetime -5",
        "go wtime -100 btime -100 winc -1 movestogo 0",
        "go wtime 0 btime 0",
        "go wtime 99999999999999999999999 depth 1",
        "go movestogo 3 depth 1",
        "go perft 3 depth 1",
        "go searchmoves depth 1",
        "go searchmoves a1a8 depth 1",
        "go searchmoves nonsense depth 1",
        "go depth 1 depth 2 wtime 1000 movetime 10 nodes 5",
    ],
)
def test_a_go_of_whatever_kind_is_answered_by_a_move(patient: Pipes, go: str) -> None:
    answer = patient.ask("position startpos", go) if "x" not in go else patient.ask("position startpos", go, "stop")
    assert answer[-1].startswith("bestmove ")
    assert "(none)" not in answer[-1]
    assert sum(line.startswith("bestmove") for line in answer) == 1
    assert patient.ready() == []


def test_what_is_harmless_is_silent(patient: Pipes) -> None:
    patient.send("", "   ", "register later", "debug off", "stop", "ponderhit", "ucinewgame", "\t\r")
    assert patient.ready() == []


def test_words_before_a_command_are_skipped(patient: Pipes) -> None:
    assert patient.ask("joho debug on", "position startpos", "go depth 1")[-2].startswith("info string depth 1")
    patient.send("debug off")


def test_a_position_that_was_refused_is_not_played(patient: Pipes) -> None:
    told = patient.ask("position startpos moves a1a9", "go depth 1")
    assert told[-1] == "bestmove (none)"
    assert "there is no position" in told[-2]


def test_an_endless_search_is_ended_by_what_comes_next(engine: Start) -> None:
    pipes = engine("chess_ending")
    pipes.send(FAR, "go infinite")
    pipes.until("info")
    assert "readyok" in pipes.ask("isready", until="readyok")
    pipes.send("go infinite")
    assert pipes.until("bestmove")
    pipes.send("position startpos")
    assert pipes.until("bestmove")
    pipes.send("go infinite", "setoption name Hash value 8")
    assert pipes.until("bestmove")
    pipes.send("go ponder wtime 1000 btime 1000", "ucinewgame")
    assert pipes.until("bestmove")
    pipes.send("go infinite", "stop", "stop", "go depth 2", "go depth 3")
    for _ in range(3):
        assert pipes.until("bestmove")
    assert pipes.ready() == []


def test_a_search_that_ends_by_itself_is_waited_for(engine: Start) -> None:
    pipes = engine("chess_ending")
    pipes.send(FAR, "go depth 7", "position startpos", "go depth 2")
    assert any(line.startswith("info depth 7 ") for line in pipes.until("bestmove"))
    assert any(line.startswith("info depth 2 ") for line in pipes.until("bestmove"))


def test_pondering_ends_by_a_hit_or_a_stop(engine: Start) -> None:
    pipes = engine("chess_ending")
    pipes.send(FAR, "go ponder wtime 300 btime 300")
    pipes.until("info")
    assert pipes.ask("ponderhit")[-1].startswith("bestmove ")
    pipes.send("go ponder movetime 100000", "ponderhit")
    assert pipes.ask("stop")[-1].startswith("bestmove ")
    pipes.send("position fen 7k/8/5K2/8/8/8/8/R7 w - - 0 1", "go ponder wtime 100000 btime 100000")
    while "mate 2" not in pipes.until("info")[-1]:
        pass
    assert pipes.ask("ponderhit")[-1] == "bestmove f6g6 ponder h8g8"  # it was known, and kept back


def test_a_draw_by_repetition_is_avoided_and_taken(patient: Pipes) -> None:
    again = "a1a2 e5e4 a2a1 e4e5"
    assert patient.ask(FAR, "go depth 1")[-1].startswith("bestmove a1a2")
    assert patient.ask(f"{FAR} moves {again}", "go depth 1")[-1].startswith("bestmove a1a2")
    assert not patient.ask(f"{FAR} moves {again} {again}", "go depth 1")[-1].startswith("bestmove a1a2")
    lost, again = "position fen 5k2/8/4K3/8/8/8/8/R7 b - - 0 1", "f8g8 a1a2 g8f8 a2a1"
    assert patient.ask(f"{lost} moves {again}", "go depth 10")[-2].startswith("info depth 10 score mate -5 ")
    assert patient.ask(f"{lost} moves {again} {again}", "go depth 12")[-1] == "bestmove f8g8"


@pytest.mark.parametrize(("go", "end"), [("go infinite", "quit"), ("go", ""), ("go ponder depth 3", "")])
def test_the_end_comes_at_once(engine: Start, go: str, end: str) -> None:
    pipes = engine("chess_ending")
    pipes.send(FAR, go)
    pipes.until("info")
    if end:
        pipes.send(end)
    status, told, reported = pipes.ended()
    assert (status, reported) == (0, "")
    assert told.splitlines()[-1].startswith("bestmove ")


def test_what_was_asked_for_before_the_end_of_the_pipe_is_done(engine: Start) -> None:
    pipes = engine("chess_ending")
    pipes.send(FAR, "go depth 4")
    pipes._input.write(b"go depth 5")  # without the end of the line
    pipes.close()
    status, told, _ = pipes.ended()
    assert status == 0
    assert told.count("bestmove ") == 2
    assert "info depth 5 " in told


@pytest.mark.parametrize(("number", "go"), [(signal.SIGINT, "go infinite"), (signal.SIGTERM, "isready")])
def test_signals_end_it(engine: Start, number: signal.Signals, go: str) -> None:
    pipes = engine("chess_ending")
    pipes.ready()
    pipes.send(FAR, go)
    pipes.until("info" if go.startswith("go") else "readyok")
    pipes.process.send_signal(number)
    pipes.process.wait(timeout=60)
    status, _, reported = pipes.ended()
    assert (status, reported) == (128 + number, "")


def test_where_nobody_listens_any_more_it_ends(engine: Start) -> None:
    pipes = engine("chess_ending")
    pipes.send(FAR, "go infinite")
    pipes.until("info")
    pipes._output.close()
    assert pipes.process.wait(timeout=60) == 141
    assert pipes.process.stderr is not None
    assert pipes.process.stderr.read() == b""


def test_a_closed_input_is_the_end(engine: Start) -> None:
    pipes = engine("tictactoe")
    assert pipes.ended() == (0, "", "")


def test_a_game_that_there_is_none_of_is_told_to_people(engine: Start) -> None:
    status, told, reported = engine("no_such_game").ended()
    assert status == 1
    assert told == ""
    assert "no_such_game" in reported


def test_what_rules_raise_is_told_and_a_move_is_made_all_the_same(engine: Start, tmp_path: Path) -> None:
    (tmp_path / "breaks.pl").write_text(
        "player(a). player(b). initial(s(a, 0)). to_move(s(P, _), P).\n"
        "move(s(a, N), add(K), s(b, M)) :- member(K, [1, 2]), M is N + K.\n"
        "move(s(b, N), add(K), s(a, M)) :- member(K, [1, 2]), M is N + K + foo.\n"
        "utility(_, 0).\n"
    )
    told = engine(str(tmp_path / "breaks.pl")).ask("go depth 4")
    assert told[-1] == "bestmove add(1)"
    assert "foo" in told[-2]
