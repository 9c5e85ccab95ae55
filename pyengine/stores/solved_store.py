"""The file of solved positions: SQLite, one row a position, by its text."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from pyengine.errors import SolvedStoreError, StoredGameError
from pyengine.game import Game, M, S, offers
from pyengine.quoting import show_value
from pyengine.search import Limit, Result, StopSignal, retrograde
from pyengine.search.expansion import opposed, remembered
from pyengine.search.known import Worth, answer
from pyengine.search.memory import has_memory
from pyengine.search.watch import NO_LIMIT
from pyengine.stores.database import Database, StoreFile
from pyengine.stores.identity import Identity, keying, rules_of
from pyengine.stores.json_shapes import MISSHAPEN
from pyengine.terms import Number
from pyengine.texts import position_of

FORMAT: Final = 1
_APPLICATION: Final = 0x70797376
"""Tells such a file from any other of SQLite."""

_TABLES: Final = """
create table game (
    format integer not null,
    identity text not null
);
create table starts (
    state text primary key,
    positions integer
) without rowid;
create table positions (
    state text primary key,
    value not null,
    distance integer
) without rowid;
"""
_WHOLE: Final = range(-(1 << 63), 1 << 63)
"""The integers that SQLite holds; others are kept as text."""


def require_kind(game: Game[Any, Any]) -> None:
    """Refuse a game whose positions cannot be kept, before there is a file for them."""
    if has_memory(game) or not opposed(game):
        raise StoredGameError("solved positions are kept for two opponents, and for games without memory")
    rules_of(game)


class SolvedStore(StoreFile):
    """Exact values and distances of the positions of one game, in a file.

    `solve` fills it with all that can be reached from a position; `pyengine.search` and `pyengine.solve` take it as
    `store`. It is for games of two opponents without memory, from rule files or as their twins.

    >>> import pyengine, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> game = pyengine.load("tictactoe")
    >>> with SolvedStore(Path(folder.name, "tictactoe.db"), create=True) as store:
    ...     result = store.solve(game)
    ...     print(result.value, len(store), pyengine.search(game, store=store).nodes)
    0 765 1
    """

    path: Path
    error = SolvedStoreError
    kind = "a store of solved positions"
    called = "the store {}"

    def __init__(self, path: str | Path, *, create: bool = False) -> None:
        if not isinstance(path, str | Path):
            raise SolvedStoreError(f"a store is a file, by its path, not {show_value(path)}")
        self.path = Path(path)
        if not create and not os.path.isfile(self.path):
            raise SolvedStoreError(f"there is no store {self.path}; {self._how_to_fill}")
        self._served: tuple[Game[Any, Any], Solved] | None = None
        with self._telling():
            self._file = Database(self.path, _APPLICATION, _TABLES, shared=True)
            if not create and not self._file.schema:
                raise SolvedStoreError(f"the store {self.path} is empty; {self._how_to_fill}")
            self._file.fill()
        row = self._row("select format from game")
        if row is not None and row[0] != FORMAT:
            raise SolvedStoreError(f"{self.path} was written by another version of pyengine, in format {row[0]}")

    @property
    def _how_to_fill(self) -> str:
        return f"'pyengine solve GAME --store {self.path}' fills it"

    def __len__(self) -> int:
        count: int = self._row("select count(*) from positions")[0]
        return count

    @property
    def unfinished(self) -> tuple[str, ...]:
        """The positions from which solving was begun and never done: it was interrupted or killed."""
        rows = self._rows("select state from starts where positions is null")
        return tuple(str(state) for (state,) in rows)

    @property
    def identity(self) -> Identity | None:
        """Which game the store is of; None as long as it is of none."""
        row = self._row("select identity from game")
        try:
            return None if row is None else Identity.from_text(row[0])
        except MISSHAPEN:
            raise SolvedStoreError(f"the store {self.path} is damaged: it does not say which game it is of") from None

    def of(self, game: Game[Any, Any]) -> Solved:
        """Give what is known of a game.

        Raises `StoredGameError` where the store is of another game, of other rules or of other parameters, and
        `SolvedStoreError` where nothing in it is done.
        """
        if self._served is not None and self._served[0] is game:
            return self._served[1]
        held = self.identity
        if held is not None:
            self._require_same(held, Identity.of(game))
        if not len(self):
            told = "has no positions, as solving was not finished" if self.unfinished else "has no positions"
            raise SolvedStoreError(f"the store {self.path} {told}; {self._how_to_fill}")
        solved = Solved(self._find, keying(game)[0])
        self._served = game, solved
        return solved

    def solve(
        self,
        game: Game[S, M],
        state: S | None = None,
        *,
        threads: int = 1,
        limit: Limit = NO_LIMIT,
        stop: StopSignal | None = None,
    ) -> Result[M]:
        """Solve a position, and keep the value and distance of every position that can be reached from it.

        Where they are kept already, that is the answer. Otherwise all are worked out by retrograde analysis, in memory,
        and written at once: a search that is stopped, or a process that is killed, leaves none of them, and
        `unfinished` tells.
        """
        require_kind(game)
        self._claim(Identity.of(game))
        root = position_of(game, state)
        key, canonical_key = keying(game)
        start = key(root)
        if self._find(start) is not None and (stored := answer(game, root, Solved(self._find, key))) is not None:
            return stored
        with self._telling():
            self._file.execute("insert or ignore into starts values (?, null)", (start,))
        symmetric = offers(game, "canonical")
        solution = retrograde(game, root, symmetric=symmetric, threads=threads, limit=limit, stop=stop)
        if solution.result.solved:
            key_of = canonical_key if symmetric else key
            self._write(start, ((key_of(label.state), label.value, label.distance) for label in solution))
        return solution.result

    def _write(self, start: str, rows: Iterable[tuple[str, Number, int | None]]) -> None:
        self._served = None  # it may remember that it does not know some of them
        with self._telling(), self._file.transaction():
            packed = ((key, _packed(value), distance) for key, value, distance in rows)
            count = self._file.execute_all("insert or ignore into positions values (?, ?, ?)", packed).rowcount
            self._file.execute("update starts set positions = ? where state = ?", (count, start))

    def _claim(self, asked: Identity) -> None:
        """Take the store for a game; one of another is refused."""
        with self._telling(), self._file.transaction():
            held = self.identity
            if held is None:
                self._file.execute("insert into game values (?, ?)", (FORMAT, asked.to_text()))
        if held is not None:
            self._require_same(held, asked)

    def _require_same(self, held: Identity, asked: Identity) -> None:
        if differences := held.differences(asked):
            raise StoredGameError(f"the store {self.path} is not of this game: {differences}")

    def _find(self, key: str) -> Worth | None:
        row = self._row("select value, distance from positions where state = ?", key)
        try:
            return None if row is None else Worth(_unpacked(row[0]), _distance(row[1]))
        except MISSHAPEN as error:
            raise SolvedStoreError(f"the store {self.path} is damaged: {error}") from None


class Solved:
    """What a store knows of one game; answers are remembered, as a search asks again and again."""

    def __init__(self, find: Callable[[str], Worth | None], key: Callable[[Any], str]) -> None:
        self.worth: Callable[[Any], Worth | None] = remembered(lambda state: find(key(state)))

    def value(self, state: Any) -> Number | None:
        """Give the value of a position; None where it is not known."""
        worth = self.worth(state)
        return None if worth is None else worth.value


def _packed(value: Number) -> int | float | str:
    """Turn a value into what SQLite keeps as it is.

    >>> _packed(1), _packed(0.5), _packed(Fraction(1, 3)), _packed(Fraction(10)), _unpacked(_packed(10**30)) == 10**30
    (1, 0.5, '1/3', '10/1', True)
    """
    if isinstance(value, float) or (isinstance(value, int) and value in _WHOLE):
        return value
    return f"{value.numerator}/{value.denominator}" if isinstance(value, Fraction) else hex(value)


def _unpacked(value: object) -> Number:
    if isinstance(value, str):
        return Fraction(value) if "/" in value else int(value, 16)
    if isinstance(value, int | float):
        return value
    raise ValueError("a value is a number")


def _distance(plies: object) -> int | None:
    if plies is None or (isinstance(plies, int) and plies >= 0):
        return plies
    raise ValueError("a distance is a number of plies")
