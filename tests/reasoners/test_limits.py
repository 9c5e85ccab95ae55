"""Runaway rules end in RuleLimitError, and the same process goes on working."""

from __future__ import annotations

import gc
import signal
import subprocess
import sys
import textwrap
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pyengine.compiler.unsupported import UnsupportedError
from pyengine.errors import QueryError, RuleLimitError, RuleRuntimeError
from pyengine.reasoners import thread_watchdog
from pyengine.reasoners.budget import Budget

from .conftest import hurried

pytestmark = pytest.mark.usefixtures("short_replays")
ROOT = Path(__file__).parents[2]
RULES = """
player(a). player(b). initial(s). to_move(_, a). utility(_, 0).
move(s, m, t) :- run.
right :- right.
left :- left, true.
deep(N) :- M is N+1, deep(M), foo(M).
foo(_).
nested(z) --> [].
nested(_) --> [D], { member(D, [1,2]) }, nested(D).
swallow :- catch(right, _, true), swallow.
swallow_again :- catch(right, _, swallow_again).
swallow_goal :- G = catch(right, _, swallow_goal), call(G).
atoms(A) :- atom_concat(A, A, B), atoms(B).
strings(A) :- string_concat(A, A, B), strings(B).
grow(L) :- grow([x|L]).
factorial(N, N).
factorial(N, F) :- G is F*N*1000000007, M is N+1, factorial(M, G).
:- table tabled/1.
tabled(X) :- tabled(Y), X is Y+1.
tabled(0).
"""
BUDGET = Budget(inferences=1_000_000, memory_bytes=32 * 1024 * 1024, seconds=0.5)
PATIENT = replace(BUDGET, seconds=60.0)
ENDLESS = [
    "right",
    "left",
    "deep(0)",
    "nested(x, _, _), fail",
    "repeat, fail",
    "between(1, inf, _), fail",
    "length(_, N), N < 0",
    "findall(X, (repeat, X = f(a, b, c)), _)",
    "findall(X, between(1, inf, X), _)",
    "aggregate_all(count, repeat, _)",
    "forall(between(1, inf, X), X > 0)",
    "swallow",
    "swallow_again",
    "swallow_goal",
    "catch(right, _, true)",
    "atoms(ab)",
    'strings("ab")',
    "grow([])",
    "X is 2**(2**40), X > 0",
    "X is 7**(7**12), X > 0",
    "factorial(2, 1), fail",
    "length(L, 1000000000), L = []",
    "functor(T, f, 1000000000), T = a",
    "numlist(1, 100000000, _)",
    "tabled(_), fail",
    "X = [a|X], length(X, _)",
    "X = f(X), Y = f(Y), X == Y, right",
]


MORE = [
    "X is 2**(10**9), X > 0",
    "X is 1<<(10**10), X > 0",
    "A = 10, X is 7**(A**9), X > 0",
    "multiplied(1, 300000)",
    "N is 10**30, length(L, N), L = []",
    "N is 10**30, numlist(1, N, L), L = []",
    "findall(X, between(100000000000000000000, 200000000000000000000, X), L), L = []",
    "aggregate_all(bag(X), between(1, 10000000000, X), L), L = []",
    "aggregate_all(max(X), between(1, 10000000000, X), N), N > 0",
    "bagof(X, (repeat, X = 1), L), L = []",
    "aggregate_all(set(X), (repeat, X = 1), L), L = []",
    "numlist(1, 30, L), permutation(L, M), M = []",
    "doubled(60, [a], L), L = []",
    "append(_, _, _), fail",
    "length(_, _), fail",
    "select(a, _, _), fail",
    "nth0(_, _, _), fail",
    "catch(X is 2**(10**10), _, true), X == a",
    "catch(deep(0), _, true)",
    "catch(numlist(1, 10000000000, _), _, true)",
    "with_output_to(string(_), forall(repeat, write(x)))",
    "choosing(0)",
]
COMPILED = [
    "format(atom(A), '~*c', [1000000000, 0'x]), A == a",
    "format(atom(A), '~`xt~1000000000|', []), A == a",
    "format(atom(A), '~1000000000d', [1]), A == a",
    "format(atom(A), '~1000000000f', [1.0]), A == a",
    "with_output_to(string(S), tab(10000000000)), S == a",
    "A = 3, B = 7, X is A**2500000, Y is B**700000, Z is X mod Y, Z > 0",
    "A = 3, B = 7, X is A**2500000, Y is B**1400000, Z is gcd(X, Y), Z > 0",
    "A = 3, B = 7, X is A**2500000, Y is B**1400000, Z is X rdiv Y, Z > 0",
    "A = 3, X is powm(A, 2**100000, 2**100000 + 1), X > 0",
    "N is 10**8, functor(T, f, N), T == a",
]
"""What one operation of Python would do without a stop; SWI-Prolog has its own ways to end these, or does them."""
EXPLODING = """
multiplied(_, 0).
multiplied(A, N) :- B is A*N, M is N-1, multiplied(B, M).
doubled(0, L, L) :- !.
doubled(N, L, R) :- append(L, L, M), K is N-1, doubled(K, M, R).
choosing(N) :- M is N+1, ( choosing(M) ; choosing(M) ), foo(M).
"""
CYCLIC = ("X = [a|X]", "X = f(X)")
"""The compiler refuses what begins so."""


def ends(load: Any, goal: str) -> None:
    game = hurried(load(RULES + EXPLODING + f"run :- {goal}.\n", budget=replace(PATIENT)), BUDGET.seconds)
    with pytest.raises(RuleRuntimeError, match="in the position s") as caught:
        game.expand(game.initial)
    if not goal.startswith("X = [a|X]"):  # a type error, and not the end of a budget
        assert isinstance(caught.value, RuleLimitError)
        assert caught.value.hint is not None
    other = load(RULES + "run.\n", budget=PATIENT)
    assert len(other.expand(other.initial).children) == 1


@pytest.mark.parametrize("goal", ENDLESS + MORE)
def test_runaway_rules_end(load: Any, goal: str) -> None:
    ends(load, goal)


@pytest.mark.parametrize("goal", [goal for goal in ENDLESS + MORE + COMPILED if not goal.startswith(CYCLIC)])
def test_runaway_rules_end_when_compiled(compile_text: Any, goal: str) -> None:
    ends(compile_text, goal)


def test_a_stop_is_not_lost_again_and_again_in_the_callbacks_of_the_collector(
    compile_text: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rules that make many terms are mostly in the collector, where what is raised is lost if somebody listens."""
    sent: list[int] = []
    send = thread_watchdog.send_stop
    monkeypatch.setattr(thread_watchdog, "send_stop", lambda thread: (sent.append(thread), send(thread)))
    gc.callbacks.append(lambda phase, info: None)
    try:
        ends(compile_text, "length(_, _), fail")
    finally:
        gc.callbacks.pop()
    assert 1 <= len(sent) <= 3
    for _ in range(6000):  # it is the watchdog that lets it run again, at the next round
        if not gc.isenabled():
            time.sleep(0.01)
    assert gc.isenabled()


@pytest.mark.parametrize("goal", [goal for goal in ENDLESS if goal.startswith(CYCLIC)])
def test_what_contains_itself_is_not_compiled(compile_text: Any, goal: str) -> None:
    with pytest.raises(UnsupportedError, match="contains itself"):
        compile_text(RULES + f"run :- {goal}.\n")


@pytest.mark.parametrize("seconds", [0.01, 0.1])
def test_a_small_budget_of_seconds_holds(load_by: Any, seconds: float) -> None:
    game = hurried(load_by(RULES + "run :- repeat, fail.\n", budget=Budget(inferences=10**15, seconds=60)), seconds)
    with pytest.raises(RuleLimitError, match=f"more than {seconds:g} seconds in one call"):
        game.expand(game.initial)


def test_a_small_budget_of_memory_holds(load_by: Any) -> None:
    budget = Budget(inferences=10**15, memory_bytes=8 * 1024 * 1024, seconds=60.0)
    game = load_by(RULES + "run :- findall(f(X), between(1, inf, X), _).\n", budget=budget)
    with pytest.raises(RuleLimitError, match="more than 8 MiB of memory in one call"):
        game.expand(game.initial)


def test_the_budget_of_inferences_is_exact(load: Any) -> None:
    text = RULES + "run :- count(1000).\ncount(0) :- !.\ncount(N) :- M is N-1, count(M).\n"
    for _ in range(3):
        game = load(text, budget=Budget(inferences=1000))
        with pytest.raises(RuleLimitError, match="inferences"):
            game.expand(game.initial)
        game = load(text, budget=Budget(inferences=10_000))
        assert len(game.expand(game.initial).children) == 1


def test_every_question_has_the_budget(load_by: Any) -> None:
    text = (
        RULES
        + "run.\nstaticval(_, 1) :- right.\ncanonical(_, c) :- right.\norder(_, _, 1) :- right.\nshow(_, a) :- right.\n"
    )
    game = hurried(load_by(text, budget=Budget(inferences=50_000, seconds=60)), 0.5)
    for ask in (
        lambda: game.staticval(game.initial),
        lambda: game.canonical(game.initial),
        lambda: game.order(game.initial, 1),
        lambda: game.show(game.initial),
        lambda: game.query("right", budget=Budget(inferences=50_000)),
    ):
        with pytest.raises(RuleLimitError):
            ask()
    with pytest.raises((RuleLimitError, UnsupportedError), match="used"):
        load_by(RULES.replace("initial(s).", "initial(s) :- right.") + "run.", budget=BUDGET)


def test_rules_that_take_long_but_end_are_left_alone(load_by: Any) -> None:
    game = load_by(RULES + "run :- numlist(1, 200000, L), foldl([X, A, B]>>(B is A+X), L, 0, S), S > 0.\n")
    assert len(game.expand(game.initial).children) == 1


def test_a_query_error_is_not_a_limit(load: Any) -> None:
    game = load(RULES + "run.\n")
    with pytest.raises(QueryError):
        game.query("X is foo + 1")


SCRIPT = """
import os, signal, sys, threading, time
sys.path.insert(0, {tests!r})
from conftest import load_text
from pyengine.reasoners.budget import Budget

game = load_text({rules!r}, budget=Budget(inferences=10**12, seconds=60.0))
try:
    threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT)).start()
    game.query({goal!r})
except KeyboardInterrupt:
    print("interrupted", flush=True)
print(len(game.query("member(X, [1, 2, 3])")), flush=True)
"""


@pytest.mark.parametrize("goal", ["right", "repeat, fail", "swallow_goal"])
def test_ctrl_c_interrupts_a_call(goal: str) -> None:
    script = SCRIPT.format(tests=str(Path(__file__).parent), rules=RULES + "run.\n", goal=goal)
    done = subprocess.run(
        [sys.executable, "-P", "-c", textwrap.dedent(script)],
        capture_output=True,
        text=True,
        timeout=300,
        cwd=ROOT,
    )
    assert (done.stdout, done.stderr) == ("interrupted\n3\n", "")


def test_other_signal_handlers_run_too(load_by: Any) -> None:
    class Rang(Exception):  # noqa: N818
        pass

    def ring(*_: object) -> None:
        raise Rang

    def run() -> None:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        game.expand(game.initial)

    game = load_by(RULES + "run :- right.\n", budget=Budget(inferences=10**12, seconds=60.0))
    before = signal.signal(signal.SIGALRM, ring)
    try:
        with pytest.raises(Rang):
            run()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    other = load_by(RULES + "run.\n")
    assert len(other.expand(other.initial).children) == 1


def test_threads_one_after_another_each_have_their_own_time(countdown: Any) -> None:
    """Prolog gives the number of a thread that has ended to the next one; its budget begins anew all the same."""
    failures: list[BaseException] = []

    def count() -> None:
        try:
            assert countdown.query("between(1, 3000000, X), X >= 3000000", limit=1) == [{"X": 3000000}]
        except BaseException as failure:
            failures.append(failure)

    for _ in range(4):
        thread = threading.Thread(target=count)
        thread.start()
        thread.join()
    assert failures == []
