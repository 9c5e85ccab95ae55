"""Rules that `auto` has compiled to C aside: real compilers, and those that are missing, fail, hang or are killed."""

from __future__ import annotations

import copy
import gc
import json
import os
import pickle
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import pyengine
from pyengine.errors import InvalidStateError, ReasonerError
from pyengine.reasoners import second_tier
from pyengine.reasoners.second_tier import IN_C

LONG = 120.0
"""Seconds that something may take which takes one, on a machine that is busy."""

HANGING = "#!/bin/sh\necho $$ >> {pids}\nexec sleep 1000\n"
SOLVING = """
import json, sys, pyengine
game = pyengine.load("nim", piles=[3, 4, 5])
found = pyengine.solve(game)
print(json.dumps([found.reasoner, game.reasoner, game.why, found.nodes]))
"""
PYTHON = "the rules are compiled to Python"


@pytest.fixture(scope="session")
def objects(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What every game has, compiled once."""
    pyengine.load("nim", reasoner="c", piles=[1])
    return Path(os.environ["PYENGINE_CACHE"])


@pytest.fixture
def cache(objects: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache that has the objects of every game, and no game; a build is begun at the first position of a search."""
    folder = tmp_path / "cache"
    folder.mkdir(mode=0o700)
    for path in objects.glob("*.o"):
        shutil.copy2(path, folder)
    monkeypatch.setenv("PYENGINE_CACHE", str(folder))
    monkeypatch.setenv("PYENGINE_C_AFTER", "0")
    return folder


@pytest.fixture
def hanging(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A compiler that does not end; its processes write their numbers here."""
    pids, compiler = tmp_path / "pids", tmp_path / "hanging"
    compiler.write_text(HANGING.format(pids=pids))
    compiler.chmod(0o755)
    monkeypatch.setenv("CC", str(compiler))
    for path in cache.iterdir():
        path.unlink()
    yield pids
    assert not running(pids)


def running(pids: Path) -> list[int]:
    numbers = [int(line) for line in pids.read_text().split()] if pids.exists() else []
    return [number for number in numbers if _runs(number)]


def _runs(number: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False


def until(holds: Any) -> None:
    end = time.monotonic() + LONG
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


def workplaces(cache: Path) -> list[str]:
    return [path.name for path in cache.glob("building-*")]


def run(code: str) -> Any:
    """Run code in a process of its own, which says nothing but what it prints."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=LONG)
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def built(**parameters: Any) -> Any:
    game: Any = pyengine.load("nim", **parameters)
    assert (game.reasoner, game.why) == ("python", PYTHON)
    game.second_tier.begin()
    game.second_tier.wait()
    return game


def test_a_search_goes_on_in_c(cache: Path) -> None:
    game = built(piles=[3, 4, 5])
    state, move = game.initial, game.actions(game.initial)[0]
    assert (game.reasoner, game.why) == ("c", IN_C)
    plain = pyengine.load("nim", reasoner="python", piles=[3, 4, 5])
    found, expected = pyengine.solve(game), pyengine.solve(plain)
    assert (found.reasoner, expected.reasoner) == ("c", "python")
    assert (found.value, found.line, found.nodes) == (expected.value, expected.line, expected.nodes)
    assert game.initial == state == plain.initial
    assert (
        pyengine.solve(game, game.result(state, move)).nodes == pyengine.solve(plain, plain.result(state, move)).nodes
    )
    assert not workplaces(cache)


def test_what_is_kept_answers_at_once(cache: Path) -> None:
    built(piles=[3, 4, 5])
    again: Any = pyengine.load("nim", piles=[3, 4, 5])
    assert (again.reasoner, again.why) == ("c", "the rules are compiled to C")
    assert (again.may_ask_swi, again._other.may_ask_swi) == (True, True)
    assert type(again.initial) is bytes
    assert pyengine.load("nim", reasoner="python", piles=[3, 4, 5]).reasoner == "python"
    assert pyengine.load("nim", piles=[3, 4]).reasoner == "python"
    assert list(cache.glob("*.read"))


def test_what_is_kept_takes_positions_of_python(cache: Path, tmp_path: Path) -> None:
    """A process that begins later, and finds C, gets the positions of one that began with Python."""
    text = (
        "player(max). player(min). initial({0}). to_move(_, max). move({0}, go, {1}). terminal({1}). utility({1}, 3)."
    )
    big = f"s([{','.join(['a'] * 400)}])"  # which is laid out flat
    for number, (first, last) in enumerate(
        (("a", "b"), ("1", "2"), ("s(x, [1])", "t"), ("f(2.5)", '"x"'), (big, "[]"))
    ):
        path = tmp_path / f"game{number}.pl"
        path.write_text(text.format(first, last))
        python: Any = pyengine.load(path)
        python.second_tier.begin()
        python.second_tier.wait()
        assert python.reasoner == "c"
        kept: Any = pyengine.load(path)
        asked: Any = pyengine.load(path, reasoner="c")
        assert kept.kernel is not None
        for state in (python.initial, pickle.loads(pickle.dumps(python.expand(python.initial).children[0]))):
            assert kept.text(state) == python.text(state)
            assert kept.is_terminal(state) == python.is_terminal(state)
            assert kept.expand(state).utilities == python.expand(state).utilities
            assert pyengine.solve(kept, state).value == pyengine.solve(python, state).value == 3
            assert pyengine.minimax(kept, state).reasoner == "c"
            with pytest.raises(InvalidStateError):
                asked.expand(state)
        for wrong in (None, True, "a", ("a",), [1], object()):
            with pytest.raises(InvalidStateError):
                kept.expand(wrong)


def test_a_long_search_goes_on_in_c_on_its_way(cache: Path) -> None:
    command = [sys.executable, "-m", "pyengine.cli", "solve", "connect_four", "-p", "width=5", "-p", "height=5"]
    done = subprocess.run([*command, "--json"], capture_output=True, text=True, timeout=LONG)
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    assert (told["reasoner"], told["solved"]) == ("c", True)


def test_never(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built(piles=[3, 4, 5])
    monkeypatch.setenv("PYENGINE_C_AFTER", "never")
    game: Any = pyengine.load("nim", piles=[3, 4, 5])
    assert (game.reasoner, game.second_tier) == ("python", None)
    for wrong in ("-1", "soon", "nan"):
        monkeypatch.setenv("PYENGINE_C_AFTER", wrong)
        with pytest.raises(ReasonerError, match="PYENGINE_C_AFTER"):
            pyengine.load("nim")


def test_short_work_begins_nothing(hanging: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYENGINE_C_AFTER", "1000")
    assert run(SOLVING)[:3] == ["python", "python", PYTHON]
    assert not hanging.exists()
    assert not list(cache.iterdir())


def test_games_that_are_copied_and_pickled(cache: Path) -> None:
    game = built(piles=[3, 4, 5])
    expected = pyengine.solve(game)
    for other in (pickle.loads(pickle.dumps(game)), copy.copy(game), copy.deepcopy(game)):
        assert (other.reasoner, other.why) == ("python", PYTHON)
        assert other.initial == game.initial
        other.second_tier.begin()
        other.second_tier.wait()
        assert other.reasoner == "c"
        assert pyengine.solve(other, game.initial).nodes == expected.nodes
    kept: Any = pyengine.load("nim", piles=[3, 4, 5])
    again: Any = pickle.loads(pickle.dumps(kept))
    assert (again.reasoner, again.may_ask_swi, again.initial) == ("c", True, kept.initial)


def test_threads_share_a_game(cache: Path) -> None:
    game: Any = pyengine.load("tictactoe")
    expected = pyengine.solve(pyengine.load("tictactoe", reasoner="python")).nodes
    found: list[int] = []

    def work() -> None:
        for _ in range(5):
            found.append(pyengine.solve(game).nodes)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 15


def test_a_closed_game_stays_closed(cache: Path) -> None:
    game = built(piles=[3, 4, 5])
    game.close()
    with pytest.raises(InvalidStateError, match="was closed"):
        pyengine.solve(game)


def test_without_a_compiler(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.delenv("CC", raising=False)
    game = built(piles=[3, 4, 5])
    assert game.reasoner == "python"
    assert game.why.startswith(f"{PYTHON}, not to C: no C compiler")
    assert pyengine.solve(game).reasoner == "python"
    assert run(SOLVING)[0] == "python"


MARKS = """\
player(max). player(min).
initial(s(max, 4, Fields)) :- findall(K-free, between(1, 12, K), Pairs), list_to_assoc(Pairs, Fields).
to_move(s(Player, _, _), Player).
move(s(Player, Left, Fields), Key, s(Other, Rest, Marked)) :-
    Left > 0, Rest is Left - 1, opponent(Player, Other),
    gen_assoc(Key, Fields, free), put_assoc(Key, Fields, Player, Marked).
opponent(max, min). opponent(min, max).
utility(s(_, _, Fields), Value) :-
    findall(K, gen_assoc(K, Fields, max), Most), findall(K, gen_assoc(K, Fields, min), Least),
    sum_list(Most, X), sum_list(Least, Y), Value is X - Y.
"""
"""Trees that are built by general unification, for which SWI-Prolog is several times as fast as Python."""


@pytest.fixture
def marks(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Such rules, and no compiler."""
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.delenv("CC", raising=False)
    path = tmp_path / "marks.pl"
    path.write_text(MARKS)
    return path


def test_without_a_compiler_swi_prolog_goes_on_where_it_is_faster(marks: Path) -> None:
    game: Any = pyengine.load(marks)
    plain: Any = pyengine.load(marks, reasoner="python")
    assert (game.reasoner, game.why) == ("python", PYTHON)
    game.second_tier.begin()
    game.second_tier.wait()
    assert game.reasoner == "swi"
    assert re.match(
        r"SWI-Prolog answers \d+\.\d times as fast as the rules compiled to Python, and there is no C: no C compiler",
        game.why,
    )
    assert game.second_tier.speed_up >= 1.5
    assert game.initial == plain.initial
    for call in (pyengine.solve, pyengine.minimax, partial(pyengine.search, limit=pyengine.Limit(depth=2))):
        found, expected = call(game), call(plain)
        assert (found.reasoner, expected.reasoner) == ("swi", "python")
        assert (found.value, found.line, found.nodes) == (expected.value, expected.line, expected.nodes)
    assert pyengine.perft(game, 2) == pyengine.perft(plain, 2)
    child = game.expand(game.initial).children[3]
    assert pyengine.solve(game, child).nodes == pyengine.solve(plain, child).nodes
    again: Any = pickle.loads(pickle.dumps(game))
    assert (again.reasoner, again.why, again.initial) == ("python", PYTHON, game.initial)
    game.close()
    with pytest.raises(InvalidStateError, match="was closed"):
        pyengine.solve(game)


@pytest.mark.hunt
def test_a_search_goes_on_in_swi_prolog_on_its_way(marks: Path) -> None:
    marks.write_text(MARKS.replace("max, 4,", "max, 8,"))
    done = subprocess.run(
        [sys.executable, "-m", "pyengine.cli", "solve", str(marks), "--nodes", "20000", "--json"],
        capture_output=True,
        text=True,
        timeout=LONG,
    )
    assert done.stderr == ""
    told = json.loads(done.stdout)
    assert (told["reasoner"], told["nodes"]) == ("swi", 20000)


def test_without_a_compiler_python_stays_where_it_is_faster(marks: Path) -> None:
    game = built(piles=[3, 4, 5])
    assert re.search(r"no C compiler.*\(SWI-Prolog answers 0\.\d times as fast\)$", game.why)
    assert (game.reasoner, game.second_tier.is_over) == ("python", True)


def test_short_work_loads_no_prolog(marks: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYENGINE_C_AFTER", "1000")
    code = (
        "import json, sys, pyengine\n"
        f"found = pyengine.search(pyengine.load({str(marks)!r}), limit=pyengine.Limit(depth=1))\n"
        "print(json.dumps([found.reasoner, 'pyswip' in sys.modules]))\n"
    )
    assert run(code) == ["python", False]


def test_without_a_compiler_and_without_swi_prolog(marks: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An importer that finds no pyswip stands for a computer that has none."""
    code = (
        "import json, sys\nsys.modules['pyswip'] = None\nimport pyengine\n"
        f"game = pyengine.load({str(marks)!r})\ngame.second_tier.begin(); game.second_tier.wait()\n"
        "print(json.dumps([game.reasoner, game.why, pyengine.solve(game).reasoner]))\n"
    )
    reasoner, why, answered = run(code)
    assert (reasoner, answered) == ("python", "python")
    assert why.startswith(f"{PYTHON}, not to C: no C compiler")
    assert "SWI" not in why


def test_rules_that_fail_in_the_sample_are_told_by_the_search(marks: Path) -> None:
    marks.write_text(MARKS.replace("Left > 0,", "Left > 0, Left =\\= 3 / (Left - 4 + 0 * Left),"))
    game: Any = pyengine.load(marks)
    game.second_tier.begin()
    game.second_tier.wait()
    assert game.reasoner == "python"
    with pytest.raises(pyengine.PyengineError, match="zero"):
        pyengine.solve(game)


def test_a_process_that_ends_while_swi_prolog_is_tried(marks: Path) -> None:
    """It does so at once, at whatever point the trial is, and says nothing."""
    for wait in (0.0, 0.02, 0.1, 0.2, 0.4):
        code = (
            f"import json, time, pyengine\ngame = pyengine.load({str(marks)!r})\n"
            f"game.second_tier.begin(); time.sleep({wait}); print(json.dumps(1))\n"
        )
        assert run(code) == 1


@pytest.mark.parametrize("body", ["exit 3", "kill -9 $$"])
def test_a_compiler_that_fails(body: str, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiler = tmp_path / "failing"
    compiler.write_text(f"#!/bin/sh\n{body}\n")
    compiler.chmod(0o755)
    monkeypatch.setenv("CC", str(compiler))
    game = built(piles=[3, 4, 5])
    assert game.reasoner == "python"
    assert game.why.startswith(f"{PYTHON}, not to C: the C compiler failed")
    assert pyengine.solve(game).reasoner == "python"
    assert not workplaces(cache)
    assert run(SOLVING)[0] == "python"


def test_rules_that_c_does_not_do(cache: Path, tmp_path: Path) -> None:
    path = tmp_path / "nul.pl"
    path.write_text(
        "player(max). player(min). initial(a('x\\0\\y')). to_move(a(_), max).\n"
        "move(a('x\\0\\y'), go, b). terminal(b). utility(b, 1).\n"
    )
    game: Any = pyengine.load(path)
    game.second_tier.begin()
    game.second_tier.wait()
    assert game.reasoner == "python"
    assert "not to C" in game.why
    assert pyengine.solve(game).value == 1


def test_a_compiler_that_hangs(hanging: Path, cache: Path) -> None:
    """The search is finished in Python, and the process ends at once, with all that it has started."""
    waiting = f"import os, time\nwhile not os.path.exists({str(hanging)!r}): time.sleep(0.01)\n"
    told = run(f"{SOLVING}\ngame.second_tier.begin()\n{waiting}")
    assert told[:3] == ["python", "python", PYTHON]
    assert hanging.exists()
    assert not running(hanging)
    assert not workplaces(cache)


def test_a_process_that_others_started(hanging: Path, cache: Path, tmp_path: Path) -> None:
    """A process of multiprocessing does not ask atexit."""
    script = tmp_path / "script.py"
    script.write_text(
        "import json, multiprocessing, os, sys, time, pyengine\n"
        "def work():\n"
        "    game = pyengine.load('nim', piles=[3, 4, 5])\n"
        "    game.second_tier.begin()\n"
        f"    while not os.path.exists({str(hanging)!r}): time.sleep(0.01)\n"
        "if __name__ == '__main__':\n"
        "    for how in ('fork', 'spawn'):\n"
        "        process = multiprocessing.get_context(how).Process(target=work)\n"
        "        process.start(); process.join()\n"
        "        print(process.exitcode)\n"
    )
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=LONG)
    assert (done.stdout.split(), done.stderr) == (["0", "0"], "")
    assert not running(hanging)
    assert not workplaces(cache)


def test_a_process_that_was_forked_meanwhile(hanging: Path, cache: Path) -> None:
    told = run(
        "import json, os, time, pyengine\n"
        "game = pyengine.load('nim', piles=[3, 4, 5])\n"
        "game.second_tier.begin()\n"
        f"while not os.path.exists({str(hanging)!r}): time.sleep(0.01)\n"
        "if not (child := os.fork()):\n"
        "    assert pyengine.solve(game).nodes\n"
        "    raise SystemExit(7)\n"
        "_, status = os.waitpid(child, 0)\n"
        f"print(json.dumps([os.waitstatus_to_exitcode(status), len(os.listdir({str(cache)!r}))]))\n"
    )
    assert told[0] == 7
    assert told[1] >= 1, "the workplace of the first process is its own"
    assert not workplaces(cache)


def test_an_interrupt_while_it_is_built(hanging: Path, cache: Path) -> None:
    code = (
        "import pyengine\nfrom pyengine.search import Limit\n"
        "game = pyengine.load('connect_four')\nprint('begun', flush=True)\n"
        "found = pyengine.solve(game)\nprint(found.reason.name, found.reasoner, flush=True)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    until(hanging.exists)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=LONG)
    assert (out.split(), err, process.returncode) == (["begun", "INTERRUPTED", "python"], "", 0)
    assert not running(hanging)
    assert not workplaces(cache)


def test_a_game_that_nobody_holds_is_not_built(hanging: Path, cache: Path) -> None:
    game: Any = pyengine.load("nim", piles=[3, 4, 5])
    game.second_tier.begin()
    until(hanging.exists)
    build = game.second_tier._build
    del game
    until(lambda: gc.collect() >= 0 and not build.thread.is_alive())  # its thread may be the last to hold the game
    assert not running(hanging)
    assert not workplaces(cache)


def test_a_build_that_is_killed(hanging: Path, cache: Path) -> None:
    game: Any = pyengine.load("nim", piles=[3, 4, 5])
    game.second_tier.begin()
    until(hanging.exists)
    until(lambda: running(hanging))
    while game.second_tier._build.thread.is_alive():
        for number in running(hanging):
            os.kill(number, signal.SIGKILL)
        time.sleep(0.01)
    assert game.why.startswith(f"{PYTHON}, not to C: the C compiler failed")
    assert pyengine.solve(game).reasoner == "python"


@pytest.mark.parametrize("seconds", [0.005, 0.0002, 0.0007, 0.000001])
def test_threads_take_short_turns_while_a_build_is_under_way(seconds: float, request: pytest.FixtureRequest) -> None:
    """Beside a search in Python, a build would otherwise wait five milliseconds for each small file."""
    request.addfinalizer(partial(sys.setswitchinterval, sys.getswitchinterval()))
    sys.setswitchinterval(seconds)
    usual = sys.getswitchinterval()
    turns = second_tier._ShortTurns()
    with turns:
        assert sys.getswitchinterval() < 0.001
        with turns:
            pass
        assert sys.getswitchinterval() < 0.001
    assert sys.getswitchinterval() == usual
