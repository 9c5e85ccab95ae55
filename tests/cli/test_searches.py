"""`pyengine solve`, `best` and `perft`."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

import pyengine.cli.perft
from pyengine.cli import main
from pyengine.truth import published

if TYPE_CHECKING:
    from conftest import Command

Answers = Callable[..., Any]


@pytest.fixture
def answers(capsys: pytest.CaptureFixture[str]) -> Answers:
    """What a command that goes well gives as JSON, without a process of its own."""

    def run(*arguments: str) -> Any:
        assert main([*arguments, "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    return run


def test_solve(pyengine: Command) -> None:
    done = pyengine("solve", "nim", "--all")
    head, moves = done.stdout.split("\n\n")
    lines = head.splitlines()
    assert (done.returncode, done.stderr) == (0, "")
    assert lines[:3] == ["value   1 to max (solved)", "best    take(1,1)", "line    take(1,1) take(2,1) take(2,2)"]
    assert lines[3].startswith("search  12 nodes, 2 leaves, 1 cutoff, 7 table hits, ")
    assert moves == "move       to max\ntake(1,1)       1  best\ntake(2,1)       0\ntake(2,2)       0\n"


def test_solve_as_json_is_the_same_for_rules_and_native(answers: Answers) -> None:
    rules, native = (answers("solve", "nim", "-p", "piles=[3,4]", "-r", reasoner) for reasoner in ("swi", "native"))
    for found in (rules, native):
        found.pop("seconds")
    assert (rules.pop("reasoner"), native.pop("reasoner")) == ("swi", None)
    assert rules == native
    assert (rules["value"], rules["best"], rules["solved"], rules["nodes"]) == (1, "take(4,1)", True, rules["nodes"])


def test_depth_0_looks_at_no_move(pyengine: Command, answers: Answers) -> None:
    done = pyengine("best", "tictactoe", "--depth", "0")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(
        "value   0 to x (depth 0, depth reached)\nbest    unknown: depth 0 looks at no move\n"
    )
    assert answers("best", "tictactoe", "--depth", "0")["best"] is None
    for command in ("best", "solve"):
        over = pyengine(command, "nim", "--from", "nim(min,[1])", "--depth", "0").stdout
        assert "\ngame over  there is no move\n" in over


def test_solve_from_a_position(answers: Answers) -> None:
    found = answers("solve", "nim", "--from", "nim(min,[2,2])", "--moves", "take(2,1)")
    assert (found["position"], found["value"], found["line"][0]) == ("nim(max,[1,2])", 1, "take(2,2)")


def test_solve_for_several_players(answers: Answers, capsys: pytest.CaptureFixture[str]) -> None:
    game = "tree_three_players"
    alone, together = answers("solve", game, "--all"), answers("solve", game, "--alliance", "a,b")
    assert (alone["values"], together["values"]) == ([1, 2, 6], [5, 4, 5])
    assert [move["values"] for move in alone["moves"]] == [[1, 2, 6], [1, 5, 2]]
    assert main(["solve", game, "--alliance", "a/b,c"]) == 0
    assert capsys.readouterr().out.startswith("value   ")


def test_solve_by_the_definition(answers: Answers) -> None:
    """Seven lines in any order: 7! games, and their beginnings."""
    for reasoner in ("c", "python"):
        how = ("solve", "dots_and_boxes", "-p", "rows=1", "--minimax", "-r", reasoner)
        plain = answers(*how, "--plain")
        assert (plain["value"], plain["nodes"], plain["leaves"], plain["cutoffs"]) == (0, 13_700, 5_040, 0)
        assert len(plain["moves"]) == 7
        assert answers(*how)["nodes"] < plain["nodes"]


def test_solve_every_position(answers: Answers, pyengine: Command) -> None:
    for reasoner in ("c", "python"):
        found = answers("solve", "chess_ending", "-p", "size=4", "--positions", "-r", reasoner, "-o", "threads=2")
        assert found["positions"] == [
            {"value": 1, "positions": 2_868, "plies": 14},
            {"value": 0, "positions": 768, "plies": None},
        ]
    told = pyengine("solve", "visiting_trap", "--positions").stdout.partition("\n\n")[2]
    head, *rows = told.splitlines()
    assert head.split("  ") == ["to max", "positions", "plies to the end, at most"]
    assert [row.split() for row in rows] == [["1", "4", "3"], ["-1", "1", "0"]]


def test_ways_to_solve_that_do_not_go_together(pyengine: Command) -> None:
    for ways in (
        ("--minimax", "--positions"),
        ("--minimax", "--cycles", "retrograde"),
        ("--positions", "--alliance", "maxn"),
    ):
        done = pyengine("solve", "nim", *ways)
        assert (done.returncode, done.stdout) == (2, "")
        assert "do not go together" in done.stderr


def test_solve_a_game_with_cycles(answers: Answers) -> None:
    assert answers("solve", "visiting_trap")["value"] == 1
    assert answers("solve", "visiting_trap", "--cycles", "retrograde")["solved"]
    wrong = answers("solve", "visiting_trap", "--cycles", "visiting")
    assert (wrong["value"], wrong["solved"]) == (-1, False)


def test_a_game_that_is_over(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "nim", "--from", "nim(min,[1])"]) == 0
    assert "game over" in capsys.readouterr().out


def test_best_keeps_its_limits(answers: Answers) -> None:
    assert answers("best", "tictactoe", "--depth", "3")["depth"] == 3
    assert answers("best", "tictactoe", "--nodes", "500")["nodes"] == 500
    some = answers("best", "tictactoe", "--seconds", "0.0")
    assert (some["reason"], some["best"], some["line"]) == ("time is up", "1", [])
    solved = answers("best", "nim")
    assert (solved["best"], solved["solved"]) == ("take(1,1)", True)


def test_techniques_change_the_nodes_and_not_the_value(answers: Answers) -> None:
    ways = [
        (),
        ("--plain",),
        ("--no-table",),
        ("--memory", "2m"),
        ("--algorithm", "pvs"),
        ("--plain", "-o", "killers=2", "-o", "previous-order"),
        ("-o", "table=1000", "-o", "replacement=use", "-o", "aspiration=1/2", "-o", "extend=single"),
        ("-o", "table_bytes=none", "-o", "history=on", "-o", "unknown=0.5"),
    ]
    found = [answers("best", "tictactoe", "--depth", "5", "--moves", "5 2", *way) for way in ways]
    assert {each["value"] for each in found[:-1]} == {found[0]["value"]}
    assert found[-1]["value"] in (found[0]["value"], 0.5)
    assert len({each["nodes"] for each in found}) > 3


@pytest.mark.parametrize("size", ["", "0", "-1", "2 G", "1e9", "many", "0K", "9" * 16, "2GG", "²"])
def test_no_amount_of_memory(size: str, pyengine: Command) -> None:
    done = pyengine("solve", "nim", f"--memory={size}")
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{size!r} is no amount of memory; 500M or 2G is one" in done.stderr


def test_memory_is_for_the_table(answers: Answers, pyengine: Command) -> None:
    few, many = (
        answers("solve", "connect_four", "-p", "width=4", "-p", "height=4", "-r", "c", "--memory", size)
        for size in ("4K", "1GiB")
    )
    assert few["value"] == many["value"]
    assert few["nodes"] > many["nodes"]
    done = pyengine("solve", "nim", "--memory", "1G", "--no-table")
    assert done.returncode == 2
    assert "--no-table does without one" in " ".join(done.stderr.split())


def test_games_at_random(answers: Answers, pyengine: Command) -> None:
    found = answers("best", "connect_four", "--algorithm", "mcts", "--nodes", "50", "-o", "seed=3")
    assert (found["nodes"], found["depth"], found["solved"]) == (50, None, False)
    assert sum(move["tried"] for move in found["moves"]) == 50
    done = pyengine("best", "tictactoe", "-m", "1 2 5 3", "--algorithm", "mcts", "--nodes", "100")
    assert done.stdout.startswith("value   1 to x (solved)\nbest    9\nline    9\nsearch  1 node, 1 leaf")
    assert "\ntried   5 " in pyengine("best", "tictactoe", "--algorithm", "mcts", "--nodes", "1000").stdout
    for command, told in ((("solve", "nim"), "mcts samples"), (("best", "nim", "--depth", "3"), "not by depth")):
        done = pyengine(*command, "--algorithm", "mcts")
        assert (done.returncode, done.stdout) == (1, "")
        assert told in done.stderr


def test_a_proof(answers: Answers, pyengine: Command) -> None:
    for way in (("--algorithm", "proof"), ("-o", "algorithm=proof")):
        found = answers("solve", "tictactoe", *way)
        assert (found["value"], found["solved"], len(found["line"])) == (0, True, 9)
    refused = pyengine("solve", "nim_three_players", "--algorithm", "proof")
    assert refused.returncode != 0
    assert refused.stderr == ("pyengine: proof-number search is for two opponents, and this game has 3 players\n")


def test_perft_next_to_what_is_published(pyengine: Command) -> None:
    done = pyengine("perft", "tictactoe", "4", "--published")
    rows = [line.split() for line in done.stdout.splitlines()]
    assert (done.returncode, done.stderr) == (0, "")
    assert rows[0] == ["depth", "lines", "published", "seconds", "lines/s"]
    assert [row[:3] for row in rows[1:]] == [
        ["1", "9", "9"],
        ["2", "72", "72"],
        ["3", "504", "504"],
        ["4", "3,024", "3,024"],
    ]


def test_published_figures_are_those_of_the_parameters(answers: Answers) -> None:
    default = answers("perft", "tictactoe", "3", "--published", "-p", "columns=3", "-r", "native")
    assert [count["published"] for count in default["counts"]] == [9, 72, 504]


def test_a_count_that_is_not_the_published_one_is_an_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = {1: 9, 2: 71}
    monkeypatch.setattr(pyengine.cli.perft, "_published", lambda *_: wrong)
    assert main(["perft", "tictactoe", "--published"]) == 1
    told = capsys.readouterr()
    assert told.err == "pyengine: not what is published, at depth 2\n"
    assert len(told.out.splitlines()) == 3
    assert published("tictactoe")


def test_perft_split(answers: Answers, capsys: pytest.CaptureFixture[str]) -> None:
    assert answers("perft", "nim", "2", "--split")["split"] == {"take(1,1)": 2, "take(2,1)": 3, "take(2,2)": 3}
    assert main(["perft", "nim", "2", "--split"]) == 0
    assert (
        capsys.readouterr().out
        == "move       lines\ntake(1,1)      2\ntake(2,1)      3\ntake(2,2)      3\nall            8\n"
    )


def test_a_window(pyengine: Command) -> None:
    done = pyengine("solve", "tree_boldi", "--plain", "--window", "-inf", "7")
    assert done.stdout.startswith("value   at least 7 to max (proved)\n")
    done = pyengine("best", "tree_boldi", "--json", "--window", "8", "17/2")
    assert (json.loads(done.stdout)["bound"], json.loads(done.stdout)["value"]) == ("at most", 7)


@pytest.mark.parametrize("window", [("9", "8"), ("1", "1"), ("nan", "1"), ("x", "1"), ("1/0", "1")])
def test_what_is_no_window(pyengine: Command, window: tuple[str, str]) -> None:
    done = pyengine("solve", "nim", "--window", *window)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{' '.join(window)} are not two numbers, alpha below beta" in done.stderr
