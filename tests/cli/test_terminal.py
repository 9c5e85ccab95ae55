"""What a terminal shows: colours, the progress of long work, and what an interrupt leaves."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from pyengine import games

if TYPE_CHECKING:
    from conftest import Command

LARGE = ("tictactoe", "--param", "columns=4", "--param", "rows=4", "--param", "length=4")


def test_colours_are_for_terminals(pyengine: Command) -> None:
    coloured = pyengine.in_terminal("moves", "nim")
    assert coloured.returncode == 0
    assert "\x1b[1m" in coloured.raw
    assert [line.split() for line in coloured.text.splitlines()][1] == ["1", "take(1,1)", "nim(min,[2,2])"]
    plain = pyengine.in_terminal("show", "nim", NO_COLOR="1")
    assert "\x1b[3" not in plain.raw
    assert "\x1b" not in pyengine("moves", "nim").stdout


def test_games_stay_on_their_lines(pyengine: Command) -> None:
    done = pyengine.in_terminal("games")
    lines = done.text.splitlines()
    assert [line.split()[0] for line in lines[1:]] == list(games())
    assert max(map(len, lines)) <= 100


def test_games_in_a_narrow_terminal(pyengine: Command) -> None:
    done = pyengine.in_terminal("games", columns=40)
    lines = done.text.splitlines()
    assert max(map(len, lines)) <= 40
    assert "…" not in done.text
    assert [line.split()[0] for line in lines[1:] if not line.startswith(" ")] == list(games())
    place = next(number for number, line in enumerate(lines) if line.startswith("nim "))
    assert lines[place : place + 3] == ["nim                       2", "  Nim", "  piles=[1,2,2] misere=true"]


def test_findings_are_coloured(pyengine: Command) -> None:
    (pyengine.folder / "broken.pl").write_text("player(max)\n", encoding="utf-8")
    done = pyengine.in_terminal("check", "broken.pl")
    assert "\x1b[1;31merror:" in done.raw
    assert "broken.pl:1:12: error: clause does not end" in done.text


def test_long_work_shows_how_far_it_is(pyengine: Command) -> None:
    done = pyengine.in_terminal("best", *LARGE, "--seconds", "1.5")
    assert done.returncode == 0
    assert re.search(r" nodes  [\d,]+ nodes/s  table \d+%  move \d+ of 16  depth \d+  value 0  1 2 3", done.text)
    end = done.text.splitlines()[-4:]
    assert [line.split()[0] for line in end] == ["value", "best", "line", "search"]


@pytest.mark.parametrize("columns", [80, 40])
def test_what_long_work_shows_stays_on_one_line(pyengine: Command, columns: int) -> None:
    done = pyengine.in_terminal("best", *LARGE, "--seconds", "1.5", columns=columns)
    frames = [frame for frame in re.split(r"[\r\n]", done.text) if re.match(r"[-\\|/]  .* nodes/s  ", frame)]
    assert frames
    assert max(map(len, frames)) <= columns
    assert done.raw.count("\x1b[1A") <= 1, "the cursor goes up once, when all is taken away"
    assert re.search(r"\d nodes/s  (move \d+ of 16  )?depth \d+  (value 0  )?1 2 3", frames[-1])


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (("solve", *LARGE), r"\d s  [\d,]+ nodes  [\d,]+ nodes/s  (table \d+%  )?move \d+ of 16"),
        (("solve", *LARGE, "--all"), r"\d s  [\d,]+ nodes  [\d,]+ nodes/s  (table \d+%  )?move \d+ of 16"),
        (("tree", *LARGE, "--depth", "5"), r"\d s  [\d,]+ nodes  [\d,]+ nodes/s  searching"),
        (("query", "nim", "repeat, fail"), r"\d s  asking the rules"),
        (("check", "othello"), r"\d s  checking othello: \w+"),
    ],
)
def test_every_long_work_shows_what_it_does(pyengine: Command, arguments: tuple[str, ...], shown: str) -> None:
    done = pyengine.in_terminal(*arguments, interrupt_at=" s  ")
    assert re.search(shown, done.text)
    assert done.returncode == 130
    assert "pyengine: interrupted" in done.text


def test_an_interrupted_search_gives_the_best_so_far(pyengine: Command) -> None:
    done = pyengine.in_terminal("best", *LARGE, "--seconds", "50", interrupt_at="value 0")
    assert done.returncode == 130
    assert "interrupted)" in done.text
    assert "best    1" in done.text
    assert done.text.splitlines()[-1] == "pyengine: interrupted; this is the best so far"


def test_an_interrupted_count_gives_the_depths_that_were_done(pyengine: Command) -> None:
    done = pyengine.in_terminal("perft", *LARGE, "12", interrupt_at="depth ")
    assert done.returncode == 130
    assert re.search(r"^ +2 +240 ", done.text, re.MULTILINE)
    assert "these are the depths that were done" in done.text


INTERRUPTED_SOLVE = """
import os, signal, sys, threading
import pyengine.cli.solve as command
from pyengine.cli import main

def solve(*args, search=command.solve, **how):
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    return search(*args, **how)

command.solve = solve
sys.exit(main(sys.argv[1:]))
"""


def test_an_interrupt_without_a_terminal(pyengine: Command) -> None:
    words = [sys.executable, "-c", INTERRUPTED_SOLVE, "solve", *LARGE, "--json"]
    done = subprocess.run(words, cwd=pyengine.folder, capture_output=True, text=True)
    assert done.returncode == 130
    assert json.loads(done.stdout)["reason"] == "interrupted"
    assert done.stderr == "pyengine: interrupted; nothing is known yet\n"
