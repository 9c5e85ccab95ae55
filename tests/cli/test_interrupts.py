"""Ctrl-C ends every kind of search with what is known by then, and exit status 130."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import pyengine as engine

if TYPE_CHECKING:
    from conftest import Command

STARTED = """
import sys
from pyengine.search.watch import Watch

begin = Watch.__post_init__
def told(watch):
    begin(watch)
    print("searching", file=sys.stderr, flush=True)
Watch.__post_init__ = told
from pyengine.cli import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize(
    "words",
    [
        "solve connect_four -r python",
        "solve connect_four -r c",
        "solve connect_four -r c -o threads=2",
        "solve connect_four -r auto",
        "solve connect_four -r native",
        "solve connect_four -r c --all",
        "solve connect_four -r c --algorithm proof",
        "solve connect_four -r python --algorithm proof",
        "solve connect_four -r c --positions",
        "solve connect_four -r python --positions",
        "solve connect_four -r python --minimax",
        "best connect_four -r python --seconds 500",
        "best connect_four -r c --seconds 500",
        "best connect_four -r c -o threads=2 --seconds 500",
        "best connect_four -r c --algorithm mcts --seconds 500",
        "best connect_four -r python --algorithm mcts --seconds 500",
        "best nim_three_players -p piles=[9,9,9,9,9] -r python --seconds 500",
    ],
)
def test_what_is_known_is_told(words: str, tmp_path: Path) -> None:
    command = [sys.executable, "-c", STARTED, *words.split(), "--json"]
    process = subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1
    )
    assert process.stderr is not None
    assert process.stderr.readline() == "searching\n"
    time.sleep(1.0)
    process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=120)
    assert process.returncode == 130, error
    told = json.loads(out)
    assert told["reason"] == "interrupted"
    assert told["best"], "a move is always told"
    if words.startswith("best"):
        assert told["value"] is not None
        assert told["line"][0] == told["best"]
        assert "this is the best so far" in error
    assert told["nodes"] > 0 or "positions" in words


def test_an_interrupted_solve_tells_the_best_move_that_is_done(pyengine: Command) -> None:
    """What is done by then of six moves is a bound: there may be better ones."""
    words = ("solve", "connect_four", "-p", "width=6", "-p", "height=4", "-r", "python")
    done = pyengine.in_terminal(*words, interrupt_at="value at least ", columns=150)
    assert done.returncode == 130
    best = re.findall(r"best (\d)  value at least (-?\d)", done.text)[-1]
    assert re.search(rf"value   at least {best[1]} to x \(interrupted\)", done.text)
    assert re.search(rf"best    {best[0]}", done.text)
    assert re.search(rf"line    {best[0]} ", done.text)
    game = engine.load("connect_four", width=6, height=4)
    assert game.parse_move(best[0]) in game.actions(game.initial)
