"""The limits of calls of compiled rules: threads, forked processes, deep recursion, and exceptions that get lost."""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import pyengine
from pyengine.errors import InvalidStateError, RuleLimitError
from pyengine.language.reading.reader import read_program
from pyengine.language.source import Source
from pyengine.reasoners import compiled, thread_watchdog
from pyengine.reasoners.budget import Budget
from pyengine.reasoners.call_limits import guard, processor_clock
from pyengine.reasoners.compiled import CompiledGame
from pyengine.reasoners.thread_watchdog import RUNNING
from pyengine.search import count_states

ROOT = Path(__file__).parents[2]
HEAD = "player(a). player(b). initial(s). to_move(_, a). utility(_, 0).\nmove(s, m, t) :- run.\n"
SHORT = Budget(seconds=1.0)


def load(run: str, budget: Budget = SHORT) -> CompiledGame:
    program, findings = read_program(Source("test.pl", HEAD + run))
    assert not findings
    return CompiledGame(program, budget=budget)


def is_stopped(game: CompiledGame) -> bool:
    with pytest.raises(RuleLimitError, match=r"seconds in one call, in the position s"):
        game.expand(game.initial)
    return True


def are_running() -> bool:
    """Tell whether rules run in this thread: only there will somebody send a stop."""
    record = getattr(RUNNING, "record", None)
    return record is not None and record.budget is not None


def test_a_stop_that_a_callback_swallows_is_sent_again() -> None:
    """The callback of the collector runs in the thread of the rules; what is raised in it is lost."""
    game = load("run :- findall(X, between(1, 20000, X), L), L = [], fail.\nrun :- run.\n")
    swallowed: list[object] = []
    reported: list[object] = []

    def collecting(phase: str, _: dict[str, int]) -> None:
        if phase == "start" and not swallowed and are_running():
            try:
                while True:
                    time.sleep(0.001)
            except BaseException as stop:
                swallowed.append(type(stop).__name__)
                raise

    before = sys.unraisablehook
    sys.unraisablehook = reported.append
    gc.callbacks.append(collecting)
    try:
        assert is_stopped(game)
    finally:
        gc.callbacks.remove(collecting)
        sys.unraisablehook = before
    assert swallowed == ["Stop"]
    assert reported == []


def test_other_lost_exceptions_are_told() -> None:
    game = load("run :- run.\n")
    reported: list[Any] = []
    before = sys.unraisablehook
    sys.unraisablehook = lambda unraisable: reported.append(unraisable.exc_type)
    try:
        assert is_stopped(game)

        class Broken:
            def __del__(self) -> None:
                raise ValueError

        Broken()
    finally:
        sys.unraisablehook = before
    assert reported == [ValueError]


def test_a_call_that_ends_as_it_is_stopped_disturbs_nobody() -> None:
    def work(seconds: float) -> str:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            pass
        return "done"

    ended = 0
    for turn in range(12):
        try:
            assert guard(Budget(seconds=0.1))(work, 0.09 + turn / 100) == "done"
            ended += 1
        except RuleLimitError:
            pass
        for _ in range(1000):
            assert work(0) == "done"
    assert 0 < ended <= 12


DEEP = """
run :- deep({levels}, X), X > 0.
deep(0, 0).
deep(N, X) :- N > 0, M is N-1, deep(M, Y), X is Y+1.
deep(N, 1) :- N < 0.
"""
"""It has a choice at each level: in Python, generators inside each other, which use up the stack."""


def test_several_threads_recurse_deeply_at_once() -> None:
    script = f"""
    import sys, threading
    sys.path.insert(0, {str(Path(__file__).parent)!r})
    from test_call_limits import DEEP, load
    from pyengine.reasoners.budget import Budget

    games = [load(DEEP.format(levels=levels), Budget(seconds=60.0)) for levels in (30000, 40000, 100)]
    done = []

    def work(game):
        for _ in range(3):
            done.append(len(game.expand(game.initial).children))

    threads = [threading.Thread(target=work, args=(game,)) for game in games * 2]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(len(done), set(done), sys.getrecursionlimit())
    """
    done = subprocess.run(
        [sys.executable, "-P", "-c", textwrap.dedent(script)],
        capture_output=True,
        text=True,
        timeout=300,
        cwd=ROOT,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, f"18 {{1}} {sys.getrecursionlimit()}\n", "")


def test_recursion_without_end_ends() -> None:
    for run in ("run :- deep(0).\ndeep(N) :- M is N+1, deep(M), foo.\nfoo.\n", DEEP.format(levels=10**9)):
        game = load(run, Budget(seconds=5.0, memory_bytes=256 * 1024 * 1024))
        with pytest.raises(RuleLimitError):
            game.expand(game.initial)
    game = load("run.\n")
    assert len(game.expand(game.initial).children) == 1


def test_threads_share_games_that_run_away() -> None:
    endless, quick = load("run :- run.\n"), load("run :- between(1, 50, X), X >= 50.\n")

    def many() -> int:
        return sum(len(quick.expand(quick.initial).children) for _ in range(500))

    with ThreadPoolExecutor(6) as pool:
        stopped = [pool.submit(is_stopped, endless) for _ in range(4)]
        counted = [pool.submit(many) for _ in range(8)]
        assert [future.result() for future in counted] == [500] * 8
        assert all(future.result() for future in stopped)


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_has_limits() -> None:
    game = load("run :- run.\n")
    assert is_stopped(game)  # the watchdog is awake as the process forks
    context = multiprocessing.get_context("fork")
    queue = context.SimpleQueue()
    process = context.Process(target=lambda: queue.put(is_stopped(game)))
    process.start()
    process.join(300)
    assert process.exitcode == 0
    assert queue.get() is True


@pytest.mark.parametrize("run", ["run :- run.\n", DEEP.format(levels=10**9), "run :- catch(run, _, true), run.\n"])
@pytest.mark.parametrize("where", ["main", "worker"])
def test_ctrl_c_ends_a_call(run: str, where: str) -> None:
    """In the main thread the call ends; a worker's call goes on to its limit, and the process goes on as well."""
    script = f"""
    import os, signal, sys, threading
    sys.path.insert(0, {str(Path(__file__).parent)!r})
    from test_call_limits import is_stopped, load
    from pyengine.errors import InvalidStateError, RuleLimitError
    from pyengine.reasoners.budget import Budget

    budget = Budget(seconds=60.0, memory_bytes=2**34) if {where!r} == "main" else Budget(seconds=3.0)
    game = load({run!r}, budget)
    def call():
        try:
            game.expand(game.initial)
        except RuleLimitError:
            print("limit", flush=True)
        done.set()
    done = threading.Event()
    try:
        threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT)).start()
        if {where!r} == "main":
            call()
        else:
            worker = threading.Thread(target=call)
            worker.start()
            while worker.is_alive():
                worker.join(0.1)
    except KeyboardInterrupt:
        print("interrupted", flush=True)
    other = load("run.\\n")
    if {where!r} == "worker":
        done.wait()
    print(len(other.expand(other.initial).children), sys.getrecursionlimit(), flush=True)
    """
    done = subprocess.run(
        [sys.executable, "-P", "-c", textwrap.dedent(script)],
        capture_output=True,
        text=True,
        timeout=300,
        cwd=ROOT,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    said = done.stdout.splitlines()
    assert f"1 {sys.getrecursionlimit()}" in said
    assert sorted(said)[1:] == (["interrupted"] if where == "main" else ["interrupted", "limit"])


def test_spawned_workers_take_games_and_positions() -> None:
    games = [load(f"run :- between(1, {most}, X), X >= {most}.\n") for most in (7, 8)]
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        assert list(pool.map(count_states, games)) == [2, 2]
        state = games[0].expand(games[0].initial).children[0]
        assert list(pool.map(games[0].text, [state, games[0].initial])) == ["t", "s"]


def test_games_come_and_go_and_are_closed_while_others_call() -> None:
    def come_and_go(number: int) -> int:
        done = 0
        for turn in range(10):
            game = load(f"run :- between(1, {number + 5}, X), X > {turn % 3}.\n", Budget())
            done += len(game.expand(game.initial).children) > 0
            game.close()
            with pytest.raises(InvalidStateError, match="was closed"):
                game.expand(game.initial)
        return done

    shared = load("run :- between(1, 30000, X), X >= 30000.\n", Budget())

    def use() -> None:
        with contextlib.suppress(InvalidStateError):
            while True:
                shared.expand(shared.initial)

    with ThreadPoolExecutor(6) as pool:
        users = [pool.submit(use) for _ in range(2)]
        try:
            assert [future.result() for future in [pool.submit(come_and_go, n) for n in range(4)]] == [10] * 4
        finally:
            shared.close()
        assert [future.result() for future in users] == [None, None]


def test_threads_that_end_leave_nothing_behind() -> None:
    from pyengine.reasoners.thread_watchdog import watchdog_of_all

    game = load("run.\n")
    for _ in range(50):
        thread = threading.Thread(target=game.expand, args=(game.initial,))
        thread.start()
        thread.join()
    gc.collect()
    assert len(watchdog_of_all()._records) < 20


def test_calls_for_one_question_share_its_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    record, budget = thread_watchdog.own_record(), Budget(seconds=10)
    monkeypatch.setattr(record, "clock", lambda: 100.0)
    assert thread_watchdog.seconds_of(record, budget) == 10
    with thread_watchdog.one_question() as go_on:
        record.seen, record.began = record.calls, 94.0
        go_on()
        assert thread_watchdog.seconds_of(record, budget) == 8  # of 14 in all
        record.calls += 1
        assert thread_watchdog.spent_seconds() == 6
    assert record.spent == 0
    assert thread_watchdog.seconds_of(record, budget) == 10


def test_the_seconds_of_the_processor_count_on_the_larger_stack_as_well() -> None:
    """What recursed too deep is done again with what is left of its seconds, by the same clock."""
    calls = []

    def work() -> str:
        calls.append(threading.get_ident())
        until = time.thread_time() + 0.3
        while time.thread_time() < until:
            pass
        if len(calls) == 1:
            raise RecursionError
        time.sleep(2)  # a machine that is busy with something else
        return "done"

    assert guard(Budget(seconds=1), processor_clock)(work) == "done"
    assert len(set(calls)) == 2


def test_what_a_call_spent_of_the_processor_is_known_after_it() -> None:
    guard(Budget(seconds=1), processor_clock)(time.sleep, 0.5)
    assert 0 <= thread_watchdog.spent_seconds() < 0.4


def test_compiling_again_takes_seconds_of_the_processor(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A position of another kind than the rules lead to is taken on a machine that is busy with something else."""
    path = tmp_path / "kinds.pl"
    path.write_text(
        "player(a).  initial(n(0)).  to_move(_, a).\n"
        "move(n(N), up, n(M)) :- N < 3, M is N+1.\n"
        "move(word(W), down, word(V)) :- atom_concat(V, x, W).\n"
        "utility(_, a, 0).\n"
    )
    made = compiled.compile_game

    def on_a_busy_machine(*args: Any) -> Any:
        time.sleep(1.5)
        return made(*args)

    game = pyengine.load(path, reasoner="python", budget=Budget(seconds=1))
    monkeypatch.setattr(compiled, "compile_game", on_a_busy_machine)
    assert pyengine.position(game, "word(xx)").moves == ("down",)
