"""Stores on the command line: filled by solve, used by best and play, refused where they do not fit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pyengine.cli import main


def test_solve_fills_a_store_that_best_uses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = str(tmp_path / "hexapawn.db")
    assert main(["solve", "hexapawn", "--store", store]) == 0
    assert f"{store}: 71 positions, 71 of them new" in capsys.readouterr().out
    assert main(["solve", "hexapawn", "--store", store, "--all"]) == 0
    again = capsys.readouterr().out
    assert "71 positions, 0 of them new" in again
    assert "-1 to white (solved)" in again
    assert main(["best", "hexapawn", "--store", store, "--json", "-r", "native"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["value"], found["solved"], found["nodes"]) == (-1, True, 1)


def test_play_takes_a_store(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = str(tmp_path / "nim.db")
    assert main(["solve", "nim", "--store", store]) == 0
    assert main(["play", "nim", "--side", "none", "--store", store]) == 0
    assert "max plays take(1,1)" in capsys.readouterr().out
    assert main(["play", "kayles", "--side", "none", "--store", store]) == 1
    captured = capsys.readouterr()
    assert "it is of nim, and this is kayles" in captured.err
    assert "plays" not in captured.out


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (["best", "nim", "--store", "none.db"], 1, "there is no store none.db; 'pyengine solve GAME --store none.db'"),
        (["solve", "nim_three_players", "--store", "new.db"], 1, "for two opponents"),
        (["solve", "nim", "--store", "new.db", "--depth", "3"], 2, "do not go with it"),
        (["solve", "nim", "--store", "."], 2, "is a directory"),
        (["solve", "tictactoe", "--store", "new.db", "--nodes", "9"], 0, ""),
    ],
)
def test_mistakes(
    words: list[str],
    status: int,
    told: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words) == status
    captured = capsys.readouterr()
    assert told in captured.err
    assert (status == 0) == (tmp_path / "new.db").exists()
    assert status or "new.db: nothing is kept, the search ended before it was done" in captured.out
