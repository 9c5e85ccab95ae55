"""The file of solved positions: SQLite, one row a position, by its text."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

from pyengine.errors import CyclicGameError, SearchError, SolvedStoreError, StoredGameError
from pyengine.game import Game, M, S, offers
from pyengine.quoting import show_value
from pyengine.search import Limit, Options, Result, StopSignal, retrograde
from pyengine.search.arguments import options_of
from pyengine.search.driver import solve_on
from pyengine.search.expansion import opposed, remembered
from pyengine.search.known import Worth, answer
from pyengine.search.memory import has_memory
from pyengine.search.watch import NO_LIMIT
from pyengine.stores.database import Database, StoreFile
from pyengine.stores.identity import Identity, keying, rules_of
from pyengine.stores.json_shapes import MISSHAPEN
from pyengine.stores.searched_positions import MOST_SEARCHED, PART_SECONDS, SearchedPositions
from pyengine.stores.stored_numbers import packed, unpacked
from pyengine.terms import Number
from pyengine.texts import position_of

FORMAT: Final = 2
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
create table searched (
    state text primary key,
    value not null,
    bound integer not null,
    best integer,
    rank integer not null
) without rowid;
"""
_FORGET: Final = """
delete from searched where state in (select state from searched order by rank, state limit ?)
"""


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
        searched = None
        if not len(self) and self.searched:
            searched = SearchedPositions(self)
        elif not len(self):
            told = "has no positions, as solving was not finished" if self.unfinished else "has no positions"
            raise SolvedStoreError(f"the store {self.path} {told}; {self._how_to_fill}")
        solved = Solved(self._find, keying(game)[0], searched)
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

    def resume(
        self,
        game: Game[S, M],
        state: S | None = None,
        *,
        options: Options | None = None,
        limit: Limit = NO_LIMIT,
        stop: StopSignal | None = None,
        seconds: float = PART_SECONDS,
    ) -> Result[M]:
        """Solve a position by alpha-beta; where that is stopped, the next call goes on from what is kept by then.

        Every so many `seconds`, and at the end, the positions that took most work are kept with what is proved of them:
        a value, or a bound of it. `searched` counts them. A process that is killed loses what was worked out since.
        A game with cycles is solved as a whole, by `solve`.
        """
        require_kind(game)
        how = options_of(options)
        if how.algorithm in ("mcts", "proof"):
            raise SearchError(
                f"what is kept of a search is that of alpha-beta: {how.algorithm} has nothing of the kind"
            )
        if limit.depth is not None:
            raise SearchError("what is kept of a search is proved: there can be no limit of depth")
        self._claim(Identity.of(game))
        root = position_of(game, state)
        key = keying(game)[0]
        start = key(root)
        if self._find(start) is not None and (stored := answer(game, root, Solved(self._find, key))) is not None:
            return stored
        with self._telling():
            self._file.execute("insert or ignore into starts values (?, null)", (start,))
        try:
            result = solve_on(game, root, SearchedPositions(self, seconds), options=how, limit=limit, stop=stop)
        except CyclicGameError:
            return self.solve(game, root, threads=how.threads, limit=limit, stop=stop)
        if result.solved:
            with self._telling():
                self._file.execute("update starts set positions = 0 where state = ? and positions is null", (start,))
        return result

    @property
    def searched(self) -> int:
        """How many positions are kept of searches, each with a value or a bound of it."""
        count: int = self._row("select count(*) from searched")[0]
        return count

    def searched_rows(self) -> list[Any]:
        """Give what is kept of searches: the text of a position, value, bound, best successor and rank."""
        return self._rows("select state, value, bound, best, rank from searched")

    def keep_searched(self, rows: Iterable[tuple[Any, ...]]) -> None:
        """Keep what a search has found, in place of what was known of the same positions; all or nothing."""
        self._served = None
        with self._telling(), self._file.transaction():
            self._file.execute_all("insert or replace into searched values (?, ?, ?, ?, ?)", rows)
            more = self._file.execute("select count(*) from searched").fetchone()[0] - MOST_SEARCHED
            if more > 0:
                self._file.execute(_FORGET, (more,))

    def _write(self, start: str, rows: Iterable[tuple[str, Number, int | None]]) -> None:
        self._served = None  # it may remember that it does not know some of them
        with self._telling(), self._file.transaction():
            written = ((key, packed(value), distance) for key, value, distance in rows)
            count = self._file.execute_all("insert or ignore into positions values (?, ?, ?)", written).rowcount
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
            return None if row is None else Worth(unpacked(row[0]), _distance(row[1]))
        except MISSHAPEN as error:
            raise SolvedStoreError(f"the store {self.path} is damaged: {error}") from None


class Solved:
    """What a store knows of one game; answers are remembered, as a search asks again and again.

    `searched` is what it has of searches, where that is all.
    """

    def __init__(
        self,
        find: Callable[[str], Worth | None],
        key: Callable[[Any], str],
        searched: SearchedPositions | None = None,
    ) -> None:
        self.searched = searched
        self.worth: Callable[[Any], Worth | None] = remembered(lambda state: find(key(state)))

    def value(self, state: Any) -> Number | None:
        """Give the value of a position; None where it is not known."""
        worth = self.worth(state)
        return None if worth is None else worth.value


def _distance(plies: object) -> int | None:
    if plies is None or (isinstance(plies, int) and plies >= 0):
        return plies
    raise ValueError("a distance is a number of plies")
