"""`pyengine compare`: two games side by side, with a game of the user's own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import Command

RULES = """
parameter(goal, 6).
player(max).
player(min).
initial(said(0, max)).
to_move(said(_, Player), Player).
move(said(N, Player), add(K), said(Sum, Opponent)) :-
    param(goal, Goal), between(1, 2, K), Sum is N + K, Sum =< Goal, opponent(Player, Opponent).
opponent(max, min).
opponent(min, max).
terminal(said(Goal, _)) :- param(goal, Goal).
utility(said(_, min), 1).
utility(said(_, max), -1).
"""

NATIVE = """
class Race:
    players = ("max", "min")
    initial = (0, 0)
    largest = 2

    def __init__(self, goal=6):
        self.goal = goal

    def to_move(self, state):
        return self.players[state[1]]

    def actions(self, state):
        return [k for k in range(1, self.largest + 1) if state[0] + k <= self.goal]

    def result(self, state, move):
        return state[0] + move, 1 - state[1]

    def is_terminal(self, state):
        return state[0] == self.goal

    def utility(self, state, player):
        return 1 if self.to_move(state) != player else -1

    def move_text(self, move, state):
        return f"add({move})"

    def text(self, state):
        return f"{state[0]}, {self.to_move(state)} to go on"


class Greedy(Race):
    largest = 3
"""


@pytest.fixture
def race(tmp_path: Path) -> None:
    (tmp_path / "race.pl").write_text(RULES, encoding="utf-8")
    (tmp_path / "folder").mkdir()
    for path in ("race.py", "folder/race.py"):
        (tmp_path / path).write_text(NATIVE, encoding="utf-8")


DIFFERENCE = """\
race.pl and Greedy differ
  walked      0 positions without a difference

difference: the legal moves are not the same

  at the start
    race.pl  said(0,max)
    Greedy   0, max to go on

  answers
    race.pl  add(1), add(2)
    Greedy   add(1), add(2), add(3)
  only Greedy: add(3)
"""


@pytest.mark.usefixtures("race")
@pytest.mark.parametrize("given", ["race:Race", "race.py:Race", "folder/race.py:Race"])
def test_own_games_agree(pyengine: Command, given: str) -> None:
    done = pyengine("compare", "race.pl", given, "--no-speed", "--param", "goal=5")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "race.pl and Race agree\n"
        "  walked      10 positions, all there are\n"
        "  moves       the same, in the same order\n"
        "  ends        2 positions: max wins 1x, min wins 1x\n"
        "  values      10 positions solved and equal\n"
        "  alpha-beta  to depth 5: 59 nodes on both sides\n"
    )


@pytest.mark.usefixtures("race")
def test_own_games_differ(pyengine: Command) -> None:
    done = pyengine("compare", "race.pl", "race:Greedy")
    assert (done.returncode, done.stdout, done.stderr) == (1, DIFFERENCE, "")


@pytest.mark.usefixtures("race")
def test_difference_as_json(pyengine: Command) -> None:
    done = pyengine("compare", "race.pl", "race:Greedy", "--json")
    told = json.loads(done.stdout)
    assert done.returncode == 1
    assert told["agree"] is False
    assert told["difference"] == {
        "kind": "moves",
        "message": "the legal moves are not the same",
        "moves": [],
        "positions": {"a": "said(0,max)", "b": "0, max to go on"},
        "board": None,
        "answers": {"a": "add(1), add(2)", "b": "add(1), add(2), add(3)"},
        "hint": "only Greedy: add(3)",
    }


def test_shipped_game_in_a_terminal(pyengine: Command) -> None:
    screen = pyengine.in_terminal("compare", "nim", "--positions", "5", "--games", "0", "--values", "1", "--seed", "3")
    lines = [line.rstrip() for line in screen.text.splitlines()]
    assert screen.returncode == 0
    assert "  walked      5 positions" in lines
    assert lines[-4].split() == ["per", "second", "nim.pl", "(python)", "nim.pl", "(c)", "nim.pl", "(swi)", "Nim"]
    assert "\x1b[1;32mnim.pl and Nim agree" in screen.raw
    assert "measuring speed" in screen.text


def test_interrupt_in_a_terminal(pyengine: Command) -> None:
    screen = pyengine.in_terminal("compare", "othello", "--positions", "1000000", interrupt_at="walking")
    assert screen.returncode == 130
    assert "othello.pl and Othello agree, as far as they were walked" in screen.text
    assert "Traceback" not in screen.text


@pytest.mark.usefixtures("race")
@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["nimm"], 1, "pyengine: no game 'nimm'; did you mean 'nim'?"),
        (["race.pl"], 1, "pyengine: compare needs a second game: only the games that come with pyengine have a twin"),
        (["race.pl", "race:Rice"], 1, "pyengine: race has no 'Rice'; did you mean 'Race'?"),
        (["race.pl", "race:Race", "--param", "gaol=3"], 1, "pyengine: no parameter gaol is declared; declared: goal"),
        (
            ["nim", "race:Race", "--param", "piles=[2]"],
            1,
            "pyengine: race:Race cannot be made with piles=[2]: TypeError",
        ),
        (["nim", "--games", "-1"], 2, "pyengine: invalid value for '--games'"),
        ([], 2, "pyengine: missing argument 'GAME'"),
    ],
)
def test_mistakes(pyengine: Command, arguments: list[str], status: int, message: str) -> None:
    done = pyengine("compare", *arguments)
    assert (done.returncode, done.stdout) == (status, "")
    assert done.stderr.startswith(message)
    assert "Traceback" not in done.stderr
