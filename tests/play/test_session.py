"""The talk at the table, without a terminal: entries in, answers out."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import Any

import pytest

import pyengine
from pyengine.errors import ParameterError, SavedGameError
from pyengine.native import twin
from pyengine.play.level import Level
from pyengine.play.match import GameReference, restore
from pyengine.play.session import COMMANDS, Session


def sit(game: Any, people: set[int], level: str = "depth 9", name: str = "game") -> Session:
    return Session(game, frozenset(people), GameReference(name, {}), Level.parse(level), chance=random.Random(1))


@pytest.fixture(params=["rules", "native"])
def nim(request: pytest.FixtureRequest) -> Session:
    make: Any = pyengine.load if request.param == "rules" else twin
    return sit(make("nim", piles=[1, 2, 2]), {0})


def position(session: Session) -> str:
    return session.game.text(session.match.state)  # type: ignore[attr-defined, no-any-return]


def test_a_game_to_its_end(nim: Session) -> None:
    assert nim.tell_turn() == "max to move, 3 moves"
    assert nim.enter("take(1,1)") == "max plays take(1,1)"
    assert nim.engine_to_move
    assert nim.think() == "min plays take(2,1)"
    assert nim.enter("take(2,2)") == "max plays take(2,2)"
    assert (nim.over, nim.engine_to_move) == (True, False)
    assert nim.tell_turn() == "max wins: 1 to max"
    assert nim.enter("take(1,1)") == "the game is over, and 'take(1,1)' is no command; undo, new, save and quit are"
    assert nim.enter("moves") == "none, the game is over"
    assert nim.enter("hint") == "the game is over"
    assert nim.enter("eval") == "max wins: 1 to max"
    assert nim.enter("undo") == "1 move taken back"
    assert position(nim) == "nim(max,[1,2])"


def test_moves_by_their_number(nim: Session) -> None:
    assert nim.enter("moves") == "  1. take(1,1)\n  2. take(2,1)\n  3. take(2,2)"
    assert nim.enter("3") == "max plays take(2,2)"
    assert nim.enter("undo") == "1 move taken back"
    assert nim.enter("#2") == "max plays take(2,1)"
    nim.enter("undo")
    assert nim.enter("7") == "there are moves 1 to 3, and no 7"
    assert nim.enter("0") == "there are moves 1 to 3, and no 0"


def test_a_wrong_entry_costs_nothing(nim: Session) -> None:
    before = nim.match
    for entry in ("", "   ", "take(3,1)", "foo(", "take(", "hint hint", ")", "'", "9" * 30, ":", ":foo", "\x00"):
        nim.enter(entry)
        assert nim.match is before
    assert nim.enter("take(9,9)") == (
        "'take(9,9)' is neither a legal move nor a command\nlegal moves: take(1,1), take(2,1), take(2,2)\n"
        "help lists the commands"
    )


def test_a_term_with_a_variable_names_a_move_if_only_one_fits() -> None:
    session = sit(pyengine.load("nim", piles=[1, 2, 2]), {0})
    assert session.enter("take(1,_)") == "max plays take(1,1)"
    session.enter("undo")
    assert session.enter("take(2,_)").startswith("take(2,_) fits several moves")


def test_numbers_that_are_moves_are_not_places_in_the_list() -> None:
    session = sit(pyengine.load("tictactoe"), {0, 1})
    assert session.enter("moves") == "1 2 3 4 5 6 7 8 9"
    session.enter("1")
    assert session.enter("2") == "o plays 2"
    assert session.enter("1").startswith("'1' is neither a legal move nor a command")
    assert session.enter("#1") == "x plays 3"


@pytest.mark.parametrize("entry", ["Quit", "UNDO", "Help", "_", "Foo", "Take(1,1)"])
def test_a_word_in_capitals_is_no_variable(entry: str) -> None:
    session = sit(pyengine.load("nim", piles=[2], misere=True), {0, 1})
    assert len(session.match.expansion.moves) == 1
    session.enter(entry)
    assert not session.match.moves


def test_a_move_in_capitals() -> None:
    session = sit(pyengine.load("othello"), {0, 1})
    assert session.enter("D3") == "black plays d3"
    assert session.enter("Z9").startswith("'Z9' is neither")


def test_hint_why_and_eval(nim: Session) -> None:
    assert nim.enter("why") == "the engine has not thought yet; hint makes it"
    assert nim.enter("hint") == "take(1,1) (worth 1 to max, solved)"
    told = nim.enter("why").splitlines()
    assert told[0] == "expected: take(1,1) take(2,1) take(2,2)"
    assert told[1].startswith("worth 1 to max, solved, ")
    assert nim.enter("eval") == "search: worth 1 to max, solved"
    nim.enter("take(1,1)")
    nim.think()
    nim.enter("undo")
    assert nim.enter("why") == "the engine has not thought yet; hint makes it"


def test_why_tells_what_is_ahead_and_not_what_was(nim: Session) -> None:
    nim.enter("hint")
    nim.enter("take(1,1)")
    assert nim.enter("why").splitlines()[0] == "expected: take(2,1) take(2,2)"
    assert nim.think() == "min plays take(2,1)"
    assert nim.enter("why").splitlines()[0] == "expected: take(2,2)"
    nim.enter("take(2,1)")
    told = "the engine expected take(2,1) take(2,2), which is not what was played; hint makes it think again"
    assert nim.enter("why") == told
    nim.enter("undo")
    nim.enter("hint")
    nim.enter("take(2,2)")
    assert nim.enter("why").splitlines()[0] == "all that was expected has been played"


def test_undo_goes_back_to_the_players_own_turn(nim: Session) -> None:
    assert nim.enter("undo") == "nothing to take back"
    nim.enter("take(1,1)")
    nim.think()
    assert nim.enter("undo") == "2 moves taken back"
    nim.enter("swap")
    nim.think()
    assert nim.enter("undo") == "you have not moved yet"
    people = sit(nim.game, {0, 1})
    people.enter("take(1,1)")
    people.enter("take(2,1)")
    assert people.enter("undo") == "1 move taken back"


def test_levels(nim: Session) -> None:
    assert nim.enter("level") == "the engine plays at depth 9"
    for text, told in (
        ("2s", "2 seconds"),
        ("0.5", "0.5 seconds"),
        ("1 second", "1 second"),
        ("nodes 100", "nodes 100"),
    ):
        assert nim.enter(f"level {text}") == f"the engine plays at {told}"
    for wrong in ("0", "depth 1.5", "fast", "-1", "depth", "nodes 0"):
        assert "level" in nim.enter(f"level {wrong}") or "cannot be" in nim.enter(f"level {wrong}")
    assert nim.level == Level("nodes", 100)
    assert nim.enter("level random") == "the engine plays at random"
    nim.enter("take(1,1)")
    nim.think()
    assert nim.enter("why") == "the engine played at random"
    with pytest.raises(ParameterError):
        Level.parse("nonsense")
    with pytest.raises(ParameterError, match="not by depth"):
        Level.parse("mcts depth 3")


def test_the_engine_may_sample() -> None:
    assert [str(Level.parse(text)) for text in ("mcts", "mcts 2s", "mcts, nodes 50", "MCTS nodes=50")] == [
        "mcts, 1 second",
        "mcts, 2 seconds",
        "mcts, nodes 50",
        "mcts, nodes 50",
    ]
    table = sit(pyengine.load("nim", piles=[1, 2, 2]), {1}, "mcts nodes 50")
    table.think()
    assert table.thought is not None
    assert table.thought[1].tried


def test_sides(nim: Session) -> None:
    assert nim.tell_sides() == "you play max, the engine min at depth 9"
    assert nim.enter("swap") == "you play min, the engine max at depth 9"
    assert nim.engine_to_move
    alone = sit(nim.game, set())
    assert alone.tell_sides() == "you play nobody, the engine max and min at depth 9"
    assert alone.enter("swap") == "you play max, the engine min at depth 9"
    everyone = sit(nim.game, {0, 1})
    assert everyone.tell_sides() == "you play max and min"
    assert everyone.enter("swap") == "you play min, the engine max at depth 9"


def test_a_game_is_saved_and_loaded(nim: Session, tmp_path: Path) -> None:
    file = tmp_path / "saved game.json"
    nim.enter("take(1,1)")
    nim.think()
    after = position(nim)
    assert nim.enter(f"save {file}") == f"saved in {file}: 2 moves"
    assert nim.enter("new") == "a new game"
    assert nim.enter("why") == "the engine has not thought yet; hint makes it"
    assert nim.enter(f"load {file}") == f"loaded {file}: 2 moves"
    assert position(nim) == after
    assert json.loads(file.read_text(encoding="utf-8"))["moves"] == ["take(1,1)", "take(2,1)"]
    assert nim.enter("undo") == "2 moves taken back"


def test_files_that_are_no_saved_game(nim: Session, tmp_path: Path) -> None:
    file = tmp_path / "saved.json"
    for text in ("", "{}", "[1]", '{"format": 1}', "\udce9".encode(errors="surrogateescape").decode("latin-1")):
        file.write_text(text, encoding="utf-8")
        assert nim.enter(f"load {file}") == f"{file} is not a saved game"
    assert nim.enter(f"load {tmp_path / 'none'}").startswith(f"cannot read {tmp_path / 'none'}: No such file")
    assert nim.enter(f"save {tmp_path}").startswith(f"cannot write {tmp_path}: ")
    assert (nim.enter("save"), nim.enter("load")) == ("save needs the name of a file", "load needs the name of a file")
    nim.enter(f"save {file}")
    with pytest.raises(SavedGameError, match=r"is a game of game; this is another"):
        restore(nim.game, GameReference("other", {}), file)
    moved = json.loads(file.read_text(encoding="utf-8")) | {"moves": ["take(5,5)"]}
    file.write_text(json.dumps(moved), encoding="utf-8")
    assert "does not fit the rules of game" in nim.enter(f"load {file}")
    assert not nim.match.moves


@pytest.mark.parametrize(
    "change",
    [
        {"moves": [5]},
        {"moves": "take(1,1)"},
        {"start": {}},
        {"parameters": {"piles": [1]}},
        {"format": "1"},
        {"game": None},
        {"more": 1},
        {"moves": ["\ud800"]},
    ],
)
def test_a_saved_game_has_its_shape(nim: Session, tmp_path: Path, change: dict[str, object]) -> None:
    file = tmp_path / "saved.json"
    nim.enter(f"save {file}")
    file.write_text(json.dumps(json.loads(file.read_text(encoding="utf-8")) | change), encoding="utf-8")
    assert nim.enter(f"load {file}") == f"{file} is not a saved game"


def test_a_saved_game_is_a_file_of_some_size(nim: Session, tmp_path: Path) -> None:
    file = tmp_path / "saved.json"
    file.write_text("[" * 100_000, encoding="utf-8")
    assert nim.enter(f"load {file}") == f"{file} is not a saved game"
    assert nim.enter("load /dev/zero") == "cannot read /dev/zero: it is no file"
    os.mkfifo(tmp_path / "pipe")
    assert nim.enter(f"load {tmp_path / 'pipe'}") == f"cannot read {tmp_path / 'pipe'}: it is no file"


SWAPPING = """
player(max). player(min).
initial(0). to_move(N, P) :- ( N mod 2 =:= 0 -> P = max ; P = min ).
move(N, swap, M) :- N < 4, M is N + 1.
move(N, 'a move', M) :- N < 4, M is N + 1.
utility(_, 0).
staticval(N, N).
"""


def test_a_move_wins_over_a_command_of_its_name(tmp_path: Path) -> None:
    (tmp_path / "swapping.pl").write_text(SWAPPING, encoding="utf-8")
    session = sit(pyengine.load(tmp_path / "swapping.pl"), {0, 1}, "depth 2")
    assert session.enter("help").splitlines()[-1] == "swap: also a move here; put a colon before the command"
    assert session.enter("swap") == "max plays swap"
    assert session.enter(":swap").startswith("you play")
    assert session.enter("'a move'") == "min plays 'a move'"
    assert session.enter("eval") == "estimate: 2 to max\nsearch: worth 0 to max, solved"


def test_every_command_is_in_the_help(nim: Session) -> None:
    told = nim.enter("help")
    assert all(f"  {name:6} {meaning}" in told for name, meaning in COMMANDS.items())
    assert set(COMMANDS) < set(nim.words())
    assert nim.enter("show") == "max to take from 1 2 2\nnim(max,[1,2,2])\nmax to move, 3 moves"
    assert (nim.enter("quit"), nim.closed) == ("", True)


def test_positions_that_come_back_are_told() -> None:
    session = sit(pyengine.load("visiting_trap"), {0, 1})
    for move in ("show(garden)", "stairs", "stairs"):
        session.enter(move)
    assert session.tell_turn() == "max to move, 2 moves (this position is on the board for the second time)"
