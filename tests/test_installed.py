"""What a user has who installed pyengine and stands in an empty folder."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

import pyengine
from pyengine.api import find_rules


def run(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-I", "-c", code], cwd=folder, capture_output=True, text=True, timeout=300)


def test_shipped_games_load_from_an_empty_folder(tmp_path: Path) -> None:
    done = run("import pyengine; g = pyengine.load('nim'); print(g.text(g.initial))", tmp_path)
    assert (done.stdout, done.stderr) == ("nim(max,[1,2,2])\n", "")


def test_a_copied_rule_file_is_a_game_in_an_empty_folder(tmp_path: Path) -> None:
    """Libraries are found from anywhere, and the module is the command."""
    (tmp_path / "mine.pl").write_bytes(find_rules("tictactoe").read_bytes())
    module = [sys.executable, "-I", "-m", "pyengine"]
    done = subprocess.run([*module, "check", "mine.pl"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "nothing found\n", "")
    code = "import pyengine as p; print(*(p.perft(p.load('mine.pl', reasoner=r), 3) for r in ('python', 'c', 'swi')))"
    done = run(code, tmp_path)
    assert (done.stdout, done.stderr) == ("504 504 504\n", "")


def test_the_module_calls_itself_as_it_was_called(tmp_path: Path) -> None:
    module = [sys.executable, "-I", "-m", "pyengine"]
    done = subprocess.run([*module, "--help"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.stdout.startswith("Usage: python -m pyengine [OPTIONS] COMMAND")
    done = subprocess.run([*module, "new", "mine"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert "  python -m pyengine check mine.pl    tells" in done.stdout
    done = subprocess.run([*module, "chek", "mine.pl"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("pyengine: no command 'chek'; did you mean 'check'?\nUsage: python -m pyengine ")


def test_importing_is_light(tmp_path: Path) -> None:
    """Neither Prolog nor the parser nor the terminal library is loaded before it is needed."""
    done = run("import sys, pyengine; print([m for m in ('pyswip', 'lark', 'rich') if m in sys.modules])", tmp_path)
    assert done.stdout == "[]\n"


def test_a_rule_file_is_loaded_by_its_path(tmp_path: Path) -> None:
    (tmp_path / "one.pl").write_text(
        "player(a). player(b). initial(s). to_move(s, a). move(s, go, e). utility(e, 1).", encoding="utf-8"
    )
    game = pyengine.load(tmp_path / "one.pl")
    assert game.utility(game.result(game.initial, game.parse_move("go")), game.players[0]) == 1


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nimm", "did you mean 'nim'?"),
        ("nowhere.pl", "no rule file nowhere.pl"),
        ("./nim", "no rule file ./nim"),
        ("", "no game ''"),
        (".", "is a folder"),
    ],
)
def test_a_game_that_is_not_there(name: str, message: str) -> None:
    with pytest.raises(pyengine.GameNotFoundError, match=message.replace("?", r"\?").replace(".", r"\.")):
        pyengine.load(name)


def test_parameters() -> None:
    game = pyengine.load("nim", piles=(3, 1), misere=False)
    assert game.text(game.initial) == "nim(max,[1,3])"
    with pytest.raises(pyengine.ParameterError, match=r"(?s)pils.*(misere.*piles|piles.*misere)"):
        pyengine.load("nim", pils=[1])
    with pytest.raises(pyengine.ParameterError, match="piles"):
        pyengine.load("nim", piles={1: 2})


def test_one_game_with_different_parameters_side_by_side() -> None:
    small, large = pyengine.load("nim", piles=[1, 1]), pyengine.load("nim", piles=[5, 6])
    assert [len(game.actions(game.initial)) for game in (small, large, small)] == [1, 11, 1]


def test_an_unknown_reasoner() -> None:
    with pytest.raises(pyengine.ReasonerError, match="magic"):
        pyengine.load("nim", reasoner="magic")  # type: ignore[arg-type]


def test_moves_and_states_as_text() -> None:
    game = pyengine.load("nim")
    state = game.parse_state("nim(min, [1, 2])")
    assert game.text(state) == "nim(min,[1,2])"
    assert game.parse_state(game.text(state)) == state
    assert str(game.parse_move("take(2, 2)", state)) == "take(2,2)"
    assert str(game.parse_move("take(1, N)", state)) == "take(1,1)"
    with pytest.raises(pyengine.IllegalMoveError, match=r"(?s)take\(3,1\).*take\(1,1\).*take\(2,1\).*take\(2,2\)"):
        game.parse_move("take(3,1)", state)
    with pytest.raises(pyengine.IllegalMoveError, match=r"(?s)take\(2,1\).*take\(2,2\)"):
        game.parse_move("take(2,N)", state)
    with pytest.raises(pyengine.TermSyntaxError):
        game.parse_move("take(2,", state)
    with pytest.raises(pyengine.InvalidStateError):
        game.parse_state("nim(X, [1])")


def test_games_and_states_travel_to_spawned_workers() -> None:
    game = pyengine.load("nim", piles=[2, 3])
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        there = pool.submit(pyengine.expand, game, game.initial).result(timeout=300)
    here = game.expand(game.initial)
    assert (there.children, list(there.moves)) == (here.children, list(here.moves))


def test_the_demo_runs() -> None:
    demo = Path(__file__).parent.parent / "examples" / "demo.py"
    done = subprocess.run([sys.executable, str(demo)], capture_output=True, text=True, timeout=300)
    assert done.stderr == ""
    assert "5,478 positions, worth 0 to x" in done.stdout
    assert "take(1,1)" in done.stdout


HIDDEN = """
import runpy, sys

def refuse(event, arguments):
    if event in ("ctypes.dlopen", "subprocess.Popen", "os.exec", "os.posix_spawn") and "swipl" in repr(arguments):
        raise FileNotFoundError(f"hidden: {arguments}")

sys.addaudithook(refuse)
if "no pyswip" in sys.argv:
    sys.modules["pyswip"] = None
runpy.run_path(sys.argv[1], run_name="__main__")
assert "swipl" not in open("/proc/self/maps").read() if sys.platform == "linux" else True
"""
"""Runs a script in a process that cannot reach SWI-Prolog: it finds neither the program nor the shared library."""


def run_hidden(script: Path, folder: Path, *more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", HIDDEN, str(script), *more]
    kept = {name: value for name, value in os.environ.items() if name.startswith("PYTHON")}
    nothing = kept | {"PATH": str(folder)}  # and no LD_LIBRARY_PATH, LIBSWIPL_PATH or SWI_HOME_DIR
    return subprocess.run(command, capture_output=True, text=True, timeout=300, cwd=folder, env=nothing)


def test_swi_prolog_can_be_hidden(tmp_path: Path) -> None:
    """Else the tests that hide it would show nothing."""
    (tmp_path / "ask.py").write_text(ASKING.replace("'frozen.pl'", "'nim', reasoner='swi'"), encoding="utf-8")
    done = run_hidden(tmp_path / "ask.py", tmp_path)
    assert done.stderr == ""
    assert "SWI-Prolog is not installed" in done.stdout
    assert "program swipl on PATH: not found" in done.stdout


@pytest.mark.parametrize("more", [[], ["no pyswip"]])
def test_the_demo_runs_without_swi_prolog(more: list[str], tmp_path: Path) -> None:
    done = run_hidden(Path(__file__).parent.parent / "examples" / "demo.py", tmp_path, *more)
    assert done.stderr == ""
    assert "Answered by python: the rules are compiled to Python." in " ".join(done.stdout.split())
    assert "5,478 positions, worth 0 to x" in done.stdout


ASKING = """
import pyengine
try:
    pyengine.load('frozen.pl')
except pyengine.PrologMissingError as error:
    print(error)
"""


def test_without_swi_prolog_what_cannot_be_compiled_says_so(tmp_path: Path) -> None:
    (tmp_path / "frozen.pl").write_text(
        "player(a). player(b). initial(0). to_move(_, a). utility(_, 0).\nmove(0, go, 1) :- freeze(X, X > 0), X = 1.\n",
        encoding="utf-8",
    )
    (tmp_path / "ask.py").write_text(ASKING, encoding="utf-8")
    done = run_hidden(tmp_path / "ask.py", tmp_path)
    assert done.stderr == ""
    assert "SWI-Prolog is not installed" in done.stdout
    assert "frozen.pl:2:" in done.stdout
    assert "freeze" in done.stdout


def test_without_swi_prolog_a_file_is_checked_and_walked(tmp_path: Path) -> None:
    rules = "player(a). player(b). initial(0). to_move(_, a). move(N, go, M) :- N < 3, M is N + 1.\n"
    rules += "utility(N, V) :- atom_concat(w, N, V).\n"
    (tmp_path / "wrong.pl").write_text(rules, encoding="utf-8")
    (tmp_path / "ask.py").write_text("import pyengine\nprint(*pyengine.check_file('wrong.pl'))\n", encoding="utf-8")
    done = run_hidden(tmp_path / "ask.py", tmp_path)
    assert done.stderr == ""
    assert "utility/2 must give a number, not w3" in done.stdout
