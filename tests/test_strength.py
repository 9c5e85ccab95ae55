"""The benchmark that plays versions against each other: its games, its figures, and players that fail."""

from __future__ import annotations

import importlib.util
import json
import math
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"


@pytest.fixture
def strength(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    specification = importlib.util.spec_from_file_location("strength", BENCHMARKS / "strength.py")
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    monkeypatch.setitem(sys.modules, "strength", module)
    specification.loader.exec_module(module)
    return module


def test_this_version_against_itself() -> None:
    how = ["--game", "tictactoe", "--games", "4", "--seconds", "0.005", "--reasoner", "python"]
    done = subprocess.run(
        [sys.executable, str(BENCHMARKS / "strength.py"), ".", *how], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert "this version against ., 0.005 s a move, reasoner python" in done.stdout
    assert "4 of 4 games" in done.stderr
    assert done.stdout.count("tictactoe") == 3


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ([], "revision"),
        ([".", "--games", "3"], "games must be an even number"),
        ([".", "--seconds", "0"], "seconds must be above 0"),
        (["no_such_revision"], "no revision 'no_such_revision'"),
    ],
)
def test_what_is_asked_wrongly_is_told(how: list[str], told: str) -> None:
    done = subprocess.run(
        [sys.executable, str(BENCHMARKS / "strength.py"), *how], capture_output=True, text=True, timeout=300
    )
    assert done.returncode != 0
    assert told in done.stderr


def test_the_interval_goes_by_pairs_of_games(strength: ModuleType) -> None:
    """Games whose first player always wins say nothing, however many there are; a pair that is won both times does."""
    even = strength.Match(((1.0, 0.0),) * 50)
    assert even.tally.score == 0.5
    assert even.interval().low < 0.5 < even.interval().high
    mixed = strength.Match(((1.0, 0.0),) * 25 + ((1.0, 1.0),) * 25)
    assert mixed.tally.games == 100
    assert mixed.tally.score == 0.75
    assert mixed.interval().low > mixed.tally.interval().low
    assert math.isclose(strength.elo_of(0.75), mixed.tally.elo)


SAYS = "import sys\nprint('ready', flush=True)\nsys.stdin.readline()\n"


@pytest.mark.parametrize(
    ("program", "told"),
    [
        ("raise SystemExit('no such game')", "has ended with status 1: no such game"),
        ("print('what?')", "says 'what?' in place of being ready"),
        ("import time\ntime.sleep(60)", "has not answered in 0.5 seconds"),
        (SAYS + "raise ValueError('lost')", "has ended with status 1: ValueError: lost"),
        (SAYS + "print('what?', flush=True)\nsys.stdin.readline()", "answers 'what?', which is no move"),
        (SAYS + f"print({json.dumps(json.dumps({'move': '99'}))}, flush=True)\nsys.stdin.readline()", "99 is not"),
        (SAYS + "import time\ntime.sleep(60)", "has not answered in 1 seconds"),
    ],
)
def test_a_player_that_fails_is_named(
    program: str, told: str, strength: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    player = tmp_path / "player.py"
    player.write_text(program)
    monkeypatch.setattr(strength, "PLAYER", player)
    monkeypatch.setattr(strength, "LOADING_SECONDS", 0.5 if "sleep" in program and SAYS not in program else 60.0)
    monkeypatch.setattr(strength, "GRACE_SECONDS", 0.5 if "sleep" in program else 60.0)
    referee = strength.load("tictactoe")
    with (
        pytest.raises(strength.PlayerFailedError, match="(?s)^it.*" + told.replace("?", r"\?")),
        strength.started("it", BENCHMARKS, "tictactoe", "python", 0.5) as version,
    ):
        strength.play(referee, (version, version), (), 0.5, 10)


@pytest.mark.hunt
@pytest.mark.parametrize("game", ["connect_four", "english_draughts", "othello", "breakthrough"])
def test_the_games_of_the_benchmark(game: str) -> None:
    how = ["--game", game, "--games", "2", "--seconds", "0.001", "--reasoner", "c", "--longest", "60"]
    done = subprocess.run(
        [sys.executable, str(BENCHMARKS / "strength.py"), ".", *how], capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr
