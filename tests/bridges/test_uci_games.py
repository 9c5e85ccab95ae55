"""Games other than chess: moves are words as the game writes them, positions are in its notation."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import pyengine
from pyengine.bridges.uci.move_texts import MoveTexts
from pyengine.errors import IllegalMoveError

from .conftest import Pipes

Start = Callable[..., Pipes]

BLANKS = """
player(a). player(b).
initial(s(a, 3)).
to_move(s(P, _), P).
move(s(P, N), take(K, now), s(Q, M)) :- member(K, [1, 2]), K =< N, M is N - K, other(P, Q).
other(a, b). other(b, a).
utility(s(a, 0), -1).
utility(s(b, 0), 1).
"""
"""Who takes the last one wins; three are lost."""

SQUARES = """
move_notation(_, take(K, now), Text) :- nth1(K, ["one of them", "a pair"], Text).
move_coordinates(_, take(K, now), Text) :- nth1(K, [x1, x2], Text).
"""


def play(pipes: Pipes, go: str = "go depth 3") -> tuple[list[str], str]:
    """Let the engine play itself: the moves, and the last score."""
    moves: list[str] = []
    score = ""
    while True:
        told = pipes.ask(f"position startpos{' moves ' if moves else ''}{' '.join(moves)}", go)
        move = told[-1].split()[1]
        if move == "(none)":
            return moves, score
        score = next(line for line in reversed(told) if " score " in line).partition(" score ")[2]
        moves.append(move)


@pytest.mark.parametrize("game", ["tictactoe", "connect_four", "nim", "hexapawn", "othello"])
def test_a_game_is_played_to_its_end(engine: Start, game: str) -> None:
    moves, score = play(engine(game), "go depth 2")
    position = pyengine.load(game).start
    for move in moves:
        position = position.play(move)
    assert position.is_over
    assert score.startswith("mate 1" if position.winners else "cp")


def test_games_of_more_players_have_scores_too(engine: Start) -> None:
    told = engine("nim_three_players").ask("go depth 4")
    assert any(" score " in line for line in told)
    assert told[-1].startswith("bestmove take(")


@pytest.mark.parametrize("reasoner", ["c", "python", "swi"])
def test_blanks_in_moves_are_harmless(engine: Start, tmp_path: Path, reasoner: str) -> None:
    (tmp_path / "blanks.pl").write_text(BLANKS + SQUARES.splitlines()[1])
    pipes = engine(str(tmp_path / "blanks.pl"), "--reasoner", reasoner)
    assert pipes.ask("go depth 3")[-1] == "bestmove one_of_them ponder a_pair"
    for move in ("one_of_them", "one of them", "take(1, now)", "take(1,now)"):
        told = pipes.ask(f"position startpos moves {move} ", "go depth 3")
        assert told[-1] == "bestmove a_pair", told
        assert " score mate 1 " in told[-2]
    told = pipes.ask("position state s(b, 2) moves one of them one of them", "go")
    assert told[-1] == "bestmove (none)"
    told = pipes.ask("position startpos", "go depth 3 searchmoves a pair")
    assert told[-1].startswith("bestmove a_pair")


@pytest.mark.parametrize("reasoner", ["c", "python", "swi"])
def test_rules_may_say_by_which_squares_a_move_goes(tmp_path: Path, reasoner: str) -> None:
    (tmp_path / "squares.pl").write_text(BLANKS + SQUARES)
    game = pyengine.load(tmp_path / "squares.pl", reasoner=reasoner)
    one, two = game.actions(game.initial)
    assert [game.move_coordinates(move, game.initial) for move in (one, two)] == ["x1", "x2"]
    assert [game.move_text(move, game.initial) for move in (one, two)] == ["one of them", "a pair"]
    assert game.parse_move("x2") == game.parse_move("a pair") == two
    with pytest.raises(IllegalMoveError, match="legal moves: one of them, a pair"):
        game.parse_move("x3")
    texts = MoveTexts(game)
    assert [texts.word(move, game.initial) for move in (one, two)] == ["x1", "x2"]
    assert texts.read(["x2", "x1"], game.initial) == (two, 1)


def test_a_move_without_a_text_is_told_as_a_term(tmp_path: Path) -> None:
    (tmp_path / "empty.pl").write_text(BLANKS + "move_coordinates(_, take(K, now), Text) :- nth1(K, [x1, ''], Text).\n")
    game = pyengine.load(tmp_path / "empty.pl", reasoner="python")
    texts = MoveTexts(game)
    one, two = game.actions(game.initial)
    assert [texts.word(move, game.initial) for move in (one, two)] == ["x1", "take(2,now)"]
    assert texts.read(["take(2,now)"], game.initial) == (two, 1)


def test_what_is_no_legal_move_restricts_nothing(engine: Start) -> None:
    pipes = engine("chess_ending")
    start = "position fen 7k/8/5K2/8/8/8/8/R7 w - - 0 1"
    told = pipes.ask(start, "go depth 3 searchmoves a1h8 zz")
    assert "info string not legal after searchmoves: 'a1h8, zz'" in told
    assert told[-1].startswith("bestmove f6g6")
    assert pipes.ask(start, "go depth 3 searchmoves zz a1a2 h8a1")[-1].startswith("bestmove a1a2")


def test_values_are_told_in_the_unit_that_is_set(engine: Start) -> None:
    pipes = engine("breakthrough")
    plain = pipes.ask("setoption name Unit value 1", "go depth 3")
    scaled = pipes.ask("setoption name Unit value 100", "go depth 3")
    scores = [int(lines[-2].partition(" score cp ")[2].split()[0]) for lines in (plain, scaled)]
    assert scores[1] == 100 * scores[0]


def test_the_start_is_what_the_command_says(engine: Start) -> None:
    told = engine("nim", "--param", "piles=[3]", "--moves", "take(3,1)").ask("position startpos", "go depth 5")
    assert told[-1] == "bestmove take(2,1)"
