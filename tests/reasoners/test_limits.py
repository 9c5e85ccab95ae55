"""Runaway rules end in RuleLimitError, and the same process goes on working."""

from __future__ import annotations

import signal
import subprocess
import sys
import textwrap
import threading
from pathlib import Path
from typing import Any

import pytest

from pyengine.errors import QueryError, RuleLimitError, RuleRuntimeError
from pyengine.reasoners.budget import Budget

ROOT = Path(__file__).parents[2]
RULES = """
player(a). player(b). initial(s). to_move(_, a). utility(_, 0).
move(s, m, t) :- run.
right :- right.
left :- left, true.
deep(N) :- M is N+1, deep(M), foo(M).
foo(_).
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
BUDGET = Budget(inferences=2_000_000, memory_bytes=64 * 1024 * 1024, seconds=1.0)
ENDLESS = [
    "right",
    "left",
    "deep(0)",
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


@pytest.mark.parametrize("goal", ENDLESS)
def test_runaway_rules_end(load: Any, goal: str) -> None:
    game = load(RULES + f"run :- {goal}.\n", budget=BUDGET)
    with pytest.raises(RuleRuntimeError, match="in the position s") as caught:
        game.expand(game.initial)
    if not goal.startswith("X = [a|X]"):  # a type error, and not the end of a budget
        assert isinstance(caught.value, RuleLimitError)
    other = load(RULES + "run.\n", budget=BUDGET)
    assert len(other.expand(other.initial).children) == 1


def test_the_budget_of_inferences_is_exact(load: Any) -> None:
    text = RULES + "run :- count(1000).\ncount(0) :- !.\ncount(N) :- M is N-1, count(M).\n"
    for _ in range(3):
        game = load(text, budget=Budget(inferences=1000))
        with pytest.raises(RuleLimitError, match="inferences"):
            game.expand(game.initial)
        game = load(text, budget=Budget(inferences=10_000))
        assert len(game.expand(game.initial).children) == 1


def test_every_question_has_the_budget(load: Any) -> None:
    text = (
        RULES
        + "run.\nstaticval(_, 1) :- right.\ncanonical(_, c) :- right.\norder(_, _, 1) :- right.\nshow(_, a) :- right.\n"
    )
    game = load(text, budget=Budget(inferences=50_000))
    for ask in (
        lambda: game.staticval(game.initial),
        lambda: game.canonical(game.initial),
        lambda: game.order(game.initial, 1),
        lambda: game.show(game.initial),
        lambda: game.query("right", budget=Budget(inferences=50_000)),
    ):
        with pytest.raises(RuleLimitError):
            ask()
    with pytest.raises(RuleLimitError):
        load(RULES.replace("initial(s).", "initial(s) :- right.") + "run.", budget=BUDGET)


def test_rules_that_take_long_but_end_are_left_alone(load: Any) -> None:
    game = load(RULES + "run :- numlist(1, 200000, L), foldl([X, A, B]>>(B is A+X), L, 0, S), S > 0.\n")
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
threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
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
        timeout=60,
        cwd=ROOT,
    )
    assert (done.stdout, done.stderr) == ("interrupted\n3\n", "")


def test_other_signal_handlers_run_too(load: Any) -> None:
    class Rang(Exception):  # noqa: N818
        pass

    def ring(*_: object) -> None:
        raise Rang

    game = load(RULES + "run.\n", budget=Budget(inferences=10**12, seconds=60.0))
    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with pytest.raises(Rang):
            game.query("right")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert len(game.expand(game.initial).children) == 1


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
