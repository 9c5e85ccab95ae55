"""The `pyengine` command, as a user runs it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

FAULTY = """\
player(max).
player(min).
initial(0)
to_move(_, max).
mov(S, up, T) :- T is S + 1.
utility(_, 1).
"""


def pyengine(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pyengine.cli", *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=60)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "faulty.pl").write_text(FAULTY, encoding="utf-8")
    return tmp_path


def test_check_prints_all_findings_and_fails(folder: Path) -> None:
    done = pyengine("check", "faulty.pl", cwd=folder)
    assert done.returncode == 1
    assert "faulty.pl:3:11: error: clause does not end" in done.stdout
    assert "move/3" in done.stdout
    assert done.stdout.endswith("\n")
    assert done.stderr == ""


def test_check_json_says_the_same(folder: Path) -> None:
    done = pyengine("check", "--json", "faulty.pl", cwd=folder)
    findings = json.loads(done.stdout)
    assert done.returncode == 1
    assert (findings[0]["file"], findings[0]["line"], findings[0]["column"]) == ("faulty.pl", 3, 11)
    assert {finding["severity"] for finding in findings} <= {"error", "warning"}


def test_a_good_game_passes(folder: Path) -> None:
    done = pyengine("check", "nim", cwd=folder)
    assert (done.returncode, done.stdout) == (0, "nothing found\n")


def test_a_missing_file_does_not_hide_the_others(folder: Path) -> None:
    done = pyengine("check", "--json", "nowhere.pl", "faulty.pl", cwd=folder)
    assert [finding["code"] for finding in json.loads(done.stdout)][:2] == ["not-found", "unended-clause"]
    assert done.returncode == 1


@pytest.mark.parametrize("arguments", [(), ("chekc",), ("check",), ("check", "nim", "--positions", "many")])
def test_wrong_usage_is_one_message(folder: Path, arguments: tuple[str, ...]) -> None:
    done = pyengine(*arguments, cwd=folder)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "usage: pyengine" in done.stderr


def test_an_unsafe_file_is_refused_before_it_runs(folder: Path) -> None:
    (folder / "unsafe.pl").write_text(":- initialization(shell('touch ran')).\n", encoding="utf-8")
    done = pyengine("check", "unsafe.pl", cwd=folder)
    assert done.returncode == 1
    assert "unsafe.pl:1:4: error:" in done.stdout
    assert not (folder / "ran").exists()
