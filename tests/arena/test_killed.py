"""A tournament whose process is killed again and again, and goes on each time."""

from __future__ import annotations

import json
import os
import random
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

KILLS = 20
GAMES = 100
PATIENCE = 300.0
COMMAND = (sys.executable, "-m", "pyengine.cli", "arena", "tictactoe", "-r", "native", "--games", str(GAMES))
PLAYERS = ("a=alphabeta:seconds=0.02", "b=alphabeta:seconds=0.02")


def rows(path: Path) -> dict[str, str]:
    """Give what the store has, as somebody else sees it who looks while it is written."""
    if not path.exists():
        return {}
    try:
        store = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        found = dict(store.execute("select identifier, record from games"))
        store.close()
    except sqlite3.OperationalError:  # no table yet
        return {}
    return found


def kill_at_some_point(process: subprocess.Popen[bytes], path: Path, chance: random.Random) -> None:
    """Kill after some games, or a little later than the start: while it loads, or starts its processes."""
    deadline = time.monotonic() + PATIENCE
    if chance.random() < 0.4:
        time.sleep(chance.random())
    else:
        wanted = len(rows(path)) + chance.randrange(1, 7)
        while len(rows(path)) < wanted and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.005)
    process.kill()
    process.wait()


def is_running(process: int) -> bool:
    try:
        status = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] not in "ZX"


@pytest.mark.hunt
def test_killed_twenty_times_it_ends_with_exactly_the_planned_games(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    words = [*COMMAND, *PLAYERS, "--jobs", "2", "--store", str(path), "--resume"]
    chance = random.Random(8)
    left = tmp_path / "left"
    left.mkdir()
    surroundings = {**os.environ, "TMPDIR": str(left)}
    known: dict[str, str] = {}
    grown = 0
    for _ in range(KILLS):
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=surroundings)
        kill_at_some_point(process, path, chance)
        after = rows(path)
        assert known.items() <= after.items(), "a game that was written stays as it is"
        grown += len(after) > len(known)
        known = after
    assert grown > 5
    done = subprocess.run([*words, "--json"], capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, "")
    [match] = json.loads(done.stdout)["matches"]
    assert (match["games"], match["as_max"]["games"], match["as_min"]["games"]) == (GAMES, GAMES // 2, GAMES // 2)
    after = rows(path)
    assert known.items() <= after.items()
    assert len(after) == GAMES
    processes = {json.loads(record)["setting"]["process"] for record in after.values()}
    deadline = time.monotonic() + PATIENCE
    while any(map(is_running, processes)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(is_running, processes)), "who played for a process that was killed is gone with it"
    assert len(list(left.iterdir())) < KILLS / 4, "and so are the files, but where nobody was there yet to remove them"
