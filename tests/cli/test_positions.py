"""`pyengine games`, `show`, `moves` and `query`, and what every command says to a wrong game, position or move."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pyengine import Budget, GameNotFoundError, games, load
from pyengine.api import find_rules
from pyengine.cli import main

if TYPE_CHECKING:
    from conftest import Command

Says = Callable[..., str]


@pytest.fixture
def says(capsys: pytest.CaptureFixture[str]) -> Says:
    """What a command that goes well prints, without a process of its own."""

    def run(*arguments: str) -> str:
        assert main(arguments) == 0
        told = capsys.readouterr()
        assert told.err == ""
        return told.out

    return run


def test_games_are_listed(pyengine: Command) -> None:
    done = pyengine("games")
    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, "")
    assert lines[0].split() == ["game", "players", "title", "parameters"]
    assert [line.split()[0] for line in lines[1:]] == list(games())
    assert any(line.split() == ["nim", "2", "Nim", "piles=[1,2,2]", "misere=true"] for line in lines)
    assert all(line == line.rstrip() for line in lines)


def test_games_as_json(says: Says) -> None:
    listed = {game["name"]: game for game in json.loads(says("games", "--json"))}
    assert list(listed) == list(games())
    assert listed["nim"]["parameters"] == {"piles": "[1,2,2]", "misere": "true"}
    assert listed["tictactoe"]["players"] == ["x", "o"]
    assert all(game["title"] for game in listed.values())


def test_the_players_that_are_listed_are_those_of_the_rules(says: Says) -> None:
    for game in json.loads(says("games", "--json")):
        if game["players"] is not None:
            assert [str(player) for player in load(game["name"]).players] == game["players"]


SHOWN = """\
o . .
. x .
. . .

position  s(x,[o,e,e,e,x,e,e,e,e])
to move   x
moves     7
"""


def test_show_after_moves(pyengine: Command) -> None:
    done = pyengine("show", "tictactoe", "--moves", "5 1")
    assert (done.returncode, done.stdout, done.stderr) == (0, SHOWN, "")


def test_show_a_position(says: Says) -> None:
    assert says("show", "nim", "nim(min,[1,2])") == says("show", "nim", "--from", "nim( min, [1,2] )")
    over = says("show", "nim", "nim(min,[1])")
    assert "game over  max wins, 1 to max" in over
    told: dict[str, Any] = json.loads(says("show", "nim", "--moves", "take(2,2)", "--json"))
    assert told["position"] == "nim(min,[1,2])"
    assert (told["to_move"], told["moves"], told["final"], told["values"]) == ("min", 3, False, None)
    assert told["picture"] == "min to take from 1 2"


def test_a_position_without_an_estimate(says: Says) -> None:
    assert says("show", "tree_bratko") == "position  a\nto move   max\nmoves     2\n"
    assert [line.split()[2] for line in says("moves", "tree_bratko", "d", "-e").splitlines()] == ["leads", "1", "4"]


def test_parameters_change_the_game(says: Says) -> None:
    assert "moves     5" in says("show", "nim", "-p", "piles=[5]", "-p", "misere=false")
    assert "moves     5" in says("show", "nim", "-p", "piles=[5]", "-p", "misere=false", "--reasoner", "native")


def test_moves_are_numbered(says: Says) -> None:
    assert says("moves", "nim") == (
        "   move       leads to\n"
        "1  take(1,1)  nim(min,[2,2])\n"
        "2  take(2,1)  nim(min,[1,1,2])\n"
        "3  take(2,2)  nim(min,[1,2])\n"
    )
    assert says("moves", "nim", "--reasoner", "native") == says("moves", "nim")
    assert says("moves", "nim", "nim(max,[1])") == "none: the game is over\n"


def test_moves_in_a_notation(
    says: Says, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    says("new", "heap")
    lines = says("moves", "heap.pl", "heap(max,2)", "--evaluate").splitlines()
    assert [line.split() for line in lines] == [
        ["move", "term", "value", "leads", "to"],
        ["1", "1", "take(1)", "0", "heap(min,1)"],
        ["2", "2", "take(2)", "1", "heap(min,0)"],
    ]
    both = json.loads(says("moves", "heap.pl", "heap(max,2)", "--evaluate", "--json"))
    assert both[1] == {"number": 2, "move": "2", "term": "take(2)", "position": "heap(min,0)", "value": 1}
    assert "heap(min,0)" in says("show", "heap.pl", "-m", "2  take( 3 ) / 3 3 1")
    assert main(["show", "heap.pl", "-m", "take(3) 4"]) == 1
    assert capsys.readouterr().err.endswith("\nlegal moves: 1, 2, 3\n")


def test_a_textbook_file_takes_its_start_from_the_options(tmp_path: Path, says: Says) -> None:
    book = tmp_path / "book.pl"
    book.write_text("moves(a, [b]).\nstaticval(b, 1).\nmax_to_move(a).\nmin_to_move(b).\n", encoding="utf-8")
    assert says("moves", str(book), "a") == "   move  leads to\n1  b     b\n"


def test_a_goal_may_name_its_positions(says: Says, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """So that rules without a start need none."""
    book = tmp_path / "book.pl"
    book.write_text("moves(a, [b, c]).\nmax_to_move(a).\nstaticval(b, 1).\nstaticval(c, 2).\n", encoding="utf-8")
    assert says("query", str(book), "minimax(a, Best, Value)") == "Best  Value\nc     2\n"
    assert says("query", str(book), "moves(a, P)") == "P\n[b,c]\n"
    assert says("query", str(book), "minimax(State, Best, _)", "--from", "a") == "Best\nc\n"
    assert main(["query", str(book), "minimax(P, Best, Value)"]) == 1
    assert "initial/1 is not defined" in capsys.readouterr().err


def test_a_file_that_was_probably_meant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "race.pl").write_text("player(max).\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    with pytest.raises(GameNotFoundError, match=r"no game 'mine'; mine is a folder: name a file in it"):
        find_rules("mine")
    with pytest.raises(GameNotFoundError, match=r"no game 'race'; did you mean the file race\.pl\?"):
        find_rules("race")
    with pytest.raises(GameNotFoundError, match=r"no rule file rcae\.pl; did you mean race\.pl\?"):
        find_rules("rcae.pl")


def test_query(says: Says, capsys: pytest.CaptureFixture[str]) -> None:
    solved = says("query", "nim", "minimax(nim(max,[2,2]), Best, Value)")
    assert solved == "Best            Value\nnim(min,[1,2])  0\n"
    assert says("query", "nim", "fail") == "false\n"
    assert says("query", "nim", "true") == "true\n"
    assert says("query", "nim", "--moves", "take(1,1)", "move(State, Move, _).") == "Move\ntake(2,1)\ntake(2,2)\n"
    assert json.loads(says("query", "nim", "player(P)", "--json")) == [{"P": "max"}, {"P": "min"}]
    assert main(["query", "nim", "between(1, inf, N)", "--limit", "2"]) == 0
    told = capsys.readouterr()
    assert (told.out, told.err) == ("N\n1\n2\n", "pyengine: there are more than 2 solutions (--limit)\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("show", "nmi"), "no game 'nmi'; did you mean 'nim'?"),
        (("show", "nowhere.pl"), "no rule file nowhere.pl"),
        (("show", "nim.pl"), "no rule file nim.pl; the game that comes with pyengine is nim"),
        (("show", "tictactoe", "--from", "s(x,[o,e])"), "is not a position of tictactoe: state/1"),
        (("show", "even_wins", "--from", "zzz"), "in a game with memory, a position is State-Memory"),
        (("show", "."), ". is a folder, not a rule file"),
        (("show", "/proc/self/mem"), "cannot be read"),
        (("show", "othello", "garbage"), "pyengine: garbage is not a position of othello: utility/2 has no solution"),
        (("show", "othello", "garbage"), "\n(an example: "),
        (("moves", "tictactoe", "--from", "12"), "pyengine: 12 is not a position of tictactoe: "),
        (("show", "nim", "nim(max,"), "nim(max, is not a position\nterm:1:4: error: this '(' is never closed"),
        (("show", "nim", "nim(X,[2])"), "a position has no variables"),
        (("show", "nim", "elsewhere"), "pyengine: elsewhere is not a position of nim: "),
        (("show", "nim", "elsewhere", "-r", "native"), "elsewhere is not a position such as nim(max,[1,2,2])"),
        (("show", "nim", "nim(max,[2,1])", "-r", "native"), "[2,1]: sizes are from 1 to 10,000, the smallest first"),
        (("moves", "nim", "-m", "take(1,1) take(9,9)"), "--moves, number 2: take(9,9) is not a legal move"),
        (("moves", "nim", "-m", "take(2"), "--moves, number 1: "),
        (("moves", "nim", "-m", "take(2,X)"), "fits several moves"),
        (("query", "nim", "nothing(X)"), "nothing/1 is not defined"),
        (("query", "nim", "mve(S, M, S2)"), "hint: did you mean move/3?"),
        (("query", "nim", "move(S, M)"), "hint: move/3 is defined; the number of arguments differs"),
        (("query", "nim", "minimax(S, B)"), "hint: minimax/3 comes with every game; the number of arguments differs"),
        (("query", "tree_bratko", "min_to_mov(b)"), "hint: did you mean min_to_move/1?"),
        (("query", "nim", "X is"), "error"),
        (("query", "nim", "repeat, fail", "--seconds", "0.3"), "more than 0.3 seconds in one call"),
        (("query", "nim", "repeat, fail", "--seconds", "0.3"), "--seconds gives it more time"),
        (("query", "nim", "open(a, write, _)"), "load(..., trust=True) or --trust allows it"),
        (("query", "nim", "true", "-r", "native"), "a native game has no rules to ask"),
        (("solve", "visiting_trap", "--cycles", "visiting", "--depth", "3"), "it has no depth limit"),
        (("solve", "nim", "--alliance", "me"), "me is not a player"),
        (("perft", "nim", "3", "--published"), "nothing is published about perft of nim"),
        (("show", "nosuch", "-r", "native"), "no native twin of 'nosuch'"),
    ],
)
def test_mistakes(arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("pyengine: ")
    assert message in told.err


def test_a_query_that_never_ends_is_stopped_within_half_a_minute() -> None:
    assert Budget().for_queries().seconds <= 30


def test_a_larger_budget(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """SWI-Prolog's is a number of inferences, so that the same is too much everywhere."""
    rules = tmp_path / "slow.pl"
    rules.write_text(
        "player(a).\nplayer(b).\ninitial(s) :- count(11_000_000).\nto_move(s, a).\nmove(s, go, e).\nutility(e, 1).\n"
        "count(0) :- !.\ncount(N) :- M is N - 1, count(M).\n",
        encoding="utf-8",
    )
    assert main(["moves", str(rules), "--reasoner", "swi"]) == 1
    assert "--budget" in capsys.readouterr().err
    assert main(["moves", str(rules), "--reasoner", "swi", "--budget", "9"]) == 0
    capsys.readouterr()
    assert main(["check", str(rules), "--budget", "9"]) == 0


def test_a_file_without_a_start_says_how_to_give_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    book = tmp_path / "book.pl"
    book.write_text("moves(a, [b]).\nstaticval(b, 1).\nmax_to_move(a).\nmin_to_move(b).\n", encoding="utf-8")
    assert main(["moves", str(book)]) == 2
    assert 'say where to start, as in start="a" or --from a' in capsys.readouterr().err


def test_an_illegal_move_names_the_legal_ones(pyengine: Command) -> None:
    done = pyengine("show", "nim", "--moves", "take(3,1)")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("pyengine: --moves, number 1: take(3,1) is not a legal move\n")
    assert "take(1,1), take(2,1), take(2,2)" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_broken_file_is_told_with_its_places(pyengine: Command) -> None:
    (pyengine.folder / "broken.pl").write_text("player(max)\ninitial(a).\n", encoding="utf-8")
    done = pyengine("solve", "broken.pl")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("pyengine: broken.pl:")
    assert "broken.pl:1:12: error: clause does not end\n" in done.stderr


def test_other_encodings(pyengine: Command) -> None:
    rules = (
        "player('ä').\nplayer(b).\ninitial(漢).\nto_move(_, 'ä').\nmove(漢, é, 終).\nterminal(終).\nutility(終, 1).\n"
    )
    (pyengine.folder / "signs.pl").write_text(rules, encoding="utf-8")
    done = pyengine("moves", "signs.pl", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()
    assert "\\u7d42" in done.stdout
    done = pyengine("solve", "signs.pl", "--json", LC_ALL="C", PYTHONIOENCODING="latin-1", PYTHONUTF8="0")
    assert json.loads(done.stdout)["line"] == ["é"]
    done = pyengine("show", "gäme", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert done.returncode == 1
    assert done.stderr.startswith("pyengine: no game 'g")


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_closed_stream_is_no_error(pyengine: Command, stream: str) -> None:
    number = {"stdout": 1, "stderr": 2}[stream]
    code = f"import os, sys; os.close({number}); os.execv(sys.executable, sys.argv[1:])"
    words = [sys.executable, "-c", code, sys.executable, "-m", "pyengine.cli", "show", "nim", "-m", "take(9,9)"]
    done = subprocess.run(words, cwd=pyengine.folder, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert ("not a legal move" in done.stderr) == (stream == "stdout")
