"""`pyengine play` in a real terminal, and without one."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

COMMAND = ["-m", "pyengine.cli", "play"]
STYLES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[=>]")


class Table:
    """A player's terminal; `sees` waits for a text and gives what was printed before it."""

    def __init__(self, *arguments: str, folder: Path) -> None:
        self.child = pexpect.spawn(
            sys.executable, [*COMMAND, *arguments], encoding="utf-8", timeout=300, dimensions=(50, 120), cwd=str(folder)
        )

    def sees(self, text: str) -> str:
        self.child.expect_exact(text)
        return STYLES.sub("", self.child.before or "").replace("\r\n", "\n")

    def types(self, text: str) -> None:
        self.child.sendline(text)

    def ends(self) -> int:
        self.child.expect(pexpect.EOF)
        self.child.close()
        status: int = self.child.exitstatus
        return status


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[type[Table]]:
    tables: list[Table] = []

    class Seated(Table):
        def __init__(self, *arguments: str) -> None:
            super().__init__(*arguments, folder=tmp_path)
            tables.append(self)

    yield Seated
    for table in tables:
        table.child.close(force=True)


def test_tic_tac_toe_against_the_engine(sit: type[Table], tmp_path: Path) -> None:
    table = sit("tictactoe", "--level", "depth 9")
    assert "you play x, the engine o at depth 9" in table.sees("x> ")
    table.types("help")
    assert "what the engine would play here" in table.sees("x> ")
    table.types("nonsense")
    assert "'nonsense' is neither a legal move nor a command" in table.sees("x> ")
    table.types("5")
    assert "o plays 1" in table.sees("x> ")
    table.types("why")
    assert "worth 0 to x, solved" in table.sees("x> ")
    table.types("undo")
    assert "2 moves taken back" in table.sees("x> ")
    table.types("1")
    assert "o plays 5" in table.sees("x> ")
    table.types("save kept.json")
    assert "saved in kept.json: 2 moves" in table.sees("x> ")
    table.types("9")
    table.sees("x> ")
    table.types("quit")
    assert table.ends() == 0
    again = sit("tictactoe", "--load", "kept.json", "--level", "random", "--seed", "1")
    assert "x to move, 7 moves" in again.sees("x> ")
    again.child.sendeof()
    assert again.ends() == 0


def test_nim_to_the_end_between_two_people(sit: type[Table]) -> None:
    table = sit("nim", "--side", "all", "--param", "piles=[1,2]")
    table.sees("max> ")
    table.types("moves")
    assert "1. take(1,1)" in table.sees("max> ")
    table.types("2")
    table.sees("min> ")
    table.child.sendintr()
    assert "'quit' leaves" in table.sees("min> ")
    table.types("take(1,_)")
    assert "max to take from 1\nmin wins: 0 to max" in table.sees("over> ")
    table.types("undo")
    table.sees("min> ")
    table.types("quit")
    assert table.ends() == 0


EARLY = """
import sys
from pyengine.cli import main
from pyengine.play.session import Session
think, left = Session.think, [KeyboardInterrupt]
def interrupted(session, level=None):
    if left:
        raise left.pop()
    return think(session, level)
Session.think = interrupted
sys.argv = ["pyengine", "play", "tictactoe", "--side", "o", "--level", "600s"]
main()
"""


def test_ctrl_c_before_the_engine_has_begun_to_think_makes_it_move_at_once() -> None:
    done = subprocess.run([sys.executable, "-c", EARLY], input="quit\n", capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    assert "x plays 1" in done.stdout
    assert "interrupted" not in done.stdout


def test_ctrl_c_makes_a_thinking_engine_move(sit: type[Table]) -> None:
    table = sit("tictactoe", "--param", "columns=5", "--param", "rows=5", "--param", "length=4", "--level", "600s")
    table.sees("x> ")
    table.types("13")
    table.sees("thinking")
    table.child.sendintr()
    assert "o plays " in table.sees("x> ")
    table.types("quit")
    assert table.ends() == 0


def test_ctrl_c_at_a_bad_moment_keeps_the_game(sit: type[Table]) -> None:
    table = sit("tictactoe", "--level", "600s", "-p", "columns=5", "-p", "rows=5", "-p", "length=4")
    table.sees("x> ")
    table.types("eval")
    table.sees("thinking")
    table.child.sendintr()
    table.sees("x> ")
    table.types("show")
    assert "x to move, 25 moves" in table.sees("x> ")
    table.types("quit")
    assert table.ends() == 0


BROKEN_LATER = """
player(a). player(b).
initial(1). to_move(N, P) :- nth1(N, [a,b,a], P).
move(1, go, 2).
move(2, go, 3).
move(2, wrong, 4).
utility(3, 1).
"""


def test_rules_that_fail_later_cost_one_move(sit: type[Table], tmp_path: Path) -> None:
    (tmp_path / "later.pl").write_text(BROKEN_LATER, encoding="utf-8")
    table = sit("later.pl", "--side", "all")
    table.sees("a> ")
    table.types("go")
    table.sees("b> ")
    table.types("wrong")
    assert "the last move is taken back" in table.sees("b> ")
    table.types("go")
    assert "a wins: a 1, b -1" in table.sees("over> ")


def test_the_tab_key_completes(sit: type[Table]) -> None:
    table = sit("visiting_trap", "--side", "min")
    table.sees("min> ")
    table.child.send("show(c\t")
    table.sees("show(cellar)")
    table.types("")
    assert "min plays show(cellar)" in table.sees("max to move")


def run(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *COMMAND, *arguments], input=typed, capture_output=True, text=True, timeout=300
    )


def test_without_a_terminal() -> None:
    done = run("nim", "--level", "depth 9", typed="take(1,1)\ntake(2,2)\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "you play max, the engine min at depth 9; 'help' lists what you can type\n\n"
        "max to take from 1 2 2\nmax to move, 3 moves\nmax plays take(1,1)\n\n"
        "min to take from 2 2\nmin to move, 2 moves\nmin plays take(2,1)\n\n"
        "max to take from 1 2\nmax to move, 3 moves\nmax plays take(2,2)\n\n"
        "min to take from 1\nmax wins: 1 to max\n"
    )


def test_boards_stay_readable_after_a_move() -> None:
    done = run("connect_four", "--side", "all", typed="4\nquit\n")
    assert done.stdout.count(". . . . . . .") == 11
    assert ". . . x . . .\no to move, 7 moves" in done.stdout


def test_a_textbook_game_is_played() -> None:
    done = run("tree_bratko", "--level", "depth 1", typed="b\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "min plays d" in done.stdout


def test_a_closed_input_is_an_end() -> None:
    done = subprocess.run(
        f'"{sys.executable}" -m pyengine.cli play nim <&-', shell=True, capture_output=True, text=True, timeout=300
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_the_engine_alone_does_not_go_in_circles() -> None:
    done = run("chess_ending", "--side", "none", "--level", "depth 1", "-p", "size=5", "--from", "5/5/2k2/5/K3R w")
    assert done.returncode == 0
    assert done.stdout.endswith("nobody makes progress: the game is broken off\n") or "a draw:" in done.stdout


def test_a_saved_game_has_its_parameters(tmp_path: Path) -> None:
    """They need not be said again, and what is said and differs is refused."""
    file = tmp_path / "nim.json"
    begun = run("nim", "--param", "piles=[3,4]", "--side", "all", typed=f"take(3,1)\nsave {file}\n")
    assert begun.returncode == 0
    for given in ((), ("--param", "piles=[3,4]"), ("--param", "misere=true"), ("-r", "native")):
        done = run("nim", *given, "--side", "all", "--load", str(file), typed="show\n")
        assert (done.returncode, done.stderr) == (0, "")
        assert "nim(min,[2,4])" in done.stdout
    refused = run("nim", "--param", "piles=[3]", "--load", str(file))
    assert refused.returncode == 2
    assert "the saved game has piles=[3,4], and --param says piles=[3]" in refused.stderr
    refused = run("nim", "--from", "nim(max,[1])", "--load", str(file))
    assert "the saved game began as the rules say, and --from says nim(max,[1])" in refused.stderr
    refused = run("nim", "--moves", "take(1,1)", "--load", str(file))
    assert "leave out --moves" in refused.stderr
    refused = run("kayles", "--load", str(file))
    assert "is a game of nim --param piles=[3,4] --param misere=true; this is another" in refused.stderr


def test_a_saved_game_knows_the_start_that_its_rules_do_not_have(tmp_path: Path) -> None:
    book, file = tmp_path / "book.pl", tmp_path / "book.json"
    book.write_text("moves(a, [b, c]).\nmax_to_move(a).\nstaticval(b, 1).\nstaticval(c, 2).\n", encoding="utf-8")
    assert run(str(book), "--from", "a", typed=f"save {file}\n").returncode == 0
    done = run(str(book), "--load", str(file))
    assert (done.returncode, done.stderr) == (0, "")
    assert "max to move, 2 moves" in done.stdout


def test_the_engine_alone() -> None:
    done = run("tictactoe", "--side", "none", "--level", "depth 9")
    assert done.returncode == 0
    assert done.stdout.endswith("a draw: x 0, o 0\n")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nim", "--side", "left"], "pyengine: no player 'left'; there are: max, min, all and none"),
        (
            ["nim", "--level", "hard"],
            "pyengine: no level 'hard'; a level is 2s, depth 4, nodes 10000, mcts 2s or random",
        ),
        (["nim", "--load", "nowhere.json"], "pyengine: cannot read nowhere.json: No such file or directory"),
    ],
)
def test_wrong_options(arguments: list[str], told: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"{told}\n")
