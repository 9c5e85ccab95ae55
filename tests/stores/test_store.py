"""Solved positions kept in a file: right for every reasoner, refused for any other game, whole or not there."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import pyengine
from pyengine import Limit, Options, SolvedStore, SolvedStoreError, StoredGameError, expand
from pyengine.language.shipped import shipped
from pyengine.native import twin
from pyengine.native.nim import Nim
from pyengine.search import PLAIN
from pyengine.search.known import answer

SIDES = ("c", "python", "swi", "native")


def make(side: str, name: str, **parameters: Any) -> Any:
    return twin(name, **parameters) if side == "native" else pyengine.load(name, reasoner=side, **parameters)  # type: ignore[arg-type]


def test_every_side_reads_what_any_side_wrote(tmp_path: Path) -> None:
    contents = []
    for writer in SIDES:
        with SolvedStore(tmp_path / f"{writer}.db", create=True) as store:
            assert store.solve(make(writer, "hexapawn")).value == -1
            contents.append(rows(store.path))
            for reader in SIDES:
                game = make(reader, "hexapawn")
                known = store.of(game)
                solution = pyengine.retrograde(game)
                assert len(solution) > len(store) == pyengine.count_states(game, symmetric=True)
                for label in solution:
                    assert known.worth(label.state) == (label.value, label.distance)
    assert contents[0] == contents[1] == contents[2] == contents[3]


def rows(path: Path) -> list[Any]:
    with sqlite3.connect(path) as file:
        return file.execute("select * from positions order by state").fetchall()


@pytest.mark.parametrize(
    ("name", "parameters", "positions"),
    [
        ("tictactoe", {}, 765),
        ("connect_four", {"width": 4, "height": 3, "length": 3}, None),
        ("dots_and_boxes", {}, None),
        ("hexapawn", {}, None),
        ("chess_ending", {"size": 4}, None),
        ("visiting_trap", {}, 5),
        ("nim", {"piles": [3, 4, 5]}, None),
    ],
)
def test_values_and_lines_are_those_of_retrograde_analysis(
    name: str, parameters: dict[str, Any], positions: int | None, tmp_path: Path
) -> None:
    game = pyengine.load(name, **parameters)
    with SolvedStore(tmp_path / "s.db", create=True) as store:
        first = store.solve(game)
        assert positions in (None, len(store))
        exact = pyengine.retrograde(game)
        for label in random.Random(1).sample(list(exact), min(60, len(exact))):
            found = pyengine.solve(game, label.state, store=store)
            assert (found.value, found.solved) == (label.value, True)
            assert found.best == exact.best(label.state)
            if not game.is_terminal(label.state):
                assert pyengine.search(game, label.state, store=store).nodes == 1
        again = store.solve(game)
        assert (again.value, again.best, again.line, again.values) == (
            first.value,
            first.best,
            first.line,
            first.values,
        )


def test_a_search_outside_takes_what_it_reaches_from_the_store(tmp_path: Path) -> None:
    """The store is an end-game table here: it knows what can come after four plies."""
    game = pyengine.load("connect_four", width=4, height=3, length=3)
    late = game.initial
    for text in ("1", "1"):
        late = game.result(late, game.parse_move(text, late))
    plain = pyengine.solve(game)
    with SolvedStore(tmp_path / "s.db", create=True) as store:
        store.solve(game, late)
        for options in (Options(), PLAIN, Options(algorithm="pvs"), Options(algorithm="mtdf"), Options(table=500)):
            found = pyengine.solve(game, store=store, options=options)
            assert (found.value, found.solved) == (plain.value, True)
            assert playable(game, found.line) == plain.value
        without = pyengine.search(game, limit=Limit(depth=4), options=PLAIN)
        helped = pyengine.search(game, limit=Limit(depth=4), options=PLAIN, store=store)
        assert helped.hits > 0 == without.hits


def test_a_position_before_a_cyclic_store_is_solved_from_it(tmp_path: Path) -> None:
    game = pyengine.load("visiting_trap")
    garden = game.parse_state("garden")
    with SolvedStore(tmp_path / "s.db", create=True) as store:
        store.solve(game, garden)
        found = pyengine.solve(game, store=store)
        assert (found.value, found.solved) == (1, True)
        depth = pyengine.search(game, limit=Limit(depth=9), store=store, options=Options(threads=2))
        assert (depth.value, depth.solved) == (1, True)


def playable(game: Any, line: Any) -> Any:
    state = game.initial
    for move in line:
        state = game.result(state, move)
    return game.utility(state, game.players[0])


def test_a_won_end_game_is_won_in_the_fewest_moves(tmp_path: Path) -> None:
    game = pyengine.load("chess_ending", size=5)
    with SolvedStore(tmp_path / "s.db", create=True) as store:
        state, plies = game.initial, 0
        plan = store.solve(game).line
        while not game.is_terminal(state):
            found = pyengine.search(game, state, store=store)
            state, plies = game.result(state, found.best), plies + 1
        assert plies == len(plan)


def test_several_starts_share_a_store(tmp_path: Path) -> None:
    game = pyengine.load("nim", piles=[2, 2])
    with SolvedStore(tmp_path / "s.db", create=True) as store:
        store.solve(game)
        few = len(store)
        more = game.parse_state("nim(max,[2,3])")
        assert store.solve(game, more).value == pyengine.minimax(game, more).value
        assert few < len(store)
        assert answer(game, more, store.of(game)) is not None


@pytest.mark.parametrize("side", SIDES)
def test_another_game_or_other_parameters_are_refused(side: str, tmp_path: Path) -> None:
    with SolvedStore(tmp_path / "s.db", create=True) as store:
        store.solve(pyengine.load("nim", piles=[1, 2]))
        for game, told in (
            (make(side, "nim", piles=[2, 1]), r"nim with piles=\[1,2\], not piles=\[2,1\]"),
            (make(side, "nim"), "piles="),
            (make(side, "kayles"), "it is of nim, and this is kayles"),
        ):
            for use in (pyengine.search, pyengine.solve):
                with pytest.raises(StoredGameError, match=told):
                    use(game, store=store)
            with pytest.raises(StoredGameError, match=told):
                store.solve(game)


def test_other_rules_are_refused_and_the_same_elsewhere_are_not(tmp_path: Path) -> None:
    text = (shipped("rules") / "nim.pl").read_text(encoding="utf-8")
    (tmp_path / "same.pl").write_text(text, encoding="utf-8")
    (tmp_path / "nim.pl").write_text(text + "\nmine(1).\n", encoding="utf-8")
    with SolvedStore(tmp_path / "s.db", create=True) as store:
        store.solve(pyengine.load("nim"))
        assert pyengine.search(pyengine.load(tmp_path / "same.pl"), store=store).nodes == 1
        with pytest.raises(StoredGameError, match="the rule file or what it includes has changed"):
            pyengine.search(pyengine.load(tmp_path / "nim.pl"), store=store)


def test_what_cannot_be_kept_is_refused(tmp_path: Path) -> None:
    with SolvedStore(tmp_path / "s.db", create=True) as store:
        for game in (pyengine.load("even_wins"), pyengine.load("nim_three_players"), Nim(piles=[1, 2])):
            with pytest.raises(StoredGameError):
                store.solve(game)
        with pytest.raises(pyengine.SearchError, match="two opponents"):
            pyengine.solve(pyengine.load("nim"), store=store, alliance="paranoid")
        with pytest.raises(SolvedStoreError, match="has no positions"):
            pyengine.search(pyengine.load("nim"), store=store)


def test_files_that_are_no_stores(tmp_path: Path) -> None:
    with pytest.raises(SolvedStoreError, match="no store"):
        SolvedStore(tmp_path / "none.db")
    (tmp_path / "text.db").write_text("hello, I am no database, whatever my name says" * 30)
    (tmp_path / "empty.db").touch()
    with sqlite3.connect(tmp_path / "other.db") as file:
        file.execute("create table t (x)")
    for name in ("text.db", "other.db"):
        for create in (True, False):
            with pytest.raises(SolvedStoreError, match=name):
                SolvedStore(tmp_path / name, create=create)
    with pytest.raises(SolvedStoreError, match="empty"):
        SolvedStore(tmp_path / "empty.db")
    with pytest.raises(SolvedStoreError, match="cannot be used"):
        SolvedStore(tmp_path, create=True)


def test_a_store_that_is_damaged(tmp_path: Path) -> None:
    game = pyengine.load("nim", piles=[1])
    with SolvedStore(tmp_path / "s.db", create=True) as store:
        store.solve(game)
    for damage in ("update game set identity = 'nim'", "update game set format = 9", "drop table positions"):
        with sqlite3.connect(tmp_path / "s.db") as file:
            file.execute(damage)
        with pytest.raises(SolvedStoreError, match=r"s\.db"):
            pyengine.search(game, store=SolvedStore(tmp_path / "s.db"))


def test_a_search_that_is_stopped_leaves_no_positions(tmp_path: Path) -> None:
    game = pyengine.load("tictactoe")
    with SolvedStore(tmp_path / "s.db", create=True) as store:
        assert not store.solve(game, limit=Limit(nodes=100)).solved
        assert (len(store), len(store.unfinished)) == (0, 1)
        with pytest.raises(SolvedStoreError, match="solving was not finished"):
            pyengine.search(game, store=store)
        assert store.solve(game).value == 0
        assert (len(store), store.unfinished) == (765, ())


KILLED = """
import os, pyengine, sys
from pyengine.stores import solved_store
slow = solved_store.packed
def packed(value, count=[0]):
    count[0] += 1
    if count[0] == 300:
        print("writing", flush=True)
        sys.stdin.read()
    return slow(value)
solved_store.packed = packed
pyengine.SolvedStore(sys.argv[1], create=True).solve(pyengine.load("tictactoe"))
"""


def test_a_process_that_is_killed_while_it_writes_leaves_no_positions(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    command = [sys.executable, "-c", KILLED, str(path)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "writing\n"
    process.kill()
    process.communicate()
    with SolvedStore(path) as store:
        assert (len(store), len(store.unfinished)) == (0, 1)
        assert store.solve(pyengine.load("tictactoe")).value == 0
        assert len(store) == 765


def test_values_of_every_kind_are_kept(tmp_path: Path) -> None:
    rules = """
player(max). player(min).
initial(a).
to_move(_, max).
move(a, M, M) :- member(M, [b, c, d, e, f]).
terminal(X) :- X \\== a.
utility(b, 1r3).
utility(c, 0.5).
utility(d, -1000000000000000000000000).
utility(e, 1.0Inf).
utility(f, 'V').
"""
    (tmp_path / "many.pl").write_text(rules.replace("utility(f, 'V')", "utility(f, 7)"), encoding="utf-8")
    game = pyengine.load(tmp_path / "many.pl")
    with SolvedStore(tmp_path / "s.db", create=True) as store:
        store.solve(game)
        known = store.of(game)
        for child in expand(game, game.initial).children:
            value, kept = game.utility(child, game.players[0]), known.value(child)
            assert (value, type(value)) == (kept, type(kept))
