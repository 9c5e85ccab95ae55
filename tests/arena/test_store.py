"""The file of games: each is there once, and a file of something else is refused."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from pyengine.arena.game_record import Fault, Played, Record
from pyengine.arena.game_store import GameStore
from pyengine.arena.players import Player
from pyengine.arena.rulebook import Rulebook
from pyengine.arena.schedule import Plan
from pyengine.arena.statistics import SequentialTest
from pyengine.errors import StoreError

PLAN = Plan(Rulebook.of("tictactoe"), (Player.parse("random"), Player.parse("first")), games=4)
RECORD = Record("a1", ("random", "first"), 1, "s", (Played("1", 0), Played("2", 1, 0.5, 7, 2, "1/2")), "over", 0.5)


def test_a_game_is_there_once_and_stays(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with GameStore(path) as store:
        store.hold(PLAN)
        assert store.add(RECORD)
        assert not store.add(replace(RECORD, points=1.0))
    with GameStore(path) as store:
        assert store.plan == PLAN
        assert store.records() == {"a1": RECORD}


def test_a_game_that_went_wrong_makes_room(tmp_path: Path) -> None:
    with GameStore(tmp_path / "games.db") as store:
        store.hold(PLAN)
        assert store.add(replace(RECORD, ending="fault", points=None, fault=Fault("E", "no")))
        assert store.add(RECORD)
        assert not store.add(replace(RECORD, ending="fault", points=None, fault=Fault("E", "no")))
        assert store.records() == {"a1": RECORD}


def test_a_longer_tournament_takes_over_and_a_shorter_one_loses_nothing(tmp_path: Path) -> None:
    with GameStore(tmp_path / "games.db") as store:
        for games, kept in ((4, 4), (8, 8), (2, 8)):
            store.hold(replace(PLAN, games=games))
            store.add(RECORD)
            assert store.plan == replace(PLAN, games=kept)


def test_the_test_that_ends_matches_is_kept(tmp_path: Path) -> None:
    test = SequentialTest(0, 30, alpha=0.1)
    with GameStore(tmp_path / "games.db") as store:
        store.hold(PLAN)
        assert store.test is None
        store.end_by(test)
        store.add(RECORD)
        store.hold(replace(PLAN, games=8))
    with GameStore(tmp_path / "games.db") as store:
        assert (store.plan, store.test) == (replace(PLAN, games=8), test)
        store.end_by(None)
        assert store.test is None


def test_a_file_without_games_is_for_any_tournament() -> None:
    with GameStore() as store:
        store.hold(PLAN)
        store.hold(replace(PLAN, seed=1))
        assert store.plan == replace(PLAN, seed=1)


@pytest.mark.parametrize(
    ("other", "told"),
    [
        (replace(PLAN, seed=1), r"seed \(0\)"),
        (replace(PLAN, players=PLAN.players[::-1]), r"the players \(random first\)"),
        (replace(PLAN, rules=Rulebook.of("tictactoe", parameters={"rows": "4"})), r"the rules \(parameters\)"),
        (replace(PLAN, rules=Rulebook.of("nim")), r"the rules \(name\), the rules \(files\)"),
    ],
)
def test_another_tournament_is_refused(tmp_path: Path, other: Plan, told: str) -> None:
    with GameStore(tmp_path / "games.db") as store:
        store.hold(PLAN)
        store.add(RECORD)
        with pytest.raises(StoreError, match=f"is of another tournament: {told}"):
            store.hold(other)
        assert store.plan == PLAN


def test_other_files_are_refused_and_left_as_they_are(tmp_path: Path) -> None:
    text, base = tmp_path / "text.db", tmp_path / "base.db"
    text.write_text("no database at all, but long enough to be looked at\n" * 40)
    with sqlite3.connect(base) as other:
        other.execute("create table things (name text)")
    other.close()
    before = base.read_bytes()
    for path, told in ((text, "cannot be used"), (base, "is not a file of games"), (tmp_path, "cannot be used")):
        with pytest.raises(StoreError, match=told):
            GameStore(path)
    assert text.read_text().startswith("no database")
    assert base.read_bytes() == before
    with sqlite3.connect(base) as other:
        assert [name for (name,) in other.execute("select name from sqlite_master")] == ["things"]
    other.close()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("update tournament set plan = '{}'", "is damaged"),
        ("update tournament set plan = 'x'", "is damaged"),
        ("update tournament set plan = replace(plan, 'random', 'clever')", "no kind of player 'clever'"),
        ("update tournament set format = 9", "of another version"),
        ("update games set record = '{}'", "is damaged"),
        ("drop table games", "cannot be used: its tables are not those that it was made with"),
    ],
)
def test_damage_is_told(tmp_path: Path, change: str, told: str) -> None:
    path = tmp_path / "games.db"
    with GameStore(path) as store:
        store.hold(PLAN)
        store.add(RECORD)
    with sqlite3.connect(path) as damaged:
        damaged.execute(change)
    damaged.close()
    with pytest.raises(StoreError, match=told), GameStore(path) as store:
        assert store.plan != store.records()
