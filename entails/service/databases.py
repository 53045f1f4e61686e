"""Job stores: PostgreSQL for several servers and workers (`pip install entails[postgres]`), SQLite for one server.

In PostgreSQL, a worker locks the row of the job it claims, and others skip it. Changes are announced by NOTIFY. Times
come from the database, so that the clocks of the machines need not agree. In SQLite, disk errors are reported in words
and may be temporary.
"""

import logging
import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import psycopg

from entails.service.store import JobStore, StoreInUse, StoreUnavailable

_log = logging.getLogger("entails.jobs")
_CHANNEL = "entails_jobs"
_ONE_AT_A_TIME = 7_227_001
"""Advisory lock for creating the table."""
_COLLISIONS = (
    psycopg.errors.UniqueViolation,
    psycopg.errors.SerializationFailure,
    psycopg.errors.DeadlockDetected,
)
_CONNECT_SECONDS = 3
_LISTEN_SECONDS = 1.0
_REACH_PAUSE = 0.5


class PostgresStore(JobStore):
    """Jobs in PostgreSQL. The connection is opened on first use, and again after it was lost."""

    now = "extract(epoch FROM clock_timestamp())::double precision"
    skip_locked = " FOR UPDATE SKIP LOCKED"

    def __init__(self, address: str) -> None:
        self._address = address
        self._database: psycopg.Connection[Any] | None = None

    def _connected(self) -> psycopg.Connection[Any]:
        return psycopg.connect(
            self._address,
            autocommit=True,
            connect_timeout=_CONNECT_SECONDS,
            application_name="entails",
            options="-c statement_timeout=10000 -c idle_in_transaction_session_timeout=10000",
            keepalives_idle=10,
        )

    def _opened(self) -> psycopg.Connection[Any]:
        if self._database is None or self._database.closed:
            self._database = self._connected()
            with self._database.transaction():
                self._database.execute("SELECT pg_advisory_xact_lock(%s)", (_ONE_AT_A_TIME,))
                execute = _executing(self._database)
                rows = execute(
                    "SELECT column_name FROM information_schema.columns "
                    "WHERE table_name = 'jobs' AND table_schema = current_schema()"
                )
                self.prepare(execute, [row[0] for row in rows])
        return self._database

    def transaction(self, work: Callable[[Any], Any]) -> Any:
        try:
            try:
                return self._tried(work)
            except _COLLISIONS:  # another process did the same at the same time
                return self._tried(work)
        except psycopg.Error as error:
            if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
                self.close()
            _log.warning("database error: %s", str(error).strip() or type(error).__name__)
            raise StoreUnavailable(_database_words(error)) from None

    def reach(self, seconds: float) -> None:
        deadline = time.monotonic() + seconds
        while True:
            try:
                self.probe()
                return
            except StoreUnavailable as trouble:
                if time.monotonic() + _REACH_PAUSE > deadline:
                    raise StoreUnavailable(f"{trouble} for {seconds:g} s") from None
            time.sleep(_REACH_PAUSE)

    def _tried(self, work: Callable[[Any], Any]) -> Any:
        database = self._opened()
        with database.transaction():
            return work(_executing(database))

    def tell(self, execute: Any, news: str) -> None:
        execute("SELECT pg_notify(?, ?)", _CHANNEL, news)

    def listen(self, hear: Callable[[str], None], stopped: Callable[[], bool]) -> None:
        with suppress(psycopg.Error), self._connected() as database:
            database.execute(f"LISTEN {_CHANNEL}")
            hear("queued")  # jobs may have been queued before
            while not stopped():
                for note in database.notifies(timeout=_LISTEN_SECONDS):
                    hear(note.payload)

    def close(self) -> None:
        if self._database is not None:
            with suppress(psycopg.Error):
                self._database.close()
            self._database = None


def _database_words(error: psycopg.Error) -> str:
    """Return a database error in words for clients, without addresses, names or paths; the log has the details."""
    if error.sqlstate is not None:
        return f"database error {error.sqlstate}"
    if isinstance(error, psycopg.OperationalError):
        return "the database does not respond"
    return "database error"


def _executing(database: "psycopg.Connection[Any]") -> Callable[..., list[tuple[Any, ...]]]:
    def execute(statement: str, *values: Any) -> list[tuple[Any, ...]]:
        done = database.execute(statement.replace("?", "%s"), values or None)
        return done.fetchall() if done.description else []

    return execute


_LEAST_FREE = 64 * 1024
"""Free disk space, in bytes, that a job and the log of SQLite need."""
_WORDS = (
    ("full", "the disk is full"),
    ("readonly", "the file is read-only"),
    ("locked", "another program has locked the file"),
    ("malformed", "the file is damaged"),
    ("not a database", "the file is damaged"),
    ("unable to open", "the file cannot be opened"),
    ("disk I/O", "disk I/O error"),
)


class SqliteStore(JobStore):
    """Jobs in an SQLite file. It is opened again after an error, so that a repaired disk needs no restart."""

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
            message = str(error)
            if "full" not in message:
                self.close()
            raise StoreUnavailable(self._in_words(message)) from None

    def _in_words(self, message: str) -> str:
        if hasattr(os, "statvfs") and os.statvfs(self._path.parent).f_flag & os.ST_RDONLY:
            return "the disk is read-only"
        known = next((words for part, words in _WORDS if part in message), None)
        if known is None:
            _log.warning("database error: %s", message)
        return known or "database error"

    def back_up(self, path: Path) -> None:
        beside = path.with_name(f"{path.name}.new")
        try:
            with closing(sqlite3.connect(beside)) as copy:
                self._opened().backup(copy)
            beside.replace(path)
        except (OSError, sqlite3.Error) as error:
            raise StoreUnavailable(f"the copy was not written: {error}") from None

    def probe(self) -> None:
        if hasattr(os, "statvfs"):
            disk = os.statvfs(self._path.parent)
            if disk.f_bavail * disk.f_frsize < _LEAST_FREE:
                raise StoreUnavailable("the disk is full")
        super().probe()

    def close(self) -> None:
        if self._database is not None:
            with suppress(sqlite3.Error):
                self._database.close()
            self._database = None
