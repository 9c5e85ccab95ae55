"""Files of games that somebody else wrote: whatever is in them, one message, and nothing that they say is done."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pyengine.arena.crew import HereCrew
from pyengine.arena.game_record import Record
from pyengine.arena.game_store import GameStore
from pyengine.arena.players import Player
from pyengine.arena.rulebook import Rulebook
from pyengine.arena.schedule import Plan
from pyengine.arena.tournament import hold
from pyengine.cli import main
from pyengine.errors import PyengineError, StoreError, UnsafeRuleError
from pyengine.stores import database

RULES = """player(max). player(min). initial(3). to_move(N, P) :- ( 1 is N mod 2 -> P = max ; P = min ).
move(N, take, M) :- N > 0, M is N-1.
utility(0, 1).
"""


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("played")
    (folder / "take.pl").write_text(RULES, encoding="utf-8")
    players = (Player.parse("random"), Player.parse("first"))
    with GameStore(folder / "games.db") as store:
        hold(Plan(Rulebook.of(folder / "take.pl"), players, games=2, opening_plies=0), HereCrew(), store)
        assert store.count == 2
    return folder / "games.db"


@pytest.fixture
def path(played: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(played, tmp_path / "games.db"))


def change(path: Path, *statements: str, **values: object) -> None:
    with sqlite3.connect(path) as file:
        for statement in statements:
            file.execute(statement, values if ":" in statement else {})
    file.close()


def change_plan(path: Path, act: Callable[[Any], None]) -> None:
    with sqlite3.connect(path) as file:
        plan = json.loads(file.execute("select plan from tournament").fetchone()[0])
    file.close()
    act(plan)
    change(path, "update tournament set plan = :plan", plan=json.dumps(plan))


def tell(capsys: pytest.CaptureFixture[str], path: Path, *words: str) -> str:
    """Use a store as a user does, both ways, and give what was said; nothing but one message may come of it."""
    said = []
    for how in (("--replay", "1"), ("--replay", "list"), ("--resume", "--games", "2", "--jobs", "1")):
        status = main(["arena", *how, *words, "--store", str(path)])
        error = capsys.readouterr().err
        assert status in (0, 1), error
        assert (status == 0) or error.startswith("pyengine: "), error
        assert "Traceback" not in error
        said.append(error)
    return "".join(said)


VALUES: tuple[Any, ...] = (None, True, -1, 10**30, 1e300, "", "x", "\ud800", [], [[]], {}, {"a": 1}, [None], 0.5)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Go through all that stands anywhere in JSON."""
    inner: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        yield (*path, key)
        yield from places(item, (*path, key))


def test_every_value_of_a_plan_and_a_record_may_be_anything(played: Path) -> None:
    """Each place in the JSON gets each of the values: it is refused, or it is taken for what it says."""
    with sqlite3.connect(played) as file:
        plan = file.execute("select plan from tournament").fetchone()[0]
        record = file.execute("select record from games").fetchone()[0]
    file.close()
    tried = 0
    for text, read in ((plan, lambda found: Plan.from_json(found)), (record, lambda found: _again(found))):
        for place in places(json.loads(text)):
            for value in VALUES:
                found = json.loads(text)
                inner = found
                for key in place[:-1]:
                    inner = inner[key]
                inner[place[-1]] = value
                tried += 1
                try:
                    read(found)
                except (PyengineError, LookupError, TypeError, ValueError, AttributeError, ArithmeticError):
                    continue
    assert tried > 500


def _again(found: Any) -> None:
    record = Record.from_text(json.dumps(found))
    assert record.to_text()
    assert all(isinstance(move.move, str) and isinstance(move.nodes, int) for move in record.moves)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("plan", b"\xff\xfe"),
        ("plan", 7),
        ("plan", "[" * 200_000),
        ("plan", '{"rules":' * 100_000),
        ("plan", "NaN"),
        ("plan", '{"rules": {"name": "\\ud800"}}'),
        ("format", "x" * 1000),
        ("format", b"1"),
        ("record", b"{}"),
        ("record", "[" * 200_000),
        ("record", "null"),
        ("record", '{"identifier": Infinity}'),
        ("record", "9" * 100_000),
        ("identifier", b"\0"),
        ("identifier", "another"),
        ("points", "many"),
        ("ending", 5),
    ],
)
def test_columns_of_any_kind(path: Path, capsys: pytest.CaptureFixture[str], column: str, value: object) -> None:
    table = "tournament" if column in ("plan", "format") else "games"
    where = " where identifier = (select min(identifier) from games)" if column == "identifier" else ""
    change(path, f"update {table} set {column} = :value{where}", value=value)
    said = tell(capsys, path)
    assert column in ("points", "ending") or "games.db" in said


@pytest.mark.parametrize(
    "statements",
    [
        ["drop table games", "create view games as with recursive n(x) as (select 1 union all select x+1 from n)"
         " select x identifier, '' max_player, '' min_player, '' ending, 1 points, '' record from n"],
        ["create trigger t after insert on games begin delete from games; end"],
        ["create trigger t after update on tournament begin select load_extension('x'); end"],
        ["alter table games add column more text generated always as (upper(record)) virtual"],
        ["create index i on games (abs(points))"],
        ["drop table tournament", "create view tournament as select 1 format, '{}' plan"],
        ["create table more (x)"],
    ],
)  # fmt: skip
def test_what_sqlite_would_run_is_refused(
    path: Path, capsys: pytest.CaptureFixture[str], statements: list[str]
) -> None:
    change(path, *statements)
    assert tell(capsys, path).count("cannot be used: its tables are not those that it was made with") == 3


def test_a_blob_that_is_too_large_is_not_read(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "MOST_BYTES", 100_000)
    change(path, "update tournament set plan = zeroblob(1000000)")
    assert "cannot be used: string or blob too big" in tell(capsys, path)


@pytest.mark.parametrize("reasoner", ["swi", "python", "c", "auto"])
@pytest.mark.parametrize(
    "line",
    [
        ":- include('{secret}').",
        ":- include('../secret').",
        ":- include(secret).",
        ":- initialization(shell('touch {made}')).",
        "a :- open('{secret}', read, _).",
    ],
)
def test_stored_rules_read_nothing_and_run_nothing(
    path: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path, reasoner: str, line: str
) -> None:
    secret, made = tmp_path / "secret.pl", tmp_path / "made"
    secret.write_text("the_secret is_no_clause\n", encoding="utf-8")
    text = line.format(secret=secret, made=made)

    def act(plan: Any) -> None:
        plan["rules"]["reasoner"] = reasoner
        plan["rules"]["files"][0][1] = f"{text}\n{RULES}"

    change_plan(path, act)
    said = tell(capsys, path)
    assert "take.pl:1:" in said
    assert "the_secret" not in said
    assert not made.exists()


@pytest.mark.parametrize(
    ("place", "value", "told"),
    [
        ("trust", True, "want to be trusted: --trust allows it"),
        ("budget", 10**18, "a budget is 1 to 1000000 times the usual"),
        ("budget", 50, "want 50 times the budget: --budget 50 allows it"),
        ("budget", -1, "a budget is 1 to"),
        ("budget", True, "True where an int should be"),
        ("files", [], "at least one file"),
        ("files", [["../take.pl", RULES]], "not the path of a rule file below another"),
        ("files", [["/take.pl", RULES]], "not the path of a rule file below another"),
        ("files", [["take\0.pl", RULES]], "not the path of a rule file below another"),
        ("files", [["take.pl", RULES], ["./take.pl", RULES]], "is there twice"),
        ("reasoner", "perl", "'perl' where a"),
        ("reasoner", "native", "a twin in Python has none"),
        ("parameters", {"piles": "a b c"}, "the value of piles is not a Prolog term"),
        ("parameters", {"piles": 5}, "5 where a str should be"),
        ("start", "a b c", "a b c"),
        ("start", "f(X)", "X"),
    ],
)
def test_what_a_store_says_of_its_rules(
    path: Path, capsys: pytest.CaptureFixture[str], place: str, value: object, told: str
) -> None:
    change_plan(path, lambda plan: plan["rules"].update({place: value}))
    assert told in tell(capsys, path)


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("games", 10**15),
        ("games", -2),
        ("opening_plies", 10**12),
        ("longest", 10**12),
        ("patience", -1),
        ("even", "nan"),
        ("even", "1/0"),
        ("apart", [[0, 10**12]]),
        ("pairings", [[0, 10**9]]),
        ("players", ["random", "first"] * 5000),
        ("players", ["random", "alphabeta:depth=99999999999999999999999999"]),
        ("players", ["random", f"alphabeta:x={'s(' * 2_000}0{')' * 2_000}"]),
        ("players", ["random"]),
        ("test", {"elo0": "a"}),
        ("test", {"alpha": 0}),
        ("test", 5),
    ],
)
def test_what_a_store_says_of_its_tournament(
    path: Path, capsys: pytest.CaptureFixture[str], place: str, value: object
) -> None:
    change_plan(path, lambda plan: plan.update({place: value}))
    assert "pyengine: " in tell(capsys, path)


def test_trust_and_budget_are_the_users_to_give(path: Path) -> None:
    change_plan(path, lambda plan: plan["rules"].update(trust=True, budget=3))
    for allowed in ({}, {"trust": True}, {"budget": 3}):
        with GameStore(path, **allowed) as store, pytest.raises(StoreError, match=r"allows it"):  # type: ignore[arg-type]
            assert store.plan
    with GameStore(path, trust=True, budget=3) as store:
        assert store.plan is not None


def test_a_task_for_a_cluster_is_checked_where_it_is_played() -> None:
    from pyengine.arena.crew import obstacle
    from pyengine.arena.game_task import own_version

    book = {**Rulebook.of("nim").as_json(), "files": [["nim.pl", f":- include('/etc/hosts').\n{RULES}"]]}
    with pytest.raises(UnsafeRuleError):
        Rulebook.from_json(book).load()
    assert "rules may only include files beside them" in str(obstacle(json.dumps(book), own_version()))
    for text in ("[]", "x", "[" * 100_000, "{}"):
        assert obstacle(text, own_version()) is not None


def test_files_that_are_no_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / "pipe.db")
    (tmp_path / "link.db").symlink_to("/dev/zero")
    for name in ("pipe.db", "link.db"):
        assert "cannot be used" in tell(capsys, tmp_path / name)


HOLD = """
import sqlite3, sys
file = sqlite3.connect(sys.argv[1], isolation_level=None)
file.execute("begin exclusive")
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def held(path: Path) -> Iterator[Path]:
    change(path, "pragma journal_mode = delete")
    words = [sys.executable, "-c", HOLD, str(path)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield path
        process.kill()


def test_a_store_that_another_process_holds_is_waited_for_and_told(
    held: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(database, "PATIENCE_SECONDS", 2.0)
    with pytest.raises(StoreError, match=r"games\.db cannot be used: another process has held it for 2 s"):
        GameStore(held)
    assert [record.getMessage() for record in caplog.records] == [
        f"pyengine: another process holds {held}; waiting up to 2 s"
    ]


def test_waiting_for_a_store_can_be_interrupted(held: Path) -> None:
    words = [sys.executable, "-m", "pyengine.cli", "arena", "--resume", "--store", str(held)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert "another process holds" in process.stderr.readline()
        process.send_signal(2)
        assert process.wait(300) == 130
