"""Games in Python, as `file.py:Class`, in every command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import Command

GAMES = """
class Pile:
    players = ("a", "b")

    def __init__(self, size: int = 5) -> None:
        self.initial = ("a", size)

    def to_move(self, state):
        return state[0]

    def actions(self, state):
        return [taken for taken in (1, 2) if taken <= state[1]]

    def result(self, state, move):
        return ("b" if state[0] == "a" else "a", state[1] - move)

    def is_terminal(self, state):
        return state[1] == 0

    def utility(self, state, player):
        return -1 if state[0] == player else 1

    def text(self, state):
        return f"{state[0]}/{state[1]}"

    def parse_state(self, text):
        player, _, left = text.partition("/")
        return (player, int(left))

    def board(self, state):
        return [["o"] * state[1] or ["."]]


class Broken(Pile):
    def actions(self, state):
        raise ValueError("no \\x1b[31mmoves")


class Leaving(Pile):
    def actions(self, state):
        raise SystemExit(0)


class Nothing:
    pass


MADE = Pile(3)
"""
COMMANDS = {
    "show": (("show", "--moves", "1"), "position  b/4\nto move   b\nmoves     2\n"),
    "show from": (("show", "a/1"), "position  a/1\nto move   a\nmoves     1\n"),
    "moves": (("moves",), "   move  leads to\n1  1     b/4\n2  2     b/3\n"),
    "solve": (("solve",), "value   1 to a (solved)\nbest    2\nline    2 1 2\n"),
    "best": (("best", "--depth", "9"), "best    2\n"),
    "perft": (("perft", "3"), "    3      7"),
    "split": (("perft", "2", "--split"), "all       4\n"),
    "tree": (("tree", "--depth", "1"), "┝━ ○ 1 → "),
    "bench": (("bench", "--seconds", "0.01"), "native\nexpansions"),
    "check": (("check",), "nothing found\n"),
    "arena": (("arena", "alphabeta:depth=3", "random", "--games", "2", "--jobs", "1"), "alphabeta:depth=3 – random"),
    "play": (("play", "--side", "none", "--level", "depth 5"), "a wins"),
    "compare": (("compare", "games.py:Pile", "--no-speed"), "agree"),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "games.py").write_text(GAMES, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("asked", COMMANDS)
def test_a_class_in_every_command(pyengine: Command, folder: Path, asked: str) -> None:
    (name, *words), told = COMMANDS[asked]
    done = pyengine(name, "games.py:Pile", *words)
    assert (done.returncode, done.stderr) == (0, "")
    assert told in done.stdout


def test_parameters_are_the_arguments_of_the_class(pyengine: Command, folder: Path) -> None:
    assert "value   -1 to a" in pyengine("solve", "games.py:Pile", "-p", "size=3").stdout
    done = pyengine("solve", "games.py:Pile", "-p", "height=3")
    assert done.returncode == 2
    assert "games.py:Pile cannot be made with height=3: TypeError" in done.stderr


def test_a_game_that_is_made_already(pyengine: Command, folder: Path) -> None:
    assert json.loads(pyengine("show", "games.py:MADE", "--json").stdout)["position"] == "a/3"
    assert "is made already" in pyengine("show", "games.py:MADE", "-p", "size=3").stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("query", "games.py:Pile", "true"), "a native game has no rules to ask: games.py:Pile is a class in Python"),
        (("compile", "games.py:Pile"), "games.py:Pile names a class in Python, and the rules of a game are wanted"),
        (("tune", "games.py:Pile"), "not those of a game in Python"),
        (("perft", "games.py:Pile", "--published"), "nothing is published about perft of games.py:Pile"),
        (("show", "games.py:Pile", "--reasoner", "c"), "a class answers for itself"),
        (("arena", "games.py:Pile", "random", "first", "-r", "c"), "a class answers for itself"),
        (("arena", "games.py:Pile", "random", "first", "--from", "a/2"), "begins at its own start"),
        (("solve", "games.py:Pile", "--store", "s"), "solved positions are kept for games of rule files"),
        (("check", "games.py:Pile", "--coverage"), "--start and --coverage are for rules"),
        (("show", "games.py:Piel"), "did you mean 'Pile'?"),
        (("show", "nowhere.py:Pile"), "no file nowhere.py"),
        (("show", "nowhere:Pile"), "nowhere cannot be imported: ModuleNotFoundError"),
        (("show", "games.py:Nothing"), "a game is wanted"),
        (("show", "games.py:Broken"), "games.py:Broken raised ValueError: no \\x1b[31mmoves, in line 36 of games.py"),
        (("solve", "games.py:Broken"), "games.py:Broken raised ValueError"),
        (("show", "games.py:Leaving"), "games.py:Leaving raised SystemExit: 0"),
        (("show", "games.py:Pile", "zzz"), "games.py:Pile raised ValueError: invalid literal for int()"),
    ],
    ids=lambda given: " ".join(given) if isinstance(given, tuple) else "",
)
def test_what_cannot_be_is_told_in_a_message(
    pyengine: Command, folder: Path, words: tuple[str, ...], told: str
) -> None:
    done = pyengine(*words)
    assert done.returncode in (1, 2)
    assert told in done.stderr
    assert "Traceback" not in done.stderr
    assert "\x1b" not in done.stderr


def test_check_tells_what_is_wrong_with_a_class(pyengine: Command, folder: Path) -> None:
    done = pyengine("check", "games.py:Broken", "games.py:Nothing", "games.py:Pile")
    assert done.returncode == 1
    assert "ValueError in a/5: no \\x1b[31mmoves" in done.stdout
    assert "Nothing has no players" in done.stdout


def test_a_store_that_names_a_class_must_be_trusted(pyengine: Command, folder: Path) -> None:
    players = ("random", "first", "--games", "2", "--jobs", "1", "--store", "games.db")
    assert pyengine("arena", "games.py:Pile", *players).returncode == 0
    (folder / "games.py").write_text(GAMES + "\nopen('was_run', 'w').close()\n", encoding="utf-8")
    done = pyengine("arena", "--resume", "--store", "games.db")
    assert done.returncode == 1
    assert "want to be trusted: --trust allows it" in done.stderr
    assert not (folder / "was_run").exists()
    assert pyengine("arena", "--resume", "--store", "games.db", "--trust").returncode == 0
