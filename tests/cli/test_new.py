"""`pyengine new`: the file it writes is a game."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING

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
