"""Finished games in a SQLite file, each written at once and none there twice; and the same played again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final, NamedTuple

from pyengine.arena.game_record import Played, Record
from pyengine.arena.rulebook import Rulebook
from pyengine.arena.schedule import Plan, Planned, Schedule
from pyengine.arena.statistics import SequentialTest
from pyengine.errors import PyengineError, StoreError
from pyengine.game import expand
from pyengine.search.result import number_as_json
from pyengine.stores.database import Database, StoreFile
from pyengine.stores.json_shapes import MISSHAPEN, read_json, shaped
from pyengine.texts import parse_move

FORMAT: Final = 1
_APPLICATION: Final = 0x70796172
"""Tells such a file from any other of SQLite."""

_TABLES: Final = """
create table tournament (
    format integer not null,
    plan text not null
);
create table games (
    identifier text primary key,
    max_player text not null,
    min_player text not null,
    ending text not null,
    points real,
    record text not null
) without rowid;
"""


class GameStore(StoreFile):
    """The games of one tournament. A path of None keeps them in memory.

    `trust` and `budget` are what the rules in the file may have: what the file itself says of them is a wish.
    """

    error = StoreError
    kind = "a file of games"

    def __init__(self, path: Path | None = None, *, trust: bool = False, budget: int = 1) -> None:
        self.path = path
        self._trust, self._budget = trust, budget
        with self._telling():
            self._file = Database(path, _APPLICATION, _TABLES)
            self._file.execute("pragma journal_mode = wal")
            self._file.execute("pragma synchronous = full")
            self._file.fill()

    @contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except (*MISSHAPEN, PyengineError) as error:
            raise StoreError(f"{self.path} is damaged: {type(error).__name__}: {error}") from None

    @property
    def plan(self) -> Plan | None:
        """The tournament whose games these are; None as long as there is none.

        StoreError where its rules want to be trusted, or a larger budget, and the user has not allowed it.
        """
        held = self._held()
        if held is not None and held.rules.trust and not self._trust:
            raise StoreError(f"the rules in {self.path} want to be trusted: --trust allows it")
        if held is not None and held.rules.budget > self._budget:
            wanted = f"--budget {held.rules.budget}"
            raise StoreError(f"the rules in {self.path} want {held.rules.budget} times the budget: {wanted} allows it")
        return held

    def _held(self) -> Plan | None:
        row = self._row("select format, plan from tournament")
        if row is None:
            return None
        if row[0] != FORMAT:
            raise StoreError(f"{self.path} is of another version of pyengine")
        with self._reading():
            return Plan.from_json(read_json(row[1]))

    @property
    def test(self) -> SequentialTest | None:
        """The test that ends the matches of the tournament; None where all their games are played."""
        row = self._row("select plan from tournament")
        with self._reading():
            kept: SequentialTest | None = None
            if row is not None:
                kept = shaped(SequentialTest | None, read_json(row[0]).get("test"))
            return kept

    def end_by(self, test: SequentialTest | None) -> None:
        """Keep the test by which matches end, so that whoever goes on with them need not tell it."""
        plan = self._held()
        if plan is not None and test != self.test:
            with self._telling():
                self._file.execute("update tournament set plan = ?", (_written(plan, test),))

    @property
    def count(self) -> int:
        """How many games there are."""
        found: int = self._row("select count(*) from games")[0]
        return found

    def hold(self, plan: Plan) -> None:
        """Take the file for a tournament; games of another are refused, and of the same there may be fewer or more."""
        with self._telling(), self._file.transaction():
            held = self._held()
            if held is None or not self.count:
                self._file.execute("delete from tournament")
                self._file.execute("insert into tournament values (?, ?)", (FORMAT, _written(plan, None)))
            else:
                self.require_same(held, plan)
                if plan.games > held.games:
                    self._file.execute("update tournament set plan = ?", (_written(plan, self.test),))

    def require_same(self, held: Plan, asked: Plan) -> None:
        """Refuse a tournament other than that of the file."""
        if differences := _differences(held, asked):
            raise StoreError(f"{self.path} is of another tournament: {differences}")

    def add(self, record: Record) -> bool:
        """Write a game; False where it was there. One that a fault ended makes room for the same one, played anew."""
        players = record.players
        row = (record.identifier, *players, record.ending, record.points, record.to_text())
        with self._telling():
            added = self._file.execute(
                "insert into games values (?, ?, ?, ?, ?, ?) on conflict do update set"
                " ending = excluded.ending, points = excluded.points, record = excluded.record"
                " where games.ending = 'fault'",
                row,
            )
        return added.rowcount == 1

    def find(self, identifier: str) -> Record:
        """Give a game that is there."""
        row = self._row("select record from games where identifier = ?", identifier)
        with self._reading():
            return _record(identifier, row[0])

    def records(self) -> dict[str, Record]:
        """Give all games, by their identifiers."""
        rows = self._rows("select identifier, record from games")
        with self._reading():
            return {identifier: _record(identifier, text) for identifier, text in rows}


def _record(identifier: str, text: object) -> Record:
    record = Record.from_text(text)
    if record.identifier != identifier:
        raise ValueError(f"the game {record.identifier} is kept as another")
    return record


def _written(plan: Plan, test: SequentialTest | None) -> str:
    return json.dumps({**plan.as_json(), "test": None if test is None else asdict(test)})


def _differences(held: Plan, asked: Plan) -> str:
    """Tell what two plans differ in; that one has more games is no difference."""
    old, new = held.as_json(), asked.as_json()
    words = []
    for name in old:
        if name in ("games", "patience") or old[name] == new[name]:
            continue
        if name == "rules":
            words += [f"the rules ({part})" for part in old[name] if old[name][part] != new[name][part]]
        elif name == "players":
            words.append(f"the players ({' '.join(old[name])})")
        else:
            words.append(f"{name.replace('_', ' ')} ({old[name]})")
    return ", ".join(words)


NUMBER_DIGITS: Final = 8
"""A decimal of fewer digits is the number of a game, not the beginning of its identifier."""


class ReplayedPosition(NamedTuple):
    """A position, and the move that led to it; None for the first."""

    state: Any
    move: Played | None


def find_record(games: Schedule, records: dict[str, Record], which: str) -> tuple[Planned, Record]:
    """Find a game by its number, from 1, or by the beginning of its identifier."""
    if which.isdecimal() and len(which) < NUMBER_DIGITS:
        if not 1 <= int(which) <= len(games.games):
            raise StoreError(f"there are games 1 to {len(games.games)}, and no {which}")
        fitting = [games.games[int(which) - 1]]
    else:
        fitting = [game for game in games.games if game.identifier.startswith(which)]
    if len(fitting) != 1:
        raise StoreError(f"{'several games begin' if fitting else 'no game begins'} with {which}")
    if fitting[0].identifier not in records:
        raise StoreError(f"the game {which} is not played yet")
    return fitting[0], records[fitting[0].identifier]


def replay(rules: Rulebook, record: Record) -> Iterator[ReplayedPosition]:
    """Play a game again, position by position; StoreError where the rules do not allow it, or end it otherwise."""
    game = rules.load()
    state = game.initial
    yield ReplayedPosition(state, None)
    for number, move in enumerate(record.moves, start=1):
        try:
            state = game.result(state, parse_move(game, move.move, state))
        except PyengineError as error:
            raise StoreError(f"move {number} of the game {record.identifier} does not fit the rules: {error}") from None
        yield ReplayedPosition(state, move)
    utilities = expand(game, state).utilities
    if record.ending == "over" and tuple(map(number_as_json, utilities or ())) != record.utilities:
        raise StoreError(f"the game {record.identifier} does not end as the rules say")
