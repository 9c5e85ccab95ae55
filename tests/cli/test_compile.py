"""`pyengine compile`: source that runs, and what was found out."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyengine.cli import main


def test_the_source_is_python_that_names_its_clauses(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compile", "nim"]) == 0
    source = capsys.readouterr().out
    names: dict[str, object] = {}
    exec(compile(source, "nim", "exec"), names)
    assert "move/3" in source
    assert "nim.pl:30: move(nim(Player, Piles), take(Size, Count), nim(Opponent, Rest)) :-" in source
    players = names["player_f"]
    assert list(players()) == ["max", "min"]  # type: ignore[operator]


def test_parameters_are_compiled_in(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compile", "nim", "--param", "piles=[7,9]"]) == 0
    assert "list_of([7, 9])" in capsys.readouterr().out


def test_what_was_found_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compile", "nim", "--explain"]) == 0
    told = capsys.readouterr().out
    assert "opponent/2" in told or "move/3: nondet" in told
    assert "to_move/2: det" in told


def test_into_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compile", "nim", "-o", str(tmp_path / "nim.py")]) == 0
    assert capsys.readouterr().out == ""
    assert (tmp_path / "nim.py").read_text(encoding="utf-8").startswith('"""Rules of')
    assert main(["compile", "nim", "-o", str(tmp_path / "no" / "nim.py")]) == 1
    assert "cannot write" in capsys.readouterr().err


def test_what_cannot_be_compiled(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "frozen.pl"
    file.write_text(
        "player(a). player(b). initial(0). to_move(_, a). utility(_, 0).\nmove(0, go, 1) :- freeze(X, X > 0), X = 1.\n",
        encoding="utf-8",
    )
    assert main(["compile", str(file)]) == 1
    told = capsys.readouterr().err
    assert "frozen.pl:2:" in told
    assert "freeze" in told
    assert main(["compile", "no_such_game"]) == 1
    assert main(["compile", "nim", "--to", "cobol"]) == 2
