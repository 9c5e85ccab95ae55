"""Rules in C that never end, grow without end or fail: the errors of Python, in the same process, which goes on."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from operator import methodcaller
from pathlib import Path
from typing import Any

import pytest

import pyengine
from pyengine.errors import PyengineError, RuleLimitError
from pyengine.reasoners.budget import Budget
from pyengine.search import Limit, Options, StopReason, count_states, minimax, perft, search

pytestmark = pytest.mark.usefixtures("short_replays")
ENDLESS = (
    "right",
    "nested(x, _, _), fail",
    "length(_, N), N < 0",
    "grow(1, [])",
    "findall(X, between(1, inf, X), _)",
    "swallow",
    "atoms(ab)",
    "length(L, 1000000000), L = []",
    "functor(T, f, 1000000000), T = a",
    "tabled(_), fail",
)
WRONG = (
    "X is 1 / 0, X > 0",
    "X is 7 mod 0, X > 0",
    "X is foo + 1, X > 0",
    "X > 1, X = 2",
    "atom_length(_, N), N > 0",
    "arg(x, f(a), _)",
    "G = absent(1), call(G)",
    "throw(oops)",
    "X is 1 << 70, Y is X / 0, Y > 0",
    "atom_codes(X, [a|_]), X = a",
)
RULES = """
player(a). player(b). initial(at(-1)). to_move(_, a). utility(_, 0).
move(at(K), m, at(M)) :- run(K), M is K - 1.
run(-1).
run(-2).
right :- right.
nested(z) --> [].
nested(_) --> [D], { member(D, [1,2]) }, nested(D).
swallow :- catch(right, _, true), swallow.
atoms(A) :- atom_concat(A, A, B), atoms(B).
grow(N, L) :- length(L, N0), M is N0 + 1, M > 0, grow(M, [N|L]).
:- table tabled/1.
tabled(X) :- tabled(Y), X is Y+1.
tabled(0).
"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("limits") / "runaway.pl"
    path.write_text(
        RULES + "".join(f"run({number}) :- {goal}.\n" for number, goal in enumerate(ENDLESS + WRONG)), encoding="utf-8"
    )
    return path


@pytest.fixture(scope="module")
def games(rules: Path) -> tuple[Any, Any]:
    budget = Budget(memory_bytes=32 * 1024 * 1024, seconds=1.5)
    fast, slow = (pyengine.load(rules, reasoner=reasoner, budget=budget) for reasoner in ("c", "python"))
    assert (fast.reasoner, slow.reasoner) == ("c", "python")
    return fast, slow


@pytest.mark.parametrize("number", range(len(ENDLESS)), ids=lambda number: ENDLESS[number])
def test_rules_that_never_end(games: tuple[Any, Any], number: int) -> None:
    fast, _ = games
    # Which limit is met first depends on the memory that the process has from earlier calls and uses again.
    limit = r"(used more than (1\.5 seconds|32 MiB|a million calls)|would make is larger than rules may have)"
    with pytest.raises(RuleLimitError, match=rf"{limit}.*in the position at\({number}\)"):
        fast.expand(fast.parse_state(f"at({number})"))
    assert len(fast.expand(fast.initial).children) == 1


@pytest.mark.parametrize("number", range(len(WRONG)), ids=lambda number: WRONG[number])
def test_errors_are_those_of_python(games: tuple[Any, Any], number: int) -> None:
    told = []
    for game in games:
        with pytest.raises(PyengineError) as caught:
            game.expand(game.parse_state(f"at({len(ENDLESS) + number})"))
        told.append((type(caught.value), str(caught.value)))
    assert told[0] == told[1]


def test_a_search_meets_the_same_errors(games: tuple[Any, Any]) -> None:
    number = len(ENDLESS)
    for run in (minimax, lambda game, state: search(game, state, limit=Limit(depth=3)), count_states):
        told = []
        for game in games:
            with pytest.raises(PyengineError) as caught:
                run(game, game.parse_state(f"at({number})"))  # type: ignore[operator]
            told.append((type(caught.value), str(caught.value)))
        assert told[0] == told[1]


def test_a_signal_ends_a_call(games: tuple[Any, Any], rules: Path) -> None:
    class Rang(Exception):  # noqa: N818
        pass

    def ring(*_: object) -> None:
        raise Rang

    def run() -> None:
        signal.setitimer(signal.ITIMER_REAL, 0.5)
        game.expand(game.parse_state("at(0)"))

    game = pyengine.load(rules, reasoner="c", budget=Budget(seconds=60.0))
    before = signal.signal(signal.SIGALRM, ring)
    try:
        with pytest.raises(Rang):
            run()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert len(game.expand(game.initial).children) == 1


def test_nodes_and_seconds_end_a_search() -> None:
    game = pyengine.load("connect_four", reasoner="c")
    found = search(game, limit=Limit(nodes=5_000))
    assert found.nodes <= 5_000
    assert search(game, limit=Limit(seconds=0.2)).reason is StopReason.SECONDS


def walk(game: Any) -> tuple[int, int, int]:
    result = minimax(game)
    return result.value, result.nodes, count_states(game)  # type: ignore[return-value]


def test_threads_share_games_and_drop_them() -> None:
    games = [pyengine.load("nim", reasoner="c", piles=piles) for piles in ([1, 2], [2, 2])]
    expected = [walk(game) for game in games]
    failures: list[BaseException] = []

    def work(number: int) -> None:
        try:
            for turn in range(6):
                index = (number + turn) % 2
                assert walk(games[index]) == expected[index]
                game = games[index]
                assert [game.text(child) for child in game.expand(game.initial).children]
                fresh = pyengine.load("nim", reasoner="c", piles=[1, 2])
                assert walk(fresh) == expected[0]
                fresh.close()
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_other_processes(method: str) -> None:
    game = pyengine.load("nim", reasoner="c", piles=[1, 2])
    moves = methodcaller("actions", game.initial)
    with ProcessPoolExecutor(1, mp_context=get_context(method)) as pool:
        assert pool.submit(perft, game, 3).result() == perft(game, 3)
        assert pool.submit(moves, game).result() == moves(game)
    search(game, options=Options(threads=2))
    with ProcessPoolExecutor(1, mp_context=get_context(method)) as pool:
        assert pool.submit(count_states, game).result() == count_states(game)


UNPICKLE = """
import pickle, sys
game = pickle.loads(bytes.fromhex(sys.argv[1]))
from pyengine import solve
print(game.reasoner, solve(game).value)
print(game.why)
"""


@pytest.mark.parametrize(("compiler", "told"), [("", "c 1\nthe rules are compiled to C\n"), ("no-cc", "python 1\n")])
def test_a_game_is_unpickled_as_what_can_be_had_there(compiler: str, told: str) -> None:
    game = pyengine.load("nim", reasoner="c", piles=[1, 2])
    assert pickle.loads(pickle.dumps(game)).expand(game.initial) == game.expand(game.initial)
    command = [sys.executable, "-c", UNPICKLE, pickle.dumps(game).hex()]
    environment = {**os.environ, **({"CC": compiler} if compiler else {})}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.startswith(told)
    assert done.stderr == ""


@pytest.mark.parametrize("reasoner", ["c", "python", "swi"])
def test_a_trusted_game_is_unpickled_with_all_it_includes(tmp_path: Path, reasoner: Any) -> None:
    (tmp_path / "other.pl").write_text("utility(_, 7).\n", encoding="utf-8")
    (tmp_path / "inner").mkdir()
    path = tmp_path / "inner" / "game.pl"
    path.write_text(
        "player(a). player(b). initial(s). to_move(_, a). move(s, m, t).\n:- include('../other').\n", encoding="utf-8"
    )
    game = pyengine.load(path, reasoner=reasoner, trust=True)
    again = pickle.loads(pickle.dumps(game))
    assert minimax(again).value == minimax(game).value == 7
