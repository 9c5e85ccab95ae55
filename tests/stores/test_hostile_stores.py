"""Files of solved positions that somebody else wrote: whatever is in them, an answer or one message."""

from __future__ import annotations

import os
import shutil
import sqlite3
import struct
import subprocess
import sys
from pathlib import Path

import pytest

import pyengine
from pyengine import SolvedStore, SolvedStoreError
from pyengine.arena.game_store import GameStore
from pyengine.cli import main
from pyengine.errors import StoreError
from pyengine.stores import database
from pyengine.stores.json_shapes import read_json, shaped


@pytest.fixture(scope="session")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("solved") / "nim.db"
    with SolvedStore(path, create=True) as store:
        store.solve(pyengine.load("nim", piles=[1, 2]))
    return path


@pytest.fixture
def path(solved: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(solved, tmp_path / "nim.db"))


def tell(capsys: pytest.CaptureFixture[str], path: Path) -> str:
    said = []
    for command in ("best", "solve"):
        status = main([command, "nim", "-p", "piles=[1,2]", "--store", str(path)])
        error = capsys.readouterr().err
        assert (status == 0 and not error) or (status == 1 and error.startswith("pyengine: ")), error
        said.append(error)
    return "".join(said)


@pytest.mark.parametrize(
    "statement",
    [
        "update positions set value = x'00ff'",
        "update positions set value = 'many'",
        "update positions set value = '1/0'",
        "update positions set value = '0x' || hex(zeroblob(20000))",
        "update positions set value = 1e999",
        "update positions set distance = -5",
        "update positions set distance = 'far'",
        "update positions set distance = 10000000000",
        "update positions set state = x'00' || state",
        "update game set identity = x'00'",
        "update game set identity = '[1, 2, 3]'",
        'update game set identity = \'["nim", "x", {"piles": 4}]\'',
        f"update game set identity = '{'[' * 100_000}'",
        "update game set format = 'x'",
        "update game set format = -1",
        "update starts set state = x'00'",
        "update starts set positions = null",
        "delete from game",
        "delete from positions",
        "create trigger t after insert on starts begin delete from positions; end",
        "create view more as select * from positions",
        "alter table positions add column more generated always as (value) virtual",
    ],
)
def test_whatever_is_in_it(path: Path, capsys: pytest.CaptureFixture[str], statement: str) -> None:
    with sqlite3.connect(path) as file:
        file.execute(statement)
    file.close()
    tell(capsys, path)


@pytest.mark.parametrize(
    "statement",
    [
        "update searched set value = x'00ff'",
        "update searched set value = '1/0'",
        "update searched set value = 1e999",
        "update searched set value = 77",
        "update searched set bound = 3",
        "update searched set bound = 1.5",
        "update searched set best = 1000000",
        "update searched set best = -1",
        "update searched set rank = 64",
        "update searched set rank = 10000000000",
        "update searched set state = 'X' || state",
        "update searched set state = replace(hex(zeroblob(50000)), '0', '[') || state",
        "insert into searched values ('nowhere', 1, 0, 0, 9)",
        "insert into searched values ('nim(nobody,[1,2,3])', 1, 0, 0, 9)",
        "delete from searched",
    ],
)
def test_whatever_is_in_what_was_searched(tmp_path: Path, capsys: pytest.CaptureFixture[str], statement: str) -> None:
    path = tmp_path / "nim.db"
    with SolvedStore(path, create=True) as store:
        store.resume(pyengine.load("nim", piles=[1, 2, 3]))
        assert store.searched
    with sqlite3.connect(path) as file:
        file.execute(statement)
    file.close()
    for reasoner in ("python", "c", "native"):
        for command in ("best", "solve"):
            words = [command, "nim", "-p", "piles=[1,2,3]", "--store", str(path), "-r", reasoner]
            status = main(words)
            error = capsys.readouterr().err
            assert (status == 0 and not error) or (status == 1 and error.startswith("pyengine: ")), error


def test_what_sqlite_would_run_is_refused(path: Path) -> None:
    with sqlite3.connect(path) as file:
        file.execute("drop table positions")
        endless = "with recursive n(x) as (select 1 union all select x+1 from n) select x from n"
        file.execute(f"create view positions as select x state, x value, x distance from ({endless})")
    file.close()
    with pytest.raises(SolvedStoreError, match="its tables are not those that it was made with"):
        SolvedStore(path)


@pytest.mark.parametrize("name", ["pipe", "zero", "a\0b", "x" * 5000, "folder", "file/inner"])
def test_names_that_are_no_database(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "zero").symlink_to("/dev/zero")
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("text", encoding="utf-8")
    for create in (True, False):
        with pytest.raises(SolvedStoreError):
            SolvedStore(tmp_path / name, create=create)


def test_a_journal_that_names_another_file_does_not_remove_it(path: Path, tmp_path: Path) -> None:
    """SQLite takes the name for that of a journal of several databases, and removes it when it is done."""
    victim, journal = tmp_path / "victim.txt", tmp_path / "nim.db-journal"
    victim.write_text("precious", encoding="utf-8")
    file = sqlite3.connect(path, isolation_level=None)
    file.execute("pragma cache_size = 1")
    file.execute("begin")
    file.execute("update positions set value = zeroblob(5000)")  # more than is held in memory: the journal is in use
    found, begun = path.read_bytes(), journal.read_bytes()
    file.execute("rollback")
    file.close()
    path.write_bytes(found)
    sector, page = struct.unpack(">II", begun[20:28])
    begun += b"\0" * (-len(begun) % sector)
    name = str(victim).encode()
    begun += struct.pack(">I", 0x40000000 // page + 1) + name
    begun += struct.pack(">II", len(name), sum(name)) + bytes.fromhex("d9d505f920a163d7")
    journal.write_bytes(begun)
    for use in (lambda: SolvedStore(path), lambda: SolvedStore(path, create=True), lambda: GameStore(path)):
        with pytest.raises((SolvedStoreError, StoreError), match="the journal beside it names another file"):
            use()
    assert victim.exists()
    with sqlite3.connect(path) as file:  # the proof works: SQLite by itself does it
        file.execute("select count(*) from positions").fetchone()
    file.close()
    assert not victim.exists()


HOLD = """
import sqlite3, sys
file = sqlite3.connect(sys.argv[1], isolation_level=None)
file.execute("begin exclusive")
print("held", flush=True)
sys.stdin.readline()
file.execute("rollback")
print("free", flush=True)
sys.stdin.readline()
"""


def test_a_store_that_is_held_for_a_while(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    words = [sys.executable, "-c", HOLD, str(path)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        monkeypatch.setattr(database, "PATIENCE_SECONDS", 1.5)
        with pytest.raises(SolvedStoreError, match=r"nim\.db cannot be used: another process has held it for 1\.5 s"):
            SolvedStore(path)
        assert [record.getMessage() for record in caplog.records] == [
            f"pyengine: another process holds {path}; waiting up to 1.5 s"
        ]
        process.stdin.write("go\n")
        process.stdin.flush()
        monkeypatch.setattr(database, "PATIENCE_SECONDS", 60.0)
        with SolvedStore(path) as store:
            assert len(store) > 0
        process.kill()


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (int, True),
        (int, 1.0),
        (float, float("inf")),
        (float, 10**400),
        (float, "1"),
        (float, True),
        (str, b""),
        (str, "\ud800"),
        (bool, 1),
        (tuple[int, int], [1]),
        (tuple[int, ...], {"a": 1}),
        (dict[str, str], {"a": 1}),
        (int | None, "x"),
    ],
)
def test_what_has_another_shape_is_refused(kind: object, value: object) -> None:
    with pytest.raises(ValueError, match=r"should be|surrogates|argument|digits"):
        shaped(kind, value)


@pytest.mark.parametrize("text", ["[" * 100_000, "NaN", "-Infinity", "", "{", b"{}", None, 5])
def test_what_is_no_json_is_refused(text: object) -> None:
    with pytest.raises(ValueError, match=r"JSON|Expecting"):
        read_json(text)
