"""`pyengine tree`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from xml.etree import ElementTree as Xml

import pytest

if TYPE_CHECKING:
    from conftest import Command


def test_text_in_a_pipe_and_in_a_terminal(pyengine: Command) -> None:
    plain = pyengine("tree", "tree_bratko", "--algorithm", "alphabeta")
    assert plain.returncode == 0
    assert "│  ┝━ □ d = 4\n" in plain.stdout
    assert "\x1b" not in plain.stdout
    shown = pyengine.in_terminal("tree", "tree_bratko", "--algorithm", "alphabeta")
    assert "\x1b[1m" in shown.raw
    assert "\x1b[2m" in shown.raw
    assert shown.text.endswith(plain.stdout)
    before = shown.text.removesuffix(plain.stdout)
    assert not before.strip() or "searching" in before  # a slow machine shows its work first


def test_a_terminal_without_the_signs(pyengine: Command) -> None:
    done = pyengine("tree", "tree_bratko", "-w", "-a", "alphabeta", PYTHONIOENCODING="ascii")
    assert "|  `- [] e >= 5  [-inf, 4]  1 pruned (beta)\n" in done.stdout


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("tree.svg", "<svg "),
        ("tree.HTML", "<!DOCTYPE html>"),
        ("tree.dot", "digraph tree {"),
        ("tree.gv", "digraph tree {"),
        ("tree.txt", "nim: minimax"),
        ("tree.json", "{"),
    ],
)
def test_the_name_of_the_file_says_what_to_write(pyengine: Command, name: str, start: str) -> None:
    done = pyengine("tree", "nim", "--depth", "2", "--output", name)
    assert (done.returncode, done.stdout) == (0, f"wrote {name}\n")
    assert (pyengine.folder / name).read_text(encoding="utf-8").startswith(start)


def test_a_file_that_cannot_be_written(pyengine: Command) -> None:
    done = pyengine("tree", "nim", "--output", "no/where.svg")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "pyengine: no/where.svg cannot be written: No such file or directory\n"


def test_no_time_is_no_search(pyengine: Command) -> None:
    done = pyengine("tree", "nim", "--seconds", "0")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "pyengine: the search was stopped before its first position: there is nothing to draw\n"


def test_positions_with_a_memory_are_labelled_by_their_states(pyengine: Command) -> None:
    assert "\n┝━ ○ 1 → 26 = 0\n" in pyengine("tree", "even_wins", "--depth", "2").stdout


def test_a_page_to_step_through(pyengine: Command) -> None:
    assert pyengine("tree", "nim", "--step", "--output", "steps.html").returncode == 0
    assert 'id="slider"' in (pyengine.folder / "steps.html").read_text(encoding="utf-8")


def test_standard_output_takes_any_format(pyengine: Command) -> None:
    assert Xml.fromstring(pyengine("tree", "nim", "--format", "svg").stdout) is not None
    tree = json.loads(pyengine("tree", "nim", "--json", "--moves", "take(1,1)").stdout)
    assert tree["nodes"][0]["text"] == "nim(min,[2,2])"


def test_positions_parameters_and_options(pyengine: Command) -> None:
    done = pyengine(
        "tree", "nim", "-p", "piles=[1,1,2]", "--from", "nim(min,[1,2])", "-a", "alphabeta", "--table", "--bare"
    )
    assert done.stdout.startswith("○ 1 2 = 0\n")
    native = pyengine("tree", "nim", "--reasoner", "native")
    assert native.stdout.splitlines()[1:] == pyengine("tree", "nim").stdout.splitlines()[1:]
    few = pyengine("tree", "tictactoe", "--nodes", "8", "--no-boards")
    assert "more nodes" in few.stdout
    assert "┝━ ○ 1 = 0\n" in few.stdout


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["nim", "-o", "tree.gif"], "tree.gif does not say what to write; there are: .svg, .png"),
        (["nim", "--step"], "--step makes a page: say where to"),
        (["nim", "--step", "-o", "tree.svg"], "--step makes a page, and tree.svg is not called .html"),
        (["nim", "--format", "svg", "--json"], "--format, --step and --json ask for different things"),
        (["nim", "--depth", "-1"], "invalid value for '--depth'"),
        (["nim", "--algorithm", "guess"], "invalid value for '--algorithm'"),
    ],
)
def test_wrong_usage(pyengine: Command, words: list[str], problem: str) -> None:
    done = pyengine("tree", *words)
    assert done.returncode == 2
    assert problem in done.stderr
    assert "Traceback" not in done.stderr
    assert list(pyengine.folder.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["nimm"], "did you mean 'nim'?"),
        (["nim", "--moves", "take(9,9)"], "take(9,9) is not a legal move"),
        (["tree_three_players", "-a", "alphabeta"], "alpha-beta is for two opponents"),
        (["nim", "-o", "nowhere/tree.svg"], "No such file or directory"),
    ],
)
def test_errors(pyengine: Command, words: list[str], problem: str) -> None:
    done = pyengine("tree", *words)
    assert done.returncode == 1
    assert problem in done.stderr
    assert "Traceback" not in done.stderr
