"""`pyengine compile`: source that runs, and what was found out."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from pyengine.cli import main
from pyengine.language.shipped import shipped

RULES = shipped("rules") / "tictactoe.pl"


def test_the_source_is_python_that_names_its_clauses(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compile", "nim"]) == 0
    source = capsys.readouterr().out
    names: dict[str, object] = {}
    exec(compile(source, "nim", "exec"), names)
    assert "move/3" in source
    assert "nim.pl:39: move(nim(Player, Piles), take(Size, Count), nim(Opponent, Rest)) :-" in source
    players = names["player_f"]
    assert list(players()) == ["max", "min"]  # type: ignore[operator]


def test_parameters_are_compiled_in(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compile", "nim", "--param", "piles=[7,9]"]) == 0
    assert "list_of([7, 9])" in capsys.readouterr().out


def test_what_was_found_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compile", "nim", "--explain"]) == 0
    told = capsys.readouterr().out
    assert "for positions nim(max|min, list(integer))" in told
    assert "move/3 (in, out, out) is nondet    % nim.pl:39" in told
    assert "to_move/2 (in, out) is det, its first solution only    % nim.pl:34" in told
    assert "put_back/3 (in, in, out) is det    % nim.pl:50\n    1 in  integer  (left)\n" in told
    assert "opponent/2 (in, out): a table of 2 facts" in told


def test_what_stood_in_the_way_is_told_with_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compile", "tictactoe", "--explain"]) == 0
    told = capsys.readouterr().out
    [line] = [number for number, text in enumerate(RULES.read_text().splitlines(), 1) if text.startswith("initial(")]
    assert f"tictactoe.pl:{line}: argument 1 is not known to be ground: Cells comes from length/2" in told
    assert "maplist/2 with =(e) (any) is semidet" in told
    assert f"% of the library, called from tictactoe.pl:{line}" in told
    assert f"tictactoe.pl:{line}: argument 1 may be partly known in this call" in told


def test_rules_that_throw_while_they_are_compiled(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compile", "nim", "-p", "piles=[]"]) == 1
    assert "nim.pl:20:22: error: in initial/1: Domain error" in capsys.readouterr().err


def test_into_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compile", "nim", "-o", str(tmp_path / "nim.py")]) == 0
    assert capsys.readouterr().out == ""
    assert (tmp_path / "nim.py").read_text(encoding="utf-8").startswith('"""Rules of')
    assert main(["compile", "nim", "-o", str(tmp_path / "no" / "nim.py")]) == 1
    assert "nim.py cannot be written" in capsys.readouterr().err


def test_what_cannot_be_compiled(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "frozen.pl"
    file.write_text(
        "player(a). player(b). initial(0). to_move(_, a). utility(_, 0).\nmove(0, go, 1) :- freeze(X, X > 0), X = 1.\n",
        encoding="utf-8",
    )
    assert main(["compile", str(file)]) == 1
    told = capsys.readouterr().err
    assert "frozen.pl:2:19: note: the rules cannot be compiled: freeze/2 is not compiled" in told
    assert "hint: " in told
    assert main(["compile", "no_such_game"]) == 1
    assert main(["compile", "nim", "--to", "cobol"]) == 2
    assert main(["compile", "nim", "--standalone", "--to", "python"]) == 2
    assert "--standalone is a program in C: leave out --to python" in capsys.readouterr().err
    assert main(["compile", "nim", "--standalone", "--explain"]) == 2
    assert "--standalone is a program in C: leave out --explain" in capsys.readouterr().err
    for target in (["--to", "c"], ["--standalone"], ["--to", "c", "--explain"]):
        assert main(["compile", str(file), *target]) == 1
        assert "freeze/2 is not compiled" in capsys.readouterr().err


def test_what_c_leaves_to_python(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compile", "nim", "--to", "c", "--explain"]) == 0
    assert capsys.readouterr().out.endswith("All that a search asks of these rules runs in C.\n")
    file = tmp_path / "far.pl"
    file.write_text(
        "player(a). player(b). initial(0). to_move(_, a). utility(_, 0).\n"
        "move(0, go, N) :- term_to_atom(f(x), A), atom_length(A, N).\n",
        encoding="utf-8",
    )
    assert main(["compile", str(file), "--to", "c", "--explain"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[-2] == "C stops here, and Python answers for the position:"
    assert "far.pl:2: " in told[-1]


def test_c_that_names_its_clauses(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compile", "nim", "--to", "c"]) == 0
    source = capsys.readouterr().out
    assert "nim.pl:39: move(nim(Player, Piles), take(Size, Count), nim(Opponent, Rest)) :-" in source
    assert '#include "rules.h"' in source
    assert "RULES = {" in source


def test_c_that_stands_alone(tmp_path: Path) -> None:
    source, program = tmp_path / "game.c", tmp_path / "game"
    assert main(["compile", "tictactoe", "--standalone", "-o", str(source)]) == 0
    command = ["cc", "-Wall", "-Wextra", str(source), "-o", str(program), "-lm", "-lpthread"]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (built.returncode, built.stderr) == (0, "")
    told = subprocess.run([str(program), "perft", "9"], capture_output=True, text=True, check=True).stdout
    counts = [int(line.split()[2]) for line in told.splitlines()]
    assert counts == [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
    played = subprocess.run([str(program), "playouts", "100"], capture_output=True, text=True, check=True).stdout
    assert played.startswith("100 games, ")
    for wrong in (["perft"], ["perft", "nine"], ["perft", "-1"], ["playouts", "10", "x"], ["solve", "3"]):
        refused = subprocess.run([str(program), *wrong], capture_output=True, text=True, check=False)
        assert (refused.returncode, refused.stdout, refused.stderr[:6]) == (2, "", "usage:")
