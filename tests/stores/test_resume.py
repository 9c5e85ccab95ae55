"""Long solving in parts: what was stopped or killed goes on from what is kept, whoever answers, and it is all true."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import pyengine
from pyengine import Limit, Options, Result, SolvedStore, SolvedStoreError, StopReason, StoredGameError
from pyengine.native import twin
from pyengine.search.proved import Proved
from pyengine.search.table import EXACT, LOWER
from pyengine.stores.identity import position_texts
from pyengine.stores.searched_positions import proved_of

SIZE = {"width": 5, "height": 4}
NEW_PROCESS = """
import json, pyengine, sys
from pyengine import Options
path, side, threads, seconds = sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4])
size = {"width": 5, "height": 4}
native = side == "native"
game = pyengine.twin("connect_four", **size) if native else pyengine.load("connect_four", reasoner=side, **size)
with pyengine.SolvedStore(path, create=True) as store:
    found = store.resume(game, options=Options(threads=threads), seconds=seconds)
    print(json.dumps([found.value, found.solved, found.nodes, str(found.best), store.searched]))
"""


def make(side: str, name: str = "connect_four", **parameters: Any) -> Any:
    parameters = parameters or SIZE
    return twin(name, **parameters) if side == "native" else pyengine.load(name, reasoner=side, **parameters)  # type: ignore[arg-type]


LONG = Options(long_search=0, history=False)
"""How a search is done that is kept."""


@pytest.fixture(scope="module")
def whole() -> Result[Any]:
    return pyengine.solve(make("c"), options=LONG)


def go_on(path: Path, side: str, threads: int = 1, seconds: float = 60) -> tuple[Any, ...]:
    words = [sys.executable, "-c", NEW_PROCESS, str(path), side, str(threads), str(seconds)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return tuple(json.loads(done.stdout))


@pytest.mark.parametrize(("first", "second"), [("c", "c"), ("python", "c"), ("c", "python"), ("native", "c")])
def test_a_search_that_was_stopped_goes_on_in_another_process(
    first: str, second: str, tmp_path: Path, whole: Result[Any]
) -> None:
    path = tmp_path / "s.db"
    half = whole.nodes // 2
    with SolvedStore(path, create=True) as store:
        part = store.resume(make(first), limit=Limit(nodes=half))
        assert (part.reason, part.nodes) == (StopReason.NODES, half)
        assert store.searched > 1000
        assert len(store.unfinished) == 1
    value, solved, nodes, best, _ = go_on(path, second)
    assert (value, solved, best) == (whole.value, True, str(whole.best))
    assert nodes < 0.65 * whole.nodes
    with SolvedStore(path) as store:
        assert store.unfinished == ()
        again = store.resume(make("c"))
        assert (again.value, again.solved, again.best) == (whole.value, True, whole.best)
        assert again.nodes < 0.01 * whole.nodes


def test_threads_go_on_too(tmp_path: Path, whole: Result[Any]) -> None:
    path = tmp_path / "s.db"
    with SolvedStore(path, create=True) as store:
        part = store.resume(make("c"), limit=Limit(nodes=whole.nodes // 2), options=Options(threads=2))
        assert part.reason is StopReason.NODES
        assert store.searched > 500
    assert go_on(path, "c", threads=2)[:2] == (whole.value, True)


def test_a_process_that_is_killed_loses_only_its_last_part(tmp_path: Path, whole: Result[Any]) -> None:
    path = tmp_path / "s.db"
    words = [sys.executable, "-c", NEW_PROCESS, str(path), "python", "1", "0.2"]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    kept, deadline = 0, time.monotonic() + 120
    while kept < 5000 and time.monotonic() < deadline:
        time.sleep(0.05)
        if path.exists():
            with SolvedStore(path, create=True) as store:
                kept = store.searched
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert kept >= 5000
    value, solved, nodes, best, _ = go_on(path, "c")
    assert (value, solved, best) == (whole.value, True, str(whole.best))
    assert nodes < 0.9 * whole.nodes


@pytest.mark.parametrize("side", ["c", "python"])
@pytest.mark.parametrize(
    ("name", "parameters", "options"),
    [
        ("connect_four", {"width": 4, "height": 4}, Options()),
        ("connect_four", {"width": 4, "height": 4}, Options(table=2000, canonical=False)),
        ("connect_four", {"width": 4, "height": 3, "length": 3}, Options(algorithm="mtdf")),
        ("tictactoe", {}, Options(algorithm="alphabeta", replacement="use")),
        ("dots_and_boxes", {"rows": 2, "columns": 2}, Options()),
    ],
)
def test_what_is_kept_is_true(
    name: str, parameters: dict[str, Any], options: Options, side: str, tmp_path: Path
) -> None:
    game = make(side, name, **parameters or {"columns": 3})
    exact = {label.state: label.value for label in pyengine.retrograde(game)}
    read = position_texts(game)[1]
    looked_at = 0
    with SolvedStore(tmp_path / "s.db", create=True) as store:
        for nodes in (100, 400, 1600, 10**9):
            store.resume(game, limit=Limit(nodes=nodes), options=options)
            for text, *rest in store.searched_rows():
                known, value = proved_of(*rest), exact[read(text)]
                assert (
                    value == known.value
                    if known.bound == EXACT
                    else (value >= known.value) == (known.bound == LOWER) or value == known.value
                )
                looked_at += 1
        assert store.resume(game).value == exact[game.initial]
    assert looked_at > 20


def test_a_search_in_many_parts_is_the_same_search(tmp_path: Path) -> None:
    game = make("python")
    plain = pyengine.solve(game, options=LONG)
    with SolvedStore(tmp_path / "s.db", create=True) as store:
        found = store.resume(game, seconds=0.2)
    assert (found.value, found.best, found.solved) == (plain.value, plain.best, True)
    assert plain.nodes <= found.nodes < 1.1 * plain.nodes


def test_what_was_searched_helps_any_search(tmp_path: Path, whole: Result[Any]) -> None:
    game = make("c")
    with SolvedStore(tmp_path / "s.db", create=True) as store:
        store.resume(game)
        for side in ("c", "python"):
            found = pyengine.search(make(side), store=store, limit=Limit(depth=3))
            assert (found.value, found.solved, found.nodes) == (whole.value, True, 1)
        assert pyengine.solve(make("python"), store=store).nodes < 0.01 * whole.nodes
        with pytest.raises(pyengine.SearchError, match="only those of a search"):
            pyengine.search(game, store=store, algorithm="mcts")


def test_a_game_with_cycles_is_solved_as_a_whole(tmp_path: Path) -> None:
    game = make("c", "chess_ending", size=4)
    with SolvedStore(tmp_path / "s.db", create=True) as store:
        assert store.resume(game).value == 1
        assert (len(store), store.searched) == (462, 0)


@pytest.mark.parametrize(
    "damage",
    [
        "update searched set bound = 7",
        "update searched set bound = 'low'",
        "update searched set value = 'much'",
        "update searched set rank = -1",
        "update searched set best = 'none'",
        "update searched set state = 's(((' || state",
        "update searched set state = x'00ff' || state",
    ],
)
def test_a_store_that_is_damaged(damage: str, tmp_path: Path) -> None:
    game = make("c", width=4, height=4)
    with SolvedStore(tmp_path / "s.db", create=True) as store:
        store.resume(game, limit=Limit(nodes=2000))
    with sqlite3.connect(tmp_path / "s.db") as file:
        file.execute(damage)
    file.close()
    with SolvedStore(tmp_path / "s.db") as store, pytest.raises(SolvedStoreError, match=r"is damaged|cannot be used"):
        store.resume(game)


def test_a_move_that_there_is_not_is_not_taken(tmp_path: Path) -> None:
    for side in ("c", "python"):
        game = make(side, width=4, height=4)
        with SolvedStore(tmp_path / f"{side}.db", create=True) as store:
            wanted = store.resume(game)
            with sqlite3.connect(store.path) as file:
                file.execute("update searched set best = 4000")
            file.close()
            found = store.resume(make(side, width=4, height=4))
            assert (found.value, found.solved) == (wanted.value, True)


def test_another_game_is_refused(tmp_path: Path) -> None:
    with SolvedStore(tmp_path / "s.db", create=True) as store:
        store.resume(make("python"), limit=Limit(nodes=500))
        with pytest.raises(StoredGameError, match="width=5, not width=4"):
            store.resume(make("python", width=4, height=4))
        with pytest.raises(StoredGameError, match="it is of connect_four, and this is nim"):
            store.resume(pyengine.load("nim"))


def test_what_does_not_go_in_parts(tmp_path: Path) -> None:
    with SolvedStore(tmp_path / "s.db", create=True) as store:
        with pytest.raises(pyengine.SearchError, match="alpha-beta"):
            store.resume(make("python"), options=Options(algorithm="proof"))
        with pytest.raises(pyengine.SearchError, match="depth"):
            store.resume(make("python"), limit=Limit(depth=3))
        with pytest.raises(StoredGameError):
            store.resume(pyengine.load("nim_three_players"))


def test_only_the_positions_that_took_most_work_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyengine.stores.solved_store.MOST_SEARCHED", 50)
    with SolvedStore(tmp_path / "s.db", create=True) as store:
        store.resume(make("c"))
        ranks = [row[-1] for row in store.searched_rows()]
    assert len(ranks) == 50
    assert min(ranks) > 6


def test_the_numbers_of_rows() -> None:
    assert proved_of("1/3", 1, 2, 63) == Proved(Fraction(1, 3), 1, 2, 63)


def test_the_command_goes_on_after_control_c(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "pyengine.cli", "solve", "connect_four", "-p", "width=6", "-p", "height=5"]
    words += ["-r", "c", "--store", "four.db", "--json"]
    process = subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and not _is_searching(tmp_path / "four.db"):
        time.sleep(0.1)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=120)
    assert process.returncode == 130, error
    told = json.loads(out)
    assert told["reason"] == "interrupted"
    assert "the same command goes on from there" in told["store"]
    with SolvedStore(tmp_path / "four.db") as store:
        kept = store.searched
    assert kept > 100
    done = subprocess.run([*words, "--seconds", "1"], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    with SolvedStore(tmp_path / "four.db") as store:
        assert store.searched >= kept


def _is_searching(path: Path) -> bool:
    """Whether the game has turned out too large to be valued as a whole: nothing tells but the clock."""
    return path.exists() and time.time() - os.stat(path).st_mtime > 2
