"""`pyengine new`: the file it writes is a game."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pyengine.api import find_rules, games

if TYPE_CHECKING:
    from conftest import Command


def test_a_new_file_is_a_game(pyengine: Command) -> None:
    done = pyengine("new", "my_game")
    path = pyengine.folder / "my_game.pl"
    assert (done.returncode, done.stderr) == (0, "")
    assert "pyengine check my_game.pl" in done.stdout
    assert path.read_text(encoding="utf-8").startswith("/*  My game\n")
    assert pyengine("check", "my_game.pl").stdout == "nothing found\n"
    found = json.loads(pyengine("solve", "my_game.pl", "--param", "matches=13", "--json").stdout)
    assert (found["value"], found["best"]) == (1, "1")


def test_swi_prolog_loads_it_without_a_word(pyengine: Command) -> None:
    assert pyengine("new", "heap.pl").returncode == 0
    done = subprocess.run(["swipl", "-g", "halt", "heap.pl"], cwd=pyengine.folder, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_name_of_two_words_is_quoted(pyengine: Command) -> None:
    done = pyengine("new", "two words")
    assert done.returncode == 0
    assert "  pyengine check 'two words.pl'    tells" in done.stdout
    assert "two words.pl is a game" in done.stdout


def test_what_was_written_as_json(pyengine: Command) -> None:
    assert json.loads(pyengine("new", "heap", "--json").stdout) == {"file": "heap.pl", "title": "Heap"}


def test_what_exists_is_left_alone(pyengine: Command) -> None:
    (pyengine.folder / "mine.pl").write_text("% mine\n", encoding="utf-8")
    done = pyengine("new", "mine")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "pyengine: mine.pl exists already, and is left as it is\n"
    assert (pyengine.folder / "mine.pl").read_text(encoding="utf-8") == "% mine\n"
    assert pyengine("new", "./").returncode == 2
    done = pyengine("new", "\udcff")
    assert (done.returncode, done.stdout) == (1, "")
    assert [path.name for path in pyengine.folder.iterdir()] == ["mine.pl"]
    done = pyengine("new", "no/where")
    assert (done.returncode, done.stderr) == (1, "pyengine: no/where.pl cannot be written: No such file or directory\n")


@pytest.mark.parametrize("game", ["english_draughts", "hexapawn", "tree_three_players"])
def test_a_copy_of_a_game_checks_at_once(pyengine: Command, game: str) -> None:
    done = pyengine("new", "mine", "--from", game)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"mine.pl is a copy of {game}. Now:\n")
    assert (pyengine.folder / "mine.pl").read_bytes() == find_rules(game).read_bytes()
    assert [path.name for path in pyengine.folder.iterdir()] == ["mine.pl"]
    done = pyengine("check", "--positions", "10", "mine.pl")
    assert (done.stdout, done.stderr) == ("nothing found\n", "")


def test_a_copy_of_a_game_is_played_and_solved_at_once(pyengine: Command) -> None:
    assert pyengine("new", "mine", "--from", "tictactoe").returncode == 0
    assert pyengine("check", "mine.pl").stdout == "nothing found\n"
    for reasoner in ("python", "c", "swi"):
        found = json.loads(pyengine("solve", "mine.pl", "--reasoner", reasoner, "--json").stdout)
        assert found["value"] == 0
    assert pyengine("show", "mine.pl", "--moves", "5 1").stdout.startswith("o . .\n. x .\n. . .\n")
    assert (
        "HELD(rows_of_cells(" in pyengine("compile", "mine.pl", "--to", "c").stdout
    )  # library(boards) is known by origin


def test_the_words_of_textbooks(pyengine: Command) -> None:
    done = pyengine("new", "my_heap", "--textbook")
    assert (done.returncode, done.stderr) == (0, "")
    text = (pyengine.folder / "my_heap.pl").read_text(encoding="utf-8")
    assert text.startswith("/*  My heap\n")
    for predicate in ("moves(", "staticval(", "max_to_move("):
        assert f"\n{predicate}" in text
    assert pyengine("check", "my_heap.pl").stdout == "nothing found\n"
    for matches, value in ((12, -1), (13, 1)):
        found = json.loads(pyengine("solve", "my_heap.pl", "--param", f"matches={matches}", "--json").stdout)
        assert found["value"] == value
    done = subprocess.run(["swipl", "-g", "halt", "my_heap.pl"], cwd=pyengine.folder, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_what_there_is_to_start_from(pyengine: Command) -> None:
    done = pyengine("new", "--list")
    assert (done.returncode, done.stderr) == (0, "")
    listed = [line for line in done.stdout.splitlines() if line.startswith("NAME --from ")]
    assert [line.split()[2] for line in listed] == [*games()]
    assert any(line.startswith("NAME --textbook ") for line in done.stdout.splitlines())
    found = json.loads(pyengine("new", "--list", "--json").stdout)
    assert {"name": "tictactoe", "title": "Tic-tac-toe, and the m,n,k-games"} in found
    assert [*pyengine.folder.iterdir()] == []


@pytest.mark.parametrize(
    ("game", "message"),
    [
        ("tictacto", "no game 'tictacto' to copy; did you mean 'tictactoe'?"),
        ("nim.pl", "no game 'nim.pl' to copy; did you mean 'nim'?"),
        ("../rules/nim", "no game '../rules/nim' to copy; there are: breakthrough, "),
        ("lib/boards", "no game 'lib/boards' to copy; there are: breakthrough, "),
        ("", "no game '' to copy; there are: breakthrough, "),
    ],
)
def test_a_game_that_is_not_there_is_not_copied(pyengine: Command, game: str, message: str) -> None:
    done = pyengine("new", "mine", "--from", game)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"pyengine: {message}")
    assert done.stderr.count("\n") == 1
    assert [*pyengine.folder.iterdir()] == []


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["mine", "--from", "nim", "--textbook"], "--from copies a game in its own words"),
        ([], "missing argument 'NAME'"),
        (["mine", "--form", "nim"], "no such option '--form'"),
    ],
)
def test_wrong_usage_writes_nothing(pyengine: Command, words: list[str], message: str) -> None:
    done = pyengine("new", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert [*pyengine.folder.iterdir()] == []


@pytest.mark.parametrize("options", [["--from", "nim"], ["--textbook"]])
def test_nothing_is_written_over(pyengine: Command, options: list[str]) -> None:
    (pyengine.folder / "mine.pl").write_text("% mine\n", encoding="utf-8")
    done = pyengine("new", "mine", *options)
    assert (done.returncode, done.stderr) == (1, "pyengine: mine.pl exists already, and is left as it is\n")
    assert (pyengine.folder / "mine.pl").read_text(encoding="utf-8") == "% mine\n"


def test_the_folder_of_the_libraries(pyengine: Command) -> None:
    folder = Path(pyengine("library").stdout.removesuffix("\n"))
    assert (folder / "boards.pl").is_file()
    found = json.loads(pyengine("library", "--json").stdout)
    assert found["folder"] == str(folder)
    assert {*found["libraries"]} == {path.stem for path in folder.iterdir()}
    assert found["libraries"]["boards"] == "Boards as terms and lists"
