"""Several threads, worker processes, a computer without SWI-Prolog, and a quiet exit."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import textwrap
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from pyengine.errors import RuleLimitError
from pyengine.language.reading.reader import read_program
from pyengine.language.source import Source
from pyengine.reasoners.budget import Budget
from pyengine.reasoners.swi.foreign_interface import Engine, engine
from pyengine.reasoners.swi.swi_game import SwiGame
from pyengine.search import count_states
from pyengine.terms import Atom

ROOT = Path(__file__).parents[2]
SEVEN = Path(__file__).parent / "conftest.py"


def countdown(start: int) -> Any:
    text = SEVEN.read_text(encoding="utf-8").split('"""')[3]
    return SwiGame(read_program(Source("countdown.pl", text))[0], parameters={"start": start})


def walk(game: Any) -> tuple[int, int]:
    """Count all positions, and give the value of the first."""
    seen: dict[bytes, int] = {}

    def value(state: bytes) -> int:
        if state not in seen:
            expansion = game.expand(state)
            if expansion.utilities is not None:
                seen[state] = expansion.utilities[0]
            else:
                values = [value(child) for child in expansion.children]
                seen[state] = max(values) if expansion.mover == 0 else min(values)
            list(expansion.moves)
        return seen[state]

    return value(game.initial), len(seen)


def test_eight_threads_on_several_games() -> None:
    games = [countdown(start) for start in (10, 11, 12)]
    expected = [walk(game) for game in games]
    failures: list[object] = []

    def work(number: int) -> None:
        try:
            for turn in range(15):
                index = (number + turn) % 3
                assert walk(games[index]) == expected[index]
                assert games[index].query("other(X, min)") == [{"X": Atom("max")}]
                if turn % 5 == 0:
                    fresh = countdown(6 + number)
                    assert fresh.text(fresh.initial) == f"s(max,{6 + number})"
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


@pytest.mark.parametrize("is_watched", [False, True])
def test_engines_end_with_their_threads(is_watched: bool) -> None:
    """Also where the watchdog looks at the engine while its thread ends."""
    game = countdown(6)
    probe = SwiGame(game.program, trust=True)
    running = (
        "thread_property(T, status(running)), \\+ thread_property(T, alias(gc))"  # its collector comes when it likes
    )
    count = f"findall(T, ( {running} ), Ts), length(Ts, N)"
    before = probe.query(count)[0]["N"]
    watched: list[Engine] = []

    def work() -> None:
        walk(game)
        if is_watched:
            watched.append(engine())

    for _ in range(30):
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    assert probe.query(count)[0]["N"] == before
    assert len(watched) == 30 * is_watched


def test_a_runaway_thread_does_not_disturb_the_others() -> None:
    game = countdown(9)
    expected = walk(game)
    budget = Budget(inferences=10**12, seconds=0.5)

    def run_away() -> str:
        try:
            game.query("repeat, fail", budget=budget)
        except RuleLimitError as error:
            return str(error)
        return "no end"

    with ThreadPoolExecutor(4) as pool:
        stopped = [pool.submit(run_away) for _ in range(2)]
        walked = [pool.submit(walk, game) for _ in range(20)]
        assert {future.result() for future in walked} == {expected}
        assert all("seconds" in future.result() for future in stopped)


def test_spawned_workers() -> None:
    games = [countdown(start) for start in (7, 8)]
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        assert list(pool.map(count_states, games)) == [count_states(game) for game in games]
        states = list(games[0].expand(games[0].initial).children)
        assert list(pool.map(games[0].text, states)) == [games[0].text(state) for state in states]


def run(script: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-P", "-c", textwrap.dedent(script)],  # -P: not the checkout, but what is installed
        capture_output=True,
        text=True,
        timeout=300,
        cwd=ROOT,
        env={**os.environ, **environment},
    )


PRELUDE = """
import sys
sys.path.insert(0, "tests/reasoners")
from conftest import COUNTDOWN, load_text
"""


@pytest.mark.parametrize(
    "script",
    [
        "game = load_text(COUNTDOWN); game.expand(game.initial)",
        "game = load_text(COUNTDOWN); other = load_text(COUNTDOWN); del game; sys.exit(0)",
        "import threading\n"
        "def first():\n    game = load_text(COUNTDOWN); game.expand(game.initial)\n"
        "thread = threading.Thread(target=first); thread.start(); thread.join()\n"
        "game = load_text(COUNTDOWN); assert len(game.expand(game.initial).children) == 2",
        "import threading, time\ngame = load_text(COUNTDOWN)\n"
        "threading.Thread(target=game.query, args=('repeat, fail',), daemon=True).start(); time.sleep(0.3)",
    ],
)
def test_the_process_ends_quietly(script: str) -> None:
    done = run(PRELUDE + script)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


MISSING = """
import sys
{before}
from pyengine.errors import PrologMissingError
import pyengine.reasoners.swi.swi_game
assert not sys.modules.get("pyswip")
from pyengine.language.reading.reader import read_program
from pyengine.language.source import Source
try:
    pyengine.reasoners.swi.swi_game.SwiGame(read_program(Source("x.pl", "a."))[0])
except PrologMissingError as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("before", "environment", "reason"),
    [
        (
            "import ctypes.util; ctypes.util.find_library = lambda name: None\n"
            "import os.path; real = os.path.exists; os.path.exists = lambda p: 'libswipl' not in str(p) and real(p)",
            {"PATH": "/nowhere"},
            "SwiPrologNotFoundError",
        ),
        ("", {"LIBSWIPL_PATH": "/nowhere/libswipl.so", "SWI_HOME_DIR": "/nowhere"}, "OSError"),
        ("sys.modules['pyswip'] = None", {}, "pyswip"),
    ],
)
def test_without_prolog(before: str, environment: dict[str, str], reason: str) -> None:
    done = run(MISSING.format(before=before), **environment)
    assert done.returncode == 0, done.stderr
    assert reason in done.stdout
    assert done.stderr == ""
    for part in ("swipl on PATH", "libswipl", "LIBSWIPL_PATH", "SWI_HOME_DIR", "hint: install"):
        assert part in done.stdout
