"""Jobs in a file of SQLite, for one server. What goes wrong with the disk is told in words and may pass."""

import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from entails.service.store import Store, StoreInUse, StoreTrouble

_LEAST_FREE = 64 * 1024
"""Bytes: what a job and the log of SQLite take. The file may have room of its own, but not for long."""
_WORDS = (
    ("full", "the disk is full"),
    ("readonly", "the file is read-only"),
    ("locked", "another program has locked the file"),
    ("malformed", "the file is damaged"),
    ("not a database", "the file is damaged"),
    ("unable to open", "the file cannot be opened"),
    ("disk I/O", "the disk does not work"),
)


class SqliteStore(Store):
    """The file is opened when it is needed, and again after trouble: what was mended needs no restart."""

    now = "now()"

    def __init__(self, path: Path) -> None:
        self._path = path
        self._database: sqlite3.Connection | None = None
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._opened()
        except sqlite3.Error as error:
            if "locked" in str(error):
                raise StoreInUse(str(path)) from None
            raise

    def _opened(self) -> sqlite3.Connection:
        if self._database is not None:
            return self._database
        database = sqlite3.connect(self._path, timeout=0.5, isolation_level=None, check_same_thread=False)
        try:
            database.create_function("now", 0, time.time)
            database.execute("PRAGMA locking_mode = EXCLUSIVE")
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA synchronous = FULL")
            known = [row[1] for row in database.execute("PRAGMA table_info(jobs)")]
            database.execute("BEGIN IMMEDIATE")
            self.prepare(lambda statement, *values: database.execute(statement, values).fetchall(), known)
            database.execute("COMMIT")
        except BaseException:
            database.close()
            raise
        self._database = database
        return database

    def transaction(self, work: Callable[[Any], Any]) -> Any:
        try:
            database = self._opened()
            database.execute("BEGIN IMMEDIATE")
            try:
                done = work(lambda statement, *values: database.execute(statement, values).fetchall())
                database.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):  # some errors have rolled it back already
                    database.execute("ROLLBACK")
                raise
            return done
        except sqlite3.Error as error:
            said = str(error)
            if "full" not in said:
                self.close()
            raise StoreTrouble(self._in_words(said)) from None

    def _in_words(self, said: str) -> str:
        if hasattr(os, "statvfs") and os.statvfs(self._path.parent).f_flag & os.ST_RDONLY:
            return "the disk is read-only"
        return next((words for part, words in _WORDS if part in said), said)

    def probe(self) -> None:
        if hasattr(os, "statvfs"):
            disk = os.statvfs(self._path.parent)
            if disk.f_bavail * disk.f_frsize < _LEAST_FREE:
                raise StoreTrouble("the disk is full")
        super().probe()

    def close(self) -> None:
        if self._database is not None:
            with suppress(sqlite3.Error):
                self._database.close()
            self._database = None
