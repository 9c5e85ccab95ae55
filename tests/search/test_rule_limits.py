"""Limits, stops and Ctrl-C while the rules of a game are at work in Prolog."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from pyengine.api import load
from pyengine.search import Limit, Options, Result, StopReason, StopSignal, minimax, search, solve

from .cyclic_games import Ticking
from .rule_texts import write

SLOW = """
player(max). player(min).
initial(0).
to_move(N, P) :- ( 0 is N mod 2 -> P = max ; P = min ).
move(N, M, N1) :- ( N >= 6 -> ponder ; true ), member(M, [1, 2]), N1 is N + M.
terminal(100).
utility(_, 1).
staticval(N, N).
% A long time in few steps, so that only a signal ends it.
ponder :- numlist(1, 100000, L), forall(between(1, 1000000, _), msort(L, _)).
"""
SCRIPT = """
import json, sys
import pyengine
game = pyengine.load(sys.argv[1])
def report(result):
    print(result.depth, flush=True)
def mark(event):
    print(2, flush=True)
call = dict(
    search=lambda: pyengine.search(game, limit=pyengine.Limit(), progress=report),
    maxn=lambda: pyengine.search(game, limit=pyengine.Limit(), alliance="maxn", progress=report),
    solve=lambda: pyengine.solve(game, trace=mark),
    minimax=lambda: pyengine.minimax(game, trace=mark),
    every=lambda: pyengine.solve(game, all_best=True, trace=mark),
    retrograde=lambda: pyengine.solve(game, cycles="retrograde", trace=mark),
    visiting=lambda: pyengine.solve(game, cycles="visiting", trace=mark),
)[sys.argv[2]]
print(json.dumps(call().as_json()))
"""


@pytest.mark.parametrize("call", ["search", "maxn", "solve", "minimax", "every", "retrograde", "visiting"])
def test_control_c_while_prolog_is_at_work_returns_the_best_so_far(tmp_path: Path, call: str) -> None:
    rules = write(tmp_path, SLOW)
    command = [sys.executable, "-P", "-c", SCRIPT, str(rules), call]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        while process.stdout.readline() not in ("2\n", ""):
            pass
        process.send_signal(signal.SIGINT)
        told, wrong = process.communicate()
    assert wrong == ""
    last = told.splitlines()[-1]
    assert '"reason": "interrupted"' in last
    assert '"completed": false' in last
    assert '"best": "2"' in last if call in ("search", "maxn") else '"best": "1"' in last


@pytest.mark.parametrize("call", [search, solve, minimax])
def test_time_is_kept_on_rules(call: Any) -> None:
    result = call(load("tictactoe"), limit=Limit(seconds=100), options=Options(canonical=False), clock=Ticking())
    assert result.reason is StopReason.SECONDS
    assert 100 <= result.seconds <= 105
    assert result.best is not None


@pytest.mark.parametrize("call", [search, solve, minimax])
def test_a_node_limit_is_exact_on_rules(call: Any) -> None:
    for nodes in (1, 2, 17, 300):
        result = call(load("tictactoe"), limit=Limit(nodes=nodes))
        assert (result.nodes, result.reason) == (nodes, StopReason.NODES)


def test_a_stop_from_another_thread_on_rules() -> None:
    """The game has cycles, so that deepening would never end by itself."""
    game = load("visiting_trap")
    signal_, deep = StopSignal(), threading.Event()

    def stop() -> None:
        assert deep.wait(30)
        signal_.stop()

    def follow(result: Result[Any]) -> None:
        if result.depth == 5:
            deep.set()
            thread.join()

    thread = threading.Thread(target=stop)
    thread.start()
    result = search(game, limit=Limit(), stop=signal_, progress=follow)
    assert (result.reason, result.depth, result.value) == (StopReason.STOPPED, 5, 1)
