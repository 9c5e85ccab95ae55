"""`pyengine arena` as a user runs it."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pyengine.arena.game_store import GameStore
from pyengine.arena.players import Player
from pyengine.arena.rulebook import Rulebook
from pyengine.arena.schedule import Plan
from pyengine.cli import main

if TYPE_CHECKING:
    from conftest import Command

NATIVE = ("-r", "native", "--jobs", "1")
OTHER = "g.db is of another tournament:"
QUICK = ("arena", "tictactoe", *NATIVE)


def test_a_tournament_is_played_kept_extended_and_shown_again(pyengine: Command) -> None:
    first = pyengine(*QUICK, "a=alphabeta:depth=2", "first", "random", "-g", "4", "--store", "g.db", "--csv", "g.csv")
    assert (first.returncode, first.stderr) == (0, "")
    assert re.search(r"^player +\S+ +\S+ +\S+ +games +score$", first.stdout, re.MULTILINE)
    with (pyengine.folder / "g.csv").open(newline="") as file:
        lines = list(csv.DictReader(file))
    assert [(line["first"], line["second"], line["games"]) for line in lines] == [
        ("a", "first", "4"),
        ("a", "random", "4"),
        ("first", "random", "4"),
    ]
    more = pyengine("arena", "--resume", "--store", "g.db", "--games", "6", "--json", "--jobs", "1", "--plot", "g.svg")
    told = json.loads(more.stdout)
    assert (more.returncode, told["played"], told["total"], told["faults"]) == (0, 18, 18, [])
    assert [match["wins"] + match["draws"] + match["losses"] for match in told["matches"]] == [6, 6, 6]
    assert (pyengine.folder / "g.svg").read_text().startswith("<?xml")
    listed = pyengine("arena", "--replay", "list", "--store", "g.db").stdout.splitlines()
    assert len(listed) == 1 + 18
    number, identifier, *_ = listed[5].split()
    shown, again = (pyengine("arena", "--replay", which, "--store", "g.db") for which in (number, identifier))
    assert shown.returncode == 0
    assert shown.stdout == again.stdout
    assert "1. x" in shown.stdout
    assert "(opening)" in shown.stdout
    record = json.loads(pyengine("arena", "--replay", number, "--store", "g.db", "--json").stdout)
    assert record["identifier"] == identifier
    assert len(re.findall(r"^\d+\. ", shown.stdout, re.MULTILINE)) == len(record["moves"])


def test_progress_and_an_interrupt(pyengine: Command) -> None:
    words = ("arena", "tictactoe", "-r", "native", "-p", "columns=4", "-p", "rows=4", "-p", "length=4")
    players = ("a=alphabeta:seconds=0.03", "b=alphabeta:seconds=0.03")
    screen = pyengine.in_terminal(*words, *players, "--store", "g.db", "--sprt", "0:10", interrupt_at=" s left")
    assert screen.returncode == 130
    assert "a – b" in screen.text
    told = r"interrupted after \d+ of 100 games; to go on: pyengine arena --resume --store g.db\n"
    assert re.search(told, screen.text)
    assert "Traceback" not in screen.text
    again = pyengine.in_terminal("arena", "--resume", "--store", "g.db", interrupt_at="of 100 games")
    assert again.returncode == 130
    lost = pyengine.in_terminal(*words, *players, interrupt_at=" of 100 games")
    assert "nothing is kept; --store FILE would" in lost.text


def test_games_that_go_wrong_are_told(pyengine: Command) -> None:
    done = pyengine("arena", "dots_and_boxes", *NATIVE, "other=alphabeta:rows=3,depth=1", "first", "-g", "2")
    assert done.returncode == 1
    assert re.search(
        r"pyengine: 1 game not counted \([0-9a-f]{16}\): other: rows=3 changes the rules, not only what other goes by",
        done.stderr,
    )


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        ((), 2, "a GAME and two PLAYERs are needed"),
        (("nim", "random"), 2, "a tournament needs two players"),
        (("nim", "random", "alphabet"), 2, "no kind of player 'alphabet'"),
        (("nim", "random", "random"), 1, "two players are called random"),
        (("nim", "random", "first", "--games", "3"), 2, "--games must be even"),
        (("nim", "random", "first", "--sprt", "5"), 2, "two Elo differences are needed"),
        (("nim", "random", "first", "--sprt", "5:0"), 2, "elo0 must be below elo1"),
        (("nim", "random", "first", "--sprt", "0:99999"), 2, "Elo differences are between"),
        (("nim", "random", "first", "--even", "x"), 2, "--even cannot be 'x'"),
        (("nim", "random", "first", "--resume"), 2, "--resume needs --store"),
        (("nim", "random", "first", "--replay", "1"), 2, "--replay needs --store"),
        (("--replay", "1", "--store", "none.db"), 1, "no file none.db"),
        (("--resume", "--store", "none.db"), 1, "no file none.db"),
        (("nim_three_players", "random", "first", "--store", "none.db"), 1, "the arena is for two players"),
        (("nim", "random", "first", "--csv", "no/such.csv"), 1, "cannot write no/such.csv"),
        (("nim", "random", "first", "--cluster", "tcp://127.0.0.1:1", "-j", "2"), 2, "--jobs is for this machine"),
        (("nimm", "random", "first"), 1, "no game 'nimm'"),
        (("nim_three_players", "random", "first"), 1, "the arena is for two players"),
        (("nim", "random", "first", "-p", "piles=[1]"), 1, "no game of nim goes on after 2 plies"),
        (("nim", "random", "first", "-p", "colour=red"), 1, "colour"),
        (
            ("nim", "random", "alphabeta:colour=red"),
            1,
            "colour is neither an option of a search nor a parameter of nim; it has",
        ),
        (
            ("nim", "random", "alphabeta:deepth=3"),
            1,
            "deepth is neither an option of a search nor a parameter of nim; did you mean 'depth'?",
        ),
        (("nim", "random", "frist"), 2, "no kind of player 'frist' in 'frist'; did you mean 'first'?"),
        (("nim", "random", "first", "--plot", "x.docx"), 1, "cannot write x.docx"),
    ],
)
def test_mistakes(
    words: tuple[str, ...],
    status: int,
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["arena", *words]) == status
    printed = capsys.readouterr()
    assert told in printed.err
    assert printed.out == ""
    assert list(tmp_path.iterdir()) == []


def test_stores_that_are_not_for_this_tournament(
    pyengine: Command, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pyengine(*QUICK, "first", "random", "-g", "2", "--store", "g.db")
    (pyengine.folder / "text.db").write_text("not a database " * 100)
    before = (pyengine.folder / "g.db").read_bytes()
    monkeypatch.chdir(pyengine.folder)
    again = (*QUICK, "first", "random", "-g", "2", "--store", "g.db")
    for words, told in (
        (again, "g.db has games: --resume goes on with them"),
        ((*again, "--resume", "--seed", "1"), "g.db is of another tournament: seed (0)"),
        (("arena", "--resume", "--store", "g.db", "--seed", "7"), "g.db is of another tournament: seed (0)"),
        (("arena", "--resume", "--store", "g.db", "--openings", "4"), f"{OTHER} opening plies (2)"),
        (("arena", "--resume", "--store", "g.db", "--longest", "4"), f"{OTHER} longest (500)"),
        (("arena", "--resume", "--store", "g.db", "--even", "1/2"), f"{OTHER} even (None)"),
        (("arena", "--resume", "--store", "g.db", "-r", "python"), f"{OTHER} the rules (reasoner)"),
        (("arena", "--resume", "--store", "g.db", "-p", "rows=4"), f"{OTHER} the rules (parameters)"),
        (("arena", "--replay", "3", "--store", "g.db"), "there are games 1 to 2, and no 3"),
        (("arena", "--replay", "ffffffffffffffffff", "--store", "g.db"), "no game begins with ffffffffffffffffff"),
        (("arena", "--resume", "--store", "text.db"), "text.db cannot be used: file is not a database"),
    ):
        assert main(list(words)) == 1
        assert capsys.readouterr().err == f"pyengine: {told}\n"
    assert (pyengine.folder / "g.db").read_bytes() == before


def test_a_store_knows_the_test_of_its_tournament(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    deep = ("a=alphabeta:depth=3", "first", "--openings", "1", "--store", "g.db")
    assert main([*QUICK, *deep, "--games", "40", "--sprt", "0:300", "--json"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert first["played"] < 40
    assert main(["arena", "--resume", "--store", "g.db", "--jobs", "1", "--json", "--seed", "0"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert (again["played"], again["matches"]) == (first["played"], first["matches"])
    assert main(["arena", "--resume", "--store", "g.db", "--jobs", "1", "--json", "--sprt", "none"]) == 0
    assert json.loads(capsys.readouterr().out)["played"] == 40


def test_a_store_does_not_make_its_rules_trusted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "g.db"
    players = (Player.parse("random"), Player.parse("first"))
    with GameStore(path) as store:
        store.hold(Plan(Rulebook.of("nim", trust=True), players, games=2))
    for words in (("--resume",), ("--replay", "1")):
        assert main(["arena", *words, "--store", str(path)]) == 1
        assert capsys.readouterr().err == f"pyengine: the rules in {path} want to be trusted: --trust allows it\n"
