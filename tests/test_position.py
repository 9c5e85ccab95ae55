"""Positions that people hold: the same for every reasoner, for native games, and in other processes."""

from __future__ import annotations

import copy
import operator
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pyengine
from pyengine import Compound, IllegalMoveError, InvalidStateError, Move, Position, SearchError
from pyengine.native.base import NativeGame

from .games.sides import SIDES, c, python, swi, twin
from .layers import examples
from .test_text_positions import ASKS

RULES = (python, c, swi)
GAMES = pyengine.games()
TWO_WAYS = """player(max). player(min). initial(here).
to_move(here, max).
move(here, go(left), lost). move(here, go(right), won). move(here, stay, lost).
terminal(lost). terminal(won).
utility(lost, -1). utility(won, 1).
move_notation(here, go(_), "go"). move_notation(here, stay, "stay").
"""
NUMBERED = """player(1). player(2). initial(s(1, 3)).
to_move(s(P, _), P).
move(s(P, N), K, s(Q, M)) :- member(K, [1, 2]), K =< N, M is N - K, Q is 3 - P.
utility(s(P, 0), V) :- V is 2 * P - 3.
"""


class Pile(NativeGame[tuple[str, int], int]):
    """Take one or two; who takes the last wins."""

    players = ("a", "b")

    def __init__(self, size: int = 5, most: int = 2) -> None:
        self.initial = ("a", size)
        self.most = most

    def to_move(self, state: tuple[str, int]) -> str:
        return state[0]

    def actions(self, state: tuple[str, int]) -> list[int]:
        return [n for n in range(1, self.most + 1) if n <= state[1]]

    def result(self, state: tuple[str, int], move: int) -> tuple[str, int]:
        return ("b" if state[0] == "a" else "a"), state[1] - move

    def utility(self, state: tuple[str, int], player: object) -> int:
        return -1 if state[0] == player else 1


class Bare:
    """A game of no base class."""

    players = ("a",)
    initial = 0

    def to_move(self, state: int) -> str:
        return "a"

    def actions(self, state: int) -> list[str]:
        return ["up"] if state < 3 else []

    def result(self, state: int, move: str) -> int:
        return state + 1

    def is_terminal(self, state: int) -> bool:
        return state == 3

    def utility(self, state: int, player: object) -> int:
        return state


def walk(start: Position, seed: int, plies: int = 12) -> Position:
    """Play at random, by what `moves` says."""
    chance = random.Random(seed)
    here = start
    for _ in range(plies):
        if here.is_over:
            break
        here = here.play(chance.choice(here.moves))
    return here


@SIDES
@pytest.mark.parametrize("name", GAMES)
def test_a_position_says_what_the_game_says(make: Callable[..., Any], name: str) -> None:
    game = make(name)
    end = walk(game.start, seed=1)
    assert end.history[0] == game.start == game.position() == pyengine.position(game)
    assert (end.plies, len(end.line), end.history[-1]) == (len(end.history) - 1, end.plies, end)
    for here in end.history:
        expansion = pyengine.expand(game, here.state)
        assert [move.action for move in here.moves] == list(expansion.moves)
        assert list(map(str, here.moves)) == [game.move_text(move, here.state) for move in expansion.moves]
        assert here.is_over == (here.mover is None) == (here.utility is not None) == (expansion.utilities is not None)
        assert here.utilities == expansion.utilities
        assert here.text == game.text(here.state)
        assert str(here)
        assert name in repr(here).lower() or type(game).__name__ in repr(here)
        if here.last is not None:
            assert here.before is not None
            assert here.last in here.before.moves
            assert here == here.before.play(str(here.last)) == here.before.play(here.last.action)
        if not here.is_over:
            assert here.mover == game.to_move(here.state)
            assert here.mover in here.players


@pytest.mark.parametrize("name", GAMES)
def test_positions_of_one_game_are_equal_whoever_answers(name: str) -> None:
    ends = [walk(make(name).start, seed=2) for make in RULES]
    assert len(set(ends)) == 1
    assert len({end.text for end in ends}) == len({end.line for end in ends}) == 1
    native = walk(twin(name).start, seed=2)  # type: ignore[attr-defined]
    assert native not in ends
    assert native.line == ends[0].line
    for make in RULES:
        for end in ends:
            assert pyengine.expand(make(name), end).utilities == end.utilities
            assert make(name).position(end) == end


@examples(40)
@given(st.sampled_from(["tictactoe", "nim", "hexapawn", "kayles"]), st.integers(0, 10**6), st.integers(0, 10**6))
def test_positions_are_values(name: str, one: int, other: int) -> None:
    first, second = walk(python(name).start, one), walk(swi(name).start, other)
    assert (first == second) == (first.text == second.text)
    assert first != second or hash(first) == hash(second)
    again = pickle.loads(pickle.dumps(first))
    assert (again, again.line, hash(again)) == (first, first.line, hash(first))
    assert copy.copy(first) is copy.deepcopy(first) is first


@pytest.mark.parametrize("name", GAMES)
def test_twins_are_pickled_and_read_what_they_write(name: str) -> None:
    for here in walk(twin(name).start, seed=4).history:  # type: ignore[attr-defined]
        again = pickle.loads(pickle.dumps(here))
        assert (again, hash(again), again.line) == (here, hash(here), here.line)
        assert here.game.position(here.text) == here


def test_draughts_that_count_rows_are_pickled() -> None:
    start = twin("english_draughts", evaluation="rows").start  # type: ignore[attr-defined]
    assert pickle.loads(pickle.dumps(start)) == start != twin("english_draughts").start  # type: ignore[attr-defined]


@pytest.mark.parametrize("text", ["", "foo(", "1 2", "'", "\0", "5)"])
@SIDES
def test_text_that_is_no_move_is_an_illegal_one(make: Callable[..., Any], text: str) -> None:
    with pytest.raises(IllegalMoveError, match=r"(?s)is not a legal move.*1, 2, 3"):
        make("tictactoe").start.play(text)


PLAYED_ON = """import pickle, sys
position = pickle.load(sys.stdin.buffer)
sys.stdout.buffer.write(pickle.dumps(position.play(position.moves[0])))
"""


@SIDES
def test_pickled_ones_are_the_same_in_another_process(make: Callable[..., Any]) -> None:
    end = walk(make("tictactoe").start, seed=3, plies=4)
    command = [sys.executable, "-c", PLAYED_ON]
    done = subprocess.run(command, input=pickle.dumps(end), capture_output=True, check=True, timeout=300)
    played = pickle.loads(done.stdout)
    assert played == end.play(end.moves[0])
    assert played.line == (*end.line, end.moves[0])


def test_long_lines_are_kept_and_let_go() -> None:
    """A line may be longer than Python's stack is deep."""
    start = python("mu_torere").start
    there = start.play(start.moves[0])
    here = start
    for _ in range(2_000):
        here = Position(start.game, start.state, there.last, Position(start.game, there.state, there.last, here))
    assert here.plies == 4_000
    assert pickle.loads(pickle.dumps(here)).plies == 4_000
    del here, start


@pytest.mark.parametrize("make", RULES, ids=lambda make: make.__name__)
@pytest.mark.parametrize("ask", ASKS)
def test_functions_take_positions(make: Callable[..., Any], ask: str) -> None:
    game = make("tictactoe")
    held = pyengine.load("tictactoe", reasoner="python").start.play("1", "2", "3", "4", "6", "5")
    state = game.start.play("1", "2", "3", "4", "6", "5").state
    assert ASKS[ask](game, held) == ASKS[ask](game, state)


@pytest.mark.parametrize("ask", ASKS)
def test_a_position_of_another_game_is_refused_by_name(ask: str) -> None:
    other = python("nim").start
    if ask == "contains":
        assert other not in pyengine.retrograde(python("tictactoe"))
        return
    with pytest.raises(InvalidStateError, match=r"is a position of nim\.pl, and not of tictactoe\.pl"):
        ASKS[ask](python("tictactoe"), other)


def test_parameters_make_another_game() -> None:
    wide = pyengine.load("tictactoe", columns=4)
    with pytest.raises(InvalidStateError, match=r"of tictactoe\.pl \(columns=4\), and not of tictactoe\.pl$"):
        pyengine.solve(python("tictactoe"), wide.start)
    assert pyengine.load("tictactoe", columns=3).start == python("tictactoe").start
    assert Pile(5, most=3).start != Pile(5).start == Pile(6).position(("a", 5))
    with pytest.raises(InvalidStateError, match="of Pile, and not of"):
        pyengine.solve(twin("nim"), Pile().start)


def test_other_rules_of_the_same_name_are_another_game(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    for folder, text in ((one, NUMBERED), (two, NUMBERED + "% another\n")):
        folder.mkdir()
        (folder / "game.pl").write_text(text)
    here = pyengine.load(one / "game.pl").start
    with pytest.raises(InvalidStateError, match=r"of other rules called game\.pl"):
        pyengine.solve(pyengine.load(two / "game.pl"), here)
    assert pyengine.load(one / "game.pl").start == here


def test_a_twin_is_another_game() -> None:
    rules, native = python("tictactoe").start, twin("tictactoe").start  # type: ignore[attr-defined]
    assert (rules == native, rules.text == native.text) == (False, True)
    with pytest.raises(InvalidStateError, match=r"is a position of tictactoe\.pl, and not of TicTacToe"):
        pyengine.solve(native.game, rules)


@SIDES
def test_what_people_write(make: Callable[..., Any]) -> None:
    start = make("tictactoe").start
    assert start.mover == "x"
    assert "5" in start.moves
    assert 5 in start.moves
    assert 5.0 not in start.moves
    assert start.moves[4] == "5" == start.moves[4]
    assert start.moves[4] == 5
    assert operator.ne(start.moves[4], 5) is False
    assert start.play("5") == start.play(5) == start.play(start.moves[4]) == start.play(" 5 ")
    won = start.play(1, 2, 5, 3, 9)
    assert (won.is_over, won.utility, won.winner, won.winners, won.moves) == (True, 1, "x", ("x",), ())
    assert won.board == (("x", "o", "o"), (".", "x", "."), (".", ".", "x"))
    assert str(won) == "x o o\n. x .\n. . x"
    drawn = start.play(1, 2, 3, 5, 4, 6, 8, 7, 9)
    assert (drawn.utility, drawn.winner, drawn.winners) == (0, None, ())


@SIDES
def test_searches_give_moves_in_the_game_s_notation(make: Callable[..., Any]) -> None:
    here = make("tictactoe").start.play(1, 2, 5)
    result = here.solve(all_best=True)
    assert (result.value, result.best, result.line[-1]) == (1, "9", "9") or result.value == 1
    assert all(isinstance(move, Move) for move in (result.best, *result.line, *(move for move, _ in result.moves)))
    assert here.play(*result.line).utility == result.value
    assert here.best(depth=9) == here.search(depth=9).best == here.search(limit=pyengine.Limit(depth=9)).best
    assert here.minimax().value == 1
    assert here.perft(2) == pyengine.perft(here.game, 2, here.state)
    assert here.tree(depth=1).positions == 7
    end = here.playout(seed=4)
    assert end.is_over
    assert end.line[:3] == here.line
    assert end.best() is None


def test_a_notation_that_stands_for_several_moves_names_none(tmp_path: Path) -> None:
    path = tmp_path / "ways.pl"
    path.write_text(TWO_WAYS)
    start = pyengine.load(path).start
    assert start.moves == ("go(left)", "go(right)", "stay")
    assert start.play("go(right)").utility == 1
    assert start.play(Compound("go", (pyengine.Atom("right"),))).utility == 1
    assert start.play(start.solve().best).winner == "max"
    with pytest.raises(IllegalMoveError, match="fits several moves"):
        start.play("go")


def test_players_may_be_numbers(tmp_path: Path) -> None:
    path = tmp_path / "numbered.pl"
    path.write_text(NUMBERED)
    start = pyengine.load(path).start
    assert (start.mover, start.players) == (1, (1, 2))
    assert start.play(2).mover == 2


def test_any_game_has_positions() -> None:
    start = pyengine.position(Bare())
    assert (start.mover, start.moves, start.text, start.board) == ("a", ("up",), "0", None)
    assert start.play("up", "up", "up").utility == 3
    assert pyengine.position(Bare(), 2).play("up").is_over
    assert start == pyengine.position(Bare())
    assert repr(start) == "<Position of Bare: 0>"


def test_several_players() -> None:
    end = python("nim_three_players").start.playout(1)
    assert end.utilities is not None
    assert (len(end.utilities), end.utility) == (3, end.utilities[0])


WRONG = (None, True, "0", "", "(", "x y", 10, -1, 1.5, float("nan"), 10**5000, [], object())


@SIDES
@pytest.mark.parametrize("move", WRONG, ids=lambda move: type(move).__name__)
def test_wrong_moves_are_refused(make: Callable[..., Any], move: Any) -> None:
    with pytest.raises(pyengine.PyengineError):
        make("tictactoe").start.play(move)


@pytest.mark.parametrize("given", ["zzz(", "X", 7.5j, [], b"", object(), ("s", 1)])
def test_wrong_positions_are_refused(given: Any) -> None:
    for make in RULES:
        with pytest.raises(InvalidStateError):
            make("tictactoe").position(given).moves  # noqa: B018


def test_texts_that_cannot_be_read_are_told() -> None:
    with pytest.raises(InvalidStateError, match="neither the notation of a position, such as"):
        python("english_draughts").position("W:Z30")
    with pytest.raises(InvalidStateError, match="does not read positions"):
        Pile().position("5")
    assert python("english_draughts").position("W:W30:B27").text == "W:W30:B27"
    assert twin("english_draughts").position("W:W30:B27").text == "W:W30:B27"  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["tree_bratko", "tree_three_players", "visiting_trap"])
def test_what_is_no_node_of_a_tree_is_told(name: str) -> None:
    with pytest.raises(InvalidStateError, match="zzz"):
        twin(name).position("zzz").moves  # type: ignore[attr-defined]  # noqa: B018


def test_what_is_no_game_has_no_positions() -> None:
    for wrong in (None, "nim", python("nim").start, Pile):
        with pytest.raises(pyengine.ParameterError, match="a game is wanted"):
            pyengine.position(wrong)  # type: ignore[arg-type]


def test_a_game_starts_from_a_position() -> None:
    here = python("tictactoe").start.play(5, 1)
    for reasoner in ("python", "swi"):
        assert pyengine.load("tictactoe", reasoner=reasoner, start=here).start == here  # type: ignore[arg-type]
    with pytest.raises(pyengine.PyengineError):
        pyengine.load("nim", start=here)
    with pytest.raises(InvalidStateError, match="a Position of rules"):
        pyengine.load("tictactoe", start=twin("tictactoe").start)  # type: ignore[attr-defined]


def test_limits_are_said_once() -> None:
    with pytest.raises(SearchError, match="one or the other"):
        python("nim").start.search(seconds=1, limit=pyengine.Limit(depth=1))


@pytest.mark.parametrize("make", RULES, ids=lambda make: make.__name__)
def test_methods_of_a_game_take_states(make: Callable[..., Any]) -> None:
    start = make("nim").start
    with pytest.raises(InvalidStateError, match="state"):
        start.game.actions(start)


def test_positions_do_not_change() -> None:
    start: Any = python("nim").start
    for change in (lambda: setattr(start, "state", 1), lambda: delattr(start, "state"), lambda: setattr(start, "x", 1)):
        with pytest.raises(AttributeError, match="positions do not change"):
            change()


def test_a_closed_game_still_prints() -> None:
    game = pyengine.load("nim", reasoner="swi")
    start = game.start
    game.close()  # type: ignore[attr-defined]
    assert repr(start) == "<Position of nim.pl: (cannot be written: InvalidStateError)>"


def test_an_attribute_of_the_game_comes_first() -> None:
    class Race(Pile):
        def __init__(self) -> None:
            super().__init__()
            self.start = "here"  # type: ignore[assignment]

    assert Race().start == "here"
    assert Race().position().mover == "a"


def test_moves_are_pickled_with_what_they_stand_for() -> None:
    move = python("nim").start.moves[0]
    again = pickle.loads(pickle.dumps(move))
    assert (again, again.action, type(again)) == (move, move.action, Move)
    assert {move: 1}[str(move)] == 1


def test_what_holds_positions_is_imported_when_it_is_asked_for() -> None:
    code = "import sys, pyengine; assert not [m for m in sys.modules if m.startswith('pyengine.')]"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
