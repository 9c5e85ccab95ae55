"""Games that come and go while other threads load, drop and call: each in a process of its own, which must survive."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).parents[2]
PRELUDE = """
import faulthandler, gc, sys, threading, time
faulthandler.enable()
sys.path.insert(0, "tests/reasoners")
from conftest import COUNTDOWN, load_text
from pyengine.errors import PyengineError, RuleLimitError, RuleRuntimeError
from pyengine.reasoners.budget import Budget

failures = []

def together(*works):
    def guarded(work):
        try:
            work()
        except BaseException as failure:
            failures.append(repr(failure))
    threads = [threading.Thread(target=guarded, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == [], failures

def walk(game):
    todo, count = [game.initial], 0
    while todo:
        expansion = game.expand(todo.pop())
        count += 1
        list(expansion.moves)
        todo.extend(expansion.children)
    return count
"""


def survives(script: str) -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-c", PRELUDE + textwrap.dedent(script)],
        capture_output=True,
        text=True,
        timeout=300,
        cwd=ROOT,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_threads_that_load_and_drop_games() -> None:
    survives(
        """
        expected = [walk(load_text(COUNTDOWN, parameters={"start": start})) for start in range(5)]
        assert expected == [1, 2, 4, 7, 12]
        def come_and_go():
            for turn in range(25):
                game = load_text(COUNTDOWN, parameters={"start": turn % 5})
                assert walk(game) == expected[turn % 5]
                if turn % 3 == 0:
                    game.close()
                del game
        together(*[come_and_go] * 4)
        """
    )


def test_the_queue_of_dropped_games_is_emptied_by_all() -> None:
    survives(
        """
        from pyengine.reasoners.swi.border import border
        here = border()
        sys.setswitchinterval(1e-6)
        def come_and_go():
            for _ in range(3000):
                here.abandon("no_such_game", "no_such_file")
                here.fresh_module()
        together(*[come_and_go] * 6)
        """
    )


def test_a_game_dropped_while_a_thread_is_inside_a_call() -> None:
    survives(
        """
        slow = COUNTDOWN + "slow(X) :- between(1, 300000, X), X >= 300000.\\nslow(X) :- slow(X).\\n"
        for turn in range(3):
            game = load_text(slow)
            begun = threading.Event()
            def inside(query=game.query):
                begun.set()
                assert [answer["X"] for answer in query("slow(X)", limit=2)] == [300000, 300000]
            def drop():
                begun.wait()
                for _ in range(8):
                    load_text(COUNTDOWN)
                    gc.collect()
            worker, dropper = inside, drop
            del game, inside
            together(worker, dropper)
            del worker
            gc.collect()
        """
    )


def test_a_game_closed_while_threads_are_inside_calls() -> None:
    survives(
        """
        text = COUNTDOWN.replace("parameter(start, 5)", "parameter(start, 14)")
        for turn in range(6):
            game = load_text(text)
            begun = threading.Barrier(3)
            def use():
                begun.wait()
                try:
                    for _ in range(3):
                        walk(game)
                except PyengineError:
                    pass
            def close():
                begun.wait()
                time.sleep(0.01 * turn)
                game.close()
            together(use, use, close)
        assert walk(load_text(COUNTDOWN)) > 3
        """
    )


def test_a_game_closed_inside_a_long_recursion() -> None:
    survives(
        """
        text = COUNTDOWN + "deep(0).\\ndeep(N) :- N > 0, M is N-1, deep(M), true(M).\\ntrue(_).\\n"
        for turn in range(4):
            game = load_text(text, budget=Budget(seconds=20))
            begun = threading.Event()
            def use():
                begun.set()
                try:
                    game.query("between(1, 20, X), deep(20000), fail")
                except PyengineError:
                    pass
            def close():
                begun.wait()
                time.sleep(0.02 * turn)
                game.close()
                load_text(COUNTDOWN)
            together(use, close)
        """
    )


def test_a_game_closed_while_a_thread_is_in_it_is_removed_after_that() -> None:
    survives(
        """
        from pyengine.reasoners.swi.border import Border, border
        unload, unloaded = Border.unload, []
        def noted(self, rules, file_id):
            unloaded.append(rules)
            unload(self, rules, file_id)
        Border.unload = noted
        game = load_text(COUNTDOWN, budget=Budget(seconds=2))
        module = game._rules.loaded.rules
        def use():
            try:
                game.query("repeat, fail")
            except RuleLimitError:
                pass
        thread = threading.Thread(target=use)
        thread.start()
        while not any(engine.budget == game.budget for engine in list(border().watchdog._engines)):
            time.sleep(0.001)
        game.close()
        load_text(COUNTDOWN)
        assert module not in unloaded, unloaded
        thread.join()
        gc.collect()
        load_text(COUNTDOWN)
        assert module in unloaded, unloaded
        """
    )


def test_moves_outlive_their_game() -> None:
    survives(
        """
        game = load_text(COUNTDOWN)
        moves = game.expand(game.initial).moves
        del game
        gc.collect()
        load_text(COUNTDOWN)
        assert len(list(moves)) == 2
        """
    )
