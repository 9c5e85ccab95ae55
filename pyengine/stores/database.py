"""A SQLite file that somebody else may have written: opened so that nothing in it acts, and shared with others.

SQLite runs what the schema of a file says: views, triggers, generated columns. So a file is used only where its schema
is, word for word, the one that this program gives it.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar, Final, Self, TypeVar

from pyengine.errors import PyengineError
from pyengine.quoting import quote_line

PATIENCE_SECONDS: Final = 30.0
"""How long another process may hold a file before that is an error."""

_SILENT_SECONDS: Final = 1.0
"""How long it may do so before that is said."""

_SLICE_SECONDS: Final = 0.2
"""How long SQLite waits by itself, which Ctrl-C does not interrupt."""

MOST_BYTES: Final = 1 << 26
"""Of one text in a file."""

_JOURNAL: Final = bytes.fromhex("d9d505f920a163d7")
"""What a journal of SQLite begins with, and ends with where it names another."""

_LOG: Final = logging.getLogger(__name__)
_T = TypeVar("_T")


class ForeignFileError(Exception):
    """A database of something else."""


class HeldError(sqlite3.OperationalError):
    """Another process holds the file."""


class Database:
    """One SQLite file, by the schema that it must have. A path of None is a database in memory.

    `application` tells its files from any other of SQLite. An empty one gets the tables; ForeignFileError, before
    anything in it is changed, where it holds something else. Where another process holds the file, this one waits,
    and says so.
    """

    def __init__(self, path: Path | None, application: int, tables: str, *, shared: bool = False) -> None:
        self._path = path
        if path is not None:
            _require_plain_journal(path)
        # Searches may ask from several threads; SQLite sees to it that they take turns.
        self._file = sqlite3.connect(
            path or ":memory:", isolation_level=None, timeout=_SLICE_SECONDS, check_same_thread=not shared
        )
        try:
            self._file.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_BYTES)
            for setting in ("trusted_schema = off", "cell_size_check = on", "mmap_size = 0"):
                self.execute(f"pragma {setting}")
            self._application = application
            self._statements = [statement for statement in tables.split(";") if statement.strip()]
            self._require_own()
        except BaseException:
            self._file.close()
            raise

    def _require_own(self) -> None:
        found = self.schema
        if not found:
            return
        if self.execute("pragma application_id").fetchone()[0] != self._application:
            raise ForeignFileError
        with sqlite3.connect(":memory:") as fresh:
            for statement in self._statements:
                fresh.execute(statement)
            wanted = _schema(fresh)
        fresh.close()
        if found != wanted:
            raise sqlite3.DatabaseError("its tables are not those that it was made with")

    @property
    def schema(self) -> list[tuple[Any, ...]]:
        """All that the file defines; nothing where it is empty."""
        return self._patiently(lambda: _schema(self._file))

    def fill(self) -> None:
        """Give an empty file its tables; somebody else may do so at the same time."""
        if self.schema:
            return
        with self.transaction():
            if not _schema(self._file):
                for statement in self._statements:
                    self._file.execute(statement)
                self._file.execute(f"pragma application_id = {self._application}")
        self._require_own()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Write all or nothing, also where the process is killed meanwhile; nobody else writes at the same time."""
        self.execute("begin immediate")
        try:
            yield
        except BaseException:
            self.execute("rollback")
            raise
        self.execute("commit")

    def execute(self, statement: str, values: tuple[Any, ...] = ()) -> sqlite3.Cursor:
        """Carry out a statement; where another process is in the way, as soon as it is not."""
        return self._patiently(lambda: self._file.execute(statement, values))

    def execute_all(self, statement: str, rows: Iterable[tuple[Any, ...]]) -> sqlite3.Cursor:
        """Carry out a statement for each row, in a transaction."""
        self._file.execute(f"pragma busy_timeout = {int(1000 * PATIENCE_SECONDS)}")  # rows cannot be had again
        try:
            return self._file.executemany(statement, rows)
        finally:
            self._file.execute(f"pragma busy_timeout = {int(1000 * _SLICE_SECONDS)}")

    def _patiently(self, act: Callable[[], _T]) -> _T:
        began, told = time.monotonic(), False
        while True:
            try:
                return act()
            except sqlite3.OperationalError as error:
                if getattr(error, "sqlite_errorcode", 0) & 0xFF not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                    raise
                waited = time.monotonic() - began
                if waited >= PATIENCE_SECONDS:
                    raise HeldError(f"another process has held it for {PATIENCE_SECONDS:g} s") from None
                if waited >= _SILENT_SECONDS and not told:
                    told = True
                    name = quote_line(str(self._path))
                    _LOG.warning("pyengine: another process holds %s; waiting up to %g s", name, PATIENCE_SECONDS)

    def close(self) -> None:
        """Close the file."""
        self._file.close()


class StoreFile:
    """What is kept in a database, which whoever opens it closes. What goes wrong with the file is an `error`.

    `kind` says what the file should be, `called` how messages name it.
    """

    error: ClassVar[type[PyengineError]]
    kind: ClassVar[str]
    called: ClassVar[str] = "{}"
    path: Path | None
    _file: Database

    @contextmanager
    def _telling(self) -> Iterator[None]:
        try:
            yield
        except ForeignFileError:
            raise self.error(f"{self.path} is not {self.kind}") from None
        except (sqlite3.Error, OSError, ValueError) as error:  # ValueError for a name that no file can have
            raise self.error(f"{self.called.format(self.path)} cannot be used: {error}") from None

    def _rows(self, question: str, *values: object) -> list[Any]:
        with self._telling():
            return self._file.execute(question, values).fetchall()

    def _row(self, question: str, *values: object) -> Any:
        with self._telling():
            return self._file.execute(question, values).fetchone()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _require_plain_journal(path: Path) -> None:
    """Refuse a journal that names another one: SQLite would remove the file of that name, whatever it is.

    A journal beside a database is what a process that died had begun. Only one of several databases names another.
    """
    for name in {f"{path}-journal", f"{os.path.realpath(path)}-journal"}:
        if not os.path.isfile(name):
            continue
        with open(name, "rb") as journal:
            journal.seek(0, os.SEEK_END)
            journal.seek(max(0, journal.tell() - len(_JOURNAL)))
            if journal.read() == _JOURNAL:
                raise sqlite3.DatabaseError("the journal beside it names another file")


def _schema(file: sqlite3.Connection) -> list[tuple[Any, ...]]:
    return file.execute("select type, name, tbl_name, sql from sqlite_master order by type, name").fetchall()
