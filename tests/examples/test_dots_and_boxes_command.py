"""`python examples/dots_and_boxes` as a user runs it: a quick run, one that is killed and goes on, and wrong usage."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from concluding import matches
from holding import hold_trial
from padova import TABLE_1
from trials import PARTS, Scale, trials

from pyengine.arena.crew import HereCrew
from pyengine.arena.schedule import schedule

PATIENCE = 30.0
SCRIPT = (sys.executable, str(Path(__file__).parents[2] / "examples" / "dots_and_boxes"))
QUICK = ("--quick", "--reasoner", "native")


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*SCRIPT, *words], capture_output=True, text=True, timeout=PATIENCE)


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_every_trial_is_a_part() -> None:
    assert ["nodes", *(trial.name for trial in trials(Scale()))] == list(PARTS)


def test_the_node_counts_next_to_the_report() -> None:
    done = run(*QUICK, "--part", "nodes")
    assert (done.returncode, done.stderr) == (0, "")
    told = done.stdout
    rows = [" ".join(line.split()[:-1]) for line in told.splitlines()]
    assert "minimax (counted) 108,505,112 108,505,112 108,505,112" in rows
    assert "alpha-beta 405,294 263,111 263,111 2" in rows
    assert "minimax with a table, owners kept 14,300 14,300 3,014 2" in rows
    assert "alpha-beta with a table, owners kept 6,331 6,525 2,667 2" in rows
    assert "3,014 entered and 11,286 found in the table are 14,300; after an inner line they would be 14,890" in told
    assert "so that it was 289 nodes, of which 290 are made below" in told


def test_a_quick_run_as_json() -> None:
    held = [word for part in PARTS if part != "nodes" for word in ("--part", part)]
    done = run(*QUICK, *held, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert [trial["name"] for trial in found["trials"]] == list(PARTS)[1:]
    for trial in found["trials"]:
        assert {match["games"] for match in trial["matches"]} == {2}
        assert (trial["faults"], trial["openings"]) == ([], 1)
    first = found["trials"][0]
    assert [match["players"] for match in first["matches"]] == [[row.first, row.second] for row in TABLE_1]
    assert first["reported"][3] == {"wins": 26, "draws": 29, "losses": 45}
    assert len(found["savings"]) == 4
    assert [sentence.split(":")[0].split(",")[0] for sentence in found["conclusions"]] == [
        "What can be concluded",
        "What cannot",
    ]


def test_a_table_next_to_the_report() -> None:
    done = run(*QUICK, "--part", "table-1", "--seconds", "0.02")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Table 1 again, on the clock: 3x3 dots, 0.02 s a move, 2 games a pairing\n")
    assert "\nC1 – C1Q     +26 =29 -45  40.5 %  33 to 49  +" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("What cannot: the report's Table 1 tells no two players apart; ")


def test_killed_and_resumed() -> None:
    """No game is lost, none is played twice, and the end is that of a run that nobody killed."""
    words = ("--part", "report-speed", "--games", "6", "--nodes", "60")
    words = (*words, "--reasoner", "native", "--jobs", "2", "--store", "kept")
    file = Path("kept", "report-speed.games")
    began = subprocess.Popen([*SCRIPT, *words], stdout=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + PATIENCE
        while len(before := records(file)) < 5 and time.monotonic() < deadline:
            time.sleep(0.02)
    finally:
        os.kill(began.pid, signal.SIGKILL)
        began.wait()
    assert 5 <= len(before) < 66
    done = run(*words, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    after = records(file)
    assert before.items() <= after.items()
    (trial,) = (trial for trial in trials(Scale(nodes=60)) if trial.name == "report-speed")
    plan = trial.plan(6, 0, "native")
    assert set(after) == {game.identifier for game in schedule(plan, plan.rules.load()).games}
    whole = hold_trial(trial, 6, 0, "native", HereCrew())
    found = [
        (match["wins"], match["draws"], match["losses"]) for match in json.loads(done.stdout)["trials"][0]["matches"]
    ]
    assert found == [(match.tally.wins, match.tally.draws, match.tally.losses) for match in matches(whole)]
    other = run(*words, "--seed", "1")
    assert (other.returncode, other.stdout) == (1, "")
    assert other.stderr.startswith("pyengine: kept/report-speed.games is of another tournament: seed (0)")


def records(file: Path) -> dict[str, str]:
    if not file.exists():
        return {}
    with sqlite3.connect(file, timeout=PATIENCE) as opened:
        if not opened.execute("select count(*) from sqlite_master where name = 'games'").fetchone()[0]:
            return {}
        return dict(opened.execute("select identifier, record from games"))


def test_wrong_usage() -> None:
    odd = run(*QUICK, "--games", "3")
    assert (odd.returncode, odd.stdout) == (2, "")
    assert "--games must be even" in odd.stderr
    unknown = run("--part", "table-2")
    assert unknown.returncode == 2
    assert "'table-2' is not one of 'nodes', 'table-1'" in unknown.stderr
    Path("file").write_text("")
    inside = run(*QUICK, "--store", "file/store")
    assert (inside.returncode, inside.stderr) == (1, "pyengine: file/store cannot be made: Not a directory\n")
