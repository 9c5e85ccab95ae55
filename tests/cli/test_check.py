"""`pyengine check`, and what holds for all commands, as a user runs them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import Command

FAULTY = """\
player(max).
player(min).
initial(0)
to_move(_, max).
mov(S, up, T) :- T is S + 1.
utility(_, 1).
"""


COMMAND = (sys.executable, "-m", "pyengine.cli")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "faulty.pl").write_text(FAULTY, encoding="utf-8")
    return tmp_path


def test_check_prints_all_findings_and_fails(folder: Path, pyengine: Command) -> None:
    done = pyengine("check", "faulty.pl")
    assert done.returncode == 1
    assert "faulty.pl:3:11: error: clause does not end" in done.stdout
    assert "move/3" in done.stdout
    assert done.stdout.endswith("\n")
    assert done.stderr == ""


def test_check_json_says_the_same(folder: Path, pyengine: Command) -> None:
    done = pyengine("check", "--json", "faulty.pl")
    findings = json.loads(done.stdout)
    assert done.returncode == 1
    assert (findings[0]["file"], findings[0]["line"], findings[0]["column"]) == ("faulty.pl", 3, 11)
    assert {finding["severity"] for finding in findings} <= {"error", "warning"}


def test_a_good_game_passes(folder: Path, pyengine: Command) -> None:
    done = pyengine("check", "nim")
    assert (done.returncode, done.stdout) == (0, "nothing found\n")


def test_a_missing_file_does_not_hide_the_others(folder: Path, pyengine: Command) -> None:
    done = pyengine("check", "--json", "nowhere.pl", "faulty.pl")
    assert [finding["code"] for finding in json.loads(done.stdout)][:2] == ["not-found", "unended-clause"]
    assert done.returncode == 1


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("chekc",),
        ("check",),
        ("check", "nim", "--positions", "many"),
        ("check", "nim", "--positions", "0"),
        ("check", "nim", "--positions", "-3"),
        ("check", "nim", "--param", "heaps"),
        ("check", "nim", "--param", "heaps=[3,"),
    ],
)
def test_wrong_usage_is_one_message(folder: Path, pyengine: Command, arguments: tuple[str, ...]) -> None:
    done = pyengine(*arguments)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "Usage: pyengine" in done.stderr


def test_parts_of_games_are_told_as_such(folder: Path, pyengine: Command) -> None:
    """Those that a game includes, and those that have nothing of a game: but not a game that forgot nearly all."""
    game = ":- include(moves).\nplayer(max).\nplayer(min).\ninitial(3).\nto_move(_, max).\nutility(0, 1).\n"
    (folder / "faulty.pl").unlink()
    (folder / "countdown.pl").write_text(game, encoding="utf-8")
    (folder / "moves.pl").write_text("move(N, down, M) :- N > 0, M is N - step(1).\nstep(1).\n", encoding="utf-8")
    done = pyengine("check", "countdown.pl", "moves.pl")
    assert "moves.pl:1:1: note: a part of countdown.pl, which includes it: checked as such" in done.stdout
    (folder / "moves.pl").write_text("move(N, down, M) :- N > 0, M is N - 1.\n", encoding="utf-8")
    (folder / "weights.pl").write_text("weight(men, 20).\nweight(kings, 50).\n", encoding="utf-8")
    (folder / "lists.pl").write_text("next([_|Xs], Y) :- elsewhere(Xs, Y).\n", encoding="utf-8")
    done = pyengine("check", "--json", "countdown.pl", "lists.pl", "moves.pl", "weights.pl")
    assert {(found["file"], found["code"]) for found in json.loads(done.stdout)} == {
        (name, "part-of-a-game") for name in ("lists.pl", "moves.pl", "weights.pl")
    }
    assert done.returncode == 0
    (folder / "lists.pl").write_text("next([_|Xs], Y) :- last(Xs, Y)\n", encoding="utf-8")
    assert pyengine("check", "lists.pl").returncode == 1
    for forgotten in ("player(max).\n", "terminal(0).\n", "board(S, [[S]]).\nnext(1, 2).\n", ""):
        (folder / "lists.pl").write_text(forgotten, encoding="utf-8")
        assert pyengine("check", "lists.pl").returncode == 1, forgotten


def test_the_shipped_libraries_are_parts(pyengine: Command) -> None:
    from pyengine.language.shipped import library_folder

    files = sorted(library_folder().glob("*.pl"))
    done = pyengine("check", "--json", *map(str, files))
    assert done.returncode == 0
    assert [found["code"] for found in json.loads(done.stdout)] == ["part-of-a-game"] * len(files)


def test_a_copy_of_a_library_is_a_part(folder: Path, pyengine: Command) -> None:
    """What it calls may be called like something in a library of SWI-Prolog; what no game can define stays refused."""
    from pyengine.language.shipped import library_folder

    (folder / "copied.pl").write_bytes((library_folder() / "draughts_evaluation.pl").read_bytes())
    (folder / "shells.pl").write_text("next(X, Y) :- sign(X, Y), shell(X), assertz(a).\n", encoding="utf-8")
    done = pyengine("check", "--json", "copied.pl")
    assert (done.returncode, [found["code"] for found in json.loads(done.stdout)]) == (0, ["part-of-a-game"])
    done = pyengine("check", "--json", "shells.pl")
    assert [found["code"] for found in json.loads(done.stdout)] == ["unsafe-call", "unsafe-call", "part-of-a-game"]


def test_an_unsafe_file_is_refused_before_it_runs(folder: Path, pyengine: Command) -> None:
    (folder / "unsafe.pl").write_text(":- initialization(shell('touch ran')).\n", encoding="utf-8")
    done = pyengine("check", "unsafe.pl")
    assert done.returncode == 1
    assert "unsafe.pl:1:4: error:" in done.stdout
    assert not (folder / "ran").exists()


def test_a_textbook_file_is_walked_from_a_start(folder: Path, pyengine: Command) -> None:
    rules = "moves(a, [b]).\nstaticval(b, 1).\nmax_to_move(a).\nmin_to_move(b).\n"
    (folder / "book.pl").write_text(rules, encoding="utf-8")
    done = pyengine("check", "book.pl")
    assert done.returncode == 0
    assert done.stdout.startswith(
        "book.pl:1:1: warning: not walked: the file has no initial/1; give a start with --from"
    )
    done = pyengine("check", "book.pl", "--from", "a")
    assert (done.returncode, done.stdout) == (0, "nothing found\n")
    done = pyengine("check", "book.pl", "--from", "a(")
    assert (done.returncode, done.stderr) == (1, "")
    assert "1 error, 0 warnings" in done.stdout


def test_parameters_are_prolog_terms(folder: Path, pyengine: Command) -> None:
    rules = "parameter(size, 2).\nmoves(a, [b]).\nstaticval(b, V) :- param(size, N), V is N + 0.\n"
    (folder / "book.pl").write_text(f"{rules}max_to_move(a).\nmin_to_move(b).\ninitial(a).\n", encoding="utf-8")
    assert pyengine("check", "book.pl", "--param", "size=3").stdout == "nothing found\n"
    done = pyengine("check", "book.pl", "--param", "size=big(1)")
    assert (done.returncode, "big/1" in done.stdout) == (1, True)
    done = pyengine("check", "book.pl", "--param", "sise=3")
    assert (done.returncode, done.stdout.count("error:"), "sise" in done.stdout) == (1, 1, True)


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "faulty.pl"),
        ("check", "--json", "faulty.pl"),
        ("play", "nim", "--side", "none", "--reasoner", "native"),
        ("moves", "nim"),
        ("--help",),
    ],
)
def test_a_reader_that_goes_away_is_no_error(folder: Path, arguments: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        done = subprocess.run([*COMMAND, *arguments], cwd=folder, stdout=pipe, stderr=subprocess.PIPE, timeout=300)
    assert done.stderr == b""
    assert done.returncode == 141


def test_a_full_disk_is_one_message(folder: Path) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*COMMAND, "check", "faulty.pl"], cwd=folder, stdout=full, stderr=subprocess.PIPE, timeout=300
        )
    assert done.returncode == 1
    assert done.stderr.startswith(b"pyengine: ")
    assert done.stderr.count(b"\n") == 1


def test_what_the_terminal_cannot_show_is_escaped(folder: Path, pyengine: Command) -> None:
    (folder / "umlaut.pl").write_text("player(\u00e4\u6f22\n", encoding="utf-8")
    done = pyengine("check", "umlaut.pl", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (1, "")
    assert "player(\\xe4\\u6f22" in done.stdout
    (folder / "\u00e4.pl").write_text("player(", encoding="utf-8")
    done = pyengine("check", "--json", "\u00e4.pl", PYTHONIOENCODING="ascii", PYTHONUTF8="1")
    assert json.loads(done.stdout)[0]["file"] == "\u00e4.pl"


def test_what_cannot_be_read_is_a_finding(folder: Path, pyengine: Command) -> None:
    done = pyengine("check", "--json", "/proc/self/mem", ".", f"{'x' * 300}.pl", "./faulty.pl")
    codes = [finding["code"] for finding in json.loads(done.stdout)]
    assert codes[:4] == ["unreadable-file", "not-found", "unreadable-file", "unended-clause"]
    assert (done.returncode, done.stderr) == (1, "")


def test_the_version_is_told(folder: Path, pyengine: Command) -> None:
    done = pyengine("--version")
    assert done.returncode == 0
    assert re.fullmatch(r"pyengine (\d+\.\d+\S*|unknown)\n", done.stdout)
